"""The release of CRAG's authors and Self-RAG's eval_data, in miniature, with text of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import InputError
from assay_bench.case import AnswerKind
from assay_bench.experiments.crag import table4
from assay_bench.tasks.load import load_task
from bench_tests.experiments import varholm
from bench_tests.tasks.test_forms import Q, lines

ROWED = "Who rows to Mura?"
GOOD, OTHER = "The ferry starts in Storhamn.", "Lillhamn has a school."


def release(folder: Path, name: str, **files: str) -> Path:
    """A dataset of the release; `retrieved_psgs=...` is a file, `ref_correct=...` one in `ref`."""
    own = folder / name
    (own / "ref").mkdir(parents=True)
    (own / "sources").write_text(f"{Q}\n{ROWED}")
    for file, text in files.items():
        place = own / file.replace("ref_", "ref/").replace("_txt", ".txt")
        place.write_text(text)
    return own


def eval_data(folder: Path, file: str, *rows: dict) -> None:
    (folder / "eval_data").mkdir(exist_ok=True)
    (folder / "eval_data" / file).write_text(lines(*rows))


POPQA_ROWS = (
    {"question": Q, "answers": ["Storhamn"], "possible_answers": '["Storhamn"]'},
    {"question": ROWED, "answers": ["Bo"], "possible_answers": '["Bo"]'},
)


def test_what_was_retrieved_goes_before_what_the_authors_refined_of_it(tmp_path):
    release(
        tmp_path,
        "popqa",
        retrieved_psgs=f"{GOOD} [sep] {OTHER}\n{OTHER}",
        ref_correct="#refined\n#",
        ref_incorrect="#From the web.\n#",
        ref_ambiguous="#both\n#",
    )
    eval_data(tmp_path, "popqa_longtail_w_gs.jsonl", *POPQA_ROWS)
    one, two = load_task("popqa", tmp_path).cases
    assert [p.text for p in one.internal] == [GOOD, OTHER]
    assert [p.text for p in two.internal] == [OTHER]
    assert [p.text for p in one.external] == ["From the web."]  # without the authors' mark
    assert two.external == ()
    assert (one.answers, two.answers) == (("Storhamn",), ("Bo",))
    assert load_task("popqa", tmp_path / "popqa").cases == (one, two)


def test_pairs_bring_their_labels_and_a_title_stands_before_the_text(tmp_path):
    pairs = f"{Q} [SEP] {GOOD}\t1\n{Q} [SEP] Lillhamn // {OTHER}\t0\n{ROWED} [SEP] {OTHER}\t0\n"
    release(tmp_path, "popqa", test_popqa_txt=pairs)
    eval_data(tmp_path, "popqa_longtail_w_gs.jsonl", *POPQA_ROWS)
    one, two = load_task("popqa", tmp_path).cases
    assert [(p.title, p.text) for p in one.internal] == [("", GOOD), ("Lillhamn", OTHER)]
    assert (one.labels, two.labels) == ((1, 0), (0,))


def test_a_question_that_is_asked_twice_in_a_row_has_its_passages_each_time(tmp_path):
    own = release(
        tmp_path, "popqa", test_popqa_txt="".join(f"{Q} [SEP] {n}.\t0\n" for n in range(20))
    )
    (own / "sources").write_text(f"{Q}\n{Q}")
    eval_data(tmp_path, "popqa_longtail_w_gs.jsonl", POPQA_ROWS[0], POPQA_ROWS[0])
    cases = load_task("popqa", tmp_path).cases
    assert [len(case.internal) for case in cases] == [10, 10]


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (f"{Q} [SEP] {GOOD}\t1\n", "no passage for line 2 of sources"),
        (f"{ROWED} [SEP] {OTHER}\t0\n{Q} [SEP] {GOOD}\t1\n", "no passage for line 1 of sources"),
        (f"{Q} [SEP] {GOOD}\n{ROWED} [SEP] {OTHER}\nWho? [SEP] {OTHER}\n", "1 pairs more"),
    ],
)
def test_pairs_that_are_not_those_of_the_questions_are_refused(tmp_path, pairs, message):
    release(tmp_path, "popqa", test_popqa_txt=pairs)
    with pytest.raises(InputError, match=message):
        load_task("popqa", tmp_path)


def test_arc_has_its_choices_in_a_file_of_their_own(tmp_path):
    release(
        tmp_path,
        "arc_challenge",
        retrieved_psgs=f"Ferry // {GOOD} [sep] {OTHER}\n{OTHER}",
        choices="A: Storhamn; B: a quay; no sea\nA: Bo; B: Ann",
    )
    row = {"choices": {"label": ["A", "B"], "text": ["x", "y"]}, "answerKey": "B"}
    eval_data(
        tmp_path,
        "arc_challenge_processed.jsonl",
        {"question": Q, **row},
        {"question": ROWED, **row},
    )
    one, _ = load_task("arc", tmp_path).cases
    assert one.choices == (("A", "Storhamn"), ("B", "a quay; no sea"))
    assert (one.kind, one.answer_key, one.answers) == (AnswerKind.CHOICE, "B", ("a quay; no sea",))
    assert one.internal[0].title == "Ferry"


def test_claims_and_people_are_read_with_their_passages(tmp_path):
    release(tmp_path, "pubqa", retrieved_psgs=f"{GOOD}\n{OTHER}")
    release(tmp_path, "bio", retrieved_psgs=f"{GOOD}\n{OTHER}")
    rows = ({"question": Q, "answers": ["true"]}, {"question": ROWED, "answers": ["REFUTES"]})
    eval_data(tmp_path, "health_claims_processed.jsonl", *rows)
    eval_data(
        tmp_path,
        "factscore_unlabeled_alpaca_13b_retrieval.jsonl",
        {"topic": "Bo", "input": "Tell me a bio of Bo.", "ctxs": []},
        {"topic": "Ann", "input": "Tell me a bio of Ann.", "ctxs": []},
    )
    claims = load_task("pubhealth", tmp_path).cases
    assert [(case.kind, case.answers) for case in claims] == [
        (AnswerKind.TRUE_FALSE, ("true",)),
        (AnswerKind.TRUE_FALSE, ("false",)),
    ]
    people = load_task("biography", tmp_path).cases
    assert [(case.kind, case.meta["topic"]) for case in people] == [
        (AnswerKind.LONG, "Bo"),
        (AnswerKind.LONG, "Ann"),
    ]
    assert people[0].internal[0].text == GOOD


def test_self_rags_eval_data_is_read_without_the_release(tmp_path):
    found = [
        {"id": 1, "title": "Ferry", "text": GOOD, "score": "1.5"},
        {"title": "X", "text": OTHER},
    ]
    about = {"subj": "Lillhamn", "s_wiki_title": "Ferry", "ctxs": found}
    eval_data(tmp_path, "popqa_longtail_w_gs.jsonl", {**POPQA_ROWS[0], **about})
    eval_data(
        tmp_path,
        "health_claims_processed.jsonl",
        {"question": Q, "answers": ["false"], "ctxs": found},
    )
    (case,) = load_task("popqa", tmp_path).cases
    assert case.labels == (1, 0)  # by the title of the question's subject, as for the evaluator
    (claim,) = load_task("pubhealth", tmp_path).cases
    assert (claim.answers, len(claim.internal)) == (("false",), 2)


def test_table_4_measures_on_the_pairs_of_the_release(tmp_path):
    pairs = f"{Q} [SEP] {GOOD}\t1\n{Q} [SEP] {OTHER}\t0\n{ROWED} [SEP] {OTHER}\t0\n"
    release(tmp_path, "popqa", test_popqa_txt=pairs)
    eval_data(tmp_path, "popqa_longtail_w_gs.jsonl", *POPQA_ROWS)
    page = table4.run(varholm.request(tmp_path, tmp_path / "out")).read_text("utf-8")
    assert "| popqa | assayer | 22 million | 2 |" in page
