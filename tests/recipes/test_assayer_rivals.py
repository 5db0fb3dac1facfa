"""The passages of one question are compared: found, kept together, and put in order."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.torch


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def kettles(torch):
    """Twenty pages and ten entries on kettles; the first page and the first entry answer."""
    from recipes.assayer.corpus import NO_ANSWER, Open, Pair, Tables

    tables = Tables()
    asked = tables.question("When does it boil?")
    pages = [tables.passage("Kettles", f"Page {n}: it is hot.") for n in range(20)]
    pages[0] = tables.passage("Kettles", "It boils after four minutes, as a rule.")
    entries = [tables.passage("Lid", f"Entry {n}: mind the lid.") for n in range(10)]
    entries[0] = tables.passage("Time", "It boils after four minutes.")
    tables.pairs = [
        Pair(asked, pages[0], 1.0, 10, 28, "written-factual"),
        Pair(asked, entries[0], 1.0, 10, 28, "entry-factual"),
        *(Pair(asked, row, 0.0, NO_ANSWER, NO_ANSWER, "entry-factual") for row in entries[1:]),
    ]
    return tables, Open(asked, ["four minutes"], "", "written-factual"), pages, entries


@pytest.mark.parametrize("kind", [0, 1])
def test_rivals_are_near_passages_of_the_same_kind_without_the_answer(kettles, kind):
    from recipes.assayer.rivals import TOGETHER, rivals

    tables, asked, pages, entries = kettles
    near = {asked.question: [*pages, *entries]}
    found = rivals(tables, near, {asked.question: asked}, [tables.pairs[kind]], 5)
    assert len(found) == TOGETHER
    assert found[0] is tables.pairs[kind]
    kin = (pages, entries)[kind]
    assert all(pair.passage in kin and pair.relevance == 0 for pair in found[1:])
    assert all("four minutes" not in tables.passages[pair.passage][1] for pair in found[1:])


def test_a_question_with_too_few_rivals_is_left_out(kettles):
    from recipes.assayer.rivals import rivals

    tables, asked, pages, _ = kettles
    near = {asked.question: pages[:5]}
    assert not rivals(tables, near, {asked.question: asked}, tables.pairs[:1], 5)


def test_rows_that_belong_together_stay_together(torch):
    from recipes.assayer.fit import batches

    length = torch.randint(10, 200, (80,))
    seen = []
    for rows, width in batches(length, 16, torch.Generator().manual_seed(1), together=8):
        assert width >= int(length[rows].max())
        for group in rows.view(-1, 8).tolist():
            assert group == list(range(group[0], group[0] + 8))
            seen.append(group[0])
    assert sorted(seen) == list(range(0, 80, 8))


def test_the_order_is_learned_of_rivals_alone(torch):
    from recipes.assayer.distil import ranking_loss
    from recipes.assayer.rivals import TOGETHER

    theirs = torch.zeros(2 * TOGETHER)
    first = torch.full((2 * TOGETHER,), -2.0)
    first[0] = 3.0  # the good one of the first group stands first, of the second nobody does
    alone = torch.arange(2 * TOGETHER) >= 2 * TOGETHER
    rivals = torch.arange(2 * TOGETHER) < TOGETHER
    assert ranking_loss(first, theirs, alone).item() == 0
    wrong = first.roll(1)
    assert ranking_loss(first, theirs, rivals) < ranking_loss(wrong, theirs, rivals)
