from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import InputError
from assay_bench.runs.compare import compare, comparison_json, comparison_table, results_of
from assay_bench.runs.record import Record


def records(name, rights, questions=None):
    return [
        Record(
            name,
            f"c{at}",
            (questions or {}).get(at, f"Question {at}?"),
            {"text": "x" if right is not None else None},
            right,
            {"f1": float(bool(right))},
            seconds=0.1,
        )
        for at, right in enumerate(rights)
    ]


def results(**systems):
    return results_of(
        {Path("run"): [r for n, rights in systems.items() for r in records(n, rights)]}
    )


def test_a_clear_difference_is_significant():
    found = compare(results(rag=[False] * 30 + [True] * 10, crag=[True] * 40))
    (accuracy,) = [each for each in found if each.measure == "accuracy"]
    assert (accuracy.mean_first, accuracy.mean_second) == (0.25, 1.0)
    assert accuracy.difference.value == 0.75
    assert accuracy.difference.low < 0.75 < accuracy.difference.high
    assert accuracy.significant
    assert "| accuracy | rag | crag | 40 | 25 | 100 | +75 * |" in comparison_table(found)


def test_no_difference_is_not():
    found = compare(results(rag=[True, False] * 20, crag=[False, True] * 20))
    (accuracy,) = [each for each in found if each.measure == "accuracy"]
    assert accuracy.difference.value == 0
    assert not accuracy.significant
    assert comparison_json(found)[0]["significant"] is False


def test_p_is_corrected_for_the_number_of_pairs():
    base = [False] * 20 + [True] * 20
    three = results(a=base, b=[False] * 14 + [True] * 26, c=base)
    found = [each for each in compare(three) if each.measure == "accuracy"]
    assert len(found) == 3
    first = next(each for each in found if (each.first, each.second) == ("a", "b"))
    assert first.corrected == pytest.approx(min(1, 3 * first.difference.p))
    assert all(each.corrected >= each.difference.p for each in found)


def test_only_shared_and_judged_questions_count():
    one = records("a", [True, True, None, False])
    two = records("b", [True, False, None])
    found = compare(results_of({Path("x"): one, Path("y"): two}))
    counts = {each.measure: each.difference.count for each in found}
    assert (counts["accuracy"], counts["f1"], counts["answered"]) == (2, 3, 3)
    assert {(each.first, each.second) for each in found} == {("x: a", "y: b")}


def test_the_same_seed_gives_the_same_figures():
    both = results(rag=[True, False] * 9, crag=[True, True, False] * 6)
    assert compare(both, seed=3) == compare(both, seed=3)


def test_what_cannot_be_paired_is_refused():
    with pytest.raises(InputError, match="only one system"):
        compare(results(rag=[True]))
    other = {n: {f"z{c}": r for c, r in rows.items()} for n, rows in results(b=[True]).items()}
    with pytest.raises(InputError, match="no question in common"):
        compare({**results(a=[True]), **other})
    changed = records("b", [True], {0: "Something else?"})
    with pytest.raises(InputError, match="the question 'c0' is not the same"):
        compare(results_of({Path("x"): [*records("a", [True]), *changed]}))
