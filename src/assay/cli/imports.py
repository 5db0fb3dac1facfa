"""Whether installed packages can be imported, tried where nothing can break the command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from secrets import token_hex

MAX_SECONDS = 300.0
_TRY = """
import importlib, json, sys
mark, *names = sys.argv[1:]
for name in names:
    fault = ""
    try:
        importlib.import_module(name)
    except BaseException as error:
        fault = " ".join(f"{type(error).__name__}: {error}".split())
    print("\\n" + mark + json.dumps([name, fault]), flush=True)
"""


def import_faults(modules: Iterable[str]) -> dict[str, str]:
    """Why each module that cannot be imported cannot; a process of its own tries them.

    Native code that does not fit the machine ends the process: that is a finding too, and the
    rest is tried in another one.
    """
    faults: dict[str, str] = {}
    left = list(modules)
    while left:
        told, end = _tried(left)
        faults |= {name: fault for name, fault in told if fault}
        if len(told) < len(left):
            faults[left[len(told)]] = end
        left = left[len(told) + 1 :]
    return faults


def _tried(modules: Sequence[str]) -> tuple[list[tuple[str, str]], str]:
    """What is known of the first modules, and how the process ended with the next one."""
    # -P: the working directory is not where packages are looked for.
    mark = token_hex()  # what a module prints while it is imported cannot be taken for ours
    command = [sys.executable, "-P", "-c", _TRY, mark, *modules]
    try:
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=MAX_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return [], f"is not imported after {MAX_SECONDS:.0f} s"
    lines = [each for each in done.stdout.splitlines() if each.startswith(mark)]
    told = [json.loads(each.removeprefix(mark)) for each in lines]
    return [(name, fault) for name, fault in told], f"ends with {done.returncode}"
