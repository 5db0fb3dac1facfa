"""The environment of a process that reads what others wrote: nothing that it could give away."""

from __future__ import annotations

import os
from collections.abc import Mapping

# Where programs, libraries, the home and temporary files are, and how text is written.
_NAMES = frozenset(
    ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LANGUAGE", "VIRTUAL_ENV", "SYSTEMROOT",
     "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OMP_NUM_THREADS", "XDG_CACHE_HOME")
)  # fmt: skip
_BEGINNINGS = ("LC_", "PYTHON")


def bare_environment(given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables without which Python may not start or reads text otherwise, and no others.

    Keys of servers and stores are mostly variables, and a hostile file may take over its reader.
    """
    kept = {
        name: value
        for name, value in given.items()
        if name in _NAMES or name.startswith(_BEGINNINGS)
    }
    return {**kept, "MALLOC_ARENA_MAX": "2"}
