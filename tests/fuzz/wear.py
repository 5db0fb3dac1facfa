"""Index files with a flipped bit, and small files made to cost their reader a lot."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from pathlib import Path

from assay.errors import IndexDamagedError
from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import open_index
from assay.testing import FakeEmbedder
from assay_documents.errors import UnreadableError
from assay_documents.readers import read_documents

AT_ONCE = 20
SIZE = 4_000
GROWTH, CHEAP_S = 8.0, 0.5  # twice the text; square would be 4, and machines are busy
UNITS = {
    ".md": ("[", "![", "[a](", "*a ", "_a_ ", "`", "[a][", "[^1]", "| a ", "> ", "- ", "<a "),
    ".rst": ("*a ", "`a ", "``a ", "|a ", "a_ ", "|a|_ ", "= = \n", "* ", ".. |a| replace:: b\n"),
    ".txt": ("\n", "a ", "a\n", "1. ", "- "),
}


def flipped_bits(rng: random.Random) -> None:
    """What a search finds in an index with one bit flipped: the same, or the name of the file."""
    index = Path("flipped")
    if not index.exists():
        Path("flipped-texts").mkdir()
        for number in range(5):
            text = f"Farm number {number} keeps goats and bees."
            Path(f"flipped-texts/{number}.txt").write_text(text)
        index_paths([Path("flipped-texts")], index, FakeEmbedder())
    whole = _found(index)
    files = sorted(path for path in index.glob("tables/**/*") if path.is_file())
    for _ in range(AT_ONCE):
        victim = rng.choice(files)
        before = victim.read_bytes()
        if not before:
            continue
        bent = bytearray(before)
        bent[rng.randrange(len(bent))] ^= 1 << rng.randrange(8)
        victim.write_bytes(bent)
        try:
            assert _found(index) == whole, f"{victim} changed what is found"
        except IndexDamagedError as error:
            assert str(error)
        finally:
            victim.write_bytes(before)


def _found(index: Path) -> list[str]:
    state = open_index(index).now()
    return [each.text for each in state.passages(state.full_text("goats and bees", 5))]


def slow_texts(rng: random.Random) -> None:
    """Texts of one mark again and again: twice the text must not cost many times as much."""
    ending = rng.choice(list(UNITS))
    unit = "".join(rng.choice(UNITS[ending]) for _ in range(rng.randint(1, 3)))
    small, large = _seconds(ending, unit, SIZE), _seconds(ending, unit, 2 * SIZE)
    grown = large / max(small, CHEAP_S / GROWTH)
    assert large < CHEAP_S or grown < GROWTH, f"{ending} {unit!r} grows {grown:.1f} times"


def _seconds(ending: str, unit: str, size: int) -> float:
    path = Path(f"slow{ending}")
    path.write_text((unit * size)[:size], "utf-8")
    began = time.process_time()
    with suppress(UnreadableError):
        list(read_documents(path))
    return time.process_time() - began


WEAR = {"flipped bits": flipped_bits, "slow texts": slow_texts}
