"""An index in a bucket, on a real HTTP server: `make test-s3` brings what this needs."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.errors import IndexBusyError, InputError, ServiceError, SettingsError
from assay.indexing.index_paths import index_paths
from assay.indexing.index_rows import Changes
from assay.indexing.manifest import LOCK
from assay.indexing.open_index import open_index
from assay.indexing.store import s3_lock as locking
from assay.indexing.store.files import file_sizes, file_stamp, write_file
from assay.indexing.store.s3_address import s3_access, s3_address, shown
from assay.indexing.upkeep.maintain import maintain
from assay.indexing.upkeep.watch import Watcher
from assay.indexing.writer import IndexWriter
from assay.indexing.writer_lock import writer_lock
from assay.testing import FakeEmbedder
from tests.docs.test_blocks import Page, blocks, reader_of_the_docs
from tests.docs.test_pages import ROOT

__all__ = ["reader_of_the_docs"]  # a fixture

PLACE = Path("s3://assay-test/team/ix")
SECRET = "very-secret-key-of-the-test"


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in ("AWS_ENDPOINT_URL_S3", "AWS_SESSION_TOKEN", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key-id-of-the-test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("AWS_REGION", "us-east-1")


@pytest.fixture(scope="module")
def server():
    """A whole S3 server in this process, behind a real port."""
    pytest.importorskip("obstore")
    started = pytest.importorskip("moto.server").ThreadedMotoServer(port=0, verbose=False)
    started.start()
    yield f"http://127.0.0.1:{started.get_host_and_port()[1]}"
    started.stop()


@pytest.fixture
def bucket(server, monkeypatch):
    boto3 = pytest.importorskip("boto3")
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    client = boto3.resource("s3", endpoint_url=server, region_name="us-east-1")
    made = client.Bucket("assay-test")
    made.create()
    yield made
    made.objects.all().delete()
    made.delete()


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.txt").write_text(f"Farm number {number} keeps goats and bees.")
    return folder


def _farms(index):
    return len(index.reading(lambda state: state.passages(state.full_text("farm", 99))))


def test_an_index_in_a_bucket_is_made_read_changed_and_put_in_order(bucket, docs):
    assert index_paths([docs], PLACE, FakeEmbedder()).added == 6
    index = open_index(PLACE)
    info = index.info()
    assert (info.folder, info.documents, info.problems) == (shown(PLACE), 6, ())
    assert info.bytes == sum(each.size for each in bucket.objects.all())
    assert index_paths([docs], PLACE, FakeEmbedder()).unchanged == 6
    (docs / "0.txt").unlink()
    (docs / "new.txt").write_text("A new farm keeps llamas.")
    report = index_paths([docs], PLACE, FakeEmbedder())
    assert (report.added, report.removed) == (1, 1)
    maintain(PLACE)
    assert _farms(index) == 6  # it still has its state
    index.refresh()
    assert index.reading(lambda state: state.full_text("llamas", 9))
    assert LOCK not in file_sizes(PLACE)
    assert all(each.key.startswith("team/ix/") for each in bucket.objects.all())


def test_many_readers_go_on_while_one_writer_adds(bucket, docs):
    index_paths([docs], PLACE, FakeEmbedder())
    readers = [open_index(PLACE) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        stop = time.monotonic() + 60

        def read(index):
            counts = []
            while not counts or (counts[-1] < 9 and time.monotonic() < stop):
                index.refresh()
                counts.append(_farms(index))
            return counts

        reading = [pool.submit(read, reader) for reader in readers]
        for number in range(3):
            (docs / f"more{number}.txt").write_text(f"One farm more, number {number}.")
            index_paths([docs], PLACE, FakeEmbedder())
        for each in reading:
            counts = each.result()
            assert counts == sorted(counts)
            assert counts[-1] == 9


def test_the_index_is_watched_into_a_bucket_too(bucket, docs):
    assert Watcher([docs], PLACE, FakeEmbedder()).look().added == 6


def test_a_second_writer_is_refused_while_the_first_lives(bucket, docs, monkeypatch):
    monkeypatch.setattr(locking, "RENEW", 0.2)
    monkeypatch.setattr(locking, "_LOOK", 0.05)
    with writer_lock(PLACE):
        with pytest.raises(IndexBusyError, match="another process is writing to s3://"):
            index_paths([docs], PLACE, FakeEmbedder())
        assert file_stamp(PLACE, LOCK) is not None
    assert file_stamp(PLACE, LOCK) is None


def test_the_lock_of_a_dead_writer_is_taken_over(bucket, docs, monkeypatch):
    monkeypatch.setattr(locking, "LEASE", 0.5)
    monkeypatch.setattr(locking, "_LOOK", 0.05)
    write_file(PLACE, LOCK, b"{}")
    assert index_paths([docs], PLACE, FakeEmbedder()).added == 6


def test_a_writer_that_lost_its_lock_cannot_publish(bucket, docs):
    index_paths([docs], PLACE, FakeEmbedder())
    manifest = open_index(PLACE).manifest
    halted = IndexWriter(PLACE, manifest.embedder, manifest.dimension)
    (docs / "new.txt").write_text("A new farm keeps llamas.")
    index_paths([docs], PLACE, FakeEmbedder())
    with pytest.raises(IndexBusyError):
        halted.commit(Changes(removed_files=[str(docs / "0.txt")]))
    assert open_index(PLACE).info().problems == ()
    assert _farms(open_index(PLACE)) == 7
    assert index_paths([docs], PLACE, FakeEmbedder()).unchanged == 7  # rolls back what it left
    assert open_index(PLACE).info().problems == ()


def test_the_commands_take_the_address(bucket, docs, capsys):
    index_paths([docs], PLACE, FakeEmbedder())
    assert run(["info", "-i", "s3://assay-test/team/ix"]) == 0
    assert run(["maintain", "-i", "s3://assay-test/team/ix"]) == 0
    assert run(["documents", "list", "-i", "s3://assay-test/team/ix", "--json"]) == 0
    assert run(["info", "-i", "s3://assay-test/nothing"]) == 4
    assert "there is no index in s3://assay-test/nothing" in capsys.readouterr().err


def test_a_missing_bucket_is_named(bucket, docs):
    for use in (
        open_index,
        lambda place: index_paths([docs], place, FakeEmbedder()),
    ):
        with pytest.raises(ServiceError, match="no-such-bucket/ix: there is no such bucket"):
            use(Path("s3://no-such-bucket/ix"))


@contextmanager
def _answering(status, body="", wait=0.0, headers=()):
    """A server that has one answer for everything."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self):
            time.sleep(wait)
            self.send_response(status)
            for name, value in (*headers, ("content-length", str(len(body)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode() if self.command != "HEAD" else b"")

        do_GET = do_PUT = do_HEAD = do_DELETE = do_POST = _answer

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _error(code):
    return f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>x</Message></Error>"


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (403, "InvalidAccessKeyId", "the keys are not accepted"),
        (403, "SignatureDoesNotMatch", "the keys are not accepted"),
        (403, "AccessDenied", "access is denied"),
        (400, "AuthorizationHeaderMalformed", "the bucket is in another region"),
        (404, "NoSuchBucket", "there is no such bucket"),
        (503, "SlowDown", "the server is not able to answer now"),
    ],
)
def test_what_the_server_refuses_is_told_with_a_cure(status, code, told, monkeypatch):
    pytest.importorskip("obstore")
    with _answering(status, _error(code)) as url:
        monkeypatch.setenv("AWS_ENDPOINT_URL", url)
        began = time.monotonic()
        with pytest.raises(ServiceError, match=told) as caught:
            open_index(PLACE)
        assert time.monotonic() - began < 60
    assert caught.value.hint
    assert SECRET not in f"{caught.value} {caught.value.hint}"


def test_a_server_that_is_not_there_is_named_in_bounded_time(monkeypatch, docs):
    pytest.importorskip("obstore")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    for use in (
        lambda: open_index(PLACE),
        lambda: index_paths([docs], PLACE, FakeEmbedder()),
    ):
        with pytest.raises(ServiceError, match=r"cannot be reached.*127\.0\.0\.1:9"):
            use()


@pytest.mark.parametrize("missing", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_missing_keys_are_named_before_anything_is_sent(missing, monkeypatch, docs):
    pytest.importorskip("obstore")
    monkeypatch.delenv(missing)
    with pytest.raises(SettingsError, match=missing):
        open_index(PLACE)
    with pytest.raises(SettingsError, match=missing):
        index_paths([docs], PLACE, FakeEmbedder())


def test_keys_never_print():
    access = s3_access()
    assert SECRET not in repr(access)
    assert access.lance_options()["secret_access_key"] == SECRET


@pytest.mark.parametrize("text", ["s3://", "s3://bucket", "s3://Bu_cket/x", "s3://bucket/../x"])
def test_a_broken_address_is_refused(text):
    with pytest.raises(InputError, match="no place"):
        s3_address(Path(text))


def test_no_connection_means_no_bucket(tmp_path):
    # In a process of its own: what forbids the network cannot be taken back.
    asking = [
        sys.executable,
        "-m",
        "assay",
        "ask",
        "goats?",
        "-i",
        "s3://assay-test/ix",
        "--no-web",
    ]
    told = subprocess.run(asking, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "forbids it" in told.stderr


def test_a_project_file_cannot_send_us_to_a_bucket(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "assay.toml").write_text('[index]\ndir = "s3://assay-test/ix"\n')
    assert run(["info"]) == 2
    assert "leads out of the folder" in capsys.readouterr().err


@pytest.mark.usefixtures("bucket", "reader_of_the_docs")
def test_what_the_guide_says_of_buckets_works(monkeypatch):
    guide = ROOT / "docs" / "guides" / "object-storage.md"
    (block,) = (each for each in blocks(guide) if each.needs == "a bucket")
    code = block.code.replace("s3://company", "s3://assay-test")
    page = Page(guide)
    printed = []
    try:
        for line in code.splitlines():
            if line and not line.startswith("export "):  # the keys are those of the test
                printed.append(page.run(replace(block, code=line, needs="")))
    finally:
        page.close()
    assert page.address.startswith("127.0.0.1:"), "it was served"
    assert "the motor for five years" in printed[2]
