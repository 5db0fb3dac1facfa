from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from assay.cli.view.explain import explanation
from assay.cli.view.show import plain_answer
from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Evidence, Step
from tests.answers import BAD, DOUBTFUL, GOOD, WEB, crag_answer


def drawn(answer, width: int) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width, markup=False, highlight=False).print(explanation(answer))
    return stream.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_a_correct_answer_shows_words_sources_scores_strips_and_times(width):
    answer = crag_answer(GOOD, DOUBTFUL, BAD)
    text = drawn(answer, width)
    assert max(map(len, text.splitlines())) <= width
    for expected in ("CORRECT", "good.txt", "+0.90", "-0.95", "lower -0.50", "+0.50 upper"):
        assert expected in text
    for step in ("retrieve", "score", "judge", "refine", "generate", "total"):
        assert f"  {step}" in text


def test_strips_kept_and_dropped_carry_different_marks():
    lines = drawn(crag_answer(GOOD, BAD), 80).splitlines()
    strips = lines[next(i for i, line in enumerate(lines) if line.startswith("Evidence")) :]
    assert "1 strips kept, 2 dropped" in strips[0]
    assert any("✓" in line and "continue" in line for line in strips)
    assert any("✗" in line and "Bananas" in line for line in strips)


def test_passages_that_the_reader_got_carry_their_own_verdict():
    answer = crag_answer(GOOD, BAD)
    scored = {each.passage: each.score for each in answer.scores}
    given = tuple(whole(passage, score) for passage, score in scored.items())
    lines = drawn(replace(answer, evidence=Evidence(given)), 80).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Evidence"))
    assert "2 of 2 passages read for the answer" in lines[start]
    first = [line.split()[:2] for line in lines[start:] if "+0.90" in line or "-0.95" in line]
    assert first == [["✓", "+0.90"], ["✗", "-0.95"]]


def test_an_abstention_says_so_and_why():
    text = drawn(crag_answer(BAD, notes=["nothing was searched"]), 80)
    assert "No answer." in text
    assert "INCORRECT" in text
    assert "nothing was searched" in text


def test_external_evidence_is_marked_as_such():
    assert "external" in drawn(crag_answer(BAD, external=[WEB]), 80)


@pytest.mark.parametrize("attack", ["\x1b[2J\x1b]0;own\x07", "\u202egnihtyna", "\x9b31m", "\r\x08"])
def test_a_document_cannot_command_the_terminal(attack):
    hostile = make_passage(f"The continue {attack}statement goes on.", id=f"evil{attack}")
    answer = crag_answer(hostile)
    for text in (drawn(answer, 80), plain_answer(answer).plain):
        assert not set(text) & set("\x1b\x07\x08\r\x9b\u202e")


def test_markup_in_a_document_is_shown_not_obeyed():
    text = drawn(crag_answer(make_passage("In [red]continue[/red] we trust :smile:.")), 80)
    assert "[red]continue[/red]" in text
    assert ":smile:" in text


def test_times_say_for_whom_a_step_waited():
    answer = replace(
        crag_answer(GOOD),
        trace=(
            Step("generate", 10.0, 30.0),
            Step("complete", 12.0, 25.0, 1),
            Step("end", 40.0, 1.0),
        ),
    )
    (line,) = [line for line in drawn(answer, 120).splitlines() if "  generate " in line]
    assert "waited for complete 25.0 ms" in line
    assert drawn(answer, 120).count("waited for") == 1


def test_steps_that_run_side_by_side_are_waited_for_once():
    steps = (
        Step("choose", 0.0, 40.0),
        Step("complete", 1.0, 20.0, 1),
        Step("complete", 2.0, 38.0, 1),
        Step("complete", 3.0, 5.0, 1),
    )
    (line,) = [
        line
        for line in drawn(replace(crag_answer(GOOD), trace=steps), 120).splitlines()
        if "  choose " in line
    ]
    assert "waited for complete 39.0 ms" in line


def test_the_headline_says_how_sure_the_answer_is():
    answer = replace(crag_answer(GOOD), confidence=0.83)
    assert "confidence 83%" in drawn(answer, 80)
    assert "confidence" not in drawn(replace(answer, text=None, reason="nothing"), 80)
