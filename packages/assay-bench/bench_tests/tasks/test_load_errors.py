"""Whatever is wrong with data is said before any work, with the place."""

from __future__ import annotations

import gzip
import json

import pytest

from assay.errors import InputError
from assay_bench.tasks.load import load_task

GOOD = {"id": "a", "question": "Where?", "answers": ["here"]}


def row(**changes):
    return json.dumps({k: v for k, v in {**GOOD, **changes}.items() if v is not None})


WRONG = {
    "malformed line": ([row(), '{"id": "b", "quest'], "line 2 is not JSON"),
    "not an object": ([row(), "[1, 2]"], "line 2 is not a JSON object"),
    "missing field": ([row(), row(id="b", question=None)], "line 2: the field 'question' is mis"),
    "missing answers": ([row(), row(id="b", answers=None)], "line 2: the field 'answers' is mis"),
    "not a text": ([row(), row(id="b", question=7)], "line 2: the field 'question' is not a text"),
    "empty": ([row(question="  ")], "item 1: the field 'question' is not a text"),
    "not texts": ([row(answers=[1])], "item 1: the field 'answers' is not a list of texts"),
    "duplicate": ([row(), row(id="b"), row()], "line 3: the id 'a' was there before, in line 1"),
    "no answers": ([row(answers=[]), row(id="b", answers=[])], "has no right answers"),
    "unknown fields": (['{"prompt": "Where?"}'], "has the fields prompt, which no layout"),
    "long question": ([row(question="x" * 5000)], "item 1: the question has 5,000 characters"),
    "odd mark": ([row(passages=[{"text": "t", "label": 2}])], "item 1: a passage has the label 2"),
    "odd passages": (
        [row(passages=7)],
        "item 1: the field 'passages' is neither a text nor a list",
    ),
    "no text": ([row(passages=[{"title": "t"}])], "item 1: an entry of 'passages' has no 'text'"),
    "odd kind": ([row(kind="essay")], "item 1: the kind 'essay' is none of short, long"),
    "odd label": (['{"claim": "Ice burns.", "label": 1}'], "item 1: the label 1 is none of false"),
    "nothing": ([], "holds no rows"),
    "wrong key": (
        ['{"question": "Which?", "choices": {"A": "x"}, "answer_key": "B"}'],
        "item 1: the answer 'B' is none of the choices A",
    ),
}


@pytest.mark.parametrize(("rows", "message"), WRONG.values(), ids=WRONG.keys())
def test_wrong_data_is_named_with_its_place(tmp_path, rows, message):
    path = tmp_path / "data.jsonl"
    path.write_text("\n".join(rows))
    with pytest.raises(InputError) as caught:
        load_task("custom", path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_wrong_paths(tmp_path):
    with pytest.raises(InputError, match="there is no file or folder"):
        load_task("nq", tmp_path / "nowhere")
    with pytest.raises(InputError, match="holds none of NQ-open"):
        load_task("nq", tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.jsonl", b"\xff\xfe", "is not UTF-8"),
        ("x.parquet", b"PAR1 not", "is not a Parquet file"),
        ("x.jsonl.gz", b"plain", "is not a complete gzip file"),
        ("x.jsonl.gz", gzip.compress(row().encode(), mtime=0)[:-9], "is not a complete gzip file"),
        ("x.tsv", b"question\tanswers\nWhere?\n", "line 2 has another number of columns"),
        ("x.tsv", b"question\tpossible_answers\nWhere?\t[oops\n", "line 2: the field 'possible"),
    ],
)
def test_broken_files(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        load_task("popqa", tmp_path / name)


def test_crags_files_must_stand_line_beside_line(tmp_path):
    (tmp_path / "sources").write_text("Where?\nWho?\n")
    with pytest.raises(InputError, match=r"there is no file .*correct"):
        load_task("popqa", tmp_path)
    (tmp_path / "ref").mkdir()
    (tmp_path / "ref" / "correct").write_text("one\n")
    with pytest.raises(InputError, match=r"correct has 1 lines, .*sources has 2"):
        load_task("popqa", tmp_path)
    (tmp_path / "ref" / "correct").write_text("one\ntwo\n")
    (tmp_path / "ref" / "incorrect").write_text("one\ntwo\n")
    with pytest.raises(InputError, match="has no right answers"):
        load_task("popqa", tmp_path)
    (tmp_path / "answers.jsonl").write_text(row(question="Who?") + "\n" + row(question="Where?"))
    with pytest.raises(InputError, match="line 1: the question is not that of line 1 of sources"):
        load_task("popqa", tmp_path)


def test_beir_must_be_whole(tmp_path):
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "x"}\n')
    with pytest.raises(InputError, match=r"has no corpus\.jsonl"):
        load_task("beir", tmp_path)
    (tmp_path / "corpus.jsonl").write_text('{"_id": "d", "text": "x"}\n')
    with pytest.raises(InputError, match="has none of qrels"):
        load_task("beir", tmp_path)
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nother\td\t1\n")
    with pytest.raises(InputError, match="name the query 'other'"):
        load_task("beir", tmp_path)
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\td\tmuch\n")
    with pytest.raises(InputError, match="line 2: the score 'much' is not a whole number"):
        load_task("beir", tmp_path)
