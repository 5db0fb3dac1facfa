from __future__ import annotations

import io
import json
import sys

import pytest

from tests.cli.conftest import ENTRY_POINTS

GOLD = "Silver is white.\n\nGold is a dense metal. It has 79 protons.\n"
SETTINGS = '[verifier]\nname = "words"\n'
PLUGIN = "[assay.verifiers]\nwords = words_verifier:words\n"
MODULE = """\
from assay.adapters.verifiers.trained import TrainedVerifier
from assay.steps.verify.word_overlap_nli import WordOverlapNli


def words():
    return TrainedVerifier(WordOverlapNli())
"""


@pytest.fixture
def folder(fakes):
    """A folder whose settings choose a verifier by words, and two texts."""
    site = fakes.parent / "site"
    (site / "words_verifier.py").write_text(MODULE)
    (site / "fakes-1.0.dist-info" / "entry_points.txt").write_text(ENTRY_POINTS + PLUGIN)
    (fakes / "assay.toml").write_text(SETTINGS)
    (fakes / "gold.txt").write_text(GOLD)
    (fakes / "bread.md").write_text("Bread is baked in an oven.\n")
    return fakes


@pytest.fixture
def stdin(monkeypatch):
    def give(text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return give


def verify(assay, *args):
    return assay("verify", *args)


def test_files_of_one_name_are_called_by_what_tells_them_apart(assay, folder):
    for name, text in (("old", "Gold is a soft metal.\n"), ("new", GOLD)):
        (folder / name).mkdir()
        (folder / name / "gold.txt").write_text(text)
    named = ("-e", "old/gold.txt", "-e", "new/gold.txt", "-e", "bread.md")
    shown = verify(assay, "--answer", "It has 79 protons. Bread is baked.", *named).out
    assert "new/gold.txt" in shown
    assert "bread.md" in shown
    scored = assay("score", "-q", "What is gold?", "old/gold.txt", "new/gold.txt", "bread.md").out
    assert "old/gold.txt" in scored
    assert "new/gold.txt" in scored


def test_what_holds_passes_with_its_place(assay, folder):
    result = verify(assay, "--answer", "Gold is a dense metal.", "--evidence", "gold.txt")
    assert (result.code, result.err) == (0, "")
    assert "The text holds." in result.out
    assert "gold.txt “Gold is a dense metal.”" in result.out
    assert "Gold is a dense metal." in result.out


def test_what_does_not_hold_has_its_own_exit_code(assay, folder):
    result = verify(assay, "--answer", "Gold is cheap. It melts.", "--evidence", "gold.txt")
    assert result.code == 3
    assert "The text could not be verified." in result.out
    assert "absent" in result.out


def test_json_has_the_check_and_offsets_of_both_texts(assay, folder):
    answer = "Gold is a dense metal [1]. Bread is baked in an oven [2]."
    args = ["--answer", answer, "--evidence", "gold.txt", "bread.md", "--json"]
    result = verify(assay, *args)
    assert result.code == 0
    assert (result.json["passed"], result.json["version"]) == (True, 1)
    assert result.json["check"]["citation_accuracy"] == 1
    for sentence in result.json["check"]["sentences"]:
        span = sentence["span"]
        text = (folder / span["source"]).read_text()
        assert text[span["start"] : span["end"]] == span["quote"]
        assert answer[sentence["start"] : sentence["end"]].startswith(span["quote"][:5])


def test_markers_point_at_files_and_a_wrong_one_is_seen(assay, folder):
    swapped = "Gold is a dense metal [2]. Bread is baked in an oven [1]."
    nowhere = "Gold is a dense metal [7]."
    for answer in (swapped, nowhere):
        args = ["--answer", answer, "--evidence", "gold.txt", "--evidence", "bread.md", "--json"]
        assert verify(assay, *args).json["check"]["citation_accuracy"] == 0


def test_the_answer_may_come_from_a_pipe(assay, folder, stdin):
    stdin("Gold is a dense metal.")
    result = verify(assay, "--answer", "-", "gold.txt", "--json")
    assert (result.code, result.json["answer"]) == (0, "Gold is a dense metal.")


def test_the_evidence_may_come_from_a_pipe(assay, folder, stdin):
    stdin(GOLD)
    assert verify(assay, "--answer", "Gold is a dense metal.", "--evidence", "-").code == 0


def test_rows_are_texts_of_their_own(assay, folder):
    rows = [{"title": "Gold", "text": "Gold is a dense metal."}, {"text": "Bread is baked."}]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    args = ["--answer", "Bread is baked [2].", "--evidence", "rows.jsonl", "--json"]
    assert verify(assay, *args).json["check"]["citation_accuracy"] == 1


def test_the_question_counts(assay, folder):
    args = ["--answer", "Bread is baked in an oven.", "--evidence", "bread.md", "--json"]
    beside = verify(assay, "--question", "Who discovered the element gold?", *args)
    assert (beside.code, beside.json["question"]) == (3, "Who discovered the element gold?")
    assert beside.json["check"]["truthfulness"] == 1
    assert verify(assay, *args).code == 0


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--answer", "Gold."], "no evidence was named"),
        (["--answer", "...", "--evidence", "gold.txt"], "the answer holds no words"),
        (["--answer", "-", "--evidence", "-"], "standard input can be read only once"),
        (["--answer", "Gold.", "--evidence", "missing.txt"], "missing.txt cannot be read"),
        (["--evidence", "gold.txt"], "--answer"),
    ],
)
def test_a_mistake_is_told_in_two_lines(assay, folder, args, complaint):
    result = verify(assay, *args)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err
    assert "Traceback" not in result.err


def test_the_help_names_the_exit_codes(assay):
    assert "Exit code 0: it holds. 3: it is contradicted or could not be verified" in " ".join(
        verify(assay, "--help").out.replace("│", " ").split()
    )


def test_ask_verifies_on_demand(assay, folder):
    (folder / "assay.toml").write_text(
        SETTINGS + '[generator]\nname = "fake"\n[retrieval]\nmode = "fulltext"\n'
    )
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    (folder / "texts").mkdir()
    (folder / "texts" / "gold.txt").write_text(GOLD)
    index_paths([folder / "texts"], folder / "i", FakeEmbedder())
    question = "Is gold a dense metal?"
    args = ["ask", question, "--index", "i", "--strategy", "rag"]
    plain = assay(*args, "--json").json
    assert (plain["check"], plain["queries"]) == (None, [])
    checked = assay(*args, "--verify", "--json").json
    assert checked["check"]["judgment"] is True
    assert checked["queries"] == [question]
    assert "supported: " in assay(*args, "--verify").out
    assert "asked: Is gold a dense metal?" in assay(*args, "--verify", "--explain").out
    cov = assay("ask", question, "--index", "i", "--strategy", "cov-rag", "--json").json
    assert (cov["strategy"], cov["check"]["judgment"]) == ("cov_rag", True)
