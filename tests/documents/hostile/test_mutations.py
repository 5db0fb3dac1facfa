"""Bytes changed at random in a file of each format: a document, a reason, and nothing else."""

from __future__ import annotations

import os
import random
import re
import zipfile

import pytest

from assay.documents.model import Document
from assay.documents.read_limits import MIB, ReadLimits
from assay.documents.sandbox.pool import ReaderPool
from assay.documents.unreadable import UnreadableError
from tests.documents import office_samples, samples
from tests.documents.hostile.corpus import PARTS

LIMITS = ReadLimits(seconds=20, memory_bytes=512 * MIB, document_bytes=16 * MIB)
# For a longer search: FUZZ_TRIES=20000 FUZZ_SEED=2 pytest tests/documents/hostile
TRIES = int(os.environ.get("FUZZ_TRIES", "150"))
SEED = os.environ.get("FUZZ_SEED", "goats")
SPLICES = (
    b"<", b">", b"&", b'"', b"\0", b"\xff", b"</", b"<![CDATA[", b"-1", b"99999999999999999999",
    b"{", b"[", b"]", b"%", b"obj", b"stream", b"\r\n\r\n", b"--", b"=?", b"PK\x03\x04",
)  # fmt: skip


@pytest.fixture(scope="module")
def pool():
    with ReaderPool(LIMITS) as pool:
        yield pool


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


@pytest.mark.parametrize("ending", samples.samples())
def test_a_changed_file_is_read_or_refused(tmp_path, pool, ending):
    chance = random.Random(f"{SEED}{ending}")
    whole = samples.samples()[ending]
    archive = zipfile.is_zipfile(_stored(tmp_path, whole))
    path = tmp_path / f"changed{ending}"
    outcomes = set()
    for number in range(TRIES):
        path.write_bytes(
            inside(ending, chance) if archive and number % 4 else mutated(whole, chance)
        )
        try:
            found = list(pool.read(path))
            outcomes.add("read" if any(isinstance(each, Document) for each in found) else "bad")
        except UnreadableError as error:
            assert str(error)
            assert not re.search("crash|nonsense|Error:", str(error)), error
            outcomes.add("refused")
    assert "read" in outcomes  # else the changes were too many to test anything


def _stored(folder, data):
    path = folder / "whole"
    path.write_bytes(data)
    return path
