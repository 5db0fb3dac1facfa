"""A head after the first layers that guesses what the last one will say of a passage.

`python -m recipes.assayer.sieve --tables tables.xz --backbone DIR --first first.pt --out DIR`

Nothing else is trained: the encoder is the shipped one, and what it says at its end of the nearest
passages of a question is all that the heads learn from. One head is trained for each depth.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from recipes.assayer.backbone import PAD, half_precision, unpack
from recipes.assayer.corpus import NO_ANSWER, Pair, Tables, load
from recipes.assayer.encode import Encoded, Texts, assemble
from recipes.assayer.fit import Plan, Training
from recipes.assayer.mine import embedded_neighbours
from recipes.assayer.network import Network, build

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TOGETHER = 10  # passages of one question, as many as the tool judges
KEPT, BEST = 5, 3  # of those, so many are read to the end; these are wanted among them
WIDTH, MATCHED = 256, 64


class Sieve(nn.Module):
    """What the first layers show of a row: its beginning, its text, and how the two sides match."""

    def __init__(self, hidden: int) -> None:
        """Fresh weights for states of so many numbers."""
        super().__init__()
        self.seen = nn.Sequential(nn.Linear(3 * hidden, WIDTH), nn.GELU(), nn.Linear(WIDTH, 1))
        self.asked, self.told = nn.Linear(hidden, MATCHED), nn.Linear(hidden, MATCHED)
        self.counts = nn.Linear(hidden, 1)

    def forward(self, states: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """One logit for each row."""
        text = (types * mask).to(states.dtype)[..., None]
        asked = ((1 - types) * mask).to(states.dtype)
        mean = (states * text).sum(1) / text.sum(1).clamp_min(1)
        most = (states - (1 - text) * 1e4).amax(1)
        logit = self.seen(torch.cat((states[:, 0], mean, most), 1)).squeeze(-1)
        alike = self.asked(states) @ self.told(states).transpose(1, 2)
        best = (alike - (1 - text.transpose(1, 2)) * 1e4).amax(2)
        weight = torch.sigmoid(self.counts(states).squeeze(-1)) * asked
        return logit + (best * weight).sum(1) / weight.sum(1).clamp_min(1e-3)


def lessons(tables: Tables, backbone: Path, questions: int) -> list[Pair]:
    """The nearest passages of some questions, ten of each one after the other."""
    asked = sorted({each.question for each in tables.opens or tables.pairs})
    chosen = random.Random(3).sample(asked, min(questions, len(asked)))
    near = embedded_neighbours(tables, chosen, backbone, DEVICE, 2 * TOGETHER)
    own = {p.question: p.passage for p in tables.pairs if p.relevance > 0.5}
    pairs: list[Pair] = []
    for question in chosen:
        chance = random.Random(question)
        found = [p for p in near[question] if p != own.get(question)]
        found = chance.sample(found, TOGETHER - 1)
        first = own.get(question, next(p for p in near[question] if p not in found))
        rows = [first, *found]
        pairs += [Pair(question, p, 0.0, NO_ANSWER, NO_ANSWER, "sift") for p in rows]
    return pairs


def seen(network: Network, batch: Encoded) -> tuple[tuple[Tensor, ...], Tensor]:
    """What every layer makes of the rows, and the relevance at the end."""
    with torch.no_grad(), half_precision(DEVICE):
        states = network.states(batch.ids.long(), batch.types.long())
        return states, network.judge(states[-1])[0].float()


def sift_loss(guess: Tensor, goal: Tensor) -> Tensor:
    """How far the guesses are from what the end says, and from its order of one question."""
    guess, goal = guess.view(-1, TOGETHER), goal.view(-1, TOGETHER)
    order = functional.kl_div(
        functional.log_softmax(guess, 1), functional.softmax(goal, 1), reduction="batchmean"
    )
    return functional.smooth_l1_loss(guess, goal) + order


def train(
    network: Network, heads: dict[int, Sieve], data: Encoded, size: int, epochs: float
) -> None:
    """Every head at once, from one pass of the encoder over each batch."""
    plan = Plan("sieves", epochs, 1e-3, size, together=TOGETHER)
    training = Training(list(heads.values()), data, plan)
    for _, batch in training.batches():
        states, goal = seen(network, batch)
        mask, types = (batch.ids != PAD).long(), batch.types.long()
        losses = {
            k: sift_loss(head(states[k].float(), types, mask), goal) for k, head in heads.items()
        }
        training.step(sum(losses.values(), torch.zeros((), device=DEVICE)))


@torch.no_grad()
def kept(network: Network, heads: dict[int, Sieve], data: Encoded) -> dict[int, float]:
    """How many of the three best by the end are among the five best by each head."""
    hits = dict.fromkeys(heads, 0)
    for first in range(0, len(data.ids), 64 * TOGETHER):
        batch = data[torch.arange(first, min(first + 64 * TOGETHER, len(data.ids)))]
        states, goal = seen(network, batch)
        mask, types = (batch.ids != PAD).long(), batch.types.long()
        best = goal.view(-1, TOGETHER).topk(BEST).indices
        for k, head in heads.items():
            guess = head(states[k].float(), types, mask).view(-1, TOGETHER)
            among = guess.topk(KEPT).indices
            hits[k] += int((best[:, :, None] == among[:, None]).any(2).sum())
    return {k: count / (len(data.ids) / TOGETHER * BEST) for k, count in hits.items()}


def main() -> None:
    """Train a head for each depth and say how much each would keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--first", type=Path, required=True, help="the shipped weights, packed")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--depths", type=int, nargs="+", default=(1, 2, 3))
    parser.add_argument("--batch", type=int, default=640)
    options = parser.parse_args()
    began = time.time()
    tables = load(options.tables)
    network = build(options.backbone).to(DEVICE).eval()
    network.load_state_dict(unpack(torch.load(options.first, weights_only=True)))
    pairs = lessons(tables, options.backbone, options.questions)
    data = assemble(Texts(tables, options.backbone / "tokenizer.json"), pairs).to(DEVICE)
    print(f"[{time.time() - began:.0f} s] {len(pairs)} pairs", flush=True)
    held = torch.arange(min(20_000, len(pairs) // 10 // TOGETHER * TOGETHER), device=DEVICE)
    rest = torch.arange(len(held), len(pairs), device=DEVICE)
    heads = {k: Sieve(network.tokens.in_features).to(DEVICE) for k in options.depths}
    train(network, heads, data[rest], options.batch, options.epochs)
    options.out.mkdir(parents=True, exist_ok=True)
    for k, head in heads.items():
        torch.save(head.state_dict(), options.out / f"sieve{k}.pt")
    share = {k: round(v, 3) for k, v in kept(network, heads, data[held]).items()}
    print(f"[{time.time() - began:.0f} s] of the three best among five: {share}", flush=True)


if __name__ == "__main__":
    main()
