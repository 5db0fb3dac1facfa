"""How loaded the wording of an answer is: opinion, insinuation and claims without exception.

A word costs its sentence half of its neutrality, an absolute one a quarter; the measure is the mean
over the text, weighted by length. A word that the evidence uses itself costs nothing: to report
what a source says is no bias of the answer.
"""

from __future__ import annotations

import re

from assay.steps.segments import segments

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
    told = {word.casefold() for word in _WORD.findall(evidence)}
    total = weighted = 0.0
    for start, end in segments(text):
        sentence = text[start:end]
        words = [word.casefold() for word in _WORD.findall(sentence)]
        load = sum(_WEIGHTS.get(word, 0.0) for word in words if word not in told)
        load += sum(
            LOADED
            for each in _PHRASE.findall(sentence)
            if each.casefold() not in evidence.casefold()
        )
        total += len(sentence)
        weighted += len(sentence) * (1 - 0.5**load)
    return weighted / total if total else 0.0
