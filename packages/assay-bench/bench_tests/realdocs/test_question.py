from __future__ import annotations

import gzip
import json

import pytest

from assay.errors import InputError
from assay_bench.realdocs.question import read_questions

GOOD = {
    "id": "h1",
    "corpus": "handbook",
    "kind": "factoid",
    "question": "How long?",
    "must": "five",
    "evidence": [{"file": "a.txt", "quote": "for five years"}],
}


def write(folder, *rows):
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "questions.jsonl").write_text(lines)
    return folder


def test_a_question_is_read_with_its_patterns_and_files(tmp_path):
    row = {**GOOD, "must_passage": "five years", "yesno": "no"}
    (question,) = read_questions(write(tmp_path, row))
    assert (question.id, question.files, question.yesno) == ("h1", ("a.txt",), "no")
    assert [each.pattern for each in question.must] == ["five"]
    assert [each.pattern for each in question.evidence] == ["five years"]


def test_several_patterns_are_the_evidence_together(tmp_path):
    (question,) = read_questions(write(tmp_path, {**GOOD, "must": ["five", "years"]}))
    assert [each.pattern for each in question.evidence] == ["five", "years"]


def test_a_compressed_file_is_read_too(tmp_path):
    with gzip.open(tmp_path / "questions.jsonl.gz", "wt") as stream:
        stream.write("\n" + json.dumps(GOOD))
    assert [each.id for each in read_questions(tmp_path)] == ["h1"]


def test_a_question_without_a_kind_is_just_a_question(tmp_path):
    row = {"id": "1", "corpus": "c", "question": "Why?", "unanswerable": True}
    (question,) = read_questions(write(tmp_path, row))
    assert (question.kind, question.unanswerable, question.evidence) == ("question", True, ())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"question": ""}, "'question'"),
        ({"id": 7}, "'id'"),
        ({"corpus": "../up"}, "no name of a folder"),
        ({"corpus": ".."}, "no name of a folder"),
        ({"must": "("}, "not a pattern"),
        ({"must": [3]}, "a pattern is a text"),
        ({"must": None}, "either 'must' or 'unanswerable'"),
        ({"unanswerable": True}, "either 'must' or 'unanswerable'"),
        ({"yesno": "maybe"}, "'yesno'"),
        ({"evidence": "a.txt"}, "'evidence'"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path, change, said):
    with pytest.raises(InputError, match=said) as raised:
        read_questions(write(tmp_path, {**GOOD, **change}))
    assert "line 1 of" in str(raised.value)


@pytest.mark.parametrize("body", [b"[1]", b"{", b"\xff", b"[" * 100_000])
def test_a_line_that_is_no_object_is_refused(tmp_path, body):
    (tmp_path / "questions.jsonl").write_bytes(body)
    with pytest.raises(InputError, match="line 1 of"):
        read_questions(tmp_path)


def test_an_id_stands_there_once(tmp_path):
    with pytest.raises(InputError, match="twice"):
        read_questions(write(tmp_path, GOOD, GOOD))


def test_a_damaged_archive_of_questions_is_refused(tmp_path):
    (tmp_path / "questions.jsonl.gz").write_bytes(gzip.compress(b"{}" * 100)[:-9])
    with pytest.raises(InputError, match="cannot be read"):
        read_questions(tmp_path)


def test_a_folder_without_questions_is_refused(tmp_path):
    with pytest.raises(InputError, match="no questions"):
        read_questions(tmp_path)
