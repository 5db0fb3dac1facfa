"""Whether a media query holds for somebody who reads a page on a usual screen."""

from __future__ import annotations

import re

WIDTH, HEIGHT = 1280.0, 720.0  # CSS pixels
_TYPES = ("all", "screen")
_FEATURE = re.compile(
    r"\(\s*(?P<edge>min-|max-)?(?:device-)?(?P<name>width|height)\s*:\s*"
    r"(?P<value>[\d.]+)(?P<unit>[a-z]*)\s*\)"
)
_RANGE = re.compile(
    r"\(\s*(?P<name>width|height)\s*(?P<sign>[<>]=?)\s*(?P<value>[\d.]+)(?P<unit>[a-z]*)\s*\)"
)
# Other features that pages ask for, with what a usual reader has.
_USUAL = {
    "orientation": "landscape",
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "prefers-contrast": "no-preference",
    "forced-colors": "none",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "scripting": "enabled",
    "display-mode": "browser",
    "inverted-colors": "none",
}
_NAMED = re.compile(r"\(\s*(?P<name>[a-z-]+)\s*:\s*(?P<value>[a-z-]+)\s*\)")
_MAX_QUERY = 2000


def is_shown_on_screen(query: str) -> bool:
    """True when one of the queries holds; a feature that is not known here is taken to hold."""
    query = query.strip().lower()[:_MAX_QUERY]
    return not query or any(_holds(each.strip()) for each in query.split(","))


def _holds(query: str) -> bool:
    negated = query.startswith("not ")
    query = query.removeprefix("not ").removeprefix("only ").strip()
    parts = [part.strip() for part in re.split(r"\band\b", query)]
    return all(_part(part) for part in parts) != negated


def _part(part: str) -> bool:
    if not part.startswith("("):
        return part in _TYPES or part.startswith("not")
    if match := _FEATURE.fullmatch(part):
        size = WIDTH if match["name"] == "width" else HEIGHT
        value = pixels(match["value"], match["unit"])
        return {"min-": size >= value, "max-": size <= value, None: size == value}[match["edge"]]
    if match := _RANGE.fullmatch(part):
        size = WIDTH if match["name"] == "width" else HEIGHT
        value = pixels(match["value"], match["unit"])
        return {
            "<": size < value,
            "<=": size <= value,
            ">": size > value,
            ">=": size >= value,
        }[match["sign"]]
    if match := _NAMED.fullmatch(part):
        return _USUAL.get(match["name"], match["value"]) == match["value"]
    return True


_UNITS = {
    "px": 1.0, "": 1.0, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "pt": 4 / 3, "pc": 16.0,
    "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54, "vw": WIDTH / 100,
    "vh": HEIGHT / 100, "vmin": HEIGHT / 100, "vmax": WIDTH / 100, "dvw": WIDTH / 100,
    "dvh": HEIGHT / 100, "svh": HEIGHT / 100, "lvh": HEIGHT / 100,
}  # fmt: skip


def pixels(value: str, unit: str) -> float:
    """A length in CSS pixels; of a unit that is not known, the number itself."""
    try:
        return float(value[:20]) * _UNITS.get(unit, 1.0)
    except ValueError:
        return 0.0
