from __future__ import annotations

import pytest

from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.adapters.rewriters.prompted import PROMPTS, PromptedRewriter, RewriteTask, cleaned
from assay.errors import ServiceError
from assay.testing import FakeChatModel
from assay.tracing import recording

QUESTION = "What is Henry Feilden's occupation?"


def test_keywords_are_separated_by_commas_as_in_the_paper():
    with recording() as record:
        assert KeywordRewriter().rewrite(QUESTION) == "Henry Feilden, occupation"
    assert record.steps[0].facts == {"query": "Henry Feilden, occupation"}
    assert KeywordRewriter(most=1).rewrite(QUESTION) == "Henry Feilden"
    assert len(KeywordRewriter().rewrite("x" * 4000)) <= 200


def test_the_model_is_asked_with_the_paper_s_examples_and_the_question_alone():
    model = FakeChatModel(["Henry Feilden, occupation\n\nquestion: another"])
    assert PromptedRewriter(model).rewrite(QUESTION) == "Henry Feilden, occupation"
    (prompt,) = model.calls
    assert prompt.endswith(f"question: {QUESTION}\nquery:") and "Billy Carlson" in prompt


@pytest.mark.parametrize("task", RewriteTask)
def test_each_task_has_a_prompt_of_its_own(task):
    model = FakeChatModel(["one, two"])
    PromptedRewriter(model, task).rewrite("Braces {like} these {0} and 100%")
    assert model.calls[0].count("query:") == PROMPTS[task].count("query:") >= 4
    assert "Braces {like} these {0} and 100%" in model.calls[0]
    assert len({*PROMPTS.values()}) == len(RewriteTask)


@pytest.mark.parametrize(
    ("reply", "query"),
    [
        ("a, b, c, d, e", "a, b, c"),
        ("Query: tea, leaves", "tea, leaves"),
        ("\n\n  keywords: \"tea\", 'leaves'.\nMore talk", "tea, leaves"),
        ("tea,, ,leaves", "tea, leaves"),
        ("t\u200bea\x00", "tea"),
        ("x" * 999, "x" * 200),
    ],
)
def test_a_talkative_reply_is_cut_down_to_three_keywords(reply, query):
    assert cleaned(reply) == query


@pytest.mark.parametrize("reply", ["", "  \n ", "query:", ",,,"])
def test_rules_take_over_when_the_model_says_nothing(reply):
    assert PromptedRewriter(FakeChatModel([reply])).rewrite(QUESTION) == "Henry Feilden, occupation"


def test_rules_take_over_when_the_model_is_down():
    down = FakeChatModel(error=ServiceError("down"))
    assert PromptedRewriter(down).rewrite(QUESTION) == "Henry Feilden, occupation"
