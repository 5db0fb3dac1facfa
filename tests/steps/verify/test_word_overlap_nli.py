from __future__ import annotations

from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import make_passage


def test_support_is_the_share_of_words_that_stand_there():
    text = make_passage("Gold is a dense metal.", "x")
    whole, part, none = WordOverlapNli().nli(
        [("Gold is dense.", text), ("Gold is cheap.", text), ("Bread bakes.", text)]
    )
    assert whole.supported == 1
    assert 0 < part.supported < 1
    assert none.absent == 1
    assert whole.contradicted == part.contradicted == 0
