"""A file that is not ours is never written to, however the settings name it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from assay.adapters.chat.cached import cached_model
from assay.adapters.pages.web_pages import WebPages
from assay.adapters.search.web import WebSearch
from assay.adapters.web.cache import APPLICATION, DiskCache
from assay.adapters.web.client import WebClient
from assay.errors import AssayError, StorageError
from assay.testing import FakeChatModel
from assay.types import Page

PAGE = Page("https://example.org/a", "A", "Text of a.")


def somebodys_database(path: Path, application: int = 0) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"PRAGMA application_id = {application}")
        db.execute("CREATE TABLE letters (words TEXT)")
        db.execute("INSERT INTO letters VALUES ('Dear Ada')")


FOREIGN = {
    "text": lambda path: path.write_text("my thesis\n" * 1000),
    "short": lambda path: path.write_text("x"),
    "database": somebodys_database,
    "other application": lambda path: somebodys_database(path, 12345),
    "torn database": lambda path: path.write_bytes(b"SQLite format 3\0" + b"\0" * 50),
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=FOREIGN)
def test_a_cache_that_is_none_of_ours_keeps_every_byte(tmp_path, make):
    file = tmp_path / "thesis.txt"
    make(file)
    before = file.read_bytes()
    cache = DiskCache(file)
    for use in (
        lambda: cache.get("a"),
        lambda: cache.put("a", "b", PAGE),
        lambda: cache.find_pages(("a",), 3),
        lambda: cache.size,
    ):
        with pytest.raises(StorageError):
            use()
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["thesis.txt"]


def test_a_folder_and_a_pipe_are_no_cache(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(StorageError):
            DiskCache(tmp_path / name).get("a")


def test_our_own_file_bears_our_mark_and_is_used_again(tmp_path):
    DiskCache(tmp_path / "c.db").put("a", "b")
    with closing(sqlite3.connect(tmp_path / "c.db")) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert DiskCache(tmp_path / "c.db").get("a") == "b"


ODD = ["[" * 100_000, "5", '{"x": 1}', '[["u"]]', "[5]", "null", "nonsense"]


@pytest.mark.parametrize("value", ODD, ids=range(len(ODD)))
def test_entries_that_somebody_else_wrote_count_for_nothing(tmp_path, value):
    cache = DiskCache(tmp_path / "c.db")
    cache.put("page https://example.org/a", value)
    cache.put("search fake tea", value)
    assert WebPages(WebClient(), cache)._kept("https://example.org/a", []) is None
    assert WebSearch((), WebPages(WebClient()), cache)._kept("fake", "tea") == ()


def test_a_cache_with_odd_types_in_it_gives_nothing(tmp_path):
    cache = DiskCache(tmp_path / "c.db")
    cache.put("a", "b")
    with closing(sqlite3.connect(cache.file)) as db, db:
        db.execute("UPDATE entries SET stored = 'yesterday'")
    assert cache.get("a") is None


@pytest.mark.parametrize("content", ["my thesis\n", json.dumps({"a": 1})])
def test_what_a_model_said_is_not_appended_to_a_foreign_file(tmp_path, content):
    file = tmp_path / "thesis.txt"
    file.write_text(content)
    with pytest.raises(AssayError, match="is not"):
        cached_model(FakeChatModel(), file)
    assert file.read_text() == content
