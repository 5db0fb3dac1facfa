"""What becomes of the replies of a language model that wrote claims and questions."""

import random

from recipes.verifier.composed import CLAIMS, QUESTIONS, composed, denied, job, piece
from recipes.verifier.edits import Pool
from recipes.verifier.examples import Example

TEXT = "A lock can be shared. It is kept until the owner leaves."


def made(asked: str, name: str, reply: str) -> list[Example]:
    return list(composed(job(name, asked, "Locks", TEXT), reply, Pool(), random.Random(1)))


def test_a_question_is_answered_by_both_words_beside_the_text_and_its_opposite() -> None:
    examples = made(QUESTIONS, "q1", " Can two people share a lock?\nnonsense\nYes: what now")
    assert [each.claim for each in examples] == [
        "Can two people share a lock? Yes.",
        "Can two people share a lock? No.",
    ] * 2
    assert examples[0].text == TEXT
    assert examples[2].text == "A lock can not be shared. It is kept until the owner leaves."


def test_an_open_question_stands_beside_its_own_text_alone() -> None:
    examples = made(QUESTIONS, "q1", " why\nOpen: Is there a limit on locks?")
    assert [each.text for each in examples] == [TEXT, TEXT]


def test_nothing_that_a_model_wrote_has_a_label_that_counts() -> None:
    examples = made(CLAIMS, "p1", " A lock can have two owners.\nWrong: A lock is never kept.")
    assert len(examples) == 2
    assert {each.weight for each in examples} == {0.0}


def test_a_reply_begins_where_the_prompt_ends() -> None:
    assert job("p1", CLAIMS, "Locks", TEXT)["prompt"].endswith("assistant\nTrue:")


def test_a_text_that_cannot_be_denied_has_no_opposite() -> None:
    assert list(denied("Two plus two. Blue paint.")) == []


def test_a_piece_is_whole_sentences() -> None:
    assert piece(TEXT, random.Random(3), 6) in ("A lock can be shared.", TEXT[22:])
