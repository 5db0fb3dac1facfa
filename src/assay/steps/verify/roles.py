"""Whether a claim gives the parts of a sentence to one another's roles: who did what to whom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.text.overlap import coverage, statement
from assay.text.stemmer import stem_of
from assay.text.stop_words import FUNCTION_WORDS


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Of a claim this much has to stand in the source before its roles are compared.
THE_SAME_WORDS = 0.85
MAX_CLAUSE, MAX_VERBS = 60, 60  # words and verbs; what is longer is no sentence
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019.-][^\W_]+)*|[,;:.!?()]")
_STOPS = frozenset(",;:.!?()")
_NEW_CLAUSE = _set(
    "if when because after before while where that which who whom although though unless since",
    "until whereas but and so than",
)
_PREPOSITIONS = _set(
    "in on at of for with over under during without about between through within near since until",
    "after before as into among against per via inside outside",
)
_TOWARDS = frozenset(("from", "to", "by", "into", "against"))
_BE = _set("is are was were be been being get gets got")
_HELPING = _BE | _set(
    "not never to can could may might must shall should will would do does did has have had",
    "cannot no it he she they we you i which who that",
)
_NOMINAL = _set(
    "a an the this these those his her its their my our your every each all some any no of in on",
    "at for with by from",
)
_NO_OBJECT = (_HELPING | _PREPOSITIONS) - {"not", "it", "he", "she", "they", "we", "you", "i"}
# The forms of verbs that no ending gives away, under the plain one.
_FORMS = """beat beaten, become became, begin began begun, break broke broken, bring brought, build
    built, buy bought, catch caught, choose chose chosen, come came, cost, cut, draw drew drawn,
    drive drove driven, fall fell fallen, feel felt, fight fought, find found, get got, give gave
    given, grow grew grown, hold held, hit, hurt, keep kept, know knew known, lay laid, lead led,
    leave left, lend lent, let, lose lost, make made, mean meant, meet met, pay paid, put, read, run
    ran, say said, see saw seen, sell sold, send sent, set, shoot shot, show showed shown, sing
    sang, sit sat, speak spoke spoken, spend spent, stand stood, strike struck, take took taken,
    teach taught, tell told, throw threw thrown, understand understood, wear wore worn, win won,
    write wrote written"""
_IRREGULAR = {form: forms.split()[0] for forms in _FORMS.split(",") for form in forms.split()}
# "John married Mary" is "Mary married John".
_MUTUAL = frozenset(map(stem_of, ("marry", "meet", "border", "adjoin", "equal")))
_DOER, _OBJECT = "doer", "object"


@dataclass(frozen=True, slots=True)
class _Act:
    """A verb, and the words of each role: who does it, to what, "from", "to" and "by" what.

    In the passive who does it comes behind "by".
    """

    verb: str
    roles: dict[str, frozenset[str]]

    def words(self, role: str) -> frozenset[str]:
        """The words of one role alone."""
        others = [words for name, words in self.roles.items() if name != role]
        return self.roles.get(role, frozenset()).difference(*others)


def roles_swapped(claim: str, source: str, title: str = "") -> bool:
    """True when the claim has a verb of the source, and its parts in one another's roles.

    Some word has another role, and none has the same one. Of a claim in words of its own nothing
    is known.
    """
    if coverage(statement(claim), source, title) < THE_SAME_WORDS:
        return False
    there = [act for act in _acts(source) if act.verb not in _MUTUAL]
    for mine in _acts(claim):
        same = [theirs for theirs in there if theirs.verb == mine.verb]
        if same and all(_exchanged(mine, theirs) for theirs in same):
            return True
    return False


def _exchanged(mine: _Act, theirs: _Act) -> bool:
    for role, other in ((a, b) for a in mine.roles for b in theirs.roles if a != b):
        if not mine.words(role) & theirs.words(other):
            continue
        if mine.words(other) & theirs.words(role):
            return True
        # "The line opened" beside "the king opened the line": without an object nothing moved.
        if role == _DOER and not any(mine.words(name) for name in mine.roles if name != _DOER):
            continue
        if not mine.words(role) & theirs.words(role):
            return True
    return False


def _acts(text: str) -> list[_Act]:
    acts: list[_Act] = []
    for words in _clauses(text):
        acts += [_act(words, at) for at in range(len(words)) if _is_verb(words, at)]
        if len(acts) >= MAX_VERBS:
            break
    return acts


def _clauses(text: str) -> list[tuple[str, ...]]:
    clauses: list[list[str]] = [[]]
    for token in _TOKEN.findall(text):
        if token in _STOPS:
            clauses.append([])
            continue
        if token.casefold() in _NEW_CLAUSE or len(clauses[-1]) >= MAX_CLAUSE:
            clauses.append([])
        clauses[-1].append(token)
    return [tuple(clause) for clause in clauses if clause]


def _is_verb(words: tuple[str, ...], at: int) -> bool:
    word = words[at].casefold()
    if word in FUNCTION_WORDS or not word.isalpha() or (at > 0 and words[at][0].isupper()):
        return False
    previous = words[at - 1].casefold() if at else ""
    following = words[at + 1].casefold() if at + 1 < len(words) else ""
    if previous in _NOMINAL or following == "of":
        return False
    if word in _IRREGULAR or previous in _HELPING or word.endswith("ed"):
        return True
    # A plural has no object: "it works" has "it" before it, "products are" has "are" behind it.
    return word.endswith(("s", "ing")) and bool(following) and following not in _NO_OBJECT


def _act(words: tuple[str, ...], at: int) -> _Act:
    before, after = frozenset(_arguments(words[:at])), frozenset(_arguments(words[at + 1 :]))
    roles = {
        word.casefold(): frozenset(_arguments(words[n + 1 :])[:3])
        for n, word in enumerate(words)
        if n > at and word.casefold() in _TOWARDS
    }
    word = words[at].casefold()
    led_in = any(w.casefold() in _BE for w in words[max(0, at - 3) : at])
    next_word = words[at + 1] if at + 1 < len(words) else ""
    # "A film directed by", "Directed with care by".
    led_in |= next_word == "by" or (at == 0 and "by" in roles)
    participle = word in _IRREGULAR or word.endswith(("ed", "en"))
    if led_in and participle:
        roles |= {_DOER: roles.pop("by", frozenset()), _OBJECT: before | after}
    elif participle and (at == 0 or next_word in _PREPOSITIONS):
        # "A grinder used in a cafe" is used, "a baker lived in a cafe" lives: either is possible.
        roles |= {_DOER: before | after, _OBJECT: before | after}
    else:
        roles |= {_DOER: before, _OBJECT: after}
    return _Act(stem_of(_IRREGULAR.get(word, word)).rstrip("e"), roles)


def _arguments(words: tuple[str, ...]) -> list[str]:
    """The content words that no preposition of place or time leads in."""
    found: list[str] = []
    skipping = False
    for word in words:
        low = word.casefold()
        if low in _TOWARDS:
            break
        if low in _PREPOSITIONS:
            skipping = low != "of"
            continue
        if (low not in FUNCTION_WORDS or (word.isupper() and len(word) > 1)) and not skipping:
            found.append(stem_of(word))
        elif low in _BE or low in _HELPING:
            skipping = False
    return found
