"""An answer as a person reads it: the words, then where they stand."""

from __future__ import annotations

from rich.text import Text

from assay.cli.console import one_line, printable
from assay.types import Answer, Check, Citation, Stance


def plain_answer(answer: Answer) -> Text:
    """The answer and its sources, or the refusal and its reason, and any notes."""
    text = Text()
    if answer.text is None:
        text.append("No answer: ", style="bold yellow").append(one_line(answer.reason))
    else:
        text.append(printable(answer.text), style="bold")
    for number, citation in numbered(answer):
        text.append(f"\n\n[{number}] ").append(place(citation), style="cyan")
        text.append("\n    ").append_text(quotation(answer, citation))
    if answer.check is not None and answer.text is not None:
        text.append("\n\n").append_text(_verified(answer.check))
    for note in answer.notes:
        text.append("\nnote: ", style="yellow").append(one_line(note))
    return text


def _verified(check: Check) -> Text:
    supported = sum(each.stance is Stance.SUPPORTED for each in check.sentences)
    how = ("verified", "green") if check.judgment else ("not verified", "yellow")
    return Text.assemble(how, f": {supported} of {len(check.sentences)} sentence(s) supported")


def numbered(answer: Answer) -> list[tuple[int, Citation]]:
    """The citations by the number that stands in the answer, each source sentence once.

    A language model's answer carries [n] for the n-th piece of evidence; a reader's carries none.
    """
    order = {strip.id: number for number, strip in enumerate(answer.evidence.strips, 1)}
    found = [(order.get(c.evidence, 0), c) for c in answer.citations]
    if not all(f"[{number}]" in (answer.text or "") for number, _ in found):
        return list(enumerate(answer.citations, 1))
    once = {(c.evidence, c.start, c.end): (number, c) for number, c in found}
    return sorted(once.values(), key=lambda pair: (pair[0], pair[1].start))


def place(citation: Citation) -> str:
    """Where a quotation stands: the source and its character offsets."""
    return f"{one_line(citation.source) or 'unnamed source'}:{citation.start}-{citation.end}"


def quotation(answer: Answer, citation: Citation) -> Text:
    """The quoted sentence, with the cited words of the answer made visible in it."""
    quote = Text(one_line(citation.quote))
    said = (answer.text or "")[citation.answer_start : citation.answer_end]
    if said.strip():
        quote.highlight_words([one_line(said)], style="bold green")
    return Text("“").append_text(quote).append("”")
