from __future__ import annotations

import pytest

from assay.steps.correct.refine import whole
from assay.steps.verify.claims import claims_of
from assay.testing import make_passage
from assay.types import Citation, Evidence
from tests.contracts.hostile import TEXTS


def test_markers_belong_to_the_sentence_before_them_wherever_they_stand():
    text = "Gold is a metal [1]. It is dense. [2][3] Bread is baked [2, 4]"
    claims = claims_of(text)
    assert [claim.text for claim in claims] == [
        "Gold is a metal.",
        "It is dense.",
        "Bread is baked",
    ]
    assert [claim.cited for claim in claims] == [(1,), (2, 3), (2, 4)]
    assert text[claims[0].start : claims[0].end] == "Gold is a metal [1]."


def test_citations_count_like_markers():
    evidence = Evidence((whole(make_passage("Bread.", "a")), whole(make_passage("Gold.", "b"))))
    name = evidence.strips[1].id
    citation = Citation(0, 12, name, "b.txt", 0, 5, "Gold.", 1.0)
    unknown = Citation(0, 12, "nowhere", "", 0, 5, "Gold.", 1.0)
    (claim,) = claims_of("It is golden", [citation, unknown], evidence)
    assert claim.cited == (2, 0)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_every_word_of_any_text_lies_in_a_claim(text):
    claims = claims_of(text)
    covered = set()
    for claim in claims:
        assert 0 <= claim.start < claim.end <= len(text)
        covered.update(range(claim.start, claim.end))
    assert all(at in covered for at, char in enumerate(text) if char.isalnum())


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Gold is a dense yellow metal.", True),
        ("Paris.", False),
        ("In the spring of 1932", False),
        ("She was born in the town of Ulm.", True),
    ],
)
def test_a_whole_sentence_stands_alone_and_a_part_needs_its_question(text, alone):
    assert claims_of(text)[0].stands_alone is alone


def test_a_yes_rests_on_the_quotation_that_follows_it():
    quote = "The mill was built by Thomas Hale in 1702."
    text = f"Yes.\n\n{quote}"
    evidence = Evidence((whole(make_passage(quote, "mill")),))
    cited = Citation(6, len(text), evidence.strips[0].id, "mill", 0, len(quote), quote, 1.0)
    yes, rest = claims_of(text, (cited,), evidence)
    assert (yes.cited, yes.quoted) == ((1,), False)
    assert (rest.cited, rest.quoted, rest.part) == ((1,), True, False)
