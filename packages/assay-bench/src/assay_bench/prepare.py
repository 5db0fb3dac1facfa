"""What must be settled before a run: its settings and where its data is."""

from __future__ import annotations

from pathlib import Path

from assay.config import Settings
from assay.errors import InputError
from assay_bench.download import download

SECONDS = 600.0
TOKENS = 100_000
"""A slow machine must not look like a careful system: no question is cut short by our defaults."""
SAID = "said.jsonl"


def bench_settings(settings: Settings, out: Path) -> Settings:
    """The settings with limits for measuring, and a cache for what a language model says.

    The papers' experiments keep the prompt and the rule of abstention that their figures were made
    with, unless the settings choose others.
    """
    budget, model, generator = settings.budget, settings.model, settings.generator
    papers = {"prompt": "numbered", "strict": True}
    chosen = {key: value for key, value in papers.items() if key not in generator.model_fields_set}
    wide = {"seconds": SECONDS, "tokens": TOKENS}
    unset = {key: value for key, value in wide.items() if key not in budget.model_fields_set}
    cache = model.cache or out.absolute() / SAID
    return settings.model_copy(
        update={
            "budget": budget.model_copy(update=unset),
            "model": model.model_copy(update={"cache": cache}),
            "generator": generator.model_copy(update=chosen),
        }
    )


def data_path(data: Path | None, url: str | None, sha256: str | None, settings: Settings) -> Path:
    """The data as named, or fetched and checked."""
    if (data is None) == (url is None):
        raise InputError(
            "name the data with --data PATH, or with --url URL and --sha256 HEX",
            hint="`assay bench list` shows which files a task looks for",
        )
    if data is not None:
        return data
    if sha256 is None:
        raise InputError("--url needs --sha256", hint="so that the data is what you expect")
    return download(url or "", sha256, loopback=settings.search.allow_loopback)
