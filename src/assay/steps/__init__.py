"""The stages of an answer that strategies share: correct (CRAG), answer, verify (CoV-RAG)."""
