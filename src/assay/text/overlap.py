"""Lexical alignment: how much of a statement a span of a source says in the same words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from assay.text.stemmer import stem_of
from assay.text.stop_words import FUNCTION_WORDS, NEGATIONS, SMALL_WORDS

# A word of the question costs an answer nothing to repeat; names and numbers are what it adds.
QUESTION_WEIGHT = 0.25
NAME_WEIGHT = 1.5
NUMBER_WEIGHT = 2.0
# A number that the source does not have, or a negation that it does not have, is hardly support.
WRONG_NUMBER = 0.4
WRONG_NEGATION = 0.5
_CONTRACTED = "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't won't can't"

_WORD = re.compile(r"[^\W_]+(?:['\u2019.][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# A question word may be two words; "long" alone, as in "long options", has a meaning.
_ASKING = re.compile(
    r"\bhow (?:long|far|old|big|large|small|tall|high|deep|wide|heavy|fast|soon|late|early|short)\b"
    r"|\b(?:right|straight) (?:away|now)\b|\bat (?:all|once|the (?:same|moment))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A content word in its bare form, with how much it matters."""

    stem: str
    weight: float
    is_number: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """What has to be found: the content words of a sentence, and whether it is negated."""

    words: tuple[Word, ...]
    is_negated: bool


def statement(sentence: str, question: str = "") -> Statement:
    """The sentence as words to look for; a sentence without any, such as "Yes.", is the question's.

    Each word counts once: saying it twice supports nothing.
    """
    said = stems(question)
    words = {w.stem: w for w in _content(sentence, said)}
    if not words and question:
        words = {w.stem: w for w in _content(question, frozenset())}
    return Statement(tuple(words.values()), is_negated(sentence))


def coverage(wanted: Statement, source: str, context: str = "") -> float:
    """The weighted share of the statement that stands in the source (or its title), 0 to 1."""
    there = stems(source) | stems(context)
    share = weighted_share({word.stem: word.weight for word in wanted.words}, there)
    if any(word.is_number and word.stem not in there for word in wanted.words):
        share *= WRONG_NUMBER
    if wanted.is_negated and not is_negated(source):
        share *= WRONG_NEGATION
    return share


def weighted_share(wanted: Mapping[str, float], there: Set[str]) -> float:
    """How much of the weight of all wanted stems those have that are there, from 0 to 1."""
    total = sum(wanted.values())
    return sum(weight for stem, weight in wanted.items() if stem in there) / total if total else 0.0


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The bare forms of all words of a text."""
    return frozenset(map(stem_of, set(_words(text))))  # most words stand there more than once


def word_forms(text: str) -> frozenset[str]:
    """The words of a text as they are written, without case."""
    return frozenset(word.casefold() for word in _words(text))


def content_stems(text: str) -> frozenset[str]:
    """The bare forms of the words that carry meaning."""
    return frozenset(word.stem for word in _content(text, frozenset()))


def asked_stems(question: str) -> frozenset[str]:
    """The bare forms of the words that a question is about; of all words if it has only others."""
    bare = word_forms(_ASKING.sub(" ", question)) - FUNCTION_WORDS
    return frozenset(map(stem_of, bare)) or content_stems(question)


def _content(text: str, said: frozenset[str]) -> Iterable[Word]:
    for word in _words(text):
        if word.casefold() in SMALL_WORDS:
            continue
        stem = stem_of(word)
        is_number = any(c.isdigit() for c in word)
        weight = NUMBER_WEIGHT if is_number else NAME_WEIGHT if word[0].isupper() else 1.0
        if stem in said:
            yield Word(stem, QUESTION_WEIGHT, is_number=False)
        else:
            yield Word(stem, weight, is_number)


def _words(text: str) -> list[str]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    words: list[str] = _WORD.findall(plain)
    if plain.isascii() or not _CJK.search(plain):
        return words
    # Scripts without spaces: every character is a word of its own.
    return [part for word in words for part in (word if _CJK.search(word) else [word])]


def is_negated(text: str) -> bool:
    """True when a word of the text negates it."""
    words = text.casefold().replace("\u2019", "'").replace("n't", " n't").split()
    return any(word.strip('.,;:!?"()') in NEGATIONS for word in words)


def without_negation(wanted: Statement) -> Statement:
    """The statement without its negation."""
    words = tuple(word for word in wanted.words if word.stem not in _negating())
    return Statement(words, is_negated=False)


@lru_cache(maxsize=1)
def _negating() -> frozenset[str]:
    """The bare forms of the words that negate."""
    return frozenset(stem for word in (*NEGATIONS, *_CONTRACTED.split()) for stem in stems(word))
