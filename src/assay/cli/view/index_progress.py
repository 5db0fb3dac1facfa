"""How far an index run has come: files, passages, and an estimate of the time that is left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from assay.cli.console import err
from assay.indexing.report import OnProgress, VectorsMade
from assay.indexing.report import Progress as Reached

MINUTE = 60
HOUR = 3600
EVERY_SECONDS = 10.0  # between two lines of a log


@contextmanager
def index_progress() -> Iterator[OnProgress]:
    """Draw a bar on stderr while the block runs; a line now and then where no terminal shows it.

    The bar goes by the bytes of the files: how many passages they hold is not known ahead. In
    the second stage, that is known, and the bar goes by passages. Why files that have not changed
    are read is told in a line that stays.
    """
    console = err()
    if not console.is_terminal:
        yield _lines(console)
        return
    columns = (TextColumn("indexing"), BarColumn(bar_width=24), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as drawn:
        task = drawn.add_task("looking for files", total=None)
        tell = _rereading_told(console)

        def show(now: Reached) -> None:
            tell(now)
            done, total = now.bytes_done, now.bytes_total
            if now.vectors is not None:
                done, total = now.vectors.done, now.vectors.total
            drawn.update(task, completed=done, total=max(1, total), description=progress_words(now))

        yield show


def _lines(console: Console) -> OnProgress:
    """Says how far it is every ten seconds: a log shows that something happens, and stays short."""
    said = time.monotonic()
    tell = _rereading_told(console)

    def show(now: Reached) -> None:
        nonlocal said
        tell(now)
        if time.monotonic() - said >= EVERY_SECONDS:
            said = time.monotonic()
            console.print(f"indexing {progress_words(now)}", soft_wrap=True)

    return show


def _rereading_told(console: Console) -> OnProgress:
    """Tells once why a run reads files that have not changed."""
    told = False

    def tell(now: Reached) -> None:
        nonlocal told
        if now.rereading and not told:
            console.print(rereading_words(now.rereading), soft_wrap=True)
            told = True

    return tell


def rereading_words(files: int) -> str:
    """Why a run reads files that have not changed."""
    what = "1 file was" if files == 1 else f"{files:,} files were"
    return f"{what} read by the readers of an earlier version: reading again"


def progress_words(now: Reached) -> str:
    """The text beside the bar, such as "12 of 340 files, 96 passages, about 3 min left"."""
    if now.vectors is not None:
        return _vector_words(now.vectors)
    words = f"{now.files_done:,} of {now.files_total:,} files, {now.passages:,} passages"
    if now.passages and now.seconds >= 1:
        words += f" ({now.passages_per_second:,.0f} a second)"
    if now.seconds_left is not None:
        words += f", about {duration(now.seconds_left)} left"
    return words


def _vector_words(made: VectorsMade) -> str:
    words = f"ready to ask; better vectors: {made.done:,} of {made.total:,} passages"
    if made.seconds_left is not None:
        words += f", about {duration(made.seconds_left)} left"
    return words


def duration(seconds: float) -> str:
    """A time as a person says it: 40 s, 3 min, 2 h 10 min."""
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{round(whole / MINUTE)} min"
    hours, rest = divmod(whole, HOUR)
    return f"{hours} h {rest // MINUTE} min"
