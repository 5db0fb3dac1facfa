"""The distributions of this repository, as their pyproject files declare them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
# What a package is imported as, where that does not follow from its name.
MODULES = {
    "faiss-cpu": "faiss",
    "haystack-ai": "haystack",
    "llama-index-core": "llama_index",
    "python-docx": "docx",
    "opentelemetry-exporter-otlp-proto-http": "opentelemetry",
    "opentelemetry-sdk": "opentelemetry",
    "pillow": "PIL",
    "pylance": "lance",
    "pystemmer": "Stemmer",
    "assay-rag-bench": "assay_bench",
    "assay-rag-ray": "assay_ray",
    "assay-rag-tuning": "assay_tuning",
    "assay-rag-server": "assay_server",
    "assay-rag-strategies": "assay_strategies",
    "assay-rag-integrations": "assay_integrations",
}
OF_OURS = (
    "assay-rag-documents",
    "assay-rag-integrations",
    "assay-rag-ray",
    "assay-rag-server",
    "assay-rag-strategies",
    "assay-rag-tuning",
)


@dataclass(frozen=True)
class Distribution:
    """One pyproject file: the name, and the modules that come with the package and each extra."""

    name: str
    modules: frozenset[str]
    extras: dict[str, frozenset[str]]


@cache
def distributions() -> dict[str, Distribution]:
    """Every distribution of this repository by its name."""
    return {name: _declared(project) for name, project in _projects().items()}


@cache
def _projects() -> dict[str, dict[str, Any]]:
    files = [ROOT / "pyproject.toml", *sorted(ROOT.glob("packages/*/pyproject.toml"))]
    found = [tomllib.loads(file.read_text("utf-8"))["project"] for file in files]
    return {each["name"]: each for each in found}


def _declared(project: dict[str, Any]) -> Distribution:
    return Distribution(
        project["name"],
        _modules(project.get("dependencies", [])),
        {name: _modules(lines) for name, lines in project.get("optional-dependencies", {}).items()},
    )


def _modules(lines: list[str]) -> frozenset[str]:
    found = set()
    for needed in map(Requirement, lines):
        name = str(canonicalize_name(needed.name))
        found.add(MODULES.get(name, name.replace("-", "_")))
        if name in OF_OURS:  # brings what it needs itself
            project = _projects()[name]
            extras = project.get("optional-dependencies", {})
            found |= _modules(project["dependencies"])
            found |= _modules([line for extra in needed.extras for line in extras[extra]])
    return frozenset(found)
