"""How an answer is worded: how loaded, and how concise.

Bias counts opinion, insinuation and claims without exception. A word costs its sentence half of its
neutrality, an absolute one a quarter; the measure is the mean over the text, weighted by length. A
word that the evidence uses itself costs nothing: to report what a source says is no bias of the
answer. Conciseness falls with what is said twice or beyond what was asked.
"""

from __future__ import annotations

import re
from functools import lru_cache

from assay.text.overlap import stems
from assay.text.sentences import segments
from assay.text.stop_words import STOP_WORDS

SHORT_NEED, LONG_NEED = 40, 200
# Runs of this many words that stand there already are a repetition, single words are not.
RUN = 3
_FACT = re.compile(
    r"^\W*(?:(?:in|on|at|by|from|to|for|with|of)\s+)?"
    r"(?:who|whom|whose|when|where|which|how\s+(?:many|much|old|long|far|tall|high|big|large|deep)"
    r"|what\s+(?:year|date|day|city|country|name|time|age|number|color|colour))\b",
    re.IGNORECASE,
)
_ANY_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")


def conciseness(text: str, question: str = "") -> float:
    """From 0 to 1; 0 for a text without words."""
    words = [word.casefold() for word in _ANY_WORD.findall(text)]
    if not words:
        return 0.0
    need = SHORT_NEED if _FACT.match(question) else LONG_NEED
    return _new_share(words) * min(1.0, need / len(words))


def _new_share(words: list[str]) -> float:
    """The number of distinct n-grams of content words over the number of all."""
    content = [next(iter(stems(word)), word) for word in words if word not in STOP_WORDS] or words
    size = min(RUN, len(content))
    runs = [tuple(content[at : at + size]) for at in range(len(content) - size + 1)]
    return len(set(runs)) / len(runs)


LOADED, ABSOLUTE = 1.0, 0.5

_LOADED_WORDS = """
    amazing appalling atrocious awful awesome bizarre brainwashed brilliant clueless corrupt
    cowardly crazy deplorable despicable disastrous disgraceful disgusting dreadful evil excellent
    fantastic foolish genius glorious greedy hateful heroic hideous horrible horrific idiotic
    incompetent incredible infamous insane laughable ludicrous magnificent miserable moronic
    notorious outrageous pathetic perfect phenomenal radical ridiculous savage scandalous shameful
    shameless sickening so-called spectacular stunning stupid superb terrible tragic treacherous
    unbelievable vicious vile wicked wonderful worthless alarmist propaganda regime thug thugs
    unfortunately sadly luckily thankfully
"""
_ABSOLUTE_WORDS = """
    absolutely always certainly clearly completely definitely entirely everybody everyone
    everything impossible inevitably invariably naturally never nobody obviously totally
    undeniable undeniably undoubtedly unquestionable unquestionably utterly
"""
_PHRASES = (
    r"of course|without (?:a |any )?doubt|no doubt|it goes without saying|as everyone knows"
    r"|everyone knows|there is no question|in my opinion|i (?:think|believe|feel)|let's be honest"
)
_WORD = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")
_WEIGHTS = {
    **dict.fromkeys(_LOADED_WORDS.split(), LOADED),
    **dict.fromkeys(_ABSOLUTE_WORDS.split(), ABSOLUTE),
}
_PHRASE = re.compile(rf"\b(?:{_PHRASES})\b", re.IGNORECASE)


def bias(text: str, evidence: str = "") -> float:
    """From 0, neutral, to 1; words that stand in the evidence do not count."""
    known = evidence.casefold()
    told = {word.casefold() for word in _WORD.findall(evidence)}
    total = weighted = 0.0
    for start, end in segments(text):
        sentence = text[start:end]
        words = [word.casefold() for word in _WORD.findall(sentence)]
        load = sum(_WEIGHTS.get(word, 0.0) for word in words if word not in told)
        load += sum(
            LOADED for each in _PHRASE.findall(sentence) if not _is_told(each.casefold(), known)
        )
        total += len(sentence)
        weighted += len(sentence) * (1 - 0.5**load)
    return weighted / total if total else 0.0


@lru_cache(maxsize=64)
def _is_told(phrase: str, known: str) -> bool:
    return phrase in known
