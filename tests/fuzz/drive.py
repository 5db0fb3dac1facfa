"""One try of a target: what it gives must be an exit code of ours and one line of reason."""

from __future__ import annotations

import contextlib
import io
import os
import random
from pathlib import Path

from assay.cli.main import run
from tests.fuzz.readers import READERS
from tests.fuzz.servers import SERVERS
from tests.fuzz.targets import TARGETS
from tests.fuzz.wear import WEAR

CALLS = {**SERVERS, **READERS, **WEAR}
NAMES = (*TARGETS, *CALLS)
KNOWN_CODES = {0, *range(2, 12)}
DEFECT = "went wrong inside assay"


class FuzzFailureError(AssertionError):
    """Input that ended in something else than an answer or a reason."""


def try_once(name: str, seed: int, folder: Path) -> None:
    """Make the input of a seed in the folder and give it to its target."""
    rng = random.Random(f"{name} {seed}")
    before = Path.cwd()
    os.chdir(folder)
    try:
        if name in CALLS:
            CALLS[name](rng)
        else:
            for command in TARGETS[name](rng):
                check_run(command)
    finally:
        os.chdir(before)


def check_run(command: list[str]) -> None:
    """Run a command line; what it ends with must be one of our codes, and one line of reason."""
    shown, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(shown, "utf-8", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(command)
    told, printed = err.getvalue(), shown.getvalue().decode("utf-8")
    errors = [line for line in told.splitlines() if line.startswith("error: ")]
    if code not in KNOWN_CODES or DEFECT in told or "Traceback" in told + printed:
        raise FuzzFailureError(f"{command} ended with {code}: {told[-2000:]}")
    if code not in (0, 3, 5, 9) and len(errors) != 1:
        raise FuzzFailureError(f"{command} ended with {code} and {len(errors)} reasons: {told}")
    if any(ord(c) < ord(" ") and c not in "\n\t" for c in told + printed):
        raise FuzzFailureError(f"{command} lets control characters reach the terminal")
