"""Options of commands that a text names: "-0", "--null"; small and large letters differ."""

from __future__ import annotations

import re

_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z0-9][\w-]*")


def options_in(text: str) -> frozenset[str]:
    """The options as they are written, without what follows "="."""
    return frozenset(_OPTION.findall(text))
