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

    def render(self, task: Task) -> Text:
        """The rate that was last reported, or nothing before there is one."""
        rate, unit = task.fields["rate"], task.fields["unit"]
        return Text(f"{rate:,.1f} {unit}/s" if rate else "", style="cyan")


Bar = Callable[[int, int, float], None]


@contextmanager
def progress(what: str, total: int, unit: str) -> Iterator[Bar]:
    """Draw a bar while the block runs; call what comes back with done, total and rate."""
    console = err()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
    )
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as drawn:
        task = drawn.add_task(what, total=total or None, rate=0.0, unit=unit)
        yield lambda done, of, rate: drawn.update(task, completed=done, total=of, rate=rate)
