"""What the papers claim, held against what was measured: agreement, disagreement, or not shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay_bench.experiments.measure import ACCURACY, FACTSCORE, PERCENT, RETRIEVAL
from assay_bench.experiments.page import ENOUGH

AGREES, DISAGREES = "agrees", "disagrees"
SAME_WAY, OTHER_WAY = "the same direction, not shown", "not shown"
EQUAL, TOO_FEW = "no difference seen", "too few questions to tell"
BETTER, WORSE = 1, -1
HEADS = ("claim of the paper", "questions", "n", "paper, difference", "ours, difference", "reading")
NOTE = (
    "An interval that leaves nought out agrees or disagrees; any other shows nothing. Many lines"
    " stand here: of twenty without any effect, one would leave nought out by chance."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One system is better, or worse, than the one it is held against in an experiment.

    `systems` names those that all have to show it, `paper` what is said where no figure is printed.
    """

    says: str
    experiment: str
    systems: tuple[str, ...]
    way: int = BETTER
    measure: str = ACCURACY.name
    world: str = ""
    paper: str = ""


def _changed(*changes: str) -> tuple[str, ...]:
    return tuple(f"{system} {change}" for system in ("CRAG", "Self-CRAG") for change in changes)


ACTIONS = ("correct", "incorrect", "ambiguous")
WITHOUT = _changed(*(f"w/o {action}" for action in ACTIONS))
ONLY = _changed(*(f"only {action}" for action in ACTIONS))
PLAINER = _changed("w/o refinement", "w/o rewriting", "w/o selection")
CLAIMS = (
    Claim("CRAG is better than RAG", "crag.table1", ("CRAG",)),
    Claim("Self-CRAG is better than Self-RAG", "crag.table1", ("Self-CRAG",)),
    Claim("CRAG writes better biographies", "crag.table1", ("CRAG",), measure=FACTSCORE.name),
    Claim("every action helps: worse without", "crag.table2", WITHOUT, WORSE),
    Claim("one action alone is worse", "crag.table11", ONLY, WORSE),
    Claim("every operation helps: worse without", "crag.table3", PLAINER, WORSE),
    Claim("choosing is better than the web always", "crag.table5", ("CRAG",)),
    Claim("CRAG holds as retrieval grows worse", "crag.figure3", ("CRAG",), world="75 %"),
    Claim("Self-CRAG holds as well", "crag.figure3", ("Self-CRAG",), world="75 %", paper="better"),
    Claim("CRAG is better than RAG, raw", "crag.raw", ("CRAG",)),
    Claim("Self-CRAG is better than Self-RAG, raw", "crag.raw", ("Self-CRAG",)),
    Claim("every action helps, raw", "crag.raw", WITHOUT[:3], WORSE, world="popqa"),
    Claim("one action alone is worse, raw", "crag.raw", ONLY[:3], WORSE, world="popqa"),
    Claim("every operation helps, raw", "crag.raw", PLAINER[:3], WORSE, world="popqa"),
    Claim("CoV-RAG is better than RAG, raw", "crag.raw", ("CoV-RAG",)),
    Claim("CRAG holds, raw", "crag.raw_figure3", ("CRAG",), world="75 %"),
    Claim("Self-CRAG holds, raw", "crag.raw_figure3", ("Self-CRAG",), world="75 %", paper="better"),
    Claim("CoV-RAG is better than RAG", "cov_rag.table2", ("CoV-RAG",)),
    Claim(
        "revised at the end is better than not at all",
        "cov_rag.table5",
        ("Revised at the end",),
        paper="better",
    ),
    Claim(
        "revised at the start is worse than not at all",
        "cov_rag.table5",
        ("Revised at the start",),
        WORSE,
        paper="worse",
    ),
    Claim(
        "without a chain it is worse",
        "cov_rag.table6",
        ("w/o chain, single",),
        WORSE,
        paper="worse",
    ),
    Claim("a second round finds more", "cov_rag.table7", ("Two rounds",), measure=RETRIEVAL.name),
)


def in_short(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    """The claims as a table; `found` has the figures of each experiment by its name."""
    rows = [row for claim in CLAIMS for row in _rows(claim, found.get(claim.experiment, ()))]
    if not rows:
        return []
    lines = [f"| {' | '.join(HEADS)} |", "|" + "---|" * len(HEADS)]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), "", NOTE]


def _rows(claim: Claim, figures: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    own = [f for f in figures if f.get("measure") == claim.measure and claim.world in f["world"]]
    several = len(claim.systems) > 1
    for figure in own:
        gap = figure["difference"]
        if figure["arm"] not in claim.systems or gap is None:
            continue
        says = f"{claim.says}: {figure['arm']}" if several else claim.says
        shown = (figure["unit"] * gap[each] for each in ("value", "low", "high"))
        ours = "{:+.1f} [{:+.1f}, {:+.1f}]".format(*shown)
        paper = _printed(figure, own) or claim.paper
        yield (
            says,
            figure["world"],
            str(gap["count"]),
            paper,
            ours,
            reading(gap, claim.way, figure["unit"]),
        )


def _printed(figure: Mapping[str, Any], figures: Sequence[Mapping[str, Any]]) -> str:
    """The paper's own differences, one for each of its models."""
    other = next(
        f for f in figures if (f["arm"], f["world"]) == (figure["against"], figure["world"])
    )
    both = [label for label in figure["paper"] if label in other["paper"]]
    gaps = (float(figure["paper"][each]) - float(other["paper"][each]) for each in both)
    return ", ".join(f"{gap:+.1f}" for gap in gaps)


def reading(gap: Mapping[str, Any], way: int, unit: float = PERCENT) -> str:
    """What a paired difference says of a claim; what would be shown as nought is none."""
    low, high = sorted((way * gap["low"], way * gap["high"]))
    if gap["count"] < ENOUGH:
        return TOO_FEW
    if not round(unit * gap["value"], 1):
        return EQUAL
    if low > 0:
        return AGREES
    if high < 0:
        return DISAGREES
    return SAME_WAY if way * gap["value"] > 0 else OTHER_WAY
