"""The documentation's code runs, page by page, in a fresh folder, and prints what the page says.

The word after the fence says what a block is:

- `python` and `sh` run, in one process each page; a server that a page starts listens meanwhile;
- `output` is compared with what the block before it printed, but for times, paths and confidences;
- `console` needs what a reader may not have; the line above says what: `<!-- needs a key -->`. It
  runs where a test has a small one of it (`stand_ins.py`), else its options alone are checked.
"""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import run
from tests.docs.stand_ins import (
    DATASETS,
    IN_PLACE,
    LABELS,
    MINUTE,
    PACKAGES,
    SLOW,
    SMALL_MODEL,
    WEB,
    Person,
    Reader,
)
from tests.docs.test_pages import DOCUMENTS, ROOT
from tests.tuning.melting import write_labels

BLOCK = re.compile(r"(?:^<!-- needs ([^>]*) -->\n)?^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\s*(?:\w+=\S+ )*(?:.*\| )?(?:assay|curl|pip|vllm|ray) ", re.MULTILINE)
VARIES = (
    (re.compile(r"\d+(?:\.\d+)? (?:s|a second|ms)\b"), "#"),
    (re.compile(r"(?<![\w<])/[^\s:,]*/"), "/"),
    (re.compile(r"\d+(?: ?%)"), "#%"),  # with every fit of the weights another
)
WARRANTY = """\
Warranty

The warranty covers the motor for five years. It does not cover the blades, which wear out.
Repairs are done by the maker. Send the machine in its own box.
"""
ANSWERED = {0, 3}
SERVER = "localhost:8017"

# Pages whose examples need more than the package itself.
NEEDS = {
    "frameworks.md": [pytest.mark.frameworks],
    "train.md": [pytest.mark.torch],
    "ray.md": [pytest.mark.ray, pytest.mark.filterwarnings("ignore")],  # Ray leaves pipes open
}
# How many blocks of them an environment of its own runs: `make test-frameworks` and so on.
RUN_ELSEWHERE = {"frameworks.md": 7, "train.md": 1, "ray.md": 2}
# What no test here has, in how many blocks of the documentation, and why no small one stands in.
NOT_RUN = {
    # Search engines with keys, whose addresses are fixed; their adapters are tested with replies.
    "the network": 1,
    # The extras are checked with the project's; `make test-torch` and so on install them.
    "a package index with torch, Ray or the frameworks": 4,
    # The same commands run with the small model of the package elsewhere; these name their model.
    "a language model of 7 billion parameters": 3,
    # A T5 of 770 million parameters, peers with their weights, a whole measurement of speed.
    "hours": 3,
    # Several machines; `make test-ray` starts clusters of one.
    "a cluster": 2,
    # `make test-s3` runs it against moto's server.
    "a bucket": 1,
}
# What a small one stands in for, and in how many blocks.
STOOD_IN = {
    SMALL_MODEL: 5,
    DATASETS: 6,
    PACKAGES: 4,
    WEB: 1,
    LABELS: 1,
    MINUTE: 1,
    "the results of this repository": 1,
    "an offline encyclopaedia": 3,
    "a model server": 2,
    "a person": 2,
    "replies of a language model": 1,
}


@dataclass(frozen=True)
class CodeBlock:
    """A fenced block; `needs` is what keeps it from being run."""

    kind: str
    code: str
    needs: str = ""


def blocks(document: Path) -> list[CodeBlock]:
    text = document.read_text("utf-8")
    return [CodeBlock(kind, code, needs) for needs, kind, code in BLOCK.findall(text)]


def pages_with_code() -> list[Any]:
    pages = [d for d in DOCUMENTS if any(map(runs, blocks(d)))]
    return [pytest.param(d, marks=NEEDS[d.name]) if d.name in NEEDS else d for d in pages]


def runs(block: CodeBlock) -> bool:
    """Whether a block runs with its page; those that are slow have a test of their own."""
    return block.kind in {"python", "sh"} or block.needs in IN_PLACE


def slow_blocks() -> list[Any]:
    found = [(d, each) for d in DOCUMENTS for each in blocks(d) if each.needs in SLOW]
    return [pytest.param(*each, id=f"{each[0].stem}-{n}") for n, each in enumerate(found)]


@pytest.fixture
def reader_of_the_docs(tmp_path, monkeypatch):
    """A folder as the documentation's reader has it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "data"))  # where named indexes lie
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    monkeypatch.setenv("COLUMNS", "300")  # the names of temporary folders are long
    (tmp_path / "my-documents").mkdir()
    (tmp_path / "my-documents" / "warranty.txt").write_text(WARRANTY)
    lines = [b.code for b in blocks(ROOT / "docs" / "quickstart.md") if b.kind == "json"]
    for name, line in zip(("questions.jsonl", "logged.jsonl"), lines, strict=True):
        (tmp_path / name).write_text(line)
    write_labels(tmp_path / "labels.jsonl", 120)
    work = tmp_path / "work"
    work.mkdir()
    (work / "one.txt").write_text("The ferry leaves at nine.")
    (work / "two.txt").write_text("The bakery opens at six.")
    for name in ("b.pdf", "c.pdf"):
        (work / name).write_bytes(b"%PDF-1.7\nnothing that follows")
    (work / "z.dat").write_bytes(bytes(range(256)))
    with zipfile.ZipFile(work / "a.zip", "w") as packed:
        packed.writestr("inside.txt", "text")
    rows = [{"text": "The library is open on Sundays."}, {"number": 7}]
    (work / "r.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in rows))
    (tmp_path / "manual.txt").write_text("The pump is cleaned once a year.")


@contextlib.contextmanager
def terminal() -> Iterator[io.StringIO]:
    """Both outputs in one, as a reader sees them."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(printed):
        yield printed


@dataclass
class Page:
    """Runs the blocks of a page one after the other."""

    document: Path
    needs: str = ""
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "docs"})
    server: subprocess.Popen[str] | None = None
    address: str = SERVER

    def run(self, block: CodeBlock) -> str:
        """What the block prints."""
        code = block.code.replace(SERVER, self.address)
        if block.needs:
            self.needs = block.needs
            with Reader(code, block.needs) as code:
                return self._lines(code)
        if block.kind == "python":
            with terminal() as printed:
                exec(compile(code, str(self.document), "exec"), self.names)
            return printed.getvalue()
        return self._lines(code)

    def _lines(self, code: str) -> str:
        lines = code.replace("\\\n", " ").splitlines()
        return "".join(self._command(line) for line in lines if line.strip())

    def _command(self, line: str) -> str:
        words = shlex.split(line, comments=True)
        if words[0] in {"make", "."}:  # what the checkout itself is installed and tested with
            made = words[1] if words[0] == "make" else "install"
            assert f"\n{made}:" in (ROOT / "Makefile").read_text("utf-8")
            return ""
        if words[0] == "pip":
            return _pip(words[1:]) if self.needs == PACKAGES else ""
        if words[:2] == ["assay", "serve"]:
            return self._serve(words[2:])
        if words[:2] == ["assay", "watch"]:
            return self._watch(words[2:])
        alone = words[:2] == ["assay", "label"] and self.needs != LABELS
        typed = "y\nq\n" if alone else None
        if words[0] != "assay" or "|" in words or typed:
            return self._in_shell(line, typed)
        with terminal() as printed, pytest.MonkeyPatch.context() as patch:
            if self.needs == LABELS:
                patch.setattr("sys.stdin", Person(printed))
            assert run(words[1:]) in ANSWERED, line
        return printed.getvalue()

    def _in_shell(self, line: str, typed: str | None = None) -> str:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], check=False,
            capture_output=True, text=True, env={**os.environ, "PATH": path}, timeout=120,
            input=typed,
        )  # fmt: skip
        assert done.returncode in ANSWERED, (line, done.stderr)
        return done.stdout

    def _watch(self, words: list[str]) -> str:
        """What it prints until it has looked at all, and a person presses Ctrl-C."""
        command = [sys.executable, "-m", "assay", "watch", *words]
        watching = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert watching.stderr is not None
        printed = [next(line for line in watching.stderr if "watching" in line)]
        watching.send_signal(signal.SIGINT)
        printed.append(watching.communicate(timeout=60)[1])
        assert watching.returncode == 0, printed
        return "".join(printed)

    def _serve(self, words: list[str]) -> str:
        command = [sys.executable, "-m", "assay", "serve", "--port", "0", *words]
        self.server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.server.stderr is not None
        for line in self.server.stderr:
            if found := re.search(r"is ready: http://(\S+)", line):
                self.address = found[1]
                return ""
        raise AssertionError("the server ended")

    def close(self) -> None:
        """End the server that the page has started."""
        if self.server is not None:
            self.server.terminate()
            self.server.communicate(timeout=60)


def _pip(words: list[str]) -> str:
    """What pip would install, which must be here already, and every extra must exist."""
    options = ["--dry-run", "--no-index", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not re.search(r"assay\S* \S+ does not provide the extra", done.stderr), done.stderr
    return ""


@pytest.mark.usefixtures("reader_of_the_docs")
@pytest.mark.parametrize("document", pages_with_code(), ids=lambda p: str(p.relative_to(ROOT)))
def test_what_a_page_says_works(document):
    page = Page(document)
    printed = ""
    try:
        for block in blocks(document):
            if block.kind == "output":
                assert plain(printed) == plain(block.code)
            elif runs(block):
                printed = page.run(block)
    finally:
        page.close()


@pytest.mark.slow
@pytest.mark.usefixtures("reader_of_the_docs")
@pytest.mark.parametrize(("document", "block"), slow_blocks())
def test_what_takes_longer_works(document, block):
    if block.needs == SMALL_MODEL:
        pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")
    Page(document).run(block)


def test_a_command_that_is_not_run_has_its_options():
    for document in DOCUMENTS:
        for block in blocks(document):
            lines = block.code.replace("\\\n", " ").splitlines() if block.needs else []
            for words in (shlex.split(line, comments=True) for line in lines):
                if words[:1] == ["assay"] and "..." not in words:
                    assert unknown_options(words[1:]) == [], (document, words)


def test_an_option_that_no_command_has_is_noticed():
    assert unknown_options(["ask", "Why?", "--index", "i", "--no-such"]) == ["--no-such"]
    assert unknown_options(["bench", "popqa", "--dta", "x"]) == ["--dta"]


def unknown_options(words: list[str]) -> list[str]:
    """The flags of a command line that its help does not name."""
    names = [*itertools.takewhile(lambda each: not each.startswith("-"), words)]
    help_text = command_help(*names[:2]) or command_help(*names[:1])
    flags = {each.partition("=")[0] for each in words if re.match(r"--?[a-z]", each)}
    return sorted(each for each in flags if not re.search(rf"{each}\b", help_text))


@functools.cache
def command_help(*names: str) -> str:
    """What `--help` prints of a command; nothing where there is no such command."""
    with terminal() as printed:
        return printed.getvalue() if run([*names, "--help"]) == 0 else ""


def plain(text: str) -> list[str]:
    """The lines of an output without times, and without the folders that files lie in."""
    for pattern, mark in VARIES:
        text = pattern.sub(mark, text)
    return [line.rstrip() for line in text.strip().splitlines()]


def test_every_block_with_a_command_runs_or_says_what_it_needs():
    left = Counter[str]()
    for document in DOCUMENTS:
        for block in blocks(document):
            assert (block.kind == "console") == bool(block.needs), (document, block)
            if COMMAND.search(block.code) and block.kind not in {"python", "yaml", "output"}:
                assert block.kind in {"sh", "console"}, (document, block.code)
            if block.needs:
                left[block.needs] += 1
    assert left == NOT_RUN | STOOD_IN


def test_what_other_environments_run_is_counted_and_ci_runs_it():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    found = {}
    for document in DOCUMENTS:
        if document.name in NEEDS:
            found[document.name] = sum(each.kind in {"python", "sh"} for each in blocks(document))
            mark = NEEDS[document.name][0].name
            assert f"python -m pytest -m {mark}\n" in makefile
            assert f"run: make test-{mark} " in workflow
    assert found == RUN_ELSEWHERE


def test_an_output_that_is_another_is_noticed(tmp_path, monkeypatch, reader_of_the_docs):
    page = tmp_path / "page.md"
    page.write_text("```python\nprint('one in 0.3 s')\n```\n\n```output\ntwo in 9.1 s\n```\n")
    with pytest.raises(AssertionError):
        test_what_a_page_says_works(page)
    page.write_text(page.read_text().replace("two", "one"))
    test_what_a_page_says_works(page)
