"""The options of every command that answers, declared once, in three groups.

A command names a group as one of its parameters, see `assay.cli.options.groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from assay.cli.options import IndexDir, ScorerPath, scorer_flags

OUTSIDE = "When the index does not hold the answer"
WRITER = "Who writes the answer"

StrategyName = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="How to answer: crag, rag, adaptive, plan, ...; assay strategies lists all.",
    ),
]
ProfileName = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="product (what measures best) or paper (the defaults that the papers print).",
    ),
]
Mode = Annotated[
    str | None,
    typer.Option(
        "--mode", metavar="MODE", help="How passages are found: hybrid, fulltext or dense."
    ),
]
TopK = Annotated[
    int | None, typer.Option("--top-k", metavar="N", help="Passages to retrieve.", min=1)
]
Verify = Annotated[
    bool | None,
    typer.Option(
        "--verify/--no-verify",
        metavar="",
        help="Check the answer, ask again in other words if it fails, and refuse it if it must.",
    ),
]
Web = Annotated[
    bool | None,
    typer.Option(
        "--web/--no-web",
        metavar="",
        help="Search the web when the index has no answer; --no-web forbids every connection.",
        rich_help_panel=OUTSIDE,
        show_default=False,
    ),
]
Engine = Annotated[
    list[str] | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="A search engine to ask; repeat it for the next in turn.",
        rich_help_panel=OUTSIDE,
    ),
]
ZimFile = Annotated[
    list[Path] | None,
    typer.Option(
        "--zim",
        metavar="FILE",
        help="An offline encyclopaedia (Kiwix); repeatable.",
        rich_help_panel=OUTSIDE,
    ),
]
FallbackIndex = Annotated[
    Path | None,
    typer.Option(
        "--fallback-index",
        metavar="DIR",
        help="A second index, asked as external.",
        rich_help_panel=OUTSIDE,
    ),
]
Offline = Annotated[
    bool,
    typer.Option(
        "--offline",
        metavar="",
        help="Use cached pages, ZIM files and indexes only.",
        rich_help_panel=OUTSIDE,
    ),
]
Prefer = Annotated[
    list[str] | None,
    typer.Option(
        "--prefer",
        metavar="DOMAIN",
        help="Read pages of this domain first; repeatable.",
        rich_help_panel=OUTSIDE,
    ),
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
Effort = Annotated[
    str | None,
    typer.Option(
        "--effort",
        metavar="LEVEL",
        help="What a question may cost a language model: fast (one call), balanced (it also judges"
        " each passage and, in three opinions, evidence and answers) or thorough (and looks with"
        " its own words).",
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
Strict = Annotated[
    bool | None,
    typer.Option(
        "--strict/--no-strict",
        metavar="",
        help="Refuse an answer of a language model of which half has no support in the evidence.",
        rich_help_panel=WRITER,
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


@dataclass(frozen=True, slots=True)
class Retrieving:
    """Where passages come from, and how the question is answered from them."""

    index: IndexDir = None
    strategy: StrategyName = None
    profile: ProfileName = None
    mode: Mode = None
    top_k: TopK = None
    verify: Verify = None
    scorer: ScorerPath = None

    def flags(self) -> dict[str, Any]:
        """The options as settings."""
        return {
            "scorer": scorer_flags(self.scorer),
            "strategy": self.strategy,
            "profile": self.profile,
            "index": {"dir": self.index},
            "retrieval": {"mode": self.mode, "top_k": self.top_k},
            "verifier": {"verify": self.verify},
        }


@dataclass(frozen=True, slots=True)
class Outside:
    """Where knowledge outside the index may come from."""

    web: Web = None
    engine: Engine = None
    zim: ZimFile = None
    fallback_index: FallbackIndex = None
    offline: Offline = False
    prefer: Prefer = None

    def flags(self) -> dict[str, Any]:
        """The options as settings."""
        search = {
            "web": self.web,
            "engines": self.engine or None,
            "zim": self.zim or None,
            "fallback_index": self.fallback_index,
            "offline": self.offline or None,
            "prefer": self.prefer or None,
        }
        return {"search": search}


@dataclass(frozen=True, slots=True)
class Writing:
    """What writes the answer, and when it may decline."""

    generator: GeneratorName = None
    model: ModelName = None
    effort: Effort = None
    adapter: Adapter = None
    base_url: BaseUrl = None
    task: TaskName = None
    always_answer: AlwaysAnswer = None
    max_risk: MaxRisk = None
    strict: Strict = None
    fallback: Fallback = None

    def flags(self) -> dict[str, Any]:
        """The options as settings; a model or an adapter tells which generator is meant."""
        generator = self.generator
        names_file = self.model is not None and self.model.endswith(".gguf")
        if generator is None and (names_file or self.adapter is not None):
            generator = "local"
        if generator is None and (self.model or self.base_url):
            generator = "chat"
        return {
            "generator": {
                "name": generator,
                "task": self.task,
                "always_answer": self.always_answer,
                "max_risk": self.max_risk,
                "strict": self.strict,
                "fallback": self.fallback,
            },
            "model": {
                "name": self.model,
                "base_url": self.base_url,
                "adapter": self.adapter,
                "effort": self.effort,
            },
        }
