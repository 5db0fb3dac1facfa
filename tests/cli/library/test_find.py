from __future__ import annotations


def test_passages_are_shown_with_their_places(assay, farm):
    found = assay("find", "shed", "winter", "-i", "farm")
    assert found.code == 0
    first = found.out.splitlines()[0]
    assert first.endswith(" goats.md, line 9, \u00a7 Housing \u203a Winter")
    assert "A shed keeps goats dry" in found.out.splitlines()[1]


def test_machines_get_the_parts_of_a_place(assay, farm):
    found = assay("find", "shed in winter", "-i", "farm", "--json", "-n", 2).json
    assert found["query"] == "shed in winter" and len(found["hits"]) == 2
    hit = found["hits"][0]
    assert (hit["line"], hit["headings"]) == (9, ["Housing", "Winter"])
    text = assay("documents", "show", "goats.md", "-i", "farm", "--json").json["text"]
    assert text[hit["start"] : hit["end"]] == hit["text"]


def test_nothing_that_fits_is_an_exit_code_of_its_own(assay, farm):
    found = assay("find", "zeppelin", "-i", "farm", "--mode", "fulltext")
    assert found.code == 3
    assert (found.out, "nothing" in found.err) == ("", True)
    again = assay("find", "zeppelin", "-i", "farm", "--mode", "fulltext", "--json")
    assert (again.code, again.json["hits"]) == (3, [])


def test_text_of_a_document_cannot_steer_the_terminal(assay, fakes):
    (fakes / "evil.txt").write_text("Goats \x1b[31m[bold]eat\x1b[0m hay.")
    assay("index", "evil.txt", "-i", "evil")
    found = assay("find", "goats", "-i", "evil")
    assert "\x1b" not in found.out and "[bold]eat" in found.out


def test_the_two_searches_name_each_other(assay):
    assert "assay search" in assay("find", "--help").out
    assert "assay find" in assay("search", "--help").out


def test_without_an_index_the_error_says_how_to_make_one(assay, fakes):
    found = assay("find", "goats", "-i", "nowhere")
    assert found.code == 4 and "assay index PATH" in found.err
