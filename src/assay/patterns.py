"""Patterns that are compiled when they are first used: one question needs few of them.

A match knows the compiled pattern (`match.re`), which is not what stands for it here.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from re import compile as late
else:

    class late:
        """Stands for a pattern until something is asked of it."""

        def __init__(self, pattern: str, flags: int = 0) -> None:
            """Keep what `re.compile` takes."""
            self._given = pattern, flags

        @cached_property
        def compiled(self) -> re.Pattern[str]:
            """The pattern itself."""
            return re.compile(*self._given)

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
            value = getattr(self.compiled, name)
            setattr(self, name, value)  # from now on it is as quick as the pattern
            return value


__all__ = ["late"]
