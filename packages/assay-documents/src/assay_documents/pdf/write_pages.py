"""Lines of pages to the blocks of a document."""

from __future__ import annotations

from collections.abc import Sequence

from assay_documents.outline import Outline, tidy_line
from assay_documents.pdf.contents import part_contents
from assay_documents.pdf.furniture import part_furniture
from assay_documents.pdf.headings import Headings
from assay_documents.pdf.layout import Layout
from assay_documents.pdf.lines import Line
from assay_documents.pdf.paragraphs import Typography, paragraphs
from assay_documents.pdf.tables.wrapped_rows import wrapped_rows
from assay_documents.pdf.title_lines import title_on
from assay_documents.pdf.whole_lines import whole_lines
from assay_documents.places import Place


def write_pages(
    outline: Outline, pages: Sequence[Sequence[Line]], bookmarks: Sequence[tuple[int, str, int]]
) -> None:
    """Add everything on the pages; running headers and footers, and the contents, come last."""
    kept, furniture = part_furniture([wrapped_rows(whole_lines(page)) for page in pages])
    kept, contents = part_contents(kept)
    usual = Typography(kept)
    if not outline.title:
        outline.title = tidy_line(usual.mend(title_on(kept, usual.size)))
    found = [each for page in kept for each in paragraphs(page, usual)]
    Layout(outline, usual, Headings(bookmarks, found, usual)).write(found)
    for line in [*furniture, *contents]:
        outline.furniture(usual.mend(line.text), Place(page=line.page))
