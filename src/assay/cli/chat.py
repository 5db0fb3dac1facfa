"""`assay chat`: one question after the other, each read in the light of those before it."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from assay.cli.options import ConfigFile
from assay.cli.options.answering import Outside, Retrieving, Writing
from assay.cli.options.groups import expanded

if TYPE_CHECKING:
    from assay.conversation import Conversation

PROMPT = "? "
LEAVING = frozenset(("exit", "quit", "bye", ":q", "/exit", "/quit"))
HELP = frozenset(("help", "/help", "/?", "?", ":help", ":h"))
COMMAND = re.compile(r"/\w+")
HOW = """Type a question; one that follows up, such as "and for tags?", is understood.
exit, an empty line or Ctrl-D ends the conversation; assay chat --help lists the options."""


@expanded
def command(
    *,
    retrieving: Retrieving,
    outside: Outside,
    writing: Writing,
    config: ConfigFile = None,
) -> int:
    """Ask one question after the other; follow-ups such as "and for tags?" are understood.

    The question that was really asked is shown where it differs from what you typed. An empty
    line, [bold]exit[/bold] or Ctrl-D ends it; questions can also be piped in, one on each line.

    [bold]Examples[/bold]

    assay chat -i my-index

    assay chat -i my-index --generator local
    """
    from assay.cli.loaded import loaded_settings
    from assay.conversation import Conversation
    from assay.wiring import build_chat_model, build_engine, model_kind, word_likeness

    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    settings = loaded_settings(config, flags)
    kind = model_kind(settings)
    model = build_chat_model(settings, kind) if kind is not None else None
    _converse(Conversation(build_engine(settings), model, alike=word_likeness))
    return 0


def _converse(conversation: Conversation) -> None:
    from assay.cli.console import out, print_error
    from assay.cli.view.show import plain_answer
    from assay.errors import InputError

    console = out()
    while (question := _next()) is not None:
        if question.casefold() in HELP:
            console.print(HOW, soft_wrap=True)
            continue
        if COMMAND.fullmatch(question):
            print_error(f"there is no {question} here", "/help shows what there is")
            continue
        try:
            answer = conversation.ask(question)
        except InputError as error:  # one bad question does not end a conversation
            print_error(str(error), error.hint)
            continue
        console.print(plain_answer(answer), soft_wrap=True)
        console.print()


def _next() -> str | None:
    """The next question, or None when there is no more."""
    if not sys.stdin.isatty():
        typed = next(filter(None, map(str.strip, sys.stdin)), "")
    else:
        try:
            typed = input(PROMPT).strip()
        except EOFError:
            return None
    return None if not typed or typed.casefold() in LEAVING else typed
