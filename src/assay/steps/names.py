"""The names in a sentence, and whether a source knows them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from assay.steps.keywords import STOP

_WORD = re.compile(r"[^\W\d_][\w'\u2019.&-]*")
_SUBJECT = re.compile(r"(?:(?:The|A|An)\s+)?(?:[^\W\d_a-z][\w'\u2019.&-]*[\s,]*)+")
_OPENING = re.compile(r"(?:^|[.!?:]\s+|[\"\u201c(]\s*)$")
# What may differ between two forms of one name: Italy and Italian, Germany and Germans.
_ENDINGS = frozenset(
    ("", "n", "an", "ian", "ans", "ese", "ish", "ic", "ian's", "y", "s", "es", "a")
)
_SHORTEST_ROOT = 4
_SHORTEST_INITIALS, _LONGEST_INITIALS = 2, 6
_TITLES = (
    "monday tuesday wednesday thursday friday saturday sunday i i'm mr mrs ms dr st sir yes no"
)
_NOT_NAMES = frozenset(_TITLES.split())


def names_in(sentence: str) -> tuple[str, ...]:
    """The capitalised words that are names wherever they stand, each once.

    The first word of a sentence is capitalised anyway: it counts when another name follows it.
    """
    words = list(_WORD.finditer(unicodedata.normalize("NFKC", sentence)))
    found: dict[str, None] = {}
    for at, match in enumerate(words):
        word = _bare(match.group())
        if not word[:1].isupper() or word.lower() in STOP or word.lower() in _NOT_NAMES:
            continue
        following = words[at + 1].group() if at + 1 < len(words) else ""
        first = _OPENING.search(match.string[: match.start()]) is not None
        if first and not following[:1].isupper():
            continue
        found.setdefault(word, None)
    return tuple(found)


def subject_names(sentence: str) -> tuple[str, ...]:
    """The names that the sentence begins with: whom or what it speaks of."""
    found = _SUBJECT.match(sentence)
    return names_in(f"A {found.group()}") if found else ()


def missing_names(sentence: str, source: str) -> tuple[str, ...]:
    """The names of the sentence that stand nowhere in the source, in no usual form of theirs."""
    named = names_in(sentence)
    if not named:
        return ()
    there, initials = _words_of(source)
    return tuple(name for name in named if not _known(name, there, initials))


@lru_cache(maxsize=256)
def _words_of(source: str) -> tuple[frozenset[str], str]:
    """The words of a text in their bare form, and the initials of its names in a row."""
    words = _WORD.findall(unicodedata.normalize("NFKC", source))
    there = frozenset(_key(part) for word in words for part in (word, *word.split("-")))
    return there, "".join(word[0] for word in words if word[0].isupper())


def _known(name: str, there: frozenset[str], initials: str) -> bool:
    parts = [_key(part) for part in name.split("-") if part]
    if all(part in there or any(_same(part, word) for word in there) for part in parts):
        return True
    letters = name.replace(".", "")
    short = _SHORTEST_INITIALS <= len(letters) <= _LONGEST_INITIALS and letters.isupper()
    return short and letters in initials


def _same(one: str, two: str) -> bool:
    if one[:_SHORTEST_ROOT] != two[:_SHORTEST_ROOT] or len(one) < _SHORTEST_ROOT:
        return False
    common = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        common += 1
    return one[common:] in _ENDINGS and two[common:] in _ENDINGS


def _bare(word: str) -> str:
    word = re.sub(r"['\u2019]s?$", "", word.rstrip(".,"))
    return word.strip("'\u2019&-")


def _key(word: str) -> str:
    bare = unicodedata.normalize("NFKD", _bare(word).casefold())
    return "".join(c for c in bare if not unicodedata.combining(c)).replace(".", "")
