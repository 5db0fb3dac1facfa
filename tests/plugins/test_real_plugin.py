"""A real package with entry points: built, installed, and chosen by name from the settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from assay.errors import SettingsError

PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "assay-almanac"
version = "1.0"

[tool.setuptools]
py-modules = ["almanac"]

[project.entry-points."assay.retrievers"]
almanac = "almanac:Almanac"
[project.entry-points."assay.scorers"]
shared-words = "almanac:SharedWords"
[project.entry-points."assay.searches"]
almanac = "almanac:Outside"
[project.entry-points."assay.rewriters"]
shout = "almanac:Shout"
[project.entry-points."assay.generators"]
first-strip = "almanac:FirstStrip"
no-generator = "almanac:Shout"
[project.entry-points."assay.verifiers"]
trusting = "almanac:Trusting"
[project.entry-points."assay.strategies"]
oracle = "almanac:oracle"
"""
MODULE = '''\
"""One part for each group of entry points."""

from assay.types import Answer, Check, Citation, Draft, Findings, Kind, Passage


class Almanac:
    def __init__(self, fact="Tides rise twice a day."):
        self.fact = fact

    def retrieve(self, question):
        return (Passage("fact", self.fact, source="almanac", document="almanac"),)


class SharedWords:
    def score(self, question, passages):
        asked = set(question.lower().strip("?").split())
        return [1.0 if asked & set(p.text.lower().split()) else -1.0 for p in passages]


class Outside:
    def search(self, query):
        text = f"The almanac was asked for {query}."
        return Findings((Passage("outside", text, source="web", kind=Kind.EXTERNAL),))


class Shout:
    def rewrite(self, question):
        return question.upper()


class FirstStrip:
    def generate(self, question, evidence):
        if not evidence.strips:
            return Draft(None, reason="nothing is known")
        strip = evidence.strips[0]
        citation = Citation(0, len(strip.text), strip.id, "", 0, len(strip.text), strip.text, 1.0)
        return Draft(strip.text, (citation,))


class Trusting:
    def verify(self, question, evidence, draft, *, asked=()):
        return Check(1.0, 1.0, 1.0, 1.0, 0.0, 1.0, True)


class oracle:
    def __init__(self, settings, given):
        self.top_k = settings.retrieval.top_k

    def answer(self, question):
        return Answer(question, f"It is foretold, by {self.top_k}.", "oracle")
'''
SETTINGS = """\
[retrieval]
mode = "almanac"
options = { fact = "High water comes twice a day." }
[scorer]
name = "shared-words"
upper = 0.5
lower = -0.5
[refine]
name = "none"
[search]
name = "almanac"
[rewriter]
name = "shout"
[generator]
name = "first-strip"
[verifier]
name = "trusting"
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder that pip installed the plugin into, offline, as a user would from a checkout."""
    folder = tmp_path_factory.mktemp("plugin")
    package, target = folder / "assay-almanac", folder / "site"
    package.mkdir()
    (package / "pyproject.toml").write_text(PYPROJECT)
    (package / "almanac.py").write_text(MODULE)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([*pip, *offline, str(package)], check=True, capture_output=True)
    return target


@pytest.fixture
def assay(installed, tmp_path):
    """Runs the command line in a process that sees the plugin."""
    (tmp_path / "assay.toml").write_text(SETTINGS)
    path = os.pathsep.join([str(installed), *sys.path])

    def run(*args, config="assay.toml"):
        command = [sys.executable, "-m", "assay", *args, "--config", config]
        env = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )

    return run


def test_a_plugin_answers_from_what_its_own_parts_found(assay):
    done = assay("ask", "How often comes high water?", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["text"] == "High water comes twice a day."
    assert answer["verdict"] == "correct"


def test_its_search_and_rewriter_step_in_when_retrieval_fails(assay):
    done = assay("ask", "Who knows?", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["text"] == "The almanac was asked for WHO KNOWS?."


def test_its_verifier_and_its_strategy_are_chosen_by_name(assay):
    checked = assay("ask", "How often comes high water?", "--verify", "--json")
    assert checked.returncode == 0, checked.stderr
    foretold = assay("ask", "Will it rain?", "--strategy", "oracle", "--top-k", "3", "--json")
    assert json.loads(foretold.stdout)["text"] == "It is foretold, by 3."


def test_an_unknown_name_lists_the_plugins_too(assay, tmp_path):
    (tmp_path / "wrong.toml").write_text(SETTINGS.replace('"shared-words"', '"no-such"'))
    done = assay("ask", "What?", config="wrong.toml")
    assert done.returncode == SettingsError.exit_code
    assert "shared-words" in done.stderr


def test_a_part_without_the_right_method_is_refused(assay, tmp_path):
    (tmp_path / "wrong.toml").write_text(SETTINGS.replace("first-strip", "no-generator"))
    done = assay("ask", "What?", config="wrong.toml")
    assert done.returncode == SettingsError.exit_code
    assert "Shout does not fit where a Generator is needed" in done.stderr
