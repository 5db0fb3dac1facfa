"""Questions about documents, with a model that runs elsewhere: every arm in one run.

`python -m recipes.elsewhere.realdocs --data DIR --index DIR --jobs DIR --replies DIR --out DIR`
asks every question with every arm of `arms.py`, writes files of jobs and goes on as the files of
replies appear. Each arm has its records and figures in OUT/ARM, as `assay bench realdocs` writes
them, and OUT/ARM/features.jsonl and pairs.jsonl, what a card can be fitted on.

What a server without log-probabilities is worth: `--arms thorough silent listwise no-odds`. The
excerpts that `listwise` names are the jobs of 24 tokens, one for a question. Without `--decide`
nothing is refused: `fit.py` needs it so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.adapters.generators.judged import JudgedGenerator
from assay.adapters.scorers import assayer
from assay.config import Settings
from assay.engine import Engine
from assay.indexing.open_index import open_index
from assay.ports import ChatModel, Generator, RelevanceScorer, Retriever, Strategy
from assay.steps.answer.abstain import Abstaining
from assay.steps.answer.conclude import conclude
from assay.strategies.crag import Crag
from assay.types import Answer, Draft, Evidence, Passage, Strip
from assay.wiring import build_limits, build_retriever, chat, expansion, index, scorers
from assay_bench.realdocs.displayed import displayed
from assay_bench.realdocs.judge import Text, as_text, judged, rank
from assay_bench.realdocs.question import RealQuestion, read_questions
from assay_bench.realdocs.records import RecordFile
from assay_bench.realdocs.run import SUMMARY, all_passages, record_of
from assay_bench.realdocs.summary import DEEP, summarise, summary_json
from assay_bench.realdocs.table import summary_table
from recipes.elsewhere import arms as table
from recipes.elsewhere.arms import ARMS, Arm
from recipes.elsewhere.mailbox import Mailbox
from recipes.elsewhere.underway import STACK, Underway
from recipes.elsewhere.waiting import Turns, WaitingChat, computing

FEATURES, PAIRS = "features.jsonl", "pairs.jsonl"
CACHED_TOKENS = 20_000_000


@dataclass(frozen=True, slots=True)
class Memo:
    """A retriever or scorer that works out each thing once for all arms."""

    part: Any
    known: dict[Any, Any] = field(default_factory=dict)

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best."""
        if question not in self.known:
            self.known[question] = self.part.retrieve(question)
        found: tuple[Passage, ...] = self.known[question]
        return found

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever else the part can do
        return getattr(self.part, name)

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """The scores of a passage's strips: said here, for protocols do not ask `__getattr__`."""
        scores: list[float] = self.part.score_strips(question, strips)
        return scores

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score for each passage."""
        key = question, tuple(passage.id for passage in passages)
        if key not in self.known:
            self.known[key] = self.part.score(question, passages)
        return list(self.known[key])


def share_parts(model: ChatModel) -> None:
    """Let all arms of this process share the model, retrieval and the evaluator."""
    chat._chat_model = lambda kind, chosen, keep_special: model  # type: ignore[assignment]
    assayer.MAX_CACHED_TOKENS = CACHED_TOKENS
    entry_scorer = scorers._entry_scorer

    made: dict[object, Memo] = {}

    def retriever(settings: Settings) -> Retriever:
        key = "retriever", settings.index.dir, settings.retrieval.top_k
        return made.setdefault(key, Memo(index.build_retriever(settings)))

    def evaluator(settings: Settings) -> RelevanceScorer:
        key = "evaluator", settings.index.dir
        return made.setdefault(key, Memo(entry_scorer(settings)))

    expansion.build_retriever = retriever
    table.build_retriever = retriever
    scorers._entry_scorer = evaluator


@dataclass(slots=True)
class Corpus:
    """One index: its passages as patterns see them, and its retriever."""

    settings: Settings
    texts: tuple[Text, ...]
    retriever: Retriever

    @classmethod
    def at(cls, folder: Path, settings: Settings) -> Corpus:
        """The corpus of a folder."""
        own = settings.model_copy(
            update={"index": settings.index.model_copy(update={"dir": folder})}
        )
        texts = tuple(as_text(passage) for passage in all_passages(open_index(folder)))
        deep = own.retrieval.model_copy(update={"top_k": DEEP})
        return cls(own, texts, Memo(build_retriever(own.model_copy(update={"retrieval": deep}))))


@dataclass(frozen=True, slots=True)
class Kept:
    """A generator of which every draft is kept, by its question."""

    generator: Generator
    drafts: dict[str, Draft] = field(default_factory=dict)

    @property
    def answers_without_evidence(self) -> bool:
        """As the generator says."""
        return False

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The generator's draft."""
        self.drafts[question] = self.generator.generate(question, evidence)
        return self.drafts[question]


def keeping(strategy: Strategy) -> tuple[Strategy, dict[str, Kept]]:
    """The strategy, and what keeps the drafts of writer and reader where both are judged."""
    held = strategy.generator if isinstance(strategy, Crag) else None
    both = held.generator if isinstance(held, Abstaining) else None
    if not isinstance(both, JudgedGenerator):
        return strategy, {}
    kept = {"written": Kept(both.writer), "read": Kept(both.reader)}
    own = replace(both, writer=kept["written"], reader=kept["read"])
    return replace(strategy, generator=replace(held, generator=own)), kept


@dataclass(frozen=True, slots=True)
class _InTurn:
    strategy: Strategy
    turns: Turns
    last: bool

    def answer(self, question: str, query: str | None = None) -> Answer:
        with computing(self.turns, int(self.last), 0):
            return self.strategy.answer(question, query)


class ArmRun:
    """One arm: asks its questions, each in a thread of its own, and writes what came of them."""

    def __init__(self, name: str, corpora: dict[str, Corpus], options: argparse.Namespace) -> None:
        """Build the arm over every corpus."""
        self.name, self.arm = name, ARMS[name]
        self.folder = options.out / name
        self._corpora = corpora
        self._strategies = {
            corpus: keeping(self.arm.strategy(known.settings, decide=options.decide))
            for corpus, known in corpora.items()
        }
        self._lock = threading.Lock()
        self._done: dict[str, tuple[Any, Answer, dict[str, str]]] = {}

    def ask(self, question: RealQuestion, turns: Turns) -> Answer:
        """The answer to one question, judged."""
        corpus = self._corpora[question.corpus]
        own, kept = self._strategies[question.corpus]
        strategy = _InTurn(own, turns, self.name == "reader")
        engine = Engine(strategy, self.name, build_limits(corpus.settings))
        began = time.perf_counter()
        answer = engine.ask(question.question)
        seconds = time.perf_counter() - began
        with computing(turns, 2):
            found = [as_text(each) for each in corpus.retriever.retrieve(question.question)]
            record = record_of(question, corpus.texts, found, answer)
            outcomes = {
                name: _outcome(question, answer, each.drafts[question.question])
                for name, each in kept.items()
                if question.question in each.drafts
            }
        with self._lock:
            record = replace(record, seconds=round(seconds, 4))
            self._done[question.id] = (record, answer, outcomes)
        return answer

    def write(self, questions: Sequence[RealQuestion]) -> None:
        """Write records, figures and features of all questions that were answered."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for stale in self.folder.glob("*.jsonl"):
            stale.unlink()
        asked = [question for question in questions if question.id in self._done]
        records = [self._done[question.id][0] for question in asked]
        file = RecordFile(self.folder)
        for record in records:
            file.add(record)
        summary = summarise(records)
        (self.folder / f"{SUMMARY}.md").write_text(summary_table(summary), "utf-8")
        plain = json.dumps(summary_json(summary), indent=2)
        (self.folder / f"{SUMMARY}.json").write_text(plain + "\n", "utf-8")
        done = [(question, *self._done[question.id]) for question in asked]
        sentinel = self.arm.sentinel
        rows = ({**_features(*each), "echoed": _echoed(each[2], sentinel)} for each in done)
        _lines(self.folder / FEATURES, rows)
        _lines(self.folder / PAIRS, (row for q, _, a, _ in done for row in _pairs(q, a)))


def _lines(path: Path, rows: Iterator[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def _echoed(answer: Answer, sentinel: str) -> bool:
    """True where an answer has the words that were meant to stand in the place of one."""
    return bool(sentinel and answer.text and sentinel in answer.text)


def _outcome(question: RealQuestion, answer: Answer, draft: Draft) -> str:
    """What a draft would have been worth as the answer."""
    shown = conclude(question.question, answer.strategy, answer.evidence, draft)
    return judged(question, displayed(shown)).value


def _features(
    question: RealQuestion,
    record: Any,  # noqa: ANN401
    answer: Answer,
    outcomes: dict[str, str],
) -> dict[str, Any]:
    chosen = [step.facts for step in answer.trace if step.name == "choose"]
    return {
        "id": question.id,
        "corpus": question.corpus,
        "unanswerable": question.unanswerable,
        "outcome": record.outcome,
        "outcomes": outcomes,
        "text": answer.text,
        "reason": answer.reason,
        "unsupported": len(answer.unsupported),
        "sentences": len(answer.unsupported) + len(answer.citations),
        "notes": list(answer.notes),
        "confidence": answer.confidence,
        "features": chosen[0]["features"] if chosen else {},
        "same": bool(chosen and chosen[0]["same"]),
    }


def _pairs(question: RealQuestion, answer: Answer) -> Iterator[dict[str, Any]]:
    """The odds and the evaluator's score of every passage, and whether it holds the evidence."""
    passages = {each.passage.id: each.passage for each in answer.scores}
    for step in answer.trace:
        for row in step.facts.get("both", ()) if step.name == "odds" else ():
            holds = rank(question, [as_text(passages[row["passage"]])]) is not None
            yield {"id": question.id, "unanswerable": question.unanswerable, "holds": holds, **row}


def chosen(questions: Sequence[RealQuestion], arm: Arm, limit: int | None) -> list[RealQuestion]:
    """The share of the questions that an arm is asked, always the same ones."""
    drawn = sorted(questions, key=lambda each: hashlib.sha256(each.id.encode()).digest())
    drawn = drawn[:limit] if limit else drawn
    return drawn[: max(1, round(arm.share * len(drawn)))]


def parsed() -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--data", "--index", "--jobs", "--replies", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--arms", nargs="*", default=list(ARMS), choices=list(ARMS))
    parser.add_argument("--limit", type=int, help="so many questions, always the same")
    parser.add_argument("--model", default="qwen2.5-coder-1.5b-instruct")
    parser.add_argument("--name", default="", help="of the files of jobs, if two processes write")
    parser.add_argument("--decide", action="store_true", help="refuse as the card says")
    parser.add_argument("--only", nargs="*", default=[], help="corpora; all where none is named")
    parser.add_argument("--threads", type=int, help="of the evaluator")
    parser.add_argument("--minutes", type=float, default=1e6, help="then what is done is written")
    parser.add_argument("--patience", type=float, default=1e9, help="seconds without a reply")
    parser.add_argument("--turns", type=int, default=1, help="questions that compute at a time")
    return parser.parse_args()


def settings_of(options: argparse.Namespace) -> Settings:
    """Settings without limits of time, for a model that answers when it may."""
    own = Settings()
    budget = own.budget.model_copy(update={"seconds": 100_000.0, "tokens": 10_000_000})
    model = own.model.model_copy(update={"name": options.model, "max_tokens": table.TOKENS})
    scorer = own.scorer.model_copy(update={"threads": options.threads})
    return own.model_copy(update={"budget": budget, "model": model, "scorer": scorer})


class Given:
    """The time that a run has: so many minutes, and so many seconds without a reply."""

    def __init__(self, underway: Underway, minutes: float, patience: float) -> None:
        """Begin to count."""
        self._underway, self._patience = underway, patience
        self._end = time.monotonic() + 60 * minutes
        self._known, self._since = 0, time.monotonic()

    def up(self) -> bool:
        """True when the time is over."""
        now, known = time.monotonic(), len(self._underway.mailbox.known)
        if known != self._known or not self._underway.turns.idle:
            self._known, self._since = known, now
        return now > self._end or now - self._since > self._patience


def main() -> None:
    """Ask everything, and follow it to its end."""
    options = parsed()
    threading.stack_size(STACK)
    for folder in (options.jobs, options.replies, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    mailbox = Mailbox(options.jobs, options.replies, options.name)
    mailbox.receive()
    model = WaitingChat(mailbox, options.model)
    share_parts(model)
    underway = Underway(mailbox, Turns(options.turns))
    questions = read_questions(options.data)
    if options.only:
        questions = [question for question in questions if question.corpus in options.only]
    names = sorted({question.corpus for question in questions})
    settings = settings_of(options)
    corpora = {name: Corpus.at(options.index / name, settings) for name in names}
    runs = [ArmRun(name, corpora, options) for name in options.arms]
    for run in runs:
        for question in chosen(questions, run.arm, options.limit):
            work = lambda r=run, q=question: r.ask(q, underway.turns)  # noqa: E731
            underway.start(f"{run.name} {question.id}", work, quietly=True)
    underway.follow(Given(underway, options.minutes, options.patience).up)
    for run in runs:
        run.write(questions)


if __name__ == "__main__":
    main()
