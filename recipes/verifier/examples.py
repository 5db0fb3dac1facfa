"""One example of the verifier's training: a claim, a text, and what the text says of it."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from dataclasses import astuple, dataclass
from pathlib import Path

SUPPORTED, CONTRADICTED, ABSENT = 0, 1, 2
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[])|\n+")

_YES_OR_NO = re.compile(r"\? (?:yes|no)\b[^?]*$", re.IGNORECASE)
# Where most questions have no sign at their end.
_UNSIGNED = ("alias", "answered", "nq", "wikiqa", "written", "entry-keywords")


@dataclass(frozen=True, slots=True)
class Example:
    """`claim` is a sentence, after its question where there is one; `label` as above."""

    claim: str
    title: str
    text: str
    label: int
    origin: str
    weight: float = 1.0


def sentences(text: str) -> list[str]:
    """The sentences of a text; joined with spaces they give it back, spaces apart."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


def says_yes_or_no(example: Example) -> bool:
    """True for a question with yes or no behind it."""
    return _YES_OR_NO.search(example.claim[-200:]) is not None


def answers_question(example: Example) -> bool:
    """True for a question with its answer behind it; people often leave out the sign."""
    return "? " in example.claim or example.origin.startswith(_UNSIGNED)


# What the first weights may go on teaching, because another teacher is worse at it.
KEPT = {"yes-no": says_yes_or_no, "answers": answers_question}


def held_out(claim: str) -> bool:
    """A tenth of the FEVER claims is kept for the report, by the hash of the claim."""
    bare = " ".join(re.findall(r"\w+", claim.casefold()))
    return hashlib.sha1(bare.encode()).digest()[0] % 10 == 0


def save(examples: list[Example], path: Path) -> None:
    """Write examples; equal texts lie together so that they compress well."""
    ordered = sorted(examples, key=lambda e: (e.title, e.text[:80]))
    with lzma.open(path, "wt", preset=6, encoding="utf-8") as file:
        for each in ordered:
            file.write(json.dumps(astuple(each), ensure_ascii=False) + "\n")


def load(path: Path) -> list[Example]:
    """Read what `save` wrote."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [Example(*json.loads(line)) for line in file]
