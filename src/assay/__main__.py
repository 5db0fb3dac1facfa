"""`assay` and `python -m assay`: the command line, and Ctrl-C while it is still being loaded."""

from __future__ import annotations

import gc
import os
import sys
import threading

INTERRUPTED = 130


def main() -> None:
    """Run the command line of this process and exit."""
    # NumPy's OpenBLAS has a thread for each core; when one waits, from the import on, it spins for
    # a while and takes the core from everybody else. 4 is the least: it sleeps at once.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
    # pydantic would look into every installed package for plugins of its own, which nothing here
    # needs; an empty value lets it.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from assay.cli.main import run  # noqa: PLC0415 - the wait in which Ctrl-C is pressed

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        code = INTERRUPTED
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
