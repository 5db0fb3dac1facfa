"""What a request may choose of how it is answered, and what a server offers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """What a request may choose; None leaves it as the server was started."""

    strategy: str | None = None
    verify: bool | None = None
    upper: float | None = None
    lower: float | None = None
    top_k: int | None = None
    model: str | None = None
    effort: str | None = None


@dataclass(frozen=True, slots=True)
class StrategyLine:
    """A strategy as the server offers it; `missing` is what keeps it from running."""

    name: str
    line: str
    paper: str = ""
    missing: tuple[str, ...] = ()
