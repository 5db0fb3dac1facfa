"""Text to measure with: what every Python carries, recombined into as many passages as needed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from assay.errors import InputError
from assay.text.sentences import sentence_spans

SEED = 20
WORDS_PER_PASSAGE = 110
_MIN_WORDS, _MAX_WORDS = 6, 60
_ENDINGS = (".txt", ".md", ".rst")


def texts(data: Path | None = None) -> list[str]:
    """The texts of a folder, or else the language reference that `help()` shows."""
    if data is None:
        topics: dict[str, str] = import_module("pydoc_data.topics").topics
        return [text for _, text in sorted(topics.items())]
    found = [p for p in sorted(data.rglob("*")) if p.suffix in _ENDINGS and p.is_file()]
    if not found:
        raise InputError(
            f"there is no text in {data}", hint=f"files must end in {', '.join(_ENDINGS)}"
        )
    return [path.read_text("utf-8", "replace") for path in found]


@lru_cache(maxsize=2)
def sentences(data: Path | None = None) -> tuple[str, ...]:
    """Every sentence of the texts that reads like prose, once."""
    found: dict[str, None] = {}
    for text in texts(data):
        for first, last in sentence_spans(text):
            sentence = " ".join(text[first:last].split())
            if _MIN_WORDS <= len(sentence.split()) <= _MAX_WORDS:
                found[sentence] = None
    if not found:
        raise InputError("the texts hold no sentences", hint="give --data a folder of prose")
    return tuple(found)


def passages(count: int, data: Path | None = None, words: int = WORDS_PER_PASSAGE) -> Iterator[str]:
    """So many passages of about so many words, put together from sentences at random."""
    pool, chance = sentences(data), random.Random(SEED)
    for _ in range(count):
        parts: list[str] = []
        length = 0
        while length < words:
            parts.append(chance.choice(pool))
            length += parts[-1].count(" ") + 1
        yield " ".join(parts)


def questions(count: int, data: Path | None = None) -> list[str]:
    """So many different questions, each about three words of one sentence."""
    pool, chance = sentences(data), random.Random(SEED + 1)
    asked: dict[str, None] = {}
    for number in range(50 * count):
        words = sorted(set(re.findall(r"[a-z_]{5,}", chance.choice(pool))))
        if len(words) > 2:  # noqa: PLR2004 - a question needs three
            one, two, three = chance.sample(words, 3)
            asked[f"What does the {one} of a {two} have to do with {three} ({number})?"] = None
        if len(asked) == count:
            break
    return list(asked)


def write_files(folder: Path, data: Path | None, max_passages: int) -> Sequence[Path]:
    """The texts as files, cut off where they would make more than so many passages."""
    folder.mkdir(parents=True, exist_ok=True)
    left = max_passages * WORDS_PER_PASSAGE
    written: list[Path] = []
    for number, text in enumerate(texts(data)):
        if left <= 0:
            break
        written.append(folder / f"{number:05}.txt")
        written[-1].write_text(text, "utf-8")
        left -= len(text.split())
    return written
