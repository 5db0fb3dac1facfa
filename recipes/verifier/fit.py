"""The training loop: by the clock, on labels and on what a teacher said."""

from __future__ import annotations

import time
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from recipes.verifier.batches import Rows
from recipes.verifier.nli_network import NliNetwork

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WARM_UP = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train; the rate falls with the clock, so that the time given is used and no more."""

    name: str
    seconds: float
    rate: float
    size: int
    average: float = 0.0
    # The share of the teacher where there is a label too.
    trust: float = 0.6
    # What is left of the rate at the end, for a training that goes on in another form.
    rest: float = 0.0


def fit(network: NliNetwork, data: Rows, plan: Plan, taught: Tensor | None = None) -> None:
    """Train in place; without `taught` only rows with a label are read."""
    generator = torch.Generator().manual_seed(3)
    optimiser = optimisation(network, plan.rate)
    smooth = {k: v.detach().clone() for k, v in network.state_dict().items()}
    known = None if taught is None else taught[:, 0].isfinite() | (data.weight > 0)
    network.train()
    began, total, queue = time.time(), torch.zeros((), device=DEVICE), []
    step = told = 0
    while (done := (time.time() - began) / plan.seconds) < 1:
        step += 1
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, step / WARM_UP) * (1 - done * (1 - plan.rest))
        queue = queue or data.shuffled(plan.size, generator, known)
        rows, longest = queue.pop()
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            logits = network(*data.inputs(rows, longest)).float()
        loss = _loss(logits, data, rows, plan, taught)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if plan.average:
            follow(smooth, network, min(plan.average, step / (step + 10)))
        total += loss.detach()
        if step - told == 500:
            mean = float(total) / (step - told)
            print(
                f"{plan.name} step {step} loss {mean:.4f} {time.time() - began:.0f} s", flush=True
            )
            total.zero_()
            told = step
    print(f"{plan.name}: {step} steps of {plan.size} in {time.time() - began:.0f} s", flush=True)
    if plan.average:
        network.load_state_dict(smooth)


def optimisation(network: NliNetwork, rate: float) -> torch.optim.AdamW:
    """AdamW that spares biases and norms the decay."""
    trained = [p for p in network.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in trained if p.ndim > 1], "weight_decay": 0.01},
        {"params": [p for p in trained if p.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, fused=DEVICE == "cuda")


@torch.no_grad()
def follow(smooth: dict[str, Tensor], network: NliNetwork, average: float) -> None:
    """Move the averaged weights a little towards the current ones."""
    pairs = [(smooth[k], v) for k, v in network.state_dict().items() if v.is_floating_point()]
    torch._foreach_lerp_([a for a, _ in pairs], [b for _, b in pairs], 1 - average)


def _loss(logits: Tensor, data: Rows, rows: Tensor, plan: Plan, taught: Tensor | None) -> Tensor:
    loss = functional.cross_entropy(
        logits, data.label[rows], reduction="none", label_smoothing=0.03
    )
    weight = data.weight[rows]
    if taught is not None:
        said = taught[rows].float()
        silent = said[:, 0].isnan()
        lesson = functional.kl_div(
            logits.log_softmax(-1), said.nan_to_num(0.0).log_softmax(-1),
            log_target=True, reduction="none",
        ).sum(-1)  # fmt: skip
        # Without a label, or with one that is a guess, the teacher alone is asked.
        share = torch.where(weight > 0, plan.trust, 1.0).masked_fill(silent, 0.0)
        loss = (1 - share) * loss + share * 2 * lesson
        weight = torch.where(weight > 0, weight.clamp(0.5, 2), 1.0)
    return (loss * weight).sum() / weight.sum()


@torch.no_grad()
def opinions(network: NliNetwork, data: Rows, size: int = 512) -> Tensor:
    """The network's logits for every row."""
    network.eval()
    result = torch.zeros(len(data.length), 3, device=DEVICE)
    order = torch.argsort(data.length)
    for rows in order.split(size):
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            result[rows] = network(*data.inputs(rows, int(data.length[rows[-1]]))).float()
    return result
