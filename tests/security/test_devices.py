"""Whatever is no file of a disk is refused at once: devices, pipes, and what `/proc` makes up."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.errors import IndexMissingError, InputError, ModelError, StorageError

MIB = 1 << 20
SECONDS = 60  # far more than any takes; without a refusal they run for ever
pytestmark = pytest.mark.timeout(SECONDS)
QUESTION = {"id": 1, "question": "Who?", "passages": [{"text": "Anna did."}]}
# {} stands for what is no file. All these waited without end, or until memory was full.
COMMANDS = {
    "batch": ["batch", "{}", "-o", "a.jsonl"],
    "answers": ["batch", "q.jsonl", "-o", "{}"],
    "calibrate": ["calibrate", "{}"],
    "calibrated": ["calibrate", "q.jsonl", "-o", "{}"],
    "label": ["label", "{}", "-o", "l.jsonl"],
    "labels": ["label", "q.jsonl", "-o", "{}"],
    "keys list": ["keys", "list", "--keys", "{}"],
    "keys add": ["keys", "add", "me", "--keys", "{}"],
    "keys remove": ["keys", "remove", "me", "--keys", "{}"],
    "serve": ["serve", "-i", "fresh", "--create", "--host", "0.0.0.0", "--keys", "{}"],
    "speed": ["bench", "speed", "--out", "{}"],
    "uploads": ["serve", "-i", "fresh", "--create", "--port", "0", "--uploads", "{}"],
    "evidence": ["verify", "-a", "It is.", "-e", "{}"],
    "settings": ["strategies", "--config", "{}"],
    "index": ["index", "q.jsonl", "-i", "{}"],
    "index to begin": ["serve", "--create", "--port", "0", "-i", "{}"],
}
REFUSED = [each.exit_code for each in (InputError, IndexMissingError, ModelError, StorageError)]
NO_FILES = ("/dev/zero", "pipe", "/proc/self/environ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("devices")
    (home / "q.jsonl").write_text(json.dumps(QUESTION) + "\n")
    os.mkfifo(home / "pipe")
    return home


@pytest.fixture(scope="module")
def index(folder) -> Path:
    (folder / "one").mkdir()
    (folder / "one" / "a.txt").write_text("Anna Lund kept the light.")
    assert run(["index", str(folder / "one"), "-i", str(folder / "index")]) == 0
    return folder / "index"


@pytest.fixture
def at_home(folder, index, monkeypatch) -> None:
    monkeypatch.chdir(folder)


def assay(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "assay", *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize("name", NO_FILES)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_what_is_no_file_is_refused_with_a_hint(at_home, capsys, command, name):
    ran = run([part.format(name) for part in command])
    told = capsys.readouterr().err
    assert ran in (InputError.exit_code, StorageError.exit_code), told
    assert name in told and "hint:" in told
    assert "went wrong" not in told


def test_keys_where_no_lock_can_be_made_are_refused(folder):
    ran = assay(folder, "keys", "add", "me", "--keys", "/proc/self/keys.json")
    assert ran.returncode == StorageError.exit_code


SERVERS = (
    *("serve --port 0 --zim pipe", "serve --port 0 --generator local --model pipe"),
    *("serve --port 0 --also pipe", "serve --port 8399 --workers 2 --fallback-index /dev/zero"),
    *("mcp --zim pipe", "mcp --generator local --model pipe", "mcp --scorer pipe"),
    *("mcp -i pipe", "mcp --config pipe", "mcp --http --port 0 --keys /dev/zero"),
)


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_is_not_started_with_what_no_question_could_use(at_home, capsys, server):
    ran = run([server.split()[0], "-i", "./index", *server.split()[1:]])
    told = capsys.readouterr().err
    assert ran in REFUSED, told
    assert server.split()[-1] in told and "ready" not in told
    assert len(told.splitlines()) <= 2


def test_labels_that_unpack_without_end_are_refused(folder):
    with gzip.open(folder / "bomb.gz", "wb", compresslevel=9) as packed:
        for _ in range(64):
            packed.write(bytes(MIB - 1) + b"\n")
    ran = assay(folder, "calibrate", "bomb.gz")
    assert ran.returncode == InputError.exit_code and "compression bomb" in ran.stderr


@pytest.mark.parametrize("command", ["calibrate", "label"])
def test_a_line_without_end_is_read_no_further(folder, command):
    with (folder / "sparse.jsonl").open("wb") as stream:
        stream.truncate(20 << 30)
    ran = assay(folder, command, "sparse.jsonl", "-o", "made.jsonl")
    assert ran.returncode == InputError.exit_code and "16 MiB or more" in ran.stderr


def test_an_index_whose_small_files_are_pipes_is_refused(folder):
    (folder / "odd").mkdir()
    os.mkfifo(folder / "odd" / "manifest.json")
    assert assay(folder, "ask", "Who?", "-i", "./odd").returncode == 5
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("Anna Lund kept the light.")
    os.mkfifo(folder / "texts" / ".assayignore")
    assert assay(folder, "index", "texts", "-i", "./made").returncode == 0


def test_a_host_that_nobody_knows_is_named(folder):
    ran = assay(folder, "serve", "-i", "new", "--create", "--insecure", "--host", "nope.invalid")
    assert ran.returncode == InputError.exit_code
    assert "nope.invalid" in ran.stderr and "another program" not in ran.stderr
