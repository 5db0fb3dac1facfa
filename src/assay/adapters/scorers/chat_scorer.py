"""A chat model as the retrieval evaluator, asked passage by passage (CRAG, section 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from assay.adapters.scorers.relevance_prompts import MAX_CHARACTERS, Prompting, relevance_prompt
from assay.adapters.scorers.yes_or_no import decisive_word, probability_of_yes
from assay.adapters.web.parallel import all_in_parallel
from assay.errors import SettingsError
from assay.ports import ChatModel
from assay.tracing import step
from assay.types import Facts, Message, Passage

Wording = Callable[[Prompting, str, Passage], Sequence[Message]]
NEUTRAL = 0.0
ALTERNATIVES = 10  # enough that both words are among them when the model is in doubt
MAX_TOKENS = {
    Prompting.DIRECT: 16,
    Prompting.CHAIN_OF_THOUGHT: 512,
    Prompting.FEW_SHOT: 16,
}


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model thinks of one passage, and why that may be less than a clear answer."""

    passage: str
    score: float
    note: str = ""


def _facts(opinion: Opinion) -> Facts:
    note = {"note": opinion.note} if opinion.note else {}
    return {"passage": opinion.passage, "score": round(opinion.score, 4), **note}


@dataclass(frozen=True, slots=True)
class ChatScorer:
    """Asks a chat model for yes or no; its doubt becomes the score where it can be seen.

    With log-probabilities the score is 2 P(yes) - 1, without them +1 or -1. A reply that is
    neither yes nor no scores 0, with a note in the trace.
    """

    model: ChatModel
    prompting: Prompting = Prompting.FEW_SHOT
    workers: int = 4
    wording: Wording = relevance_prompt

    def __post_init__(self) -> None:
        """Take the prompting by its name too, as settings give it."""
        try:
            object.__setattr__(self, "prompting", Prompting(self.prompting))
        except ValueError:
            raise SettingsError(
                f"'{self.prompting}' is not a way of prompting",
                hint=f"choose one of: {', '.join(Prompting)}",
            ) from None

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        tasks = [partial(self._opinion, question, passage) for passage in passages]
        return [opinion.score for opinion in all_in_parallel(tasks, self.workers)]

    @step("opinion", _facts)
    def _opinion(self, question: str, passage: Passage) -> Opinion:
        completion = self.model.complete(
            self.wording(self.prompting, question, passage),
            max_tokens=MAX_TOKENS[self.prompting],
            logprobs=ALTERNATIVES,
        )
        word = decisive_word(completion.text)
        if word is None:
            return Opinion(passage.id, NEUTRAL, _complaint(completion.text, completion.cut))
        likely = probability_of_yes(completion, word)
        score = 2 * likely - 1 if likely is not None else (1.0 if word.yes else -1.0)
        long = len(passage.text) > MAX_CHARACTERS
        note = f"only the first {MAX_CHARACTERS} characters were read" if long else ""
        return Opinion(passage.id, score, note)


def _complaint(reply: str, cut: bool) -> str:
    what = "was cut before yes or no" if cut else "is neither yes nor no"
    return f"the model's reply {what}: {reply[:80]!r}"
