"""Lengths, numbers and colours of CSS, as far as they can put text out of sight."""

from __future__ import annotations

import re
from functools import lru_cache

import tinycss2.color3
import tinycss2.color4

from assay_documents.visibility.media import WIDTH, pixels

Colour = tuple[float, float, float, float]  # red, green, blue, alpha from 0 to 1

_LENGTH = re.compile(r"(?P<value>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,2})?)(?P<unit>[a-z]*|%)")
_CALC = re.compile(r"calc\(\s*(?P<inside>[^()]*)\)")
_MAX_VALUE = 500  # characters; a longer value says nothing that is looked for here
_FONT_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0, "initial": 16.0,
}  # fmt: skip


@lru_cache(maxsize=4096)
def length(text: str, whole: float = WIDTH) -> float | None:
    """A length in pixels, with percentages of `whole`; none where it is not a plain length."""
    text = text.strip()
    if match := _CALC.fullmatch(text):
        text = _only_term(match["inside"])
    match = _LENGTH.fullmatch(text[:_MAX_VALUE])
    if match is None:
        return None
    if match["unit"] == "%":
        return float(match["value"]) * whole / 100
    return pixels(match["value"], match["unit"])


def lengths(text: str, whole: float = WIDTH) -> list[float]:
    """All plain lengths in a value, in order."""
    parts = re.split(r"[\s,]+", text[:_MAX_VALUE])
    return [value for part in parts if (value := length(part, whole)) is not None]


@lru_cache(maxsize=4096)
def font_size(text: str, above: float) -> float:
    """A font size in pixels under one of `above` pixels."""
    text = text.strip()
    if text in _FONT_SIZES:
        return _FONT_SIZES[text]
    if text in ("smaller", "larger"):
        return above / 1.2 if text == "smaller" else above * 1.2
    if text.endswith("em") and not text.endswith("rem"):
        text, scale = text.removesuffix("em"), above
    else:
        scale = 1.0
    value = length(text, above)
    return above if value is None else value * scale


@lru_cache(maxsize=4096)
def colour(text: str) -> Colour | None:
    """A colour as red, green, blue and alpha; none where it is not one that can be told."""
    text = text.strip()[:_MAX_VALUE]
    if not text:
        return None
    try:
        found = tinycss2.color3.parse_color(text)
        if found == "currentColor":
            return None
        if found is not None:
            return (found.red, found.green, found.blue, found.alpha)
        modern = tinycss2.color4.parse_color(text)
        if modern is None or isinstance(modern, str):
            return None
        red, green, blue = (part or 0.0 for part in modern.to("srgb").coordinates)
    except (ValueError, TypeError, NotImplementedError, ArithmeticError):
        return None
    return (red, green, blue, modern.alpha)


def legacy_colour(text: str | None) -> Colour | None:
    """The colour of a bgcolor or color attribute, where the # may be missing."""
    if not text:
        return None
    return colour(text) or colour(f"#{text.strip()}")


def over(front: Colour, back: Colour) -> Colour:
    """The colour that shows when one lies over another."""
    alpha = front[3]
    red, green, blue = (f * alpha + b * (1 - alpha) for f, b in zip(front[:3], back[:3]))  # noqa: B905
    return (red, green, blue, 1.0)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG: 1 for equal colours, 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(shade: Colour) -> float:
    red, green, blue = (
        max(0.0, part) / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004
        for part in (min(1.0, each) for each in shade[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _only_term(inside: str) -> str:
    """A sum or product with a single length in it, or one of zeros: "0px * 1" is nothing."""
    terms = inside.replace("*", " * ").split()
    if "*" in terms and any(length(term) == 0 for term in terms if term != "*"):
        return "0"
    plain = [term for term in terms if term not in ("+", "-")]
    if all(length(term) == 0 for term in plain):
        return "0"
    return plain[0] if len(plain) == 1 else inside
