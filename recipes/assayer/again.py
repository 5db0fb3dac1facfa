"""The shipped student goes on with a judge's opinions: `python -m recipes.assayer.again --help`.

What is relevant is taught by the judge (`recipes.assayer.judge`) and by the shipped weights
together, and by labels; where the answer stands, by the shipped weights and labels. The first
layers stay as they are, so that the sieve after them (`sieve.py`) sees what it was trained on.
With `--large` a student on another backbone is taught instead, all of it: a second opinion.
"""

from __future__ import annotations

import argparse
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import nn

from recipes.assayer import dev
from recipes.assayer.backbone import unpack
from recipes.assayer.corpus import Pair, Tables, load
from recipes.assayer.distil import Lessons, distil
from recipes.assayer.encode import Encoded, Texts, assemble
from recipes.assayer.fast_mpnet import fuse_attention
from recipes.assayer.fit import Plan
from recipes.assayer.mix import between
from recipes.assayer.network import Network, build
from recipes.assayer.spans import evaluate
from recipes.assayer.train import say

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the way from the first weights, to be measured


def judged_pairs(tables: Tables, path: Path) -> tuple[list[Pair], np.ndarray]:
    """The pairs of a judge's file with what it said; its new questions join the tables."""
    with np.load(path) as file:
        tables.questions += file["questions"].tolist()
        origins = file["origins"].tolist()
        columns = (file[name].tolist() for name in ("rows", "shares", "origin"))
        pairs = [
            Pair(question, passage, relevance, start, end, origins[origin], weight)
            for (question, passage, start, end), (relevance, weight), origin in zip(
                *columns, strict=True
            )
        ]
        said = file["said"]
    # A guess that nobody judged, for want of time, would teach what the student says already.
    kept = [n for n, pair in enumerate(pairs) if pair.weight > 0 or np.isfinite(said[n])]
    return [pairs[n] for n in kept], said[kept]


def lessons_of(first: Network, data: Encoded, said: np.ndarray, share: float) -> Lessons:
    """What the first weights say of every row, with the judge's share where it judged."""
    lessons = Lessons(first, data)
    lessons.ask_all(data, 1024)
    opinion = torch.from_numpy(said.astype(np.float32)).to(data.ids.device)
    ours = lessons.relevance.float()
    both = share * opinion.clamp(-8, 8) + (1 - share) * ours
    lessons.relevance = torch.where(opinion.isfinite(), both, ours).to(torch.float16)
    return lessons


def freeze(encoder: nn.Module, layers: int) -> None:
    """Keep the embeddings and the first layers as they are."""
    for part in (encoder.embeddings, *encoder.encoder.layer[:layers]):
        part.requires_grad_(False)


def thinned(network: Network, layers: int) -> Network:
    """The network with so many of its layers, at even distances, the last one among them."""
    deep = network.encoder.encoder
    step = len(deep.layer) // layers
    deep.layer = deep.layer[step - 1 :: step]
    network.encoder.config.num_hidden_layers = layers
    return network


def large_student(options: argparse.Namespace) -> Network:
    """A student on a larger backbone, with as many of its layers as wanted."""
    student = thinned(build(options.large), options.layers).to(DEVICE)
    if options.so_far:
        known = torch.load(options.so_far, weights_only=True, map_location=DEVICE)
        student.load_state_dict(unpack(known))
    fuse_attention(student.encoder)
    return student


def parser_of(what: str | None) -> argparse.ArgumentParser:
    """What every training with a judge's file is told."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--judged", type=Path, required=True, help="what odds.py or judge.py wrote")
    parser.add_argument("--dev", type=Path, required=True, nargs="+")
    parser.add_argument("--backbone", type=Path, required=True, help="of the shipped weights")
    parser.add_argument("--first", type=Path, required=True, help="the shipped weights, packed")
    parser.add_argument("--out", type=Path, required=True, help="of the weights")
    parser.add_argument("--trust", type=float, default=0.7, help="in what is taught, over a label")
    return parser


def options_of() -> argparse.Namespace:
    """What the command line says."""
    parser = parser_of(__doc__)
    parser.add_argument("--large", type=Path, help="MPNet, for a student that starts from it")
    parser.add_argument("--layers", type=int, default=6, help="of it that are kept")
    parser.add_argument("--so-far", type=Path, help="what such a student has learned before")
    parser.add_argument("--share", type=float, default=0.6, help="of the judge in what is taught")
    parser.add_argument("--frozen", type=int, default=1, help="layers")
    parser.add_argument("--seconds", type=float, default=450)
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Train, save, measure at the end, or between both ends."""
    options = options_of()
    torch.set_float32_matmul_precision("high")
    tables = load(options.tables)
    pairs, said = judged_pairs(tables, options.judged)
    cutter = options.backbone / "tokenizer.json"
    data = assemble(Texts(tables, cutter), pairs, 11).to(DEVICE)
    state = unpack(torch.load(options.first, weights_only=True))
    first = build(options.backbone).to(DEVICE)
    first.load_state_dict(state)
    lessons = lessons_of(first, data, said, options.share)
    student = large_student(options) if options.large else deepcopy(first)
    if not options.large:
        freeze(student.encoder, options.frozen)
    say(f"{len(pairs)} pairs")
    seconds, seed = options.seconds, options.seed
    plan = Plan("student", options.epochs, options.rate, options.batch, seconds, seed=seed)
    ended = dict(distil(student, lessons, data, plan, trust=options.trust, rounded=0.0))["float"]
    torch.save({n: v.half() for n, v in ended.items()}, options.out)
    say("saved")
    rows = [row for path in options.dev for row in dev.load(path)]
    for share in (1.0,) if options.large else SHARES:
        mixed = ended if options.large else between(state, ended, share)
        student.load_state_dict(mixed, strict=False)
        evaluate(student, rows, cutter, f"{share} of the way", DEVICE)


if __name__ == "__main__":
    main()
