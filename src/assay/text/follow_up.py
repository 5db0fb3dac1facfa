"""Follow-up questions made self-contained by rules: "and for tags?" after one on branches.

Three kinds are known: a new thing in the place of the old one ("and for tags?", "what about X?"),
a pronoun for what was spoken of ("what is its default?"), and a circumstance ("on Windows?", "if
it rains?"). A question that stands by itself is left alone. Circumstances are kept apart from the
question that they were added to: a new thing replaces one of the question's, and a new
circumstance one that begins with the same word, so that questions in a row do not pile up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from assay.text.keywords import keywords
from assay.text.overlap import content_stems
from assay.text.stop_words import STOP_WORDS

Alike = Callable[[str, Sequence[str]], Sequence[float]]
"""How alike a word is in meaning to each of some others, from -1 to 1."""
LEAST_ALIKE, MORE_ALIKE = 0.15, 0.1
"""By word vectors: a new thing replaces the word that is at least so like it, if it is so much more
so than the last one."""
MAX_FRAGMENT_WORDS = 5
MAX_CONDITION_WORDS = 8
MAX_CIRCUMSTANCES = 2
_INSTEAD = re.compile(
    r"^(?:\W*(?:and|but|or|so|ok(?:ay)?|now)\b)?\W*"
    r"(?:(?:what|how)\s+(?:about|of)|(?:and|or)\s+(?:for|of|to)|and|or|for)\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\W*(?:(?:and|but|or|so|ok(?:ay)?|now)\b\W*)?(?:(?:what|how)\s+about\s+)?", re.IGNORECASE
)
_AUXILIARIES = "is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|might|must"
_QUESTION_WORD = re.compile(
    rf"^\W*(?:and\s+|but\s+|so\s+)?(?:who|what|when|where|which|why|how|whose|{_AUXILIARIES})\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|they|them|this\s+(?:one|option|setting|command|file)|that\s+(?:one|option|setting"
    r"|command|file)|this|that|these|those|the\s+same)\b(?!\s+(?:is|are)\s+(?:a|an|the)\b)",
    re.IGNORECASE,
)
_EMPTY_IT = re.compile(
    r"\b(?:is|was|does|will|would|can)\s+it\s+(?:(?:possible|normal|true|that)\b|(?:take|cost)\b.*\sto\s)",
    re.I,
)
_PREPOSITIONS = (
    "on|in|with|under|for|of|at|from|without|after|before|since|until|during|within|over|by|near"
)
_PREPOSED = re.compile(rf"(?<=\s)(?:{_PREPOSITIONS})(?=\s)", re.IGNORECASE)
_CIRCUMSTANCE = re.compile(rf"(?:{_PREPOSITIONS})\s+\S", re.IGNORECASE)
_CONDITION = re.compile(
    rf"(?:(?:even\s+)?if|unless|because|when(?!\s+(?:{_AUXILIARIES})\b))\s+\S", re.IGNORECASE
)
_OF_THE_THING = re.compile(r"(?:for|of)\s+", re.IGNORECASE)  # "and for tags?" names a new thing
_ASKS = re.compile(r"\b(?:who|whom|what|which|how|whose|when|where|why)\b", re.IGNORECASE)
# "In which year was it built?", "If I leave, who pays?" are whole questions.
_WHOLE = re.compile(
    rf"^\W*(?:and\s+)?(?:(?:{_PREPOSITIONS})\s+(?:what|which|whom|whose|how)\b[^,]{{0,60}}"
    rf"\b(?:{_AUXILIARIES})\b|(?:if|unless|when)\b[^,]{{0,200}},)",
    re.IGNORECASE,
)
# "By when?", "how soon?", "why not?" ask the last question with another question word.
_BY = (
    rf"(?:(?:(?:up\s+)?to|{_PREPOSITIONS})\s+)?"
    rf"(?:how(?:\s+(?!(?:{_AUXILIARIES})\b)\w+)?|whom?|when|where|why(?:\s+not)?|which|what)"
)
_WORD_ALONE = re.compile(rf"(?!.*\b(?:which|what|how)$){_BY}", re.IGNORECASE)
_ASKED_BY = re.compile(rf"^\W*(?:and\s+)?{_BY}\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:an?|the|my|your|our|their|his|her|its)\s+$", re.IGNORECASE)
_DESCRIBED = re.compile(
    r"(?:\b(?:(?:an?|the)(?:\s+[\w-]+){1,3}|what|which|how\s+(?:many|much))|\w['\u2019]s)\s+$", re.I
)
_NAMED = re.compile(r"\b(?:an?|the|my|your|our|their|his|her|its)(?:\s+[\w-]+){1,2}\s+$", re.I)
_THING = re.compile(r"\b(?:an?|the|my|your|our|their|his|her|its)\s+\w", re.IGNORECASE)
_CLAUSE = re.compile(r"\s(?:if|unless|because|when)\s", re.IGNORECASE)
_OF_A_MODEL = re.compile(r"\b(?:an?|the)\s+(?=\S*[0-9])\S+\s+$", re.IGNORECASE)
_NUMBERED = re.compile(r"\s(?:in|on|since|until|before|after)\s+[0-9]+$", re.IGNORECASE)
_ARTICLED = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_WORD = re.compile(r"\S+")
_NAME = re.compile(r"[\w-]+")
_MAX_NAME = 40
_MAX_BEFORE = 3  # words of one thing before its last: "the default maximum line length"
_EDGES = " \t\n.,;:?!"
_AUXILIARY = re.compile(r"do|does|did|can|could|will|would|shall|should|must|may|might")
_BE = re.compile(r"is|are|was|were|be|been")
_PARTICIPLE = re.compile(
    r"\w{2,}(?:ed|wn|ken|ten|ven|sen)|kept|sold|held|made|built|paid|sent|bled|shut|done|found|bought|left|cut"
)
_ABOUT_A_THING = re.compile(r"what|which|who|whom|much|many")  # before "do": its object
_DETERMINER = re.compile(r"an?|the|my|your|our|their|his|her|its|this|that|these|those")
_PLAIN_VERB = re.compile(r"do|have|be|get|go|use|mean|make|say|last")  # among the stop words
_SUBJECT_AND_VERB = 2
_MAX_ASKED = 8  # words before the auxiliary


@dataclass(frozen=True, slots=True)
class Standing:
    """A question that stands by itself, and the circumstances that follow-ups added to it."""

    question: str
    circumstances: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The question as it is asked."""
        if not self.circumstances:
            return self.question
        return f"{self.question.strip(_EDGES)} {' '.join(self.circumstances)}?"


def follow_up(
    question: str, before: Standing, subject: str = "", alike: Alike | None = None
) -> Standing:
    """The follow-up rewritten to stand alone; as it was typed if it does already.

    `subject` is what the last answer was about, where it is known; else the last question's own.
    A new thing replaces what is most `alike`; the last thing named where nobody can tell.
    """
    asked = " ".join(question.split())
    if not before.question or not asked:
        return Standing(question)
    if _WHOLE.match(asked):
        return _about(asked, before, subject)
    bare = asked.strip(_EDGES)
    fragment = _LEAD.sub("", bare)
    if _WORD_ALONE.fullmatch(fragment):
        rest = _ASKED_BY.sub("", before.question)
        rest = rest[:1].lower() + rest[1:] if _QUESTION_WORD.match(rest) else rest
        return replace(before, question=f"{fragment} {rest}")
    if _is_circumstance(fragment, before.question):
        return _under(before, fragment)
    new = _INSTEAD.match(bare)
    if new and not _QUESTION_WORD.match(new["new"]):
        thing = new["new"].strip(_EDGES)
        return replace(before, question=_in_place(before.question, thing, alike))
    return _about(asked, before, subject) if _QUESTION_WORD.match(asked) else Standing(question)


def asks(text: str) -> bool:
    """Whether a text is a question, by its mark or by its first word."""
    return text.rstrip(_EDGES.replace("?", "")).endswith("?") or bool(_QUESTION_WORD.match(text))


def _about(asked: str, before: Standing, subject: str) -> Standing:
    """A whole question, its pronoun replaced by what was spoken of."""
    return Standing(_with_subject(asked, subject or _subject(before.question)))


def _is_circumstance(fragment: str, before: str) -> bool:
    """Whether a fragment says when, where or how, and names no other thing to ask about."""
    words = len(fragment.split())
    if _CONDITION.match(fragment):
        return words <= MAX_CONDITION_WORDS
    if not _CIRCUMSTANCE.match(fragment) or words > MAX_FRAGMENT_WORDS:
        return False
    if not _OF_THE_THING.match(fragment) or _ASKS.search(fragment):
        return True
    return verb_at(before) is not None or any(map(_CIRCUMSTANCE.match, _phrases(before).values()))


def _under(before: Standing, fragment: str) -> Standing:
    """The question with a circumstance more, or in the place of one that begins alike."""
    first = _first(fragment)
    if old := _phrases(before.question).get(first):
        return replace(before, question=before.question.replace(old, fragment))
    others = [each for each in before.circumstances if _first(each) != first]
    return replace(before, circumstances=(*others, fragment)[-MAX_CIRCUMSTANCES:])


def _phrases(question: str) -> dict[str, str]:
    """The phrases behind the prepositions of a question, each by its preposition."""
    bare = question.strip(_EDGES)
    starts = [each.start() for each in _PREPOSED.finditer(bare)]
    verb = verb_at(bare)
    found = {}
    for start, end in pairwise([*starts, len(bare)]):
        until = verb if verb is not None and start < verb < end else end
        phrase = bare[start:until].strip(_EDGES)
        if len(phrase.split()) > 1:
            found[_first(phrase)] = phrase
    return found


def _first(phrase: str) -> str:
    return phrase.split(maxsplit=1)[0].casefold()


def self_contained(question: str, before: str, subject: str = "") -> str:
    """The follow-up rewritten to stand alone, after one question alone."""
    return follow_up(question, Standing(before), subject).text


def _in_place(before: str, new: str, alike: Alike | None = None) -> str:
    """The earlier question with one keyword replaced, or the new words at its end.

    A name or a year takes the place of one that is written alike: "AC-90" that of "AC-40". New
    words that begin as the old ones did replace all of these: "the default timeout" does not
    stand behind "the default worker".
    """
    old = before.strip(_EDGES)
    if same := _written_alike(old, new):
        return f"{old[: same.start()]}{_ARTICLED.sub('', new)}{old[same.end() :]}?"
    before = old[: verb_at(old)]  # a verb at the end is no thing that another could replace
    before = _main_clause(before)
    if (year := _NUMBERED.search(before)) and not any(map(str.isdigit, new)):
        before = before[: year.start()]
    last = keywords(before)[-1].split()[-1]
    at = before.casefold().rfind(last.casefold())
    if at >= 0 and alike and (nearer := _most_alike(new, before, at, alike)):
        at, last = nearer.start(), nearer[0]
    if at < 0 or not content_stems(last):
        return f"{old} {new}?"
    if content_stems(new) & content_stems(last):  # "the large hall" for "the small hall"
        named = _NAMED.search(old[:at]) if new.casefold().endswith(last.casefold()) else None
        return f"{old[: named.start()]}{new}{old[at + len(last) :]}?" if named else f"{old} {new}?"
    head = old[: _beginning(old[:at], new)]
    if (model := _OF_A_MODEL.search(head)) and _ARTICLED.match(new):
        head = head[: model.start()]  # "the chain checker" is none of the T-40
    elif _DESCRIBED.search(head):
        new = _ARTICLED.sub("", new)  # "the default lamp oil", "the wick": the default lamp wick
    else:
        head = _ARTICLE.sub("", head)  # the new words bring their own
    return f"{head}{new}{old[at + len(last) :]}?"


def _most_alike(new: str, before: str, last: int, alike: Alike) -> re.Match[str] | None:
    """The word that is clearly more like the new thing than the last one, if there is one."""
    words = [each for each in _NAME.finditer(before) if content_stems(each[0])]
    if not any(each.start() == last for each in words):
        return None
    scores = alike(new.rsplit(maxsplit=1)[-1], [each[0] for each in words])
    best, word = max(zip(scores, words, strict=True), key=lambda each: each[0])
    ahead = best - next(s for s, each in zip(scores, words, strict=True) if each.start() == last)
    return word if best >= LEAST_ALIKE and ahead >= MORE_ALIKE else None


def _main_clause(question: str) -> str:
    """The question without a condition at its end, where what is before that names a thing."""
    clause = _CLAUSE.search(question)
    named = clause is not None and _THING.search(question[: clause.start()])
    return question[: clause.start()] if clause is not None and named else question


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
    if first is None or _PARTICIPLE.fullmatch(plain[-1]):
        at = _participle_at(words, plain)
        if first is None or at is not None:
            return at
    of_content = [n for n in range(first + 1, len(plain)) if plain[n] not in STOP_WORDS]
    verbs = [n for n in range(first + 1, len(plain)) if _PLAIN_VERB.fullmatch(plain[n])]
    if not of_content or of_content[-1] - of_content[0] >= len(of_content):
        return words[verbs[-1]].start() if verbs and not of_content else None
    begin, end = of_content[0], of_content[-1]
    if verbs:
        return next((words[n].start() for n in verbs if n > end), None)
    about_a_thing = any(map(_ABOUT_A_THING.fullmatch, plain[:first]))
    if not all(map(_DETERMINER.fullmatch, plain[first + 1 : begin])):  # "I", "they" is the subject
        found = begin == end
    else:
        found = len(of_content) == _SUBJECT_AND_VERB or (begin < end and about_a_thing)
    return words[end].start() if found else None


def _participle_at(words: list[re.Match[str]], plain: list[str]) -> int | None:
    """Where the participle begins that ends a question: "How long is it *guaranteed*?"."""
    be = next((n for n, word in enumerate(plain[:_MAX_ASKED]) if _BE.fullmatch(word)), None)
    if be is None or not _PARTICIPLE.fullmatch(plain[-1]):
        return None
    return words[-1].start() if len(words) - be > _SUBJECT_AND_VERB or be > 1 else None


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
    bare = _main_clause(question.strip(_EDGES))
    before = bare[: verb_at(bare)]
    found = keywords(before if content_stems(before) else bare)
    named = [each for each in found if any(c.isupper() or c in "-_./" for c in each[1:])]
    return max(named, key=len) if named else found[-1]
