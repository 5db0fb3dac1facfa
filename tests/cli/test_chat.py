"""`assay chat` with questions piped in, and `assay ask` with words as people type them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cli.test_ask import QUESTION, index  # noqa: F401 - a fixture


@pytest.fixture
def piped(monkeypatch):
    """Puts a text where a pipe would be."""

    def put(text: str) -> None:
        stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stdin)

    return put


def test_questions_piped_in_are_answered_one_after_the_other(assay, index, piped):  # noqa: F811
    piped(f"{QUESTION}\n\n  \nAre bananas yellow?\n")
    result = assay("chat", "--index", index)
    assert (result.code, result.err) == (0, "")
    answer, refusal = result.out.index("starts the next cycle"), result.out.index("No answer: ")
    assert answer < refusal


def test_a_follow_up_shows_the_question_that_was_asked(assay, index, piped):  # noqa: F811
    piped(f"{QUESTION}\nin a loop?\n")
    result = assay("chat", "--index", index)
    assert "looked for: What does the continue statement do in a loop?\n" in result.out


@pytest.mark.parametrize("word", ["/help", "?", "help"])
def test_help_is_no_question(assay, index, piped, word):  # noqa: F811
    piped(f"{word}\n{QUESTION}\n")
    result = assay("chat", "--index", index)
    assert result.out.startswith("Type a question") and "starts the next cycle" in result.out


def test_a_mistyped_command_is_no_question(assay, index, piped):  # noqa: F811
    piped(f"/hlep\n{QUESTION}\n")
    result = assay("chat", "--index", index)
    assert result.out.count("No answer") == 0 and "starts the next cycle" in result.out
    assert "there is no /hlep here" in result.err and "/help" in result.err


def test_a_question_without_words_is_no_question(assay, index):  # noqa: F811
    result = assay("ask", "?!", "--index", index)
    assert (result.code, result.out) == (2, "")
    assert "the question holds no words" in result.err


@pytest.mark.parametrize("word", ["exit", "/quit", "Bye"])
def test_a_word_that_ends_it_ends_what_is_piped_in(assay, index, piped, word):  # noqa: F811
    piped(f"{word}\n{QUESTION}\n")
    result = assay("chat", "--index", index)
    assert (result.code, result.out) == (0, "")


def test_a_bad_question_does_not_end_a_conversation(assay, index, piped):  # noqa: F811
    piped("x" * 5_000 + f"\n{QUESTION}\n")
    result = assay("chat", "--index", index)
    assert result.code == 0
    assert "at most 4,000 are allowed" in result.err
    assert "starts the next cycle" in result.out


def test_blank_lines_without_end_are_no_question(assay, index, piped):  # noqa: F811
    piped("\n" * 50_000)
    result = assay("chat", "--index", index)
    assert (result.code, result.out, result.err) == (0, "", "")


def test_an_index_that_is_missing_is_told_at_once(assay, fakes, piped):
    piped(QUESTION)
    result = assay("chat", "--index", fakes / "nothing")
    assert result.code != 0 and result.out == ""
    assert "nothing" in result.err and "Traceback" not in result.err


def test_a_question_needs_no_quotes(assay, index):  # noqa: F811
    quoted = assay("ask", QUESTION, "--index", index)
    bare = assay("ask", *QUESTION.split(), "--index", index)
    assert bare == quoted
    assert bare.code == 0


def test_a_dash_reads_the_question_from_standard_input(assay, index, piped):  # noqa: F811
    quoted = assay("ask", QUESTION, "--index", index)
    piped(f"{QUESTION}\n")
    assert assay("ask", "-", "--index", index) == quoted


def test_an_empty_standard_input_is_an_empty_question(assay, index, piped):  # noqa: F811
    piped(" \n")
    result = assay("ask", "-", "--index", index)
    assert (result.code, result.out) == (2, "")
    assert "empty" in result.err


def test_a_misspelt_word_is_mended_by_the_words_of_the_index(assay, fakes):
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    (fakes / "texts").mkdir()
    for number in range(3):
        text = f"Part {number}: the continue statement starts the next cycle."
        (fakes / "texts" / f"{number}.txt").write_text(text)
    settings = fakes / "assay.toml"
    settings.write_text(settings.read_text() + '[retrieval]\nmode = "fulltext"\n')
    index_paths([fakes / "texts"], Path("i").absolute(), FakeEmbedder())
    result = assay("ask", "what does the contniue statment do", "--index", Path("i").absolute())
    assert result.code == 0
    assert "looked for: what does the continue statement do\n" in result.out
