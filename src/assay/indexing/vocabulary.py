"""The words of an index and how many passages hold each: what is rare, and how words are spelt.

The table grows by one row for each word of a commit, with a negative count for what was deleted,
so that a change costs what it changes; `compacted` sums it up again now and then.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse

import pyarrow as pa

from assay.text.overlap import word_forms
from assay.text.spelling import Speller
from assay.text.stemmer import stem_of
from assay.text.stop_words import Language, most_used

ENDINGS = ("s", "es", "d", "ed")
FEW = 20  # a table of names may have a small word in less than one row of so many
_MIN_STEM = 3  # letters from which the last one may be another in the word
MAX_LETTERS = 40  # a longer run of letters is a key or a checksum, not a word


def count_terms(texts: Iterable[str], sign: int = 1) -> Counter[str]:
    """In how many of the texts each word stands, times the sign."""
    counts: Counter[str] = Counter()
    for text in texts:
        for word in word_forms(text):
            if len(word) <= MAX_LETTERS:
                counts[word] += sign
    return counts


def compacted(rows: pa.Table) -> pa.Table:
    """One row for each word that is still there."""
    summed = rows.group_by("term").aggregate([("passages", "sum")])
    counts = summed.column("passages_sum")
    table = pa.table({"term": summed.column("term"), "passages": counts}, schema=rows.schema)
    return table.filter(pa.array(counts.to_numpy() > 0))


@dataclass(frozen=True)
class Vocabulary:
    """How many passages of an index hold a word, and how many passages there are."""

    counts: Mapping[str, int]
    passages: int

    @cached_property
    def speller(self) -> Speller:
        """The spelling correction that knows these words."""
        return Speller(self.counts)

    @cached_property
    def language(self) -> Language:
        """The language that most of the passages are in."""
        return most_used(self.counts, least=1 + self.passages // FEW)

    @cached_property
    def _plain(self) -> list[str]:
        return sorted(filter(_is_plain, self.counts))

    @cached_property
    def _odd_by_stem(self) -> dict[str, int]:
        summed: dict[str, int] = {}
        for word in filterfalse(_is_plain, self.counts):
            stem = stem_of(word)
            summed[stem] = summed.get(stem, 0) + self.counts[word]
        return summed

    def _count(self, stem: str) -> int:
        """How often words with this stem are counted.

        To stem every word of a large index would take seconds. Plain words begin with their stem,
        but for its last letter: "retries" and "retri", "stability" and "stabl". Only "dying" and
        its like do not.
        """
        start = stem if len(stem) < _MIN_STEM else stem[:-1]
        at, forms = bisect_left(self._plain, start), {f"{stem[:-2]}ying"}
        while at < len(self._plain) and self._plain[at].startswith(start):
            forms.add(self._plain[at])
            at += 1
        plain = sum(self.counts.get(form, 0) for form in forms if stem_of(form) == stem)
        return plain + self._odd_by_stem.get(stem, 0)

    def holds(self, word: str) -> bool:
        """True when the word stands somewhere in the index, as it is or in the plural and such."""
        bare = word.casefold()
        forms = (bare, *(bare.removesuffix(ending) for ending in ENDINGS), f"{bare}s")
        return any(form in self.counts for form in forms)

    def knows(self, word: str) -> bool:
        """True when the word, or another form of it, stands somewhere in the index."""
        # "delet" has the stem of "deleted", and is no word beside "delete".
        is_cut = f"{word.casefold()}e" in self.counts
        return self.holds(word) or (not is_cut and self._count(stem_of(word)) > 0)

    def idf(self, stem: str) -> float:
        """The inverse document frequency of a stem: 0 in every passage, high in few."""
        return math.log((self.passages + 1) / (min(self.passages, self._count(stem)) + 1))


def read_vocabulary(rows: pa.Table, passages: int) -> Vocabulary:
    """The vocabulary of a table of terms."""
    # Summed by hand: pyarrow's functions on columns take longer to load than all words to count.
    summed: dict[str, int] = {}
    counts = rows.column("passages").to_numpy().tolist()
    for word, count in zip(rows.column("term").to_pylist(), counts, strict=True):
        summed[word] = summed.get(word, 0) + count
    return Vocabulary({word: count for word, count in summed.items() if count > 0}, passages)


def _is_plain(word: str) -> bool:
    """True for a word that its stem begins: no accents, dots or apostrophes in it."""
    return word.isascii() and "." not in word and "'" not in word
