"""Why a file gives no text."""

from __future__ import annotations

from assay.errors import InputError


class UnreadableError(InputError):
    """A file that cannot be turned into text; the message is the reason, without the path."""
