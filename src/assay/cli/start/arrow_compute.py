"""pyarrow's functions on columns, loaded when the first of them is called.

Importing `pyarrow.compute` makes some three hundred functions and takes their documentation apart.
Lance imports it, and answering a question calls none of them: the same time at every start for
nothing. The command line owns its process and can put it off; the library leaves other people's
modules alone.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

NAME = "pyarrow.compute"


class _Later(ModuleType):
    """Stands for the module until something of it is asked for."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the module has
        # An import asks for "__spec__" and "__path__" and must load nothing; one of "*" must.
        if name.startswith("__") and name != "__all__":
            raise AttributeError(name)
        return getattr(_loaded(self), name)

    def __dir__(self) -> list[str]:
        return dir(_loaded(self))


def put_off() -> None:
    """Let `pyarrow.compute` load itself at its first use, unless it is there already."""
    if NAME in sys.modules:
        return
    import pyarrow  # the stand-in becomes a part of it
    from pyarrow import _compute

    later = _Later(NAME)
    # What `pyarrow.dataset` imports by name: one class and two short functions that make one.
    later.Expression = _compute.Expression  # type: ignore[attr-defined] # a module is what it holds
    later.field = _function(later, "field")  # type: ignore[attr-defined] # likewise
    later.scalar = _function(later, "scalar")  # type: ignore[attr-defined] # likewise
    sys.modules[NAME] = pyarrow.compute = later


def _function(later: ModuleType, name: str) -> Any:  # noqa: ANN401 - one of the module's
    def called(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - its arguments and its value
        return getattr(_loaded(later), name)(*args, **options)

    return called


def _loaded(later: ModuleType) -> ModuleType:
    """The module itself, in the place of what stood for it and inside it too."""
    if sys.modules.get(NAME) is later:
        del sys.modules[NAME]
    real = import_module(NAME)
    vars(later).update(vars(real))
    return real
