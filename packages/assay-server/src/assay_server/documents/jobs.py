"""Indexing in the background: one run at a time, each upload a job with a state of its own."""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.indexing.embedder_identity import embedder_dimension, embedder_identity
from assay.indexing.index_paths import index_paths
from assay.indexing.report import IndexReport, Progress
from assay.ports import Embedder
from assay_server.documents.job import ENDED, Job, JobState, job_at
from assay_server.documents.store import JOBS, UploadStore, age, half_written
from assay_server.errors import NotFoundError
from assay_server.observe.logs import log, log_fault

MAX_JOBS = 2000  # kept on disk; older ones are forgotten
SLICE = 8  # passages embedded between two looks at what else is waiting for the cores
WAIT_SECONDS = 600.0  # for another process that writes to the same index
WRITE_SECONDS = 0.2  # between two states of a job on disk
RUN = "run.now"  # beside the jobs: how far the run under way is
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Sliced:
    """An embedder that gives way: others get the cores after every few passages."""

    embedder: Embedder
    identity: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text."""
        parts = [
            self.embedder.embed(texts[first : first + SLICE])
            for first in range(0, len(texts), SLICE)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, self.dimension), np.float32)


class Jobs:
    """Makes the index follow the uploaded files; states lie on disk, where all workers see them."""

    def __init__(
        self,
        store: UploadStore,
        index: Path,
        embedder: Callable[[], Embedder],
        indexed: Callable[[], None],
        quick: Callable[[], Embedder] | None = None,
    ) -> None:
        """Call `indexed` after every run that has changed the index."""
        self._store, self._index = store, index
        self._embedder, self._indexed, self._quick = embedder, indexed, quick
        self._folder = store.folder / JOBS
        self._waiting: list[Job] = []
        self._told: dict[str, Job] = {}  # ended jobs by their file: they change no more
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="assay-index")

    def add(self, name: str) -> Job:
        """A new job for a file that was stored or taken away; the index follows soon."""
        job = Job(secrets.token_hex(8), name)
        self._write(job)
        with self._lock:
            self._waiting.append(job)
        self._thread.submit(self._run)
        return job

    def take_up(self) -> None:
        """Go on with what a server before this one had taken on when it ended."""
        self._store.sweep()
        left = [self._read(path) for path in self._folder.glob("*.json")]
        undone = [job for job in left if job and job.state not in ENDED]
        if undone:
            with self._lock:
                self._waiting += undone
            self._thread.submit(self._run)

    def get(self, id: str) -> Job:
        """The job of this id, as it is now."""
        job = self._read(self._folder / f"{id}.json") if _ID.fullmatch(id) else None
        if job is None:
            raise NotFoundError("there is no job of this id")
        # How far a run is stands in one file for all of its jobs, which may be hundreds.
        under_way = self._read(self._folder / RUN) if job.state is JobState.RUNNING else None
        return replace(under_way, id=job.id, name=job.name) if under_way else job

    def listed(self) -> list[Job]:
        """Every job that is kept, newest first; those under way as far as their run is."""
        now = self._read(self._folder / RUN)
        files = sorted(self._folder.glob("*.json"), key=age, reverse=True)
        self._told = {file.name: self._told[file.name] for file in files if file.name in self._told}
        found: list[Job] = []
        for file in files:
            job = self._told.get(file.name) or self._read(file)
            if job is None:
                continue
            if job.state in ENDED:
                self._told[file.name] = job
            elif job.state is JobState.RUNNING and now is not None:
                job = replace(now, id=job.id, name=job.name)
            found.append(job)
        return found

    def close(self) -> None:
        """Wait for the run under way, which ends at a complete state; others wait for a start."""
        self._thread.shutdown(cancel_futures=True)

    def _run(self) -> None:
        with self._lock:
            jobs, self._waiting = self._waiting, []
        jobs = [job for job in jobs if not self._ended(job)]
        if not jobs:
            return  # an earlier run has taken them all
        try:
            before = {job.name: self._stamp(job) for job in jobs}
            report = self._follow(jobs)
            bad = {self._store.name_of(Path(path)): reason for path, reason in report.unreadable}
            for job in jobs:
                replaced = self._replaced(job, before[job.name])
                self._finish(job, report, bad.get(job.name), replaced=replaced)
        except AssayError as error:
            log("indexing failed", reason=type(error).__name__)
            self._fail(jobs, str(error))
        except Exception:  # noqa: BLE001 - a job must end, whatever went wrong
            log_fault("indexing failed")
            self._fail(jobs, "the server met an error of its own; its log has more")
        self._forget()

    def _ended(self, job: Job) -> bool:
        """True if the end of the job is already recorded, perhaps by another worker."""
        now = self._read(self._folder / f"{job.id}.json")
        return now is not None and now.state in ENDED

    def _follow(self, jobs: list[Job]) -> IndexReport:
        last = 0.0

        def tell(now: Progress) -> None:
            nonlocal last
            if now.vectors is not None and not now.vectors.done:
                self._indexed()  # the first stage is done: questions see the new documents
            if time.monotonic() - last < WRITE_SECONDS:
                return
            last = time.monotonic()
            self._write(job_at(now), RUN)

        self._write(Job("", "", JobState.RUNNING), RUN)
        for job in jobs:
            self._write(replace(job, state=JobState.RUNNING))
        real = self._embedder()
        embedder = Sliced(real, embedder_identity(real), embedder_dimension(real))
        report = index_paths(
            [self._store.folder],
            self._index,
            embedder,
            quick=self._quick() if self._quick else None,
            on_progress=tell,
            wait_seconds=WAIT_SECONDS,
        )
        self._indexed()
        log("indexed", jobs=len(jobs), passages=report.passages, seconds=report.seconds.total)
        return report

    def _finish(
        self, job: Job, report: IndexReport, unreadable: str | None, *, replaced: bool
    ) -> None:
        if unreadable is not None and replaced:
            self._end(replace(job, state=JobState.REPLACED))
            return
        if unreadable is not None:
            self._store.path(job.name).unlink(missing_ok=True)
            self._fail([job], f"the file {unreadable}"[:300])
            return
        files = report.added + report.changed + report.removed + report.unchanged + report.reread
        self._end(
            replace(
                job,
                state=JobState.DONE,
                searchable=True,
                files_done=files,
                files_total=files,
                passages=report.passages,
                seconds=round(report.seconds.total, 3),
            )
        )

    def _replaced(self, job: Job, before: tuple[int, ...]) -> bool:
        """True when another upload or a removal of the same name came after this one.

        Its job may not be known here yet, or only to another worker: then the file tells.
        """
        with self._lock:
            newer = any(each.name == job.name for each in self._waiting)
        now = self._stamp(job)
        return newer or not now or now != before

    def _stamp(self, job: Job) -> tuple[int, ...]:
        """What every upload changes; empty where the file is not there."""
        try:
            stat = self._store.path(job.name).stat()
        except FileNotFoundError:
            return ()
        return stat.st_ino, stat.st_mtime_ns, stat.st_size

    def _fail(self, jobs: list[Job], reason: str) -> None:
        for job in jobs:
            self._end(replace(job, state=JobState.FAILED, error=reason))

    def _end(self, job: Job) -> None:
        """Tell how a job ended, unless that has been told."""
        if not self._ended(job):
            self._write(job)

    def _read(self, path: Path) -> Job | None:
        try:
            raw = json.loads(path.read_text("utf-8"))
            return Job(**{**raw, "state": JobState(raw["state"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None  # forgotten meanwhile, or not what we wrote

    def _write(self, job: Job, name: str = "") -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        place = self._folder / (name or f"{job.id}.json")
        with half_written(self._folder) as (stream, passing):
            stream.write(json.dumps(asdict(job)).encode())
            stream.flush()
            os.replace(passing, place)

    def _forget(self) -> None:
        """Delete the oldest of too many jobs, if they have come to an end.

        Once a run, not once a job: a run may end hundreds of them.
        """
        kept = sorted(self._folder.glob("*.json"), key=age)
        for old in kept[:-MAX_JOBS]:
            job = self._read(old)
            if job is None or job.state in ENDED:
                old.unlink(missing_ok=True)
