"""Whatever is no file of a disk is refused at once: devices, pipes, and what `/proc` makes up."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.errors import InputError, StorageError

MIB = 1 << 20
SECONDS = 60  # far more than any takes; without a refusal they run for ever
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
}
NO_FILES = ("/dev/zero", "pipe", "/proc/self/environ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("devices")
    (home / "q.jsonl").write_text(json.dumps(QUESTION) + "\n")
    os.mkfifo(home / "pipe")
    return home


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
def test_what_is_no_file_is_refused_with_a_hint(folder, command, name):
    ran = assay(folder, *(part.format(name) for part in command))
    assert ran.returncode in (InputError.exit_code, StorageError.exit_code), ran.stderr
    assert name in ran.stderr and "hint:" in ran.stderr
    assert "went wrong" not in ran.stderr


def test_keys_where_no_lock_can_be_made_are_refused(folder):
    ran = assay(folder, "keys", "add", "me", "--keys", "/proc/self/keys.json")
    assert ran.returncode == StorageError.exit_code


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
