"""No hostile file ends in a traceback, a hang or more memory than allowed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.model import Document
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox.pool import ReaderPool
from tests.documents.hostile.corpus import corpus

pytestmark = pytest.mark.slow

LIMITS = ReadLimits(seconds=20, memory_bytes=512 * MIB, document_bytes=32 * MIB)
HARMLESS = {"span.docx", "span-text.docx", "style-circle.docx", "spaces.odt"}


@pytest.fixture(scope="module")
def files():
    return dict(corpus())


def outcome(pool, path):
    """The documents, or the reason; anything else is a failure of the test."""
    try:
        found = [each for each in pool.read(path) if isinstance(each, Document)]
    except UnreadableError as error:
        assert "Traceback" not in str(error)
        assert len(str(error)) < 2000
        return str(error)
    return found


@pytest.mark.timeout(1200)
def test_every_hostile_file_ends_in_a_reason_or_a_document(tmp_path, files):
    assert len(files) > 100 and set(files) >= HARMLESS
    wrong = {}
    with ReaderPool(LIMITS) as pool:
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            found = outcome(pool, tmp_path / name)
            if not fits(name, found):
                wrong[name] = found
    assert wrong == {}


def fits(name, found):
    """True for a reason, or for documents that hold nothing of ours, where each is allowed."""
    if isinstance(found, str):
        return bool(found) and name not in HARMLESS
    refused = name.startswith(("bomb", "laughs", "outside", "many", "encrypted", "password"))
    return bool(found) and not refused and all("root:" not in each.text for each in found)


READ_ALL = """
import resource, sys
from pathlib import Path
from tests.documents.hostile.test_corpus import LIMITS, outcome
from assay_documents.sandbox.pool import ReaderPool
with ReaderPool(LIMITS) as pool:
    for path in sorted(Path(sys.argv[1]).iterdir()):
        outcome(pool, path)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_no_process_took_more_than_its_limit(tmp_path, files):
    # From a small process, because the system counts what a parent held as its child's.
    for name, data in files.items():
        if name.startswith(("bomb", "laughs", "many", "span")):
            (tmp_path / name).write_bytes(data)
    told = subprocess.run(
        [sys.executable, "-c", READ_ALL, tmp_path],
        cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True,
    )  # fmt: skip
    peak = int(told.stdout) * (1 if sys.platform == "darwin" else 1024)
    assert peak < LIMITS.memory_bytes + 256 * MIB
