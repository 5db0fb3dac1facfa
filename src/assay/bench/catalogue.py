"""Every experiment that `assay bench NAME` knows besides the tasks, by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """An experiment: one line on what it does, and `module:function` that runs it.

    The function is called as `function(Request) -> Path`, see `assay.bench.request`: it writes its
    results below `request.out` and gives back the file to show.
    """

    about: str
    runs: str
    looks_for: str = ""


EXPERIMENTS: dict[str, Entry] = {}
