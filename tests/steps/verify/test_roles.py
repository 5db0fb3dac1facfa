"""Claims that exchange the parts of a sentence, and true ones that only turn it round."""

from __future__ import annotations

import time

import pytest

from assay.steps.verify.roles import roles_swapped


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("She warned the guard.", "The guard warned her."),
        (
            "The mayor taught Ove Lind in Gent.",
            "He lived in Gent, where Ove Lind taught the mayor.",
        ),
        ("The tool pack was renamed to fold.", "The tool fold was renamed to pack."),
        ("The name changed from Alfa to Beta.", "The name changed from Beta to Alfa."),
        (
            "The town gave the mill to the widow of Ove Lind.",
            "The mill was given to the town by the widow of Ove Lind.",
        ),
        (
            "Zinc weakens the effect of Calmol.",
            "Drink no milk, because Calmol weakens the effect of zinc.",
        ),
    ],
)
def test_who_did_what_to_whom_is_told_apart(claim, source):
    assert roles_swapped(claim, source)
    assert not roles_swapped(source, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The pump was mended by Nils Holm.", "Nils Holm mended the pump."),
        ("Ada married Nils.", "Nils married Ada."),
        ("Sweden borders Norway.", "Norway borders Sweden."),
        ("In 1921 she drew the bridge.", "She drew the bridge in 1921."),
        ("The bridge was drawn in 1921 by her.", "She drew the bridge in 1921."),
        ("The line opened in 1990.", "The king opened the line in 1990."),
        (
            "It was Ada Berg who drew the pump that Nils Holm mended.",
            "The pump was mended by Nils Holm, after Ada Berg had drawn it.",
        ),
        (
            "Wish was directed by Jon Leo.",
            "Wish is a film directed by Jon Leo and written by Ann Poe.",
        ),
        (
            "The guest account can be locked by the main account.",
            "The main account can lock the guest account, but it cannot read it.",
        ),
        ("A tent used at sea is insured.", "Tents that are used at sea are insured."),
        ("Orm was carved by ice.", "Carved mostly by ice, Orm is the longest valley."),
        ("The county handed the line over to Nord.", "Nord took the line over from the county."),
    ],
)
def test_another_order_of_the_same_is_no_exchange(claim, source):
    assert not roles_swapped(claim, source)


def test_a_sentence_without_end_is_read_in_a_moment():
    said = " ".join(f"word{number} walked word{number} to" for number in range(1_000))
    began = time.perf_counter()
    assert not roles_swapped(f"Then {said}", f"{said} again")
    assert time.perf_counter() - began < 3
