"""Which sentences over short texts a verifier takes as supported, by what is wrong with them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from assay.ports import Verifier
from assay.types import NliLabel, Passage
from assay.verification import verify_text

SETS = ("development", "held_out", "fresh")


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence over a text; `kind` is what is wrong with a false one, or turned in a true one."""

    text: Passage
    sentence: str
    kind: str
    true: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case, whether its check passed, and whether it was called contradicted."""

    case: Case
    passed: bool
    contradicted: bool

    @property
    def wrong(self) -> bool:
        """True for a false sentence that passed, and for a true one that did not."""
        return self.passed != self.case.true


def cases(name: str) -> Iterator[Case]:
    """The sentences of one of the sets."""
    raw = files("assay_bench.verify_cases").joinpath(f"{name}.toml").read_text("utf-8")
    for number, each in enumerate(tomllib.loads(raw)["text"]):
        text = Passage(f"{name}-{number}", each["text"].strip(), each["title"])
        for true in (True, False):
            for kind, sentence in each["true" if true else "false"]:
                yield Case(text, sentence, kind, true)


def measure(verifier: Verifier, chosen: Sequence[Case]) -> list[Outcome]:
    """What the verifier makes of each sentence, its text being all the evidence."""
    found = []
    for case in chosen:
        check = verify_text(verifier, case.sentence, [case.text])
        contradicted = any(each.label is NliLabel.CONTRADICTED for each in check.sentences)
        found.append(Outcome(case, check.judgment, contradicted))
    return found


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Counts for true and for false sentences, and the sentences that were judged wrongly."""

    def counts(true: bool) -> dict[str, Any]:
        of = [each for each in outcomes if each.case.true is true]
        wrong = Counter(each.case.kind for each in of if each.wrong)
        kinds = Counter(each.case.kind for each in of)
        return {
            "sentences": len(of),
            "wrong": sum(wrong.values()),
            "contradicted": sum(each.contradicted for each in of),
            "kinds": {kind: [wrong[kind], kinds[kind]] for kind in sorted(kinds)},
        }

    return {
        "false": counts(False),
        "true": counts(True),
        "faulty": [each.case.sentence for each in outcomes if each.wrong],
    }


def page(figures: dict[str, Any]) -> str:
    """Markdown: one row for false and one for true sentences, and by kind."""
    lines = [
        "| sentences | n | judged wrongly | called contradicted | by kind |",
        "|---|---|---|---|---|",
    ]
    for name in ("false", "true"):
        of = figures[name]
        kinds = ", ".join(f"{kind} {wrong} of {n}" for kind, (wrong, n) in of["kinds"].items())
        row = [name, of["sentences"], of["wrong"], of["contradicted"], kinds]
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)
