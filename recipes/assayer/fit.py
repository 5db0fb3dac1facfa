"""Training on labels, and the loop that every training here goes through."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from recipes.assayer.backbone import half_precision
from recipes.assayer.encode import Encoded, width_of
from recipes.assayer.network import END, START, STRIP, Network, sentence_logits

WARM = 0.06  # share of a training in which the rate rises
FORBIDDEN = -30.0  # finite, so that half precision and a divergence of two masked tokens stay sound


def span_logits(tokens: Tensor, batch: Encoded) -> tuple[Tensor, Tensor]:
    """Start and end logits where an answer may stand: the text, or the first token for none."""
    allowed = batch.sentence >= 0
    allowed[:, 0] = True
    closed = torch.where(allowed, 0.0, FORBIDDEN)
    return tokens[..., START] + closed, tokens[..., END] + closed


def span_loss(start: Tensor, end: Tensor, batch: Encoded) -> Tensor:
    """Cross entropy of the labelled start and end, zero where nobody knows them."""
    return functional.cross_entropy(
        start, batch.start, ignore_index=-100, reduction="none"
    ) + functional.cross_entropy(end, batch.end, ignore_index=-100, reduction="none")


def hard_loss(network: Network, batch: Encoded) -> Tensor:
    """Relevance, span and sentence loss against labels."""
    relevance, tokens = network(batch.ids.long(), batch.types.long())
    tokens = tokens.float()
    start, end = span_logits(tokens, batch)
    judged = functional.binary_cross_entropy_with_logits(
        relevance.float(), batch.relevance, reduction="none"
    )
    scores, exist = sentence_logits(tokens[..., STRIP], batch.sentence)
    has = batch.gold_sentence >= 0
    place = batch.gold_sentence.clamp_min(0)[:, None]
    gold = torch.zeros_like(scores).scatter(1, place, has[:, None].to(scores.dtype))
    # Where relevance is given without a place, nobody knows which sentence carries it.
    known = (has | (batch.relevance < 0.3))[:, None] & exist
    strips = sentence_loss(scores, gold, known)
    return (batch.weight * (judged + 0.5 * span_loss(start, end, batch) + strips)).mean()


def sentence_loss(scores: Tensor, goal: Tensor, counted: Tensor) -> Tensor:
    """The mean loss of the counted sentences of each row."""
    each = functional.binary_cross_entropy_with_logits(scores, goal, reduction="none")
    return (each * counted).sum(1) / counted.sum(1).clamp_min(1)


@torch.no_grad()
def soft_labels(network: Network, data: Encoded, batch: int = 512) -> tuple[Tensor, Tensor]:
    """The teacher's outputs for every pair, in half precision: relevance [N], tokens [N, L, 3]."""
    network.eval()
    count, width = data.ids.shape
    relevance = torch.zeros(count, dtype=torch.float16, device=data.ids.device)
    tokens = torch.zeros(count, width, 3, dtype=torch.float16, device=data.ids.device)
    for rows in torch.argsort(data.length).split(batch):
        some = data[rows]
        with half_precision(data.ids.device.type):
            judged, read = network(some.ids.long(), some.types.long())
        relevance[rows] = judged.to(torch.float16)
        tokens[rows, : read.shape[1]] = read.to(torch.float16)
    return relevance, tokens


def optimiser_of(parts: list[nn.Module], rate: float, *, fused: bool) -> torch.optim.AdamW:
    """AdamW that spares biases and norms the decay."""
    weights = [p for part in parts for p in part.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in weights if p.ndim > 1], "weight_decay": 0.01},
        {"params": [p for p in weights if p.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, fused=fused)


def batches(
    length: Tensor, size: int, generator: torch.Generator, together: int = 1
) -> Iterator[tuple[Tensor, int]]:
    """All rows in random batches whose rows are of similar length, with the width of each.

    So many rows that follow each other stay `together`, and their number is a multiple of it.
    `length` is on the processor: to ask a GPU for the width of every batch would make it wait.
    """
    longest = length.view(-1, together).amax(1)
    inside, size = torch.arange(together), size // together
    groups: list[Tensor] = []
    for group in torch.randperm(len(longest), generator=generator).split(size * 50):
        groups += group[torch.argsort(longest[group])].split(size)
    for place in torch.randperm(len(groups), generator=generator).tolist():
        rows = (groups[place][:, None] * together + inside).flatten()
        yield rows, width_of(longest[groups[place]])


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train: epochs and seconds, whichever is over first, highest rate, rows in a batch.

    `together`: so many rows that follow each other are always in one batch.
    """

    name: str
    epochs: float
    rate: float
    size: int
    seconds: float = 1e9
    report: int = 200
    together: int = 1
    seed: int = 1


class Training:
    """The steps of one plan: batches, the rate of each, and what is printed on the way.

    The rate rises and falls with the share of the time or of the epochs that is spent, so that a
    training that the clock ends has come to rest too.
    """

    def __init__(
        self,
        parts: list[nn.Module],
        data: Encoded,
        plan: Plan,
        rows: Callable[[int], Tensor] | None = None,
    ) -> None:
        """Prepare; the clock starts with the first batch. `rows`: those of an epoch, or all."""
        self._plan, self._data = plan, data
        self._generator = torch.Generator().manual_seed(plan.seed)
        self._weights = [p for part in parts for p in part.parameters() if p.requires_grad]
        self._optimiser = optimiser_of(parts, plan.rate, fused=data.ids.is_cuda)
        self._length = data.length.cpu()
        self._rows = rows or (lambda _: torch.arange(len(self._length)))
        self._total = torch.zeros((), device=data.ids.device)
        self.share, self.epoch = 0.0, 0

    def batches(self) -> Iterator[tuple[Tensor, Encoded]]:
        """Rows to train on and what they hold, until the plan is over; `step` ends each."""
        in_epoch = -(-len(self._length) // self._plan.size)
        steps, began, done = int(in_epoch * self._plan.epochs), time.time(), 0
        while done < steps and self.share < 1:
            of_epoch = self._rows(self.epoch).cpu()
            lengths, plan = self._length[of_epoch], self._plan
            for rows, width in batches(lengths, plan.size, self._generator, plan.together):
                spent = time.time() - began
                self.share = max(done / steps, spent / self._plan.seconds)
                if self.share >= 1:
                    break
                there = of_epoch[rows].to(self._data.ids.device, non_blocking=True)
                yield there, self._data.cut(there, width)
                done += 1
                if done % self._plan.report == 0:
                    mean = float(self._total) / self._plan.report
                    rate = done * self._plan.size / (time.time() - began)
                    told = f"{100 * self.share:.0f} % loss {mean:.4f} {spent:.0f} s"
                    print(f"{self._plan.name} {told}, {rate:.0f} pairs/s", flush=True)
                    self._total.zero_()
            self.epoch += 1

    def step(self, loss: Tensor) -> None:
        """One step against the loss of a batch."""
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights, 1.0)
        for group in self._optimiser.param_groups:
            group["lr"] = self._plan.rate * min(self.share / WARM, (1 - self.share) / (1 - WARM))
        self._optimiser.step()
        self._optimiser.zero_grad(set_to_none=True)
        self._total += loss.detach()


def fit(network: Network, data: Encoded, plan: Plan) -> None:
    """Train in place on labels."""
    network.train()
    training = Training([network], data, plan)
    for _, batch in training.batches():
        with half_precision(data.ids.device.type):
            loss = hard_loss(network, batch)
        training.step(loss)
