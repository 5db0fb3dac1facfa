"""A progress bar on stderr with rate and time left; silent when nobody is watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from assay.cli.console import err


class RateColumn(ProgressColumn):
    """How many things are done in a second."""

    def __init__(self, unit: str) -> None:
        """Keep the name of what is counted."""
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        """The rate so far, or nothing before there is one."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.1f} {self._unit}/s" if speed else "", style="cyan")


@contextmanager
def progress(what: str, total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """Draw a bar while the block runs; calling what comes back moves it on."""
    console = err()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(unit),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)
