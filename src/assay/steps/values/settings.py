"""The default that a question asks for, where a manual lists settings: "port: ... Default: 80"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.steps.values.versions import SAID
from assay.text.overlap import content_roots, root, stems
from assay.text.questions import Asked, asked_for
from assay.types import BlockKind, Passage

_ASKS_DEFAULT = re.compile(
    r"\bdefaults?\b|\bout of the box\b"
    r"|\b(?:if|when)\b.{0,20}\b(?:don['\u2019]?t|do not|not|nothing|none|no)\b.{0,20}"
    r"\b(?:say|specify|specified|give|given|set|choose|chosen|pass|name|change|configured?|told)\b"
    r"|\bunless\b.{0,30}\b(?:say|specify|give|set|choose|pass|name|change|configure|told?)\b",
    re.IGNORECASE,
)
# What is asked for: "port" in "which port does it use?", "key size" in "the default key size".
_THING = r"(?P<{}>(?:[\w-]{{1,30}} ){{0,2}}[\w-]{{2,30}})"
_ASKED = re.compile(
    rf"^(?:what|which) (?:default )?{_THING.format('which')} (?:do|does|did|will|would|has|have)\b"
    rf"|\bdefault (?:(?:value|setting) )?(?:(?:of|for) )?(?:the )?{_THING.format('of')}",
    re.IGNORECASE,
)
_ENDS_THING = re.compile(
    r" (?:of|for|in|on|at|when|used?|if|with|that|is|are|does|do|value|setting)\b.{0,60}", re.I
)
# The name of a setting at the beginning of a line: "port: The port", "port = 80", "--key-size N".
_KEY = re.compile(
    r"^[ \t*>\u2022]{0,12}(?:-[ \t])?(?P<key>--?[A-Za-z][\w-]{0,40}|[A-Za-z][\w./-]{1,40})"
    r"(?:(?P<set>[ \t]?=[ \t]?|:[ \t]{0,3})|[ \t]\(|[ \t][\u2013\u2014-][ \t]"
    r"|[ \t]\S{1,40}[ \t]{0,3}$|[ \t]{0,3}$)",
    re.MULTILINE,
)
# "Default: 80", "(default: 80)", "defaults to 80", "The default value, as a rule, is 80".
_QUOTE = r"[`'\"\u201c\u2018]"
_DEFAULT = re.compile(
    r"\bdefaults?(?: value)?(?:, [^,\n]{1,60},)?"
    rf"(?:(?: ?[:=]| is| to| of)\s{{1,3}}{_QUOTE}{{0,2}}|\s{{1,3}}(?=\d)|\s{{1,3}}{_QUOTE})"
    r"(?P<value>[^\s`'\"()\[\],;\u201c\u201d\u2018\u2019]{1,60}(?<!\.))",
    re.IGNORECASE,
)
_NO_VALUES = frozenset(("is", "the", "a", "an", "to", "of", "for", "in", "and", "or", "value"))
# What says that a default is asked for, and not of what.
_NOT_ABOUT = stems("default dont specify specified say set give given one use uses value setting")
_JOINTS = re.compile(r"[-_]")  # of the words of a name
_LONGEST = 600  # characters that belong to one setting
# What is set in a section that is called so, and in no example, is what is set anyway.
_OF_SETTINGS = re.compile(
    r"(?:the )?(?:default )?(?:configuration|config|settings?|options?|defaults?)"
    r"(?: (?:file|options|settings|values|section|reference))?",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\b(?:examples?|for instance|such as|sample)\b|\be\.g\.", re.IGNORECASE)
_SPEAKS_OF_DEFAULT = re.compile(r"\bdefault|\bunless\b|\botherwise\b|\bif (?:not|none|no)\b", re.I)
# A word of the question weighs at least so much of the others to say what a setting belongs to.
_ABOUT = 0.2
# A word that is so much more common than the rarest one is about the whole manual.
_COMMON = 0.25
_BELOW = re.compile(r"(?:\n[ \t]+\S[^\n]{0,200}){1,40}")
SHOWN = 0.8


@dataclass(frozen=True, slots=True)
class Setting:
    """What the default is asked of: the roots of its name, and the other words of the question.

    `common` are those that stand all over the manual, `others` the rest with their rarity.
    """

    name: frozenset[str]
    head: str
    others: Mapping[str, float]
    common: frozenset[str] = frozenset()

    def given(self, passage: Passage) -> tuple[tuple[int, int], float] | None:
        """Where the passage gives the default of the setting, and how surely it is that."""
        return max(self._given(passage), key=lambda found: found[1], default=None)

    def stated(self, passage: Passage) -> float:
        """1 where the passage says the default, a little less where it shows it, and else 0."""
        found = self.given(passage)
        return found[1] if found else 0.0

    def _given(self, passage: Passage) -> Iterator[tuple[tuple[int, int], float]]:
        if not self.name:
            return
        for key, end in _keys(passage):
            words = {root(each) for each in stems(key["key"].rpartition("/")[2].replace("_", " "))}
            if self.head not in words or not words <= self.name:
                continue
            said = _default_in(passage.text, key.end("key"), end)
            own = passage.text[key.start() : end]
            if said and self._about(passage, own, words):
                yield said, SAID
            elif (
                not said
                and _shows_defaults(passage, key)
                and self._about(passage, passage.text, words)
            ):
                yield _value_of(passage.text, key), SHOWN

    def _about(self, passage: Passage, text: str, key: set[str]) -> bool:
        """Whether the words around it say enough of what the setting belongs to.

        A common word must stand there itself where no other says it: a job's timeout is not that of
        a call. A name of several words says it by itself.
        """
        if not self.others:
            own = stems(f"{' '.join(passage.headings[-1:])} {text}")
            return len(key) > 1 or not self.common or bool(self.common & own)
        there = stems(f"{passage.context} {passage.title} {text}")
        held = sum(value for stem, value in self.others.items() if stem in there)
        return held >= _ABOUT * sum(self.others.values())


NO_SETTING = Setting(frozenset(), "", {})


def setting_asked_of(question: str, wanted: Mapping[str, float]) -> Setting:
    """The setting whose default is asked for; `wanted` are the question's words with their rarity.

    One without a name where no default is asked for; who changes a default asks for none.
    """
    asks = _ASKS_DEFAULT.search(question) and asked_for(question) is Asked.FACT
    found = _ASKED.search(question) if asks else None
    thing = _ENDS_THING.sub("", str(found["which"] or found["of"])) if found else ""
    name = content_roots(thing)
    last = content_roots(_JOINTS.sub(" ", thing).rpartition(" ")[2])  # of one word, one root
    if not last:
        return NO_SETTING
    least = _COMMON * max(wanted.values(), default=0.0)
    about = {
        stem: value
        for stem, value in wanted.items()
        if root(stem) not in name and stem not in _NOT_ABOUT
    }
    others = {stem: value for stem, value in about.items() if value >= least}
    return Setting(name, min(last), others, frozenset(about) - frozenset(others))


def default_lookup(setting: Setting) -> str:
    """The words with which a manual lists a setting whose default is asked for; else nothing."""
    words = f"{' '.join(setting.others)} {' '.join(sorted(setting.name))} configuration default"
    return words if setting.name else ""


def is_example(question: str, sentence: str) -> bool:
    """True when a default is asked for, and the sentence only gives an example."""
    if not _ASKS_DEFAULT.search(question) or asked_for(question) is Asked.HOW_TO:
        return False
    return bool(_EXAMPLE.search(sentence)) and not _SPEAKS_OF_DEFAULT.search(sentence)


def default_beside(
    question: str, text: str, block: tuple[int, int], said: tuple[int, int]
) -> tuple[int, int] | None:
    """The one default that a block states, where one is asked for and the name was said instead.

    "mode (string): the mode. The default value is 0600" has "mode" as its name.
    """
    if not _ASKS_DEFAULT.search(question):
        return None
    key = _KEY.match(text, block[0], block[1])
    found = list(_values(text, *block))
    return found[0] if key and said == key.span("key") and len(found) == 1 else None


def _keys(passage: Passage) -> Iterator[tuple[re.Match[str], int]]:
    """The names of settings, each with where the words on it end: with its paragraph."""
    found = list(_KEY.finditer(passage.text))
    for at, key in enumerate(found):
        following = found[at + 1].start() if at + 1 < len(found) else len(passage.text)
        far = key.end() + _LONGEST
        ends = passage.text.find("\n\n", key.end(), far)
        yield key, min(following, far, ends if ends >= 0 else following)


def _default_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    return next(_values(text, start, end), None)


def _values(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in _DEFAULT.finditer(text, start, end):
        if found["value"].casefold() not in _NO_VALUES:
            yield found.span("value")


def _shows_defaults(passage: Passage, key: re.Match[str]) -> bool:
    """Whether it is a line of code in a section on settings that is no example."""
    code = any(
        block.kind is BlockKind.CODE and block.start <= key.start() < block.end
        for block in passage.blocks
    )
    own = passage.headings[-1] if passage.headings else ""
    shown = code and key["set"] and _OF_SETTINGS.fullmatch(own.strip(" :."))
    return bool(shown) and not _EXAMPLE.search(f"{own} {passage.text[: key.start()]}")


def _value_of(text: str, key: re.Match[str]) -> tuple[int, int]:
    """The value of a line, or the lines below it that are indented."""
    end = text.find("\n", key.end())
    end = len(text) if end < 0 else end
    start = key.end()
    if not text[start:end].strip():
        below = _BELOW.match(text, end)
        start, end = (below.start() + 1, below.end()) if below else (start, end)
    return start + len(text[start:end]) - len(text[start:end].lstrip()), end
