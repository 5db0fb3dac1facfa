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
from pathlib import Path
from typing import Any

import torch

from assay.tuning.rounding import fake_quantise, plain
from recipes.assayer.backbone import pack, unpack
from recipes.assayer.fast_mpnet import fuse_attention
from recipes.verifier.batches import encode
from recipes.verifier.examples import load
from recipes.verifier.fit import DEVICE, Plan, fit, opinions
from recipes.verifier.measure import figures, show
from recipes.verifier.nli_network import NliNetwork, build
from recipes.verifier.restore import restored

# Files of more bytes are hard to carry from one machine to another.
PIECE = 15 << 20
ROUNDED_SHARE = 0.2


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
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True, help="folder of mpnet")
    parser.add_argument("--taught", type=Path, help="weights of a teacher that is trained already")
    parser.add_argument("--student", type=Path, required=True, help="folder of MiniLM")
    parser.add_argument("--tokenizer", type=Path, help="else the one in the student's folder")
    parser.add_argument("--start", type=Path, help="model.onnx of a verifier to go on from")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--teacher-seconds", type=float, default=210)
    parser.add_argument("--student-seconds", type=float, default=420)
    parser.add_argument("--teacher-size", type=int, default=128)
    parser.add_argument("--student-size", type=int, default=256)
    parser.add_argument("--limit", type=int, help="examples, for a trial")
    return parser.parse_args()


def main() -> None:
    """Train both, print the figures of each."""
    options, began = options_of(), time.time()
    torch.manual_seed(3)
    torch.backends.cuda.matmul.allow_tf32 = True
    examples, dev = load(options.examples), load(options.dev)
    if options.limit:
        examples = random.Random(1).sample(examples, min(options.limit, len(examples)))
        dev = random.Random(1).sample(dev, min(options.limit, len(dev)))
    tokenizer = options.tokenizer or options.student / "tokenizer.json"
    data, asked = encode(examples, tokenizer).to(DEVICE), encode(dev, tokenizer).to(DEVICE)
    mean = float(data.length.float().mean())
    print(
        f"{len(examples)} examples, {mean:.0f} tokens each, {time.time() - began:.0f} s", flush=True
    )
    options.work.mkdir(parents=True, exist_ok=True)

    def report(network: NliNetwork, name: str) -> None:
        chances = opinions(network, asked).softmax(-1).cpu().numpy()
        show(name, figures(dev, chances))
        print(f"{time.time() - began:.0f} s since the beginning", flush=True)

    teacher = build(options.teacher).to(DEVICE)
    fuse_attention(teacher.encoder)
    if options.taught:
        known = unpack(torch.load(options.taught, weights_only=True, map_location="cpu"))
        teacher.load_state_dict(known, strict=False)
    else:
        fit(teacher, data, Plan("teacher", options.teacher_seconds, 5e-5, options.teacher_size))
        save_pieces(
            pack({k: v.cpu() for k, v in teacher.state_dict().items()}), options.work / "teacher.pt"
        )
    report(teacher, "teacher")
    taught = opinions(teacher, data)
    print(f"labelled, {time.time() - began:.0f} s since the beginning", flush=True)
    del teacher

    student = build(options.student).to(DEVICE)
    if options.start:
        student.load_state_dict(restored(options.start))
        report(student, "start")
    seconds, size = options.student_seconds, options.student_size
    plan = Plan("student", seconds * (1 - ROUNDED_SHARE), 3e-4, size, 0.999, rest=0.05)
    fit(student, data, plan, taught)
    report(student, "student")
    save_pieces(halves(student), options.work / "student_float.pt")
    fake_quantise(student.encoder)
    report(student, "student rounded untrained")
    fit(student, data, Plan("rounded", seconds * ROUNDED_SHARE, 6e-5, size, 0.998), taught)
    report(student, "student rounded")
    plain(student.encoder)
    report(student, "student after rounding, float")
    save_pieces(halves(student), options.work / "student.pt")
    print("done", flush=True)


if __name__ == "__main__":
    main()
