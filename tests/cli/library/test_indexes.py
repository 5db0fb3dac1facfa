"""Named indexes: no misspelt one is served, none is deleted or mixed without a word."""

from __future__ import annotations

import io

import pytest


@pytest.fixture
def answering(monkeypatch):
    """What stands on standard input, which is no terminal."""

    def answer(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    return answer


@pytest.mark.parametrize("answer", ["n\n", "", "maybe\nno\n"])
def test_without_a_yes_nothing_is_removed(assay, farm, answering, answer):
    for line in (("documents", "remove", "goats.md", "-i", "farm"), ("indexes", "remove", "farm")):
        answering(answer)
        said = assay(*line)
        assert said.code == 2 and "nothing was done" in said.err and "--yes" in said.err
    assert assay("documents", "list", "goats.md", "-i", "farm").code == 0


def test_a_piped_yes_removes(assay, farm, answering):
    answering("y\n")
    assert assay("documents", "remove", "goats.md", "-i", "farm").code == 0
    assert assay("documents", "list", "goats.md", "-i", "farm").code == 2


def test_an_index_is_deleted_with_nothing_beside_it(assay, farm, tmp_path):
    [index] = assay("indexes", "--json").json["indexes"]
    beside = tmp_path / "data" / "assay" / "indexes" / "farm" / "notes.txt"
    beside.write_text("mine")
    assert assay("indexes", "remove", "farm", "--yes").code == 0
    assert assay("indexes", "--json").json["indexes"] == []
    assert [path.name for path in beside.parent.iterdir()] == ["notes.txt"]
    assert assay("indexes", "remove", "farm", "--yes").code == 4
    assert index["name"] == "farm"


@pytest.mark.parametrize("command", ["serve", "mcp", "ask"])
def test_a_misspelt_index_is_named_and_the_right_one_suggested(assay, farm, command):
    question = ["What do goats eat?"] if command == "ask" else []
    said = assay(command, *question, "-i", "fram")
    assert said.code == 4
    assert "there is no index named fram" in said.err and "did you mean farm?" in said.err
    assert "assay index PATH --index fram" in said.err
    assert ("--create" in said.err) == (command == "serve")


def test_who_deletes_an_index_that_is_not_there_is_not_told_to_make_it(assay, farm):
    said = assay("indexes", "remove", "fram", "--yes")
    assert said.code == 4 and "did you mean farm? or list your indexes: assay indexes" in said.err
    assert "assay index PATH" not in said.err


def test_where_a_named_index_is_missing_those_that_are_there_are_told(assay, farm):
    assert "there is farm; or make one" in assay("ask", "What?", "-i", "warranty").err


def test_who_names_no_index_is_told_of_those_that_are_there(assay, farm):
    assert "add --index NAME; there is farm;" in assay("ask", "What?").err


def test_an_index_that_holds_another_folder_says_so(assay, farm, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "ship.md").write_text("# Ships\n\nA ship has a keel.\n")
    said = assay("index", other, "-i", "farm", "--quick")
    assert said.code == 0 and "already; these come beside them" in " ".join(said.err.split())
    again = assay("index", other, "-i", "farm", "--quick")
    assert "come beside" not in again.err
