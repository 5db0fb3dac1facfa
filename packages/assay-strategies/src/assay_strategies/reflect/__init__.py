"""Self-RAG: reflection tokens and their probabilities, critique scores, the segment beam.

The retrieval gates decide whether to look at all.
"""
