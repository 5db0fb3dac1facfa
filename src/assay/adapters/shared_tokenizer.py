"""A tokenizer read once for all models that share its file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

from assay.errors import ModelError


def shared_tokenizer(file: Path) -> Tokenizer:
    """The tokenizer in a file, without padding and truncation; others use it: do not change it."""
    try:
        return _read(file, file.stat().st_mtime_ns)
    except Exception as error:  # the library raises bare Exception for any unreadable file
        raise ModelError(
            f"the tokenizer {file} cannot be read: {error}",
            hint="run `assay doctor`, which compares the files with their checksums",
        ) from error


@lru_cache(maxsize=2)
def _read(file: Path, _changed: int) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
