"""The elements of DITA topics and maps."""

from __future__ import annotations

from assay_documents.xml_manual.words import Attributes, Element, Words, by_name, names

_SECTIONS = names(
    "dita topic concept task reference troubleshooting glossgroup glossentry section example "
    "refsyn map bookmap"
)
_TAGS = by_name({
    "section": " ".join(_SECTIONS),
    "p": "p shortdesc cmd glossdef navtitle booktitle mainbooktitle linktext stepsection desc",
    "div": "body conbody taskbody refbody troublebody abstract bodydiv sectiondiv div prereq "
    "context result postreq steps-informal info stepresult stepxmp tutorialinfo tgroup dlentry "
    "steptroubleshooting plentry glossBody topicref topichead topicgroup mapref chapter part "
    "appendix frontmatter backmatter topicmeta bookmeta condition cause remedy troubleSolution "
    "responsibleParty fig imagemap hazardstatement messagepanel syntaxdiagram linklist linkpool "
    "link",
    "nav": "related-links",
    "blockquote": "lq",
    "ul": "ul sl steps-unordered choices",
    "ol": "ol steps substeps",
    "li": "li sli step substep choice",
    "dl": "dl parml",
    "dt": "dt pt dthd",
    "dd": "dd pd ddhd",
    "pre": "pre codeblock screen msgblock lines",
    "table": "table simpletable properties choicetable",
    "caption": "table/title simpletable/title table/desc",
    "thead": "thead", "tbody": "tbody",
    "tr": "row strow sthead property prophead chrow chhead",
    "th": "sthead/stentry proptypehd propvaluehd propdeschd choptionhd chdeschd",
    "td": "entry stentry proptype propvalue propdesc choption chdesc",
    "q": "q", "sup": "sup",
})  # fmt: skip


def _label(element: Element) -> str | None:
    if element.tag != "note":
        return None
    kind = element.get("type", "note")
    return (element.get("othertype") or "note" if kind == "other" else kind).capitalize()


def _numbering(element: Element) -> Attributes:
    return {"type": "a"} if element.tag == "substeps" else {}


DITA = Words(
    namespaces=("",),
    tags=_TAGS,
    sections=_SECTIONS,
    skipped=names(
        "prolog titlealts draft-comment required-cleanup indexterm index-base data data-about "
        "metadata reltable foreign unknown colspec linkinfo bookid bookrights keydef"
    ),
    infos=names("topicmeta bookmeta"),
    kept=names("navtitle"),
    items=names("li sli step substep choice"),
    joined={"menucascade": " > "},
    around={"fn": (" (", ")"), "xmlelement": ("<", ">"), "xmlatt": ("@", "")},
    titles=names("title glossterm mainbooktitle"),
    names=names("title glossterm dt pt"),
    label=_label,
    numbering=_numbering,
)
