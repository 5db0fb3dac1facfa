"""Evidence that was gathered in several looks, put together."""

from __future__ import annotations

from collections.abc import Iterable

from assay.types import Evidence, Strip


def pooled(bodies: Iterable[Evidence]) -> Evidence:
    """Every strip once, in the order in which it was first kept; what one look kept stays kept."""
    all_bodies = tuple(bodies)
    kept = _once(strip for body in all_bodies for strip in body.strips)
    dropped = _once(strip for body in all_bodies for strip in body.dropped)
    return Evidence(
        strips=tuple(kept.values()),
        dropped=tuple(strip for name, strip in dropped.items() if name not in kept),
        notes=tuple(dict.fromkeys(note for body in all_bodies for note in body.notes)),
    )


def _once(strips: Iterable[Strip]) -> dict[str, Strip]:
    found: dict[str, Strip] = {}
    for strip in strips:
        found.setdefault(strip.id, strip)
    return found
