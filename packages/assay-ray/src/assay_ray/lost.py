"""Results of Ray tasks: a value, the task's own error, or a lost worker."""

from __future__ import annotations

from typing import Any

from assay.errors import AssayError


class WorkerLostError(Exception):
    """The worker or the node of a task died, or what it had made is gone with them."""


def fetched(ray: Any, ref: Any) -> Any:  # noqa: ANN401 - a module, and what any task gives
    """What a task gave; its own error is raised as if it had happened here."""
    try:
        return ray.get(ref)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, AssayError) else error from None
    except ray.exceptions.RayError as error:
        raise WorkerLostError(_short(error)) from error


def _short(error: Exception) -> str:
    """The first sentence of what Ray says; the rest is about where its logs lie."""
    words = " ".join(str(error).split())
    return (words.partition(". ")[0] or type(error).__name__)[:200].rstrip(".")
