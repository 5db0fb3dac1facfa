"""A question in a document's words: short queries and one made-up sentence, in one call.

People ask in their own words and documents answer in theirs. A sentence that could stand in the
document is near to the real one in meaning, also where it is wrong (HyDE, Gao et al. 2022).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.budget import current_budget, part_of_time
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.ports import ChatModel
from assay.steps.answer.model_output import clean_reply
from assay.text.sanitise import sanitise
from assay.tracing import step
from assay.types import Facts, Message, Role

MAX_QUERIES = 4
MAX_TOKENS = 140
SHARE_OF_TIME = 0.25  # what is left goes to the judge and to the answer itself
MAX_CHARACTERS = 300
NOT_EXPANDED = "the model gave no other words to look with"
_LABEL = re.compile(
    r"^\s*(?:[-*\u2022]|\(?\d{1,2}[.):]|(?:search )?(?:query|queries|sentence)(?: \d)?\s*:)\s*",
    re.IGNORECASE,
)
_EDGES = " \t\"'`*\u201c\u201d"
_SYSTEM = "You help to search documents."
_TASK = (
    "Write three short search queries for the question below, one to a line, in the words that a "
    "handbook, a law or a manual would use where it answers it. Then write one more line: a "
    "sentence that such a document could contain and that answers the question. Write these four "
    "lines and nothing else."
)


def expansion_prompt(question: str) -> tuple[Message, ...]:
    """The conversation that asks for three queries and a made-up sentence."""
    asked = f"{_TASK}\n\nQuestion: {sanitise(question)}"
    return Message(Role.SYSTEM, _SYSTEM), Message(Role.USER, asked)


def read_expansion(reply: str, question: str) -> tuple[str, ...]:
    """The lines of a reply as queries, without labels, repeats and the question itself."""
    lines = (_LABEL.sub("", line.strip(_EDGES)) for line in clean_reply(reply).splitlines())
    lines = (_LABEL.sub("", line).strip(_EDGES)[:MAX_CHARACTERS] for line in lines)
    known = {question.casefold().strip(): ""}
    for line in lines:
        # What ends with a colon introduces the queries; what has no letter is none.
        if any(map(str.isalpha, line)) and not line.endswith(":"):
            known.setdefault(line.casefold(), line)
    return tuple(line for line in known.values() if line)[:MAX_QUERIES]


@dataclass(frozen=True, slots=True)
class _Expansion:
    queries: tuple[str, ...]
    note: str = ""


def _facts(expansion: _Expansion) -> Facts:
    note = {"notice": expansion.note} if expansion.note else {}
    return {"queries": list(expansion.queries), **note}


@dataclass(frozen=True, slots=True)
class Expander:
    """Asks a language model for other words to look with."""

    model: ChatModel

    def expand(self, question: str) -> tuple[str, ...]:
        """At most four queries; none where the model is down or writes nothing of use."""
        return self._expanded(question).queries

    @step("expand", _facts)
    def _expanded(self, question: str) -> _Expansion:
        try:
            with part_of_time(SHARE_OF_TIME):
                reply = self.model.complete(expansion_prompt(question), max_tokens=MAX_TOKENS)
        except (ServiceError, InputError, BudgetSpentError) as error:
            current_budget().check()  # the whole time is over, and not the share alone
            if isinstance(error, BudgetSpentError) and error.what != "seconds":
                raise
            return _Expansion((), f"{NOT_EXPANDED}: {error}")
        queries = read_expansion(reply.text, question)
        return _Expansion(queries, "" if queries else NOT_EXPANDED)
