"""Texts that a caller brings, made into what the parts work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.errors import InputError
from assay.types import Kind, Passage

Text = str | Passage


def as_passages(
    texts: Sequence[Text], titles: Sequence[str] | None = None, kind: Kind = Kind.INTERNAL
) -> tuple[Passage, ...]:
    """Each text as a passage of the kind, its id its position; a passage keeps all it knows."""
    if isinstance(texts, str | Passage):
        raise InputError("texts is one string", hint="pass a list of texts: [text]")
    if titles is not None and len(titles) != len(texts):
        raise InputError(f"there are {len(texts)} texts and {len(titles)} titles")
    names = titles if titles is not None else [""] * len(texts)
    return tuple(
        replace(text, kind=kind)
        if isinstance(text, Passage)
        else Passage(str(number), text, title, kind=kind)
        for number, (text, title) in enumerate(zip(texts, names, strict=True))
    )
