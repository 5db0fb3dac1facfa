"""The doctor comes to the sick: whatever is broken, it says so and goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.cli.imports import import_faults

BROKEN = {
    "fine.py": "print('tried to confuse the reader')",
    "torn.py": "raise ImportError('lxml.html.clean is now\\na separate project')",
    "leaves.py": "raise SystemExit(3)",
    "crashes.py": "import os; os._exit(7)",
}


@pytest.fixture
def site(tmp_path, monkeypatch) -> Path:
    for name, text in BROKEN.items():
        (tmp_path / name).write_text(text, "utf-8")
    known = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(known))
    return tmp_path


def test_each_module_that_cannot_be_imported_is_named_with_its_reason(site):
    assert import_faults(["fine", "torn", "crashes", "leaves", "absent", "json"]) == {
        "torn": "ImportError: lxml.html.clean is now a separate project",
        "crashes": "ends with 7",
        "leaves": "SystemExit: 3",
        "absent": "ModuleNotFoundError: No module named 'absent'",
    }


def test_a_broken_package_is_a_problem_and_no_traceback(site):
    (site / "trafilatura.py").write_text("import nothing_of_the_kind", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "assay", "doctor", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    health = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (9, "")
    assert any(
        "trafilatura cannot be imported" in problem and "nothing_of_the_kind" in problem
        for problem in health["problems"]
    )
    assert {package["name"] for package in health["packages"] if package["fault"]} == {
        "trafilatura"
    }


def test_a_run_without_an_external_source_needs_neither_http_nor_page_parsers(site, tmp_path):
    for name in ("trafilatura", "justext", "lxml_html_clean", "httpx2"):
        (site / f"{name}.py").write_text("raise ImportError('broken')", "utf-8")
    code = "from assay.config import load_settings; from assay.wiring import build_search"
    code += "; print(type(build_search(load_settings())).__name__)"
    asked = [sys.executable, "-m", "assay", "ask", "Who?", "--index", str(tmp_path / "none")]
    built, said = (
        subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        for command in ([sys.executable, "-c", code], asked)
    )
    assert (built.stdout, built.stderr) == ("NullSearch\n", "")
    assert said.stderr.startswith("error: there is no index")
