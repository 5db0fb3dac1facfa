"""The two halves of the training data, and what stands in them."""

from __future__ import annotations

import json
from dataclasses import replace

from assay.steps.answer.prompts import AnswerTask
from assay.steps.verify.cov_form import read_form
from assay.testing import FakeGenerator, FakeRetriever, FakeVerifier
from assay.types import Check
from assay_bench.training.candidates import CandidateKind, evidence_of
from assay_bench.training.gold_judge import GoldJudge, VerifierJudge
from assay_bench.training.mixture import Mixture
from assay_bench.training.seed_answers import Generated, Said
from bench_tests.training.items import PAINTER, RIVER, UNKNOWN

MANY = tuple(
    replace(item, id=f"{item.id}{n}") for n in range(40) for item in (RIVER, PAINTER, UNKNOWN)
)


def test_about_half_of_the_questions_teach_to_answer():
    mixture = Mixture(MANY, GoldJudge(), Said())
    assert 40 < sum(map(mixture.is_for_answering, MANY)) < 80


def test_the_same_seed_makes_the_same_examples_and_another_does_not():
    def made(seed: int) -> list[str]:
        mixture = Mixture(MANY, GoldJudge(), Said(), seed=seed)
        return [json.dumps(e.to_json()) for item in MANY for e in mixture.d1(item)]

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_answering_is_taught_with_citations_and_with_refusals():
    mixture = Mixture(MANY, GoldJudge(), Said())
    examples = [example for item in MANY for example in mixture.d1(item)]
    assert {e.kind for e in examples} == {"gold", "no answer"}
    for example in examples:
        if example.kind == "gold":
            number = int(example.target.split("[")[1][0])
            assert any(
                a in example.references[number - 1].text for a in ("Mount Bree", "Ida Krell")
            )
        else:
            assert example.target == "NO ANSWER"
        assert example.question in example.messages[-1].content


def test_answering_is_taught_with_leave_to_decline_and_without():
    mixture = Mixture(MANY, GoldJudge(), Said())
    examples = [example for item in MANY for example in mixture.d1(item)]
    leave = {(e.kind, "NO ANSWER" in e.messages[0].content) for e in examples}
    assert leave == {("gold", True), ("gold", False), ("no answer", True)}


def test_the_seed_model_is_asked_for_short_answers_and_for_sentences():
    mixture = Mixture(MANY, GoldJudge(), Said())
    asked = [mixture.seed_task(item) for item in MANY]
    assert set(asked) == {AnswerTask.SHORT, AnswerTask.FREE}
    assert asked == [mixture.seed_task(item) for item in MANY]


def test_the_markers_of_a_seed_answer_are_those_that_a_verifier_sees_in_use():
    evidence = evidence_of(RIVER.passages)
    right = Said({"river": "The Arlo rises at Mount Bree [2]."}).answer(RIVER, evidence)
    assert right == "The Arlo rises at Mount Bree [1]."
    wrong = Said({"river": "Sixty bakers left [1]."}).answer(RIVER, evidence)
    assert wrong == "Sixty bakers left."


def test_verifying_is_taught_in_the_form_that_is_read_in_use():
    mixture = Mixture(MANY, GoldJudge(), Said())
    labelled = [x for item in MANY for x in mixture.d2(item)]
    kinds = {x.example.kind for x in labelled}
    assert kinds == {str(kind) for kind in CandidateKind} - {"seed"}
    for each in labelled:
        form = read_form(each.example.target)
        assert form.problems == ()
        assert each.agrees == (form.judgment == each.expected)
    assert sum(x.agrees for x in labelled) / len(labelled) > 0.9


def test_a_seed_answer_is_judged_by_what_it_says():
    mixture = Mixture([RIVER], GoldJudge(), Said({"river": "The Arlo rises in Sill."}))
    seeds = [x for x in mixture.d2(RIVER) if x.example.kind == "seed"]
    assert [x.expected for x in seeds] == [False]
    refusing = Mixture([RIVER], GoldJudge(), Said({"river": "NO ANSWER"}))
    assert not any(x.example.kind == "seed" for x in refusing.d2(RIVER))


def test_a_generator_can_be_the_seed_model():
    mixture = Mixture([RIVER], GoldJudge(), Generated(FakeGenerator()))
    assert any(candidate.kind is CandidateKind.SEED for candidate in mixture.candidates(RIVER))


def test_a_judge_that_is_wrong_does_not_agree():
    fooled = VerifierJudge(FakeVerifier([Check(1, 1, 1, 1, 0, 1, judgment=True)]))
    mixture = Mixture(MANY, fooled, Said())
    labelled = [x for item in MANY for x in mixture.d2(item)]
    assert all(x.agrees == (x.example.kind == "gold") for x in labelled)


def test_passages_come_from_the_index_where_a_question_has_none():
    bare = replace(RIVER, passages=())
    retriever = FakeRetriever([each.passage for each in RIVER.passages])
    mixture = Mixture([bare], GoldJudge(), Said(), retriever)
    known = {each.passage.text: each.answers for each in mixture.references(bare)}
    assert known.get(RIVER.passages[0].passage.text, True)
    assert not any(known.get(each.passage.text) for each in RIVER.passages[1:])
    assert mixture.d2(bare)


def test_the_revised_question_of_a_bad_query_is_the_question_that_was_meant():
    mixture = Mixture(MANY, GoldJudge(), Said())
    made = [x for item in MANY for x in mixture.d2(item) if x.example.kind == "bad query"]
    assert made
    meant = {item.question for item in MANY}
    for each in made:
        assert each.example.question not in meant
        assert read_form(each.example.target).revised_question in meant
        assert not each.expected
