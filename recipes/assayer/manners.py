"""Questions as people put them: inside a story, two at once, or as words without grammar."""

from __future__ import annotations

import numpy as np
from tokenizers import Tokenizer

STORIES, KEYWORDS, JOINED = 0.06, 0.06, 0.08  # shares of the questions that are told so
MAX_STORY_SENTENCES = 4

GREETINGS = (
    "Hi,", "Hello,", "Hello everybody.", "Good morning,", "Hey there,", "Sorry if this is obvious.",
    "I hope this is the right place to ask.", "First time I ask here.", "Quick one:", "Dear all,",
)  # fmt: skip
SITUATIONS = (
    "I am new to this and have been reading since breakfast.",
    "I look after the computers of a small school.",
    "My boss wants an answer before lunch.",
    "A colleague and I disagree about it.",
    "We moved to a new machine last week and half of our notes are gone.",
    "I have used something else for ten years, so please bear with me.",
    "My daughter asked me at dinner and I had no idea.",
    "I am preparing a talk for the club.",
    "We are three people in an office without anybody who knows this.",
    "I tried what the old handbook says.",
    "Yesterday it still worked, or so they tell me.",
    "I read the page twice and must have overlooked it.",
    "I am writing this on the train, so excuse the typing.",
    "Our project has to be ready on Friday.",
    "A friend of mine insists that I am wrong.",
    "I found three different answers on the web.",
    "I inherited this from somebody who has left.",
    "It is late and I cannot think straight any more.",
    "There is a bet about this, with cake at stake.",
    "I bought it second hand and there was no manual in the box.",
    "We had a long meeting about it and nobody knew.",
    "My grandfather told me something else.",
    "I tried it on my own laptop first, with no luck.",
    "The last person who knew this retired in spring.",
)
LEADS = (
    "So,", "My question is:", "What I would like to know:", "Could somebody tell me,", "In short:",
    "I wonder,", "Do you happen to know,", "Please tell me,", "Now I ask myself:", "",
)  # fmt: skip
JOINTS = (", and", " and", " and also", ". And", "? Also,", ";", "? And")
THANKS = ("Thanks!", "Many thanks in advance.", "Thank you so much.", "Cheers", "Any help is good.")
FUNCTION_WORDS = (
    "a an the is are was were be been do does did can could will would should may might must of in "
    "on at to for with by from as that this these those it its i you he she they we my your his "
    "her their our what which who whom whose how when where why there and or if has have had me ? ,"
)


class Manners:
    """Dresses the tokens of a question as people would put it; mostly leaves it as it is."""

    def __init__(self, cutter: Tokenizer) -> None:
        """Cut the phrases once."""
        self._greetings, self._situations, self._leads, self._thanks, self._joints = (
            [_ids(cutter, text) for text in texts]
            for texts in (GREETINGS, SITUATIONS, LEADS, THANKS, JOINTS)
        )
        self._mark = _ids(cutter, "?")
        self._small = set(_ids(cutter, FUNCTION_WORDS))

    def dress(
        self, question: list[int], random: np.random.Generator, other: list[int] | None = None
    ) -> list[int]:
        """The question as it is, inside a story, its telling words alone, or beside an `other`."""
        drawn = random.random()
        if drawn < STORIES:
            return self._story(question, random)
        if drawn < STORIES + KEYWORDS:
            telling = [token for token in question if token not in self._small]
            return telling if len(telling) > 1 else question
        if other and drawn < STORIES + KEYWORDS + JOINED:
            first, second = (question, other) if random.random() < 0.5 else (other, question)
            bare = first[:-1] if first[-1:] == self._mark else first
            return [*bare, *_one(self._joints, random), *second]
        return question

    def _story(self, question: list[int], random: np.random.Generator) -> list[int]:
        many = int(random.integers(1, MAX_STORY_SENTENCES + 1))
        told = random.choice(len(self._situations), many, replace=False)
        parts = [self._situations[i] for i in told] + [_one(self._leads, random), question]
        if random.random() < 0.5:
            parts.insert(0, _one(self._greetings, random))
        if random.random() < 0.3:
            parts.append(_one(self._thanks, random))
        return [token for part in parts for token in part]


def _ids(cutter: Tokenizer, text: str) -> list[int]:
    return cutter.encode(text, add_special_tokens=False).ids


def _one(several: list[list[int]], random: np.random.Generator) -> list[int]:
    return several[int(random.integers(len(several)))]
