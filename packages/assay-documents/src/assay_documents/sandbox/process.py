"""The process that reads files: it takes requests, and sends what it finds in them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any, BinaryIO

from assay_documents.errors import ReadingError, UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import may_hold_pictures
from assay_documents.sandbox.wire import LENGTH_BYTES, asked, pack, unpack, written

MEMORY = "memory"
_WATCH_SECONDS = 0.1
_RESERVED_BYTES = 1024 * 1024 * 1024  # address space that libraries reserve and do not use
_CPU_SLACK = 5  # seconds after which the system ends a process that nobody watches any more
OUT_OF_MEMORY = 77  # exit status


def main() -> None:
    """Serve until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which then ends us
    requests, answers = _own_pipes()
    parent = os.getppid()
    watch = _Watch(parent)
    threading.Thread(target=watch.run, daemon=True).start()
    answers.write(pack({"ready": True}))
    answers.flush()
    while (head := requests.read(LENGTH_BYTES)) and len(head) == LENGTH_BYTES:
        data = requests.read(int.from_bytes(head, "big"))
        _serve(data, answers, watch)
        answers.flush()


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, kept from libraries that read from standard input or print."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 1 << 16)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    return requests, answers


def _serve(data: bytes, answers: BinaryIO, watch: _Watch) -> None:
    from assay_documents.readers import read_rows  # noqa: PLC0415 - after the pipes are safe

    path, limits = asked(unpack(data))
    watch.memory_bytes = limits.memory_bytes
    try:
        _limit(limits.memory_bytes, seconds_allowed(path, limits))
        for each in read_rows(path, limits):
            answers.write(pack(written(each)))
        end: dict[str, Any] = {"done": True}
    except UnreadableError as error:
        end = {"reason": str(error), "hint": error.hint}
    except ReadingError as error:
        end = {"reason": f"cannot be read: {error}", "hint": error.hint}
    except MemoryError:
        end = {"reason": MEMORY}
    except RecursionError:
        end = {"reason": "is nested too deeply"}
    except OSError as error:
        end = {"reason": f"cannot be read: {error.strerror or error}"}
    except Exception as error:  # noqa: BLE001 - whatever a parser raises is the file's reason
        name = type(error).__name__
        end = {"reason": f"cannot be read: {name}: {str(error)[:200]}".rstrip(": ")}
    answers.write(pack(end))


def seconds_allowed(path: Path, limits: ReadLimits) -> float:
    """How long the reading of a file may take."""
    seconds = limits.seconds_for(path.stat().st_size)
    return seconds + limits.ocr_seconds if may_hold_pictures(path) else seconds


def _limit(memory_bytes: int, seconds: float) -> None:
    """Let the system hold the limits, where it can; the watch and the other side do elsewhere."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return
    spent = time.process_time()
    for what, limit in (
        (resource.RLIMIT_AS, memory_bytes + _RESERVED_BYTES),
        (resource.RLIMIT_CPU, int(spent + seconds * (os.cpu_count() or 1)) + _CPU_SLACK),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        try:
            resource.setrlimit(what, (soft, hard))
        except (ValueError, OSError):  # macOS refuses some of them
            continue


class _Watch:
    """Ends the process when it takes too much memory or is an orphan."""

    def __init__(self, parent: int) -> None:
        self.memory_bytes = 0
        self._parent = parent

    def run(self) -> None:
        while True:
            time.sleep(_WATCH_SECONDS)
            if os.getppid() != self._parent:
                os._exit(1)
            if self.memory_bytes and _resident_bytes() > self.memory_bytes:
                os._exit(OUT_OF_MEMORY)


def _resident_bytes() -> int:
    """The memory that this process holds, 0 where the system does not tell."""
    # Not the peak that getrusage tells on Linux: it counts what the parent held before the exec.
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
