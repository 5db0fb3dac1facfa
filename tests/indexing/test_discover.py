from __future__ import annotations

import os

import pytest

from assay.indexing.discover import IGNORE_FILE, Selection, discover


def write(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("text")


def names(folder, **selection):
    found = discover([folder], apart_from=folder / "ix", selection=Selection(**selection))
    return [str(path.relative_to(folder)) for path in found.files]


def test_every_file_is_found_in_order_without_hidden_ones_and_the_index(tmp_path):
    write(tmp_path, "b.md", "a.TXT", "sub/c.gz", "d.exe", ".git/e.txt", ".f.txt", "ix/g.txt")
    assert names(tmp_path) == ["a.TXT", "b.md", "d.exe", "sub/c.gz"]


def test_a_file_named_outright_needs_no_include_and_is_left_out_by_exclude_with_a_word(tmp_path):
    write(tmp_path, "d.exe", "e.log")
    chosen = Selection(include=("*.txt",), exclude=("*.log",))
    named = [tmp_path / "d.exe", tmp_path / "e.log"]
    found = discover(named, apart_from=tmp_path, selection=chosen)
    assert found.files == [tmp_path / "d.exe"]
    assert found.skipped == [(str(tmp_path / "e.log"), "is left out by --exclude")]


def test_include_and_exclude_are_patterns_on_paths_and_names(tmp_path):
    write(tmp_path, "a.md", "b.txt", "old/c.md", "old/deep/d.md")
    assert names(tmp_path, include=("*.md",)) == ["a.md", "old/c.md", "old/deep/d.md"]
    assert names(tmp_path, exclude=("old/*",)) == ["a.md", "b.txt"]
    assert names(tmp_path, include=("*.md",), exclude=("deep",)) == ["a.md", "old/c.md"]


def test_an_ignore_file_excludes(tmp_path):
    write(tmp_path, "a.md", "b.log", "build/c.md")
    (tmp_path / IGNORE_FILE).write_text("# made by machines\n*.log\nbuild/\n")
    assert names(tmp_path) == ["a.md"]


def test_a_circle_of_links_ends(tmp_path):
    write(tmp_path, "a.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert names(tmp_path) == ["a.txt"]


def test_a_link_that_leaves_the_folder_is_followed_only_on_demand(tmp_path):
    write(tmp_path, "outside.txt", "in/a.txt")
    (tmp_path / "in" / "link.txt").symlink_to(tmp_path / "outside.txt")
    (tmp_path / "in" / "near.txt").symlink_to(tmp_path / "in" / "a.txt")
    found = discover([tmp_path / "in"], apart_from=tmp_path / "ix")
    assert [path.name for path in found.files] == ["a.txt", "near.txt"]
    assert "leaves the folder" in found.skipped[0][1]
    assert names(tmp_path / "in", follow_links=True) == ["a.txt", "link.txt", "near.txt"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may enter every folder")
def test_a_folder_that_cannot_be_entered_is_named(tmp_path):
    write(tmp_path, "shut/a.txt")
    (tmp_path / "shut").chmod(0)
    try:
        found = discover([tmp_path], apart_from=tmp_path / "ix")
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert found.skipped == [(str(tmp_path / "shut"), "cannot be entered: Permission denied")]


def test_linked_folders_are_named_or_followed_once(tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out"
    write(tmp_path, "in/a.txt", "in/real/b.txt", "out/c.txt")
    (inside / "again").symlink_to(inside / "real")
    (inside / "away").symlink_to(outside)
    (inside / "away2").symlink_to(outside)
    (outside / "back").symlink_to(inside)
    found = discover([inside], apart_from=tmp_path / "ix")
    assert [path.name for path in found.files] == ["a.txt", "b.txt"]
    assert sorted(path.rpartition("/")[2] for path, _ in found.skipped) == ["away", "away2"]
    followed = names(inside, follow_links=True)
    assert followed in (["a.txt", f"{name}/c.txt", "real/b.txt"] for name in ("away", "away2"))


def test_another_index_is_no_document(tmp_path):
    write(tmp_path, "a.txt", "other/manifest.json", "other/tables/x.txt")
    found = discover([tmp_path], apart_from=tmp_path / "ix")
    assert [path.name for path in found.files] == ["a.txt"]
    assert found.skipped == [(str(tmp_path / "other"), "is an index of assay")]
