"""What a claim names and its source does not: a model cannot talk its way past this."""

from __future__ import annotations

from assay.text.names import missing_names, subject_names
from assay.text.numbers import missing_figures
from assay.text.quantities import other_quantities
from assay.types import Strip

MAX_SHOWN = 3


def groundless(claim: str, strip: Strip, question: str = "", *, named: bool = False) -> str:
    """Why the strip cannot support the claim by its words alone, or nothing.

    Numbers have to stand in the strip or its title. Names may also stand in the passage around it
    ("She was born in 1867") or in the question, which the asker has said and not the answer. A text
    without a title does not tell of whom it speaks: there the subject of the claim is let pass. So
    are all names of a claim that is `named` in other words.
    """
    title, passage = strip.passage.title, strip.passage.text
    known = f"{title}\n{passage}\n{question}" if title else f"{passage}\n{question}"
    subject = () if title else subject_names(claim)
    missing_in = () if named else missing_names(claim, known)
    names = [name for name in missing_in if name not in subject]
    source = f"{title}\n{strip.text}"
    missing = (*missing_figures(claim, source), *other_quantities(claim, source), *names)
    shown = ", ".join(f'"{each}"' for each in missing[:MAX_SHOWN])
    return f"no evidence for {shown}" if missing else ""
