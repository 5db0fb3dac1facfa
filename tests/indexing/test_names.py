from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.errors import AssayError
from assay.indexing.index_paths import index_paths
from assay.indexing.names import index_folder, named_indexes
from assay.indexing.store.data_folder import data_folder
from assay.testing import FakeEmbedder


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A data folder of the test's own, and an empty working folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def test_a_bare_name_lies_in_the_data_folder(home):
    assert index_folder(Path("manuals")) == home / "data" / "assay" / "indexes" / "manuals"


def test_a_folder_that_is_here_goes_before_a_name(home):
    (home / "here" / "manuals").mkdir()
    assert index_folder(Path("manuals")) == Path("manuals")


def test_a_folder_in_which_no_index_was_made_yet_stays_the_place_for_one(home):
    (home / "here" / "manuals").mkdir()
    (home / "here" / "nothing").mkdir()
    with pytest.raises(AssayError, match="nothing to index"):
        index_paths([Path("nothing")], Path("manuals"), FakeEmbedder())
    assert index_folder(Path("manuals")) == Path("manuals")


def test_a_folder_of_documents_with_the_name_of_an_index_is_none(home):
    documents = home / "here" / "manuals"
    documents.mkdir()
    (documents / "goat.txt").write_text("The goat eats hay.")
    assert index_folder(Path("manuals")) == home / "data" / "assay" / "indexes" / "manuals"
    index_paths([documents], documents / "index", FakeEmbedder())
    (documents / "index").rename(home / "here" / "goats")
    assert index_folder(Path("goats")) == Path("goats")


@pytest.mark.parametrize("path", ["./a/b", "../manuals", "..", ".", "sub/manuals", "/tmp/manuals"])
@pytest.mark.usefixtures("home")
def test_a_path_is_where_it_says(path):
    assert index_folder(Path(path)) == Path(path)


def test_named_indexes_are_listed_and_nothing_else(home):
    assert named_indexes() == []
    (home / "here" / "goat.txt").write_text("The goat eats hay.")
    for name in ("second", "first"):
        index_paths([home / "here" / "goat.txt"], index_folder(Path(name)), FakeEmbedder())
    (home / "data" / "assay" / "indexes" / "no index").mkdir()
    (home / "data" / "assay" / "indexes" / "note.txt").write_text("no index")
    assert [each.name for each in named_indexes()] == ["first", "second"]


@pytest.mark.parametrize(
    ("platform", "part"),
    [("linux", ".local/share"), ("darwin", "Library/Application Support"), ("win32", "AppData")],
)
def test_every_system_has_a_data_folder(monkeypatch, tmp_path, platform, part):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert part in data_folder().as_posix()
    assert data_folder().is_relative_to(tmp_path)


def test_a_question_to_an_index_in_a_bucket_looks_for_no_folder_here(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "obstore", None)  # what asks the bucket
    assert run(["ask", "What eats hay?", "--index", "s3://company/handbook"]) != 0
    said = capsys.readouterr().err
    assert "assay-rag[s3]" in said and "there is no index" not in said
