"""pyarrow's functions on columns, and its other kinds of files, loaded when they are first used.

Importing `pyarrow.compute` makes some three hundred functions and takes their documentation apart;
`pyarrow.dataset` loads Parquet, ORC and four kinds of remote storage. Lance imports both, and
answering a question needs neither: the same time at every start for nothing. The command line owns
its process and can put them off; the library leaves other people's modules alone.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

COMPUTE, DATASET = "pyarrow.compute", "pyarrow.dataset"


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
    """Let both modules load themselves at their first use, unless one is there already."""
    if COMPUTE in sys.modules or DATASET in sys.modules:
        return
    import pyarrow  # the stand-ins become parts of it
    from pyarrow import _compute, _dataset

    # What `pyarrow.dataset` imports by name: one class and two short functions that make one.
    compute = _Later(COMPUTE)
    names = {"Expression": _compute.Expression}
    names |= {name: _function(compute, name) for name in ("field", "scalar")}
    vars(compute).update(names)
    # What Lance builds its classes on.
    dataset = _Later(DATASET)
    vars(dataset).update(
        {name: getattr(_dataset, name) for name in ("Dataset", "Fragment", "Scanner")}
    )
    sys.modules[COMPUTE] = pyarrow.compute = compute
    sys.modules[DATASET] = pyarrow.dataset = dataset


def _function(later: ModuleType, name: str) -> Any:  # noqa: ANN401 - one of the module's
    def called(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - its arguments and its value
        return getattr(_loaded(later), name)(*args, **options)

    return called


def _loaded(later: ModuleType) -> ModuleType:
    """The module itself, in the place of what stood for it and inside it too."""
    if sys.modules.get(later.__name__) is later:
        del sys.modules[later.__name__]
    real = import_module(later.__name__)
    vars(later).update(vars(real))
    return real
