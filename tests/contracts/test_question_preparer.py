from __future__ import annotations

import pytest

from assay.adapters.questions.index_words import IndexWords
from assay.indexing.vocabulary import Vocabulary
from assay.ports import QuestionPreparer
from assay.testing import FakeQuestionPreparer
from tests.contracts.hostile import TEXTS

WORDS = Vocabulary({"configuration": 4, "folder": 3, "personal": 2}, 9)
SUBJECTS = [
    pytest.param(FakeQuestionPreparer(), id="FakeQuestionPreparer"),
    pytest.param(IndexWords(lambda: WORDS), id="IndexWords"),
]


@pytest.mark.parametrize("preparer", SUBJECTS)
def test_it_fits_the_port(preparer):
    assert isinstance(preparer, QuestionPreparer)


@pytest.mark.parametrize("preparer", SUBJECTS)
@pytest.mark.parametrize("question", TEXTS.values(), ids=TEXTS.keys())
def test_no_question_breaks_it_or_is_lost(preparer, question):
    assert bool(preparer.prepare(question)) == bool(question)
