"""Teacher, then student: `python -m recipes.verifier.train --help`; README.md has the order.

The teacher (all-mpnet-base-v2) learns the labels; the student (all-MiniLM-L6-v2, or the weights of
an earlier verifier) learns the labels and the teacher's opinions, of pairs without a label too, and
at the end with the rounding of the int8 file. The clock rules, not the number of epochs.
"""

from __future__ import annotations

import argparse
import io
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from assay_tuning.rounding import fake_quantise, plain
from recipes.assayer.backbone import pack, unpack
from recipes.assayer.fast_mpnet import fuse_attention
from recipes.lora.judge import wait_for
from recipes.verifier.asked import asked_examples, read_lines
from recipes.verifier.batches import Rows, encode
from recipes.verifier.examples import KEPT, Example, held_out, load
from recipes.verifier.fit import DEVICE, Plan, fit, opinions
from recipes.verifier.judge import NOT_LEARNED, come_later
from recipes.verifier.measure import figures, show
from recipes.verifier.nli_network import NliNetwork, build

# Files of more bytes are hard to carry from one machine to another.
PIECE = 15 << 20


def save_pieces(state: dict[str, Any], path: Path) -> None:
    """Write a state as `path` and, for carrying, as path.00, path.01 and so on."""
    memory = io.BytesIO()
    torch.save(state, memory)
    content = memory.getvalue()
    path.write_bytes(content)
    for number, start in enumerate(range(0, len(content), PIECE)):
        piece = path.with_name(f"{path.name}.{number:02d}")
        piece.write_bytes(content[start : start + PIECE])


def halves(network: NliNetwork) -> dict[str, Any]:
    """The weights in half precision."""
    return {k: v.half().cpu() for k, v in network.state_dict().items()}


def options_of() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="examples; may come later")
    parser.add_argument("--asked", type=Path, help="questions of yes or no that a model wrote")
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, help="folder of mpnet")
    parser.add_argument("--taught", type=Path, help="weights of a teacher that is trained already")
    parser.add_argument("--judged", type=Path, help="what `judge` said, in place of a teacher")
    parser.add_argument("--student", type=Path, required=True, help="folder of MiniLM")
    parser.add_argument("--tokenizer", type=Path, help="else the one in the student's folder")
    parser.add_argument("--first", type=Path, help="packed weights for the student to start from")
    parser.add_argument(
        "--keep", choices=KEPT, help="--first teaches questions of yes or no, or all with answers"
    )
    parser.add_argument(
        "--keep-as-it-is", action="store_true", help="--keep without the labels of those"
    )
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--teacher-seconds", type=float, default=210)
    parser.add_argument("--student-seconds", type=float, default=420)
    parser.add_argument("--teacher-size", type=int, default=128)
    parser.add_argument("--student-size", type=int, default=256)
    parser.add_argument("--labelled-share", type=float, default=0.4, help="of what is not judged")
    parser.add_argument("--rounded-share", type=float, default=0.2, help="of the student's time")
    parser.add_argument("--limit", type=int, help="examples, for a trial")
    options = parser.parse_args()
    if not options.teacher and not options.judged:
        parser.error("name a teacher, or what a judge said")
    if options.keep and not options.first:
        parser.error("--keep needs --first, which knows them")
    if options.limit and options.judged:
        parser.error("what a judge said is of all examples: no --limit with it")
    return options


def unlearned(example: Example) -> Example:
    """Without its label, where a rule made it and people would often say otherwise."""
    return replace(example, weight=0.0) if example.origin.startswith(NOT_LEARNED) else example


def opinions_of_judge(path: Path, data: Rows, share: float) -> Tensor:
    """What a judge said, when it has said it, or no numbers where it had no time.

    Of the examples without its opinion so large a share is learned by their labels.
    """
    wait_for(path)
    judged = torch.from_numpy(np.load(path)["logits"].astype(np.float32))
    said = torch.full((len(data.weight), 3), torch.nan)  # what joined the examples is not judged
    said[: len(judged)] = judged
    said = said.to(data.weight.device)
    chance = torch.Generator().manual_seed(8)
    left_out = (torch.rand(len(said), generator=chance) > share).to(said.device)
    data.weight[left_out & said[:, 0].isnan()] = 0.0
    return said


class Run:
    """One training: its options, its data, and what is said of each network on the way."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Read and encode everything."""
        self.options, self._began = options, time.time()
        examples, self._dev = (self._some(load(path)) for path in (options.examples, options.dev))
        examples += come_later(options.more)
        if options.judged:
            examples = [unlearned(each) for each in examples]
        if options.asked:
            asked = read_lines(options.asked)
            for held, known in ((False, examples), (True, self._dev)):
                some = (line for line in asked if held_out(line["question"]) == held)
                known.extend(asked_examples(some, random.Random(6)))
        tokenizer = options.tokenizer or options.student / "tokenizer.json"
        self.data = encode(examples, tokenizer).to(DEVICE)
        is_kept = KEPT.get(options.keep, lambda example: False)
        self._kept = torch.tensor([is_kept(e) for e in examples], device=DEVICE)
        self._asked = encode(self._dev, tokenizer).to(DEVICE)
        mean = float(self.data.length.float().mean())
        self.say(f"{len(examples)} examples, {mean:.0f} tokens each")

    def _some(self, examples: list[Example]) -> list[Example]:
        most = self.options.limit or len(examples)
        return random.Random(1).sample(examples, most) if most < len(examples) else examples

    def say(self, text: str) -> None:
        """One line of the log, with the seconds since the start."""
        print(f"[{time.time() - self._began:.0f} s] {text}", flush=True)

    def report(self, network: NliNetwork, name: str) -> None:
        """The figures of a network on the reported sets."""
        show(name, figures(self._dev, opinions(network, self._asked).softmax(-1).cpu().numpy()))
        self.say(name)

    def teacher(self) -> NliNetwork:
        """The teacher, trained on the labels unless it was before."""
        options, teacher = self.options, build(self.options.teacher).to(DEVICE)
        fuse_attention(teacher.encoder)
        if options.taught:
            known = unpack(torch.load(options.taught, weights_only=True, map_location="cpu"))
            teacher.load_state_dict(known, strict=False)
        else:
            plan = Plan("teacher", options.teacher_seconds, 5e-5, options.teacher_size)
            fit(teacher, self.data, plan)
            state = {k: v.cpu() for k, v in teacher.state_dict().items()}
            save_pieces(pack(state), options.work / "teacher.pt")
        self.report(teacher, "teacher")
        return teacher

    def student(self, taught: Tensor) -> None:
        """The student, saved before and after the training with rounding."""
        options, student = self.options, build(self.options.student).to(DEVICE)
        if options.first:
            student.load_state_dict(unpack(torch.load(options.first, weights_only=True)))
            self.report(student, "the student at first")
        if options.keep:
            taught[self._kept] = opinions(student, self.data)[self._kept]
            if options.keep_as_it_is:
                self.data.weight[self._kept] = 0.0
            self.say(f"{int(self._kept.sum())} are taught by what it knew at first")
        seconds, size = options.student_seconds, options.student_size
        plan = Plan("student", seconds * (1 - options.rounded_share), 3e-4, size, 0.999, rest=0.05)
        fit(student, self.data, plan, taught)
        save_pieces(halves(student), options.work / "student_float.pt")
        self.report(student, "student")
        if not options.rounded_share:
            return
        fake_quantise(student.encoder)
        plan = Plan("rounded", seconds * options.rounded_share, 6e-5, size, 0.998)
        fit(student, self.data, plan, taught)
        self.report(student, "student, rounded")
        plain(student.encoder)
        save_pieces(halves(student), options.work / "student.pt")


def main() -> None:
    """Train both, print the figures of each."""
    options = options_of()
    torch.manual_seed(3)
    torch.set_float32_matmul_precision("high")
    options.work.mkdir(parents=True, exist_ok=True)
    run = Run(options)
    if options.judged:
        taught = opinions_of_judge(options.judged, run.data, options.labelled_share)
    else:
        taught = opinions(run.teacher(), run.data)
    run.say("labelled")
    run.student(taught)


if __name__ == "__main__":
    main()
