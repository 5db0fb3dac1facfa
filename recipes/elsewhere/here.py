"""The arms with a GGUF model on this machine, one question after another.

`python -m recipes.elsewhere.here --data DIR --index DIR --model FILE.gguf --out DIR` asks each
question that was drawn with every arm before it takes the next one: a run that is ended early
compares all arms on the same questions. The same command goes on where it stopped: what the model
said is kept in OUT/said.jsonl. Two questions with an answer come before one without.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

from assay.adapters.chat.cached import cached_model
from assay.adapters.chat.llama_cpp import LlamaCppChat
from assay.config import Settings
from assay_bench.realdocs.question import RealQuestion, read_questions
from recipes.elsewhere import arms as table
from recipes.elsewhere.realdocs import ArmRun, Corpus, share_parts
from recipes.elsewhere.waiting import Turns

HERE = ("reader", "fast", "balanced")
SAID = "said.jsonl"
MAX_TOKENS = 192


def drawn(questions: Sequence[RealQuestion]) -> list[RealQuestion]:
    """All questions in an order that is always the same: two with an answer, one without."""
    known = sorted(questions, key=lambda each: hashlib.sha256(each.id.encode()).digest())
    with_answer = [each for each in known if not each.unanswerable]
    without = [each for each in known if each.unanswerable]
    rows = zip_longest(with_answer[::2], with_answer[1::2], without)
    return [each for each in chain.from_iterable(rows) if each is not None]


def settings_of(options: argparse.Namespace) -> Settings:
    """Settings without limits of time, for a model that answers when it may."""
    own = Settings()
    budget = own.budget.model_copy(update={"seconds": 100_000.0, "tokens": 10_000_000})
    update = {
        "name": str(options.model),
        "max_tokens": options.tokens,
        "context": options.context,
    }
    model = own.model.model_copy(update=update)
    scorer = own.scorer.model_copy(update={"threads": options.threads})
    return own.model_copy(update={"budget": budget, "model": model, "scorer": scorer})


def parsed() -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--data", "--index", "--model", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--arms", nargs="*", default=list(HERE), choices=list(table.ARMS))
    parser.add_argument("--limit", type=int, help="so many questions, always the same")
    parser.add_argument("--until", type=float, default=1e9, help="minutes to go on asking")
    parser.add_argument("--only", nargs="*", default=[], help="corpora; all where none is named")
    parser.add_argument("--tokens", type=int, default=MAX_TOKENS, help="of an answer at most")
    parser.add_argument("--most", type=int, default=4, help="passages that the odds are asked of")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--context", type=int, default=4096)
    parser.add_argument("--decide", action="store_true", help="refuse as the card says")
    return parser.parse_args()


def judge_few(most: int) -> None:
    """Let the arms ask for the odds of so many passages, one after the other."""
    for name, arm in table.ARMS.items():
        scorer = arm.settings.get("scorer", {})
        if scorer.get("name") == "both":
            few = {**scorer, "options": {"most": most}}
            table.ARMS[name] = replace(arm, settings={**arm.settings, "scorer": few})


def main() -> None:
    """Ask until the questions or the minutes are used up, and write what came of it."""
    options = parsed()
    options.out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    loaded = LlamaCppChat(options.model, context=options.context, threads=options.threads)
    model = cached_model(loaded, options.out / SAID, options.model.stem)
    share_parts(model)
    judge_few(options.most)
    known = read_questions(options.data)
    if options.only:
        known = [question for question in known if question.corpus in options.only]
    questions = drawn(known)[: options.limit]
    settings = settings_of(options)
    names = sorted({question.corpus for question in questions})
    corpora = {name: Corpus.at(options.index / name, settings) for name in names}
    runs = [ArmRun(name, corpora, options) for name in options.arms]
    turns = Turns()
    for number, question in enumerate(questions, 1):
        if time.monotonic() - began > 60 * options.until:
            break
        for run in runs:
            run.ask(question, turns)
        seconds = time.monotonic() - began
        print(f"{number} {question.id} {seconds:.0f} s", flush=True)
        for run in runs:
            run.write(questions)


if __name__ == "__main__":
    main()
