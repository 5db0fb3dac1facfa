"""Where the command line writes: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Any

from rich.console import Console
from rich.text import Text

# Zero-width joiners keep emoji and some scripts together; they cannot move the cursor.
_HARMLESS = {"\u200c", "\u200d"}


def out() -> Console:
    """The console for results; colours and width follow the terminal."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """The console for progress, notes and errors."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def printable(text: str) -> str:
    """The text without anything that a terminal would obey: documents are not trusted."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_printable, text))


def _printable(char: str) -> str:
    if char in "\n\t\r\v\f":
        return " " if char != "\n" else char
    hidden = unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}
    return "\N{REPLACEMENT CHARACTER}" if hidden and char not in _HARMLESS else char


def one_line(text: str) -> str:
    """The printable text with every run of white space as one space."""
    return " ".join(printable(text).split())


def print_json(value: Any) -> None:  # noqa: ANN401 - whatever json can write
    """Write one line of JSON to stdout, without wrapping or colours."""
    try:
        sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    except UnicodeEncodeError:  # a lone surrogate, or a terminal that is not UTF-8
        sys.stdout.write(json.dumps(value) + "\n")


def print_error(message: str, hint: str = "") -> None:
    """Write one line that says what is wrong, and one that says what to do."""
    console = err()
    console.print(Text.assemble(("error: ", "bold red"), one_line(message)), soft_wrap=True)
    if hint:
        console.print(Text.assemble(("hint:  ", "bold"), one_line(hint)), soft_wrap=True)
