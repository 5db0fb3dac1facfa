"""What every test of this repository starts with."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from weakref import WeakSet

import pytest
from hypothesis import settings

from assay.cli import imports
from assay.secret import _spellings
from assay_documents.model import BadRow, Document
from assay_documents.read_limits import ReadLimits
from assay_documents.sandbox.environment import bare_environment
from assay_documents.sandbox.pool import ReaderPool, _Reader

# A shell that starts the suite in the background makes it ignore Ctrl-C, and every program that
# it starts with it; the tests of Ctrl-C need programs that listen.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no defect: examples have no deadline.
EXAMPLES = int(os.environ.get("ASSAY_EXAMPLES", "40"))  # of each property; more in `make coverage`
settings.register_profile("assay", settings.default, deadline=None, max_examples=EXAMPLES)
settings.load_profile("assay")


def _made(name: str) -> str:
    """A folder that is gone when the run ends."""
    folder = tempfile.mkdtemp(prefix=f"assay-no-{name}-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


# The settings of whoever runs the suite are not part of it.
os.environ["XDG_CONFIG_HOME"] = _made("settings")

# Nor are the indexes they have by name: each test has a data folder of its own, made when used.
_DATA = Path(_made("indexes"))
_numbers = count()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give the test its data folder, and let go of keys that earlier tests have read."""
    _spellings.clear()  # a key stays masked for the whole process, which is one here
    os.environ["XDG_DATA_HOME"] = str(_DATA / str(next(_numbers)))


@pytest.fixture(scope="session", autouse=True)
def packages_imported_once() -> Iterator[None]:
    """Let the doctor try to import every package once a run: it takes seconds each time."""
    real = imports.import_faults
    tried = cache(real)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imports, "import_faults", lambda modules: tried(tuple(modules)))
        yield


@pytest.fixture(scope="session", autouse=True)
def readers_handed_on() -> Iterator[None]:
    """Give the next pool the processes that read files: to start one costs more than most tests.

    Where the environment or the limits are other ones, or a path depends on the working folder,
    processes of their own are started.
    """
    read, take, close = ReaderPool.read, ReaderPool._take, ReaderPool.close
    usual, environment = ReadLimits(), _environment()
    kept: list[_Reader] = []
    here: WeakSet[ReaderPool] = WeakSet()  # those that read what is in the working folder

    def handed_on(pool: ReaderPool) -> bool:
        ours = pool._limits == usual and pool not in here
        return ours and not pool._closed and _environment() == environment

    def read_there(
        pool: ReaderPool, path: Path, inside: Path | None = None
    ) -> Iterator[Document | BadRow]:
        if not path.is_absolute():
            here.add(pool)
        return read(pool, path, inside)

    def take_kept(pool: ReaderPool) -> _Reader:
        with pool._lock, suppress(IndexError):  # none is kept
            if handed_on(pool) and not pool._free and (reader := kept.pop()).alive:
                pool._all.add(reader)
                return reader
        return take(pool)

    def keep(pool: ReaderPool) -> None:
        if handed_on(pool):
            with pool._lock:
                kept.extend(pool._free)
                pool._all -= set(pool._free)
                pool._free = []
        close(pool)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ReaderPool, "read", read_there)
        patch.setattr(ReaderPool, "_take", take_kept)
        patch.setattr(ReaderPool, "close", keep)
        yield
    for reader in kept:
        reader.end()


def _environment() -> dict[str, str]:
    """What a process that reads is given, but for the plugins, which it does not load."""
    return {name: value for name, value in bare_environment().items() if name != "PYTHONPATH"}
