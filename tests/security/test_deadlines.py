"""The time of a run ends inside a step too, and pieces do not change what a splitter says."""

from __future__ import annotations

import pytest
from sentencex import segment

from assay.adapters.scorers.pair_encoding import MAX_PIECE as TOKENS_PIECE
from assay.budget import Limits, limited
from assay.config import Settings
from assay.engine import Engine
from assay.errors import BudgetSpentError
from assay.steps.answer.support import SupportCheck
from assay.steps.correct.refine import cut_strips, whole
from assay.testing import FakeRelevanceScorer, make_passage
from assay.text.sentences import sentence_spans
from assay.types import Answer, Evidence, Passage
from assay.wiring import build_assayer, build_embedder, build_nli_scorer
from assay_documents.passages.sentences import MAX_PIECE

SPENT = Limits(seconds=1e-9)
ENDLESS = "A!" * 1_000_000


@pytest.mark.parametrize(
    "work",
    [
        lambda: sentence_spans(ENDLESS),
        lambda: cut_strips(make_passage(ENDLESS)),
        lambda: build_assayer(Settings()).score("Who?", [make_passage("It is Ada.")]),
        lambda: build_assayer(Settings()).score("Who?", [make_passage(ENDLESS)]),
        lambda: build_nli_scorer(Settings()).nli([("It is Ada.", make_passage("Ada."))]),
        lambda: build_embedder(Settings()).embed(["It is Ada."]),
    ],
    ids=["sentences", "strips", "scorer", "tokens", "verifier", "embedder"],
)
def test_a_step_stops_when_the_time_is_up(work):
    with limited(SPENT), pytest.raises(BudgetSpentError):
        work()


def test_a_run_whose_time_is_up_inside_a_step_ends_in_a_refusal():
    class Cuts:
        def answer(self, question: str) -> Answer:
            return Answer(question, str(cut_strips(make_passage(ENDLESS))), "cuts")

    answer = Engine(Cuts(), limits=SPENT).ask("What is it?")
    assert answer.text is None
    assert "seconds" in answer.reason


def test_an_answer_that_used_up_the_time_is_checked_by_its_words():
    said = "Ada wrote the first programme."
    evidence = Evidence((whole(make_passage(said)),))
    with limited(SPENT):
        draft = SupportCheck(FakeRelevanceScorer()).check(
            "Who?", "Ada wrote the first programme.", evidence
        )
    assert len(draft.citations) == 1


def test_pieces_find_the_sentences_that_the_whole_has():
    text = " ".join(
        f"Sentence number {n} was written by Dr. Smith of St. Louis, U.S., in 19{n % 100:02d}."
        f" It {'is very ' * (n % 9)}long; or not?"
        for n in range(400)
    )
    assert len(text) > 10 * MAX_PIECE
    whole = [piece.strip() for piece in segment("en", text)]
    assert [text[a:b] for a, b in sentence_spans(text)] == whole
    paragraphs = "\n\n".join(text[n : n + 700].strip() for n in range(0, len(text), 700))
    apart = [s for p in paragraphs.split("\n\n") for s in segment("en", p)]
    assert [paragraphs[a:b] for a, b in sentence_spans(paragraphs)] == [s.strip() for s in apart]


@pytest.mark.parametrize("unit", ["A!", "\u6f22\u3002", "x", "x ", "\ud800a. ", "\u00a0b! "])
def test_pieces_leave_nothing_out(unit):
    text = unit * (3 * MAX_PIECE // len(unit))
    spans = sentence_spans(text)
    assert spans == sorted(spans)
    assert all(a < b for a, b in spans)
    left = "".join(text[a:b] for a, b in spans)
    assert [c for c in left if not c.isspace()] == [c for c in text if not c.isspace()]


def test_a_long_passage_has_the_tokens_that_it_had_in_one_piece():
    network = build_assayer(Settings())._network
    words = "The harbour of Mura, built in 1871, is deep and cold. "
    long = Passage("1", words * (2 * TOKENS_PIECE // len(words)))
    short = Passage("2", words * 300)
    windows, known = network.windows("Who?", long), network.windows("Who?", short)
    for one, other in zip(windows, known[:-1], strict=False):
        assert one.ids.tolist() == other.ids.tolist()
    for window in windows:
        first, last = int(window.offsets[0, 0]), int(window.offsets[-1, 1])
        assert 0 <= first < last <= len(long.text)
    assert windows[-1].offsets[-1, 1] == len(long.text.rstrip())
