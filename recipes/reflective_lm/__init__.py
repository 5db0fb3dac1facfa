"""A small model that writes Self-RAG's reflection tokens."""
