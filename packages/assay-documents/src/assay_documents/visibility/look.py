"""How the text of an element looks, and whether it can be seen at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assay_documents.visibility.media import HEIGHT, WIDTH
from assay_documents.visibility.values import (
    Colour,
    colour,
    contrast,
    font_size,
    length,
    lengths,
    over,
)

WHITE: Colour = (1.0, 1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0, 1.0)
_MIN_CONTRAST = 1.1
_MIN_OPACITY = 0.05
_MIN_FONT = 2.0  # pixels
_FAR = 1000.0  # pixels outside of the window, from where nothing reaches back into it
_OUTSIDE = 200.0  # the same for an element that is taken out of the flow
_FAR_RIGHT = 5000.0
_TINY = 1.0  # pixels
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_FUNCTION = re.compile(r"([a-z0-9-]{1,40})\(([^()]*)\)")
_PLACED = ("absolute", "fixed", "sticky", "relative")
_FULL_TURN, _SIDEWAYS = 180.0, 90.0


@dataclass(frozen=True, slots=True)
class Look:
    """What an element hands down to those inside it."""

    colour: Colour | None = BLACK
    background: Colour | None = WHITE  # none: a picture, or rules that are not in the page
    font: float = 16.0
    opacity: float = 1.0
    visible: bool = True
    clipped_to_text: bool = False  # the background shows through the letters
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def shows_text(self) -> bool:
        """True when text with this look can be read."""
        if not self.visible or self.font < _MIN_FONT or self.opacity <= _MIN_OPACITY:
            return False
        if self.colour is None or self.clipped_to_text:
            return True
        if self.colour[3] <= _MIN_OPACITY:
            return False
        if self.background is None:
            return True
        return contrast(over(self.colour, self.background), self.background) >= _MIN_CONTRAST


def resolve(look: Look, declared: Mapping[str, str]) -> tuple[Look, dict[str, str]]:
    """The look with the variables that are declared here, and the other values with them put in."""
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if own:
        look = replace(look, variables={**look.variables, **own})
    values = {
        name: _fill_in(value, look.variables)
        for name, value in declared.items()
        if not name.startswith("--")
    }
    return look, values


def next_look(above: Look, values: Mapping[str, str]) -> Look:
    """The look of an element inside one that looks like `above`."""
    font = above.font
    if "font" in values:
        sizes = [part.partition("/")[0] for part in values["font"].split()]
        first = next((size for size in sizes if size[:1].isdigit() or size[:1] == "."), "")
        font = font_size(first, above.font) if first else font
    if "font-size" in values:
        font = font_size(values["font-size"], above.font)
    if values.get("font-size-adjust") == "0":
        font = 0.0
    if (zoom := length(values.get("zoom", ""), 1.0)) is not None and zoom > 0:
        font *= zoom
    shade = above.colour
    for name in ("color", "-webkit-text-fill-color"):
        if name in values and values[name] not in ("inherit", "currentcolor", "unset"):
            shade = BLACK if values[name] == "initial" else colour(values[name])
    visible = above.visible
    if (visibility := values.get("visibility")) is not None:
        visible = visibility not in ("hidden", "collapse") and (
            visible if visibility in ("inherit", "unset") else True
        )
    opacity = above.opacity * _share(values.get("opacity", "1"))
    clips = values.get("background-clip", values.get("-webkit-background-clip", ""))
    return replace(
        above,
        colour=shade,
        background=_background(above.background, values),
        font=font,
        opacity=opacity,
        visible=visible,
        clipped_to_text=above.clipped_to_text or clips == "text",
    )


def is_out_of_sight(values: Mapping[str, str]) -> bool:
    """True when nothing inside an element with these values can be seen."""
    return (
        values.get("display") == "none"
        or values.get("content-visibility") == "hidden"
        or _has_no_room(values)
        or _is_outside(values)
        or _is_clipped(values)
        or _is_transformed_away(values)
    )


def _fill_in(value: str, variables: Mapping[str, str]) -> str:
    for _ in range(5):  # a variable may name another one
        if "var(" not in value:
            break
        value = _VARIABLE.sub(lambda m: variables.get(m[1], m[2] or "").strip()[:200], value)
        if len(value) > 2000:  # noqa: PLR2004 - no value that we look for is as long
            return ""
    return value


def _share(value: str) -> float:
    amount = length(value, 1.0)
    return 1.0 if amount is None else max(0.0, min(1.0, amount))


def _background(above: Colour | None, values: Mapping[str, str]) -> Colour | None:
    back = above
    for name in ("background", "background-image", "background-color"):
        value = values.get(name, "")
        if "url(" in value or "gradient(" in value or "image(" in value:
            back = None
        elif value and value != "none":
            shades = [colour(part) for part in re.split(r"\s+(?![^(]*\))", value)]
            shade = next((each for each in shades if each is not None), None)
            if shade is not None and back is not None:
                back = over(shade, back)
            elif shade is not None and shade[3] == 1:
                back = shade
            elif shade is None and name == "background-color" and value not in _KEEPS:
                back = None
    return back


_KEEPS = ("inherit", "initial", "unset", "transparent", "currentcolor")


def _has_no_room(values: Mapping[str, str]) -> bool:
    cuts = any(
        word in values.get(name, "")
        for name in ("overflow", "overflow-x", "overflow-y")
        for word in ("hidden", "clip", "auto", "scroll")
    )
    if not cuts:
        return False
    sizes = {
        name: length(values[name])
        for name in ("width", "height", "max-width", "max-height")
        if name in values
    }
    small = [name for name, size in sizes.items() if size is not None and size <= _TINY]
    if any(sizes[name] == 0 for name in small) or len(small) > 1:
        return True
    indent = length(values.get("text-indent", ""))
    return indent is not None and indent >= WIDTH


def _is_outside(values: Mapping[str, str]) -> bool:
    for name in ("text-indent", "margin-left", "margin-top"):
        if (size := length(values.get(name, ""))) is not None and size <= -_FAR / 2:
            return True
    if any(size <= -_FAR / 2 for size in lengths(values.get("margin", ""))):
        return True
    position = values.get("position", "")
    if position and position not in _PLACED:
        return False
    edge = _FAR if position in ("relative", "") else _OUTSIDE
    sizes = lengths(values.get("inset", ""))
    for name, whole in (("left", WIDTH), ("right", WIDTH), ("top", HEIGHT), ("bottom", HEIGHT)):
        if (size := length(values.get(name, ""), whole)) is not None:
            sizes.append(size)
    return any(size <= -edge or size >= _FAR_RIGHT for size in sizes)


def _is_clipped(values: Mapping[str, str]) -> bool:
    for name in ("clip", "clip-path", "-webkit-clip-path"):
        for shape, inside in _FUNCTION.findall(values.get(name, "")):
            sizes = lengths(inside, 100.0)
            if shape == "inset":
                gone = bool(sizes) and "%" in inside and max(sizes) >= 50  # noqa: PLR2004 - half of it
            elif shape in ("rect", "xywh"):
                gone = bool(sizes) and max(sizes) <= _TINY
            elif shape in ("circle", "ellipse"):
                gone = bool(sizes) and sizes[0] == 0
            else:
                gone = shape == "polygon" and len(set(sizes)) <= 1
            if gone:
                return True
    return False


def _is_transformed_away(values: Mapping[str, str]) -> bool:
    for name in ("transform", "-webkit-transform", "filter", "-webkit-filter"):
        for function, inside in _FUNCTION.findall(values.get(name, "")):
            if _takes_away(function, inside):
                return True
    for name in ("scale", "translate", "rotate"):
        value = values.get(name, "")
        if value and value != "none" and _takes_away(name, value):
            return True
    return False


def _takes_away(function: str, inside: str) -> bool:
    if function.startswith("translate"):
        return any(size <= -_FAR or size >= _FAR_RIGHT for size in lengths(inside, WIDTH / 10))
    if function.startswith("scale"):
        return any(abs(size) <= _MIN_OPACITY for size in lengths(inside, 1.0)[:2])
    if function.startswith("rotate"):
        turn = re.search(r"(-?[\d.]+)(deg|turn)", inside)
        flips = function in ("rotatex", "rotatey") or inside.lstrip()[:2] in ("x ", "y ")
        if turn is None or not flips:
            return False
        angle = float(turn[1][:10].rstrip(".") or 0) * (360 if turn[2] == "turn" else 1)
        return angle % _FULL_TURN == _SIDEWAYS
    if function == "matrix":
        return lengths(inside)[:4].count(0.0) == 4  # noqa: PLR2004 - all that scale
    return function == "opacity" and _share(inside) <= _MIN_OPACITY
