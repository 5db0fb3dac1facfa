"""A language model as the assayer's teacher: `python -m recipes.assayer.judge --help`.

It reads a question and a passage and says whether the passage answers; an adapter of low rank
learns that from the labels, and what it then thinks of the training pairs goes into one file, from
which `recipes.assayer.again` teaches the student. The clock rules here too.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from transformers import AutoTokenizer, PreTrainedTokenizerBase

from recipes.assayer import dev
from recipes.assayer.corpus import Pair, Tables, load
from recipes.assayer.measure import auroc, ranking_figures
from recipes.assayer.train import Pairs, say
from recipes.lora.judge import ALPHA, Judge, Lessons, Tokens, token_ids, wait_for
from recipes.lora.lora import lora_weights, save_lora

WORDS = (" no", " yes")
BEFORE = "Question: "
AFTER = "\n\nDoes the passage answer the question? Answer:"
MAX_QUESTION, MAX_TEXT = 90, 330  # tokens
# How often a pair of an origin is learned from: what people judged always, rules now and then.
SHARES = {
    "swapped": 0.2, "yesno": 0.2, "unanswerable": 0.4, "written": 0.2, "entry": 0.4,
    "mined-popqa": 0.4, "mined-gold": 0.6,
}  # fmt: skip
TWICE = ("squad2", "wikiqa")  # few, and judged by people with such passages before them
SURE = 0.25  # from how near to 0 or 1 a relevance is a label


def tokens_of(asked: Iterable[tuple[str, str, str]], tokenizer: PreTrainedTokenizerBase) -> Tokens:
    """What the model reads of each (question, title, text), up to the word that it shall say."""
    rows = list(asked)
    questions = token_ids([f"{BEFORE}{question}" for question, _, _ in rows], tokenizer)
    passages = token_ids([f"\n\nPassage: {title}\n{text}" for _, title, text in rows], tokenizer)
    (after,) = token_ids([AFTER], tokenizer)
    return [
        question[:MAX_QUESTION] + passage[:MAX_TEXT] + after
        for question, passage in zip(questions, passages, strict=True)
    ]


def texts_of(tables: Tables, pairs: Iterable[Pair]) -> Iterable[tuple[str, str, str]]:
    """What each pair says."""
    for pair in pairs:
        yield tables.questions[pair.question], *tables.passages[pair.passage]


def lessons_of(pairs: Iterable[Pair]) -> list[int]:
    """The places of the pairs whose label is worth learning, some of them twice."""
    draw = random.Random(3)
    kept: list[int] = []
    for place, pair in enumerate(pairs):
        if pair.weight <= 0 or SURE < pair.relevance < 1 - SURE:
            continue
        share = next((s for name, s in SHARES.items() if pair.origin.startswith(name)), 1.0)
        if draw.random() < share:
            kept += [place] * (1 + (pair.origin in TWICE))
    draw.shuffle(kept)
    return kept


def show(judge: Judge, paths: list[Path], tokenizer: PreTrainedTokenizerBase, most: int) -> None:
    """Print how well it tells good passages from bad on the reported sets."""
    for path in paths:
        rows = [row for row in dev.load(path) if row["label"] is not None]
        asked = tokens_of(((r["question"], r["title"], r["text"]) for r in rows), tokenizer)
        said = lead(judge.opinions(asked, math.inf, most))
        sets: dict[str, list[int]] = {}
        for number, row in enumerate(rows):
            sets.setdefault(row["set"], []).append(number)
        for name, members in sets.items():
            labels = np.array([rows[n]["label"] for n in members])
            print(f"judge {name}: {len(members)} auroc {auroc(said[members], labels):.4f}")
            if "unanswerable" in rows[members[0]]:
                print(ranking_figures(name, [rows[n] for n in members], said[members]), flush=True)


def lead(opinions: np.ndarray) -> np.ndarray:
    """How much more it says yes than no."""
    return (opinions[:, 1] - opinions[:, 0]).astype(np.float32)


def save(path: Path, questions: list[str], pairs: list[Pair], said: np.ndarray) -> None:
    """Write the pairs with what was said of each, and the questions that were made on the way."""
    part = path.with_suffix(".part.npz")
    origins = sorted({pair.origin for pair in pairs})
    code = {name: number for number, name in enumerate(origins)}
    np.savez(
        part,
        questions=np.array(questions),
        origins=np.array(origins),
        rows=np.array([(p.question, p.passage, p.start, p.end) for p in pairs], np.int32),
        shares=np.array([(p.relevance, p.weight) for p in pairs], np.float32),
        origin=np.array([code[p.origin] for p in pairs], np.int16),
        said=said,
    )
    part.rename(path)


def options_of() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True, nargs="+")
    parser.add_argument("--backbone", type=Path, required=True, help="the student's: it mines")
    parser.add_argument("--base", type=Path, required=True, help="GGUF file; may come later")
    parser.add_argument("--tokenizer", type=Path, required=True, help="folder of the tokenizer")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--learn-seconds", type=float, default=300)
    parser.add_argument("--judge-seconds", type=float, default=480)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--batch-tokens", type=int, default=16_384)
    return parser.parse_args()


def main() -> None:
    """Learn, measure, judge."""
    options = options_of()
    options.work.mkdir(parents=True, exist_ok=True)
    tables = load(options.tables)
    known = len(tables.questions)
    mined = Pairs(tables, options.backbone)
    near = mined.near_written[: len(mined.near_written) // 2]
    pairs = mined.labelled + mined.written + mined.made + near
    tokenizer = AutoTokenizer.from_pretrained(options.tokenizer)
    asked = tokens_of(texts_of(tables, pairs), tokenizer)
    taught = lessons_of(pairs)
    told = Lessons(
        [asked[n] for n in taught],
        [round(pairs[n].relevance) for n in taught],
        [pairs[n].weight for n in taught],
    )
    say(f"{len(taught)} lessons, {len(pairs)} pairs")
    wait_for(options.base)
    judge = Judge(options.base, WORDS)
    judge.learn(told, options.learn_seconds, options.rate, options.batch_tokens)
    save_lora(options.work / "judge.npz", lora_weights(judge.model), ALPHA)
    judge.merge()
    order = random.Random(5).sample(range(len(pairs)), len(pairs))
    most = 4 * options.batch_tokens
    say(f"{len(pairs)} pairs to judge")
    opinions = judge.opinions([asked[n] for n in order], options.judge_seconds, most)
    made = tables.questions[known:]
    save(options.work / "judged.npz", made, [pairs[n] for n in order], lead(opinions))
    say(f"{int(np.isfinite(opinions[:, 0]).sum())} judged")
    show(judge, options.dev, tokenizer, most)


if __name__ == "__main__":
    main()
