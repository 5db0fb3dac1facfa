"""The paper's form of a verification: asked for, written for training, read from any output.

{"RefCorrect": 0.99, "Answer-Score": {"Correctness": 0.51, "CitationAcc": 0.0, "Truthfulness":
0.01, "Bias": 0.97, "Conciseness": 0.89}, "Judgment": "false", "RevisedQuery": "..."}
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.text.keywords import MAX_QUERY
from assay.text.sanitise import sanitise, visible
from assay.types import Check, Strip

# The paper's names, in its order, and the fields of `Check` that they are.
REFERENCE = {"RefCorrect": "reference_score"}
ANSWER = {
    "Correctness": "correctness",
    "CitationAcc": "citation_accuracy",
    "Truthfulness": "truthfulness",
    "Bias": "bias",
    "Conciseness": "conciseness",
}
SCORES = {**REFERENCE, **ANSWER}
ANSWER_SCORE, JUDGMENT, REVISED = "Answer-Score", "Judgment", "RevisedQuery"
# A form has a few hundred characters; what follows them is a model that cannot stop.
MAX_FORM = 8_000
# What fits into the context of a small model: five references and an answer.
MAX_REFERENCES = 5
MAX_REFERENCE = 600
MAX_ANSWER = 1_200
MAX_QUESTION = 400
_DIGITS = 2
_YES = frozenset(("true", "yes", "correct", "1"))
_NO = frozenset(("false", "no", "incorrect", "wrong", "0"))
_NOTHING = frozenset(("", "none", "null", "n/a", "na", "empty", "no revision", "-", "..."))
_LABEL = re.compile(r"^\s*(?:revised\s*)?(?:query|question)\s*:\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CovForm:
    """What could be read of a form; `problems` are what was wrong with it, empty when valid.

    `scores` holds, by the names of the fields of `Check`, those that were there.
    """

    scores: Mapping[str, float] = field(default_factory=dict)
    judgment: bool | None = None
    revised_question: str | None = None
    problems: tuple[str, ...] = ()


def cov_prompt(
    question: str, references: Sequence[str], answer: str, *, direct: bool = False
) -> str:
    """The short prompt of the fine-tuned model, the same in training and in use.

    `direct` is the paper's ablation: no scores and no judgment, a query or NONE at once.
    """
    task, reply = ("rewrite", "Query:") if direct else ("score, judge, rewrite", "Verification:")
    lines = [
        f"[{number}] {one_line(reference)[:MAX_REFERENCE]}"
        for number, reference in enumerate(references[:MAX_REFERENCES], start=1)
    ]
    return "\n".join(
        [
            f"Verify the answer: {task}.",
            *(lines or ["(no references)"]),
            f"Question: {one_line(question)[:MAX_QUESTION]}",
            f"Answer: {one_line(answer)[:MAX_ANSWER] or '(no answer)'}",
            reply,
        ]
    )


def reference_line(strip: Strip) -> str:
    """A reference as the prompt shows it; its title, if any, tells whom "he" in the text means."""
    return f"{strip.passage.title}: {strip.text}" if strip.passage.title else strip.text


def one_line(text: str) -> str:
    """The text as data for a prompt: on one line, nothing hidden, nothing that plays a prompt."""
    return " ".join(sanitise(text).split())


def write_form(check: Check) -> str:
    """A check in the paper's form, on one line."""
    answer = {name: _shown(getattr(check, attribute)) for name, attribute in ANSWER.items()}
    form = {
        **{name: _shown(getattr(check, attribute)) for name, attribute in REFERENCE.items()},
        ANSWER_SCORE: answer,
        JUDGMENT: "true" if check.judgment else "false",
        REVISED: check.revised_question,
    }
    return json.dumps(form, ensure_ascii=False)


def read_form(text: str) -> CovForm:
    """The verification form parsed leniently from a model's output."""
    text = text[:MAX_FORM]
    found = _json_object(text)
    problems = [] if found is not None else ["no valid JSON"]
    values = _fields(found) if found is not None else _loose_fields(text)
    scores: dict[str, float] = {}
    for name, attribute in SCORES.items():
        number = _number(values.get(_key(name)))
        if number is None:
            problems.append(f"{name} is missing")
            continue
        if not 0 <= number <= 1:
            problems.append(f"{name} is out of range")
        scores[attribute] = min(1.0, max(0.0, number))
    judgment = _truth(values.get(_key(JUDGMENT)))
    if judgment is None:
        problems.append(f"{JUDGMENT} is missing")
    revised = values.get(_key(REVISED))
    if not isinstance(revised, str):
        problems.append(f"{REVISED} is missing")
    query = cleaned_query(revised) if isinstance(revised, str) else None
    return CovForm(scores, judgment, query, tuple(problems))


def cleaned_query(text: str) -> str:
    """The first line of what a model gives as a query, without its label; empty when it is none."""
    lines = [line.strip() for line in visible(text).splitlines() if line.strip()]
    query = " ".join(_LABEL.sub("", lines[0]).split()).strip("\"'`* ") if lines else ""
    return "" if query.casefold().rstrip(".") in _NOTHING else query[:MAX_QUERY]


def _json_object(text: str) -> dict[str, Any] | None:
    """The first JSON object of the text that holds one of the form's outer names."""
    decoder = json.JSONDecoder()
    known = {_key(name) for name in (*REFERENCE, ANSWER_SCORE, JUDGMENT, REVISED)}
    at = text.find("{")
    while at >= 0:
        try:
            found, _ = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict) and known & {_key(name) for name in found}:
            return found
        at = text.find("{", at + 1)
    return None


def _fields(form: dict[str, Any]) -> dict[str, Any]:
    """The values by their names in small letters, those of the inner object beside the others."""
    inner = next((v for name, v in form.items() if _key(name) == _key(ANSWER_SCORE)), None)
    flat = {**form, **inner} if isinstance(inner, dict) else form
    return {_key(name): value for name, value in flat.items()}


def _loose_fields(text: str) -> dict[str, Any]:
    """Names with their values wherever they stand, for text that is not JSON."""
    values: dict[str, Any] = {}
    for name in (*SCORES, JUDGMENT, REVISED):
        spelt = r"[\s_-]?".join(re.findall(r"[A-Z][a-z]+", name))
        value = r"\"([^\"\n]*)\"|'([^'\n]*)'|([^\s,}\"']+)"
        pattern = rf"\b{spelt}\b[\"'*]*\s*[:=]\s*\**\s*(?:{value})"
        match = re.search(pattern, text, re.IGNORECASE)
        if match:
            values[_key(name)] = next(group for group in match.groups() if group is not None)
    return values


def _key(name: object) -> str:
    return re.sub(r"[^a-z]", "", str(name).lower())


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return float(value)
    percent = isinstance(value, str) and value.strip().endswith("%")
    if isinstance(value, str):
        match = re.match(r"\s*(-?\d+(?:\.\d+)?|-?\.\d+)\s*%?", value)
        value = match.group(1) if match else None
    try:
        number = float(value) if isinstance(value, str | int | float) else math.nan
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    return number / 100 if percent else number


def _truth(value: object) -> bool | None:
    word = str(value).strip(" .\"'").casefold() if isinstance(value, str | bool | int) else ""
    if word in _YES:
        return True
    return False if word in _NO else None


def _shown(score: float) -> float:
    return round(score, _DIGITS)
