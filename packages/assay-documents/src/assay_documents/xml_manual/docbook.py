"""The elements of DocBook 4 and 5."""

from __future__ import annotations

from assay_documents.xml_manual.words import Attributes, Element, Words, by_name, names

_SECTIONS = names(
    "set book part partintro article chapter appendix preface dedication acknowledgements colophon "
    "reference refentry refsynopsisdiv refsect1 refsect2 refsect3 refsection section sect1 sect2 "
    "sect3 sect4 sect5 simplesect topic glossary glossdiv bibliography bibliodiv bibliolist "
    "sidebar example informalexample formalpara task taskprerequisites taskrelated tasksummary"
)
_INFOS = names(
    "info setinfo bookinfo partinfo articleinfo chapterinfo appendixinfo prefaceinfo sectioninfo "
    "sect1info sect2info sect3info sect4info sect5info refentryinfo refsect1info refsect2info "
    "refsect3info refsectioninfo refsynopsisdivinfo referenceinfo glossaryinfo bibliographyinfo "
    "sidebarinfo objectinfo blockinfo docinfo dedicationinfo artheader"
)
_TAGS = by_name({
    "section": " ".join(_SECTIONS),
    "p": "para simpara subtitle segtitle refnamediv cmdsynopsis funcprototype attribution caption "
    "textobject/phrase bibliomixed biblioentry mediaobject/textobject",
    "div": "mediaobject figure informalfigure screenshot equation informalequation abstract "
    "programlistingco screenco funcsynopsis tgroup varlistentry qandadiv glosslist imageobjectco "
    "mediaobjectco answer glossdef highlights epigraph "
    + " ".join(_INFOS),
    "blockquote": "blockquote",
    "ul": "itemizedlist simplelist calloutlist stepalternatives segmentedlist",
    "ol": "orderedlist procedure substeps",
    "li": "listitem step callout member seglistitem",
    "dl": "variablelist glossentry qandaentry",
    "dt": "varlistentry/term glossentry/glossterm glossentry/acronym glossentry/abbrev question",
    "dd": "varlistentry/listitem dl/listitem",
    "pre": "programlisting screen literallayout synopsis address funcsynopsisinfo classsynopsis",
    "table": "table informaltable",
    "caption": "table/title table/caption informaltable/caption",
    "thead": "thead", "tbody": "tbody", "tfoot": "tfoot", "tr": "row tr", "td": "entry td",
    "th": "th", "q": "quote", "sup": "superscript",
    "span": "biblioentry/title bibliomixed/title biblioset/title bibliomset/title",
})  # fmt: skip
_NOTES = names("note tip warning caution important danger")
_NUMBERS = {"loweralpha": "a", "upperalpha": "A", "lowerroman": "i", "upperroman": "I"}


def _label(element: Element) -> str | None:
    return element.tag.capitalize() if element.tag in _NOTES else None


def _numbering(element: Element) -> Attributes:
    if element.tag == "substeps":
        return {"type": "a"}
    return {
        "type": _NUMBERS.get(element.get("numeration", ""), "1"),
        "start": element.get("startingnumber", "1"),
    }


DOCBOOK = Words(
    namespaces=("", "http://docbook.org/ns/docbook"),
    tags=_TAGS,
    sections=_SECTIONS,
    skipped=names(
        "indexterm index setindex toc lot remark comment revhistory titleabbrev keywordset "
        "subjectset screeninfo areaspec legalnotice beginpage refmiscinfo co coref area colspec "
        "spanspec"
    ),
    infos=_INFOS,
    kept=names("title subtitle abstract"),
    items=names("listitem step varlistentry callout member seglistitem"),
    joined={
        "menuchoice": " > ", "keycombo": "+", "shortcut": " ", "cmdsynopsis": " ", "group": " | ",
        "biblioentry": ", ", "biblioset": ", ", "authorgroup": ", ", "author": " ", "editor": " ",
        "personname": " ", "publisher": ", ", "copyright": " ", "seglistitem": ", ",
    },
    around={
        "footnote": (" (", ")"), "manvolnum": ("(", ")"), "optional": ("[", "]"),
        "citation": ("[", "]"), "shortcut": ("(", ")"), "inlinemediaobject": (" ", " "),
        "glosssee": ("See ", ". "), "glossseealso": ("See also ", ". "),
    },
    titles=names("title bridgehead refmeta"),
    names=names("title term glossterm refmeta"),
    label=_label,
    numbering=_numbering,
)  # fmt: skip
