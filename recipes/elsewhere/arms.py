"""The arms of `realdocs.py`: the product's path, each of its parts off, and two baselines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.adapters.chat.yes_no import YesNoModel
from assay.adapters.generators.chat import ChatGenerator, PromptForm
from assay.adapters.generators.judged import JudgedGenerator
from assay.adapters.scorers.odds import OddsScorer, odds_prompt
from assay.config import Settings
from assay.ports import ChatModel, Refiner, RelevanceScorer, Retriever, Strategy, StripScorer
from assay.steps.answer.abstain import Abstaining
from assay.steps.answer.conclude import conclude
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.prompts import NO_ANSWER
from assay.steps.correct.judge import score_passages
from assay.steps.correct.refine import StripRefiner, WholeEntries, whole
from assay.strategies.crag import Crag
from assay.types import Answer, Completion, Draft, Evidence, Message, Passage, Role, Scored
from assay.wiring import Overrides, build_chat_model, build_retriever, build_strategy
from assay.wiring.scorers import build_evaluator, own_thresholds

ENTRIES, TOKENS = 6, 256
_PLAIN = (
    "Answer the question with the help of the passages. If they do not answer it, say that you "
    "do not know."
)


@dataclass(frozen=True, slots=True)
class Arm:
    """One system: what it sets, how its writer differs, and which share of questions it gets.

    `alone` leaves the reader and the judge out: what the model writes is the answer. `logprobs` off
    stands for a server that gives none. `sentinel`: what the instruction says to write where there
    is no answer, which `reply` takes out.
    """

    line: str
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    generator: Mapping[str, Any] = field(default_factory=dict)
    share: float = 1.0
    build: Callable[[Settings, Arm], Strategy] | None = None
    entries: int | None = None
    refiner: Callable[[Settings], Refiner] | None = None
    alone: bool = False
    logprobs: bool = True
    instruction: Callable[[str], str] | None = None
    reply: Callable[[str], str] = str
    sentinel: str = ""

    def strategy(self, settings: Settings, *, decide: bool) -> Strategy:
        """The arm over an index; without `decide` nothing is refused, so that all can be judged."""
        update = {
            name: getattr(settings, name).model_copy(update=dict(values))
            for name, values in self.settings.items()
        }
        chosen = settings.model_copy(update=update)
        if not decide and self.settings:
            scorer = chosen.scorer.model_copy(update={"lower": -1.0})
            chosen = chosen.model_copy(update={"scorer": scorer})
        if self.build is not None:
            return self.build(chosen, self)
        refiner = self.refiner and self.refiner(settings)
        strategy = build_strategy(chosen, Overrides(refiner=refiner))
        return self._changed(strategy, decide=decide) if self.settings else strategy

    def _changed(self, strategy: Strategy, *, decide: bool) -> Strategy:
        assert isinstance(strategy, Crag)
        held = strategy.generator
        assert isinstance(held, Abstaining)
        judged = held.generator
        if not isinstance(judged, JudgedGenerator):
            return strategy
        assert isinstance(judged.writer, ChatGenerator)
        if self.entries is not None:
            fewer = replace(strategy.retriever, refiner=WholeEntries(self.entries))
            strategy = replace(strategy, retriever=fewer)
        writer = replace(judged.writer, **self.generator)
        if self.instruction is not None:
            writer = replace(writer, model=Instructed(writer.model, self.instruction, self.reply))
        own = replace(judged, writer=writer, may_refuse=decide)
        if not self.logprobs:
            strategy, own = _without_logprobs(strategy, own)
        return replace(strategy, generator=replace(held, generator=writer if self.alone else own))


@dataclass(frozen=True, slots=True)
class PlainPrompt:
    """The best-scored entries whole and one plain instruction: no check of anything."""

    retriever: Retriever
    scorer: RelevanceScorer
    model: ChatModel
    entries: int = ENTRIES

    def answer(self, question: str, query: str | None = None) -> Answer:
        """What the model says, unless it says that it does not know."""
        scored = score_passages(self.scorer, question, self.retriever.retrieve(query or question))
        best = sorted(scored, key=lambda each: -each.score)[: self.entries]
        shown = "\n\n".join(
            f"{' > '.join([s.passage.title, *s.passage.headings])}\n{s.passage.text}" for s in best
        )
        asked = f"Passages:\n\n{shown}\n\nQuestion: {question}"
        messages = [Message(Role.SYSTEM, _PLAIN), Message(Role.USER, asked)]
        text = clean_reply(self.model.complete(messages, max_tokens=TOKENS).text)
        evidence = Evidence(tuple(whole(each.passage, each.score) for each in best))
        draft = Draft(None, reason="it says so") if is_refusal(text) else Draft(text)
        return replace(conclude(question, "plain", evidence, draft), scores=scored)


def _plain(settings: Settings, arm: Arm) -> Strategy:
    model = build_chat_model(settings, "chat")
    retriever, evaluator = build_retriever(settings), build_evaluator(settings)
    return PlainPrompt(retriever, evaluator, model, arm.entries or ENTRIES)


@dataclass(frozen=True, slots=True)
class Instructed:
    """A model whose instruction, the last paragraph of a prompt, is changed before it is asked.

    `read` makes an answer of its reply, or nothing of one that declines.
    """

    model: ChatModel
    change: Callable[[str], str]
    read: Callable[[str], str] = str

    def complete(self, messages: Sequence[Message], **how: Any) -> Completion:  # noqa: ANN401
        """The next turn of the conversation with the other instruction."""
        *before, last = messages
        head, gap, task = last.content.rpartition("\n\n")
        changed = replace(last, content=f"{head}{gap}{self.change(task)}")
        said = self.model.complete([*before, changed], **how)
        return replace(said, text=self.read(said.text))


SENTENCE, WORD, NEUTRAL = "The documents do not say.", NO_ANSWER, "NONE"


def told_to_decline(task: str) -> str:
    """The instruction with a sentence that says how to decline."""
    return f'{task} If no excerpt answers the question, write only: "{SENTENCE}"'


def told_a_word(word: str) -> Callable[[str], str]:
    """The instruction with a word to write in the place of an answer."""
    return lambda task: f"{task} If no excerpt answers the question, write only: {word}"


def told_json(task: str) -> str:
    """The instruction to reply with an object whose answer may be null."""
    return (
        f'{task} Reply with JSON: {{"answer": "..."}}, or {{"answer": null}} if no excerpt answers '
        "the question."
    )


def unless_neutral(reply: str) -> str:
    """Nothing of a reply that is the neutral word alone."""
    return "" if clean_reply(reply).strip(" .\"'`*").upper() == NEUTRAL else reply


def json_answer(reply: str) -> str:
    """The answer of the object in a reply, nothing where it is null; any other reply as it is."""
    found = re.search(r"\{.*\}", reply, re.DOTALL)
    try:
        row = json.loads(found[0]) if found else None
    except ValueError:
        return reply
    if not isinstance(row, dict) or "answer" not in row:
        return reply
    return "" if row["answer"] is None else str(row["answer"])


def without_form(task: str) -> str:
    """An instruction that is the same for every question."""
    return "Answer the question from the excerpts, as exactly and as briefly as it can be answered."


def _without_logprobs(strategy: Crag, judged: JudgedGenerator) -> tuple[Crag, JudgedGenerator]:
    """Both with a model that gives neither the scorer nor the judge of answers its odds."""
    scorer = strategy.retriever.scorer
    assert isinstance(scorer, OddsScorer)
    silent = replace(scorer, model=YesNoModel(scorer.model.model, logprobs=False))
    strategy = replace(strategy, retriever=replace(strategy.retriever, scorer=silent))
    return strategy, replace(judged, model=silent.model)


def question_last(question: str, passage: Passage) -> tuple[Message, ...]:
    """The odds asked for with the question after the excerpt."""
    first, asked = odds_prompt(question, passage)
    head, _, rest = asked.content.partition("\n\n")
    excerpt, fence, task = rest.partition("</excerpt>\n\n")
    return first, Message(Role.USER, f"{excerpt}{fence}{head}\n\n{task}")


@dataclass(frozen=True, slots=True)
class Silent:
    """Writes nothing: for arms of which only the scores count."""

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """No answer."""
        return Draft(None, reason="only the scores count")


def _strips(settings: Settings) -> StripRefiner:
    """CRAG's refinement: the five best strips of two sentences above the card's threshold."""
    scorer = build_evaluator(settings)
    assert isinstance(scorer, StripScorer)
    return StripRefiner(scorer, own_thresholds(settings)["keep_above"])


@dataclass(frozen=True, slots=True)
class CutEntries:
    """The best entries, each cut to its strips above the threshold, in reading order."""

    entries: WholeEntries
    strips: StripRefiner

    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """What is left of the entries; the entries whole where nothing is."""
        found = self.entries.refine(question, scored)
        best = [Scored(each.passage, each.score or 0.0) for each in found.strips]
        cut = self.strips.refine(question, best)
        return cut if cut.strips else found


def _cut_entries(settings: Settings) -> CutEntries:
    strips = replace(_strips(settings), top_k=100, sentences_per_strip=1, distinct=False)
    return CutEntries(WholeEntries(ENTRIES), strips)


def _scores_alone(settings: Settings, arm: Arm) -> Strategy:
    strategy = replace(arm, build=None).strategy(settings, decide=False)
    assert isinstance(strategy, Crag)
    return replace(strategy, generator=Silent())


def _question_last(settings: Settings, arm: Arm) -> Strategy:
    strategy = replace(arm, build=None).strategy(settings, decide=False)
    assert isinstance(strategy, Crag)
    scorer = strategy.retriever.scorer
    assert isinstance(scorer, OddsScorer)
    worded = replace(scorer, wording=question_last)
    judged = replace(strategy.retriever, scorer=worded)
    return replace(strategy, retriever=judged, generator=Silent())


CHAT = {"name": "chat", "prompt": "entries"}
BOTH = {"name": "both", "options": {"first": 64, "batch": 64}}
THOROUGH = {"generator": CHAT, "scorer": BOTH, "retrieval": {"expand": True}}
BALANCED = {**THOROUGH, "retrieval": {"expand": False}}
FAST = {**BALANCED, "scorer": {"name": "assayer"}}
POOLED = {**THOROUGH, "scorer": {"name": "assayer"}}
ARMS: dict[str, Arm] = {
    "reader": Arm("the default reader, no language model"),
    "reader-odds": Arm(
        "the reader over what the odds judge, with expansion",
        {"scorer": BOTH, "retrieval": {"expand": True}},
    ),
    "plain": Arm("one plain prompt over the six best-scored entries", build=_plain),
    "plain-ten": Arm("the same over ten", build=_plain, entries=10),
    "thorough": Arm("the product, effort thorough", THOROUGH),
    "balanced": Arm("the product, effort balanced: no expansion", BALANCED),
    "fast": Arm("the product, effort fast: no odds either", FAST),
    "writer": Arm("thorough, the model alone: no reader, no judge", THOROUGH, alone=True),
    "declines": Arm(
        "the model alone, told how to decline",
        THOROUGH,
        alone=True,
        instruction=told_to_decline,
    ),
    "no-form": Arm(
        "without the form in the instruction",
        THOROUGH,
        share=0.5,
        alone=True,
        instruction=without_form,
    ),
    "flat": Arm(
        "evidence in flat lines, the papers' instruction",
        THOROUGH,
        {"prompt": PromptForm.NUMBERED},
        0.5,
        alone=True,
    ),
    "three-entries": Arm("three entries", THOROUGH, entries=3, alone=True),
    "six-entries": Arm("thorough with six entries, as in the process", THOROUGH, entries=6),
    "fifteen-entries": Arm("thorough with fifteen", {**THOROUGH, "refine": {"top_k": 15}}),
    "fast-ten": Arm("fast with ten entries", {**FAST, "refine": {"top_k": 10}}),
    "strips": Arm(
        "the five best strips in the place of entries", THOROUGH, refiner=_strips, alone=True
    ),
    "cut-entries": Arm("six entries cut to strips", THOROUGH, refiner=_cut_entries, alone=True),
    "no-odds": Arm("thorough without odds: expansion and the evaluator", POOLED),
    "silent": Arm(
        "thorough with a server that gives no log-probabilities", THOROUGH, logprobs=False
    ),
    "listwise": Arm(
        "the same without an evaluator: excerpts named in one call",
        {**THOROUGH, "scorer": {**BOTH, "name": "odds"}},
        logprobs=False,
    ),
    "few": Arm("the model alone over three entries", FAST, entries=3, alone=True),
    "few-sentence": Arm(
        "told how to decline: a sentence",
        FAST,
        entries=3,
        alone=True,
        instruction=told_to_decline,
        sentinel=SENTENCE,
    ),
    "few-word": Arm(
        "told how to decline: the papers' words",
        FAST,
        entries=3,
        alone=True,
        instruction=told_a_word(WORD),
        sentinel="ANSWER",
    ),
    "few-neutral": Arm(
        "told how to decline: a neutral word",
        FAST,
        entries=3,
        alone=True,
        instruction=told_a_word(NEUTRAL),
        reply=unless_neutral,
        sentinel=NEUTRAL,
    ),
    "few-json": Arm(
        "told how to decline: null in JSON",
        FAST,
        entries=3,
        alone=True,
        instruction=told_json,
        reply=json_answer,
        sentinel='"answer"',
    ),
    "odds": Arm("odds without expansion, no answers", BALANCED, build=_scores_alone),
    "question-last": Arm(
        "odds with the question after the excerpt, no answers",
        THOROUGH,
        share=0.5,
        build=_question_last,
    ),
}
