"""The words of a question that are worth searching for, found by rules alone.

A question is a run of function words with islands of content in it. The islands are the
keywords: names stay whole, what is asked about them stays beside them, and the rest goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from assay.text.sanitise import visible
from assay.text.stop_words import STOP_WORDS

MAX_KEYWORDS = 3
MAX_KEYWORD = 12
MAX_QUERY = 200
# A name of one word may open a longer phrase ("Kiribati men's national team"); one of two is whole.
WHOLE_NAME = 2
MOSTLY = 0.8

# Words and marks that may stand inside a name: "Lord of the Rings", "Mission: Impossible".
_LINKS = """of the and a an in on for to by with at from but de la le du des di da do dos von van
    der den al el bin ben ibn & y : \u2013 -"""
LINKS = frozenset(_LINKS.split())

_QUOTED = re.compile(r"[\"\u201c\u201d\u00ab]([^\"\u201c\u201d\u00ab\u00bb]{2,80})[\"\u201d\u00bb]")
_TOKEN = re.compile(r"\w+(?:[.'\u2019\u00b7&-]\w+)*\.?|[^\w\s]")
# A word with its full stop; an initial ("F.") and a short title ("St.", "Jr.") end no sentence.
_SENTENCE_END = re.compile(r"\w*[a-z0-9]{3}\.")
_POSSESSIVE = re.compile(r"['\u2019]s?$")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    at: int
    first: bool
    cased: bool  # whether capitals mean anything in this question

    @property
    def low(self) -> str:
        return _POSSESSIVE.sub("", self.text).lower()

    @property
    def is_name(self) -> bool:
        """Capitalised inside a sentence, or a word that no sentence would open with."""
        if not self.cased or not (self.text[0].isupper() or self.text[0].isdigit()):
            return False
        return not (self.first and self.low in STOP_WORDS)

    @property
    def is_link(self) -> bool:
        return (self.text if self.cased else self.text.lower()) in LINKS

    @property
    def is_content(self) -> bool:
        return self.text[0].isalnum() and (self.is_name or self.low not in STOP_WORDS)


def keywords(question: str, most: int = MAX_KEYWORDS) -> tuple[str, ...]:
    """At most `most` keywords of a question, in its order; the question's words if it has none."""
    text = " ".join(visible(question).split())
    ranked: dict[str, tuple[float, int]] = {}  # keyword -> (weight, place)
    for match in _QUOTED.finditer(text):
        quoted = " ".join(match.group(1).replace(",", " ").split()).strip(" .;?!")
        if len(quoted.split()) <= MAX_KEYWORD:
            ranked.setdefault(quoted, (100.0, match.start()))
    bare = _QUOTED.sub(lambda match: "," * len(match.group()), text)
    for run in _runs(_words(bare)):
        for phrase in _split(run):
            ranked.setdefault(_joined(phrase), (_weight(phrase), phrase[0].at))
    best = sorted(filter(None, ranked), key=lambda keyword: -ranked[keyword][0])[:most]
    found = sorted(best, key=lambda keyword: ranked[keyword][1])
    return tuple(found) or (text.rstrip("?!. ")[:MAX_QUERY],)


def _words(text: str) -> list[_Word]:
    tokens = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
    plain = [token for token, _ in tokens if token[0].isalpha()]
    capitals = sum(token[0].isupper() for token in plain)
    cased = 0 < capitals <= MOSTLY * len(plain) or len(plain) <= WHOLE_NAME
    words: list[_Word] = []
    first = True
    for number, (token, at) in enumerate(tokens):
        ends = token in (".", "?", "!") or bool(_SENTENCE_END.fullmatch(token))
        beside = [near for near, _ in tokens[max(0, number - 1) : number + 2] if near != token]
        # "I" is a name only beside one: "I Love Lucy", not "what may I eat".
        told = cased and (token != "I" or any(near[0].isupper() for near in beside))
        bare = token.rstrip(".") if ends and token[0].isalnum() else token
        words.append(_Word(bare, at, first, told))
        first = ends
    return [word for word in words if word.text]


def _runs(words: list[_Word]) -> list[list[_Word]]:
    """Unbroken runs of content words; a link between two names does not break a run."""
    runs: list[list[_Word]] = [[]]
    for at, word in enumerate(words):
        if word.is_content or _joins(words, at):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _joins(words: list[_Word], at: int) -> bool:
    """True for a link inside a name, and for "of" where names cannot be told from words."""
    before = next((w for w in words[max(0, at - 2) : at][::-1] if not w.is_link), None)
    after = next((w for w in words[at + 1 : at + 3] if not w.is_link), None)
    if not words[at].is_link or before is None or after is None:
        return False
    if not words[at].cased:
        return words[at].low == "of" and words[at - 1].is_content and words[at + 1].is_content
    return before.is_name and after.is_name


def _split(run: list[_Word]) -> list[list[_Word]]:
    """A run cut where a whole name ends: after its possessive, or before plain words."""
    parts: list[list[_Word]] = [[run[0]]]
    names = 0
    for word, following in pairwise(run):
        names += word.is_name
        closed = names >= WHOLE_NAME or _POSSESSIVE.search(word.text)
        name_ends = word.is_name and not following.is_name and not following.is_link
        name_begins = following.is_name and not word.is_name and not word.is_link
        if (name_ends and closed) or name_begins:
            parts.append([])
            names = 0
        parts[-1].append(following)
    return [part[:MAX_KEYWORD] for part in parts]


def _joined(phrase: list[_Word]) -> str:
    text = " ".join(word.text for word in phrase).replace(" :", ":")
    return _POSSESSIVE.sub("", text) if phrase[-1].is_name else text


def _weight(phrase: list[_Word]) -> float:
    """Names before plain words, longer before shorter."""
    names = sum(word.is_name for word in phrase)
    letters = sum(len(word.text) for word in phrase if word.low not in STOP_WORDS)
    return 20.0 * min(names, 3) + min(letters, 30)
