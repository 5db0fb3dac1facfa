"""Bytes to text: UTF-8 first, then what the bytes look like; never binary."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from assay_documents.errors import UnreadableError

_SAMPLE = 256 * 1024  # bytes the guess looks at: more costs seconds and changes nothing
_COMMON = "cp1252"
# Too few bytes above ASCII to tell encodings apart by how often each of them stands in a language.
_FEW, _SHORT = 8, 400
_LETTERS = (
    "\u00c0-\u00c2\u00c4-\u00cf\u00d1\u00d3\u00d4\u00d6\u00d8-\u00dc\u00df-\u00e2\u00e4-\u00ef"
)
_LETTERS += "\u00f1\u00f3\u00f4\u00f6\u00f8-\u00fc"
_SIGNS = "\u20ac\u00a3\u00a7\u00b0\u00b1\u00b2\u00b3\u00b5\u00b7\u00d7\u00ab\u00bb\u00a1\u00bf"
_SIGNS += "\u00a9\u00ae\u00bd\u2013\u2014\u2018\u201c\u201d\u201e\u2026\u2022\u2122"
# What is no Western letter, or a sign between two letters: only an apostrophe stands in words.
_FOREIGN = re.compile(
    rf"[^\x00-\x7f\u2019{_LETTERS}{_SIGNS}]|(?<=[a-zA-Z{_LETTERS}])[{_SIGNS}](?=[a-zA-Z{_LETTERS}])"
)
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # controls that no text file holds
_ZEROS = 500  # bytes of a text to one that is zero, at least; in packed data each 256th is
_CLEAN_ZEROS = 50  # the same, where all else is UTF-8 without controls, which packed data never is
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
    zeros = data.count(b"\0")
    whole, data = len(data), data.replace(b"\0", b"") if zeros else data  # which nothing shows
    many = zeros * _ZEROS > whole and (zeros * _CLEAN_ZEROS > whole or not _is_clean(data))
    if data.startswith(_PICTURE) or many or _has_controls(data):
        raise UnreadableError("holds binary data, not text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _guess(data)


def _has_controls(data: bytes) -> bool:
    """True when more than one byte in a hundred is one that no text holds."""
    return len(BINARY.findall(data[:_SAMPLE])) * 100 > len(data[:_SAMPLE])


def _is_clean(data: bytes) -> bool:
    """True for UTF-8 without controls; its last letter may be cut off."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return BINARY.search(data) is None


def _guess(data: bytes) -> str:
    """UTF-8 with a few broken bytes, or the most likely older encoding."""
    mended = data.decode("utf-8", "replace")
    broken = mended.count("\ufffd")
    whole = sum(1 for character in mended if character > "\x7f") - broken
    if broken * 10 <= whole:
        return mended
    if (western := _few_western(data)) is not None:
        return western
    guesses = from_bytes(data[:_SAMPLE], cp_exclusion=_NEVER_GUESSED)
    best = guesses.best()
    if best is None:
        raise UnreadableError("is in no known text encoding")
    # Several Latin encodings often fit alike; then the one that is most common in the world.
    best = next(
        (each for each in guesses if each.encoding == _COMMON and each.chaos <= best.chaos), best
    )
    return data.decode(best.encoding, "replace")


def _few_western(data: bytes) -> str | None:
    """A text with a few Western letters among many others; None for any other text."""
    high = sum(byte > 0x7F for byte in data) if len(data) <= _SHORT else _FEW  # noqa: PLR2004 - ASCII
    plain = sum(byte < 0x80 and chr(byte).isalnum() for byte in data[:_SHORT])  # noqa: PLR2004
    if high >= _FEW or 3 * high > 2 * plain:
        return None
    try:
        text = data.decode(_COMMON)
    except UnicodeDecodeError:
        return None
    return None if _FOREIGN.search(text) else text


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"is marked as {encoding} and is not") from error
