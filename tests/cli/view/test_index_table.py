"""What `assay index` tells at its end and on its way."""

from __future__ import annotations

from assay.cli.view.index_progress import duration, progress_words
from assay.cli.view.index_table import group_reasons
from assay.indexing.report import Progress
from tests.cli.view.test_progress import in_a_terminal


def test_numbers_and_details_do_not_make_a_kind_of_their_own():
    groups = group_reasons(
        [
            ("a.zip", "is an archive: unpack it first"),
            ("b.pdf", "is a damaged PDF: no end"),
            ("c.pdf", "is a damaged PDF: no beginning"),
            ("d.csv", "line 3 has no text"),
            ("d.csv", "line 12 has no text"),
            ("e.csv", "line 4 has no text"),
            ("f.mp3", "is audio or video"),
        ]
    )
    assert [(group.reason, group.files) for group in groups] == [
        ("is a damaged PDF", ("b.pdf", "c.pdf")),
        ("line N has no text", ("d.csv", "e.csv")),
        ("is an archive: unpack it first", ("a.zip",)),
        ("is audio or video", ("f.mp3",)),
    ]


def test_what_was_skipped_stands_apart_from_what_is_only_noted(assay, fakes):
    folder = fakes / "mixed"
    folder.mkdir()
    (folder / "good.jsonl").write_text('{"text": "Goats eat hay."}\n{"nothing": 1}\n')
    (folder / "pack.zip").write_bytes(b"PK")
    (folder / "noise.bin").write_bytes(b"\0\1\2" * 50)
    told = assay("index", folder, "-i", "m", "--json").json
    assert (told["added"], told["passages"]) == (1, 1)
    assert {row["file"].rpartition("/")[2] for row in told["skipped"]} == {"pack.zip", "noise.bin"}
    assert [row["file"].rpartition("/")[2] for row in told["notes"]] == ["good.jsonl"]
    shown = assay("index", folder, "-i", "m").err
    assert "skipped   2 files" in shown and "add --verbose" in shown
    assert "1  is an archive: unpack it first (pack.zip)" in shown
    every = assay("index", folder, "-i", "m", "--verbose").err
    assert str(folder / "pack.zip") in every.replace("\n", "").replace(" ", "")


def test_patterns_choose_the_files(assay, fakes):
    folder = fakes / "src"
    (folder / "old").mkdir(parents=True)
    for name in ("a.md", "b.txt", "old/c.md"):
        (folder / name).write_text(f"The file {name} is about goats.")
    chosen = assay("index", folder, "-i", "s", "--include", "*.md", "--exclude", "old", "--json")
    assert chosen.json["added"] == 1
    none = assay("index", folder, "-i", "t", "--include", "*.pdf")
    assert none.code == 2 and "all 3 files there are left out" in none.err
    assert assay("indexes", "--json").json["indexes"][0]["name"] == "s"


def test_the_real_cause_is_named(assay, fakes):
    (fakes / "docs").mkdir()
    (fakes / "docs" / "a.txt").write_text("Goats eat hay.")
    assert "docs cannot be the index" in assay("index", "docs", "-i", fakes / "docs").err
    assay("index", "docs", "-i", "d")
    assert "nowhere does not exist" in assay("index", "docs", "nowhere", "-i", "d").err


def test_an_index_may_be_called_as_its_folder_of_documents(assay, fakes):
    (fakes / "docs").mkdir()
    (fakes / "docs" / "a.txt").write_text("Goats eat hay.")
    assert assay("index", "docs", "-i", "docs", "--json").json["added"] == 1
    assert [each.name for each in (fakes / "docs").iterdir()] == ["a.txt"]
    assert assay("indexes", "--json").json["indexes"][0]["name"] == "docs"


def test_an_index_inside_the_folder_is_left_out(assay, fakes):
    (fakes / "docs").mkdir()
    (fakes / "docs" / "a.txt").write_text("Goats eat hay.")
    assert assay("index", "docs", "-i", "docs/ix").code == 0
    again = assay("index", "docs", "-i", "other", "--json").json
    assert again["added"] == 1
    assert [row["reason"] for row in again["skipped"]] == ["is an index of assay"]


def test_the_time_left_is_told_from_the_bytes_that_are_done():
    assert Progress(0, 9, 0, 0.2, 0, 900).seconds_left is None
    half = Progress(4, 9, 120, 10.0, 450, 900)
    assert half.seconds_left == 10
    assert progress_words(half) == ("4 of 9 files, 120 passages (12 a second), about 10 s left")
    assert [duration(each) for each in (3.4, 150, 7800)] == ["3 s", "2 min", "2 h 10 min"]


def test_a_terminal_sees_how_many_files_there_are(command, fakes):
    (fakes / "docs").mkdir()
    for number in range(3):
        (fakes / "docs" / f"{number}.txt").write_text(f"Goat {number} eats hay.")
    shown = in_a_terminal([*command, "index", "docs", "-i", "d"])
    assert "of 3 files" in shown and "3 added" in shown
