"""The generation of the readers: by which of them an index was read is kept in the index."""

from __future__ import annotations

READERS = 29
"""Raise it with every change of what a reader makes of a file, or of how passages are cut.

An index of an earlier generation stays as it is until `assay index` reads its files again, even
those that have not changed. An index that names none was made before there was a number: its
generation is 0. `tests/documents/test_generation.py` notices most changes that need a new number.
"""
