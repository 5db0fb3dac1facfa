"""Fits the card of `odds`: `python -m recipes.elsewhere.fit --runs DIR...`.

Reads what `realdocs.py` wrote of the arms `thorough`, `fifteen-entries` and `fast` in the folders
of runs: how likely a passage answers by a model's odds and the evaluator's score, how likely the
model's answer and the reader's are right, and whether the documents answer at all. `--weak` names
folders of a model whose odds tell nothing: what it wrote in `thorough` is judged without them.
What was written in `balanced` is shown as judged, too, and not fitted on.
Figures are of corpora left out; the same corpus may stand in several runs, and a run may lack arms.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from assay.steps.answer.confidence import logit_of
from assay.steps.answer.reply_judge import NEARLY
from recipes.elsewhere.realdocs import FEATURES, PAIRS
from recipes.reader.confidence import calibration_error

Floats = NDArray[np.float64]
Row = dict[str, Any]
PENALTY = 0.1
"""However often a question stands in the rows: several answers to one are no new question."""
SHARE = 3.0  # of the evaluator's score beside the odds
ENTRIES = ["best", "third"]
WORDS = ["support", "words", "agree", "confidence"]
ODDS = ["holds", "written", "read"]
ARMS = {
    "asked": (("thorough", "fifteen-entries"), [*ENTRIES, *WORDS, *ODDS]),
    "unasked": (("fast",), [*ENTRIES, *WORDS]),
}
SHOWN = {"asked": ("balanced",), "unasked": ()}
REFUSED = {"asked": 0.85, "unasked": 0.8}
"""How many of the questions without an answer are to be refused, of those that are fitted on."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A logistic regression over named features, as a card has it."""

    names: Sequence[str]
    weights: Floats
    bias: float

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        seen: Floats,
        right: Sequence[bool],
        *,
        even: bool,
        share: float = 1.0,
    ) -> Fitted:
        """Fit it; `even` lets both outcomes weigh the same, `share` is questions for each row."""
        middle, spread = seen.mean(axis=0), seen.std(axis=0) + 1e-9
        how = "balanced" if even else None
        model = LogisticRegression(C=PENALTY * share, class_weight=how)
        model.fit((seen - middle) / spread, right)
        weights = model.coef_[0] / spread
        return cls(names, weights, float(model.intercept_[0] - weights @ middle))

    def chance(self, seen: Floats) -> Floats:
        """The probability of each row."""
        return np.asarray(1 / (1 + np.exp(-(seen @ self.weights + self.bias))))

    def line(self) -> str:
        """The weights as an inline table."""
        told = zip([*self.names, "bias"], [*self.weights, self.bias], strict=True)
        return "{ " + ", ".join(f"{name} = {value:.4g}" for name, value in told) + " }"


def rows_of(runs: Sequence[Path], arm: str, name: str) -> list[Row]:
    """The rows of an arm over all folders, each with the set and corpus that it is of."""
    rows = []
    for run in runs:
        path = run / arm / name
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            rows.append({**json.loads(line), "of": run.name})
    return rows


def without_odds(runs: Sequence[Path]) -> list[Row]:
    """The rows of `thorough` as they are where the evaluator judged the passages alone."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for pair in rows_of(runs, "thorough", PAIRS):
        scores[pair["of"], pair["id"]].append(pair["evaluator"])
    rows = []
    for row in rows_of(runs, "thorough", FEATURES):
        best = sorted(scores[row["of"], row["id"]], reverse=True)
        if row["features"] and best:
            own = {"best": logit_of(best[0]), "third": logit_of(best[min(2, len(best) - 1)])}
            rows.append({**row, "features": {**row["features"], **own}})
    return rows


def fit_judge(rows: Sequence[Row], names: Sequence[str]) -> dict[str, Fitted]:
    """The three regressions over the features of some questions."""
    seen = _seen(rows, names)
    right = {
        each: [r["outcomes"].get(each) == "right" for r in rows] for each in ("written", "read")
    }
    share = len({row["id"] for row in rows}) / len(rows)
    fitted = {
        each: Fitted.of(names, seen, told, even=False, share=share) for each, told in right.items()
    }
    answerable = [not row["unanswerable"] for row in rows]
    return {**fitted, "answerable": Fitted.of(names, seen, answerable, even=True, share=share)}


def _seen(rows: Sequence[Row], names: Sequence[str]) -> Floats:
    return np.array([[row["features"][name] for name in names] for row in rows])


def _least(
    judge: dict[str, Fitted], rows: Sequence[Row], names: Sequence[str], refused: float
) -> float:
    without = [row for row in rows if row["unanswerable"]]
    return float(np.quantile(judge["answerable"].chance(_seen(without, names)), refused))


def left_out(
    rows: Sequence[Row], shown: Sequence[Row], names: Sequence[str], refused: float, *, within: bool
) -> list[Row]:
    """Every question as a judge decides it that never saw its corpus; `within`: nor its set."""
    told = []
    for of in sorted({row["of"] for row in shown}):
        kind = of.partition("-")[0]
        others = [r for r in rows if r["of"] != of and (not within or not r["of"].startswith(kind))]
        own = [row for row in shown if row["of"] == of]
        judge, seen = fit_judge(others, names), _seen(own, names)
        least = _least(judge, others, names, refused)
        chances = {name: one.chance(seen) for name, one in judge.items()}
        for at, row in enumerate(own):
            sure = {name: float(chance[at]) for name, chance in chances.items()}
            told.append({**row, "sure": sure, "least": least})
    return told


def show(told: Sequence[Row]) -> None:
    """Print what is shown of each corpus, each set and all: as judged, and of one answer alone."""
    names = sorted({row["of"] for row in told})
    for name in (*names, *sorted({each.partition("-")[0] for each in names}), ""):
        some = [row for row in told if row["of"].startswith(name)]
        area = roc_auc_score(
            [not r["unanswerable"] for r in some], [r["sure"]["answerable"] for r in some]
        )
        print(f"{name or 'all':12} AUROC {area:.3f}", end="")
        for how in ("judged", "written", "read"):
            print(f" | {how} {_figures(some, how)}", end="")
        print()


def _figures(rows: Sequence[Row], how: str) -> str:
    outcomes, refused, sure, right = Counter[str](), [], [], []
    for row in rows:
        same = row.get("same", False)  # older runs did not write it
        nearly = same or row["sure"]["written"] >= row["sure"]["read"] - NEARLY
        best = "written" if "written" in row["outcomes"] and nearly else "read"
        which = best if how == "judged" else how
        outcome = row["outcomes"].get(which, "refused")
        outcome = "refused" if row["sure"]["answerable"] < row["least"] else outcome
        if row["unanswerable"]:
            refused.append(outcome == "refused")
        else:
            outcomes[outcome] += 1
        if outcome != "refused":
            sure.append(row["sure"][which])
            right.append(outcome == "right")
    total = sum(outcomes.values())
    shares = "/".join(
        f"{100 * outcomes[o] / total:.0f}" for o in ("right", "partly", "wrong", "refused")
    )
    error = calibration_error(np.array(sure), np.array(right))
    return f"{shares} unanswerable {100 * np.mean(refused):.0f} error {error:.3f}"


def fit_pairs(rows: Sequence[Row]) -> None:
    """Print how odds and the evaluator's score become a probability.

    The evaluator counts three times as much as the odds, as measured before; only the scale is
    fitted: another share would put other entries before the model than those it answered from.
    """
    rows = [row for row in rows if row["odds"] is not None]
    holds = [row["holds"] for row in rows]
    for name, share in (("both", SHARE), ("odds", 0.0)):
        seen = np.array([[row["odds"] + share * row["evaluator"]] for row in rows])
        fitted = Fitted.of([name], seen, holds, even=False)
        area = roc_auc_score(holds, seen[:, 0])
        weight = fitted.weights[0]
        print(f"[calibration.{name}]  # AUROC over passages {area:.3f}")
        print(f"odds = {weight:.3g}\nevaluator = {share * weight:.3g}\nbias = {fitted.bias:.3g}\n")


def main() -> None:
    """Print the figures of corpora left out, and the weights of all for the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--runs", type=Path, nargs="+", required=True, help="folders of realdocs.py"
    )
    parser.add_argument("--weak", type=Path, nargs="*", default=[], help="of such a model")
    options = parser.parse_args()
    fit_pairs(rows_of(options.runs, "thorough", PAIRS))
    for name, (arms, features) in ARMS.items():
        rows, shown = (
            [
                {**row, "run": f"{name}: {arm}"}
                for arm in some
                for row in rows_of(options.runs, arm, FEATURES)
                if row["features"]
            ]
            for some in (arms, SHOWN[name])
        )
        if name == "unasked":
            weak = [{**row, "run": f"{name}: the weak model"} for row in without_odds(options.weak)]
            rows += weak
        for within, fitted in ((True, "the other set"), (False, "other corpora")):
            told = left_out(rows, [*rows, *shown], features, REFUSED[name], within=within)
            for run in dict.fromkeys(row["run"] for row in [*rows, *shown]):
                print(f"\n{run}, {fitted} fitted on")
                show([row for row in told if row["run"] == run])
        judge = fit_judge(rows, features)
        least = float(np.mean([row["least"] for row in told]))
        print(f"\n[calibration.{name}]")
        for each, fitted in judge.items():
            print(f"{each} = {fitted.line()}")
        print(f"least = {least:.4g}")


if __name__ == "__main__":
    main()
