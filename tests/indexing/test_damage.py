"""Damaged files are found by their checksums, named, and cured by indexing again."""

from __future__ import annotations

import json

import pytest

from assay.cli.main import run
from assay.errors import AssayError, IndexDamagedError
from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import examined, open_index
from assay.indexing.schema import TABLES
from assay.indexing.store.checksums import NAME, damaged_files
from assay.indexing.upkeep.maintain import maintain
from assay.testing import FakeEmbedder


@pytest.fixture
def farm(tmp_path):
    """Documents and an index of them, with a deletion and an addition in it."""
    home = tmp_path / "farm"
    home.mkdir()
    docs = home / "docs"
    docs.mkdir()
    for number in range(5):
        (docs / f"{number}.txt").write_text(f"Farm number {number} keeps goats and bees.")
    index_paths([docs], home / "ix", FakeEmbedder())
    (docs / "0.txt").unlink()
    (docs / "6.txt").write_text("Farm number 6 keeps llamas.")
    index_paths([docs], home / "ix", FakeEmbedder())
    return home


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
