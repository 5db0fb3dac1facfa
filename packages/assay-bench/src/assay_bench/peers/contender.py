"""One way to do a job: how fast it was, in which version, or why it was not measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version


@dataclass(frozen=True, slots=True)
class Contender:
    """`rate` is work a second, None when it was not measured; the first of a job is ours."""

    name: str
    rate: float | None
    note: str = ""
    versions: str = ""

    def ratio(self, ours: float | None) -> float | None:
        """How many times as fast ours is; below one, the other is faster."""
        return ours / self.rate if ours and self.rate else None


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be done, and everybody's speed at it."""

    title: str
    unit: str
    contenders: tuple[Contender, ...]
    note: str = ""


def versions_of(packages: Sequence[str]) -> str:
    """The versions of installed packages, in words."""
    return ", ".join(f"{package} {version(package)}" for package in packages)


def missing(packages: Sequence[str]) -> list[str]:
    """Those of the packages that are not installed."""
    lacking = []
    for package in packages:
        try:
            version(package)
        except PackageNotFoundError:
            lacking.append(package)
    return lacking


def not_installed(name: str, packages: Sequence[str]) -> Contender:
    """A contender that is not here, with the command that brings it."""
    return Contender(name, None, f"not installed: `pip install {' '.join(missing(packages))}`")
