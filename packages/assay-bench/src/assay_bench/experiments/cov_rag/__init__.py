"""The tables of the CoV-RAG paper."""
