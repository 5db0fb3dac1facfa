"""Plain text, by rules alone: sentences, words, names, numbers, overlap, sanitising.

No model and no port is known here; every other room may use it.
"""
