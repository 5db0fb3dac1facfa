"""Options and settings that a text names: "-0", "--null", "Type="; case counts."""

from __future__ import annotations

import re

_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z0-9][\w-]*|(?<![\w.-])[A-Za-z]\w+=(?![\w=])")


def options_in(text: str) -> frozenset[str]:
    """The options as they are written, without their values."""
    return frozenset(_OPTION.findall(text))
