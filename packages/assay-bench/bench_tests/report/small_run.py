"""A run of two systems over three questions, with hostile text wherever text can be."""

from __future__ import annotations

from pathlib import Path

from assay.answer_json import answer_to_json
from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Answer, Check, Citation, Evidence, Scored, Verdict
from assay_bench.case import Case
from assay_bench.runs.folder import RunFolder
from assay_bench.runs.record import Record

HOSTILE = """</p><script>alert(1)</script><img src=x onerror="alert(2)" title='"'> & \u202e\x00"""
SYSTEMS = ("rag", "crag <b>")


def cases() -> tuple[Case, ...]:
    return (
        Case("one", f"Who wrote it? {HOSTILE}", ("Ada", HOSTILE)),
        Case("two", "Which letter?", ("B",), choices=(("A", HOSTILE), ("B", "beta"))),
        Case("three", "What is not known?", unanswerable=True),
    )


def answer(question: str, text: str | None, sure: float) -> Answer:
    passage = make_passage(f"Ada wrote the first programme. {HOSTILE}")
    strip = whole(passage)
    quoted = Citation(0, 3, strip.id, passage.source, passage.start, passage.start + 3, "Ada", 0.9)
    return Answer(
        question,
        text,
        "crag",
        reason="" if text else HOSTILE,
        verdict=Verdict.CORRECT,
        scores=(Scored(passage, 0.9),),
        evidence=Evidence((strip,)),
        citations=(quoted,) if text else (),
        notes=(HOSTILE,),
        confidence=sure if text else None,
        unsupported=((4, len(text)),) if text else (),
        check=Check(0.9, 0.8, 1.0, 1.0, 0.0, 1.0, judgment=False, revised_question=HOSTILE),
    )


def records() -> list[Record]:
    said = {
        ("one", "rag"): ("Ada. " + HOSTILE, True),
        ("one", "crag <b>"): ("Ada wrote it.", True),
        ("two", "rag"): ("Alpha it is.", False),
        ("two", "crag <b>"): ("B", True),
        ("three", "rag"): ("Everything.", False),
        ("three", "crag <b>"): (None, True),
    }
    questions = {case.id: case.question for case in cases()}
    return [
        Record(
            strategy=system,
            case=case,
            question=questions[case],
            answer=answer_to_json(answer(questions[case], text, 0.5 + number / 20)),
            correct=right,
            metrics={"f1": float(right)},
            seconds=0.1 * (number + 1),
            tokens=10,
            searches=1,
        )
        for number, ((case, system), (text, right)) in enumerate(said.items())
    ]


def write_run(folder: Path) -> Path:
    """The folder as a real run leaves it."""
    described = {
        "task": f"custom {HOSTILE}",
        "description": HOSTILE,
        "source": HOSTILE,
        "questions": 3,
        "cases": "x",
        "seed": 0,
        "systems": {name: {} for name in SYSTEMS},
    }
    with RunFolder(folder) as opened:
        opened.describe(described, cases())
        for record in records():
            opened.add(record)
    return folder
