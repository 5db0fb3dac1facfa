from __future__ import annotations

import gzip
import json

import pytest

from assay.adapters.verifiers.trained import TrainedVerifier
from assay.errors import InputError
from assay.steps.verify.sentence_checks import NliThresholds
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import FakeNliScorer
from assay_bench.verification.answers import ALL, BY_MATCH, measure_answers
from assay_bench.verification.citations import measure_citations, measure_speed
from assay_bench.verification.claims import FILES, measure_claims
from assay_bench.verification.lines import held_out, read_lines, sampled
from assay_bench.verification.made_answers import made_answers
from assay_bench.verification.measures import balanced_accuracy, macro_f1
from assay_bench.verification.report import Results, tables

CLAIMS = [
    {"claim": "Gold is a metal.", "evidence": "Gold is a dense metal.", "label": "supported"},
    {"claim": "Gold is a gas.", "evidence": "Gold is a dense metal.", "label": "unknown"},
    {"claim": "Bread is baked.", "evidence": "Bread is baked daily.", "label": "supported"},
    {"claim": "Fish fly.", "evidence": "Fish swim in water.", "label": "unknown"},
]
JUDGED = [
    {"question": "Who?", "answers": ["Ada"], "candidate": "Ada.", "system": "a", "correct": True},
    {"question": "Who?", "answers": ["Ada"], "candidate": "Bob.", "system": "b", "correct": False},
]
TOPICS = ["gold", "bread", "fish", "stone", "water", "grass"]


def question(number):
    passages = [
        {
            "title": f"{topic} {number}",
            "text": f"The {topic} of place {number}{at} was seen by all the people there.",
            "label": int(at < 2),
        }
        for at, topic in enumerate(TOPICS)
    ]
    return {"id": f"q{number}", "question": "What was seen?", "passages": passages}


@pytest.fixture
def data(tmp_path):
    files = {
        FILES["wice_dev"]: [{"id": str(n), **row} for n, row in enumerate(CLAIMS)],
        "answers_judged/evouna_nq.jsonl.gz": [{"id": str(n), **r} for n, r in enumerate(JUDGED)],
        "retrieval/hotpotqa_dev200.jsonl.gz": [question(n) for n in range(8)],
        "retrieval/2wiki_dev200.jsonl.gz": [question(n) for n in range(8, 12)],
    }
    for name, rows in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        with gzip.open(path, "wt") as stream:
            stream.writelines(json.dumps(row) + "\n" for row in rows)
    return tmp_path


def test_balanced_accuracy_and_f1_by_hand():
    right, said = [0, 0, 0, 1], [0, 0, 1, 1]
    assert balanced_accuracy(said, right).value == pytest.approx((2 / 3 + 1) / 2)
    assert macro_f1(said, right).value == pytest.approx((0.8 + 2 / 3) / 2)
    assert balanced_accuracy([0] * 4, [0, 1, 0, 1]).value == 0.5


def test_claims_are_judged_by_network_and_verifier(data):
    result = measure_claims("wice_dev", data, FakeNliScorer(), NliThresholds(), None)
    assert (result.classes, result.accuracy.count) == (2, 4)
    assert result.accuracy.value == result.supported_accuracy.value == 1
    assert measure_claims("wice_dev", data, FakeNliScorer(), NliThresholds(), 2).accuracy.count == 2


def test_judged_answers_are_reported_as_a_whole_and_by_system(data):
    results = {r.name: r for r in measure_answers(data, WordOverlapNli(), 0.6, None)}
    assert set(results) == {ALL, BY_MATCH, "a", "b"}
    assert results[BY_MATCH].accuracy.value == 1
    assert results[ALL].accuracy.count == 2


def test_made_answers_have_right_markers_or_none_of_them(data):
    made = list(made_answers(data, None))
    assert len(made) == 12
    assert [each.shuffled for each in made] == [False, True] * 6
    for each in made:
        sentences = each.text.split(". ")
        assert len(sentences) == each.sentences
        for sentence in sentences:
            said, _, number = sentence.rstrip(".").rpartition(" [")
            strip = each.evidence.strips[int(number.rstrip("]")) - 1]
            assert (said in strip.text) is not each.shuffled


def test_the_same_answers_are_made_in_every_run(data):
    assert list(made_answers(data, 5)) == list(made_answers(data, 5))


def test_shuffled_citations_are_caught_and_right_ones_pass(data):
    result = measure_citations(data, TrainedVerifier(WordOverlapNli()), None)
    assert (result.caught.count, result.passed.count) == (6, 6)
    assert result.caught.value == result.passed.value == 1


def test_speed_counts_what_comes_after_warming_up(data):
    speed = measure_speed(data, TrainedVerifier(WordOverlapNli()), 4)
    assert speed.answers == 4
    assert 0 < speed.median_ms <= speed.slowest_ms


def test_the_command_writes_tables_and_json(assay, data, tmp_path):
    asked = ["--words", "--claims", "wice_dev", "--only", "claims", "--only", "answers"]
    result = assay("bench", "verification", "--data", data, *asked, "--out", tmp_path / "out")
    assert result.code == 0
    text = (tmp_path / "out" / "verification.md").read_text()
    assert text == result.out
    assert "| wice_dev | 4 | 2 |" in text
    figures = json.loads((tmp_path / "out" / "verification.json").read_text())
    assert figures["scorer"] == "words"
    assert figures["claims"][0]["name"] == "wice_dev"
    assert figures["machine"]["cores"] >= 1


def test_a_part_that_does_not_exist_is_refused(assay, data):
    result = assay("bench", "verification", "--data", data, "--only", "luck")
    assert result.code == InputError.exit_code
    assert "citations" in result.err


def test_nothing_measured_is_nothing_shown():
    assert tables(Results("words")) == ""


def test_a_sample_is_fair_and_stays_in_order():
    rows = [{"n": n} for n in range(100)]
    some = [row["n"] for row in sampled(rows, 10)]
    assert len(some) == 10
    assert some == sorted(some)
    assert sampled(rows, 500) == rows


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_lines(tmp_path / "none.jsonl.gz")


def test_about_a_tenth_of_the_claims_is_held_out():
    share = sum(held_out(f"claim number {n}") for n in range(2_000)) / 2_000
    assert 0.07 < share < 0.13
    assert held_out("Claim, number 3!") == held_out("claim number 3")
