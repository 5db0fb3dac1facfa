from __future__ import annotations

import pytest

from assay.adapters.rewriters.keep_question import KeepQuestion
from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.adapters.rewriters.prompted import PromptedRewriter
from assay.ports import QueryRewriter
from assay.testing import FakeChatModel, FakeQueryRewriter
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeQueryRewriter(), id="FakeQueryRewriter"),
    pytest.param(lambda folder: KeepQuestion(), id="KeepQuestion"),
    pytest.param(lambda folder: KeywordRewriter(), id="KeywordRewriter"),
    pytest.param(
        lambda folder: PromptedRewriter(FakeChatModel(["one, two"])), id="PromptedRewriter"
    ),
]


@pytest.fixture(params=SUBJECTS)
def rewriter(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(rewriter):
    assert isinstance(rewriter, QueryRewriter)


def test_a_question_gives_words_to_search_for(rewriter):
    assert rewriter.rewrite("Who wrote The Trial?").strip()


@pytest.mark.parametrize("question", TEXTS.values(), ids=TEXTS.keys())
def test_no_question_breaks_it_or_makes_it_long(rewriter, question):
    assert len(rewriter.rewrite(question)) <= max(len(question), 200)
