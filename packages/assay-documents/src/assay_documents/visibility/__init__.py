"""What of a page a reader would see: one filter for indexed pages and pages from the web."""

from assay_documents.visibility.hidden import drop_hidden, hides

__all__ = ["drop_hidden", "hides"]
