"""What becomes of the answers of a language model to open questions."""

import random

from recipes.assayer.corpus import Open, Tables
from recipes.verifier.answered import answered, jobs_of
from recipes.verifier.examples import Example, answers_question

LINE = {"id": "a1", "question": "Who keeps the light?", "answers": ["Ana Holm", "A. Holm"]}


def made(reply: str, seed: int = 1) -> list[Example]:
    return list(answered(LINE, reply, ["1902"], random.Random(seed)))


def test_a_reply_stands_behind_its_question_beside_the_right_answers() -> None:
    first, *_ = made("Ana Holm keeps the light. She has done so since")
    assert first.claim.casefold().startswith("who keeps the light")
    assert "Ana Holm keeps the light." in first.claim
    assert first.text == "The answer is Ana Holm. The answer is A. Holm."


def test_nothing_that_a_model_answered_has_a_label_that_counts() -> None:
    examples = [each for seed in range(30) for each in made("Ana Holm keeps the light.", seed)]
    assert {each.weight for each in examples} == {0.0}
    assert any(each.text == "The answer is 1902." for each in examples)


def test_the_first_weights_teach_it_without_a_question_mark_too() -> None:
    examples = [each for seed in range(30) for each in made("Ana Holm keeps the light.", seed)]
    assert any("?" not in each.claim for each in examples)
    assert all(answers_question(each) for each in examples)


def test_a_reply_of_a_word_or_two_is_left_out() -> None:
    assert made("Ana Holm") == []


def test_half_of_the_questions_are_asked_with_their_answer() -> None:
    tables = Tables()
    for number in range(40):
        question = tables.question(f"Who keeps light {number}?")
        tables.opens.append(Open(question, ["Ana Holm"], "", "nq"))
    tables.opens.append(Open(tables.question("Is it lit?"), ["yes"], "", "manuals"))
    jobs = list(jobs_of(tables))
    told = ["The answer is: Ana Holm" in job["prompt"] for job in jobs]
    assert len(jobs) == 40
    assert 8 < sum(told) < 32
