"""The command `assay`: it finds the subcommand and turns every outcome into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from assay import __version__
from assay.cli import (
    ask,
    batch,
    cov_data,
    demo,
    doctor,
    index,
    info,
    score,
    search,
    strategies,
    verify,
)
from assay.cli.bench import app as bench
from assay.errors import AssayError, StorageError

INTERRUPTED = 130
BROKEN_PIPE = 141
USAGE = 2

app = typer.Typer(
    name="assay",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 answered or held, 2 wrong input, 3 abstained or did not hold,"
    " 4-11 other errors, 130 interrupted."
    " Start here: [bold]assay demo[/bold]",
)
for command in (index, ask, batch, score, verify, search, strategies, info, doctor, demo, cov_data):
    app.command(name=command.__name__.rpartition(".")[2].replace("_", "-"))(command.command)
app.add_typer(bench.app, name="bench")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"assay {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Answers from your documents that test their evidence before they speak.

    [bold]assay index[/bold] reads a folder; [bold]assay ask[/bold] answers from it, with exact
    citations, or says why it will not.
    """


def run(args: Sequence[str] | None = None) -> int:
    """The exit code of one command line; the user never sees a traceback for their own mistake."""
    try:
        code = app(args=args, prog_name="assay", standalone_mode=False)
        sys.stdout.flush()
    except AssayError as error:
        _report(str(error), error.hint)
        return error.exit_code
    except typer.TyperException as error:
        if message := error.format_message():  # none when the help was shown instead
            _report(message, "assay --help, or assay COMMAND --help")
        return USAGE
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader of our output left, as `head` does; Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        _report(
            f"{error.strerror or error}: {error.filename or 'no file named'}",
            "check disk and permissions",
        )
        return StorageError.exit_code
    if code == INTERRUPTED:
        _report("interrupted", "run the same command again to carry on")
    return code if isinstance(code, int) else 0


def _report(message: str, hint: str) -> None:
    from assay.cli.console import print_error

    print_error(message, hint)


def main() -> None:
    """Run the command line of this process and exit."""
    sys.exit(run())
