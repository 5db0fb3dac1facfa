"""Small files that are zip archives of XML, made by code: the same words in each."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

from tests.documents.sample_words import HEADING, ITEMS, NOTE, PARAGRAPHS, TABLE, TITLE, html_text


def zipped(parts: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def relations(*pairs: tuple[str, str]) -> str:
    """The part that says which part refers to which: pairs of kind and target."""
    base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    lines = "".join(
        f'<Relationship Id="r{n}" Type="{base}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(pairs, 1)
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{lines}</Relationships>'


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def word_paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{escape(text)}</w:t></w:r></w:p>"


def word_table(rows: tuple[tuple[str, ...], ...] = TABLE) -> str:
    lines = "".join(
        "<w:tr>" + "".join(f"<w:tc>{word_paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl>{lines}</w:tbl>"


def docx_parts(body: str | None = None) -> dict[str, str | bytes]:
    if body is None:
        item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
        body = (
            word_paragraph(TITLE, '<w:pStyle w:val="Title"/>')
            + word_paragraph(HEADING, '<w:pStyle w:val="Heading1"/>')
            + "".join(word_paragraph(each) for each in PARAGRAPHS)
            + "".join(word_paragraph(each, item) for each in ITEMS)
            + word_table()
            + '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
            + "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r>"
            "<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>"
        )
    styles = "".join(
        f'<w:style w:styleId="{id}"><w:name w:val="{name}"/></w:style>'
        for id, name in (("Title", "Title"), ("Heading1", "heading 1"))
    )
    numbering = (
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
        '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    return {
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relations(
            ("styles", "styles.xml"), ("numbering", "numbering.xml"), ("footnotes", "footnotes.xml")
        ),
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
        "word/numbering.xml": f"<w:numbering {W}>{numbering}</w:numbering>",
        "word/footnotes.xml": f'<w:footnotes {W}><w:footnote w:id="2">{word_paragraph(NOTE)}'
        "</w:footnote></w:footnotes>",
    }


P = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def shape(lines: tuple[str, ...], placeholder: str) -> str:
    text = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in lines)
    return (
        f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{placeholder}"/></p:nvPr></p:nvSpPr>'
        f"<p:txBody>{text}</p:txBody></p:sp>"
    )


def pptx_parts() -> dict[str, str | bytes]:
    cells = "".join(
        "<a:tr>"
        + "".join(
            f"<a:tc><a:txBody><a:p><a:r><a:t>{cell}</a:t></a:r></a:p></a:txBody></a:tc>"
            for cell in row
        )
        + "</a:tr>"
        for row in TABLE
    )
    table = (
        "<p:graphicFrame><a:graphic><a:graphicData><a:tbl>"
        f'<a:tblPr firstRow="1"/>{cells}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>'
    )
    one = shape((TITLE,), "ctrTitle") + shape((PARAGRAPHS[0],), "subTitle")
    two = (
        shape((HEADING,), "title") + shape(ITEMS, "body") + shape((PARAGRAPHS[1],), "body") + table
    )
    slide = "<p:sld {}><p:cSld><p:spTree>{}</p:spTree></p:cSld></p:sld>".format
    return {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation {P}><p:sldIdLst><p:sldId id="256" r:id="r1"/>'
        '<p:sldId id="257" r:id="r2"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(
            ("slide", "slides/slide1.xml"), ("slide", "slides/slide2.xml")
        ),
        "ppt/slides/slide1.xml": slide(P, one),
        "ppt/slides/slide2.xml": slide(P, two),
        "ppt/slides/_rels/slide2.xml.rels": relations(("notesSlide", "../notesSlides/n2.xml")),
        "ppt/notesSlides/n2.xml": f"<p:notes {P}>{shape((NOTE,), 'body')}</p:notes>",
    }


S = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def sheet(rows: dict[int, tuple[str, ...]]) -> str:
    lines = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{chr(65 + column)}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
            for column, cell in enumerate(row)
        )
        + "</row>"
        for number, row in rows.items()
    )
    return f"<worksheet {S}><sheetData>{lines}</sheetData></worksheet>"


def xlsx_parts() -> dict[str, str | bytes]:
    text = {n: (each,) for n, each in enumerate((TITLE, *PARAGRAPHS, *ITEMS, NOTE), 1)}
    rows = dict(enumerate(TABLE, 1))
    return {
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {S}><sheets><sheet name="Text" sheetId="1" r:id="r1"/>'
        f'<sheet name="{HEADING}" sheetId="2" r:id="r2"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            ("worksheet", "worksheets/sheet1.xml"), ("worksheet", "worksheets/sheet2.xml")
        ),
        "xl/worksheets/sheet1.xml": sheet(text),
        "xl/worksheets/sheet2.xml": sheet(rows),
    }


ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
)


def odt_parts(body: str | None = None) -> dict[str, str | bytes]:
    if body is None:
        items = "".join(
            f"<text:list-item><text:p>{each}</text:p></text:list-item>" for each in ITEMS
        )
        rows = "".join(
            "<table:table-row>"
            + "".join(
                f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row
            )
            + "</table:table-row>"
            for row in TABLE
        )
        body = (
            f'<text:p text:style-name="Title">{TITLE}</text:p>'
            f'<text:h text:outline-level="1">{HEADING}</text:h>'
            f"<text:p>{escape(PARAGRAPHS[0])}</text:p><text:p>{escape(PARAGRAPHS[1])}"
            "<text:note><text:note-citation>1</text:note-citation><text:note-body>"
            f"<text:p>{NOTE}</text:p></text:note-body></text:note></text:p>"
            f'<text:list text:style-name="L1">{items}</text:list><table:table>{rows}</table:table>'
        )
    styles = (
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" '
        'style:num-format="1" style:num-suffix="."/></text:list-style>'
    )
    return {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {ODF}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>",
    }


def epub_parts() -> dict[str, str | bytes]:
    first, second = html_text().split(f"<h2>{HEADING}")
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container"><rootfiles><rootfile full-path="O/book.opf"/></rootfiles></container>',
        "O/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>{TITLE}</dc:title>'
        '</metadata><manifest><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="a" href="a%20a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
        "O/a a.xhtml": first + "</body></html>",
        "O/b.xhtml": f"<html><body><h2>{HEADING}{second}",
    }
