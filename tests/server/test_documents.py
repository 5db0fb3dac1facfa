from __future__ import annotations

import json
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.testing import FakeEmbedder
from assay.wiring import build_embedder
from assay_server.documents import jobs
from assay_server.documents.store import UploadStore
from assay_server.work.engines import Engines
from tests.server.conftest import KETTLE
from tests.server.live import live, options, wait_until


@pytest.fixture
def empty(tmp_path):
    """A server whose index does not exist yet, with the real models."""
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path)) as server:
        yield server


def finished(server, job):
    states = []

    def ended():
        states.append(server.http.get(f"/v1/jobs/{job['id']}").json())
        return states[-1]["state"] in ("done", "failed")

    wait_until(ended)
    return states[-1]


def put(server, name, text):
    reply = server.http.put(f"/v1/documents/{quote(name, safe='')}", content=text)
    assert reply.status_code == 202, reply.text
    return finished(server, reply.json())


def test_a_question_before_the_first_document_is_told_how_documents_come(empty):
    for question in ("How many litres does the K2 kettle hold?", "What can you do?"):
        refused = empty.ask(question)
        assert refused.status_code == 404
        error = refused.json()["error"]
        assert error["message"] == "there are no documents yet"
        assert "drop files onto the page" in error["hint"]


def test_a_document_is_uploaded_asked_changed_and_removed(empty):
    job = put(empty, "kettle.md", KETTLE)
    assert (job["state"], job["files_done"], job["passages"]) == ("done", 1, 1)
    assert empty.http.get("/v1/ready").status_code == 200
    assert "1.7" in empty.ask("How many litres does the K2 kettle hold?").json()["text"]

    [line] = empty.http.get("/v1/documents").json()["documents"]
    assert (line["title"], line["upload"]) == ("Brennholt kettle, model K2", "kettle.md")

    put(empty, "kettle.md", KETTLE.replace("1.7 litres", "2.5 litres"))
    assert "2.5" in empty.ask("How many litres does the K2 kettle hold?").json()["text"]

    removed = empty.http.delete("/v1/documents/kettle.md")
    assert finished(empty, removed.json())["state"] == "done"
    assert empty.http.get("/v1/documents").json()["documents"] == []
    assert empty.ask("How many litres does the K2 kettle hold?").json()["abstained"]


def test_several_uploads_at_once_all_come_to_an_end(empty):
    jobs = [
        empty.http.put(f"/v1/documents/{n}.txt", content=f"Note {n}. Goats eat hay.").json()
        for n in range(6)
    ]
    assert {finished(empty, job)["state"] for job in jobs} == {"done"}
    assert empty.http.get("/v1/documents?limit=4").json()["total"] == 6


def test_a_file_that_cannot_be_read_fails_its_job_and_is_not_kept(empty, tmp_path):
    job = put(empty, "broken.pdf", b"%PDF-1.7 nothing of the kind")
    assert job["state"] == "failed" and job["error"]
    good = put(empty, "good.txt", "Goats eat hay.")
    assert good["state"] == "done"
    assert {p.name for p in (tmp_path / "index-uploads").glob("[!.]*")} == {"good.txt"}


@pytest.mark.parametrize(
    "name", ["..%2Fevil.md", ".hidden.md", "a%00.md", "evil.exe", "x" * 250 + ".md"]
)
def test_a_name_that_is_no_plain_file_name_is_refused(empty, tmp_path, name):
    reply = empty.http.put(f"/v1/documents/{name}", content="x")
    assert reply.status_code in (400, 404, 405)
    assert not (tmp_path / "evil.md").exists() and not (tmp_path / "index-uploads").exists()


@pytest.mark.parametrize(
    ("name", "title"),
    [("LICENSE", "LICENSE"), ("LGPL-2.1", "LGPL-2.1"), ("build.unknown", "build")],
)
def test_text_is_taken_by_what_it_holds_as_assay_index_does(empty, name, title):
    assert put(empty, name, "Goats eat hay and give milk every day.")["state"] == "done"
    [line] = empty.http.get("/v1/documents").json()["documents"]
    assert (line["upload"], line["title"]) == (name, title)


def test_a_file_without_text_is_refused_with_the_reason(empty):
    said = empty.http.put("/v1/documents/song.mp3", content=b"ID3").json()["error"]
    assert "is audio or video" in said["message"]
    assert put(empty, "bytes", bytes(range(256)) * 40)["state"] == "failed"


def test_unicode_names_are_kept(empty):
    assert put(empty, "Überblick 山.md", "# Ziegen\n\nZiegen fressen Heu.")["state"] == "done"
    [line] = empty.http.get("/v1/documents").json()["documents"]
    assert line["upload"] == "Überblick 山.md"


def test_an_upload_has_a_largest_size_and_is_not_empty(tmp_path):
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path, max_upload_bytes=1000)) as server:
        assert server.http.put("/v1/documents/a.md", content=b"x" * 1001).status_code == 413
        assert server.http.put("/v1/documents/a.md", content=b"").status_code == 400
    assert not list((tmp_path / "index-uploads").glob("*"))


def test_only_what_was_uploaded_can_be_removed(real, documents):
    assert real.http.delete("/v1/documents/kettle.md").status_code == 404
    assert (documents / "kettle.md").exists()
    lines = real.http.get("/v1/documents").json()["documents"]
    assert len(lines) == 2 and {line["upload"] for line in lines} == {None}


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "offset=-1", "limit=1e9", "limit=501"])
def test_a_page_of_the_list_that_makes_no_sense_is_refused(real, query):
    assert real.http.get(f"/v1/documents?{query}").status_code == 400


def test_unknown_documents_and_jobs_are_not_found(real):
    for path in (
        "/v1/text?id=no",
        "/v1/text?id=';drop",
        "/v1/text",
        "/v1/jobs/..%2Fx",
        "/v1/jobs/1",
    ):
        assert real.http.get(path).status_code == 404


def test_a_new_version_of_the_index_is_picked_up(real, real_index, tmp_path):
    """What another process indexes is found without a restart; here it is looked for at once."""
    (tmp_path / "goats.md").write_text("# Goats\n\nThe goats of Varn eat thistles.")
    index_paths([tmp_path / "goats.md"], real_index, build_embedder(Settings()))
    real.shared.first.engines.refresh()
    assert "thistles" in real.ask("What do the goats of Varn eat?").json()["text"]
    (tmp_path / "goats.md").unlink()
    index_paths([tmp_path / "goats.md"], real_index, build_embedder(Settings()))
    real.shared.first.engines.refresh()


def test_what_an_earlier_server_had_taken_on_is_done_by_the_next(tmp_path):
    uploads = tmp_path / "up"
    (uploads / ".jobs").mkdir(parents=True)
    (uploads / "kettle.md").write_text(KETTLE)
    states = {"a" * 16: "running", "b" * 16: "waiting", "c" * 16: "failed"}
    for id, state in states.items():
        job = {"id": id, "name": "kettle.md", "state": state}
        (uploads / ".jobs" / f"{id}.json").write_text(json.dumps(job))
    (uploads / ".jobs" / f"{'d' * 16}.json").write_text("not ours")
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path, uploads=uploads)) as server:
        ended = [finished(server, {"id": id})["state"] for id in states]
        assert ended == ["done", "done", "failed"]
        assert server.http.get("/v1/documents").json()["total"] == 1
        assert server.http.get(f"/v1/jobs/{'d' * 16}").status_code == 404


def test_old_jobs_are_forgotten_once_they_have_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_JOBS", 2)
    folder = tmp_path / "up" / ".jobs"
    folder.mkdir(parents=True)
    for number, state in enumerate(("waiting", "done", "failed", "done")):
        place = folder / f"{number:016}.json"
        place.write_text(json.dumps({"id": f"{number:016}", "name": "a.txt", "state": state}))
        os.utime(place, (number, number))
    (folder / "gone.json").symlink_to(folder / "nowhere")  # deleted by another thread meanwhile
    waiting = jobs.Jobs(UploadStore(tmp_path / "up"), tmp_path / "ix", FakeEmbedder, print)
    waiting.close()
    waiting._forget()
    left = sorted(path.stem for path in folder.glob("*.json"))
    assert left == [f"{0:016}", f"{2:016}", f"{3:016}"]


def test_many_uploads_at_once_cost_what_they_are_and_not_their_square(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "WRITE_SECONDS", 0.0)  # every step of the run is told
    uploads, written = tmp_path / "up", Counter()
    (uploads / ".jobs").mkdir(parents=True)
    for number in range(40):
        (uploads / f"{number}.txt").write_text(f"Farm {number} has goats.")
        job = {"id": f"{number:016}", "name": f"{number}.txt", "state": "waiting"}
        (uploads / ".jobs" / f"{number:016}.json").write_text(json.dumps(job))
    plain = jobs.Jobs._write

    def counted(self, job, name=""):
        written[name or job.id] += 1
        plain(self, job, name)

    monkeypatch.setattr(jobs.Jobs, "_write", counted)
    many = jobs.Jobs(UploadStore(uploads), tmp_path / "ix", FakeEmbedder, lambda: None)
    many.take_up()
    wait_until(lambda: many.get("0" * 16).state == "done" and many.get(f"{39:016}").state == "done")
    many.close()
    assert written.pop(jobs.RUN) > 40
    assert set(written.values()) == {2}, "running, done"


def test_two_workers_may_tell_of_their_runs_at_once(tmp_path):
    store = UploadStore(tmp_path / "up")
    both = [jobs.Jobs(store, tmp_path / "ix", FakeEmbedder, lambda: None) for _ in range(2)]
    job = jobs.Job("", "", jobs.JobState.RUNNING)

    def tell(worker):
        for _ in range(200):
            worker._write(job, jobs.RUN)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(tell, both))
    for each in both:
        each.close()
    assert [path.name for path in (tmp_path / "up" / ".jobs").iterdir()] == [jobs.RUN]


def test_a_worker_that_took_up_a_job_of_another_leaves_its_end_as_it_is_told(tmp_path):
    (tmp_path / "up" / ".jobs").mkdir(parents=True)
    id = "e" * 16
    place = tmp_path / "up" / ".jobs" / f"{id}.json"
    place.write_text(json.dumps({"id": id, "name": "scan.pdf", "state": "running"}))

    def fails_elsewhere():
        """The other worker finds the file unreadable and takes it away, while this one waits."""
        failed = {"id": id, "name": "scan.pdf", "state": "failed", "error": "the file is no PDF"}
        place.write_text(json.dumps(failed))
        return FakeEmbedder()

    worker = jobs.Jobs(UploadStore(tmp_path / "up"), tmp_path / "ix", fails_elsewhere, lambda: None)
    worker.take_up()
    worker._thread.shutdown()
    assert worker.get(id).error == "the file is no PDF"
