from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from assay import __version__
from assay.cli.plugged import OURS
from tests.shape.tree import ROOT

COMMANDS = (
    "setup",
    "find",
    "watch",
    "maintain",
    "indexes",
    "index",
    "ask",
    "batch",
    "score",
    "verify",
    "search",
    "strategies",
    "info",
)
COMMANDS += ("doctor", "demo", "chat", "serve", "mcp", "calibrate", "label")
GROUPS = {
    "train": "train evaluator",
    "keys": "keys add",
    "documents": "documents list",
    "reproduce": "reproduce crag",
}


def test_the_version_is_printed(assay):
    result = assay("--version")
    assert (result.code, result.out) == (0, f"assay {__version__}\n")


def test_without_a_command_the_help_is_shown_and_nothing_else(assay):
    result = assay()
    assert (result.code, result.err) == (2, "")
    assert "Usage: assay" in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_example(assay, command):
    result = assay(command, "--help")
    assert result.code == 0
    assert "Examples" in result.out
    assert f"assay {command}" in result.out.partition("Examples")[2]


@pytest.mark.parametrize("command", [*GROUPS, "bench", "indexes"])
def test_completion_is_set_up_for_the_whole_program_alone(assay, command):
    assert "--install-completion" not in assay(command, "--help").out


def test_every_command_is_covered_here():
    assert {*COMMANDS, *GROUPS} >= set(OURS)


@pytest.mark.parametrize("command", GROUPS.values())
def test_help_of_a_command_in_a_group_teaches_by_example(assay, command):
    result = assay(*command.split(), "--help")
    assert result.code == 0
    assert f"assay {command}" in result.out.partition("Examples")[2]


@pytest.mark.parametrize("command", ["ask", "search", "index", "documents show"])
def test_an_argument_is_shown_as_it_is_named_and_without_a_type_of_python(assay, command):
    arguments = assay(*command.split(), "--help").out.partition("Arguments")[2].split("Options")[0]
    assert re.search(r"\*\s+[A-Z]{4,}", arguments)
    assert "<" not in arguments


@pytest.mark.parametrize(
    "args", [["--colour"], ["explode"], ["ask"], ["ask", "q", "--top-k", "0"], ["ask", "q", "-x"]]
)
def test_a_wrong_command_line_is_one_error_line_and_a_hint(assay, args):
    result = assay(*args)
    assert (result.code, result.out) == (2, "")
    first, second = result.err.strip().splitlines()
    assert first.startswith("error: ")
    called = "assay ask" if args[0] == "ask" else "assay"
    assert second.startswith(f"hint:  {called} --help") or "did you mean" in second


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["ask", "What?", "--index", "nowhere"], 4, "nowhere"),
        (["ask", "What?"], 2, "no index was named"),
        (["info", "--index", "nowhere"], 4, "nowhere"),
        (["index", "nowhere", "--index", "i"], 2, "nowhere"),
        (["ask", "What?", "--strategy", "magic", "--index", "nowhere"], 2, "magic"),
        (["ask", "What?", "--mode", "magic", "--index", "nowhere"], 2, "magic"),
        (["ask", "What?", "--config", "absent.toml"], 2, "absent.toml"),
        (["score", "-q", "What?", "absent.txt"], 2, "absent.txt"),
    ],
)
@pytest.mark.usefixtures("fakes")
def test_a_mistake_is_one_line_with_a_hint_and_its_own_exit_code(assay, args, code, said):
    result = assay(*args)
    assert (result.code, result.out) == (code, "")
    assert said in result.err
    assert "Traceback" not in result.err
    assert len(result.err.strip().splitlines()) == 2


def test_a_reader_that_leaves_early_causes_no_complaint(command):
    process = subprocess.run(
        f"{command[0]} -m assay doctor --json | head -c 1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (process.stdout, process.stderr) == ("{", "")


def test_doctor_reports_packages_and_models_as_json(assay):
    result = assay("doctor", "--json")
    health = result.json
    assert {package["name"] for package in health["packages"]} >= {"pylance", "onnxruntime"}
    assert result.code == (9 if health["problems"] else 0)


def test_doctor_finds_a_damaged_model(tmp_path):
    from assay.cli.doctor import examine

    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "weights.bin").write_bytes(b"damaged")
    (folder / "card.toml").write_text(
        f'name = "tiny"\nversion = "1"\n[files]\n"weights.bin" = "{"0" * 64}"\n'
    )
    problems = examine(tmp_path).problems
    assert any("tiny" in problem and "weights.bin" in problem for problem in problems)


def test_doctor_misses_a_model_that_is_not_there(tmp_path):
    from assay.cli.doctor import examine

    problems = examine(tmp_path).problems
    missing = ("assayer", "embedder", "static", "verifier")
    assert problems == [f"model {name}: is not installed" for name in missing]


def test_doctor_survives_a_broken_card(tmp_path):
    from assay.cli.doctor import examine

    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "card.toml").write_text("not toml at all [")
    assert any("odd" in problem for problem in examine(tmp_path).problems)


def test_json_with_a_lone_surrogate_is_still_written(assay, capsys):
    from assay.cli.console import print_json

    print_json({"text": "\ud800"})
    assert json.loads(capsys.readouterr().out) == {"text": "\ud800"}


def test_python_m_assay_is_the_same_command(command):
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"assay {__version__}\n"
    assert Path(command[0]).exists()


def test_a_misspelt_command_is_guessed(assay):
    said = assay("indx", "docs")
    assert said.code == 2 and "did you mean index" in said.err


def test_the_laboratory_says_how_to_get_it(assay, monkeypatch):
    monkeypatch.setattr("assay.cli.plugged._points", dict)
    said = assay("bench", "realdocs")
    assert said.code == 2 and "pip install 'assay-rag[bench]'" in said.err


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        (("label", "questions.jsonl"), "tuning"),
        (("calibrate", "labels.jsonl"), "tuning"),
        (("train", "evaluator", "labels.jsonl"), "train"),
        (("index", "docs", "-i", "new", "--engine", "ray"), "ray"),
        (("batch", "questions.jsonl", "--out", "o.jsonl", "--engine", "ray"), "ray"),
        (("serve", "-i", "new", "--create", "--engine", "ray"), "ray-serve"),
        (("serve", "-i", "new"), "serve"),
        (("keys", "list"), "serve"),
        (("mcp", "-i", "new"), "mcp"),
    ],
)
def test_what_is_in_a_package_of_its_own_says_how_to_get_it(args, extra, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "kettle.md").write_text("# Kettle\n")
    (tmp_path / "questions.jsonl").write_text('{"question": "How large?"}\n')
    missing = MISSING if extra == "ray-serve" else (*MISSING, "assay-server/src")
    done = without_packages(missing, tmp_path, *args)
    assert f"pip install 'assay-rag[{extra}]'" in done.stderr
    assert done.returncode in {2, 8} and len(done.stderr.splitlines()) == 2


def test_the_help_lists_what_is_installed(assay, monkeypatch):
    assert {"label", "ask"} <= set(assay("--help").out.split())
    monkeypatch.setattr("assay.cli.plugged.find_spec", {"assay": object()}.get)
    words = set(assay("--help").out.split())
    assert "label" not in words and "ask" in words


MISSING = ("assay-bench/src", "assay-ray/src", "assay-tuning/src")


def without_packages(missing, folder, *args):
    """Run `assay` as where some of our packages are not installed."""
    packages = ROOT / "packages"
    kept = [ROOT / "src", packages / "assay-documents" / "src", packages / "assay-models" / "src"]
    code = f"""import sys
sys.path[:] = {[str(each) for each in kept]!r} + [
    each for each in sys.path if not each.endswith({missing!r})
]
from assay.cli.main import run
sys.exit(run(sys.argv[1:]))"""
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
