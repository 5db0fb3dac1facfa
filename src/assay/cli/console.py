"""Where the command line writes: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from assay.errors import InputError
from assay.secret import redacted

# Zero-width joiners keep emoji and some scripts together; they cannot move the cursor.
_HARMLESS = {"\u200c", "\u200d"}


class PlainConsole(Console):
    """A console on which no text can do more than be read, whoever wrote it."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """The segments of what is printed, their texts printable; our own controls stay."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text), segment.style)


def out() -> Console:
    """The console for results; colours and width follow the terminal."""
    return PlainConsole(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """The console for progress, notes and errors."""
    return PlainConsole(stderr=True, highlight=False, markup=False, emoji=False)


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


def print_text(text: str) -> None:
    """Write lines of text to stdout as they are, but for what a terminal would obey."""
    shown = printable(text)
    try:
        sys.stdout.write(shown)
    except UnicodeEncodeError:  # a terminal that is not UTF-8
        sys.stdout.write(shown.encode("ascii", "replace").decode())


def print_styled(text: Text) -> None:
    """Write a text to stdout, with its styles where there is a terminal to show them."""
    # Variables by which rich takes anything for a terminal; without one it would draw no styles.
    asked = any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))
    if asked or sys.stdout.isatty():
        out().print(text, soft_wrap=True)
    else:
        print_text(f"{text.plain}\n")


def print_json(value: Any) -> None:  # noqa: ANN401 - whatever json can write
    """Write one line of JSON to stdout, without wrapping or colours."""
    try:
        sys.stdout.write(json_line(value))
    except UnicodeEncodeError:  # a lone surrogate, or a terminal that is not UTF-8
        sys.stdout.write(json.dumps(value) + "\n")


def json_line(value: Any) -> str:  # noqa: ANN401 - whatever json can write
    """One line of JSON; what a terminal would obey stands in it as an escape."""
    line = json.dumps(value, ensure_ascii=False)
    return "".join(c if _is_shown(c) else json.dumps(c)[1:-1] for c in line) + "\n"


def _is_shown(char: str) -> bool:
    return char.isprintable() or char in _HARMLESS


def confirm(question: str) -> None:
    """Go on only after a yes, typed or piped in; without any answer nothing is done."""
    try:
        yes = typer.confirm(question, err=True)
    except typer.Abort:
        raise InputError("nothing was done: there was no yes", hint="add --yes") from None
    if not yes:
        raise InputError("nothing was done", hint="answer y, or add --yes")


def print_error(message: str, hint: str = "") -> None:
    """Write the error on one line, and the hint, if there is one, on the next."""
    console = err()
    console.print(
        Text.assemble(("error: ", "bold red"), one_line(redacted(message))), soft_wrap=True
    )
    if hint:
        console.print(Text.assemble(("hint:  ", "bold"), one_line(redacted(hint))), soft_wrap=True)
