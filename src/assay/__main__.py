"""`assay` and `python -m assay`: the command line, and Ctrl-C while it is still being loaded."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # `signal` builds enumerations first: milliseconds
import os
import sys

INTERRUPTED = 130


def _interrupted(_number: int, _frame: object) -> None:
    os.write(2, b"error: interrupted\n")
    os._exit(INTERRUPTED)


# Until all is loaded Ctrl-C ends the process at once: in the middle of an import an exception may
# be swallowed or shown by whatever runs there. It is set here, not in main(): the script that pip
# writes compiles a pattern between the two.
_signal.signal(_signal.SIGINT, _interrupted)


def main() -> None:
    """Run the command line of this process and exit."""
    _stand_in_for_closed()
    # NumPy's OpenBLAS has a thread for each core; when one waits, from the import on, it spins for
    # a while and takes the core from everybody else. 4 is the least: it sleeps at once.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
    # pydantic would look into every installed package for plugins of its own, which nothing here
    # needs; an empty value lets it.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from assay.cli.main import run  # noqa: PLC0415 - the wait in which Ctrl-C is pressed

    sys.unraisablehook = _unraisable
    try:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        code = INTERRUPTED
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # what is left takes no time, and has no words
    _end(code)


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Ctrl-C in a callback of Python's own: it would print the exception and go on."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _interrupted(0, None)
    sys.__unraisablehook__(lost)


def _stand_in_for_closed() -> None:
    """Open what was closed before the start (`>&-`): the next file would get its number.

    What is written to standard output then fails as on a full disk, and is told like that.
    """
    for number, name, flags in (
        (0, "stdin", os.O_RDONLY),
        (1, "stdout", os.O_RDONLY),
        (2, "stderr", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            mode = "r" if number == 0 else "w"
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - to the end
            setattr(sys, name, stream)


def _end(code: int) -> None:
    import gc  # noqa: PLC0415 - see above
    import threading  # noqa: PLC0415 - see above

    if any(thread.name == "assay-run" for thread in threading.enumerate()):
        # A step that was left behind when its time was up: nobody waits for it at the end either.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    # The system takes all memory back at once; Python would first look for rubbish in all of it.
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
