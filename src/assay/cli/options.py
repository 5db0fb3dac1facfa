"""The options that several commands share, so that they mean and read the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

ABSTAINED = 3
"""Exit code of a run that ended without an answer; errors have codes of their own."""

IndexDir = Annotated[
    Path | None,
    typer.Option(
        "--index", "-i", metavar="DIR", help="Folder of the index.", envvar="ASSAY_INDEX__DIR"
    ),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings file; default: ./assay.toml."),
]
StrategyName = Annotated[
    str | None,
    typer.Option(
        "--strategy", metavar="rag|crag", help="How to answer: crag checks its evidence, rag not."
    ),
]
TopK = Annotated[
    int | None, typer.Option("--top-k", metavar="N", help="Passages to retrieve.", min=1)
]
Mode = Annotated[
    str | None,
    typer.Option("--mode", metavar="hybrid|fulltext|dense", help="How passages are found."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one line, for machines.")]
GeneratorName = Annotated[
    str | None,
    typer.Option(
        "--generator",
        metavar="extractive|chat|local|transformers",
        help="Who writes the answer; --model or --base-url alone mean chat, a .gguf file local.",
    ),
]
ModelName = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="Language model: a name, a folder, a GGUF file."),
]
BaseUrl = Annotated[
    str | None,
    typer.Option("--base-url", metavar="URL", help="Address of an OpenAI-compatible server."),
]
TaskName = Annotated[
    str | None,
    typer.Option(
        "--task",
        metavar="free|short|long|true-false|choice",
        help="Kind of answer a language model is asked for.",
    ),
]
AlwaysAnswer = Annotated[
    bool | None,
    typer.Option("--always-answer/--may-abstain", help="Never abstain; doubts become notes."),
]
MaxRisk = Annotated[
    float | None,
    typer.Option("--max-risk", metavar="P", help="Abstain when the risk of error is above P."),
]
Fallback = Annotated[
    bool | None,
    typer.Option(
        "--fallback/--no-fallback", help="Let the reader answer when the model's server fails."
    ),
]


def generator_flags(
    generator: str | None,
    model: str | None,
    base_url: str | None,
    task: str | None,
    always_answer: bool | None,
    max_risk: float | None,
    fallback: bool | None,
) -> dict[str, dict[str, Any]]:
    """The settings of generator and model; a model alone tells which generator is meant."""
    if generator is None and model is not None and model.endswith(".gguf"):
        generator = "local"
    if generator is None and (model or base_url):
        generator = "chat"
    return {
        "generator": {
            "name": generator,
            "task": task,
            "always_answer": always_answer,
            "max_risk": max_risk,
            "fallback": fallback,
        },
        "model": {"name": model, "base_url": base_url},
    }
