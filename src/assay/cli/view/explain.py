"""`--explain`: how the evidence was judged, drawn for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from assay.cli.console import one_line, printable
from assay.cli.view.bars import Scale, mark, span_bar
from assay.cli.view.checked import check_scores, checked_sentences
from assay.cli.view.show import place, quotation
from assay.text.places import title_of
from assay.types import Answer, Check, Evidence, Kind, ModelCost, Step, Strip, Verdict

WAITED_SHOWN = 3
DROPPED_SHOWN = 5
STRIP_LINES = 240  # characters of a kept strip: about three lines of a narrow terminal
VERDICTS = {
    Verdict.CORRECT: ("green", "a passage scores above the upper threshold: the index is trusted"),
    Verdict.AMBIGUOUS: (
        "yellow",
        "no passage is clearly good: the best are used, and what is outside",
    ),
    Verdict.INCORRECT: (
        "red",
        "every passage scores below the lower threshold: they are set aside",
    ),
}


def explanation(answer: Answer) -> RenderableType:
    """The whole story of an answer: words, sources, verdict, scores, strips, time."""
    parts: list[RenderableType] = [_headline(answer)]
    if answer.citations:
        parts += [_heading("Sources"), _sources(answer)]
    if answer.verdict is not None:
        parts += [_heading("Verdict"), _verdict(answer)]
    if answer.scores:
        parts.append(_scores(answer))
    evidence = answer.evidence
    if evidence.strips or evidence.dropped:
        parts += [_heading(_tally(evidence)), _strips(evidence, Scale(answer.thresholds))]
    if answer.check is not None:
        parts += [_heading("Check"), Padding(_check(answer, answer.check), (0, 2))]
    if answer.notes:
        notes = Text("\n").join(Text("• " + one_line(note)) for note in answer.notes)
        parts += [_heading("Notes"), Padding(notes, (0, 2))]
    if answer.model_cost.calls or answer.model_cost.cached:
        lines = [_cost(answer.model_cost), *_judgements(answer.trace)]
        parts += [_heading("Language model"), Padding(Text("\n").join(lines), (0, 2))]
    if answer.trace:
        parts += [_heading("Time"), _time(answer.trace)]
    return Group(*parts, "")


def _cost(cost: ModelCost) -> Text:
    spared = f", {cost.cached:,} call(s) spared" if cost.cached else ""
    return Text(f"{cost.calls:,} call(s), {cost.tokens:,} tokens of prompts and replies{spared}")


def _judgements(trace: tuple[Step, ...]) -> list[Text]:
    """How likely the model's answer and the reader's were right, where both were judged."""
    return [
        Text(
            f"likely right: its answer {step.facts['written']:.0%}, the reader's "
            f"{step.facts['read']:.0%}; that the documents answer: {step.facts['answerable']:.0%}"
        )
        for step in trace
        if step.name == "choose" and "answerable" in step.facts
    ]


def _check(answer: Answer, check: Check) -> Text:
    queries = Text("\n").join(Text("asked: " + one_line(query)) for query in answer.queries)
    parts = [queries, check_scores(check)]
    if answer.text is not None:
        parts.insert(1, checked_sentences(answer.text, check))
    return Text("\n").join([*(part for part in parts if part), *map(_note, check.notes)])


def _note(note: str) -> Text:
    return Text.assemble(("note: ", "yellow"), one_line(note))


def _heading(title: str) -> RenderableType:
    return Padding(Rule(Text(title, style="bold"), align="left", style="dim"), (1, 0, 0, 0))


def _headline(answer: Answer) -> Panel:
    if answer.text is None:
        body = Text.assemble(("No answer. ", "bold yellow"), one_line(answer.reason))
    else:
        body = Text(printable(answer.text), style="bold")
    colour = "yellow" if answer.abstained else "green"
    title = Text(one_line(answer.question), style="bold", overflow="ellipsis", no_wrap=True)
    sure = answer.confidence if answer.text is not None else None
    below = None if sure is None else Text(f"confidence {sure:.0%}", style="dim")
    return Panel(
        body,
        title=title,
        title_align="left",
        subtitle=below,
        subtitle_align="right",
        border_style=colour,
        padding=(0, 1),
    )


def _sources(answer: Answer) -> Table:
    table = Table.grid(padding=(0, 1))
    titles = {strip.id: one_line(strip.passage.title) for strip in answer.evidence.strips}
    for number, citation in enumerate(answer.citations, 1):
        where = Text(place(citation), style="cyan", overflow="fold")
        if title := titles.get(citation.evidence):
            where = Text.assemble((title, "bold"), "  ", where)
        table.add_row(f"  [{number}]", Text("\n").join([where, quotation(answer, citation)]))
    return table


def _verdict(answer: Answer) -> RenderableType:
    assert answer.verdict is not None
    colour, meaning = VERDICTS[answer.verdict]
    text = Text.assemble((answer.verdict.value.upper(), f"bold {colour}"), f"  {meaning}")
    return Padding(text, (0, 2))


def _scores(answer: Answer) -> Table:
    scale = Scale(answer.thresholds)
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=3, justify="right")
    table.add_column(width=6, justify="right")
    table.add_column(width=scale.width)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    told = _opinions(answer.trace)
    for line in scale.header():
        table.add_row("", "", line, "")
    for scored in sorted(answer.scores, key=lambda each: -each.score):
        style = scale.style(scored.score)
        name = one_line(title_of(scored.passage))
        why = told.get(scored.passage.id, "")
        words = one_line(scored.passage.text)
        label = Text.assemble((why, "cyan"), (name, "bold"), "  ", (words, "dim"))
        table.add_row(
            Text(scale.mark(scored.score), style=style),
            Text(f"{scored.score:+.2f}", style=style),
            scale.bar(scored.score),
            label,
        )
    return table


def _opinions(trace: tuple[Step, ...]) -> dict[str, str]:
    """Of each passage that a language model judged too, both opinions that made its score."""
    steps = [step.facts for step in trace if step.name == "odds"]
    return {
        row["passage"]: _opinion(row, named=facts.get("named", False))
        for facts in steps
        for row in facts.get("both", ())
    }


def _opinion(row: Mapping[str, Any], *, named: bool) -> str:
    odds = "no odds" if row["odds"] is None else f"odds {row['odds']:+.1f}"
    if named:
        odds = "named by the model" if row["odds"] > 0 else "not named"
    ours = "" if row["evaluator"] is None else f", evaluator {row['evaluator']:+.2f}"
    return f"{odds}{ours}  "


def _are_passages(evidence: Evidence) -> bool:
    """Whether passages were read whole, however bad; strips are chosen by score."""
    return all(strip.text == strip.passage.text for strip in evidence.strips + evidence.dropped)


def _tally(evidence: Evidence) -> str:
    kept, dropped = len(evidence.strips), len(evidence.dropped)
    if _are_passages(evidence):
        return f"Evidence: {kept} of {kept + dropped} passages read for the answer"
    return f"Evidence: {kept} strips kept, {dropped} dropped"


def _strips(evidence: Evidence, scale: Scale) -> Table:
    """What was read for the answer, with the verdict on each passage, and what was not."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=3, justify="right")
    table.add_column(width=6, justify="right")
    table.add_column(ratio=1)
    passages = _are_passages(evidence)
    for strip in evidence.strips:
        sign = Text(mark(True), style="green")
        if passages and strip.score is not None:
            sign = Text(scale.mark(strip.score), style=scale.style(strip.score))
        table.add_row(sign, _score(strip), _strip_text(strip))
    dropped = sorted(evidence.dropped, key=lambda strip: -(strip.score or -1.0))
    for strip in dropped[:DROPPED_SHOWN]:
        line = Text(one_line(strip.text), style="dim", no_wrap=True, overflow="ellipsis")
        table.add_row(Text(mark(False), style="red"), _score(strip), line)
    if len(dropped) > DROPPED_SHOWN:
        rest = f"and {len(dropped) - DROPPED_SHOWN} more dropped"
        table.add_row("", "", Text(rest, style="dim italic"))
    return table


def _score(strip: Strip) -> str:
    return "" if strip.score is None else f"{strip.score:+.2f}"


def _strip_text(strip: Strip) -> Text:
    words = one_line(strip.text)
    text = Text(words if len(words) <= STRIP_LINES else words[:STRIP_LINES] + "…")
    if strip.passage.kind is Kind.EXTERNAL:
        text = Text.assemble(("external ", "magenta"), text)
    passage = strip.passage
    name = one_line(title_of(passage)) if passage.title or passage.source else ""
    return text.append(f"  ({name})", style="cyan") if name else text


def _time(trace: tuple[Step, ...]) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(width=11, justify="right")
    table.add_column(width=20)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    total = max(step.at_ms + step.ms for step in trace)
    for step in sorted(trace, key=lambda each: (each.at_ms, each.depth)):
        name = "  " + "  " * step.depth + step.name
        bar = span_bar(step.at_ms / total, step.ms / total, 20) if total else ""
        facts = Text(", ").join(filter(None, (_waited(step, trace), _facts(step))))
        table.add_row(name, f"{step.ms:,.1f} ms", Text(bar, style="blue"), facts)
    table.add_row(Text("  total", style="bold"), Text(f"{total:,.1f} ms", style="bold"))
    return table


def _waited(step: Step, trace: tuple[Step, ...]) -> Text:
    """For whom a step waited: the steps inside it, the longest first; side by side counts once."""
    inner: dict[str, list[Step]] = {}
    for each in trace:
        begins_in = step.at_ms <= each.at_ms <= step.at_ms + step.ms
        if each is not step and each.depth == step.depth + 1 and begins_in:
            inner.setdefault(each.name, []).append(each)
    times = {name: _covered(steps) for name, steps in inner.items()}
    longest = sorted(times.items(), key=lambda pair: -pair[1])[:WAITED_SHOWN]
    told = ", ".join(f"{one_line(name)} {ms:,.1f} ms" for name, ms in longest)
    return Text(f"waited for {told}" if told else "", style="dim")


def _covered(steps: list[Step]) -> float:
    """In how many milliseconds at least one of some steps was under way."""
    covered, until = 0.0, 0.0
    for each in sorted(steps, key=lambda step: step.at_ms):
        end = each.at_ms + each.ms
        covered += max(0.0, end - max(each.at_ms, until))
        until = max(until, end)
    return covered


def _facts(step: Step) -> Text:
    shown = [
        f"{key} {value}"
        for key, value in step.facts.items()
        if isinstance(value, str | int | float)
    ]
    return Text(one_line(", ".join(shown)), style="dim")
