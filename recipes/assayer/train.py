"""Mine, train the teacher, distil the student: one run on a GPU.

`python -m recipes.assayer.train --tables tables.xz --dev dev.xz --backbone DIR --teacher DIR
--first first.pt --work DIR` (README.md has the order).

The teacher is trained on the labels, says which written questions it confirms, and is trained once
more with those. A teacher that lies in --work already is used as it is. The student learns from
what the teacher says about all pairs, also those that nobody labelled.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from pathlib import Path

import torch

from assay_tuning.rounding import fake_quantise, plain
from recipes.assayer import dev
from recipes.assayer.backbone import pack, unpack
from recipes.assayer.compared import compared_pairs
from recipes.assayer.corpus import Open, Pair, Tables, load
from recipes.assayer.distil import Lessons, distil
from recipes.assayer.encode import Encoded, Texts, assemble
from recipes.assayer.fast_mpnet import fuse_attention
from recipes.assayer.fit import Plan, fit
from recipes.assayer.mine import embedded_neighbours, mine
from recipes.assayer.network import Network, build
from recipes.assayer.rivals import rivals
from recipes.assayer.spans import evaluate
from recipes.assayer.templates import template_pairs
from recipes.assayer.written import confirmed

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WRITTEN = ("written-", "entry-", "unanswerable")
MADE = ("swapped", "yesno")  # made by rules: right without anybody's confirmation
NEAR, RIVALS_AMONG = 24, 64  # nearest passages of a question: to be judged, to be ranked
COMPARISONS = 8_000
BEGAN = time.time()


def say(text: str) -> None:
    """One line of the log, with the seconds since the start."""
    print(f"[{time.time() - BEGAN:.0f} s] {text}", flush=True)


class Pairs:
    """All pairs by what is known of them."""

    def __init__(self, tables: Tables, backbone: Path) -> None:
        """Look up the nearest passages of every question and label them where that can be done."""
        own = tables.pairs
        self.made = [p for p in own if p.origin in MADE]
        self.written = [p for p in own if p.origin.startswith(WRITTEN)]
        apart = {*MADE, *(p.origin for p in self.written)}
        self.labelled = [p for p in own if p.origin not in apart]
        asked = {entry.question: entry for entry in tables.opens}
        known = {**gold_questions(tables, self.labelled), **asked}
        wide = embedded_neighbours(tables, list(known), backbone, DEVICE, RIVALS_AMONG)
        near = {question: found[:NEAR] for question, found in wide.items()}
        self.tables, self.near, self.known = tables, wide, known
        ours = [o for o in known.values() if o.origin.startswith("written")]
        gold = [o for o in known.values() if o.origin == "gold"]
        opens = [o for o in known.values() if not o.origin.startswith(("gold", "written"))]
        self.labelled += mine(tables, near, gold, take=2) + mine(tables, near, opens, take=5)
        self.near_written = mine(tables, near, ours, take=2)
        random.Random(5).shuffle(self.near_written)
        self.made += compared_pairs(tables, wide, self.written, COMPARISONS)
        tables.pairs = own + self.labelled + self.near_written
        others = mine(tables, near, known.values(), take=2)
        self.unlabelled = [replace(p, weight=0.0) for p in others]
        tables.pairs = own
        self.unlabelled += template_pairs(tables, 60_000)


def gold_questions(tables: Tables, pairs: list[Pair]) -> dict[int, Open]:
    """The questions whose gold passage is known, with its answer, for mining others."""
    known: dict[int, Open] = {}
    for pair in pairs:
        if pair.start >= 0:
            answer = tables.passages[pair.passage][1][pair.start : pair.end]
            known.setdefault(pair.question, Open(pair.question, [answer], "", "gold"))
    return known


def train_teacher(options: argparse.Namespace, texts: Texts, pairs: Pairs) -> Network:
    """The teacher, from labels and the written questions that it confirms on the way."""
    teacher = build(options.teacher).to(DEVICE)
    fuse_attention(teacher.encoder)
    saved = options.work / "teacher.pt"
    if saved.exists():
        teacher.load_state_dict(unpack(torch.load(saved, weights_only=True)))
        return train_on(teacher, options, texts, pairs) if options.more_seconds else teacher
    seconds, size = options.teacher_seconds, options.teacher_batch
    labelled = [p for p in pairs.labelled if p.weight > 0]
    data = assemble(texts, labelled).to(DEVICE)
    say(f"{len(labelled)} labelled pairs for the teacher")
    fit(teacher, data, Plan("teacher-1", 1, 4e-5, size, 0.25 * seconds))
    kept = confirmed(teacher, texts, pairs.written, DEVICE)
    say(f"{len(kept)} of {len(pairs.written)} written pairs confirmed")
    near = [p for p in pairs.near_written if p.weight > 0][: len(kept)]
    data = assemble(texts, labelled + kept + near + pairs.made, 7).to(DEVICE)
    fit(teacher, data, Plan("teacher-2", 3, 4e-5, size, 0.75 * seconds))
    torch.save(pack(teacher.state_dict()), saved)
    show(teacher, options, "teacher")
    return teacher


def train_on(teacher: Network, options: argparse.Namespace, texts: Texts, pairs: Pairs) -> Network:
    """A teacher of an earlier run, trained on; between the two it judges better than at the end."""
    before = {name: value.clone() for name, value in teacher.state_dict().items()}
    labelled = [p for p in pairs.labelled if p.weight > 0]
    kept = confirmed(teacher, texts, pairs.written, DEVICE)
    near = [p for p in pairs.near_written if p.weight > 0][: len(kept)]
    data = assemble(texts, labelled + kept + near + pairs.made, 13).to(DEVICE)
    say(f"{len(data.ids)} pairs for the teacher to train on with")
    fit(teacher, data, Plan("teacher", 3, 3e-5, options.teacher_batch, options.more_seconds))
    torch.save(pack(teacher.state_dict()), options.work / "teacher_end.pt")
    show(teacher, options, "teacher, at the end")
    after = teacher.state_dict()
    between = {
        name: torch.lerp(value, after[name], 0.5) if value.is_floating_point() else value
        for name, value in before.items()
    }
    teacher.load_state_dict(between)
    torch.save(pack(between), options.work / "teacher_between.pt")
    show(teacher, options, "teacher, between")
    return teacher


def train_student(
    options: argparse.Namespace, texts: Texts, pairs: Pairs, teacher: Network
) -> None:
    """The students, their weights saved before and after the training with rounding."""
    kept = {id(p) for p in confirmed(teacher, texts, pairs.written, DEVICE)}
    written = [p if id(p) in kept else replace(p, weight=0.0) for p in pairs.written]
    alone = pairs.labelled + written + pairs.near_written + pairs.made + pairs.unlabelled
    good = [p for p in alone if p.weight > 0]
    ranked = rivals(pairs.tables, pairs.near, pairs.known, good, options.rivals)
    random.Random(7).shuffle(alone)
    alone = alone[: options.alone]
    data = assemble(texts, ranked + alone, 11).to(DEVICE)
    say(f"{len(kept)} written pairs confirmed, {len(ranked)} rivals, {len(alone)} other pairs")
    lessons = Lessons(teacher, data, len(ranked), _first(options) if options.second else None)
    if options.second or options.students > 1:  # asked once for all; nobody imitates layers then
        lessons.ask_all(data, options.batch)
        say("all pairs judged")
    ends = []
    for number in range(options.students):
        left = options.total_seconds - (time.time() - BEGAN)
        seconds = max(1.0, left / (options.students - number))
        ends.append(one_student(options, lessons, data, number, seconds))
    if len(ends) > 1:
        mean = {name: sum(end[name] for end in ends) / len(ends) for name in ends[0]}
        student = build(options.backbone).to(DEVICE)
        student.load_state_dict(mean, strict=False)
        _keep(mean, options, "mean")
        show(student, options, "the students' mean")


def _first(options: argparse.Namespace) -> Network:
    """A student as it starts."""
    student = build(options.backbone).to(DEVICE)
    if options.first is not None:
        state = unpack(torch.load(options.first, weights_only=True))
        missing = student.load_state_dict(state, strict=False).missing_keys
        say(f"from {options.first}, new: {missing}")
    return student


def _keep(state: dict[str, torch.Tensor], options: argparse.Namespace, name: str) -> None:
    torch.save({n: v.half() for n, v in state.items()}, options.work / f"student_{name}.pt")


def one_student(
    options: argparse.Namespace, lessons: Lessons, data: Encoded, number: int, seconds: float
) -> dict[str, torch.Tensor]:
    """Train one student; gives its weights from before the training with rounding."""
    student, tail = _first(options), f"_{number}" if number else ""
    rate, size = options.rate, options.batch
    plan = Plan(f"student{tail}", options.epochs, rate, size, seconds, seed=1 + number)
    states = {}
    taught = distil(student, lessons, data, plan, trust=options.trust, rounded=options.rounded)
    for name, state in taught:  # saved as soon as it is there: what follows may be cut short
        states[name] = state
        _keep(state, options, name + tail)
    if options.students == 1:
        student.load_state_dict(states["rounded"], strict=False)
        fake_quantise(student.encoder)
        show(student, options, "student, rounded")
    plain(student.encoder)
    student.load_state_dict(states["float"], strict=False)
    show(student, options, f"student{tail}, float")
    return states["float"]


def show(network: Network, options: argparse.Namespace, name: str) -> None:
    """Print the figures on the reported sets."""
    say(name)
    rows = [row for path in options.dev for row in dev.load(path)]
    evaluate(network, rows, options.backbone / "tokenizer.json", name, DEVICE)


def main() -> None:
    """Run it all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="what prepare.py wrote")
    parser.add_argument("--dev", type=Path, required=True, nargs="+", help="what dev.py wrote")
    parser.add_argument("--backbone", type=Path, required=True, help="the student's")
    parser.add_argument("--teacher", type=Path, required=True, help="the teacher's backbone")
    parser.add_argument("--first", type=Path, help="packed weights for the student to start from")
    parser.add_argument("--work", type=Path, required=True, help="where weights go")
    parser.add_argument("--teacher-seconds", type=float, default=300)
    parser.add_argument("--more-seconds", type=float, default=0, help="for a teacher in --work")
    parser.add_argument("--total-seconds", type=float, default=1e9, help="until the student ends")
    parser.add_argument("--teacher-batch", type=int, default=128)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--epochs", type=float, default=8, help="of the student, at most")
    parser.add_argument("--rate", type=float, default=2.5e-4, help="of the student")
    parser.add_argument("--students", type=int, default=1, help="so many, and their mean")
    parser.add_argument("--second", action="store_true", help="--first judges beside the teacher")
    parser.add_argument("--trust", type=float, default=0.6, help="in the teacher, over a label")
    parser.add_argument("--rivals", type=int, default=0, help="questions whose passages rank")
    parser.add_argument("--alone", type=int, default=10**9, help="other pairs, at most")
    parser.add_argument("--rounded", type=float, default=0.2, help="share with int8 rounding")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    tables = load(options.tables)
    say(f"{len(tables.questions)} questions, {len(tables.passages)} passages")
    pairs = Pairs(tables, options.backbone)
    say(f"{len(pairs.labelled)} labelled, {len(pairs.unlabelled)} unlabelled pairs")
    texts = Texts(tables, options.backbone / "tokenizer.json")
    teacher = train_teacher(options, texts, pairs)
    train_student(options, texts, pairs, teacher)
    say("done")


if __name__ == "__main__":
    main()
