"""Imports point one way: types <- ports <- steps <- strategies <- engine <- wiring <- the rest."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.shape.tree import (
    DOCUMENTS,
    ROOT,
    SOURCE,
    imported_rooms,
    imports,
    room,
    source_files,
    tree_of,
)

BASE = {
    "distribution",
    "secret",
    "small_talk",
    "text",
    "types",
    "ports",
    "errors",
    "tracing",
    "budget",
    "extras",
    "host_name",
    "json_lines",
    "model_files",
}
INSIDE = BASE | {"steps", "indexing", "adapters", "reader", "strategies", "engine", "testing"}
ENTRANCES = {"cli"}

MAY_IMPORT: dict[str, set[str]] = {
    "types": set(),
    "secret": set(),
    "small_talk": set(),
    "distribution": set(),
    "errors": {"distribution", "secret"},
    "host_name": set(),
    "extras": {"distribution", "errors"},
    "json_lines": {"errors"},
    "budget": {"errors"},
    "tracing": {"secret", "types"},
    "model_files": {"errors", "types"},
    "ports": {"types"},
    "text": {"budget", "types", "ports"},
    "steps": BASE,
    "indexing": BASE | {"steps"},
    "adapters": BASE | {"steps", "indexing"},
    "reader": BASE | {"steps", "adapters"},
    "strategies": BASE | {"steps"},
    "engine": BASE | {"steps", "strategies"},
    "conversation": BASE | {"engine"},
    "verification": BASE | {"steps", "indexing"},
    "testing": BASE | {"steps"},
    "answer_json": {"secret", "types", "text"},
    "config": {"types", "errors", "budget", "host_name"},
    "registry": BASE,
    "wiring": INSIDE | {"config", "registry"},
    "batch": INSIDE | {"answer_json", "config", "wiring"},
    "api": INSIDE | {"config", "verification", "wiring"},
    "__init__": INSIDE | {"config", "conversation", "api"},
}


def test_every_room_has_a_rule():
    rooms = {room(path) for path in source_files()}
    assert rooms - set(MAY_IMPORT) - ENTRANCES - {"__main__"} == set()


def test_a_file_imports_only_what_lies_below_it():
    wrong = {str(path.relative_to(SOURCE)): above(path) for path in source_files()}
    assert {name: rooms for name, rooms in wrong.items() if rooms} == {}


def above(path):
    """The rooms that a file imports and must not."""
    here = room(path)
    if here in MAY_IMPORT:
        return imported_rooms(path) - {here} - MAY_IMPORT[here]
    return set()  # the command line may use everything


def test_a_forbidden_import_is_noticed():
    assert above(SOURCE / "api.py") == set()
    assert imported_rooms(SOURCE / "api.py") - MAY_IMPORT["steps"]


def test_the_product_knows_nothing_of_the_packages_beside_it():
    beside = {each.name for each in ROOT.glob("packages/*/src/*")}
    beside -= {"assay_documents", "assay_models", "assay_models_large"}  # its readers and weights
    assert len(beside) == 6
    files = source_files()
    assert len(files) > 300
    tops = {path: {name.partition(".")[0] for name in imports(path)} for path in files}
    users = {str(path.relative_to(SOURCE)): names & beside for path, names in tops.items()}
    assert {path: names for path, names in users.items() if names} == {
        path: {"assay_ray"} for path in RAY_FLAGS
    }


def test_the_readers_know_nothing_of_assay():
    files = sorted(DOCUMENTS.rglob("*.py"))
    assert len(files) > 100
    tops = {path: {name.partition(".")[0] for name in imports(path)} for path in files}
    assert [path for path, names in tops.items() if names & {"assay", "assay_bench"}] == []


RAY_FLAGS = ("cli/batch.py", "cli/index.py", "cli/options/cluster.py")


def test_no_modules_import_one_another_in_a_circle():
    modules = all_modules()
    assert len(modules) > 700
    asked = {name: imported_modules(path, modules) - {name} for name, path in modules.items()}
    assert any(len(each) > 10 for each in asked.values())
    assert first_circle(asked) == []
    assert first_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def all_modules():
    tops = [SOURCE, *(each for each in ROOT.glob("packages/*/src/*") if each.is_dir())]
    files = [(top.parent, path) for top in tops for path in top.rglob("*.py")]
    names = {".".join(path.relative_to(top).with_suffix("").parts): path for top, path in files}
    return {name.removesuffix(".__init__"): path for name, path in names.items()}


def imported_modules(path, modules):
    """The modules of ours that a file imports, also inside its functions; not those for types."""
    found = set()
    for node in running(tree_of(path)):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=str(module)):
                members = {f"{module}.{alias.name}" for alias in node.names}
                found |= (members & modules.keys()) or {module}
    return found & modules.keys()


def running(tree):
    """Every node but what stands below `if TYPE_CHECKING`."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from running(node)


def first_circle(asked):
    """A circle of names, the first one again at its end; empty if there is none."""
    done = set()

    def visit(name, above):
        if name in above:
            return [*above[above.index(name) :], name]
        if name in done:
            return []
        for each in sorted(asked.get(name, ())):
            if circle := visit(each, [*above, name]):
                return circle
        done.add(name)
        return []

    return next(filter(None, (visit(name, []) for name in sorted(asked))), [])


HEAVY = ("lance", "onnxruntime", "pyarrow", "tokenizers", "torch", "trafilatura")


@pytest.mark.parametrize(
    ("module", "heavy"), [("assay", (*HEAVY, "pydantic")), ("assay.api", HEAVY)]
)
def test_importing_assay_loads_nothing_heavy(module, heavy):
    code = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
