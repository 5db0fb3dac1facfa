"""Follow-up questions made self-contained by rules: "and for tags?" after one on branches.

Three kinds are known: a new thing in the place of the old one ("and for tags?", "what about X?"),
a pronoun for what was spoken of ("what is its default?"), and a bare fragment ("on Windows?").
A question that stands by itself is left alone.
"""

from __future__ import annotations

import re

from assay.text.keywords import keywords
from assay.text.overlap import content_stems
from assay.text.stop_words import STOP_WORDS

MAX_FRAGMENT_WORDS = 5
_INSTEAD = re.compile(
    r"^(?:\W*(?:and|but|or|so|ok(?:ay)?|now)\b)?\W*"
    r"(?:(?:what|how)\s+(?:about|of)|(?:and|or)\s+(?:for|with|in|on|of|to)|and|or|for)\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"^\W*(?:and\s+|but\s+|so\s+)?(?:who|what|when|where|which|why|how|whose|is|are|was|were|do|does|did"
    r"|can|could|will|would|should|has|have|may|might|must)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|they|them|this\s+(?:one|option|setting|command|file)|that\s+(?:one|option|setting"
    r"|command|file)|this|that|these|those|the\s+same)\b(?!\s+(?:is|are)\s+(?:a|an|the)\b)",
    re.IGNORECASE,
)
_EMPTY_IT = re.compile(
    r"\b(?:is|was|does|will|would|can)\s+it\s+(?:possible|normal|true|that)\b", re.I
)
_PLACE = re.compile(r"^\W*(?:on|in|with|under|for|at|from|without)\s+\S", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:an?|the)\s+$", re.IGNORECASE)
_DESCRIBED = re.compile(
    r"\b(?:(?:an?|the)(?:\s+[\w-]+){1,3}|what|which|how\s+(?:many|much))\s+$", re.I
)
_ARTICLED = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_WORD = re.compile(r"\S+")
_MAX_NAME = 40
_MAX_BEFORE = 3  # words of one thing before its last: "the default maximum line length"
_EDGES = " \t\n.,;:?!"
_AUXILIARY = re.compile(r"do|does|did|can|could|will|would|shall|should|must|may|might")
_ABOUT_A_THING = re.compile(r"what|which|who|whom|much|many")  # before "do": its object
_DETERMINER = re.compile(r"an?|the|my|your|our|their|his|her|its|this|that|these|those")
_PLAIN_VERB = re.compile(r"do|have|be|get|go|use|mean|make|say|last")  # among the stop words
_SUBJECT_AND_VERB = 2
_MAX_ASKED = 8  # words before the auxiliary


def self_contained(question: str, before: str, subject: str = "") -> str:
    """The follow-up rewritten to stand alone; unchanged if it does already.

    `subject` is what the last answer was about, where it is known; else the last question's own.
    """
    asked = " ".join(question.split())
    if not before or not asked:
        return question
    new = _INSTEAD.match(asked.strip(_EDGES))
    if new and not _QUESTION_WORD.match(new["new"]):
        return _in_place(before, new["new"].strip(_EDGES))
    about = subject or _subject(before)
    if _QUESTION_WORD.match(asked):
        return _with_subject(asked, about)
    if _PLACE.match(asked) and len(asked.split()) <= MAX_FRAGMENT_WORDS:
        return f"{before.strip(_EDGES)} {asked.strip(_EDGES)}?"
    return question


def _in_place(before: str, new: str) -> str:
    """The earlier question with its last keyword replaced, or the new words at its end.

    A name or a year takes the place of one that is written alike: "AC-90" that of "AC-40". New
    words that begin as the old ones did replace all of these: "the default timeout" does not
    stand behind "the default worker".
    """
    old = before.strip(_EDGES)
    if alike := _written_alike(old, new):
        return f"{old[: alike.start()]}{_ARTICLED.sub('', new)}{old[alike.end() :]}?"
    before = old[: verb_at(old)]  # a verb at the end is no thing that another could replace
    last = keywords(before)[-1].split()[-1]
    at = before.casefold().rfind(last.casefold())
    if at < 0 or not content_stems(last) or content_stems(new) & content_stems(last):
        return f"{old} {new}?"
    head = old[: _beginning(old[:at], new)]
    if _DESCRIBED.search(head):
        new = _ARTICLED.sub("", new)  # "the default lamp oil", "the wick": the default lamp wick
    else:
        head = _ARTICLE.sub("", head)  # the new words bring their own
    return f"{head}{new}{old[at + len(last) :]}?"


def verb_at(question: str) -> int | None:
    """Where the main verb begins, if nothing that it acts on follows: "What does it *cover*?".

    Behind an auxiliary stand a subject and a verb. Two words of content are these two; of more
    the last is the verb where "what", "which", "who" or "how much" stands for its object.
    """
    words = list(_WORD.finditer(question.strip(_EDGES)))
    plain = [each[0].strip(_EDGES).casefold() for each in words]
    first = next(
        (n for n, word in enumerate(plain[:_MAX_ASKED]) if _AUXILIARY.fullmatch(word)), None
    )
    if first is None:
        return None
    of_content = [n for n in range(first + 1, len(plain)) if plain[n] not in STOP_WORDS]
    verbs = [n for n in range(first + 1, len(plain)) if _PLAIN_VERB.fullmatch(plain[n])]
    if not of_content or of_content[-1] - of_content[0] >= len(of_content):
        return words[verbs[-1]].start() if verbs and not of_content else None
    begin, end = of_content[0], of_content[-1]
    if verbs:
        return next((words[n].start() for n in verbs if n > end), None)
    about_a_thing = any(map(_ABOUT_A_THING.fullmatch, plain[:first]))
    if not all(map(_DETERMINER.fullmatch, plain[first + 1 : begin])):  # "I", "they" is the subject
        found = begin == end and about_a_thing
    else:
        found = len(of_content) == _SUBJECT_AND_VERB or (begin < end and about_a_thing)
    return words[end].start() if found else None


def _beginning(head: str, new: str) -> int:
    """Where the words that are replaced begin: at the first of the new ones, or after the head."""
    first, _, more = _ARTICLED.sub("", new).casefold().partition(" ")
    near = list(_WORD.finditer(head))[-_MAX_BEFORE:]
    same = [each.start() for each in near if more and each[0].casefold() == first]
    return same[-1] if same else len(head)


def _written_alike(old: str, new: str) -> re.Match[str] | None:
    """Where the old question has the new words with other digits in them."""
    bare = _ARTICLED.sub("", new)
    if len(bare) > _MAX_NAME or not any(map(str.isdigit, bare)):
        return None
    parts = (re.escape(part) for part in _DIGITS.split(bare))
    return re.search(rf"(?<!\w){r'[0-9]+'.join(parts)}(?!\w)", old, re.IGNORECASE)


def _with_subject(asked: str, about: str) -> str:
    if not about or _EMPTY_IT.search(asked):
        return asked
    if _POSSESSIVE.search(asked):
        return _POSSESSIVE.sub(lambda _: f"{about}'s", asked, count=1)
    return _PRONOUN.sub(lambda _: about, asked, count=1)


def _subject(question: str) -> str:
    """What a question is about: its longest keyword that is a name, else its last one."""
    bare = question.strip(_EDGES)
    before = bare[: verb_at(bare)]
    found = keywords(before if content_stems(before) else bare)
    named = [each for each in found if any(c.isupper() or c in "-_./" for c in each[1:])]
    return max(named, key=len) if named else found[-1]
