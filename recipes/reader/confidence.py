"""Fits how likely an answer is right: `python -m recipes.reader.confidence --help`.

Asks all questions of folders in the form of `assay bench realdocs`, fits a logistic regression to
the answers that were given: the score of the passage, its distance to the next, the form. Every
figure that is printed is of corpora that it was not fitted on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from assay import api
from assay.steps.answer.confidence import features
from assay.types import Form
from assay_bench.realdocs.displayed import displayed
from assay_bench.realdocs.judge import Outcome, judged
from assay_bench.realdocs.question import read_questions
from recipes.reader.gather import settings_of

FORMS = [Form.FACT, Form.LIST, Form.STEPS, Form.YES_NO]  # the others are passages
PENALTY, BINS = 0.1, 5


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given, what it rests on, and whether it is right."""

    corpus: str
    seen: tuple[float, ...]
    right: bool


def given(data: Path, index: Path) -> Iterator[Given]:
    """The answers to all questions of a folder that are not refused."""
    questions = sorted(read_questions(data), key=lambda each: (each.corpus, each.id))
    for corpus, some in groupby(questions, key=lambda each: each.corpus):
        settings = settings_of(data, corpus, index)
        folder = settings.index.dir
        assert folder is not None
        engine = api.open(folder, settings=settings)
        for question in some:
            answer = engine.ask(question.question)
            if answer.abstained:
                continue
            scores = sorted((each.score for each in answer.scores), reverse=True)
            forms = tuple(float(answer.form is form) for form in FORMS)
            right = judged(question, displayed(answer)) is Outcome.RIGHT
            yield Given(f"{data.name}/{corpus}", (*features(scores), *forms), right)
        print(f"{data.name}/{corpus} is asked", flush=True)


def fit(answers: Sequence[Given]) -> LogisticRegression:
    """The regression over the features of some answers."""
    seen = np.array([each.seen for each in answers])
    return LogisticRegression(C=PENALTY).fit(seen, [each.right for each in answers])


def calibration_error(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The mean distance between confidence and share of right answers, in bins."""
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    used = [bins == number for number in range(BINS) if (bins == number).any()]
    return float(sum(some.mean() * abs(sure[some].mean() - right[some].mean()) for some in used))


def main() -> None:
    """Print the errors on corpora left out, and the weights of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of questions")
    parser.add_argument("--index", type=Path, required=True, help="folder of the indexes")
    options = parser.parse_args()
    answers = [each for data in options.data for each in given(data, options.index / data.name)]
    whole, rights = [], []
    for corpus in sorted({each.corpus for each in answers}):
        own = [each for each in answers if each.corpus == corpus]
        model = fit([each for each in answers if each.corpus != corpus])
        sure = model.predict_proba([each.seen for each in own])[:, 1]
        right = np.array([each.right for each in own])
        whole.append(sure)
        rights.append(right)
        high = sure >= 0.8
        shares = f"{right[high].sum()} of {high.sum()} of 80 % or more right"
        print(f"{corpus:14} {len(own)}: error {calibration_error(sure, right):.3f}, {shares}")
    sure, right = np.concatenate(whole), np.concatenate(rights)
    high = sure >= 0.8
    print(f"all {len(sure)}: error {calibration_error(sure, right):.3f}, {right[high].mean():.2f}")
    model = fit(answers)
    score, ahead, *forms = model.coef_[0]
    told = ", ".join(f"{f.value} = {w:.3g}" for f, w in zip(FORMS, forms, strict=True))
    print(f"\n[calibration.answer]\nscore = {score:.4g}\nahead = {ahead:.4g}")
    print(f"bias = {model.intercept_[0]:.4g}\nforms = {{ {told} }}")


if __name__ == "__main__":
    main()
