"""The elements of Mallard, in which the help of GNOME is written."""

from __future__ import annotations

from assay_documents.xml_manual.words import Attributes, Element, Words, by_name, names

_SECTIONS = names("page section example synopsis listing")
_CODE_STANDS_IN = "page section example item note td th listing figure quote synopsis dl div"
_TAGS = by_name({
    "section": " ".join(_SECTIONS),
    "p": "p subtitle desc quote/cite other-p",
    "div": "info figure comment license div terms/item dl/item if-choose if-when if-if if-else "
    "other-div other-body other-tt",
    # What other pages say where they point to this one; it is not shown in it.
    "nav": "links info/desc",
    "ul": "list tree",
    "ol": "steps",
    "li": "item",
    "dl": "terms",
    "dt": "item/title",
    "pre": "screen " + " ".join(f"{each}/code" for each in _CODE_STANDS_IN.split()),
    "blockquote": "quote",
    "table": "table", "caption": "table/title table/desc",
    "thead": "thead", "tbody": "tbody", "tfoot": "tfoot", "tr": "tr", "td": "td", "th": "th",
})  # fmt: skip
_STYLES = names("tip warning important danger caution bug")
_UNLABELLED = names("sidebar plain")
_NUMBERS = {
    "numbered": "1", "lower-alpha": "a", "upper-alpha": "A", "lower-roman": "i", "upper-roman": "I",
}  # fmt: skip


def _label(element: Element) -> str | None:
    if element.tag != "note":
        return None
    styles = element.get("style", "").split()
    if any(each in _UNLABELLED for each in styles):
        return ""
    return next((each for each in styles if each in _STYLES), "note").capitalize()


def _numbering(element: Element) -> Attributes:
    return {"type": _NUMBERS.get(element.get("type", ""), "1")}


MALLARD = Words(
    namespaces=("http://projectmallard.org/1.0/", "http://projectmallard.org/experimental/"),
    tags=_TAGS,
    sections=_SECTIONS,
    skipped=names("comment revision credit license"),
    infos=names("info"),
    kept=names("title desc"),
    items=names("item tr"),
    joined={"guiseq": " > ", "keyseq": "+"},
    around={"media": (" ", " ")},
    label=_label,
    numbering=_numbering,
)
