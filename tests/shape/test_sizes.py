"""Small files, small functions, few public names."""

from __future__ import annotations

import ast

import pytest

import assay
from tests.shape.tree import ROOT, python_files, source_folders

MAX_FILE = 300
MAX_FUNCTION = 50
MAX_PUBLIC_NAMES = 40
MAX_IN_A_FOLDER = 20
VAGUE = {"utils.py", "util.py", "helpers.py", "helper.py", "common.py", "misc.py"}


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_files_and_functions_are_short_and_well_named(path):
    text = path.read_text("utf-8")
    assert path.name not in VAGUE
    assert len(text.splitlines()) <= MAX_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert body_lines(node) <= MAX_FUNCTION, node.name


def body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of code: the options and the help text of a command are a table, not code."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_the_public_api_is_small_and_complete():
    assert 0 < len(assay.__all__) <= MAX_PUBLIC_NAMES
    for name in assay.__all__:
        assert getattr(assay, name) is not None


@pytest.mark.parametrize("folder", source_folders(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_folder_is_a_room_and_no_bag(folder):
    files = [path for path in folder.iterdir() if path.is_file()]
    assert len(files) <= MAX_IN_A_FOLDER
