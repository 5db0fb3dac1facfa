"""A check drawn for a person: every sentence with what decides it, and the scores."""

from __future__ import annotations

from rich.text import Text

from assay.cli.console import one_line
from assay.cli.view.bars import mark
from assay.cli.view.show import place
from assay.types import Check, NliLabel, SentenceCheck

MAX_SENTENCE = 300
STYLES = {NliLabel.SUPPORTED: "green", NliLabel.CONTRADICTED: "red", NliLabel.ABSENT: "yellow"}


def checked_sentences(text: str, check: Check) -> Text:
    """The sentences of a text, one below the other, with the spans that decide them."""
    return Text("\n").join(_sentence(text, each) for each in check.sentences)


def check_scores(check: Check) -> Text:
    """The scores of a check on one line."""
    scores = {
        "correctness": check.correctness,
        "truthfulness": check.truthfulness,
        "citations": check.citation_accuracy,
        "references": check.reference_score,
        "bias": check.bias,
        "conciseness": check.conciseness,
    }
    return Text(", ".join(f"{name} {score:.2f}" for name, score in scores.items()))


def _sentence(text: str, each: SentenceCheck) -> Text:
    words = one_line(text[each.start : each.end])[:MAX_SENTENCE]
    style = STYLES[each.label]
    drawn = Text.assemble((f"{mark(each.label is NliLabel.SUPPORTED)} ", style), words)
    drawn.append(f"  {each.label.value} ({each.score:.0%})", style=style)
    if each.span is not None:
        drawn.append("\n    ").append(place(each.span), style="cyan")
        drawn.append(f" \u201c{one_line(each.span.quote)}\u201d")
    return drawn
