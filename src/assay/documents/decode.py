"""Bytes to text: UTF-8 first, then what the bytes look like; never binary."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from assay.documents.unreadable import UnreadableError

_SAMPLE = 256 * 1024  # bytes the guess looks at: more costs seconds and changes nothing
_COMMON = "cp1252"
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # controls that no text file holds
_PICTURE = b"\x89PNG"  # begins with a byte that no text begins with; the rest may be cut off
# Without a byte order mark these are a guess from nothing: their spaces and line ends hold zeros.
_NEVER_GUESSED = ["utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"]
_WIDE = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def decode(data: bytes) -> str:
    """The text of a file's bytes, without a byte order mark and with its line ends as they are."""
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    else:
        for mark, name in _WIDE.items():
            if data.startswith(mark):
                return _strict(data, name)
    if data.startswith(_PICTURE) or b"\0" in data or _has_controls(data):
        raise UnreadableError("holds binary data, not text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _guess(data)


def _has_controls(data: bytes) -> bool:
    """True when more than one byte in a hundred is one that no text holds."""
    return len(_BINARY.findall(data[:_SAMPLE])) * 100 > len(data[:_SAMPLE])


def _guess(data: bytes) -> str:
    """UTF-8 with a few broken bytes, or the most likely older encoding."""
    mended = data.decode("utf-8", "replace")
    broken = mended.count("\ufffd")
    whole = sum(1 for character in mended if character > "\x7f") - broken
    if broken * 10 <= whole:
        return mended
    guesses = from_bytes(data[:_SAMPLE], cp_exclusion=_NEVER_GUESSED)
    best = guesses.best()
    if best is None:
        raise UnreadableError("is in no known text encoding")
    # Several Latin encodings often fit alike; then the one that is most common in the world.
    best = next(
        (each for each in guesses if each.encoding == _COMMON and each.chaos <= best.chaos), best
    )
    return data.decode(best.encoding, "replace")


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"is marked as {encoding} and is not") from error
