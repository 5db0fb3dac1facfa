"""The page of an experiment: one table with the paper's figures beside ours, and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay import __version__
from assay.config import Settings
from assay_bench.experiments.experiment import Experiment
from assay_bench.experiments.figure import Figure
from assay_bench.experiments.measure import PERCENT
from assay_bench.experiments.model_size import parameters

ENOUGH = 10
"""Questions; resampling fewer says nothing about others."""
NOTE = (
    "Shares in percent. In brackets, where a figure lies with 95 % certainty (bootstrap over the"
    " questions); a difference is paired, and a star stands where its interval leaves nought out,"
    " over ten questions or more."
)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that could not be measured, and why."""

    what: str
    why: str


def page(
    experiment: Experiment,
    figures: Sequence[Figure],
    skipped: Sequence[Skipped],
    settings: Settings,
    seed: int,
) -> str:
    """The whole page as Markdown."""
    lines = [f"# {experiment.title}", "", _made_with(settings, seed), ""]
    if experiment.wide:
        lines += wide_table(figures)
    else:
        papers = [each.label for each in experiment.paper]
        lines += table(figures, papers, parameters(settings))
    lines += ["", NOTE]
    if skipped:
        lines += ["", "## Not measured", ""]
        lines += [f"- {each.what}: {each.why}" for each in skipped]
    if experiment.differs:
        lines += ["", "## What differs from the paper", ""]
        lines += [f"- {each}" for each in experiment.differs]
    return "\n".join(lines) + "\n"


def table(figures: Sequence[Figure], papers: Sequence[str], size: str = "") -> list[str]:
    """A line for each figure; a column for each model of the paper that printed any of them.

    `size` is that of our generator, beside which the paper's are large.
    """
    papers = [p for p in dict.fromkeys(papers) if any(p in each.paper for each in figures)]
    heads = [
        "questions",
        "measure",
        "system",
        "n",
        f"ours, {size}" if size else "ours",
        "difference",
    ]
    heads += [f"paper, {label}" for label in papers]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for each in figures:
        cells = [
            each.world,
            each.measure,
            each.arm,
            str(each.value.count),
            _interval(each),
            _difference(each),
            *(each.paper.get(label, "") for label in papers),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def wide_table(figures: Sequence[Figure]) -> list[str]:
    """A line for each system and a column for each measure, where no paper stands beside them."""
    measures = list(dict.fromkeys(each.measure for each in figures))
    rows: dict[tuple[str, str], dict[str, Figure]] = {}
    for each in figures:
        rows.setdefault((each.world, each.arm), {})[each.measure] = each
    heads = ["questions", "system", *measures, f"{measures[0]}, difference"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for (world, arm), found in rows.items():
        cells = [_interval(found[m]) if m in found else "" for m in measures]
        first = _difference(found[measures[0]]) if measures[0] in found else ""
        lines.append(f"| {' | '.join([world, arm, *cells, first])} |")
    return lines


def _interval(each: Figure) -> str:
    value = each.value
    low, high = _shown(value.low, each), _shown(value.high, each)
    return f"{_shown(value.value, each)} [{low}, {high}]"


def _difference(each: Figure) -> str:
    gap = each.difference
    if gap is None:
        return ""
    clear = gap.low > 0 or gap.high < 0
    star = " *" if clear and gap.count >= ENOUGH else ""
    low, high = _shown(gap.low, each, "+"), _shown(gap.high, each, "+")
    return f"{_shown(gap.value, each, '+')}{star} [{low}, {high}] to {each.against}"


def _shown(value: float, each: Figure, sign: str = "") -> str:
    form = f"{sign}.1f" if each.unit == PERCENT else f"{sign}.3g"
    return format(each.unit * value, form)


def _made_with(settings: Settings, seed: int) -> str:
    size = parameters(settings)
    known = [settings.model.name or "", f"{size} parameters" if size else ""]
    model = f" ({', '.join(filter(None, known))})" if any(known) else ""
    index = f", index {settings.index.dir}" if settings.index.dir else ""
    return (
        f"assay {__version__}, generator {settings.generator.name}{model}, scorer"
        f" {settings.scorer.name}, profile {settings.profile}, seed {seed}{index}."
    )
