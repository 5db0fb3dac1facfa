"""The release of CRAG's authors: a folder for each dataset, its files line beside line.

`sources` has the questions. What was retrieved stands in `retrieved_psgs`, or with labels in
`test_*.txt`; `ref/` has what the authors made of it: refined internal knowledge in `correct`, web
knowledge in `incorrect`. `choices` are those of ARC. Right answers come from Self-RAG's eval_data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from assay.errors import InputError
from assay.types import Page, Passage
from assay_bench.case import AnswerKind, Case
from assay_bench.tasks.biography import TOPIC
from assay_bench.tasks.closed import ARC_COLUMNS, ARC_KEYED, CLAIM, CLAIM_ASKED
from assay_bench.tasks.form import Folder
from assay_bench.tasks.layout import Layout
from assay_bench.tasks.passages import Retrieved
from assay_bench.tasks.questions import POPQA, SIMPLE
from assay_bench.tasks.rows import Row, read_rows

SOURCES, RETRIEVED, CHOICES = "sources", "retrieved_psgs", "choices"
INTERNAL, EXTERNAL = "ref/correct", "ref/incorrect"
BETWEEN_PASSAGES, BEFORE_PASSAGE, BEFORE_TEXT = "[sep]", "[SEP]", " // "
MAX_PASSAGES = 10
"""Of a question in the authors' files: one that is asked twice in a row has as many each time."""
_CHOICE = re.compile(r"(?:^|; )(\w): ")


@dataclass(frozen=True, slots=True)
class Release:
    """One dataset of the release: its folder, its file in eval_data, the layouts of its rows."""

    folder: str
    answers: str
    layouts: tuple[Layout, ...]


POPQA_RELEASE = Release("popqa", "popqa_longtail_w_gs*", (POPQA, SIMPLE))
PUBHEALTH = Release("pubqa", "health_claims_processed*", (CLAIM, CLAIM_ASKED))
ARC = Release("arc_challenge", "arc_challenge_processed*", (ARC_KEYED, ARC_COLUMNS))
BIOGRAPHY = Release("bio", "factscore_unlabeled*", (TOPIC,))


def crag_folder(folder: Path, release: Release) -> Folder | None:
    """The questions of a dataset with what was retrieved, or what the authors refined of it.

    The folder is that of the dataset, or the one that holds those of all.
    """
    own = folder if (folder / SOURCES).is_file() else folder / release.folder
    if not (own / SOURCES).is_file():
        return None
    asked = _lines(own / SOURCES)
    cases = [Case(str(number), question) for number, question in enumerate(asked, 1)]
    cases = [
        replace(case, internal=found.passages, labels=found.labels)
        for case, found in zip(cases, _inside(own, asked), strict=True)
    ]
    outside = _beside(own, EXTERNAL, asked) if (own / EXTERNAL).is_file() else None
    if outside is not None:
        pairs = zip(cases, outside, strict=True)
        cases = [replace(case, external=_page(_unmarked(text))) for case, text in pairs]
    if (own / CHOICES).is_file():
        pairs = zip(cases, _beside(own, CHOICES, asked), strict=True)
        cases = [
            replace(case, kind=AnswerKind.CHOICE, choices=_choices(text)) for case, text in pairs
        ]
    places = (own, folder, folder / "eval_data", own.parent / "eval_data")
    answers = next((found for place in places if (found := _answers(place, release, own))), None)
    if answers is not None:
        cases = _answered(cases, read_rows(answers), own, release)
    return Folder(tuple(cases))


def folder_of(release: Release) -> partial[Folder | None]:
    """What reads a folder as one of the release's."""
    return partial(crag_folder, release=release)


def _inside(own: Path, asked: list[str]) -> Iterator[Retrieved]:
    """What was retrieved for each question: passages with labels where there are any."""
    judged = sorted(own.glob("test_*.txt"))
    if judged:
        yield from _judged(judged[0], asked)
    elif (own / RETRIEVED).is_file():
        for line in _beside(own, RETRIEVED, asked):
            yield Retrieved(_passages(line.split(BETWEEN_PASSAGES)), ())
    else:
        for line in _beside(own, INTERNAL, asked):
            yield Retrieved(_passages([_unmarked(line)]), ())


def _judged(path: Path, asked: list[str]) -> Iterator[Retrieved]:
    """The pairs of `question [SEP] passage`, and behind a tab whether the passage is good."""
    rest = [line for line in _lines(path) if line.strip()]
    for number, question in enumerate(asked, 1):
        start = f"{question.strip()} {BEFORE_PASSAGE}"
        own: list[str] = []
        while rest and rest[0].startswith(start) and len(own) < MAX_PASSAGES:
            own.append(rest.pop(0)[len(start) :])
        if not own:
            raise InputError(
                f"{path} has no passage for line {number} of {SOURCES}, or not in its place",
                hint="the pairs stand in the order of the questions",
            )
        texts, said = zip(*(_with_label(each) for each in own), strict=True)
        passages = _passages(texts)
        labelled = len(passages) == len(texts) and None not in said
        yield Retrieved(passages, said if labelled else ())
    if rest:
        raise InputError(f"{path} has {len(rest)} pairs more than {SOURCES} has questions for")


def _with_label(pair: str) -> tuple[str, int | None]:
    text, tab, label = pair.rpartition("\t")
    if tab and label.strip() in ("0", "1"):
        return text, int(label)
    return pair, None


def _passages(texts: Sequence[str]) -> tuple[Passage, ...]:
    """Each text as a passage of its own; `title // text` where the authors wrote it so."""
    made = []
    for at, text in enumerate(texts):
        title, between, said = text.strip().partition(BEFORE_TEXT)
        title, said = (title, said) if between else ("", title)
        if said.strip():
            made.append(Passage(f"p{at}", said.strip(), title, f"p{at}", document=f"p{at}"))
    return tuple(made)


def _unmarked(line: str) -> str:
    """A line of `ref/` without the mark that the authors' code writes before each."""
    return line.removeprefix("#")


def _choices(line: str) -> tuple[tuple[str, str], ...]:
    """`A: ice; B: steam` as pairs."""
    _, *parts = _CHOICE.split(line.strip())
    return tuple(zip(parts[::2], (text.strip() for text in parts[1::2]), strict=True))


def _answers(place: Path, release: Release, own: Path) -> Path | None:
    """The file of right answers in a folder; in the dataset's own, any file of rows."""
    patterns = [f"{release.answers}.jsonl", f"{release.answers}.jsonl.gz"]
    patterns += ["*.jsonl", "*.jsonl.gz"] if place == own else []
    return next((path for each in patterns for path in sorted(place.glob(each))), None)


def _answered(cases: list[Case], rows: list[Row], folder: Path, release: Release) -> list[Case]:
    if len(rows) != len(cases):
        raise InputError(
            f"{rows[0].path} has {len(rows)} rows, {folder / SOURCES} {len(cases)} lines",
            hint="the answers stand in the order of the questions",
        )
    found = []
    for case, row in zip(cases, rows, strict=True):
        layout = next((each for each in release.layouts if row.has(*each.needs)), None)
        known = next(iter(layout.read(row)), None) if layout else None
        if known is None or not (known.judged or known.kind is AnswerKind.LONG):
            raise row.wrong("there is no right answer in the row")
        if known.kind is AnswerKind.SHORT and known.question not in case.question:
            raise row.wrong(f"the question is not that of line {case.id} of {SOURCES}")
        choices, key = case.choices or known.choices, known.answer_key
        if key and key not in dict(choices):
            raise row.wrong(f"the answer '{key}' is none of line {case.id} of {CHOICES}")
        answers = (dict(choices)[key],) if key else known.answers
        found.append(
            replace(
                case,
                answers=answers,
                kind=known.kind,
                choices=choices,
                answer_key=key,
                meta=known.meta,
            )
        )
    return found


def _beside(folder: Path, name: str, asked: list[str]) -> list[str]:
    lines = _lines(folder / name)
    if len(lines) != len(asked):
        raise InputError(
            f"{folder / name} has {len(lines)} lines, {folder / SOURCES} has {len(asked)}",
            hint="the files of CRAG's layout stand line beside line",
        )
    return lines


def _lines(path: Path) -> list[str]:
    if not path.is_file():
        raise InputError(f"there is no file {path}", hint="CRAG's layout needs it beside sources")
    try:
        return path.read_text("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text: {error}") from error


def _page(text: str) -> tuple[Page, ...]:
    return (Page("recorded:0", "", text),) if text.strip() else ()
