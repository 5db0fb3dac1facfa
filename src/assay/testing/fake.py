"""What every fake has in common, and a passage to give to one."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

from assay.errors import AssayError
from assay.types import Kind, Passage


def make_passage(text: str, id: str = "", kind: Kind = Kind.INTERNAL, start: int = 0) -> Passage:
    """A passage of that text; the id is made from the text unless given."""
    name = id or f"p{zlib.crc32(text.encode('utf-8', 'replace')):08x}"
    return Passage(
        name, text, title=name, source=f"{name}.txt", document=name, start=start, kind=kind
    )


@dataclass(slots=True)
class Fake:
    """What every fake has: a list of its calls, and an error to raise when asked to fail."""

    error: AssayError | None = field(default=None, kw_only=True)
    calls: list[str] = field(default_factory=list, init=False)

    def _called(self, with_what: str) -> None:
        self.calls.append(with_what)
        if self.error is not None:
            raise self.error
