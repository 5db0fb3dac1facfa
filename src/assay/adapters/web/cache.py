"""Pages and search results kept on disk: aged, bounded in size, and checked when read.

One SQLite file, so that several processes can share it and a crash leaves it whole. What is
too old is not thrown away: it is what remains when the network is gone.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from assay.errors import StorageError
from assay.types import Page

DAY = 86_400.0
WAIT_S = 2.0
APPLICATION = 0x41535941
"""What SQLite keeps in the header of our files: only a file that has it is ever changed."""
MARK = APPLICATION.to_bytes(4, "big")
SCHEMA = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {APPLICATION};
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL,
    digest TEXT NOT NULL, stored REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS by_use ON entries (used);
CREATE VIRTUAL TABLE IF NOT EXISTS pages USING fts5 (title, text, url UNINDEXED);
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class DiskCache:
    """A file of named texts and of pages that can be searched."""

    file: Path
    max_age: float = 7 * DAY
    max_bytes: int = 200_000_000
    clock: Callable[[], float] = time.time

    def get(self, name: str) -> str | None:
        """The text kept under a name, or None when there is none, too old or damaged."""
        with self._open() as db:
            row = db.execute(
                "SELECT id, value, digest, stored FROM entries WHERE name = ?", (name,)
            ).fetchone()
            if row is None:
                return None
            number, value, digest, stored = row
            if digest != _digest(name, value):
                _forget(db, [number])
                return None
            if not isinstance(stored, float) or not 0 <= self.clock() - stored < self.max_age:
                return None
            db.execute("UPDATE entries SET used = ? WHERE id = ?", (self.clock(), number))
            return str(value)

    def put(self, name: str, value: str, page: Page | None = None) -> None:
        """Keep a text under a name, and a page so that it can be searched; the oldest go."""
        size = len(value.encode()) * (2 if page else 1)  # a page is kept once more for search
        if size > self.max_bytes:
            return
        now = self.clock()
        with self._open() as db:
            _forget(db, _ids(db, "SELECT id FROM entries WHERE name = ?", name))
            done = db.execute(
                "INSERT INTO entries (name, value, digest, stored, used, size) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (name, value, _digest(name, value), now, now, size),
            )
            if page is not None:
                db.execute(
                    "INSERT INTO pages (rowid, title, text, url) VALUES (?, ?, ?, ?)",
                    (done.lastrowid, page.title, page.text, page.url),
                )
            self._shrink(db)

    def find_pages(self, words: tuple[str, ...], most: int) -> tuple[Page, ...]:
        """The kept pages, of any age, that hold the words best."""
        quoted = " OR ".join('"' + word.replace('"', "") + '"' for word in words)
        if not quoted:
            return ()
        with self._open() as db:
            rows = db.execute(
                "SELECT url, title, text FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, 4, 1) "
                "LIMIT ?",
                (quoted, most),
            )
            return tuple(Page(*map(str, row)) for row in rows)

    @property
    def size(self) -> int:
        """Bytes of everything kept."""
        with self._open() as db:
            return _total(db)

    def _shrink(self, db: sqlite3.Connection) -> None:
        while (total := _total(db)) > self.max_bytes:
            oldest = db.execute("SELECT id, size FROM entries ORDER BY used, id LIMIT 20")
            gone = []
            for number, size in oldest.fetchall():
                if total <= self.max_bytes:
                    break
                gone.append(number)
                total -= size
            _forget(db, gone)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(self._connection()) as db, db:
                yield db
        except sqlite3.OperationalError as error:
            raise StorageError(
                f"the page cache {self.file} cannot be used: {error}", hint="check [search] cache"
            ) from error
        except sqlite3.DatabaseError as error:  # not SQLite any more: better none than wrong ones
            self.file.unlink(missing_ok=True)
            raise StorageError(
                f"the page cache {self.file} was damaged and has been removed"
            ) from error

    def _connection(self) -> sqlite3.Connection:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.file.exists() and not _is_ours(self.file):
                raise StorageError(
                    f"{self.file} is not a page cache of assay; it is left as it is",
                    hint="name another file with [search] cache, or remove this one",
                )
            self.file.touch(mode=0o600)  # what somebody has searched for is nobody else's business
        except OSError as error:
            raise StorageError(f"no page cache can be kept in {self.file.parent}") from error
        db = sqlite3.connect(self.file, timeout=WAIT_S)
        try:
            db.execute("PRAGMA trusted_schema = OFF")
            db.executescript(SCHEMA)
        except sqlite3.Error:
            db.close()
            raise
        return db


def _is_ours(file: Path) -> bool:
    """True for an empty file and for one with our mark, which SQLite itself is asked for."""
    if not file.is_file():
        return False
    if not file.stat().st_size:
        return True
    try:
        address = f"{file.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, WAIT_S, uri=True)) as db:
            return bool(db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION)
    except sqlite3.OperationalError:
        raise  # it is locked, or may not be read: that says nothing of whose it is
    except sqlite3.DatabaseError:  # damaged: the header alone can still say whose it is
        with file.open("rb") as stream:
            header = stream.read(72)
        return header.startswith(b"SQLite format 3\0") and header[68:] == MARK


def _digest(name: str, value: str) -> str:
    return hashlib.sha256(f"{name}\0{value}".encode()).hexdigest()


def _total(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(sum(size), 0) FROM entries").fetchone()[0])


def _ids(db: sqlite3.Connection, query: str, name: str) -> list[int]:
    return [int(row[0]) for row in db.execute(query, (name,))]


def _forget(db: sqlite3.Connection, ids: list[int]) -> None:
    for number in ids:
        db.execute("DELETE FROM entries WHERE id = ?", (number,))
        db.execute("DELETE FROM pages WHERE rowid = ?", (number,))
