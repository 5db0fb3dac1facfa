"""Input that once ended in a traceback, or never ended, is refused in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import assay
from assay.adapters.chat.openai_chat import OpenAIChat
from assay.adapters.web.addresses import checked_url
from assay.cli.main import run
from assay.errors import (
    DEBUG,
    IndexDamagedError,
    InputError,
    ServiceError,
    SettingsError,
    StorageError,
    UnsafeAddressError,
)
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import read_manifest
from assay.indexing.open_index import open_index
from assay.testing import FakeEmbedder, make_passage
from assay.text.paragraphs import most_promising
from assay.types import Message, Role
from tests.adapters.chat.wire_server import continuation, event, failure, serving, stream

COMMAND = [sys.executable, "-m", "assay"]
SOURCES = Path(assay.__file__).parents[1]


def test_no_word_of_the_query_stands_in_any_passage():
    passages = [make_passage(f"text number {n}") for n in range(10)]
    assert most_promising(passages, "entirely elsewhere", 3) == tuple(passages[:3])


@pytest.mark.parametrize("line", [b"[" * 200_000, b'{"a":' * 200_000, b"5", b"null", b"\xff\xfe"])
def test_a_model_that_sends_nonsense_is_a_server_in_trouble(line):
    pytest.importorskip("openai")
    with serving(stream(event(line))) as server:
        model = OpenAIChat("m", server.url, seconds=5.0, retries=0)
        with pytest.raises(ServiceError) as caught:
            model.complete([Message(Role.USER, "Hello?")])
    assert len(str(caught.value)) < 500


def test_plain_completions_that_refuse_max_tokens_are_asked_without():
    pytest.importorskip("openai")
    said = stream(event(continuation("Yes.", "stop")), event(b"[DONE]"))
    with serving(failure(400, "unknown field max_tokens"), said) as server:
        model = OpenAIChat("m", server.url, seconds=5.0, retries=0)
        (completion,) = model.continue_texts(["A text"])
        assert "max_tokens" not in server.requests[-1]
    assert completion.text == "Yes."


@pytest.fixture
def index(tmp_path) -> Path:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("The harbour of Mura is deep.")
    index_paths([tmp_path / "texts"], tmp_path / "i", FakeEmbedder())
    return tmp_path / "i"


RANGES = {
    "negative passages": ("passages", -1),
    "negative dimension": ("dimension", -8),
    "no dimension": ("dimension", 0),
    "huge dimension": ("dimension", 10**12),
    "truth": ("documents", True),
    "fraction": ("files", 1.5),
    "more than the table": ("passages", 10**9),
    "another dimension": ("dimension", 7),
    "words": ("written", 5),
    "versions": ("versions", {"documents": -1, "passages": 1, "files": 1}),
    "huge versions": ("versions", {"documents": 10**30, "passages": 1, "files": 1}),
    "versions of nothing": ("versions", []),
}


@pytest.mark.parametrize(("key", "value"), RANGES.values(), ids=RANGES)
def test_an_edited_manifest_is_a_damaged_index(index, key, value):
    place = index / "manifest.json"
    place.write_text(json.dumps({**json.loads(place.read_bytes()), key: value}))
    with pytest.raises(IndexDamagedError):
        read_manifest(index)
        open_index(index).now().matrix  # noqa: B018 - reading is what is tried


def test_endless_standard_input_is_refused(tmp_path):
    with Path("/dev/zero").open("rb") as zeros:
        command = [*COMMAND, "score", "-q", "Who?", "-"]
        ran = subprocess.run(
            command, stdin=zeros, capture_output=True, text=True, cwd=tmp_path, check=False
        )
    assert ran.returncode == InputError.exit_code
    assert "more than 64 MiB" in ran.stderr


def test_what_nobody_foresaw_is_one_line_and_a_traceback_on_demand(monkeypatch, capsys):
    from assay.cli import score

    def broken(*_: object) -> None:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr(score, "read_texts", broken)
    monkeypatch.delenv(DEBUG, raising=False)
    assert run(["score", "-q", "Who?", "x.txt"]) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told and "ZeroDivisionError: division by zero" in told
    assert DEBUG in told
    monkeypatch.setenv(DEBUG, "1")
    assert run(["score", "-q", "Who?", "x.txt"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_while_the_program_is_still_loading(tmp_path):
    # A module that sleeps stands in for a slow disk: Ctrl-C falls into the imports for certain.
    slow = tmp_path / "typer.py"
    slow.write_text("import time\nprint('loading', flush=True)\ntime.sleep(30)\n")
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    with subprocess.Popen(
        [*COMMAND, "doctor"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        assert process.stdout.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert told == "error: interrupted\n"


def test_ctrl_c_in_an_import_that_takes_every_exception_for_its_own(tmp_path):
    slow = tmp_path / "typer.py"
    slow.write_text(
        "import time\nprint('loading', flush=True)\n"
        "try:\n    time.sleep(30)\nexcept BaseException:\n    raise ImportError('no typer')\n"
    )
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    with subprocess.Popen(
        [*COMMAND, "doctor"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        assert process.stdout.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
    assert (process.returncode, told) == (130, "error: interrupted\n")


def test_ctrl_c_where_python_would_only_print_it(tmp_path):
    """An exception in what is called when something is forgotten goes no further."""
    code = (
        "import signal, time, weakref\n"
        "import assay.cli.main as cli, assay.__main__ as start\n"
        "class Thing: pass\n"
        "def run():\n"
        "    thing = Thing()\n"
        "    kept = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))\n"
        "    del thing\n"
        "    time.sleep(30)\n"
        "    return 0\n"
        "cli.run = run\n"
        "start.main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False
    )
    assert (ran.returncode, ran.stderr) == (130, "error: interrupted\n")


def test_ctrl_c_between_the_import_of_the_program_and_its_start():
    """The script that pip writes compiles a pattern there."""
    code = (
        "import signal; from assay.__main__ import main; signal.raise_signal(signal.SIGINT); main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False
    )
    assert (ran.returncode, ran.stderr) == (130, "error: interrupted\n")


def test_next_to_nothing_is_loaded_before_ctrl_c_is_minded():
    show = (
        "import sys; old = set(sys.modules); import assay.__main__; print(*set(sys.modules) - old)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", show],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
    )
    assert set(ran.stdout.split()) <= {
        "assay",
        "assay.distribution",
        "assay.__main__",
        "__future__",
    }


CLOSED = {"stdout": ">&-", "all": ">&- 2>&- <&-"}


@pytest.mark.parametrize("closed", CLOSED.values(), ids=CLOSED)
@pytest.mark.parametrize("command", ["--version", "strategies", "strategies --json"])
def test_a_closed_standard_output_is_told_like_a_full_disk(closed, command):
    line = f"{sys.executable} -m assay {command} {closed}"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert ran.returncode == StorageError.exit_code
    assert "Traceback" not in ran.stderr and "went wrong" not in ran.stderr
    assert closed != ">&-" or "standard output is closed" in ran.stderr


@pytest.mark.parametrize("command", ["--version", "strategies", "--help"])
def test_a_reader_that_has_left_is_no_error_to_be_told(command):
    line = f"{{ {sys.executable} -m assay {command}; echo $? >&2; }} | true"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert ran.stderr == "141\n"


def test_a_closed_standard_input_is_empty(tmp_path):
    line = f"{sys.executable} -m assay score -q Who? - <&-"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert "went wrong" not in ran.stderr and ran.returncode in (0, 2)


@pytest.mark.parametrize(
    "host", ["a..b", f"{'a' * 64}.org", f"{'a.' * 200}org", "☃.org", "🙂.org", "[v1.a]"]
)
def test_a_host_that_cannot_be_one_is_refused(host, monkeypatch, capsys):
    monkeypatch.setenv("ASSAY_MODEL__BASE_URL", f"http://{host}/v1")
    assert run(["strategies"]) == SettingsError.exit_code
    assert "no usable name of a machine" in capsys.readouterr().err
    with pytest.raises(UnsafeAddressError):
        checked_url(f"http://{host}/page")


def test_a_key_of_thousands_of_parts_is_refused(tmp_path, capsys):
    (tmp_path / "s.toml").write_text("a" + ".a" * 20_000 + " = 1\n")
    assert run(["strategies", "--config", str(tmp_path / "s.toml")]) == SettingsError.exit_code
    assert "dots" in capsys.readouterr().err


@pytest.mark.parametrize("html", ["", "<html></html>", "<!-- -->", "<title>x</title>"])
def test_a_page_without_any_text_is_refused_or_scored_but_no_traceback(html, tmp_path, capsys):
    (tmp_path / "t.html").write_text(html)
    assert run(["score", "-q", "Who?", str(tmp_path / "t.html")]) in (0, 2)
    assert "went wrong" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [["score", "-q", "Who?"], ["verify", "-a", "Anna did.", "-e"]])
def test_files_named_on_the_command_line_are_read_in_a_process_of_their_own(
    command, tmp_path, monkeypatch, capsys
):
    def read_here(*_: object) -> None:
        raise AssertionError("read in the process that holds the keys")

    monkeypatch.setattr("assay_documents.readers.read_rows", read_here)
    (tmp_path / "t.txt").write_text("Anna did.")
    assert run([*command, str(tmp_path / "t.txt")]) == 0
    assert "Anna did" in capsys.readouterr().out
