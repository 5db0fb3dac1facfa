"""The training loops: hard labels for the teacher, the teacher's soft labels for the student."""

from __future__ import annotations

import time
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from recipes.assayer.encode import Encoded
from recipes.assayer.network import END, START, STRIP, Network, sentence_logits

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
    gold = torch.zeros_like(scores)
    has = batch.gold_sentence >= 0
    gold[has, batch.gold_sentence[has]] = 1.0
    # Where relevance is given without a place, nobody knows which sentence carries it.
    known = (has | (batch.relevance < 0.3))[:, None] & exist
    strips = sentence_loss(scores, gold, known)
    return (batch.weight * (judged + 0.5 * span_loss(start, end, batch) + strips)).mean()


def sentence_loss(scores: Tensor, goal: Tensor, counted: Tensor) -> Tensor:
    """The mean loss of the counted sentences of each row."""
    each = functional.binary_cross_entropy_with_logits(scores, goal, reduction="none")
    return (each * counted).sum(1) / counted.sum(1).clamp_min(1)


def distil_loss(
    network: Network, batch: Encoded, taught: tuple[Tensor, Tensor], trust: float
) -> Tensor:
    """The loss against soft labels; `trust` is the teacher's share where a label is known too."""
    relevance, tokens = network(batch.ids.long(), batch.types.long())
    tokens, lesson = tokens.float(), taught[1].float()[:, : batch.ids.shape[1]]
    start, end = span_logits(tokens, batch)
    soft_start, soft_end = span_logits(lesson, batch)
    read = divergence(start, soft_start) + divergence(end, soft_end)
    # A weight of zero marks a pair whose label is a guess: there the teacher alone is asked.
    share = torch.where(batch.weight > 0, trust, 1.0)
    target = share * taught[0].float().sigmoid() + (1 - share) * batch.relevance
    judged = functional.binary_cross_entropy_with_logits(
        relevance.float(), target, reduction="none"
    )
    scores, exist = sentence_logits(tokens[..., STRIP], batch.sentence)
    goal, _ = sentence_logits(lesson[..., STRIP], batch.sentence)
    strips = sentence_loss(scores, goal.sigmoid(), exist)
    hard = span_loss(start, end, batch)
    return (judged + share * read + (1 - share) * 0.5 * hard + strips).mean()


def divergence(ours: Tensor, theirs: Tensor) -> Tensor:
    """How far our distribution over the tokens of each row is from the teacher's."""
    return functional.kl_div(
        ours.log_softmax(-1), theirs.log_softmax(-1), reduction="none", log_target=True
    ).sum(-1)


@torch.no_grad()
def soft_labels(network: Network, data: Encoded, batch: int = 512) -> tuple[Tensor, Tensor]:
    """The teacher's outputs for every pair, in half precision: relevance [N], tokens [N, L, 3]."""
    network.eval()
    count, width = data.ids.shape
    relevance = torch.zeros(count, dtype=torch.float16, device=data.ids.device)
    tokens = torch.zeros(count, width, 3, dtype=torch.float16, device=data.ids.device)
    for rows in torch.argsort(data.length).split(batch):
        some = data[rows]
        with torch.autocast(data.ids.device.type, torch.bfloat16):
            judged, read = network(some.ids.long(), some.types.long())
        relevance[rows] = judged.to(torch.float16)
        tokens[rows, : read.shape[1]] = read.to(torch.float16)
    return relevance, tokens


def optimisation(
    network: Network, rate: float, steps: int, *, fused: bool
) -> tuple[torch.optim.AdamW, torch.optim.lr_scheduler.OneCycleLR]:
    """AdamW that spares biases and norms the decay, and a linear warm-up and fall."""
    groups = [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": 0.01},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=rate, fused=fused)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, steps + 1, pct_start=0.06, anneal_strategy="linear"
    )
    return optimiser, schedule


def batches(length: Tensor, size: int, generator: torch.Generator) -> list[Tensor]:
    """All rows in random batches whose rows are of similar length."""
    shuffled = torch.randperm(len(length), generator=generator).to(length.device)
    groups = []
    for group in shuffled.split(size * 50):
        groups += list(group[torch.argsort(length[group])].split(size))
    order = torch.randperm(len(groups), generator=generator).tolist()
    return [groups[i] for i in order]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train: epochs, highest learning rate, batch size, and the name that is printed."""

    name: str
    epochs: float
    rate: float
    size: int
    # The clock may end the training early; the time is looked at after every report.
    seconds: float = 1e9
    report: int = 200
    # Share of the old average kept at each step; 0 for no averaging.
    average: float = 0.0
    # Share of the teacher in the student's relevance and spans where a label is known too.
    trust: float = 0.7


def fit(
    network: Network, data: Encoded, plan: Plan, taught: tuple[Tensor, Tensor] | None = None
) -> dict[str, Tensor]:
    """Train in place, on labels or on what a teacher said; gives back the (averaged) weights."""
    generator = torch.Generator().manual_seed(1)
    steps = int(-(-len(data.length) // plan.size) * plan.epochs)
    optimiser, schedule = optimisation(network, plan.rate, steps, fused=data.ids.is_cuda)
    smooth = {name: value.detach().clone() for name, value in network.state_dict().items()}
    network.train()
    began, total, queue = time.time(), torch.zeros((), device=data.ids.device), []
    for step in range(1, steps + 1):
        queue = queue or batches(data.length, plan.size, generator)
        rows = queue.pop()
        with torch.autocast(data.ids.device.type, torch.bfloat16):
            if taught is None:
                loss = hard_loss(network, data[rows])
            else:
                lesson = (taught[0][rows], taught[1][rows])
                loss = distil_loss(network, data[rows], lesson, plan.trust)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        schedule.step()
        if plan.average:
            follow(smooth, network, plan.average)
        total += loss.detach()
        if step % plan.report == 0:
            spent, mean = time.time() - began, float(total) / plan.report
            print(f"{plan.name} {step}/{steps} loss {mean:.4f} {spent:.0f} s", flush=True)
            total.zero_()
            if spent > plan.seconds:
                print(f"{plan.name} stopped early by the clock", flush=True)
                break
    return smooth if plan.average else network.state_dict()


@torch.no_grad()
def follow(smooth: dict[str, Tensor], network: Network, average: float) -> None:
    """Move the averaged weights a little towards the current ones."""
    for name, value in network.state_dict().items():
        if value.is_floating_point():
            smooth[name].lerp_(value, 1 - average)
