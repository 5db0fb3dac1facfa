"""What is asked of a model elsewhere, as files of jobs, and its replies, read from files."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """A whole prompt, chat markers included, and how it is to be continued."""

    prompt: str
    tokens: int
    logprobs: int = 0
    model: str = ""

    @property
    def id(self) -> str:
        """The same for the same job of the same model, in every run."""
        words = json.dumps([self.prompt, self.tokens, self.logprobs, self.model])
        return hashlib.sha256(words.encode()).hexdigest()[:20]

    @property
    def is_yes_or_no(self) -> bool:
        """True when only the odds of Yes against No as the next token are asked for."""
        return self.tokens == 1 and self.logprobs > 0

    def row(self) -> dict[str, Any]:
        """The job as a line of a file."""
        asked = {"id": self.id, "prompt": self.prompt, "tokens": self.tokens, "model": self.model}
        if self.is_yes_or_no:
            return {**asked, "yes": True}
        return {**asked, **({"logprobs": self.logprobs} if self.logprobs else {})}


def file_name(job: Job) -> str:
    """What the file of a job is called after its round: odds have files of their own."""
    return f"yes-{job.tokens}" if job.is_yes_or_no else f"{job.tokens}"


@dataclass(slots=True)
class Mailbox:
    """Jobs that wait for a reply; whoever asks sleeps until the file with it has come.

    `jobs` is the folder to write to, `replies` the one that is read. Each call of `send` writes
    one file for each limit of tokens, under its last name only when it is complete; `name` tells
    the files of two processes apart.
    """

    jobs: Path
    replies: Path
    name: str = ""
    known: dict[str, dict[str, Any]] = field(default_factory=dict)
    rounds: int = 0
    _unsent: dict[str, Job] = field(default_factory=dict)
    _sent: set[str] = field(default_factory=set)
    _read: dict[Path, int] = field(default_factory=dict)
    _awaited: dict[str, threading.Event] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, *jobs: Job) -> list[dict[str, Any]]:
        """The replies, when all are there."""
        awaited = []
        with self._lock:
            for job in jobs:
                if job.id in self.known:
                    continue
                if job.id not in self._sent:
                    self._unsent[job.id] = job
                awaited.append(self._awaited.setdefault(job.id, threading.Event()))
        for came in awaited:
            came.wait()
        return [self.known[job.id] for job in jobs]

    @property
    def unsent(self) -> int:
        """Jobs that no file holds yet."""
        return len(self._unsent)

    @property
    def awaited(self) -> int:
        """Jobs that were sent and have no reply yet."""
        return len(self._sent - self.known.keys())

    def send(self, named: Callable[[Job], str] = file_name) -> list[Path]:
        """Write all that is new, one file for each name, which ends with a number of tokens."""
        with self._lock:
            fresh, self._unsent = list(self._unsent.values()), {}
            self._sent |= {job.id for job in fresh}
        if not fresh:
            return []
        self.rounds += 1
        files: dict[str, list[Job]] = {}
        for job in fresh:
            files.setdefault(named(job), []).append(job)
        written = []
        for name, some in sorted(files.items()):
            path = self.jobs / f"jobs-{self.name}{self.rounds}-{name}.jsonl"
            started = path.with_suffix(".writing")
            text = "".join(json.dumps(job.row(), ensure_ascii=False) + "\n" for job in some)
            started.write_text(text, "utf-8")
            started.rename(path)
            written.append(path)
        return written

    def receive(self) -> int:
        """How many replies are new in the files; a last line that is torn is read later."""
        fresh: dict[str, dict[str, Any]] = {}
        for path in sorted(self.replies.glob("*.jsonl")):
            size = path.stat().st_size
            if self._read.get(path) == size:
                continue
            for line in path.read_text("utf-8", errors="replace").splitlines():
                try:
                    row = json.loads(line)
                except ValueError:
                    continue
                if row["id"] not in self.known:
                    fresh[row["id"]] = row
            self._read[path] = size
        with self._lock:
            self.known.update(fresh)
            for name in fresh.keys() & self._awaited.keys():
                self._awaited.pop(name).set()
        return len(fresh)
