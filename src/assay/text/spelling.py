"""Spelling correction by the words of an index: nobody else knows its names and options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from assay.text.stop_words import FUNCTION_WORDS

MIN_LETTERS = 4  # shorter words have too many neighbours to guess from
TWO_FROM = 7  # letters from which two mistakes are believed
MIN_PASSAGES = 2  # a word that stands in one passage may be a mistake itself
MAX_CORRECTIONS = 6
MIN_HALF = 3  # letters of either half of "cronjob"
# Whole words only: what stands inside a file name, a version or a key is no word to correct. Names
# are made of words with "_" between them.
_WORD = re.compile(r"(?<![^\W_])(?<!\w[.'\u2019])[^\W\d_]{4,30}(?![^\W_]|[.'\u2019]\w)")
# British and American spellings of one word: colour, organise, analyse, centre, dialogue, licence,
# labelled. Letters before keep "four" from becoming "for", and "filled" from becoming "filed".
_ENDS = "(e|ed|es|er|ers|ing|ation|ations)$"
_BRITISH = (
    (r"(?<=\w\w)our", "or"), (f"is{_ENDS}", r"iz\1"), (f"ys{_ENDS}", r"yz\1"),
    ("tre(s?)$", r"ter\1"), ("ogue(s?)$", r"og\1"), ("nc(e|es)$", r"ns\1"),
    (r"(?<=\w{4})ll(ed|ing|er)$", r"l\1"),
)  # fmt: skip
_AMERICAN = (
    (r"(?<=\w\w)or", "our"), (f"iz{_ENDS}", r"is\1"), (f"yz{_ENDS}", r"ys\1"),
    ("ter(s?)$", r"tre\1"), ("og(s?)$", r"ogue\1"), ("ns(e|es)$", r"nc\1"),
    (r"(?<=\w{4})l(ed|ing|er)$", r"ll\1"),
)  # fmt: skip
# What "quickest" ends in is no word, though some index may have an "est".
_LAST_PARTS = """
    able age ance ant ary ate ely ence ent ers ess est ful ial ible ics ied ier ies ify ine ing
    ings ion ions ise ish ism ist ity ive ize less ment ments ness ory ous sion ter tic tion ure
    ward wise
"""
_ENDINGS = frozenset(_LAST_PARTS.split())
# "Reconnect" is no misspelt "connect", though an index may lack it.
_PREFIXES = frozenset(("re", "un", "dis", "de", "non", "in", "pre", "mis", "co", "out", "sub"))
_GRAMMAR = tuple(sorted(word for word in FUNCTION_WORDS if len(word) > MIN_LETTERS))
_TWINS = tuple((re.compile(one), two) for one, two in (*_BRITISH, *_AMERICAN))


@dataclass(frozen=True)
class Speller:
    """Corrects words by a vocabulary: each word with the number of passages that hold it.

    `is_word`: whether a word is one of the language, so that it is no mistake itself.
    It sorts the words by length at the first correction, so keep it for the next question.
    """

    counts: Mapping[str, int]
    is_word: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    _by_length: dict[int, list[str]] = field(default_factory=dict, repr=False)

    def corrected(
        self,
        text: str,
        known: frozenset[str] = frozenset(),
        words: frozenset[str] = frozenset(),
    ) -> str:
        """The text with words that the vocabulary lacks replaced by the nearest it has.

        Words in `known` stay as they are; so does everything that is near to nothing. Those in
        `words`, which are spelt rightly, may still be spelt otherwise in the vocabulary.
        """
        left = [MAX_CORRECTIONS]

        def correct(match: re.Match[str]) -> str:
            word = match[0]
            bare = word.casefold()
            if bare in self.counts or bare in known | FUNCTION_WORDS or _is_name(word):
                return word
            if twin := self.twin(bare):
                return twin
            if bare in words or not left[0]:
                return word
            left[0] -= 1
            if "_" in match.string[max(0, match.start() - 1) : match.end() + 1]:
                return self.nearest(bare, 1) or word  # a part of a name has no other form
            grammar = _of_grammar(bare) if self.counts else None
            near = self.nearest(bare, 1) or grammar or self.halves(bare)
            return near or self.nearest(bare) or word

        return _WORD.sub(correct, text)

    def twin(self, word: str) -> str | None:
        """The British or American spelling of the word, if the vocabulary has it."""
        spelt = (form.sub(other, word) for form, other in _TWINS)
        return next((twin for twin in spelt if twin != word and twin in self.counts), None)

    def halves(self, word: str) -> str | None:
        """Two words of the vocabulary that were written as one; None if it has no such two."""
        cuts = range(MIN_HALF, len(word) - MIN_HALF + 1)
        pairs = [(word[:at], word[at:]) for at in cuts if len(word) >= TWO_FROM]
        pairs = [pair for pair in pairs if pair[1] not in _ENDINGS]
        rarer = {pair: min(self.counts.get(half, 0) for half in pair) for pair in pairs}
        best = max(rarer, key=lambda pair: rarer[pair], default=None)
        return " ".join(best) if best and rarer[best] else None

    def nearest(self, word: str, most: int = 2) -> str | None:
        """The most common word within so many mistakes, fewest mistakes first; None if none."""
        allowed = min(most, 2) if len(word) >= TWO_FROM else 1
        best: tuple[int, int, str] | None = None
        for length in range(len(word) - allowed, len(word) + allowed + 1):
            for other in self._words_of(length):
                if other[0] != word[0] and (allowed == 1 or other[-1] != word[-1]):
                    continue  # people rarely miss the first letter, and "sines" is not "lines"
                count = self.counts[other]
                if (count < MIN_PASSAGES and not self.is_word(other)) or _is_derived(word, other):
                    continue
                distance = mistakes(word, other, allowed)
                if distance > allowed:
                    continue
                rank = (distance, -count, other)
                best = rank if best is None or rank < best else best
        return best[2] if best else None

    def _words_of(self, length: int) -> list[str]:
        if not self._by_length:
            found: dict[int, list[str]] = {0: []}
            for word in self.counts:
                if word.isalpha() and len(word) >= MIN_LETTERS - 1:
                    found.setdefault(len(word), []).append(word)
            self._by_length.update(found)  # all at once: other threads may look meanwhile
        return self._by_length.get(length, [])


def mistakes(one: str, two: str, limit: int) -> int:
    """Letters added, left out, changed or swapped between two words, at most limit + 1."""
    if abs(len(one) - len(two)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(two, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def _of_grammar(word: str) -> str | None:
    """The word of grammar that was meant, which a vocabulary need not have; None if none is near.

    Short ones are near to too many others.
    """
    near = (other for other in _GRAMMAR if other[0] == word[0] and mistakes(word, other, 1) == 1)
    return next(near, None)


def _is_derived(word: str, other: str) -> bool:
    """True when one is the other behind "re", "un" and the like."""
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    return longer.endswith(shorter) and longer.removesuffix(shorter) in _PREFIXES


def _is_name(word: str) -> bool:
    """True for words such as PermitRootLogin or GDB: their spelling is their own."""
    return any(letter.isupper() for letter in word[1:])
