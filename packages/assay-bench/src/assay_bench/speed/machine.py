"""The machine a figure was measured on: without it a number means nothing."""

from __future__ import annotations

import os
import platform
import re
import resource
import sys
from dataclasses import dataclass
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True)
class Machine:
    """What matters of a machine for int8 arithmetic, and how busy it was."""

    cpu: str
    architecture: str
    cores: int
    megahertz: float | None
    flags: frozenset[str]
    python: str
    load: float

    def facts(self) -> dict[str, object]:
        """The same as plain data; of the flags only those that matter here."""
        wanted = sorted(f for f in self.flags if re.match(r"avx|amx|asimddp|i8mm|sve", f))
        return {
            "cpu": self.cpu,
            "architecture": self.architecture,
            "cores": self.cores,
            "megahertz": self.megahertz,
            "flags": wanted,
            "python": self.python,
            "load_before": self.load,
        }


def this_machine() -> Machine:
    """The machine that runs this process."""
    info = _CPUINFO.read_text("utf-8", "replace") if _CPUINFO.exists() else ""
    megahertz = [float(m) for m in re.findall(r"^cpu MHz\s*:\s*([\d.]+)", info, re.MULTILINE)]
    names = re.findall(r"^(?:model name|Model)\s*:\s*(.+)$", info, re.MULTILINE)
    flags = re.search(r"^(?:flags|Features)\s*:\s*(.+)$", info, re.MULTILINE)
    return Machine(
        cpu=names[0] if names else platform.processor() or "unknown",
        architecture=platform.machine(),
        cores=usable_cores(),
        megahertz=max(megahertz) if megahertz else None,
        flags=frozenset(flags[1].split()) if flags else frozenset(),
        python=platform.python_version(),
        load=os.getloadavg()[0],
    )


def usable_cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def peak_memory_mb() -> float:
    """The most memory this process has held so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
