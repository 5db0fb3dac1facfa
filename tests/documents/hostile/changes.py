"""A file of a format with some of its bytes changed, outside or inside its container."""

from __future__ import annotations

import random
import zipfile

from tests.documents import office_samples
from tests.documents.hostile.corpus import PARTS

SPLICES = (
    b"<", b">", b"&", b'"', b"\0", b"\xff", b"</", b"<![CDATA[", b"-1", b"99999999999999999999",
    b"{", b"[", b"]", b"%", b"obj", b"stream", b"\r\n\r\n", b"--", b"=?", b"PK\x03\x04",
)  # fmt: skip


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The data with one to eight changes: other bits, other bytes, pieces gone, doubled or new."""
    out = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(out)) if out else 0
        length = min(chance.choice((1, 2, 8, 64, 512)), len(out) - at)
        match chance.randrange(6):
            case 0:
                out[at : at + 1] = bytes([chance.randrange(256)])
            case 1 if out:
                out[at] ^= 1 << chance.randrange(8)
            case 2:
                del out[at : at + length]
            case 3:
                out[at:at] = out[at : at + length]
            case 4:
                out[at:at] = chance.choice(SPLICES)
            case _:
                out = out[: at + length]
    return bytes(out)


def inside(ending: str, chance: random.Random) -> bytes:
    """A file whose container is whole and whose parts are changed, so that parsers see them."""
    parts = PARTS[ending]()
    name = chance.choice(list(parts))
    data = parts[name]
    parts[name] = mutated(data.encode() if isinstance(data, str) else data, chance)
    return office_samples.zipped(parts, zipfile.ZIP_STORED)


def changed(ending: str, whole: bytes, chance: random.Random) -> bytes:
    """The file with changes: mostly in its parts where it is an archive."""
    if ending in PARTS and chance.randrange(4):
        return inside(ending, chance)
    return mutated(whole, chance)
