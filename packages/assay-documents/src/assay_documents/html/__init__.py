"""HTML to blocks: all visible text of a page, with its headings, entries and tables."""

from assay_documents.html.page import html_blocks
from assay_documents.html.parse import decode_html, parse_html

__all__ = ["decode_html", "html_blocks", "parse_html"]
