"""Tells how much retrieval a question needs."""
