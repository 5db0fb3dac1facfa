"""The words of an index and how many passages hold each: what is rare, and how words are spelt.

The table grows by one row for each word of a commit, with a negative count for what was deleted,
so that a change costs what it changes; `compacted` sums it up again now and then.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse

import pyarrow as pa

from assay.text.overlap import is_plain, plain_forms, stem_of, word_forms
from assay.text.spelling import Speller
from assay.text.stop_words import Language, most_used

ENDINGS = ("s", "es", "d", "ed")
_DOUBLED = re.compile(r"([^aeiou])\1$")
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
        return most_used(self.counts)

    @cached_property
    def _odd_by_stem(self) -> dict[str, int]:
        summed: dict[str, int] = {}
        for word in filterfalse(is_plain, self.counts):
            stem = stem_of(word)
            summed[stem] = summed.get(stem, 0) + self.counts[word]
        return summed

    def _count(self, stem: str) -> int:
        """How often words of this bare form are counted; plain ones are looked up, not searched.

        To bring every word of a large index to its bare form first would take seconds.
        """
        plain = sum(self.counts.get(form, 0) for form in plain_forms(stem))
        return plain + self._odd_by_stem.get(stem, 0)

    def holds(self, word: str) -> bool:
        """True when the word stands somewhere in the index, as it is or in the plural and such."""
        bare = word.casefold()
        forms = (bare, *(bare.removesuffix(ending) for ending in ENDINGS), f"{bare}s")
        return any(form in self.counts for form in forms)

    def knows(self, word: str) -> bool:
        """True when the word, or another form of it, stands somewhere in the index."""
        bare = word.casefold()
        # Bare forms are made by rules that take the e of "sines" for a part of its ending.
        stem = stem_of(word)
        single = stem[:-1] if _DOUBLED.search(stem) else stem  # "gzipped" is a form of "gzip"
        if self.holds(word) or single in self.counts:
            return True
        # "delet" has the bare form of "deleted", and is no word beside "delete".
        return f"{bare}e" not in self.counts and self._count(stem) > 0

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
