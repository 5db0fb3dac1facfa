"""Small files, small functions, few public names."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import assay
from tests.shape.tree import ROOT, python_files, source_folders, tree_of

MAX_FILE = 400
MAX_FUNCTION = 50
MAX_PUBLIC_NAMES = 40
MAX_IN_A_FOLDER = 20
VAGUE = {"utils.py", "util.py", "helpers.py", "helper.py", "common.py", "misc.py"}


def test_files_are_short_and_well_named():
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in python_files()}
    assert len(lengths) > 500
    assert [path for path in lengths if path.name in VAGUE] == []
    long = {str(p.relative_to(ROOT)): lines for p, lines in lengths.items() if lines > MAX_FILE}
    assert long == {}


def test_functions_are_short():
    long = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": body_lines(node)
        for path in python_files()
        if len(path.read_text("utf-8").splitlines()) > MAX_FUNCTION  # to parse takes longer
        for node in functions(tree_of(path))
        if body_lines(node) > MAX_FUNCTION
    }
    assert long == {}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function; the expressions, which are most of a tree, are not looked into."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            yield from functions(node)


def body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of code: the options and the help text of a command are a table, not code."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    return (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_the_public_api_is_small_and_complete():
    assert 0 < len(assay.__all__) <= MAX_PUBLIC_NAMES
    for name in assay.__all__:
        assert getattr(assay, name) is not None


def test_a_folder_is_a_room_and_no_bag():
    counts = {
        str(folder.relative_to(ROOT)): sum(path.is_file() for path in folder.iterdir())
        for folder in source_folders()
    }
    assert {name: files for name, files in counts.items() if files > MAX_IN_A_FOLDER} == {}
