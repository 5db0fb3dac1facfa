"""Whoever follows a hint of ours gets our package, with an extra that it has."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.cli.plugged import EXTRAS, OURS
from assay.distribution import NAME, VERSION, install
from assay.errors import MissingExtraError
from assay.wiring.readiness import PACKAGES
from tests.packaging.distributions import ROOT, distributions

CODE = sorted(
    path
    for top in ("src", "packages", "recipes")
    for path in (ROOT / top).rglob("*.py")
    if "bench_tests" not in path.parts
)
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "recipes/**/*.md", "packages/**/*.md", "src/**/*.md")
    for path in ROOT.glob(pattern)
)
# Where the extra comes from a table or from another package's own record, tested below.
UNKNOWN = "?"  # a name that only the running program knows
OF_PACKAGE = {
    "packages/assay-bench": "assay-rag-bench",
    "packages/assay-documents": "assay-rag-documents",
}
COMPUTED = {"errors.py", "extras.py", "readiness.py", "doctor.py", "plugged.py"}
ADVICE = re.compile(r"pip3? install\s+(?:-\S+\s+)*['\"]?(assay[\w.-]*)(?:\[([\w,\s-]+)\])?")


@dataclass(frozen=True)
class Advice:
    """The extra that a line of code names, and the module it is needed for where that is said."""

    place: str
    extra: str
    module: str = ""


def advised(path: Path) -> list[Advice]:
    """What a file says through `require`, `install` and `MissingExtraError`."""
    tree = ast.parse(path.read_text("utf-8"))
    constants = {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        place = f"{path.relative_to(ROOT)}:{node.lineno}"
        given = [*node.args, *(each.value for each in node.keywords)]
        match node.func.id, [_text(each, constants) for each in given]:
            case (("require" | "MissingExtraError"), [module, extra]):
                found.append(Advice(place, extra, module.partition(".")[0]))
            case "install", [extra, *_]:
                found.append(Advice(place, extra))
    return found


def _text(node: ast.expr, constants: dict[str, object]) -> str:
    if isinstance(node, ast.Name) and node.id in constants:
        return str(constants[node.id])
    return str(node.value) if isinstance(node, ast.Constant) else UNKNOWN


def test_an_extra_that_is_advised_exists_and_brings_what_is_needed():
    told = [each for path in CODE if path.name not in COMPUTED for each in advised(path)]
    assert {each.extra for each in told} >= {"torch", "chat", "local", "zim", "duckduckgo"}
    assert [advice for advice in told if not is_true(advice)] == []
    assert not is_true(Advice("src/assay/api.py:1", "torch", "libzim"))


def is_true(advice):
    named = [name for top, name in OF_PACKAGE.items() if advice.place.startswith(top)]
    whose = distributions()[named[0] if named else NAME]
    return advice.extra in whose.extras and (
        advice.module in {"", UNKNOWN}
        or advice.module in whose.extras[advice.extra] | whose.modules
    )


@pytest.mark.parametrize("kind", PACKAGES)
def test_the_extra_of_each_language_model_brings_its_package(kind):
    module, extra = PACKAGES[kind]
    assert module in distributions()[NAME].extras[extra]


def test_the_extra_of_each_command_brings_its_package():
    extras = distributions()[NAME].extras
    modules = {name: module.partition(".")[0] for name, module in OURS.items()}
    assert {name for name, module in modules.items() if module != "assay"} == {
        name for name in EXTRAS if name in OURS
    }
    assert [
        name for name in OURS if name in EXTRAS and modules[name] not in extras[EXTRAS[name]]
    ] == []
    assert set(EXTRAS.values()) <= set(extras)


def test_every_install_command_names_a_distribution_and_extras_of_ours():
    told = [
        (str(path.relative_to(ROOT)), name, {each.strip() for each in extras.split(",") if each})
        for path in CODE + PAGES
        for name, extras in ADVICE.findall(path.read_text("utf-8"))
    ]
    assert len(told) > 10
    assert [each for each in told if not is_ours(*each[1:])] == []


def is_ours(name, extras):
    ours = distributions()
    return name in ours and extras <= set(ours[name].extras)


def test_the_hint_of_a_missing_package_is_the_command_that_installs_it():
    assert (
        MissingExtraError("libzim", "zim").hint == install("zim") == "pip install 'assay-rag[zim]'"
    )
    assert install() == "pip install assay-rag"


def test_pyproject_names_the_distribution_and_takes_its_version_from_the_source():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert pyproject["project"]["name"] == NAME
    assert pyproject["tool"]["setuptools"]["dynamic"]["version"]["attr"] == (
        "assay.distribution.VERSION"
    )
    assert VERSION.split(".")[0].isdigit()
