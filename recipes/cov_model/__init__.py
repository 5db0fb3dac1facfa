"""A small model that answers and verifies, in the form of CoV-RAG."""
