"""The tree of a manual turned into one of HTML elements, in place, for the reader of pages."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from assay_documents.builder import one_line
from assay_documents.xml_manual.references import References
from assay_documents.xml_manual.words import Attributes, Element, Words

_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_PREFIXES = {
    "http://www.w3.org/2001/XInclude": "xi-",
    "http://projectmallard.org/if/1.0/": "if-",
}
_LISTS = frozenset(("ul", "ol", "dl"))
_LOWEST = 6  # levels of headings that HTML has
_INCLUDE = "xi-include"


class Translation:
    """One tree, and what is found out about its elements before they are renamed."""

    def __init__(self, root: Element, words: Words) -> None:
        """Name the elements without their namespaces."""
        self.root, self.words = root, words
        self.elements: list[Element] = [e for e in root.iter() if isinstance(e.tag, str)]
        for element in self.elements:
            element.tag = self._bare(element.tag)
        self.tags: dict[Element, str] = {}  # of elements that are not what their name says
        self.attributes: dict[Element, Attributes] = {}
        self.around: dict[Element, tuple[str, str]] = {}
        self.signs: dict[Element, str] = {}  # between the children of an element
        self.columns: dict[Element, dict[str, int]] = {}  # of a table, by their names
        self.titles = self._titles()
        self.references = References(self.titles)
        for element in self.elements:
            self.references.note(identity(element), element)

    def _bare(self, tag: str) -> str:
        namespace, _, name = tag.rpartition("}")
        if (space := namespace.removeprefix("{")) in self.words.namespaces or not space:
            return name
        return _PREFIXES.get(space, "other-") + name

    def _titles(self) -> dict[Element, Element]:
        """The first title of each element that has one, its own before that of its information."""
        found: dict[Element, Element] = {}
        within: dict[Element, Element] = {}
        for each in self.elements:
            around = each.getparent()
            if around is None or each.tag not in self.words.names:
                continue
            if around.tag in self.words.infos:
                within.setdefault(around.getparent(), each)
            else:
                found.setdefault(around, each)
        return {**within, **found}

    def run(self, special: dict[str, Callable[[Translation, Element], None]]) -> str:
        """Translate all elements; the title of the document."""
        for element in reversed(self.elements):  # what stands inside comes first
            if element is self.root:
                continue
            if element.tag in self.words.skipped or element.tag == _INCLUDE:
                self.references.leave_out(element)
            elif element.tag in self.words.infos:
                self._info(element)
            elif (step := special.get(element.tag)) is not None:
                step(self, element)
            self._list(element)
        for element in reversed(self.elements):  # the names around an element are still its own
            self._rename(element)
        self.references.show()
        title = self.titles.get(self.root)
        return "" if title is None else one_line("".join(title.itertext()))

    def _info(self, element: Element) -> None:
        """Keep the title, if the element has no other, and what tells in brief what it is about."""
        above = self.titles.get(element.getparent())
        for each in element:
            named = each.tag in self.words.titles
            if each.tag not in self.words.kept or (named and each is not above):
                self.references.leave_out(each)
        if above is not None and above.getparent() is element.getparent():
            above.addnext(element)  # the heading comes first

    def _list(self, element: Element) -> None:
        """Put the items of a list that has a title into a list of their own below it."""
        tag = self.tags.get(element) or self.words.tags.get(element.tag, "")
        if tag == "ol":
            self.attributes[element] = self.words.numbering(element)
        title = self.titles.get(element)
        if tag not in _LISTS or title is None or title.tag not in self.words.titles:
            return
        moved, began = [], False
        for each in element:
            began = began or each.tag in self.words.items
            if began:
                moved.append(each)
        inner = etree.SubElement(element, tag, self.attributes.pop(element, {}))
        inner.extend(moved)
        self.tags[element] = "section"

    def _rename(self, element: Element) -> None:
        tag = self._tag(element)
        extra = self.attributes.get(element, {})
        if tag in ("td", "th"):
            spans = {name: element.get(name) for name in ("colspan", "rowspan")}
            extra = {**{name: value for name, value in spans.items() if value}, **extra}
        if (label := self.words.label(element)) is not None:
            tag, extra = "div", {**extra, "class": "admonition"}
            self._put_label(element, label)
        sign = self.signs.get(element) or self.words.joined.get(element.tag)
        if sign is not None:
            self._join(element, sign)
        self._surround(element)
        anchor = identity(element)
        element.attrib.clear()
        element.tag = tag
        if anchor:
            element.set("id", anchor)
        for name, value in extra.items():
            element.set(name, value)

    def _tag(self, element: Element) -> str:
        if element in self.tags:
            return self.tags[element]
        around = element.getparent()
        if around is not None:
            if (within := self.words.tags.get(f"{around.tag}/{element.tag}")) is not None:
                return within
            if element.tag in self.words.titles:
                return self._title_tag(element, around)
        return self.words.tags.get(element.tag, "span")

    def _title_tag(self, title: Element, around: Element) -> str:
        """A heading under a section, a paragraph under anything else."""
        if around.tag in self.words.infos and around.getparent() is not None:
            around = around.getparent()
        section = around.tag in self.words.sections
        if not section and self.tags.get(around) != "section" and title.tag == "title":
            return "p"
        level = sum(1 for each in title.iterancestors() if each.tag in self.words.sections)
        lower = not section or title.tag == "bridgehead"
        return f"h{max(1, min(_LOWEST, level + lower))}"

    def _put_label(self, element: Element, label: str) -> None:
        """What kind of note it is stands before a note that has no title."""
        if not label or element in self.titles:
            return
        shown = etree.Element("p")
        shown.text, shown.tail, element.text = label, element.text, None
        element.insert(0, shown)

    def _join(self, element: Element, sign: str) -> None:
        """The texts of the children on one line with a sign between them."""
        # Names that stand for keys may be no elements.
        bare = str.split if sign == "+" else lambda text: [text]
        parts = bare(element.text or "")
        for each in element:
            parts += ["".join(each.itertext()), *bare(each.tail or "")]
        shown = sign.join(text for part in parts if (text := one_line(part)))
        element[:] = []
        element.text = shown.replace(f"{sign}(", " (") if sign == " > " else shown

    def _surround(self, element: Element) -> None:
        before, after = self.around.get(element) or self.words.around.get(element.tag, ("", ""))
        if after == " " and not (element.tail or "")[:1].isalnum():
            after = ""
        if before:
            element.text = before + (element.text or "")
        if after and len(element):
            etree.SubElement(element, "span").text = after
        elif after:
            element.text = (element.text or "") + after


def identity(element: Element) -> str:
    """The name by which others refer to an element."""
    return element.get(_XML_ID) or element.get("id") or ""
