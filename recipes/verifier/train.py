"""Teacher, then student: `python -m recipes.verifier.train --help`; README.md has the order.

The teacher (all-mpnet-base-v2) learns the labels; the student (all-MiniLM-L6-v2, from the
assayer's encoder where given) learns the labels and the teacher's opinions.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from recipes.verifier.batches import Rows, encode
from recipes.verifier.examples import load
from recipes.verifier.measure import figures, show
from recipes.verifier.nli_network import NliNetwork, build

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train."""

    name: str
    epochs: float
    rate: float
    size: int = 128
    seconds: float = 1e9
    average: float = 0.0
    trust: float = 0.6


def fit(network: NliNetwork, data: Rows, plan: Plan, taught: Tensor | None = None) -> None:
    """Train in place; with `taught`, that share of the loss is the distance to the teacher."""
    generator = torch.Generator().manual_seed(3)
    steps = int(-(-len(data.length) // plan.size) * plan.epochs)
    groups = [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": 0.01},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=plan.rate, fused=DEVICE == "cuda")
    smooth = {k: v.detach().clone() for k, v in network.state_dict().items()}
    network.train()
    began, total, queue = time.time(), torch.zeros((), device=DEVICE), []
    for step in range(1, steps + 1):
        # The clock may be the narrower limit: the rate follows whichever is further along.
        done = max(step / steps, (time.time() - began) / plan.seconds)
        if done > 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, step / 200) * max(0.0, 1 - done)
        queue = queue or data.shuffled(plan.size, generator)
        rows = queue.pop()
        with torch.autocast(DEVICE, torch.bfloat16):
            logits = network(*data.inputs(rows)).float()
        loss = functional.cross_entropy(
            logits, data.label[rows], reduction="none", label_smoothing=0.03
        )
        if taught is not None:
            lesson = functional.kl_div(
                logits.log_softmax(-1), taught[rows].float().log_softmax(-1),
                log_target=True, reduction="none",
            ).sum(-1)  # fmt: skip
            loss = (1 - plan.trust) * loss + plan.trust * 2 * lesson
        loss = (loss * data.weight[rows]).sum() / data.weight[rows].sum()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if plan.average:
            for name, value in network.state_dict().items():
                if value.is_floating_point():
                    smooth[name].lerp_(value, 1 - plan.average)
        total += loss.detach()
        if step % 300 == 0:
            mean = float(total) / 300
            print(f"{plan.name} {step}/{steps} {mean:.4f} {time.time() - began:.0f} s", flush=True)
            total.zero_()
    if plan.average:
        network.load_state_dict(smooth)


@torch.no_grad()
def opinions(network: NliNetwork, data: Rows, size: int = 512) -> Tensor:
    """The network's logits for every row."""
    network.eval()
    result = torch.zeros(len(data.length), 3, device=DEVICE)
    for rows in torch.argsort(data.length).split(size):
        with torch.autocast(DEVICE, torch.bfloat16):
            result[rows] = network(*data.inputs(rows)).float()
    return result


def main() -> None:
    """Train both, print the figures of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True, help="folder of mpnet")
    parser.add_argument("--student", type=Path, required=True, help="folder of MiniLM")
    parser.add_argument("--start", type=Path, help="weights of an assayer to take the encoder from")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--teacher-epochs", type=float, default=2)
    parser.add_argument("--teacher-seconds", type=float, default=1e9)
    parser.add_argument("--student-epochs", type=float, default=5)
    parser.add_argument("--student-seconds", type=float, default=1e9)
    parser.add_argument("--limit", type=int, help="examples, for a trial")
    options = parser.parse_args()
    torch.manual_seed(3)
    examples, dev = load(options.examples), load(options.dev)
    if options.limit:
        examples = random.Random(1).sample(examples, options.limit)
        dev = random.Random(1).sample(dev, options.limit)
    tokenizer = options.student / "tokenizer.json"
    data, asked = encode(examples, tokenizer).to(DEVICE), encode(dev, tokenizer).to(DEVICE)
    print(
        f"{len(examples)} examples, {float(data.length.float().mean()):.0f} tokens each", flush=True
    )
    options.work.mkdir(parents=True, exist_ok=True)

    def report(network: NliNetwork, name: str) -> None:
        chances = opinions(network, asked).softmax(-1).cpu().numpy()
        show(name, figures(dev, chances))

    teacher = build(options.teacher).to(DEVICE)
    fit(teacher, data, Plan("teacher", options.teacher_epochs, 4e-5, 96, options.teacher_seconds))
    report(teacher, "teacher")
    taught = opinions(teacher, data)
    for name, start in (("assayer", options.start), ("minilm", None)):
        if name == "assayer" and start is None:
            continue
        network = build(options.student, start).to(DEVICE)
        plan = Plan(name, options.student_epochs, 2e-4, 128, options.student_seconds, 0.999)
        fit(network, data, plan, taught)
        report(network, name)
        state = {k: v.half() for k, v in network.state_dict().items()}
        torch.save(state, options.work / f"student_{name}.pt")


if __name__ == "__main__":
    main()
