"""What a question costs before it is asked: what it does not need is not loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

NOT_NEEDED = ("pydantic", "rich", "importlib.metadata", "pyarrow._parquet")


def test_a_question_loads_nothing_that_it_does_not_need(tmp_path):
    (tmp_path / "lamp.txt").write_text("The lamp of the tower burns for nine hours.\n" * 3)
    place = str(tmp_path / "i")
    code = (
        "import sys\nfrom assay.cli.main import run\nrun(sys.argv[1:])\n"
        f"print('loaded', [name for name in {NOT_NEEDED} if name in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    subprocess.run([*command, "index", str(tmp_path / "lamp.txt"), "--index", place], check=True)
    asked = [*command, "ask", "How long does the lamp burn?", "--index", place]
    out = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert "nine hours" in out
    assert out.endswith("loaded []\n")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--top-k", "many", "valid integer"),
        ("--top-k", "0", "greater than or equal to 1"),
        ("--max-risk", "high", "valid number"),
    ],
)
def test_what_is_not_plain_to_see_is_left_to_typer(assay, option, value, said):
    result = assay("ask", "Who?", option, value)
    assert result.code == 2
    assert option in result.err and said in result.err


def test_what_is_plain_to_see_is_taken_as_it_is(assay, tmp_path):
    prefer = ("--prefer", "a.org", "--prefer", "b.org")
    result = assay("ask", "Who?", "-i", tmp_path / "none", "--mode", "dense", *prefer)
    assert result.code not in (0, 2)
    assert "none" in result.err
