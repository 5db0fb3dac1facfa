"""What a trace shows of a search, whichever it was."""

from __future__ import annotations

from assay.types import Facts, Findings


def search_facts(found: Findings) -> Facts:
    """How many passages, from where, and what there was to note."""
    sources = list(dict.fromkeys(passage.source for passage in found.passages))
    return {"passages": len(found.passages), "sources": sources, "notes": list(found.notes)}
