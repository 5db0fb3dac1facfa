from __future__ import annotations

import pytest

from assay.errors import ModelError
from assay.steps.answer.citations import is_verbatim
from assay.steps.correct.refine import whole
from assay.steps.verify.claims import claims_of
from assay.steps.verify.sentence_checks import MAX_SENTENCES, NliThresholds, SentenceVerifier
from assay.testing import FakeNliScorer, make_passage
from assay.types import Citation, Evidence, NliLabel, NliScores

GOLD = make_passage("Silver is white. Gold is a dense metal. It has 79 protons.", "gold")
BREAD = make_passage("Bread is baked in an oven.", "bread")
FISH = make_passage("Fish swim in water.", "fish")
EVIDENCE = Evidence(tuple(map(whole, (BREAD, GOLD, FISH))))


class Sure:
    """Says the same of every pair, whatever stands there."""

    def __init__(self, *shares):
        self.shares = shares
        self.pairs = []

    def nli(self, pairs):
        self.pairs += pairs
        return [NliScores(*self.shares) for _ in pairs]


def findings(text, scorer=None, evidence=EVIDENCE, question=""):
    verifier = SentenceVerifier(scorer or FakeNliScorer())
    return verifier.findings(question, evidence, claims_of(text))


def test_a_supported_sentence_names_the_sentence_that_says_so():
    (found,) = findings("Gold is dense [1].")
    assert (found.check.label, found.check.score) == (NliLabel.SUPPORTED, 1.0)
    assert found.check.span.quote == "Gold is a dense metal."
    assert is_verbatim(found.check.span, EVIDENCE)
    assert (found.check.span.answer_start, found.check.span.answer_end) == (0, 18)


def test_a_sentence_that_stands_nowhere_has_no_span():
    (found,) = findings("Copper conducts well.")
    assert (found.check.label, found.check.score, found.check.span) == (NliLabel.ABSENT, 0.0, None)


def test_a_contradicted_sentence_names_what_contradicts_it():
    (found,) = findings("Bread is baked cold.", FakeNliScorer(["oven"]))
    assert found.check.label is NliLabel.CONTRADICTED
    assert found.check.span.quote == "Bread is baked in an oven."


def test_only_the_strips_that_say_most_of_it_are_read_and_those_it_cites():
    scorer = Sure(0.0, 0.0, 1.0)
    findings("Gold is dense [3].", scorer)
    assert {passage.id for _, passage in scorer.pairs} == {"gold", "fish"}
    scorer = Sure(0.0, 0.0, 1.0)
    findings("So gold is said to be a dense metal.", scorer)
    assert [passage.text for _, passage in scorer.pairs] == ["Gold is a dense metal.", GOLD.text]
    scorer = Sure(0.0, 0.0, 1.0)
    findings("It is baked and dense.", scorer)
    assert [*dict.fromkeys(passage.id for _, passage in scorer.pairs)] == ["bread", "gold"]


def test_of_strip_and_span_the_one_that_sees_support_counts():
    class Turned:
        def nli(self, pairs):
            return [
                NliScores(0.9, 0.1, 0.0) if passage.text != GOLD.text else NliScores(0, 1, 0)
                for _, passage in pairs
            ]

    (found,) = findings("So gold is said to be a dense metal.", Turned())
    assert (found.check.label, found.check.score) == (NliLabel.SUPPORTED, 0.9)


def test_a_part_of_a_sentence_is_read_against_the_whole_strip():
    scorer = Sure(0.0, 0.0, 1.0)
    findings("79", scorer, question="How many protons has gold?")
    assert [passage.text for _, passage in scorer.pairs if passage.id == "gold"] == [GOLD.text]


def test_the_question_stands_before_a_claim_that_needs_it():
    scorer = Sure(1.0, 0.0, 0.0)
    findings("A metal. Gold is a dense and heavy metal.", scorer, question="What is gold?")
    read = dict.fromkeys(claim for claim, _ in scorer.pairs)
    assert [*read] == ["What is gold? A metal.", "Gold is a dense and heavy metal."]


@pytest.mark.parametrize(
    ("text", "objection"),
    [
        ("Gold has 80 protons.", 'no evidence for "80"'),
        ('They say "gold is a cheap metal".', "a quotation in the answer stands in no evidence"),
    ],
)
def test_words_overrule_a_network_that_is_sure(text, objection):
    (found,) = findings(text, Sure(1.0, 0.0, 0.0))
    assert (found.check.label, found.check.score) == (NliLabel.ABSENT, 0.0)
    assert found.objection == objection


@pytest.mark.parametrize(("sure", "label"), [(0.9, NliLabel.SUPPORTED), (0.7, NliLabel.ABSENT)])
def test_a_name_may_be_another_word_where_the_network_is_sure(sure, label):
    (found,) = findings("The metal gold was found by Curie.", Sure(sure, 0.0, 1 - sure))
    assert found.check.label is label
    assert (found.objection == "") is (label is NliLabel.SUPPORTED)


def test_an_answer_that_is_a_name_has_to_stand_there():
    (found,) = findings("Gold found Curie.", Sure(0.9, 0.0, 0.1), question="Whom?")
    assert found.objection == 'no evidence for "Curie"'


def test_a_right_number_passes():
    (found,) = findings("Gold has 79 protons.", Sure(1.0, 0.0, 0.0))
    assert found.check.label is NliLabel.SUPPORTED
    assert found.objection == ""


def test_evidence_that_contradicts_itself_is_noticed_and_the_stronger_decides():
    class Divided:
        def nli(self, pairs):
            by = {"gold": NliScores(0.9, 0.1, 0.0), "bread": NliScores(0.0, 0.8, 0.2)}
            return [by[passage.id] for _, passage in pairs]

    other = make_passage("Gold is no dense metal.", "bread")
    (found,) = findings("Gold is dense.", Divided(), Evidence(tuple(map(whole, (GOLD, other)))))
    assert found.conflict
    assert found.check.label is NliLabel.SUPPORTED


def test_what_stands_there_word_for_word_is_supported_whatever_the_network_says():
    evidence = Evidence((whole(make_passage("Bread. The gold of the king was lost.", "x")),))
    (found,) = findings("The gold of the king was lost.", Sure(0.0, 1.0, 0.0), evidence)
    assert (found.check.label, found.check.score) == (NliLabel.SUPPORTED, 1.0)
    assert found.check.span.quote == "The gold of the king was lost."


def test_borders_decide():
    claims = claims_of("Gold is dense.")
    for border, label in ((0.6, NliLabel.SUPPORTED), (0.8, NliLabel.ABSENT)):
        verifier = SentenceVerifier(Sure(0.7, 0.1, 0.2), NliThresholds(border, 0.9))
        assert verifier.findings("", EVIDENCE, claims)[0].check.label is label


def test_without_evidence_everything_is_absent():
    found = findings("Gold is dense. It shines.", Sure(1.0, 0.0, 0.0), Evidence())
    assert [each.check.label for each in found] == [NliLabel.ABSENT] * 2


def test_an_endless_answer_is_read_to_a_bound():
    scorer = Sure(1.0, 0.0, 0.0)
    found = findings("Gold is dense. " * (MAX_SENTENCES + 5), scorer)
    assert len(found) == MAX_SENTENCES + 5
    assert len(scorer.pairs) == MAX_SENTENCES  # a span that supports is enough
    assert [each.check.label for each in found[-5:]] == [NliLabel.ABSENT] * 5


@pytest.mark.parametrize("shares", [(1.2, 0.0, 0.0), (float("nan"), 0.0, 0.0)])
def test_a_scorer_off_the_scale_is_reported(shares):
    with pytest.raises(ModelError):
        findings("Gold is dense.", Sure(*shares))


def test_a_scorer_that_loses_a_pair_is_reported():
    class Short:
        def nli(self, pairs):
            return []

    with pytest.raises(ModelError, match="0 labels for 1 pairs"):
        findings("Gold is dense.", Short())


def test_a_long_span_of_a_reader_is_read_with_its_question():
    sentence = "It was founded in the year of the great flood by two monks."
    evidence = Evidence((whole(make_passage(sentence, "x")),))
    span = "in the year of the great flood"
    cited = Citation(0, len(span), evidence.strips[0].id, "x", 0, len(sentence), sentence, 1.0)
    (claim,) = claims_of(span, (cited,), evidence)
    assert (claim.quoted, claim.part, claim.stands_alone, claim.cited) == (True, True, False, (1,))
    scorer = Sure(0.2, 0.8, 0.0)
    (found,) = SentenceVerifier(scorer).findings("When was it founded?", evidence, (claim,))
    assert {claim for claim, _ in scorer.pairs} == {f"When was it founded? {span}"}
    # A text cannot contradict its own words: at worst they are no answer.
    assert found.check.label is NliLabel.ABSENT


def test_the_sentences_of_a_quoted_entry_are_supported_however_short():
    entry = "Stop the pump. Wait. Open the valve."
    passage = make_passage(entry, "manual")
    cited = Citation(0, len(entry), passage.id, passage.source, 0, len(entry), entry, 1.0)
    evidence = Evidence((whole(passage),))
    claims = claims_of(entry, (cited,), evidence)
    assert [claim.cited for claim in claims] == [(1,), (1,), (1,)]  # cited by its passage
    found = SentenceVerifier(Sure(0.0, 1.0, 0.0)).findings("How to drain it?", evidence, claims)
    assert {each.check.label for each in found} == {NliLabel.SUPPORTED}


def test_what_is_cited_decides_and_another_passage_cannot_outvote_it():
    class Divided:
        def nli(self, pairs):
            by = {"gold": NliScores(0.7, 0.1, 0.2), "bread": NliScores(0.0, 0.9, 0.1)}
            return [by[passage.id] for _, passage in pairs]

    other = make_passage("Gold is no dense metal.", "bread")
    evidence = Evidence(tuple(map(whole, (GOLD, other))))
    (found,) = findings("Gold is dense [1].", Divided(), evidence)
    assert (found.check.label, found.conflict) == (NliLabel.SUPPORTED, True)
    (found,) = findings("Gold is dense [2].", Divided(), evidence)
    assert found.check.label is NliLabel.CONTRADICTED


def evidence_of(text):
    return Evidence((whole(make_passage(text)),))


def test_exchanged_roles_are_a_contradiction():
    source = evidence_of("The thief was warned by the guard at the gate.")
    text = "The guard was warned by the thief at the gate."
    (found,) = findings(text, Sure(0.95, 0.03, 0.02), source)
    assert found.check.label is NliLabel.CONTRADICTED


def test_the_network_reads_a_quantity_as_the_evidence_writes_it():
    scorer = Sure(0.9, 0.05, 0.05)
    text = "The client waits two minutes by default for it."
    (found,) = findings(text, scorer, evidence_of("It waits 120 seconds. It may be less."))
    assert found.check.label is NliLabel.SUPPORTED
    assert all("120 seconds" in claim for claim, _ in scorer.pairs)
    assert "two minutes" in found.claim.text  # notes quote what the answer says


def test_a_number_that_may_follow_from_others_is_not_contradicted():
    source = evidence_of("Workers have 26 days of leave, at night two more.")
    (found,) = findings("Night workers have 28 days of leave.", Sure(0.1, 0.8, 0.1), source)
    assert found.check.label is NliLabel.ABSENT
    (found,) = findings("Night workers have 31 days of leave.", Sure(0.1, 0.8, 0.1), source)
    assert found.check.label is NliLabel.CONTRADICTED


def test_what_is_said_of_some_does_not_support_what_is_said_of_all():
    evidence = Evidence((whole(make_passage("Dogs are not let in at noon.", "dogs")),))
    (found,) = findings("Dogs are never ever let in there.", Sure(0.9, 0.0, 0.1), evidence)
    assert found.check.label is NliLabel.ABSENT
    assert "of all" in found.objection
