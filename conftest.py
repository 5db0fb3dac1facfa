"""What every test of this repository starts with."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from assay.cli import imports
from assay.secret import _spellings

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
