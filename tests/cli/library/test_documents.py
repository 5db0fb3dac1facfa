from __future__ import annotations

from assay.indexing.names import index_folder


def names(result) -> list[str]:
    return [each["id"].rpartition("/")[2] for each in result.json["documents"]]


def test_every_document_is_listed_with_its_passages(assay, farm):
    listed = assay("documents", "list", "-i", "farm", "--json")
    assert sorted(names(listed)) == ["goats.md", "rows.jsonl#1", "rows.jsonl#2"]
    assert all(each["passages"] >= 1 for each in listed.json["documents"])
    drawn = assay("documents", "list", "-i", "farm", "--limit", 1)
    assert "and 2 more" in drawn.out


def test_patterns_choose_by_name_folder_and_id(assay, farm):
    for pattern in ("*.jsonl", "animals/deep", farm / "deep", "rows.jsonl*"):
        listed = assay("documents", "list", pattern, "-i", "farm", "--json")
        assert sorted(names(listed)) == ["rows.jsonl#1", "rows.jsonl#2"], pattern
    none = assay("documents", "list", "*.pdf", "-i", "farm")
    assert none.code == 2 and "'*.pdf'" in none.err


def test_the_text_of_one_document_is_shown(assay, farm):
    shown = assay("documents", "show", "goats.md", "-i", "farm")
    assert shown.out.startswith("Goats\n\nGoats eat hay and give milk.\n")
    assert "goats.md" in shown.err
    several = assay("documents", "show", "rows.jsonl", "-i", "farm")
    assert several.code == 2 and "2 documents" in several.err
    one = assay("documents", "show", f"{farm}/deep/rows.jsonl#2", "-i", "farm", "--json")
    assert one.json["text"] == "Cows chew grass."


def test_what_is_removed_is_found_no_more_and_comes_back_when_indexed(assay, farm):
    gone = assay("documents", "remove", "goats.md", "-i", "farm", "--yes")
    assert (gone.code, "1 document removed" in gone.err) == (0, True)
    hits = assay("find", "goats", "-i", "farm", "--json").json["hits"]
    assert not [hit for hit in hits if "goats" in hit["source"]]
    assert assay("info", "-i", "farm", "--json").json["problems"] == []
    assert (farm / "goats.md").is_file()
    assert "1 added" in assay("index", farm, "-i", "farm").err


def test_one_row_of_a_file_can_be_removed_alone(assay, farm):
    assert assay("documents", "remove", "*rows.jsonl#1", "-i", "farm", "--yes").code == 0
    listed = assay("documents", "list", "-i", "farm", "--json")
    assert sorted(names(listed)) == ["goats.md", "rows.jsonl#2"]
    assert assay("info", "-i", "farm", "--json").json["problems"] == []


def test_named_indexes_are_listed_with_where_they_are(assay, farm, fakes):
    shown = assay("indexes", "--json").json
    assert [each["name"] for each in shown["indexes"]] == ["farm"]
    (only,) = shown["indexes"]
    assert only["documents"] == 3 and only["bytes"] > 0 and not only["default"]
    with (fakes / "assay.toml").open("a") as stream:
        stream.write('[index]\ndir = "farm"\n')
    assert "farm (default)" in assay("indexes").out
    assert assay("find", "goats").code == 0


def test_a_damaged_index_is_listed_as_such(assay, farm):
    from pathlib import Path

    (index_folder(Path("farm")) / "manifest.json").write_text("{")
    (only,) = assay("indexes", "--json").json["indexes"]
    assert "unreadable" in only["problem"]
    assert assay("indexes").code == 0


def test_without_any_index_the_list_says_how_to_make_one(assay):
    shown = assay("indexes")
    assert (shown.code, shown.out) == (0, "")
    assert "assay index PATH -i NAME" in shown.err


def test_a_list_of_files_deep_in_a_folder_fits_eighty_columns(assay, farm):
    listed = assay("documents", "list", "-i", "farm").out.splitlines()
    names = [line.split()[0] for line in listed[1:4]]
    assert names == ["deep/rows.jsonl#1", "deep/rows.jsonl#2", "goats.md"]
    assert "in /" in listed[4] and "Goats" in listed[3] and listed[3].split()[-1].isdigit()
