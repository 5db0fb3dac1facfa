"""Which files of a folder are wanted: the options of `assay index` and `assay watch`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from assay.indexing.discover import Selection

Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", metavar="", help="Name each file that was skipped.")
]


@dataclass(frozen=True, slots=True)
class Selecting:
    """Patterns of the shell, on the path below the folder or on the name alone."""

    include: Annotated[
        list[str] | None,
        typer.Option(
            "--include", metavar="PATTERN", help='Only files like this, as "*.md"; repeatable.'
        ),
    ] = None
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude", metavar="PATTERN", help="No files or folders like this; repeatable."
        ),
    ] = None
    follow_links: Annotated[
        bool,
        typer.Option("--follow-links", metavar="", help="Follow links that leave the folder."),
    ] = False

    def selection(self) -> Selection:
        """The choice as the index takes it."""
        from assay.indexing.discover import Selection

        return Selection(tuple(self.include or ()), tuple(self.exclude or ()), self.follow_links)
