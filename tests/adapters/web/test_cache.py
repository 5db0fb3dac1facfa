from __future__ import annotations

import os
import sqlite3
import threading

import pytest

from assay.adapters.web.cache import DiskCache
from assay.errors import StorageError
from assay.types import Page

TEA = Page("https://example.org/tea", "Tea", "Tea is made of leaves from the mountains.")
OIL = Page("https://example.org/oil", "Oil", "Whale oil was burnt in lamps.")


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def cache(tmp_path, clock):
    return DiskCache(tmp_path / "deep" / "cache.db", max_age=100, max_bytes=1_000, clock=clock)


def test_what_is_put_is_found_and_replaced(cache):
    assert cache.get("a") is None
    cache.put("a", "one")
    cache.put("a", "two")
    assert cache.get("a") == "two" and cache.size == 3


def test_what_is_too_old_is_not_given_out(cache, clock):
    cache.put("a", "one")
    clock.now += 99
    assert cache.get("a") == "one"
    clock.now += 2
    assert cache.get("a") is None
    clock.now -= 500  # a clock that was set back proves nothing
    assert cache.get("a") is None


def test_the_least_used_goes_when_the_limit_is_reached(cache, clock):
    for name in "abcd":
        clock.now += 1
        cache.put(name, name * 240)
    clock.now += 1
    cache.get("a")
    cache.put("e", "e" * 240)
    assert [cache.get(name) is None for name in "abcde"] == [False, True, False, False, False]
    assert cache.size <= 1_000
    cache.put("huge", "x" * 2_000)
    assert cache.get("huge") is None and cache.get("a")


def test_pages_are_found_by_their_words_at_any_age(cache, clock):
    cache.put("page 1", "{}", TEA)
    cache.put("page 2", "{}", OIL)
    clock.now += 10_000
    assert cache.find_pages(("oil", "lamps"), 5) == (OIL,)
    assert cache.find_pages(("tea", "oil"), 5) in ((TEA, OIL), (OIL, TEA))
    assert cache.find_pages(("zebra",), 5) == cache.find_pages((), 5) == ()
    assert cache.find_pages(('"quoted', "NEAR(", "*", "a:b"), 5) == ()


def test_a_page_that_is_replaced_or_evicted_is_no_longer_found(cache, clock):
    cache.put("page 1", "{}", TEA)
    cache.put("page 1", "{}", OIL)
    assert cache.find_pages(("tea",), 5) == ()
    clock.now += 1
    cache.put("big", "x" * 999)
    assert cache.find_pages(("oil",), 5) == ()


def test_a_tampered_entry_is_thrown_away(cache):
    cache.put("a", "true words")
    with sqlite3.connect(cache.file) as db:
        db.execute("UPDATE entries SET value = 'false words'")
    db.close()
    assert cache.get("a") is None and cache.size == 0


def test_a_damaged_file_is_removed_and_the_next_use_starts_anew(cache):
    cache.put("a", "one")
    header = cache.file.read_bytes()[:100]
    cache.file.write_bytes(header + b"this was a database once" * 1000)
    with pytest.raises(StorageError, match="damaged"):
        cache.get("a")
    assert cache.get("a") is None
    cache.put("a", "again")
    assert cache.get("a") == "again"


def test_a_place_that_cannot_be_written_is_a_storage_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError):
        DiskCache(tmp_path / "file" / "cache.db").put("a", "one")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_place_is_a_storage_error(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError):
        DiskCache(tmp_path / "cache.db").put("a", "one")
    tmp_path.chmod(0o700)


def test_several_threads_can_share_it(tmp_path):
    cache = DiskCache(tmp_path / "cache.db")

    def work(number):
        for turn in range(5):
            cache.put(f"{number}-{turn}", f"value {number} {turn}")

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(cache.get(f"{n}-{t}") == f"value {n} {t}" for n in range(4) for t in range(5))


def test_the_file_is_for_its_owner_alone(cache):
    cache.put("a", "one")
    assert cache.file.stat().st_mode & 0o077 == 0
