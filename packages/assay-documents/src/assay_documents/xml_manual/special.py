"""Elements of the vocabularies of which a name alone does not tell how they read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TypeAlias

from lxml import etree

from assay_documents.builder import one_line
from assay_documents.html.table import MAX_SPAN
from assay_documents.xml_manual.recognise import Vocabulary
from assay_documents.xml_manual.translate import Translation, identity
from assay_documents.xml_manual.words import Element

Step: TypeAlias = Callable[[Translation, Element], None]
_XLINK = "{http://www.w3.org/1999/xlink}href"
_IN_LINE = ("para", "simpara", "p")  # inside a footnote
_MAX_COLUMNS = 1000
_CHOICE = {"req": ("{", "}"), "plain": ("", "")}


def _text(element: Element) -> str:
    return one_line("".join(element.itertext()))


def _set_text(element: Element, text: str) -> None:
    anchor = identity(element)
    element.clear(keep_tail=True)
    element.text = text
    if anchor:
        element.set("id", anchor)


def _reference(work: Translation, element: Element) -> None:
    """What a reference without words shows: a title, an address, or the words of a label."""
    for name in ("linkend", "xref", "url", _XLINK, "href", "keyref"):
        if target := element.get(name):
            work.references.add(element, target.removeprefix("#"))
            return


def _see(work: Translation, element: Element) -> None:
    if not _text(element) and (target := element.get("otherterm")):
        work.references.add(etree.SubElement(element, "span"), target)


def _footnote(work: Translation, element: Element) -> None:
    """A footnote is shown in brackets where it is called, in one line with the text around it."""
    for each in element.iterdescendants(*_IN_LINE):
        work.tags[each] = "span"


def _menu_choice(work: Translation, element: Element) -> None:
    """The keys of a choice come after it."""
    del work
    for keys in element.findall("shortcut"):
        element.append(keys)


def _keys(work: Translation, element: Element) -> None:
    """Keys that are pressed one after the other have no plus between them."""
    if element.get("action") == "seq" or element.get("type") == "sequence":
        work.signs[element] = " "


def _cell(work: Translation, cell: Element) -> None:
    """How many columns and rows a cell of a table spans."""
    group = next(cell.iterancestors("tgroup"), None)
    if group is None:
        return
    if group not in work.columns:
        columns = islice(group.iterchildren("colspec"), _MAX_COLUMNS)
        work.columns[group] = {each.get("colname", ""): at for at, each in enumerate(columns)}
    named = work.columns[group]
    first, last = named.get(cell.get("namest", "")), named.get(cell.get("nameend", ""))
    more = cell.get("morerows", "")
    spans = {}
    if first is not None and last is not None and last > first:
        spans["colspan"] = str(min(last - first + 1, MAX_SPAN))
    if more.isdecimal() and len(more) < 4:  # noqa: PLR2004 - digits
        spans["rowspan"] = str(int(more) + 1)
    work.attributes[cell] = spans


def _manual_page(work: Translation, element: Element) -> None:
    """The name of a manual page and its section: "lampd(8)"."""
    del work
    title, number = element.find("refentrytitle"), element.find("manvolnum")
    if title is not None:
        _set_text(element, _text(title) + (f"({_text(number)})" if number is not None else ""))


def _purpose(work: Translation, element: Element) -> None:
    """What a manual page is about: "lampd, lamp - lights lamps"."""
    del work
    names = ", ".join(_text(each) for each in element.iterchildren("refname"))
    purpose = " ".join(_text(each) for each in element.iterchildren("refpurpose"))
    if names and purpose:
        _set_text(element, f"{names} - {purpose}")


def _synopsis(work: Translation, element: Element) -> None:
    if element not in work.titles:
        heading = etree.Element("h6")
        heading.text, heading.tail, element.text = "Synopsis", element.text, None
        element.insert(0, heading)


def _prototype(work: Translation, element: Element) -> None:
    """The call of a function: "int light(int lamp, int how)"."""
    del work
    parts = [_text(each) for each in element if isinstance(each.tag, str)]
    if parts:
        _set_text(element, f"{parts[0]}({', '.join(filter(None, parts[1:]))})")


def _argument(work: Translation, element: Element) -> None:
    before, after = _CHOICE.get(element.get("choice", "opt"), ("[", "]"))
    again = "..." if element.get("rep") == "repeat" else ""
    work.around[element] = (before, after + again)


def _in_line(work: Translation, element: Element) -> None:
    """A list that is part of a sentence."""
    if element.get("type") == "inline":
        work.tags[element], work.signs[element] = "span", ", "


def _media(work: Translation, element: Element) -> None:
    """Say once what a picture shows."""
    said: set[str] = set()
    for each in [*element.iterchildren("caption"), *element.iterchildren("textobject")]:
        text = _text(each)
        if each.tag == "textobject" and text in said:
            work.references.leave_out(each)
        said.add(text)


def _numbered(work: Translation, element: Element) -> None:
    if element.get("type", "") in ("numbered", "lower-alpha", "upper-alpha", "lower-roman"):
        work.tags[element] = "ol"


def _choose(work: Translation, element: Element) -> None:
    """Of texts for several systems the one that holds of most; those for a named one say so."""
    cases = list(element.iterchildren("if-when"))
    rest = [each for each in element if each.tag != "if-when"]
    holds = next((each for each in cases if each.get("test", "").startswith("!")), None)
    usual = [holds] if holds is not None else rest
    if holds is not None:
        for each in rest:
            work.references.leave_out(each)
    said = " ".join(map(_text, usual))
    for each in cases:
        if each is not holds:
            _other_system(work, each, said)


def _other_system(work: Translation, case: Element, said: str) -> None:
    """Name the system that a text is for; leave it out where it says the same as the usual one."""
    kind, _, name = case.get("test", "").partition(":")
    if kind != "platform" or _text(case) in ("", said):
        work.references.leave_out(case)
    elif next(case.iterchildren("p", "steps", "list", "note", "table"), None) is not None:
        label = etree.Element("p")
        label.text = name
        case.insert(0, label)
        work.attributes[case] = {"class": "admonition"}
    else:
        work.around[case] = (f" ({name}: ", ") ")


def _picture(work: Translation, element: Element) -> None:
    del work
    if element.get("alt") and element.find("alt") is None:
        _set_text(element, f" {element.get('alt')} ")


def _entry_of_map(work: Translation, element: Element) -> None:
    """The title that a map gives to a topic."""
    title = element.get("navtitle")
    if title and element.find("topicmeta/navtitle") is None:
        shown = etree.Element("p")
        shown.text = title
        element.insert(0, shown)


SPECIAL: dict[Vocabulary, dict[str, Step]] = {
    Vocabulary.DOCBOOK: {
        **dict.fromkeys(("xref", "link", "ulink"), _reference),
        **dict.fromkeys(("glosssee", "glossseealso"), _see),
        **dict.fromkeys(("refmeta", "citerefentry"), _manual_page),
        **dict.fromkeys(("arg", "group"), _argument),
        **dict.fromkeys(("mediaobject", "inlinemediaobject"), _media),
        "footnote": _footnote, "menuchoice": _menu_choice, "keycombo": _keys, "entry": _cell,
        "refnamediv": _purpose, "refsynopsisdiv": _synopsis, "funcprototype": _prototype,
        "simplelist": _in_line,
    },
    Vocabulary.MALLARD: {
        "link": _reference, "keyseq": _keys, "list": _numbered, "if-choose": _choose,
    },
    Vocabulary.DITA: {
        **dict.fromkeys(("xref", "link", "ph", "keyword", "term", "cite"), _reference),
        **dict.fromkeys(("topicref", "topichead", "chapter", "part", "appendix", "mapref"),
                        _entry_of_map),
        "fn": _footnote, "entry": _cell, "image": _picture,
    },
}  # fmt: skip
