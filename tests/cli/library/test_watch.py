from __future__ import annotations

import os
import signal
import subprocess

import pytest

from assay.indexing.open_index import open_index
from assay.indexing.upkeep.watch import Watcher, watch
from assay.indexing.writer_lock import writer_lock
from assay.testing import FakeEmbedder


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "goats.txt").write_text("Goats eat hay.")
    return folder


@pytest.fixture
def watcher(notes, tmp_path) -> Watcher:
    return Watcher([notes], tmp_path / "index", FakeEmbedder())


def test_a_change_is_read_once_it_has_settled(watcher, notes):
    assert watcher.look().added == 1
    assert watcher.look() is None
    (notes / "sheep.txt").write_text("Sheep give wo")
    assert watcher.look() is None
    (notes / "sheep.txt").write_text("Sheep give wool.")
    assert watcher.look() is None
    assert watcher.look().added == 1
    (notes / "goats.txt").unlink()
    watcher.look()
    assert watcher.look().removed == 1
    assert open_index(watcher.folder).info().documents == 1


def test_a_folder_that_vanishes_as_a_whole_does_not_empty_the_index(watcher, notes, tmp_path):
    watcher.look()
    notes.rename(tmp_path / "unmounted")
    assert (watcher.look(), watcher.look()) == (None, None)
    assert open_index(watcher.folder).info().documents == 1
    (tmp_path / "unmounted").rename(notes)
    assert watcher.look() is None


def test_another_writer_is_waited_for(watcher):
    watcher.folder.mkdir()
    with writer_lock(watcher.folder):
        assert watcher.look() is None
    assert watcher.look().added == 1


def test_an_empty_folder_is_watched_until_something_comes(watcher, notes):
    (notes / "goats.txt").unlink()
    assert watcher.look() is None
    (notes / "goats.txt").write_text("Goats eat hay.")
    watcher.look()
    assert watcher.look().added == 1


def test_what_is_missing_is_told_once(watcher, notes, tmp_path):
    watcher.look()
    notes.rename(tmp_path / "unmounted")
    told, looks = [], iter([False, False, True])
    watch(watcher, lambda: next(looks), lambda report: None, told.append)
    assert told == [[notes]]


@pytest.mark.skipif(os.name != "posix", reason="sends an interrupt as a terminal does")
def test_ctrl_c_ends_it_cleanly(command, fakes, farm):
    arguments = [*command, "watch", str(farm), "-i", "farm", "--every", "0.1"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        told = [process.stderr.readline(), process.stderr.readline()]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert "watching" in told[0] and "up to date" in told[1]
    assert process.returncode == 0
    assert "stopped" in err and "Traceback" not in err


def test_a_path_that_is_not_there_is_refused_at_the_start(assay, fakes):
    refused = assay("watch", "nowhere", "-i", "farm")
    assert refused.code == 2 and "nowhere does not exist" in refused.err
