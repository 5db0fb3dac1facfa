"""Datasets that are whole folders."""

from __future__ import annotations

from assay_bench.case import AnswerKind
from assay_bench.tasks.load import load_task
from bench_tests.tasks.test_forms import Q, lines


def test_rag_truth_takes_questions_and_their_judged_answers(tmp_path):
    passages = "passage 1:First.\n\npassage 2:Second.\n"
    sources = [
        {"source_id": "1", "task_type": "QA", "source_info": {"question": Q, "passages": passages}},
        {"source_id": "2", "task_type": "Summary", "source_info": "A text."},
    ]
    answer = {"id": "9", "source_id": "1", "model": "m", "response": "Here.", "labels": []}
    (tmp_path / "source_info.jsonl").write_text(lines(*sources))
    (tmp_path / "response.jsonl").write_text(lines(answer))
    (case,) = load_task("ragtruth", tmp_path).cases
    assert [p.text for p in case.internal] == ["First.", "Second."]
    assert case.meta["responses"][0]["response"] == "Here."
    assert case.kind is AnswerKind.LONG


def test_the_folder_of_crags_own_code(tmp_path):
    (tmp_path / "ref").mkdir()
    (tmp_path / "sources").write_text(f"{Q}\nWho rows?\n")
    (tmp_path / "ref" / "correct").write_text("In Storhamn.\n\n")
    (tmp_path / "ref" / "incorrect").write_text("Web one.\nWeb two.\n")
    answers = [
        {"question": Q, "answers": ["Storhamn"]},
        {"question": "Who rows?", "possible_answers": ["Bo"]},
    ]
    (tmp_path / "popqa_longtail_w_gs.jsonl").write_text(lines(*answers))
    one, two = load_task("popqa", tmp_path).cases
    assert [p.text for p in one.internal] == ["In Storhamn."]
    assert two.internal == ()
    assert [p.text for p in two.external] == ["Web two."]
    assert (one.answers, two.answers) == (("Storhamn",), ("Bo",))


def test_beir_judges_documents(tmp_path):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "queries.jsonl").write_text(
        lines({"_id": "q1", "text": "ferries"}, {"_id": "q2", "text": "unjudged"})
    )
    (tmp_path / "corpus.jsonl").write_text(lines({"_id": "d1", "title": "", "text": "A ferry."}))
    (tmp_path / "qrels" / "test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n"
    )
    task = load_task("beir", tmp_path)
    (case,) = task.cases
    assert (case.id, case.question, dict(case.relevant)) == ("q1", "ferries", {"d1": 2, "d2": 0})
    assert task.corpus == tmp_path / "corpus.jsonl"


def test_a_folder_is_searched_one_level_deep_for_the_best_name(tmp_path):
    (tmp_path / "questions").mkdir()
    row = lines({"question": Q, "answers": ["Storhamn"]})
    (tmp_path / "questions" / "nq_open_dev.jsonl").write_text(row)
    (tmp_path / "my_nq.jsonl").write_text(row)
    assert load_task("nq", tmp_path).source.endswith("nq_open_dev.jsonl")
