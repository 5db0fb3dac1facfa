"""Which parts of a page a reader can open: behind a button, a tab or the title of an expander.

Some open without a script: a box that is checked, or an address within the page, lets other rules
of the style sheet hold.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import html

_NAMED = (
    "aria-controls", "data-target", "data-bs-target", "popovertarget", "commandfor", "href",
)  # fmt: skip
_CHECKED = frozenset(("checkbox", "radio"))
_TOGGLES = ("data-toggle", "data-bs-toggle")  # of Bootstrap: what is opened stands in href
_PRESSED = frozenset(("button", "tab", "menuitem", "switch"))
_LETTER = re.compile(r"[^\W\d_]")
_MAX_NAMES = 10_000
_MAX_TEXT = 300  # elements of a button that are looked at for a word
_MAX_ABOVE = 6  # elements above a button that may hide it


class Openers:
    """The buttons of a page by what they open."""

    def __init__(self, tree: html.HtmlElement) -> None:
        """Look at all elements once."""
        self._names: set[str] = set()
        self._reached: set[str] = set()  # ids of labels and of links within the page
        for element in tree.iter():
            if len(self._names) + len(self._reached) >= _MAX_NAMES:
                break
            if (name := _led_to(element)) and _is_in_sight(element):
                self._reached.add(name)
            if not isinstance(element.tag, str) or not any(element.get(each) for each in _NAMED):
                continue
            if _is_opener(element) and _is_in_sight(element):
                self._names.update(_opened_by(element))

    def open(self, element: html.HtmlElement) -> bool:
        """True when a button opens this element, or the title that stands right before it."""
        name = element.get("id")
        if name and name in self._names:
            return True
        before = element.getprevious()
        if before is None or not isinstance(before.tag, str):
            return False
        opener = before if _is_opener(before) else next(iter(before), None)
        return (
            opener is not None
            and isinstance(opener.tag, str)
            and opener.get("aria-expanded") is not None
            and _is_opener(opener)
            and _is_in_sight(opener)
        )

    def reaches(self, element: html.HtmlElement) -> bool:
        """True for a box with a label that a reader can check, and for what a link leads to."""
        is_named = (element.get("id") or None) in self._reached
        if element.tag != "input":
            return is_named
        if element.get("type", "").lower() not in _CHECKED or element.get("disabled") is not None:
            return False
        label = element.getparent()
        return is_named or (label is not None and label.tag == "label" and _is_in_sight(label))


def _led_to(element: html.HtmlElement) -> str:
    """The id of what a label belongs to, or of the part of the page to which a link leads."""
    if element.tag == "label":
        return str(element.get("for") or "")
    address = str(element.get("href") or "") if element.tag == "a" else ""
    return address[1:] if address.startswith("#") else ""


def _is_opener(element: html.HtmlElement) -> bool:
    """True for what is pressed to open something; a link only where it says that it does so."""
    if element.tag in ("button", "summary") or element.get("role") in _PRESSED:
        return True
    return element.get("aria-expanded") is not None or (
        element.tag == "a" and any(element.get(each) for each in (*_NAMED[:-1], *_TOGGLES))
    )


def _opened_by(element: html.HtmlElement) -> list[str]:
    named = [element.get(each) or "" for each in _NAMED]
    names = named[0].split()
    names += [each[1:] for each in named[1:3] if each.startswith("#")]
    names += [each for each in named[3:5] if each]
    return names + ([named[5][1:]] if named[5].startswith("#") and len(named[5]) > 1 else [])


def _is_in_sight(element: html.HtmlElement) -> bool:
    """True when it shows a word, and neither it nor what stands around it is plainly hidden."""
    if not any(_LETTER.search(text) for text in islice(element.itertext(), _MAX_TEXT)):
        return False
    here: html.HtmlElement | None = element
    for _ in range(_MAX_ABOVE):
        if here is None:
            break
        style = here.get("style", "").replace(" ", "").lower()
        if here.get("hidden") is not None or "display:none" in style or "hidden" in style:
            return False
        here = here.getparent()
    return True
