"""A language model's odds that a passage answers, for all pairs: `python -m recipes.assayer.odds`.

Nothing is trained: the model is asked whether the excerpt contains the answer, and the lesson is
the log-odds of "Yes" against "No". The excerpt stands before the question, so that all questions to
one passage share one reading of it: they follow it in one row, and none sees another. It all goes
into the file that `again.py` reads. Labelled pairs among those judged give the curve from odds to
probability.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from recipes.assayer import dev
from recipes.assayer.corpus import UNKNOWN, Pair, load
from recipes.assayer.judge import save
from recipes.assayer.measure import auroc, ranking_figures
from recipes.assayer.train import say
from recipes.lora.base import load_base
from recipes.lora.judge import wait_for

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SYSTEM = "<|im_start|>system\nYou judge excerpts of documents.<|im_end|>\n<|im_start|>user\n"
ASKED = "Does this excerpt contain the answer to the question? Reply Yes or No."
END = "<|im_end|>\n<|im_start|>assistant\n"
MAX_TEXT, MAX_QUESTION, MAX_TOGETHER = 300, 90, 12  # tokens, tokens, questions in a row
# Origins that are judged beside the new pairs, and how many of their pairs.
JUDGED_TOO = {"entry": 30_000, "written": 10_000, "unanswerable": 10_000}
CURVE = {"squad2": 3_000, "wikiqa": 1_000, "unanswerable": 0}  # labelled by people
CONFIRMED = 1.0  # logits from which a written answer counts as one
NEW = ("ordinary-", "technical-", "wikipedia-", "sentence-")


@dataclass(frozen=True, slots=True)
class Row:
    """One passage with the questions to it, as tokens, and which pairs those are."""

    excerpt: list[int]
    questions: list[list[int]]
    pairs: list[int]

    def __len__(self) -> int:
        return len(self.excerpt) + sum(map(len, self.questions))


class Odds:
    """The language model, reduced to two words."""

    def __init__(self, base: Path) -> None:
        """Load the model."""
        self.tokenizer, self.model = load_base(base)
        dtype = torch.bfloat16 if DEVICE == "cuda" else torch.float32
        self.model = self.model.to(DEVICE, dtype).eval()
        words = [self.tokenizer.encode(word, add_special_tokens=False)[0] for word in ("Yes", "No")]
        self.words = self.model.lm_head.weight[words].float()

    def rows(self, triples: Sequence[tuple[str, str, str]]) -> list[Row]:
        """The (question, title, text) triples by passage."""
        by_passage: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, (_, title, text) in enumerate(triples):
            by_passage[title, text].append(place)
        heads = [f"{SYSTEM}Excerpt: {title}\n{text}" for title, text in by_passage]
        tails = [f"\n\nQuestion: {question}\n{ASKED}{END}" for question, _, _ in triples]
        excerpts = self._tokens(heads, MAX_TEXT)
        questions = self._tokens(tails, MAX_QUESTION)
        return [
            Row(excerpt, [questions[n] for n in some], some)
            for excerpt, places in zip(excerpts, by_passage.values(), strict=True)
            for some in _parts(places)
        ]

    def _tokens(self, texts: list[str], most: int) -> list[list[int]]:
        """Tokens of each; what is too long loses its middle, so that the end stands."""
        found = self.tokenizer(texts, add_special_tokens=False)["input_ids"] if texts else []
        return [t if len(t) <= most else t[: most - 40] + t[-40:] for t in found]

    @torch.inference_mode()
    def __call__(self, rows: Sequence[Row]) -> list[float]:
        """The odds of every question of the rows, in order."""
        width = -(-max(map(len, rows)) // 32) * 32
        ids = torch.zeros(len(rows), width, dtype=torch.long)
        part = torch.full((len(rows), width), -1)
        place = torch.zeros(len(rows), width, dtype=torch.long)
        ends: list[tuple[int, int]] = []
        for number, row in enumerate(rows):
            at = len(row.excerpt)
            ids[number, :at] = torch.tensor(row.excerpt)
            part[number, :at] = 0
            place[number, :at] = torch.arange(at)
            for which, question in enumerate(row.questions, start=1):
                end = at + len(question)
                ids[number, at:end] = torch.tensor(question)
                part[number, at:end] = which
                place[number, at:end] = torch.arange(len(question)) + len(row.excerpt)
                ends.append((number, end - 1))
                at = end
        states = self.model.model(
            input_ids=ids.to(DEVICE), position_ids=place.to(DEVICE), attention_mask=_seen(part),
            use_cache=False,
        ).last_hidden_state  # fmt: skip
        where = torch.tensor(ends, device=DEVICE)
        said = states[where[:, 0], where[:, 1]].float() @ self.words.T
        return (said[:, 0] - said[:, 1]).tolist()

    def judge(
        self, triples: Sequence[tuple[str, str, str]], seconds: float, tokens: int
    ) -> np.ndarray:
        """The odds of each triple; not a number where the time was over."""
        said = np.full(len(triples), np.nan, np.float32)
        rows = self.rows(triples)
        random.Random(5).shuffle(rows)
        began, done = time.time(), 0
        for number, batch in enumerate(_batches(rows, tokens)):
            if time.time() - began > seconds:
                break
            said[[place for row in batch for place in row.pairs]] = self(batch)
            done += sum(len(row.pairs) for row in batch)
            if number % 100 == 0:
                print(f"{time.time() - began:.0f} s, {done} of {len(triples)} judged", flush=True)
        say(f"{done} of {len(triples)} judged in {time.time() - began:.0f} s")
        return said


def _parts(places: list[int]) -> Iterator[list[int]]:
    for first in range(0, len(places), MAX_TOGETHER):
        yield places[first : first + MAX_TOGETHER]


def _seen(part: Tensor) -> Tensor:
    """Which token sees which: the excerpt before it, and what comes before it in its question."""
    part = part.to(DEVICE)
    width = part.shape[1]
    before = torch.ones(width, width, dtype=torch.bool, device=DEVICE).tril()
    same = (part[:, None, :] == 0) | (part[:, None, :] == part[:, :, None])
    return (same & before)[:, None]


def _batches(rows: list[Row], tokens: int) -> Iterator[list[Row]]:
    """Rows of like length together; in blocks, so that an early end leaves some of every length."""
    for first in range(0, len(rows), 8_000):
        batch: list[Row] = []
        for row in sorted(rows[first : first + 8_000], key=len, reverse=True):
            if batch and (len(batch) + 1) * len(batch[0]) > tokens:
                yield batch
                batch = []
            batch.append(row)
        yield batch


def curve(odds: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Slope and bias of the logistic curve from odds to the share of good passages, balanced."""
    weight = np.where(labels > 0, 0.5 / (labels > 0).mean(), 0.5 / (labels <= 0).mean())
    slope, bias = 1.0, 0.0
    for _ in range(50):  # Newton's steps
        chance = 1 / (1 + np.exp(-(slope * odds + bias)))
        lack, bend = weight * (chance - labels), weight * chance * (1 - chance)
        hessian = np.array([[np.sum(bend * odds**2), np.sum(bend * odds)],
                            [np.sum(bend * odds), np.sum(bend)]]) + 1e-6 * np.eye(2)  # fmt: skip
        move = np.linalg.solve(hessian, [np.sum(lack * odds), np.sum(lack)])
        slope, bias = slope - move[0], bias - move[1]
    return float(slope), float(bias)


def wanted(pairs: list[Pair]) -> tuple[list[int], list[int]]:
    """The places of the pairs to judge, and of those that give the curve."""
    by_origin: dict[str, list[int]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        by_origin[pair.origin].append(place)
    draw = random.Random(9)
    judged = [n for name, rows in by_origin.items() if name.startswith(NEW) for n in rows]
    taught: list[int] = []
    for name, rows in by_origin.items():
        for begin, most in JUDGED_TOO.items():
            if name.startswith(begin):
                judged += draw.sample(rows, min(most, len(rows)))
        if most := CURVE.get(name, 0):
            taught += draw.sample(rows, min(most, len(rows)))
    draw.shuffle(judged)
    return judged, taught


def confirm(pair: Pair, sure: float) -> None:
    """Keep the place of a written answer as a label where the judge agrees, else forget it."""
    if sure > CONFIRMED:
        pair.relevance, pair.weight = 1.0, 1.0
    else:
        pair.start = pair.end = UNKNOWN


def show(odds: Odds, paths: list[Path], tokens: int, out: Path) -> None:
    """Print how well the odds tell good passages from bad on reported sets, and keep them."""
    for path in paths:
        rows = [row for row in dev.load(path) if row["label"] is not None]
        said = odds.judge([(r["question"], r["title"], r["text"]) for r in rows], 1e9, tokens)
        labels = np.array([row["label"] for row in rows])
        print(f"odds {path.stem}: {len(rows)} rows, AUROC {auroc(said, labels):.4f}")
        if rows and "unanswerable" in rows[0]:
            print(ranking_figures(path.stem, rows, said), flush=True)
        np.save(out / f"odds_{path.stem}.npy", said)


def main() -> None:
    """Judge the reported rows, then the pairs, until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="GGUF file; may come later")
    parser.add_argument("--dev", type=Path, nargs="*", default=[])
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--batch-tokens", type=int, default=65_536)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    tables = load(options.tables)
    judged, taught = wanted(tables.pairs)
    say(f"{len(judged)} pairs to judge, {len(taught)} for the curve")
    wait_for(options.base)
    odds = Odds(options.base)
    say("loaded")
    show(odds, options.dev, options.batch_tokens, options.work)

    def triple(place: int) -> tuple[str, str, str]:
        pair = tables.pairs[place]
        return tables.questions[pair.question], *tables.passages[pair.passage]

    known = odds.judge([triple(n) for n in taught], 1e9, options.batch_tokens)
    labels = np.array([tables.pairs[n].relevance for n in taught])
    slope, bias = curve(known, (labels > 0.5).astype(float))
    area = auroc(known, labels > 0.5)
    say(f"probability = logistic({slope:.3f} x odds {bias:+.3f}), AUROC {area:.3f}")
    said = np.full(len(tables.pairs), np.nan, np.float32)
    said[judged] = odds.judge([triple(n) for n in judged], options.seconds, options.batch_tokens)
    said = slope * said + bias
    for pair, sure in zip(tables.pairs, said, strict=True):
        if pair.origin.startswith(NEW) and pair.start >= 0:
            confirm(pair, sure)
    save(options.work / "judged.npz", [], tables.pairs, said.astype(np.float16))


if __name__ == "__main__":
    main()
