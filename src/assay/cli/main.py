"""The command `assay`: it finds the subcommand and turns every outcome into an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from assay import __version__
from assay.cli.plugged import PluggedGroup
from assay.errors import DEBUG, AssayError, InputError, StorageError
from assay.secret import redacted
from assay_documents.sandbox.regular_file import NotRegularError

INTERRUPTED = 130
BROKEN_PIPE = 141
USAGE = 2
MAX_REASON = 200

app = typer.Typer(
    name="assay",
    cls=PluggedGroup,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 answered or held, 2 wrong input, 3 abstained or did not hold,"
    " 4-11 other errors, 130 interrupted."
    " Start here: [bold]assay demo[/bold]",
)


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
            _report(message, f"{_command_of(error)} --help shows how, with examples")
        return USAGE
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:
        return _of_the_system(error)
    except SystemExit:  # typer's own end where the pipe was closed while it printed
        return BROKEN_PIPE
    except Exception as error:  # noqa: BLE001 - a defect of ours, which the user did not make
        return _unexpected(error)
    if code == INTERRUPTED:
        _report("interrupted", "run the same command again to carry on")
    return code if isinstance(code, int) else 0


def _command_of(error: typer.TyperException) -> str:
    """The command that was called wrongly, as it is typed."""
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "assay"


def _of_the_system(error: OSError) -> int:
    """The exit code of an operating system error, reported unless the reader closed the pipe."""
    if isinstance(error, BrokenPipeError):
        # The reader of our output left, as `head` does; Python must not complain again at exit.
        _forget_output()
        return BROKEN_PIPE
    if isinstance(error, NotRegularError):
        _report(f"{error.filename} is not a regular file", "name a file of the disk")
        return InputError.exit_code
    if error.errno == errno.EBADF and error.filename is None:
        _forget_output()
        _report("standard output is closed", "send it to a file, or to /dev/null")
    else:
        what = error.filename or "no file named"
        _report(f"{error.strerror or error}: {what}", "check disk and permissions")
    return StorageError.exit_code


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unexpected(error: Exception) -> int:
    """The exit code of an unexpected error, reported in one line, in debugging also in full."""
    if os.environ.get(DEBUG):
        import traceback

        sys.stderr.write(redacted("".join(traceback.format_exception(error))))
    name = type(error).__name__
    _report(
        f"something went wrong inside assay ({name}: {str(error)[:MAX_REASON]})",
        f"please report it, with what {DEBUG}=1 shows",
    )
    return AssayError.exit_code


def _report(message: str, hint: str) -> None:
    from assay.cli.console import print_error

    print_error(message, hint)
