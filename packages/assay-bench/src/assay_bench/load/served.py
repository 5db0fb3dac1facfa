"""A server in a process of its own, to be measured from outside."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assay.errors import ServiceError

READY = re.compile(r"assay is ready: (http://\S+)")
START_SECONDS = 120.0
_KIBIBYTE = 1024


@dataclass(frozen=True, slots=True)
class Served:
    """Where a server listens, and which process it is."""

    url: str
    pid: int

    def memory_mb(self) -> float:
        """What the process holds now, in MiB."""
        return int(self._told("rss")) / _KIBIBYTE

    def processor_seconds(self) -> float:
        """What the process has used of all cores so far, to the second."""
        days, _, clock = self._told("time").rpartition("-")
        parts = [float(part) for part in clock.split(":")]
        seconds = sum(part * 60**power for power, part in enumerate(reversed(parts)))
        return float(seconds + 86_400 * int(days or 0))

    def _told(self, what: str) -> str:
        line = ["ps", "-o", f"{what}=", "-p", str(self.pid)]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout.strip()


@contextmanager
def served(index: Path, folder: Path, *flags: str) -> Iterator[Served]:
    """A server over an index on a free port; it ends with the block. `folder` takes its log."""
    log = folder / "server.log"
    line = [sys.executable, "-m", "assay", "serve", "--index", str(index), "--port", "0"]
    line += ["--rate", "0", "--keys", str(folder / "no-keys.json"), *flags]
    with log.open("w", encoding="utf-8") as stream:
        process = subprocess.Popen(line, stdout=stream, stderr=stream)
    try:
        yield Served(_address(process, log), process.pid)
    finally:
        process.terminate()
        process.wait()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if found := READY.search(log.read_text("utf-8", "replace")):
            return found[1]
        time.sleep(0.1)
    last = log.read_text("utf-8", "replace").strip().splitlines()[-1:]
    raise ServiceError("the server did not start", hint="".join(last)[:300])
