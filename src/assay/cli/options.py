"""The options that several commands share, so that they mean and read the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

WRITER = "Who writes the answer"

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
        "--strategy",
        metavar="NAME",
        help="How to answer: crag, rag, adaptive, plan, ...; assay strategies lists all.",
    ),
]
TopK = Annotated[
    int | None, typer.Option("--top-k", metavar="N", help="Passages to retrieve.", min=1)
]
Mode = Annotated[
    str | None,
    typer.Option(
        "--mode", metavar="MODE", help="How passages are found: hybrid, fulltext or dense."
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", metavar="", help="Print JSON, one line, for machines.")
]
GeneratorName = Annotated[
    str | None,
    typer.Option(
        "--generator",
        metavar="NAME",
        help="extractive, chat, local or transformers; a --model or --base-url alone means chat,"
        " a .gguf file local.",
        rich_help_panel=WRITER,
    ),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="Language model: a name, a folder, a GGUF file.",
        rich_help_panel=WRITER,
    ),
]
Adapter = Annotated[
    Path | None,
    typer.Option(
        "--adapter",
        metavar="FILE",
        help="GGUF adapter (LoRA) that a local model loads on top.",
        rich_help_panel=WRITER,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help="Address of an OpenAI-compatible server.",
        rich_help_panel=WRITER,
    ),
]
TaskName = Annotated[
    str | None,
    typer.Option(
        "--task",
        metavar="KIND",
        help="What a language model is asked for: free, short, long, true-false or choice.",
        rich_help_panel=WRITER,
    ),
]
AlwaysAnswer = Annotated[
    bool | None,
    typer.Option(
        "--always-answer/--may-abstain",
        metavar="",
        help="Never abstain; doubts become notes.",
        rich_help_panel=WRITER,
    ),
]
MaxRisk = Annotated[
    float | None,
    typer.Option(
        "--max-risk",
        metavar="P",
        help="Abstain when the risk of error is above P.",
        rich_help_panel=WRITER,
    ),
]
Verify = Annotated[
    bool | None,
    typer.Option(
        "--verify/--no-verify",
        metavar="",
        help="Check the answer, ask again in other words if it fails, and refuse it if it must.",
    ),
]
Fallback = Annotated[
    bool | None,
    typer.Option(
        "--fallback/--no-fallback",
        metavar="",
        help="Let the reader answer when the model's server fails.",
        rich_help_panel=WRITER,
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
    adapter: Path | None = None,
) -> dict[str, dict[str, Any]]:
    """The settings of generator and model; a model or adapter tells which generator is meant."""
    names_file = model is not None and model.endswith(".gguf")
    if generator is None and (names_file or adapter is not None):
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
        "model": {"name": model, "base_url": base_url, "adapter": adapter},
    }
