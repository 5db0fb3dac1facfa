"""Uploads that were replaced say so, and what a killed server left is cleaned up at the start."""

from __future__ import annotations

import fcntl
import os
import threading
import time

from assay.config import Settings
from assay.testing import FakeEmbedder
from assay_server.documents import jobs
from assay_server.documents.store import UploadStore
from assay_server.work.engines import Engines
from tests.server.live import live, options, wait_until
from tests.server.test_documents import put


def test_jobs_are_listed_in_one_reply_and_half_written_files_are_swept(tmp_path):
    folder = tmp_path / "index-uploads"
    (folder / ".jobs").mkdir(parents=True)
    old = [folder / ".upload-abc", folder / ".jobs" / "x.json.0.new"]
    for file in old:
        file.write_text("half")
        os.utime(file, (1, 1))
    killed, written = folder / ".upload-killed", folder / ".upload-now"
    for file in (killed, written):
        file.write_text("half")
    os.utime(written, (time.time() - 5,) * 2)  # the other one a moment ago
    held = written.open("ab")  # as another worker holds it while it writes
    fcntl.flock(held, fcntl.LOCK_EX)
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path)) as server:
        put(server, "a.txt", "Goats eat hay.")
        put(server, "b.pdf", b"%PDF-1.7 nothing of the kind")
        found = server.http.get("/v1/jobs").json()["jobs"]
        assert [(job["name"], job["state"]) for job in found] == [
            ("b.pdf", "failed"),
            ("a.txt", "done"),
        ]
        assert [job["searchable"] for job in found] == [False, True]
    assert not any(file.exists() for file in (*old, killed)) and written.exists()
    held.close()


def test_an_upload_that_was_missing_when_it_was_read_and_is_back_was_replaced(tmp_path):
    """Another worker takes the file away, and puts another one there before the run ends."""
    store = UploadStore(tmp_path / "up")
    store.folder.mkdir()
    place = store.folder / "a.pdf"
    place.write_bytes(b"%PDF-1.7 nothing of the kind")
    put_back = threading.Event()

    def indexed() -> None:
        place.unlink()
        place.write_bytes(b"%PDF-1.7 another one")
        put_back.set()

    work = jobs.Jobs(store, tmp_path / "index", FakeEmbedder, indexed)
    first = work.add("a.pdf")
    wait_until(lambda: work.get(first.id).state in jobs.ENDED)
    assert put_back.is_set()
    assert work.get(first.id).state is jobs.JobState.REPLACED
    assert place.read_bytes() == b"%PDF-1.7 another one"
    work.close()


def test_a_bad_upload_that_was_replaced_says_so_and_the_new_one_stays(tmp_path):
    store = UploadStore(tmp_path / "up")
    store.folder.mkdir()
    go, begun = threading.Event(), threading.Event()

    def embedder():
        begun.set()
        assert go.wait(30)
        return FakeEmbedder()

    work = jobs.Jobs(store, tmp_path / "index", embedder, lambda: None)
    place = store.folder / "a.pdf"
    place.write_bytes(b"%PDF-1.7 nothing of the kind")
    first = work.add("a.pdf")
    assert begun.wait(30)
    second = work.add("a.pdf")
    go.set()
    wait_until(lambda: work.get(second.id).state in jobs.ENDED)
    assert work.get(first.id).state is jobs.JobState.REPLACED
    assert work.get(second.id).state is jobs.JobState.FAILED
    assert not place.exists()
    work.close()
