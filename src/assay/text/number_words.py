"""Numbers in words: "two hundred and fifty", "the twentieth", "twenty-one"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SMALL_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen
    fourteen fifteen sixteen seventeen eighteen nineteen"""
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_FIRST_WORDS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh
    twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"""
_TENTH_WORDS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
_TENS = _TEN_WORDS.split()
SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_PLAIN = {
    **{word: float(n) for n, word in enumerate(_SMALL_WORDS.split())},
    **{word: 10.0 * n for n, word in enumerate(_TENS, start=2)},
}
_ORDINALS = {
    **{word: float(n) for n, word in enumerate(_FIRST_WORDS.split(), start=1)},
    **{word: 10.0 * n for n, word in enumerate(_TENTH_WORDS.split(), start=2)},
}
SINGLE_WORDS = _PLAIN | _ORDINALS  # what one word alone stands for
_LAST_SCALES = {word + "th": value for word, value in SCALES.items()}
# Longer words first: "sixteen" is not "six".
NUMBER_WORDS = sorted(
    [*_PLAIN, *_ORDINALS, *SCALES, *_LAST_SCALES], key=lambda word: (-len(word), word)
)
# In running text these are seldom meant as numbers.
_VAGUE = frozenset(("zero", "one", "first", "second"))
_WORD = re.compile(r"[^\W\d_]+")
_TEN, _HUNDRED = 10.0, 100.0


@dataclass(slots=True)
class _Run:
    """A number on the way: what is complete, what a scale may still multiply, where it stands."""

    start: int
    end: int = 0
    total: float = 0.0
    current: float = 0.0
    words: int = 0
    last: str = ""
    least: float = float("inf")

    @property
    def value(self) -> float:
        """The number as far as it was read."""
        return self.total + self.current

    def takes(self, word: str) -> bool:
        """True when the word goes on with this number and does not begin another."""
        if not self.words:
            return True
        if self.last in _ORDINALS or self.last in _LAST_SCALES:
            return False
        if word in SCALES or word in _LAST_SCALES:
            scale = SCALES.get(word) or _LAST_SCALES[word]
            return 0 < self.current < scale < self.least
        value = _PLAIN.get(word, _ORDINALS.get(word, 0.0))
        if self.last in SCALES:
            return value > 0
        return self.last in _TENS and 0 < value < _TEN

    def add(self, word: str, end: int) -> None:
        """Go on with a word that the number takes."""
        scale = SCALES.get(word) or _LAST_SCALES.get(word)
        if scale is None:
            self.current += _PLAIN.get(word, _ORDINALS.get(word, 0.0))
        elif scale == _HUNDRED:
            self.current = (self.current or 1.0) * scale
        else:
            self.total += (self.current or 1.0) * scale
            self.current, self.least = 0.0, scale
        self.words, self.last, self.end = self.words + 1, word, end


def spelled(text: str) -> Iterator[tuple[float, str, bool]]:
    """The numbers in a run of number words: value, wording, and whether it may mean no number."""
    run: _Run | None = None
    joined = False
    for found in _WORD.finditer(text):
        word = found.group().lower()
        if word in ("and", "a", "an"):
            joined = word == "and"
            continue
        # "Two hundred and fifty" is one number, "two and three" are two.
        if run is not None and not (run.takes(word) and (not joined or run.last in SCALES)):
            yield from _said(run, text)
            run = None
        run = run or _Run(found.start())
        run.add(word, found.end())
        joined = False
    if run is not None:
        yield from _said(run, text)


def _said(run: _Run, text: str) -> Iterator[tuple[float, str, bool]]:
    alone = run.words == 1
    # A scale by itself, as in "a hundred" or "hundreds of thousand", need not be an exact number.
    vague = alone and (run.last in _VAGUE or run.last in SCALES or run.last in _LAST_SCALES)
    yield run.value, text[run.start : run.end], vague
