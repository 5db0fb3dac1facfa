"""Whether what a strategy needs is there, found out without loading anything heavy."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from assay.config import Settings
from assay.distribution import install
from assay.model_files import CARD, MODELS
from assay.wiring.catalogue import RESEARCH, Need, StrategyEntry
from assay.wiring.chat import CHAT_KINDS, model_kind

# The package that brings each kind of language model, and the extra that installs it.
PACKAGES = {
    "chat": ("openai", "chat"),
    "local": ("xllamacpp", "local"),
    "transformers": ("transformers", "torch"),
}


def lacking(entry: StrategyEntry, settings: Settings) -> tuple[str, ...]:
    """What a strategy lacks, one line for each need; empty when it can run."""
    return tuple(filter(None, (_package(entry), *(CHECKS[need](settings) for need in entry.needs))))


def _package(entry: StrategyEntry) -> str:
    package = entry.builder.partition(".")[0]
    if find_spec(package) is not None:
        return ""
    return f"the package {package} is not installed ({install(RESEARCH)})"


def _index(settings: Settings) -> str:
    if settings.retrieval.mode not in ("hybrid", "fulltext", "dense"):
        return ""  # a retriever of somebody else's needs no index of ours
    if settings.index.dir is None:
        return "no index is named (--index DIR)"
    from assay.indexing.names import index_folder
    from assay.indexing.store.s3_address import s3_address

    folder = index_folder(settings.index.dir)
    return "" if s3_address(folder) or folder.is_dir() else f"there is no index at {folder}"


def _model(settings: Settings) -> str:
    kind, model = model_kind(settings), settings.model
    if kind is None:
        return "no language model is chosen (--generator local, or --model NAME)"
    package, extra = PACKAGES[kind]
    if find_spec(package) is None:
        return f"the package {package} is not installed ({install(extra)})"
    if kind != "local" and not model.name:
        return "no language model is named (--model NAME)"
    if kind == "chat" and model.base_url is None and not os.environ.get(model.key_variable):
        return f"the variable {model.key_variable} is not set (or add --base-url URL)"
    return ""


def _memory(settings: Settings) -> str:
    kind = settings.generator.name
    if kind == "extractive":
        return "the extractive reader answers only from evidence (--generator local, --model NAME)"
    return _model(settings) if kind in CHAT_KINDS else ""


def _source(settings: Settings) -> str:
    from assay.adapters.search.engines import configured

    search = settings.search
    offline = search.offline or search.web is False
    engines = search.engines or (configured(os.environ) if search.web else ())
    named = search.name != "none" or search.zim or search.fallback_index
    if named or search.offline or (engines and not offline):
        return ""
    return "no external source is configured (--web, --zim FILE or --fallback-index DIR)"


def _weights(folder: Path) -> str:
    return "" if (folder / CARD).is_file() else f"there are no weights in {folder}"


CHECKS: dict[Need, Callable[[Settings], str]] = {
    Need.INDEX: _index,
    Need.MODEL: _model,
    Need.MEMORY: _memory,
    Need.LOGPROBS: _model,
    Need.SOURCE: _source,
    Need.VERIFIER: lambda settings: _weights(settings.verifier.model or MODELS / "verifier"),
    Need.COMPLEXITY: lambda settings: _weights(
        settings.reasoning.complexity or MODELS / "complexity"
    ),
}
