"""What a trace shows of a search, whichever it was."""

from __future__ import annotations

from assay.types import Facts, Findings


def search_facts(found: Findings) -> Facts:
    """Trace facts of a search: number of passages, sources and notes."""
    sources = list(dict.fromkeys(passage.source for passage in found.passages))
    return {"passages": len(found.passages), "sources": sources, "notes": list(found.notes)}
