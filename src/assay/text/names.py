"""The names in a sentence, and whether a source knows them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from assay.text.stop_words import STOP_WORDS, without_accents

_WORD = re.compile(r"(?<![^\W_])[^\W\d_][\w'\u2019.&-]*")
_SUBJECT = re.compile(r"(?:(?:The|A|An)\s+)?(?:[^\W\d_a-z][\w'\u2019.&-]*[\s,]*)+")
# What may differ between two forms of one name: Italy and Italian, Germany and Germans.
_ENDINGS = frozenset(
    ("", "n", "an", "ian", "ans", "ese", "ish", "ic", "ian's", "y", "s", "es", "a")
)
_MIN_ROOT = 4
_MIN_INITIALS, _MAX_INITIALS = 2, 6
_TITLES = (
    "monday tuesday wednesday thursday friday saturday sunday i i'm mr mrs ms dr st sir yes no"
)
_NOT_NAMES = frozenset(_TITLES.split())


def names_in(sentence: str) -> tuple[str, ...]:
    """The capitalised words that are names wherever they stand, each once.

    The first word of a sentence is capitalised anyway: it counts when another name follows it that
    is not in capitals.
    """
    words = list(_WORD.finditer(unicodedata.normalize("NFKC", sentence)))
    found: dict[str, None] = {}
    for at, match in enumerate(words):
        word = _bare(match.group())
        if not word[:1].isupper() or _is_no_name(word):
            continue
        following = words[at + 1].group() if at + 1 < len(words) else ""
        first = _opens(match.string, match.start())
        # "Sending SIGHUP" names one thing, "Anna Lund" is one name.
        if first and (not following[:1].isupper() or (len(following) > 1 and following.isupper())):
            continue
        found.setdefault(word, None)
    return tuple(found)


def _is_no_name(word: str) -> bool:
    low = word.lower()
    if low in STOP_WORDS:
        return word != "US"
    return low in _NOT_NAMES or low.removesuffix("s") in _NOT_NAMES  # "on Fridays"


def _opens(text: str, at: int) -> bool:
    """True when a sentence begins at `at`: after a full stop or a quotation mark, or at first."""
    before = at
    while before > 0 and text[before - 1].isspace():
        before -= 1
    if before == 0:
        return True
    return text[before - 1] in '"\u201c(' or (before < at and text[before - 1] in ".!?:")


def subject_names(sentence: str) -> tuple[str, ...]:
    """The names at the beginning of the sentence: its subject."""
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
    if all(part in there or any(form in there for form in _forms(part)) for part in parts):
        return True
    letters = name.replace(".", "")
    short = _MIN_INITIALS <= len(letters) <= _MAX_INITIALS and letters.isupper()
    return short and letters in initials


def _forms(word: str) -> Iterator[str]:
    """The other usual forms of a name: the same root with another ending."""
    for ending in _ENDINGS:
        root = word.removesuffix(ending)
        if len(root) + len(ending) != len(word) or len(word) < _MIN_ROOT:
            continue
        for other in _ENDINGS:
            # Where both endings begin alike, that letter belongs to the root.
            if not (ending and other and ending[0] == other[0]):
                form = root + other
                if form[:_MIN_ROOT] == word[:_MIN_ROOT]:
                    yield form


def _bare(word: str) -> str:
    word = re.sub(r"['\u2019]s?$", "", word.rstrip(".,"))
    return word.strip("'\u2019&-")


def _key(word: str) -> str:
    return without_accents(_bare(word).casefold()).replace(".", "")
