"""One larger network that judges, reads and embeds: `python -m recipes.assayer.large --help`.

Starts from an embedder (all-mpnet-base-v2). It learns to judge and to read as `again.py --large`
does: first what labels and the shipped weights say, then the opinions of a judge beside them, as
soon as its file is there. In every step it also embeds some texts, and must give them the vectors
that the embedder gave before, so that one file serves search and evaluator.
"""

from __future__ import annotations

import argparse
import random
import time
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from recipes.assayer import dev
from recipes.assayer.again import judged_pairs, lessons_of, parser_of
from recipes.assayer.backbone import PAD, half_precision, unpack
from recipes.assayer.corpus import Pair, Tables, load
from recipes.assayer.distil import distil
from recipes.assayer.encode import Texts, assemble
from recipes.assayer.fast_mpnet import fuse_attention
from recipes.assayer.fit import Plan
from recipes.assayer.network import Network, build
from recipes.assayer.spans import evaluate
from recipes.assayer.train import say

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MAX_TOKENS = 256  # of an embedded text
KEEP = 20.0  # weight of the vectors beside what is judged and read


def embedded(network: Network, ids: Tensor) -> Tensor:
    """The vectors of rows of tokens: the mean of the last layer, of length one."""
    last = network.states(ids, torch.zeros_like(ids))[-1].float()
    real = (ids != PAD).unsqueeze(-1).float()
    return functional.normalize((last * real).sum(1) / real.sum(1), dim=-1)


class Vectors:
    """Texts in batches of like length, with the vectors that they shall keep."""

    def __init__(self, network: Network, texts: list[str], cutter: Path, size: int) -> None:
        """Let the network as it is embed all of them."""
        tokenizer = Tokenizer.from_file(str(cutter))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MAX_TOKENS)
        rows = sorted((each.ids for each in tokenizer.encode_batch(texts)), key=len)
        self._batches = [self._rows(rows[at : at + size]) for at in range(0, len(rows), size)]
        self._goals = []
        with torch.no_grad(), half_precision(DEVICE):
            for ids in self._batches:
                self._goals.append(embedded(network, ids.to(DEVICE)).half())

    @staticmethod
    def _rows(some: list[list[int]]) -> Tensor:
        ids = torch.full((len(some), max(map(len, some))), PAD)
        for number, row in enumerate(some):
            ids[number, : len(row)] = torch.tensor(row)
        return ids

    def loss(self, network: Network) -> Tensor:
        """How far the vectors of a batch drawn by chance have moved."""
        at = random.randrange(len(self._batches))
        told = embedded(network, self._batches[at].to(DEVICE, non_blocking=True))
        return (1 - (told * self._goals[at].float()).sum(-1)).mean()

    @torch.no_grad()
    def kept(self, network: Network, some: int = 100) -> tuple[float, float]:
        """Mean and lowest cosine of vectors to those before, over some batches."""
        alike = []
        with half_precision(DEVICE):
            for at in random.sample(range(len(self._batches)), min(some, len(self._batches))):
                told = embedded(network, self._batches[at].to(DEVICE))
                alike.append((told * self._goals[at].float()).sum(-1))
        every = torch.cat(alike)
        return float(every.mean()), float(every.min())


def drawn(tables: Tables, count: int) -> list[str]:
    """Questions and passages to embed, as many of the one as of the other."""
    draw = random.Random(3)
    questions = draw.sample(tables.questions, min(count, len(tables.questions)))
    passages = draw.sample(tables.passages, min(count, len(tables.passages)))
    return [*questions, *(f"{title}\n{text}" if title else text for title, text in passages)]


class School:
    """The student with all that both of its lessons share."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Load the first weights, the student and its vectors."""
        self.options = options
        self.cutter = options.backbone / "tokenizer.json"
        self.first = build(options.backbone).to(DEVICE)
        self.first.load_state_dict(unpack(torch.load(options.first, weights_only=True)))
        self.student = build(options.large).to(DEVICE)
        fuse_attention(self.student.encoder)
        texts = drawn(load(options.tables), options.texts)
        before = deepcopy(self.student).eval()
        self.vectors = Vectors(before, texts, self.cutter, options.beside)
        say(f"{len(texts)} texts have their vectors")

    def learn(self, tables: Tables, pairs: list[Pair], said: np.ndarray, plan: Plan) -> None:
        """One training; the averaged weights are kept and saved."""
        options = self.options
        data = assemble(Texts(tables, self.cutter), pairs, 11).to(DEVICE)
        lessons = lessons_of(self.first, data, said, options.share)
        say(f"{plan.name}: {len(pairs)} pairs, {int(np.isfinite(said).sum())} judged")
        keep = lambda: KEEP * self.vectors.loss(self.student)  # noqa: E731
        told = distil(
            self.student, lessons, data, plan, trust=options.trust, rounded=0.0, beside=keep
        )
        self.student.load_state_dict(dict(told)["float"])
        options.out.mkdir(parents=True, exist_ok=True)
        state = {name: value.half() for name, value in self.student.state_dict().items()}
        torch.save(state, options.out / f"{plan.name}.pt")
        mean, lowest = self.vectors.kept(self.student)
        say(f"{plan.name} saved; cosine to the vectors before {mean:.4f}, lowest {lowest:.4f}")


def options_of() -> argparse.Namespace:
    """What the command line says."""
    parser = parser_of(__doc__)
    parser.add_argument("--large", type=Path, required=True, help="the embedder to start from")
    parser.add_argument("--texts", type=int, default=60_000, help="of each kind that keep vectors")
    parser.add_argument("--beside", type=int, default=96, help="of them in a step")
    parser.add_argument("--share", type=float, default=0.8, help="of the judge in what is taught")
    parser.add_argument("--first-seconds", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=640)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--batch", type=int, default=512)
    return parser.parse_args()


def main() -> None:
    """Learn from labels and the shipped weights, then from the judge, and show what came of it."""
    options = options_of()
    torch.set_float32_matmul_precision("high")
    school = School(options)
    tables = load(options.tables)
    rate, size = options.rate, options.batch
    labelled = [pair for pair in tables.pairs if pair.weight > 0]
    nothing = np.full(len(labelled), np.nan, np.float32)
    school.learn(tables, labelled, nothing, Plan("labels", 8, rate, size, options.first_seconds))
    while not options.judged.exists():
        time.sleep(1)
    pairs, said = judged_pairs(tables, options.judged)
    school.learn(tables, pairs, said, Plan("large", 8, rate, size, options.seconds))
    rows = [row for path in options.dev for row in dev.load(path)]
    evaluate(school.student, rows, school.cutter, "large", DEVICE)


if __name__ == "__main__":
    main()
