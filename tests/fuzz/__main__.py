"""`make fuzz`: bent input for as long as FUZZ_SECONDS says; what fails is told with its seed.

FUZZ_TARGETS names the ways in that are tried ("documents tables" are the readers), all by default.

`python -m tests.fuzz NAME SEED` tries one input again.
"""

from __future__ import annotations

import atexit
import logging
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.drive import NAMES, try_once

HOUR = 3600.0
TOLD_AFTER = 300.0  # seconds
for _name, _kind in (("XDG_CONFIG_HOME", "settings"), ("XDG_CACHE_HOME", "cache")):
    if _name not in os.environ:
        os.environ[_name] = tempfile.mkdtemp(prefix=f"assay-no-{_kind}-")
        atexit.register(shutil.rmtree, os.environ[_name], ignore_errors=True)


def fuzz(seconds: float, first: int, names: Sequence[str]) -> int:
    """Try the targets in turn until the time is over; gives back how many inputs failed."""
    until = time.monotonic() + seconds
    told = time.monotonic()
    tries = failures = 0
    with tempfile.TemporaryDirectory() as home:
        for name in names:
            (Path(home) / name).mkdir()
        while time.monotonic() < until:
            name, seed = names[tries % len(names)], first + tries // len(names)
            failures += not _survives(name, seed, Path(home) / name)
            tries += 1
            if time.monotonic() - told > TOLD_AFTER:
                told = time.monotonic()
                print(f"{tries:,} inputs tried so far, {failures:,} failed", flush=True)
    print(f"{tries:,} inputs tried, {failures:,} failed")
    return failures


def _survives(name: str, seed: int, folder: Path) -> bool:
    try:
        try_once(name, seed, folder)
    except Exception:  # noqa: BLE001 - whatever it is, it is what the fuzzer looks for
        traceback.print_exc()
        print(f"FAILED: python -m tests.fuzz {name} {seed}", flush=True)
        return False
    return True


if __name__ == "__main__":
    logging.disable()
    if len(sys.argv) > 1:
        with tempfile.TemporaryDirectory() as once:
            try_once(sys.argv[1], int(sys.argv[2]), Path(once))
    else:
        start = random.SystemRandom().randrange(1_000_000_000)
        chosen = os.environ.get("FUZZ_TARGETS", "").split() or NAMES
        if unknown := set(chosen) - set(NAMES):
            sys.exit(f"no such targets: {', '.join(unknown)}; there are {', '.join(NAMES)}")
        sys.exit(min(1, fuzz(float(os.environ.get("FUZZ_SECONDS", HOUR)), start, chosen)))
