"""Python's search for rubbish, put off where there is none: while a command is loaded."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Nothing is collected meanwhile: modules and models stay, to walk over them is in vain."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # Both together: what was loaded counts as old, or else the next object would start a walk.
        gc.freeze()
        gc.unfreeze()
        if was_on:
            gc.enable()
