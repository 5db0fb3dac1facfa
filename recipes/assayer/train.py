"""Teacher, then student.

`python -m recipes.assayer.train first|second|student ...` (README.md has the order).

first:   mine hard passages for every question, train the teacher on the labels.
second:  add the written questions that the teacher confirms, train the teacher further,
         and let it label everything softly.
student: distil the student from the soft labels.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import torch

from recipes.assayer import dev
from recipes.assayer.corpus import Open, Tables, load
from recipes.assayer.encode import Encoded, Texts, assemble
from recipes.assayer.fit import Plan, fit, soft_labels
from recipes.assayer.mine import embedded_neighbours, mine
from recipes.assayer.network import Network, build
from recipes.assayer.spans import evaluate
from recipes.assayer.templates import template_pairs
from recipes.assayer.written import confirmed, written_pairs

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def gold_questions(tables: Tables) -> dict[int, Open]:
    """The questions whose gold passage is known, with its answer, for mining others."""
    known: dict[int, Open] = {}
    for pair in tables.pairs:
        if pair.start >= 0:
            answer = tables.passages[pair.passage][1][pair.start : pair.end]
            known.setdefault(pair.question, Open(pair.question, [answer], "", "gold"))
    return known


def first(options: argparse.Namespace) -> None:
    """Mine, train the teacher, save both."""
    tables = load(options.tables)
    known = gold_questions(tables)
    asked = {entry.question: entry for entry in tables.opens}
    near = embedded_neighbours(tables, list({**known, **asked}), options.backbone, DEVICE, 24)
    mined = mine(tables, near, known.values(), take=3) + mine(tables, near, asked.values(), take=8)
    tables.pairs += mined
    options.work.mkdir(parents=True, exist_ok=True)
    tables.save(options.work / "mined.xz")
    print(f"{len(tables.pairs)} pairs after mining", flush=True)
    texts = Texts(tables, options.backbone / "tokenizer.json")
    data = assemble(texts, [p for p in tables.pairs if p.weight > 0]).to(DEVICE)
    teacher = build(options.teacher).to(DEVICE)
    fit(teacher, data, Plan("teacher-1", options.epochs, 4e-5, 96, options.seconds))
    torch.save(teacher.state_dict(), options.work / "teacher.pt")
    show(teacher, options, "teacher-1")


def second(options: argparse.Namespace) -> None:
    """Grow the data with written questions, finish the teacher, label everything."""
    began = time.time()
    tables = load(options.work / "mined.xz")
    gold = list(tables.pairs)
    own = written_pairs(tables, json.loads((options.work / "written.json").read_text()))
    templates = template_pairs(tables, options.templates)
    asked = {
        p.question: Open(
            p.question, [tables.passages[p.passage][1][p.start : p.end]], "", "written"
        )
        for p in own
        if p.start >= 0
    }
    near = embedded_neighbours(tables, list(asked), options.backbone, DEVICE, 12)
    tables.pairs += own
    others = mine(tables, near, asked.values(), take=1)
    texts = Texts(tables, options.backbone / "tokenizer.json")
    teacher = build(options.teacher).to(DEVICE)
    teacher.load_state_dict(torch.load(options.work / "teacher.pt", weights_only=True))
    kept = confirmed(teacher, texts, own, DEVICE)
    print(f"{len(own)} written, {len(kept)} kept, {len(others)} mined for them", flush=True)
    print(f"{len(templates)} templates, {time.time() - began:.0f} s", flush=True)
    if options.teacher_epochs:
        # Not more mined negatives than written pairs, or they would outweigh them. It may be any
        # of them: a passage without the answer is no good even where the teacher doubts the answer.
        labelled = [p for p in gold + kept + others[: len(kept)] if p.weight > 0]
        plan = Plan("teacher-2", options.teacher_epochs, 3e-5, 96, options.teacher_seconds)
        fit(teacher, assemble(texts, labelled, 7).to(DEVICE), plan)
        torch.save(teacher.state_dict(), options.work / "teacher2.pt")
        show(teacher, options, "teacher-2")
    data = assemble(texts, gold + kept + others + templates, 11).to(DEVICE)
    relevance, tokens = soft_labels(teacher, data)
    lessons = {**data.to("cpu").columns(), "taught": relevance.cpu(), "taught_tokens": tokens.cpu()}
    torch.save(lessons, options.work / "taught.pt")
    print(f"{len(data.length)} pairs labelled, {time.time() - began:.0f} s", flush=True)


def student(options: argparse.Namespace) -> None:
    """Distil the student from the saved soft labels and save its weights in float16."""
    lessons = torch.load(options.work / "taught.pt", weights_only=True, map_location=DEVICE)
    taught = (lessons.pop("taught"), lessons.pop("taught_tokens"))
    network = build(options.backbone).to(DEVICE)
    plan = Plan(
        "student", options.epochs, options.rate, 128, options.seconds,
        average=0.999, trust=options.trust,
    )  # fmt: skip
    smooth = fit(network, Encoded(**lessons), plan, taught)
    show(network, options, "student, last weights")
    network.load_state_dict(smooth)
    show(network, options, "student, averaged weights")
    torch.save({k: v.half() for k, v in network.state_dict().items()}, options.work / "student.pt")


def show(network: Network, options: argparse.Namespace, name: str) -> None:
    """Print the figures on the reported sets."""
    tokenizer = options.backbone / "tokenizer.json"
    evaluate(network, dev.load(options.dev), tokenizer, name, DEVICE)


def main() -> None:
    """Run one stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=("first", "second", "student"))
    parser.add_argument("--tables", type=Path, help="what prepare.py wrote; first only")
    parser.add_argument("--dev", type=Path, required=True, help="what dev.py wrote")
    parser.add_argument("--backbone", type=Path, required=True, help="the student's")
    parser.add_argument("--teacher", type=Path, help="the teacher's backbone; first and second")
    parser.add_argument(
        "--work", type=Path, required=True, help="where every stage reads and writes"
    )
    parser.add_argument("--epochs", type=float, default=2, help="first and student")
    parser.add_argument("--seconds", type=float, default=1e9, help="first and student")
    parser.add_argument("--teacher-epochs", type=float, default=1, help="second; 0 to label only")
    parser.add_argument("--teacher-seconds", type=float, default=1e9, help="second")
    parser.add_argument("--templates", type=int, default=60_000, help="pages to ask about; second")
    parser.add_argument("--rate", type=float, default=2e-4, help="student")
    parser.add_argument("--trust", type=float, default=0.7, help="student")
    options = parser.parse_args()
    {"first": first, "second": second, "student": student}[options.stage](options)


if __name__ == "__main__":
    main()
