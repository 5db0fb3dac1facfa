"""What a question wants from a column of a table: the most, a sum, an average, a count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.text.questions import core_question
from assay.text.stemmer import stem_of
from assay.text.stop_words import FUNCTION_WORDS, NEGATIONS

MAX_WORDS = 30
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


class Operation(StrEnum):
    """What is computed, as it is called in the answer."""

    MOST = "highest"
    LEAST = "lowest"
    EARLIEST = "earliest"
    LATEST = "latest"
    SUM = "sum"
    MEAN = "average"
    COUNT = "count"
    CELL = "cell"


_MOST = (
    r"most(?! recent)|highest|largest|greatest|biggest|maximum|longest|tallest|heaviest|widest"
    r"|deepest|fastest|hottest|warmest|dearest|costliest"
)
_LEAST = (
    r"least|fewest|lowest|smallest|minimum|shortest|lightest|narrowest|shallowest|slowest|coldest"
    r"|cheapest"
)
_WHICH = r"^(?:(?:in|at|on|of|for|from|to)\s+)?(?:which|what|whose|who|where)\b.*\b"
_AMOUNT = r"^(?:how\s+(?:many|much)|what|which)\b.*"
# In this order: "what is the average of the highest ..." is an average.
_RULES = {
    Operation.MEAN: rf"{_AMOUNT}\b(?:average|the mean)\b|^on average\b",
    Operation.SUM: r"^what\b.*\b(?:total|sum)\b"
    r"|^how\s+(?:many|much)\b.*\b(?:total|altogether|in all|all together|combined|overall)\b",
    Operation.LATEST: rf"{_WHICH}(?:most recent(?:ly)?|latest|last|newest)\b",
    Operation.EARLIEST: rf"{_WHICH}(?:earliest|first|oldest)\b",
    Operation.MOST: rf"{_WHICH}(?:{_MOST})\b",
    Operation.LEAST: rf"{_WHICH}(?:{_LEAST})\b",
    Operation.COUNT: r"^how many\b.*\b(?:are|is|were|was|have|has|had)\b",
}
_CELL = re.compile(
    r"^(?:what|which|when|who|where|how (?:many|much|long|far|old|large|big|high|tall|deep|wide"
    r"|heavy|fast))\b",
    re.IGNORECASE,
)
OPERATORS = re.compile(
    rf"\b(?:{_MOST}|{_LEAST}|average|mean|total|sum|altogether|combined|overall"
    r"|(?:in|on) (?:all|average)|most recent(?:ly)?|latest|last|newest|earliest|first|oldest"
    r"|how (?:many|much))\b",
    re.IGNORECASE,
)
_GENERAL = """
    amount amounts column data file list listed number numbers row rows sheet spreadsheet table
    value values
"""
GENERAL = frozenset(_GENERAL.split())
"""Words that may name a column, and else name nothing."""
# What restricts or orders the rows in a way that is not computed here.
_RESTRICTING = """
    or except than between before after over under until since unless second third fourth
    fifth next other another instead but if without excluding besides beyond above below half
"""
_BARRED = NEGATIONS | frozenset(_RESTRICTING.split())


@dataclass(frozen=True, slots=True)
class ColumnQuestion:
    """The operation, and the words of the question that name columns, rows or the table.

    `verbs` are the stems of words that may be verbs and name nothing: they follow what is asked
    about, or a form of "be". `restricted` tells that the question chooses or orders rows in a way
    that is not computed: no single row answers it, and nor does a computation over all.
    """

    operation: Operation
    text: str
    words: tuple[str, ...]
    verbs: frozenset[str]
    restricted: bool


def column_question(question: str) -> ColumnQuestion | None:
    """What the question wants to be computed over a column; None where it wants nothing such."""
    core = _core(question)
    found = next((each for each, rule in _RULES.items() if re.search(rule, core, re.I)), None)
    return _asked(core, found) if found else None


def cell_question(question: str) -> ColumnQuestion | None:
    """What the question says of one cell of a table, where it may ask for one."""
    core = _core(question)
    asked = _asked(core, Operation.CELL) if _CELL.search(core) else None
    return None if asked is None or asked.restricted else asked


def _core(question: str) -> str:
    return core_question(question).strip().rstrip("?!. ")


def _asked(core: str, operation: Operation) -> ColumnQuestion | None:
    """The words of the question; None where they are too many."""
    all = [word.casefold() for word in _WORD.findall(core)]
    if len(all) > MAX_WORDS:
        return None
    plain = OPERATORS.sub(lambda match: " " * len(match[0]), core)
    words = [word for word in _WORD.findall(plain) if word.casefold() not in FUNCTION_WORDS]
    # Of what is counted a verb chooses rows: "how many have children", "how many are retired".
    verbs = frozenset() if operation is Operation.COUNT else frozenset(_verbs(core))
    return ColumnQuestion(operation, core, tuple(words), verbs, _is_restricted(core, all))


def _is_restricted(core: str, words: Sequence[str]) -> bool:
    """True for "except Dover", "after 2000", and for two questions in one."""
    barred = not _BARRED.isdisjoint(words) or any(word.endswith("n't") for word in words)
    return barred or ("and" in words and len(OPERATORS.findall(core)) > 1)


def _verbs(core: str) -> list[str]:
    """The stems of what may be a verb: before the superlative, after "are", after "do ... ".

    In a clause of its own it chooses rows: "those who have retired".
    """
    after_be = re.findall(
        r"\b(?<!\bthat )(?<!\bwho )(?<!\bwhich )(?:is|are|was|were|been|has|have|had)"
        r"\s+([^\W\d_]{3,})(?:\s|$)",
        core,
        re.IGNORECASE,
    )
    before = re.findall(
        rf"\b([^\W\d_]{{3,}}s|[^\W\d_]{{3,}}ed)\s+the\s+(?:{_MOST}|{_LEAST})\b", core
    )
    did = re.findall(r"\b(?:do|does|did)\b.*?\b([^\W\d_]{3,})(?:\s+(?:in|on|at)\b.*)?$", core)
    return [stem_of(word) for word in (*after_be, *before, *did)]
