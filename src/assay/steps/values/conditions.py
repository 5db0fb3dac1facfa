"""Several values with a condition each: "0 if a line was found, 1 if none was, 2 on an error".

The reader likes the first of them whatever the question says, so the clause is chosen by its
condition: the one that the question states.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.steps.values.ranges import is_in_range
from assay.text.negation import roots_spoken_of
from assay.text.numbers import figures
from assay.text.overlap import content_stems, is_negated, root, word_forms

# So much of a condition must the question say, and so much more than of the one that was read.
SAID_FROM, MORE = 0.5, 0.3
_BREAK = re.compile(
    r"[,;]\s(?:(?:and|or|but|while|whereas)\s)?|\s(?:and|or|but)\s(?!more\b|less\b)", re.IGNORECASE
)
_STRONG = re.compile(
    r"\b(?<!\beven )(?:if|when|whenever|unless|where|while|during|otherwise|else)\b", re.IGNORECASE
)
# These part values only where all of them count the same: "50 euros for adults, 20 for children".
_WEAK = re.compile(r"\b(?:for|in|on|at|with|without|under|from)\b", re.IGNORECASE)
_REST = frozenset(("otherwise", "else", "without"))
# Where "for guests in Oslo it is 5" goes on behind its condition, but not right after these.
_GOING_ON = "the a an it they this these is are was were takes has have"
_NAMING = "for in on at with without under from of to by"
_GOES_ON, _BEFORE_NAMES = frozenset(_GOING_ON.split()), frozenset(_NAMING.split())
_PAIRS = """before after, above below, over under, more less, more fewer, greater less, longer
    shorter, larger smaller, higher lower, on off, enabled disabled, true false, inside outside,
    earlier later"""
_OPPOSITES = tuple(tuple(pair.split()) for pair in _PAIRS.split(","))
_WORD = re.compile(r"[^\W_]+")
_MAX_BEHIND = 300  # characters behind the sentence that are looked at
_IN_BRACKETS = re.compile(
    r"(?<![^\s(])(?P<value>[^\s,;:()][^,;:()\n]{0,60}?) \((?P<when>[^()\n]{1,60})\)"
)
_JOINING = re.compile(r"(?:.*\s)?(?:or|and|to|is|are|as|by default)\s+", re.IGNORECASE)
_UNIT = re.compile(r"\W{0,2}([^\W\d_]+|%|$)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A value, `text[start:end]`, and on what it holds."""

    start: int
    end: int
    marker: str
    condition: str
    strong: bool

    @property
    def is_rest(self) -> bool:
        """True for "5 otherwise": it holds where the others do not."""
        return self.marker in _REST and not self.condition.strip(" .,;")

    @property
    def is_negated(self) -> bool:
        """True for "unless it rains" and "without rain"; "unless it does not rain" is not."""
        return (self.marker == "unless") is not is_negated(f"{self.marker} {self.condition}")


def value_asked_for(
    question: str, text: str, sentences: Sequence[tuple[int, int]], said: tuple[int, int]
) -> tuple[int, int] | None:
    """Where the value stands whose condition the question states; None if `said` may stand.

    The sentences are those of a paragraph. One that does not hold what is said counts if the
    question says all of its condition, and speaks of what the sentence speaks of as much.
    """
    own = next((each for each in sentences if each[0] <= said[0] < each[1]), None)
    near = list(clauses(text, own)) if own else []
    here = next((each for each in near if each.start <= said[0] < each.end), None)
    if own is None or here is None:
        return None
    found = chosen_clause(question, text, near, here, said)
    if found is None and here.strong:
        about = _about(question, text, own)
        others = [each for each in sentences if each != own]
        alike = [each for each in others if _about(question, text, each) >= about]
        beyond = [each for part in alike for each in clauses(text, part) if each.strong]
        said_all = [each for each in beyond if fit(question, each, beyond) == 1]
        found = chosen_clause(question, text, [here, *said_all], here, said)
    return _value_in(text, found, said) if found else None


def _value_in(text: str, clause: Clause, said: tuple[int, int]) -> tuple[int, int]:
    """The clause from its number on, where a number was said: "six weeks" of "it is six weeks"."""
    numbers = figures(text[clause.start : clause.end]) if figures(text[slice(*said)]) else ()
    at = text.find(numbers[0].written, clause.start, clause.end) if len(numbers) == 1 else -1
    return max(at, clause.start), clause.end


def chosen_clause(
    question: str, text: str, found: Sequence[Clause], here: Clause, said: tuple[int, int]
) -> Clause | None:
    """The clause that the question means and the reader did not; None for two of them."""
    fits = sorted(((fit(question, each, found), -each.start, each) for each in found), reverse=True)
    best, *others = fits
    if best[2] is here or best[0] < SAID_FROM or (others and others[0][0] == best[0]):
        return None
    if best[0] < fit(question, here, found) + MORE or not _alike(text, best[2], said, here.strong):
        return None
    return best[2]


def fit(question: str, clause: Clause, among: Sequence[Clause]) -> float:
    """How much of the clause's condition the question says; 0 where it says the opposite."""
    if clause.is_rest:
        rest = [each for each in among if not each.is_rest]
        return float(any(_said(question, each) == 1 and _opposes(question, each) for each in rest))
    within = is_in_range(question, clause.condition)
    if within is not None:
        return float(within)
    return 0.0 if _opposes(question, clause) else _said(question, clause)


def _said(question: str, clause: Clause) -> float:
    if is_in_range(question, clause.condition) is False:
        return 1.0
    wanted = roots_spoken_of(clause.condition)
    return len(wanted & roots_spoken_of(question)) / len(wanted) if wanted else 0.0


def _opposes(question: str, clause: Clause) -> bool:
    if is_in_range(question, clause.condition) is False:
        return True
    asked, stated = word_forms(question), word_forms(clause.condition)
    turned = any(
        (one in asked and two in stated and one not in stated and two not in asked)
        for pair in _OPPOSITES
        for one, two in (pair, pair[::-1])
    )
    return (is_negated(question) is not clause.is_negated) is not turned


def _about(question: str, text: str, sentence: tuple[int, int]) -> int:
    return len(roots_spoken_of(question) & roots_spoken_of(text[slice(*sentence)]))


def _alike(text: str, clause: Clause, said: tuple[int, int], strong: bool) -> bool:
    """True when both values count the same, or neither counts; a word may do for "if" and "when".

    "In 1990 in Oslo, 200 in Bergen" are two things, and "50 euros for adults" and "20 for
    children" one.
    """
    ours = text[slice(*said)]
    theirs = text[clause.start : clause.end]
    if not figures(ours) and not figures(theirs):
        return strong and clause.strong
    units = [_units(ours), _units(theirs)]
    return bool(units[0] and units[1]) and (strong or bool(units[0] & units[1]))


def _units(text: str) -> set[str]:
    """What the numbers of a text count; "" for a bare one."""
    found = set()
    for figure in figures(text):
        _, _, after = text.partition(figure.written)
        unit = _UNIT.match(after)
        found.add(root(next(iter(content_stems(unit[1])), "")) if unit else "")
    return found


def clauses(text: str, sentence: tuple[int, int]) -> Iterator[Clause]:
    """The parts of a sentence that have a condition; a part without belongs to the one before."""
    start, end = sentence
    breaks = [each.span() for each in _BREAK.finditer(text, start, end)]
    starts = [start, *(after for _, after in breaks)]
    ends = [*(before for before, _ in breaks), end]
    parts: list[tuple[int, int]] = []
    for left, right in zip(starts, ends, strict=True):
        if parts and not _marker(text, left, right):
            parts[-1] = (parts[-1][0], right)
        else:
            parts.append((left, right))
    if len(parts) > 1 and not _marker(text, *parts[0]):  # "Normally, it is 0 if ..."
        parts[:2] = [(parts[0][0], parts[1][1])]
    yield from (each for part in parts if (each := _clause(text, *part)))


def _marker(text: str, start: int, end: int) -> re.Match[str] | None:
    return _STRONG.search(text, start, end) or _WEAK.search(text, start, end)


def _clause(text: str, start: int, end: int) -> Clause | None:
    marker = _marker(text, start, end)
    if marker is None:
        return None
    strong, word = _STRONG.fullmatch(marker[0]) is not None, marker[0].casefold()
    left = max((each.end() for each in _BREAK.finditer(text, start, marker.start())), default=start)
    value, condition = text[left : marker.start()], text[marker.end() : end]
    if not strong and value.strip() and not figures(value) and figures(condition):
        # "Logs are kept for 30 days, backups for 90": what stands behind is the value.
        return Clause(marker.end(), end, word, value, strong)
    if value.strip():
        return Clause(left, marker.start(), word, condition, strong)
    ends = _condition_end(text, marker.end(), end, strong=strong)
    return Clause(ends, end, word, text[marker.end() : ends], strong) if ends < end else None


def _condition_end(text: str, start: int, end: int, *, strong: bool) -> int:
    """Where a condition ends that stands before its value."""
    comma = text.find(",", start, end)
    if comma >= 0:
        return comma + 1
    last = ""
    for word in _WORD.finditer(text, start, end):
        if not strong and last and last not in _BEFORE_NAMES and word[0].casefold() in _GOES_ON:
            return word.start()
        last = word[0].casefold()
    return end


def value_in_brackets(question: str, text: str, key: tuple[int, int]) -> tuple[int, int] | None:
    """Where the one value stands behind which the question's condition is: "lamp.ini (Windows)".

    The sentence that fits best begins where to look; the next one may go on with the values.
    """
    line_end = text.find("\n", key[1])
    end = min(key[1] + _MAX_BEHIND, len(text) if line_end < 0 else line_end)
    found = list(_IN_BRACKETS.finditer(text, key[0], end))
    meant = [each for each in found if _is_stated(each["when"], question)]
    if len(found) < 2 or len(meant) != 1:  # noqa: PLR2004 - one value is no choice
        return None
    joining = _JOINING.match(meant[0]["value"])
    start = meant[0].start("value") + (joining.end() if joining else 0)
    return start, meant[0].end("value")


def _is_stated(condition: str, question: str) -> bool:
    stated = content_stems(condition)
    same = is_negated(condition) is is_negated(question)
    return bool(stated) and stated <= content_stems(question) and same
