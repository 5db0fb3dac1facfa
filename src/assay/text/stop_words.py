"""The one list of English stop words, in three sizes; each holds the one before it.

The small words of three other languages tell in which language a text is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

NEGATIONS = frozenset(("no", "not", "never", "none", "neither", "nor", "without", "cannot", "n't"))
_SMALL = """
    a an the this that these those it its he she they his her their him them we you i my your our
    is are was were be been being am do does did has have had will would can could may might must
    shall should of in on at by for from to with as into onto about over under between through
    during after before and or but if then than so such also too very just only both each more
    most some any all who whom whose which what where when why how there here s t yes no true false
"""
SMALL_WORDS = frozenset(_SMALL.split())
# The other closed classes of English. A passage need not have them to answer a question, but in an
# answer "many" and "every" matter. Words that reverse a question are missing: "without", "except".
_CLOSED = """
    many much few fewer several enough lot lots plenty every either neither none another other
    others same own else one ones
    always never ever often sometimes usually seldom rarely again already still yet now soon once
    today currently away together forever perhaps maybe
    really quite rather almost nearly even simply actually exactly basically somehow anyway
    because although though while whereas whether until unless since nor not cannot
    me us mine yours ours theirs hers myself yourself himself herself itself ourselves themselves
    someone somebody something anyone anybody anything everyone everybody everything nobody nothing
    somewhere anywhere everywhere whatever whichever whoever whenever wherever however
    against along among amongst around across beside besides beyond despite during
    near onto per regarding throughout till toward towards upon via within
    please thanks thank hi hello hey ok okay ought
"""
FUNCTION_WORDS = SMALL_WORDS | frozenset(_CLOSED.split())
# Words with which people ask ("tell", "find", "kind", "called"): they name nothing to search for.
_ASKING = """
    according became become becomes best called came come comes doing done explain find
    following gave get gets give given gives go goes going got having including instead kind
    known last let like likely list made main mean means mentioned name named names off out
    say see seen sort tell thing things type types up use used using way well went
"""
STOP_WORDS = FUNCTION_WORDS | frozenset(_ASKING.split()) | {"without"}


class Language(StrEnum):
    """The languages that are told apart; a text in any other counts as English."""

    ENGLISH = "English"
    GERMAN = "German"
    FRENCH = "French"
    SPANISH = "Spanish"


def without_accents(word: str) -> str:
    """The letters of a word as they are without accents."""
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


_WORD = re.compile(r"[^\W\d_]+")
# No word that English has too, as a word or as a name ("die", "comment", "mit", "todo"), and none
# that joins the parts of a name ("de", "van", "la"): "Charles de Gaulle" is no French.
_OTHERS = {
    Language.GERMAN: """
        aber auch auf aus bei beim bis bist dann das dass dem denn diese diesem diesen dieser
        dieses doch durch ein eine einem einen einer eines für gibt haben hatte ich ihr ihre
        ist jede jeder jedes kann kein keine können muss müssen nach nicht noch oder ohne sein
        seine sich sie sind soll sollen über und uns unter vom viel viele vor wann warum welche
        welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso wird wo wofür woher
        wohin womit worden wozu wurde wurden zu zum zur zwischen
    """,
    Language.FRENCH: """
        aucun aucune aussi avec avez avoir avons ces cet cette chaque combien dans depuis
        doit doivent elle elles et être eux faut fait ils je leur leurs lors mais
        même ne nos notre nous ont ou où pas peut peuvent pourquoi puis quand que quel
        quelle quelles quels qui quoi selon ses soit sont tous toute toutes une
        vers vos votre vous
    """,
    Language.SPANISH: """
        antes aquel así aún cada como cómo cual cuál cuáles cuando cuándo cuanta cuánta
        cuantas cuántas cuanto cuánto cuantos cuántos debe deben desde después donde dónde
        ellas ellos entre esa ese eso está están estas este esto estos fue fueron haber
        hace hacen hacer hasta más mientras muy nos nuestra nuestro para pero por
        porque puede pueden que qué quien quién quienes quiénes según sido siempre
        sobre también tiene tienen todas todos una unas unos usted
    """,
}
_ENGLISH_UNACCENTED = frozenset(("esta", "fur", "meme", "uber"))
OTHER_SMALL_WORDS = {
    language: frozenset(words.split())
    | (frozenset(without_accents(words).split()) - _ENGLISH_UNACCENTED)
    for language, words in _OTHERS.items()
}


def language_of(text: str) -> Language:
    """The language whose small words the text has most of; English if it has none.

    A word in capitals is an abbreviation, unless all are: "DAS" and "IST" are no German.
    """
    words = _WORD.findall(text)
    if not text.isupper():
        words = [word for word in words if len(word) == 1 or not word.isupper()]
    return most_used(Counter(word.casefold() for word in words))


def most_used(counts: Mapping[str, int], least: int = 1) -> Language:
    """The language whose small words are counted most; English if there are less than `least`.

    The words have no capitals.
    """
    english = _count(counts, FUNCTION_WORDS)
    found = {language: _count(counts, words) for language, words in OTHER_SMALL_WORDS.items()}
    best = max(found, key=lambda language: found[language])
    return best if found[best] >= max(least, english) else Language.ENGLISH


def _count(counts: Mapping[str, int], words: frozenset[str]) -> int:
    return sum(counts.get(word, 0) for word in words)
