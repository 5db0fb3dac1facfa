"""Retrieval-augmented generation that tests its evidence before it speaks.

    engine = assay.open("my-index")
    answer = engine.ask("What is a decorator?")
    answer.text, answer.citations, answer.verdict, answer.trace

Names are loaded when they are first used, so that `import assay` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay.api import index, open, read, score
    from assay.config import Settings
    from assay.engine import Engine
    from assay.errors import AssayError
    from assay.strategies.crag import Crag
    from assay.strategies.rag import Rag
    from assay.types import Answer, Citation, Passage, Thresholds, Verdict

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "AssayError",
    "Citation",
    "Crag",
    "Engine",
    "Passage",
    "Rag",
    "Settings",
    "Thresholds",
    "Verdict",
    "__version__",
    "index",
    "open",
    "read",
    "score",
]

_HOME = {
    "Answer": "types",
    "AssayError": "errors",
    "Citation": "types",
    "Crag": "strategies.crag",
    "Engine": "engine",
    "Passage": "types",
    "Rag": "strategies.rag",
    "Settings": "config",
    "Thresholds": "types",
    "Verdict": "types",
    "index": "api",
    "open": "api",
    "read": "api",
    "score": "api",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any of the names above
    if name not in _HOME:
        raise AttributeError(f"module 'assay' has no attribute '{name}'")
    value = getattr(import_module(f"assay.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
