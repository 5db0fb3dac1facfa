import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assay.errors import AssayError, IndexDamagedError, IndexMissingError, StorageError
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import read_manifest
from assay.indexing.open_index import open_index
from assay.indexing.upkeep.maintain import maintain
from assay.testing import FakeEmbedder

_RUN = Path(__file__).with_name("indexing_run.py")
_FILES = 40


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(_FILES):
        (folder / f"{number:02}.txt").write_text(f"Farm number {number} keeps goats and bees.")
    rows = "".join(f'{{"id": {number}, "text": "farm row {number}"}}\n' for number in range(60))
    (folder / "rows.jsonl").write_text(rows)
    return folder


@pytest.fixture
def start():
    """Starts real indexing processes and leaves none behind."""
    processes = []

    def begin(docs, index, pause=0.0):
        processes.append(_start(docs, index, pause))
        return processes[-1]

    yield begin
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def _start(docs, index, pause):
    return subprocess.Popen(
        [sys.executable, str(_RUN), str(docs), str(index), str(pause)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _check_whole(index):
    """Every passage of the state on disk is findable and an exact slice of its document."""
    info = index.info()
    assert info.problems == ()
    rows = index.now().full_text("farm", 1000)
    assert len(rows) == info.passages
    found = index.now().passages(rows)
    assert len({passage.id for passage in found}) == info.passages
    for passage in found:
        assert index.document_text(passage.document)[passage.start : passage.end] == passage.text
    assert len(index.now().nearest(FakeEmbedder().embed(["goats"])[0], 1000)) == info.passages
    return info


def test_after_sigkill_the_last_state_is_whole_and_the_next_run_carries_on(docs, tmp_path, start):
    index, random_moment = tmp_path / "ix", random.Random(7)
    reached = []
    for lines in (1, 4, 9, 16):  # kill after this many reports of progress, or a bit later
        process = start(docs, index, pause=0.01)
        for _ in range(lines):
            process.stdout.readline()
        time.sleep(random_moment.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        try:
            reached.append(_check_whole(open_index(index)).passages)
        except IndexMissingError:
            reached.append(0)
    assert reached == sorted(reached)
    assert reached[-1] > 0
    last = start(docs, index)
    output, _ = last.communicate(timeout=120)
    assert last.returncode == 0, output
    info = _check_whole(open_index(index))
    assert (info.files, info.passages) == (_FILES + 1, _FILES + 60)
    embedded = int(output.splitlines()[-1].split()[-1])
    assert embedded <= info.passages - reached[-1]


def _holds_something(folder):
    try:
        return read_manifest(folder).passages > 0
    except AssayError:
        return False


def test_ctrl_c_leaves_the_last_state(docs, tmp_path, start):
    process = start(docs, tmp_path / "ix", pause=0.02)
    while process.stdout.readline() and not _holds_something(tmp_path / "ix"):
        pass
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert _check_whole(open_index(tmp_path / "ix")).passages > 0


def test_a_second_writer_is_refused_and_readers_are_not(docs, tmp_path, start):
    first = start(docs, tmp_path / "ix", pause=0.02)
    for _ in range(4):
        first.stdout.readline()
    first.send_signal(signal.SIGSTOP)  # in the middle of its work, with the lock in its hand
    second = start(docs, tmp_path / "ix")
    output, _ = second.communicate(timeout=60)
    assert second.returncode == 6
    assert "IndexBusyError another process is writing" in output
    index = open_index(tmp_path / "ix")
    _check_whole(index)
    first.send_signal(signal.SIGCONT)
    output, _ = first.communicate(timeout=120)
    assert first.returncode == 0, output
    assert _check_whole(open_index(tmp_path / "ix")).passages == _FILES + 60


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 3 MB, where the machine lets us mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    allowed = shutil.which("mount") is not None
    if not allowed or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine lets us mount no file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_named_and_the_index_stays_usable(docs, small_disk, start):
    index = small_disk / "ix"
    assert start(docs, index).wait(timeout=60) == 0
    before = _check_whole(open_index(index)).passages
    for number in range(400):
        text = " ".join(f"word{number}x{each}" for each in range(3000))
        (docs / f"big{number}.txt").write_text(text)
    process = start(docs, index)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 7, output[-500:]
    assert "the disk is full" in output
    after = open_index(index)
    assert after.info().problems == ()
    assert after.info().passages >= before
    assert len(after.now().full_text("goats", 100)) == _FILES


def test_a_disk_that_fills_up_under_upkeep_costs_nothing(docs, small_disk, start):
    index = small_disk / "ix"
    assert start(docs, index).wait(timeout=60) == 0
    before = _check_whole(open_index(index)).passages
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as stream, pytest.raises(OSError, match="No space"):
        while True:
            stream.write(b"x" * 4096)
    with pytest.raises(StorageError, match="the disk is full"):
        maintain(index)
    assert _check_whole(open_index(index)).passages == before
    filler.unlink()
    maintain(index)
    assert _check_whole(open_index(index)).passages == before


def test_a_read_only_disk_can_be_read_and_refuses_writing(docs, small_disk, start):
    index = small_disk / "ix"
    assert start(docs, index).wait(timeout=60) == 0
    remount = ["mount", "-o", "remount,ro", str(small_disk)]
    subprocess.run(remount, check=True)
    _check_whole(open_index(index))
    process = start(docs, index)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 7
    assert "read-only" in output


def _files(index):
    return sorted(path for path in index.rglob("*") if path.is_file() and path.stat().st_size)


def test_damage_anywhere_is_an_error_of_ours_and_never_a_wrong_passage(docs, tmp_path):
    whole = tmp_path / "whole"
    index_paths([docs], whole, FakeEmbedder())
    before = open_index(whole).now()
    expected = {p.text for p in before.passages(before.full_text("farm", 999))}
    damaged, noise = 0, random.Random(3)
    for number, victim in enumerate(_files(whole)):
        copy = tmp_path / "copy"
        shutil.copytree(whole, copy)
        target = copy / victim.relative_to(whole)
        if number % 2:
            target.write_bytes(target.read_bytes()[: target.stat().st_size // 2])
        else:
            target.write_bytes(noise.randbytes(target.stat().st_size))
        try:
            index = open_index(copy)
            found = index.now().passages(index.now().full_text("farm", 999))
            index.now().nearest(FakeEmbedder().embed(["goats"])[0], 5)
            assert {passage.text for passage in found} <= expected
        except AssayError as error:
            assert isinstance(error, IndexDamagedError), error
            assert error.hint
            damaged += 1
        shutil.rmtree(copy)
    assert damaged >= 3
