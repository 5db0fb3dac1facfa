from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom

from assay_tuning.bounds import at_most, lower_bound, trials_needed
from assay_tuning.calibrate import Judged, calibrate
from assay_tuning.guarantee import Promise, candidates, certified
from assay_tuning.platt import fit_curve
from assay_tuning.trials import run_trials

CORRECT, INCORRECT = Promise(0.9, 0.9), Promise(0.85, 0.9)


@given(trials=st.integers(1, 400), share=st.floats(0, 1), chance=st.floats(0.001, 0.999))
def test_the_tail_is_the_binomials(trials, share, chance):
    successes = round(share * trials)
    assert at_most(successes, trials, chance) == pytest.approx(
        float(binom.cdf(successes, trials, chance)), abs=1e-9
    )


@given(trials=st.integers(1, 400), share=st.floats(0, 1), confidence=st.floats(0.5, 0.99))
def test_the_bound_is_clopper_and_pearsons(trials, share, confidence):
    successes = round(share * trials)
    exact = beta.ppf(1 - confidence, successes, trials - successes + 1) if successes else 0.0
    assert lower_bound(successes, trials, confidence) == pytest.approx(float(exact), abs=1e-9)


def test_how_many_are_needed():
    assert trials_needed(0.95, 0.9) == 45  # 0.95 ** 45 < 0.1 <= 0.95 ** 44
    assert trials_needed(0.9, 0.95) == 29
    assert trials_needed(0.95, 0.9, 0.94) is None
    many = trials_needed(0.9, 0.9, 0.95)
    assert 45 < many < 300
    assert at_most(int(many * 0.05), many, 0.1) <= 0.1


def world(random, size, *, spread=1.5, passages=3):
    """Questions whose passages score higher when they are good, and many that lie between."""
    judged = []
    for _ in range(size):
        labels = random.random(passages) < 0.3
        scores = np.tanh(random.normal(np.where(labels, spread, -spread) / 2, 1.0))
        judged.append(
            Judged(tuple(map(float, scores)), tuple(map(bool, labels)), bool(labels.any()))
        )
    return judged


def test_the_promise_is_broken_no_more_often_than_stated():
    """Many draws from a known world: the rate of broken promises stays under 1 - confidence."""
    random = np.random.default_rng(5)
    trials = run_trials(world(random, 3_000, spread=2.5), CORRECT, INCORRECT, draws=200, size=250)
    assert trials.promised > 100  # it is not kept by never promising
    # 20 of 200 are allowed on average; 32 would be three deviations more than that.
    assert trials.broken_correct <= 32
    assert trials.broken_incorrect <= 32


def test_the_promise_is_kept_by_scores_that_mean_nothing():
    """The hardest case: no threshold keeps the promise, so every certificate is an error."""
    random = np.random.default_rng(6)
    broken = 0
    for _ in range(200):
        scores, right = random.normal(size=300), random.random(300) < 0.88
        first, second = (scores[:120], right[:120]), (scores[120:], right[120:])
        broken += bool(certified(first, second, CORRECT))
    assert 0 < broken <= 32


def test_a_better_evaluator_is_let_speak_more_often():
    random = np.random.default_rng(7)
    weak, strong = (world(random, 600, spread=spread) for spread in (1.0, 3.0))
    shares = [calibrate(each, CORRECT, INCORRECT).correct.share for each in (weak, strong)]
    assert shares[0] < shares[1]


def test_what_was_picked_for_labelling_never_tests():
    random = np.random.default_rng(8)
    fair = world(random, 300)
    picked = [
        Judged(each.scores, each.labels, each.holds, picked=True) for each in world(random, 200)
    ]
    found = calibrate([*fair, *picked], CORRECT, INCORRECT)
    assert (found.fitted, found.tested) == (200 + 90, 210)


def test_too_few_questions_say_how_many_would_do():
    random = np.random.default_rng(9)
    found = calibrate(world(random, 40, spread=3), Promise(0.95, 0.9), INCORRECT)
    assert found.thresholds is None
    assert 40 < found.shortfall.needed < 2_000


def test_an_evaluator_that_is_too_weak_is_told_so():
    random = np.random.default_rng(10)
    found = calibrate(world(random, 600, spread=0.3), Promise(0.99, 0.9), INCORRECT)
    assert found.upper is None
    assert found.shortfall.best.precision < 0.99


def test_nothing_is_fitted_to_one_kind_of_label():
    only_good = [Judged((0.5,), (True,), True)] * 100
    assert calibrate(only_good, CORRECT, INCORRECT) is None
    upside_down = [Judged((s,), (s < 0,), s < 0) for s in np.linspace(-0.9, 0.9, 200)]
    assert calibrate(upside_down, CORRECT, INCORRECT) is None


def test_thresholds_never_cross():
    perfect = [Judged((s,), (s > 0,), bool(s > 0)) for s in np.linspace(-0.9, 0.9, 400)]
    found = calibrate(perfect, CORRECT, INCORRECT)
    assert found.thresholds.lower <= found.thresholds.upper
    assert found.correct.precision >= CORRECT.target


def test_the_curve_is_that_of_logistic_regression():
    from sklearn.linear_model import LogisticRegression

    from assay_tuning.platt import logits

    random = np.random.default_rng(11)
    labels = random.random(5_000) < 0.4
    scores = np.tanh(random.normal(np.where(labels, 0.5, -0.5), 1.0))
    theirs = LogisticRegression(C=1e9).fit(logits(scores)[:, None], labels)
    ours = fit_curve(scores, labels)
    assert ours.slope == pytest.approx(float(theirs.coef_[0, 0]), rel=0.02)
    assert ours.bias == pytest.approx(float(theirs.intercept_[0]), abs=0.02)
    again = np.array(ours.scores(scores))
    assert (np.diff(again[np.argsort(scores)]) >= 0).all()
    assert -1 <= min(ours.scores([-1.0])) < max(ours.scores([1.0])) <= 1


def test_thresholds_lie_between_scores():
    assert candidates(np.array([0.2, 0.2, 0.4])) == [-1.0, pytest.approx(0.3)]
    assert len(candidates(np.linspace(-1, 1, 5_000))) == 100
    assert candidates(np.array([])) == []
