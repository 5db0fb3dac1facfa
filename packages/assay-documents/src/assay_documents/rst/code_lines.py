"""Where a block of code begins: docutils names the line after it, or none."""

from __future__ import annotations

from collections.abc import Sequence

_FAR = 200  # lines below the text before it, in which a block is looked for


def line_of(code: str, source: Sequence[str], after: int) -> int:
    """The number of the first line below `after` that the code begins with; 0 where none is."""
    first = next((line.strip() for line in code.splitlines() if line.strip()), "")
    below = enumerate(source[after : after + _FAR], start=after + 1)
    return next((number for number, line in below if line.strip() == first), 0)
