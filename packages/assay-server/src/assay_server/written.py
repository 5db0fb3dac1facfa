"""An answer and its steps as plain words, for clients that show text and nothing else."""

from __future__ import annotations

from assay.steps.answer.citations import citation_numbers, numbered
from assay.text.places import name_of
from assay.types import Answer, Citation, Step

MAX_QUOTE = 200


def written_answer(answer: Answer) -> str:
    """The answer with numbered sources below it, or the refusal with its reason."""
    if answer.text is None:
        return f"No answer: {answer.reason}"
    sources = written_sources(answer)
    return f"{_marked(answer)}\n\n{sources}" if sources else answer.text


def written_sources(answer: Answer) -> str:
    """Where the answer stands, one numbered line for each place."""
    titles = {strip.id: strip.passage.title for strip in answer.evidence.strips}
    return "\n".join(
        f"[{number}] {_place(citation, titles)}: “{_short(citation.quote)}”"
        for number, citation in numbered(answer)
    )


def written_step(step: Step) -> str:
    """One step on one line: its name, what it saw in numbers and words, its time."""
    seen = [
        f"{name} {value}"
        for name, value in step.facts.items()
        if isinstance(value, int | float) or (isinstance(value, str) and name in SHOWN)
    ]
    about = f" ({', '.join(seen)})" if seen else ""
    return f"{'  ' * step.depth}{step.name}{about} {step.ms:.0f} ms\n"


SHOWN = ("verdict", "by")
"""Facts that are words and no text of a document."""


def _marked(answer: Answer) -> str:
    """The text with [n] where a citation ends, unless the generator wrote markers itself."""
    text = answer.text or ""
    numbers = citation_numbers(answer)
    if numbers and all(f"[{number}]" in text for number in numbers):
        return text
    marks: dict[int, str] = {}
    for number, citation in zip(numbers, answer.citations, strict=True):
        at = min(max(citation.answer_end, 0), len(text))
        marks[at] = marks.get(at, " ") + f"[{number}]"
    for at in sorted(marks, reverse=True):
        text = text[:at] + marks[at] + text[at:]
    return text


def _place(citation: Citation, titles: dict[str, str]) -> str:
    """Title and source with the place in it, or these alone."""
    title = " ".join(titles.get(citation.evidence, "").split())
    source = ", ".join(filter(None, (name_of(citation), citation.location)))
    return f"{title} ({source})" if title else source


def _short(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= MAX_QUOTE else words[: MAX_QUOTE - 1] + "…"
