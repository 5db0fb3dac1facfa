"""Where a text stands in its original, and what kind of text it is: the readers' own types."""

from __future__ import annotations

from assay_documents.places import NO_PLACE, BlockKind, BlockSpan, Place

__all__ = ["NO_PLACE", "BlockKind", "BlockSpan", "Place"]
