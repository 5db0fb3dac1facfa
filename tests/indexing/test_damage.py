"""Damaged files are found by their checksums, named, and cured by indexing again."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from assay.cli.main import run
from assay.config import Settings
from assay.errors import AssayError, IndexDamagedError
from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import examined, open_index
from assay.indexing.schema import TABLES
from assay.indexing.store import read_check
from assay.indexing.store.checksums import NAME, damaged_files
from assay.indexing.store.files import file_sizes
from assay.indexing.upkeep.maintain import maintain
from assay.testing import FakeEmbedder
from assay_server.work.engines import Engines
from tests.server.live import live, options


@pytest.fixture(scope="module")
def first_farm(tmp_path_factory):
    """Documents and an index of them, with a deletion and an addition in it."""
    home = tmp_path_factory.mktemp("first") / "farm"
    home.mkdir()
    docs = home / "docs"
    docs.mkdir()
    for number in range(5):
        (docs / f"{number}.txt").write_text(f"Farm number {number} keeps goats and bees.")
    index_paths([docs], home / "ix", FakeEmbedder())
    (docs / "0.txt").unlink()
    (docs / "6.txt").write_text("Farm number 6 keeps llamas.")
    index_paths([docs], home / "ix", FakeEmbedder())
    shutil.copytree(home, home.with_name("as made"))
    return home


@pytest.fixture
def farm(first_farm):
    """The same where it was made, whatever the test before has done to it."""
    shutil.rmtree(first_farm)
    shutil.copytree(first_farm.with_name("as made"), first_farm)
    return first_farm


def _used(index):
    """A file of each kind of each table: rows, words, versions."""
    state = open_index(index).now()
    for name in TABLES:
        table = index / "tables" / f"{name}.lance"
        for each in sorted(state.tables[name].files()):
            yield from sorted(p for p in [table / each, *(table / each).glob("*")] if p.is_file())
        versions = (table / "_versions").glob("*.manifest")
        yield max(versions, key=lambda path: path.stat().st_mtime_ns)


def _flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x40
    path.write_bytes(data)


def _truncate(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("harm", [_flip, _truncate, lambda path: path.unlink()])
def test_every_file_that_is_harmed_is_named(farm, harm):
    index = farm / "ix"
    assert examined(index).problems == ()
    for victim in list(_used(index)):
        before = victim.read_bytes()
        harm(victim)
        try:
            told = "; ".join(examined(index).problems)
        except AssayError as error:
            assert isinstance(error, IndexDamagedError)
            told = str(error)
        assert victim.name in told, f"{victim} was harmed: {told}"
        victim.write_bytes(before)
    assert examined(index).problems == ()


def _in_use(index):
    """Every file that the state of the manifest is made of."""
    state = open_index(index).now()
    there = {p.relative_to(index).as_posix(): p for p in index.rglob("*") if p.is_file()}
    return [p for name, p in sorted(there.items()) if name.startswith(tuple(state.files()))]


def _flipped_at(path, share):
    data = bytearray(path.read_bytes())
    data[int((len(data) - 1) * share)] ^= 0x10
    path.write_bytes(data)


def _read(index):
    state = open_index(index).now()
    return state.passages(state.full_text("goats and bees", 3))


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_search_names_the_file_whose_bytes_have_changed(farm, share):
    index = farm / "ix"
    assert len(_read(index)) == 3
    victims = _in_use(index)
    assert {path.parent.name for path in victims} > {"data", "_versions"} and len(victims) > 15
    for victim in victims:
        before = victim.read_bytes()
        _flipped_at(victim, share)
        with pytest.raises(IndexDamagedError, match=victim.name):
            _read(index)
        victim.write_bytes(before)
    assert len(_read(index)) == 3


@pytest.mark.slow  # three processes
def test_the_command_names_it_and_leaves_to_the_doctor_what_no_question_reads(farm):
    index = farm / "ix"
    versions = set((index / "tables" / "passages.lance" / "_versions").glob("*.manifest"))
    old = min(versions - set(_in_use(index)))
    words = next(path for path in _in_use(index) if path.name == "part_0_docs.lance")
    asked = ("ask", "Which farm keeps bees?", "--mode", "fulltext", "-i", str(index))
    _flip(old)
    assert _ran(*asked).returncode in (0, 3)
    told = _ran("doctor", "-i", str(index))
    assert told.returncode == IndexDamagedError.exit_code
    _flip(words)
    told = _ran(*asked)
    assert told.returncode == IndexDamagedError.exit_code and words.name in told.stderr


def _ran(*command):
    line = [sys.executable, "-m", "assay", *command]
    return subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("command", ["find", "index", "doctor"])
def test_a_pipe_among_the_files_is_refused_and_not_waited_for(farm, command, capfd):
    victim = next((farm / "ix" / "tables" / "passages.lance" / "data").glob("*.lance"))
    victim.unlink()
    os.mkfifo(victim)
    args = {"find": ["goats"], "index": [str(farm / "docs")], "doctor": []}[command]
    code = run([command, *args, "-i", str(farm / "ix")])
    shown = capfd.readouterr()
    told = " ".join((shown.out + shown.err).split())
    assert code == IndexDamagedError.exit_code, told
    assert "is not a regular file" in told or "is missing" in told


def test_damage_where_tables_begin_is_one_line_and_no_panic_of_native_code(farm):
    for name in TABLES:
        versions = farm / "ix" / "tables" / f"{name}.lance" / "_versions"
        for victim in versions.glob("*.manifest"):
            victim.write_bytes(victim.read_bytes()[:-16] + b"\xff" * 16)
    ran = _ran("find", "goats", "-i", str(farm / "ix"))
    assert ran.returncode == IndexDamagedError.exit_code
    assert "_versions/" in ran.stderr and len(ran.stderr.splitlines()) == 2


def test_folders_that_a_writer_deletes_while_they_are_listed_are_no_damage(tmp_path):
    """As when an index of words has been joined, and a server looks at the files."""
    ended = threading.Event()
    words = tmp_path / "ix" / "tables" / "passages.lance" / "_indices"
    (words / "kept").mkdir(parents=True)
    (words / "kept" / "part").write_text("words")

    def write() -> None:
        for number in itertools.count():
            inner = words / f"{number % 4}"
            inner.mkdir(exist_ok=True)
            for part in range(20):
                (inner / f"{part}").touch()
            shutil.rmtree(inner)
            if ended.is_set():
                return

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            for _ in range(5_000):
                assert file_sizes(tmp_path / "ix")
        finally:
            ended.set()
    writing.result()


def test_what_killed_writers_left_is_swept(farm):
    left = [farm / "ix" / f".{name}.abc" for name in ("manifest.json", NAME)]
    for file in left:
        file.write_text("half")
    index_paths([farm / "docs"], farm / "ix", FakeEmbedder())
    assert not any(file.exists() for file in left)


def test_a_server_names_it_too(farm, caplog):
    index = farm / "ix"
    victim = next(p for p in _used(index) if p.name == "part_0_docs.lance")
    _flipped_at(victim, 0.4)
    settings = {"index": {"dir": index}, "retrieval": {"mode": "fulltext"}}
    with live(Engines(Settings.model_validate(settings)), options(farm)) as server:
        reply = server.http.post("/v1/ask", json={"question": "Which farm keeps bees?"})
        assert reply.status_code == IndexDamagedError.http_status
    assert victim.name in caplog.text  # paths are for whoever runs the server


def test_large_files_are_compared_behind_what_is_read_and_told_next(farm, monkeypatch):
    index = farm / "ix"
    victim = max(
        (p for p in _used(index) if "passages" in str(p)), key=lambda path: path.stat().st_size
    )
    _flipped_at(victim, 0.99)
    monkeypatch.setattr(read_check, "AWAITED_BYTES", 0)
    state = open_index(index).now()
    with pytest.raises(IndexDamagedError, match=victim.name):
        for _ in range(500):
            state.full_text("goats", 1)
            time.sleep(0.01)


def test_the_doctor_names_it_and_indexing_again_repairs_it(farm, capsys):
    index, docs = farm / "ix", farm / "docs"
    victim = next(p for p in _used(index) if "passages" in str(p) and p.parent.name == "data")
    assert run(["doctor", "-i", str(index), "--json"]) == 0
    capsys.readouterr()
    _flip(victim)
    assert run(["doctor", "-i", str(index), "--json"]) == 5
    assert victim.name in " ".join(json.loads(capsys.readouterr().out)["problems"])
    assert run(["info", "-i", str(index)]) == 5
    with pytest.raises(IndexDamagedError, match=victim.name):
        maintain(index)
    report = index_paths([docs], index, FakeEmbedder(), rebuild=True)
    assert report.added == 5
    assert run(["doctor", "-i", str(index)]) == 0
    assert open_index(index).info().documents == 5


def test_a_truncated_file_stops_a_writer_before_it_adds_to_it(farm):
    victim = next(p for p in _used(farm / "ix") if "passages" in str(p) and p.parent.name == "data")
    _truncate(victim)
    with pytest.raises(IndexDamagedError, match="is damaged: it has") as caught:
        index_paths([farm / "docs"], farm / "ix", FakeEmbedder())
    assert "--rebuild" in caught.value.hint


@pytest.mark.parametrize("name", ["manifest.json", NAME])
def test_the_small_files_are_made_anew_too(farm, name):
    (farm / "ix" / name).write_text("{")
    with pytest.raises(IndexDamagedError):
        index_paths([farm / "docs"], farm / "ix", FakeEmbedder())
    assert index_paths([farm / "docs"], farm / "ix", FakeEmbedder(), rebuild=True).added == 5
    assert examined(farm / "ix").problems == ()


def test_a_rebuild_keeps_the_files_of_other_folders(farm, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "sheep.txt").write_text("Sheep give wool.")
    index_paths([other], farm / "ix", FakeEmbedder())
    assert index_paths([farm / "docs"], farm / "ix", FakeEmbedder(), rebuild=True).added >= 6
    assert open_index(farm / "ix").info().documents >= 6


def test_an_index_without_checksums_is_no_damage(farm):
    (farm / "ix" / NAME).unlink()
    assert damaged_files(farm / "ix") == []
    assert examined(farm / "ix").problems == ()


def test_the_doctor_says_when_there_is_no_index(tmp_path):
    assert run(["doctor", "-i", str(tmp_path / "nothing")]) == 4
