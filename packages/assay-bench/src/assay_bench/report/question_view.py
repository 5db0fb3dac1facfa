"""One question of a run as HTML: what each strategy answered, and on what evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assay_bench.case import Case
from assay_bench.report.cited_text import Mark, marked
from assay_bench.report.markup import Markup, join, tag
from assay_bench.runs.record import Record

MAX_STRIPS = 8
MAX_STRIP = 700
MAX_LINE = 160
MAX_QUESTION = 400
MAX_ANSWERS = 6
DOT = " \u00b7 "

_OUTCOMES = {True: "right", False: "wrong", None: "not judged"}


def outcome(record: Record) -> str:
    """What became of the question in a word: right, wrong, declined or not judged."""
    if record.abstained and not record.correct:
        return "declined"
    return _OUTCOMES[record.correct]


def differ(records: Sequence[Record]) -> bool:
    """True when the strategies did not all fare alike."""
    return len({outcome(record) for record in records}) > 1


def question_view(number: int, case: Case, records: Sequence[Record]) -> Markup:
    """The question, closed, with the outcomes in its head; open, the answers side by side."""
    outcomes = list(dict.fromkeys(outcome(record) for record in records))
    verdicts = dict.fromkeys(str(r.answer.get("verdict") or "") for r in records)
    head = tag(
        "summary",
        tag("span", _cut(case.question, MAX_QUESTION), class_="question"),
        tag("span", [_outcome_chip(record) for record in records], class_="chips"),
    )
    return tag(
        "details",
        head,
        _right_answers(case),
        tag(
            "div",
            [_answer(f"q{number}-{at}", record) for at, record in enumerate(records, 1)],
            class_="answers",
        ),
        class_="case",
        id=f"q{number}",
        data_outcomes=" ".join(each.replace(" ", "-") for each in outcomes),
        data_verdicts=" ".join(filter(None, verdicts)),
        data_differ="yes" if differ(records) else "no",
    )


def _outcome_chip(record: Record) -> Markup:
    said = outcome(record)
    return tag("span", f"{record.strategy}: {said}", class_=f"chip {said.replace(' ', '-')}")


def _right_answers(case: Case) -> Markup:
    if case.unanswerable:
        right = "right: to decline"
    elif case.answers or case.answer_key:
        shown = [_cut(a, MAX_LINE) for a in (case.answers or (case.answer_key,))[:MAX_ANSWERS]]
        more = len(case.answers) - MAX_ANSWERS
        right = f"right: {DOT.join(shown)}{f' and {more} more' if more > 0 else ''}"
    else:
        right = "no right answer is known"
    choices = [tag("li", f"{key}: {_cut(text, MAX_LINE)}") for key, text in case.choices]
    listed = tag("ul", choices, class_="choices") if choices else None
    return join([tag("p", right, class_="right-answers"), listed])


def _answer(place: str, record: Record) -> Markup:
    answer, said = record.answer, outcome(record)
    verdict = str(answer.get("verdict") or "")
    chips = [
        tag("span", said, class_=f"chip {said.replace(' ', '-')}"),
        tag("span", f"verdict: {verdict}", class_="chip verdict") if verdict else None,
    ]
    return tag(
        "section",
        tag("h3", record.strategy, " ", chips),
        _text(place, answer),
        _check(answer.get("check")),
        _notes(answer),
        _evidence(place, answer),
        tag("p", _spent(record), class_="spent"),
        class_=f"answer {said.replace(' ', '-')}",
    )


def _text(place: str, answer: Mapping[str, Any]) -> Markup:
    text = answer.get("text")
    if text is None:
        return tag("p", "declined: ", _cut(str(answer.get("reason") or "no reason"), MAX_STRIP))
    numbers = _numbers(answer)
    marks = []
    for citation in answer.get("citations", ()):
        strip = numbers.get(citation["evidence"])
        link = tag("sup", tag("a", str(strip), href=f"#{place}-{strip}")) if strip else Markup()
        marks.append(Mark(citation["answer_start"], citation["answer_end"], "cited", link))
    marks += [Mark(s["start"], s["end"], "unsupported") for s in answer.get("unsupported", ())]
    return tag("p", marked(str(text), marks), class_="text")


def _numbers(answer: Mapping[str, Any]) -> dict[str, int]:
    """The number each strip has in the list below the answer; cited ones come before the cap."""
    return {strip["id"]: number for number, strip in enumerate(_shown_strips(answer), 1)}


def _shown_strips(answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    strips = list(answer.get("evidence", ()))
    cited = {citation["evidence"] for citation in answer.get("citations", ())}
    return sorted(strips, key=lambda strip: strip["id"] not in cited)[:MAX_STRIPS]


def _evidence(place: str, answer: Mapping[str, Any]) -> Markup:
    shown = _shown_strips(answer)
    if not shown:
        return tag("p", "no evidence", class_="spent")
    left_out = len(answer["evidence"]) - len(shown)
    rows = [_strip(f"{place}-{number}", strip, answer) for number, strip in enumerate(shown, 1)]
    more = tag("p", f"and {left_out} more", class_="spent") if left_out else None
    return join([tag("h4", "evidence"), tag("ol", rows, class_="evidence"), more])


def _strip(place: str, strip: Mapping[str, Any], answer: Mapping[str, Any]) -> Markup:
    first = strip.get("start", 0)
    quotes = [
        Mark(citation.get("start", 0) - first, citation.get("end", 0) - first, "quote")
        for citation in answer.get("citations", ())
        if citation["evidence"] == strip["id"]
    ]
    score = strip.get("score")
    about = [
        tag("b", _cut(str(strip.get("title") or strip.get("source") or "no title"), MAX_LINE)),
        f"{DOT}{strip.get('kind', '')}",
        None if score is None else f"{DOT}score {score:.2f}",
    ]
    text = marked(str(strip.get("text", "")), quotes, MAX_STRIP)
    return tag("li", tag("div", about, class_="about"), tag("div", text), id=place)


def _check(check: Mapping[str, Any] | None) -> Markup | None:
    if not check:
        return None
    scores = ("reference_score", "correctness", "citation_accuracy", "truthfulness")
    shown = [f"{name.replace('_', ' ')} {check[name]:.2f}" for name in scores if name in check]
    judged = "holds" if check.get("judgment") else "does not hold"
    again = check.get("revised_question")
    asked = f"{DOT}asked again: {_cut(str(again), MAX_LINE)}" if again else ""
    return tag("p", f"checked: {DOT.join([judged, *shown])}{asked}", class_="spent")


def _notes(answer: Mapping[str, Any]) -> Markup | None:
    notes = [tag("li", _cut(str(note), MAX_STRIP)) for note in answer.get("notes", ())]
    return tag("ul", notes[:MAX_STRIPS], class_="notes") if notes else None


def _spent(record: Record) -> str:
    seconds = record.seconds
    parts = [f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"]
    parts += [f"tokens: {record.tokens:,}"] if record.tokens else []
    parts += [f"searches: {record.searches}"] if record.searches else []
    parts += [
        f"{name} {ms:.0f} ms" for name, ms in record.answer.get("timings_ms", {}).items() if ms >= 1
    ]
    scores = [each["score"] for each in record.answer.get("scores", ())]
    parts += [f"passages: {len(scores)}, best score {max(scores):.2f}"] if scores else []
    return DOT.join(parts)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}\u2026"
