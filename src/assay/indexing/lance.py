"""LanceDB, imported without the REST client that it brings along and that nobody calls here.

Importing `lancedb` builds validators for every call of a remote service. That is half of its
import time, paid by each `assay ask`; so those modules are put off until somebody uses them.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_CLIENT = "lance_namespace_urllib3_client"
_CALLS = f"{_CLIENT}.api."


class _PutOff(MetaPathFinder, Loader):
    """Stands in for the modules of remote calls while LanceDB is imported."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.startswith(_CALLS) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = ModuleType(spec.name)

        def placeholder(name: str) -> object:
            if name.startswith("__"):
                raise AttributeError(name)
            self.classes[name] = spec.name
            return object()

        module.__dict__["__getattr__"] = placeholder
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: the real module runs when one of its classes is first used."""

    def hand_over(self) -> None:
        """Take the placeholders away, so that the real classes are found where they belong."""
        for name in [each for each in sys.modules if each.startswith(_CALLS)]:
            del sys.modules[name]
        for package in (_CLIENT, _CALLS.rstrip(".")):
            module = sys.modules.get(package)
            if module is None:
                continue
            for name in self.classes:
                module.__dict__.pop(name, None)
            module.__dict__["__getattr__"] = self._real

    def _real(self, name: str) -> Any:  # noqa: ANN401 - any attribute of a module
        if name not in self.classes:
            raise AttributeError(name)
        return getattr(importlib.import_module(self.classes[name]), name)


def _import_lancedb() -> ModuleType:
    # Its native part writes warnings to the terminal unless told otherwise before it is loaded.
    os.environ.setdefault("LANCEDB_LOG", "error")
    if _CLIENT in sys.modules:
        return importlib.import_module("lancedb")
    finder = _PutOff()
    sys.meta_path.insert(0, finder)
    try:
        return importlib.import_module("lancedb")
    finally:
        sys.meta_path.remove(finder)
        finder.hand_over()


lancedb: Any = _import_lancedb()
IvfSq: Any = importlib.import_module("lancedb.index").IvfSq
FTS: Any = importlib.import_module("lancedb.index").FTS
FullTextOperator: Any = importlib.import_module("lancedb.query").FullTextOperator
MultiMatchQuery: Any = importlib.import_module("lancedb.query").MultiMatchQuery
