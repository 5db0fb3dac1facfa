from __future__ import annotations

from assay.adapters.verifiers.digest import digest

ROAD = "The road to the coast passes fields and villages. " * 30


def test_what_a_text_says_in_two_places_stands_together():
    text = f"The mill was built in 1842. {ROAD}A fire closed the mill in 1910. {ROAD}"
    found = digest("The mill was built in 1842 and closed by a fire in 1910.", text)
    assert found == "The mill was built in 1842. A fire closed the mill in 1910."


def test_it_keeps_the_order_of_the_text_and_a_limit_of_words():
    text = "Barley was ground.\nThe mill stood there.\nThe mill ground barley and rye."
    claim = "The mill ground barley."
    assert digest(claim, text, 8) == "The mill ground barley and rye."
    assert digest(claim, text, 9) == "Barley was ground. The mill ground barley and rye."


def test_a_sentence_longer_than_the_limit_is_kept_whole():
    assert digest("The mill ground barley.", "The mill ground barley and rye.", 2) != ""


def test_nothing_of_the_claim_gives_nothing():
    assert digest("Copper conducts.", ROAD) == ""
    assert digest("Copper conducts.", "") == ""
