"""Imports point one way: types <- ports <- steps <- strategies <- engine <- build <- the rest."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.shape.tree import SOURCE, imported_rooms, room, source_files

BASE = {"types", "ports", "errors", "tracing", "budget", "extras", "model_files"}
INSIDE = BASE | {"steps", "indexing", "adapters", "strategies", "engine", "testing"}
ENTRANCES = {"cli", "server", "bench"}

MAY_IMPORT: dict[str, set[str]] = {
    "types": set(),
    "errors": set(),
    "extras": {"errors"},
    "budget": {"errors"},
    "tracing": {"types"},
    "model_files": {"errors", "types"},
    "ports": {"types"},
    "steps": BASE,
    "indexing": BASE | {"steps"},
    "adapters": BASE | {"steps", "indexing"},
    "strategies": BASE | {"steps"},
    "engine": BASE | {"steps", "strategies"},
    "testing": BASE | {"steps"},
    "answer_json": {"types"},
    "training": BASE | {"steps"},
    "config": {"types", "errors", "budget"},
    "registry": BASE,
    "build": INSIDE | {"config", "registry"},
    "api": INSIDE | {"config", "build"},
    "__init__": INSIDE | {"config", "api"},
}


def test_every_room_has_a_rule():
    rooms = {room(path) for path in source_files()}
    assert rooms - set(MAY_IMPORT) - ENTRANCES - {"__main__", "models"} == set()


@pytest.mark.parametrize("path", source_files(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_file_imports_only_what_lies_below_it(path):
    here = room(path)
    if here in MAY_IMPORT:
        assert imported_rooms(path) - {here} <= MAY_IMPORT[here]
    else:  # an entrance may use everything but another entrance; the command line opens all others
        opened = {"__main__": {"cli"}, "cli": {"bench"}}.get(here, set())
        assert imported_rooms(path) & ENTRANCES <= {here} | opened


def test_importing_assay_loads_nothing_heavy():
    heavy = ("lancedb", "onnxruntime", "pyarrow", "tokenizers", "torch", "trafilatura", "pydantic")
    code = f"import sys, assay; print([m for m in {heavy!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
