"""Replies to small talk: a greeting is no question that documents could answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assay.indexing.index_state import IndexState
from assay.indexing.listing import DocumentLine, list_documents
from assay.small_talk import SmallTalk, small_talk
from assay.text.places import source_name
from assay.types import Answer
from assay.types.forms import Form

NAME = "small_talk"
"""The strategy of such an answer: there is no evidence, and nothing was judged."""
MAX_TITLES = 10
MAX_TITLE = 120


@dataclass(frozen=True, slots=True)
class Replies:
    """Replies to what is said to the program itself, with what its index holds."""

    index: Callable[[], IndexState]

    def __call__(self, message: str) -> Answer | None:
        """The reply to small talk; None for a question."""
        kind = small_talk(message)
        if kind is None:
            return None
        text = self._reply(kind)
        return Answer(message, text, NAME, form=Form.LIST if "\n- " in text else Form.PASSAGE)

    def _reply(self, kind: SmallTalk) -> str:
        match kind:
            case SmallTalk.GREETING | SmallTalk.ASSENT:
                hello = "Hello. " if kind is SmallTalk.GREETING else ""
                return f"{hello}Ask something that {self._named()} says."
            case SmallTalk.THANKS:
                return "You are welcome."
            case SmallTalk.FAREWELL:
                return "Goodbye."
            case SmallTalk.ABILITIES:
                return (
                    f"I answer questions from {self._counted()}, show the place that says so, and"
                    " how sure I am; where nothing that I find answers, I say so. Ask one thing at"
                    f" a time, in your own words; a question may follow up on the one before."
                    f"\n\n{self._titles()}"
                )
            case SmallTalk.DOCUMENTS:
                return self._titles()
            case SmallTalk.SUMMARY:
                return (
                    "I look up what answers a question and do not summarise whole documents. Ask"
                    f" about one thing in them.\n\n{self._titles()}"
                )

    def _counted(self) -> str:
        number = self.index().manifest.documents
        return "one document" if number == 1 else f"{number:,} documents"

    def _named(self) -> str:
        number = self.index().manifest.documents
        return "the document" if number == 1 else f"one of the {number:,} documents"

    def _titles(self) -> str:
        """The first documents by name, one on each line."""
        state = self.index()
        lines = list_documents(state, MAX_TITLES)
        if not lines:
            return "The index holds no documents yet."
        names = [_told(each, lines, state.names) for each in lines]
        shown = "\n".join(f"- {name[:MAX_TITLE]}" for name in names)
        if state.manifest.documents > len(lines):
            return f"The index holds {self._counted()}, among them:\n\n{shown}"
        return f"The index holds {self._counted()}:\n\n{shown}"


def _told(line: DocumentLine, lines: Sequence[DocumentLine], names: Mapping[str, str]) -> str:
    """A document by its title, and by its file as well where another one has that title."""
    title = " ".join(line.title.split())
    name = names.get(line.source) or source_name(line.source)
    alike = sum(each.title == line.title for each in lines) > 1
    return f"{title} ({name})" if title and alike else title or name
