"""One change of the uploaded documents, and how far the index has followed it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.indexing.report import Progress


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    REPLACED = "replaced"


ENDED = (JobState.DONE, JobState.FAILED, JobState.REPLACED)


@dataclass(frozen=True, slots=True)
class Job:
    """One change of the documents, and how far the index has followed it.

    It is `searchable` once questions see it, which is before all vectors are there.
    """

    id: str
    name: str
    state: JobState = JobState.WAITING
    searchable: bool = False
    files_done: int = 0
    files_total: int = 0
    passages: int = 0
    seconds: float = 0.0
    error: str = ""


def job_at(now: Progress) -> Job:
    """Any job of a run, as far as the run is."""
    return Job(
        id="",
        name="",
        state=JobState.RUNNING,
        searchable=now.vectors is not None,
        files_done=now.files_done,
        files_total=now.files_total,
        passages=now.passages,
        seconds=round(now.seconds, 3),
    )
