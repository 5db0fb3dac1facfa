from __future__ import annotations

import io
import tarfile

import pytest

from assay.errors import InputError
from assay_bench.realdocs import corpora
from assay_bench.realdocs.corpora import corpus_folder


def member(name, body=b"words", **fields):
    info = tarfile.TarInfo(name)
    info.size = len(body)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, body


def write_archive(path, *members):
    with tarfile.open(path, "w:xz") as archive:
        for info, body in members:
            archive.addfile(info, io.BytesIO(body))


def test_a_folder_is_taken_as_it_is(tmp_path):
    (tmp_path / "w").mkdir()
    assert corpus_folder(tmp_path, "w", tmp_path / "unpacked") == tmp_path / "w"


def test_an_archive_is_unpacked_once_and_again_when_it_changes(tmp_path):
    write_archive(tmp_path / "w.tar.xz", member("a/b.txt"))
    folder = corpus_folder(tmp_path, "w", tmp_path / "unpacked")
    assert (folder / "a" / "b.txt").read_bytes() == b"words"
    (folder / "mine").touch()
    assert (corpus_folder(tmp_path, "w", tmp_path / "unpacked") / "mine").exists()
    write_archive(tmp_path / "w.tar.xz", member("c.txt"))
    folder = corpus_folder(tmp_path, "w", tmp_path / "unpacked")
    assert [path.name for path in folder.iterdir()] == ["c.txt"]


@pytest.mark.parametrize(
    "hostile",
    [
        member("../outside.txt"),
        member("a", b"", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
        member("a", b"", type=tarfile.LNKTYPE, linkname="../../x"),
        member("a", b"", type=tarfile.FIFOTYPE),
        member("a", b"", type=tarfile.CHRTYPE),
    ],
    ids=["above", "symbolic link", "hard link", "pipe", "device"],
)
def test_hostile_members_are_refused(tmp_path, hostile):
    write_archive(tmp_path / "w.tar.xz", member("a.txt"), hostile)
    with pytest.raises(InputError):
        corpus_folder(tmp_path, "w", tmp_path / "deep" / "unpacked")
    assert not list(tmp_path.rglob("outside.txt"))
    # What was unpacked before the hostile member came does not count as the corpus.
    with pytest.raises(InputError):
        corpus_folder(tmp_path, "w", tmp_path / "deep" / "unpacked")


def test_an_absolute_name_stays_inside(tmp_path):
    write_archive(tmp_path / "w.tar.xz", member("/top.txt"))
    folder = corpus_folder(tmp_path, "w", tmp_path / "unpacked")
    assert (folder / "top.txt").is_file()


def test_an_archive_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "MAX_BYTES", 8)
    write_archive(tmp_path / "w.tar.xz", member("a"), member("b"))
    with pytest.raises(InputError, match="too large"):
        corpus_folder(tmp_path, "w", tmp_path / "unpacked")


@pytest.mark.parametrize("body", [b"", b"no archive", b"\xfd7zXZ\x00 torn"])
def test_what_is_no_archive_is_refused(tmp_path, body):
    (tmp_path / "w.tar.xz").write_bytes(body)
    with pytest.raises(InputError, match="not a sound archive"):
        corpus_folder(tmp_path, "w", tmp_path / "unpacked")


def test_documents_that_are_missing_are_named(tmp_path):
    with pytest.raises(InputError, match="no documents for the corpus 'w'"):
        corpus_folder(tmp_path, "w", tmp_path / "unpacked")
