"""`assay` and `python -m assay`: the command line, and Ctrl-C while it is still being loaded."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line of this process and exit."""
    try:
        from assay.cli.main import run  # noqa: PLC0415 - the wait in which Ctrl-C is pressed

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
