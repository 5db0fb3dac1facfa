"""Retrieval-augmented generation that tests its evidence before it speaks.

    engine = assay.load("my-index")
    answer = engine.ask("What is a decorator?")
    answer.text, answer.citations, answer.verdict, answer.trace

Names are loaded when they are first used, so that `import assay` costs nothing.
"""

from __future__ import annotations

from assay.distribution import VERSION as __version__

TYPE_CHECKING = False  # `typing` takes longer to load than everything else here
if TYPE_CHECKING:
    from assay.api import ask, correct, index, load, open, rank, read, score, verify
    from assay.config import Settings
    from assay.conversation import Conversation
    from assay.engine import Engine
    from assay.errors import (
        AssayError,
        BudgetSpentError,
        IndexBusyError,
        IndexDamagedError,
        IndexMissingError,
        InputError,
        MissingExtraError,
        ModelError,
        RateLimitedError,
        ServiceError,
        SettingsError,
        StorageError,
        UnsafeAddressError,
    )
    from assay.indexing.report import IndexReport
    from assay.strategies.crag import Crag
    from assay.strategies.rag import Rag
    from assay.types import (
        Answer,
        Check,
        Citation,
        Entry,
        Evidence,
        Form,
        Passage,
        Span,
        Thresholds,
        Verdict,
    )

_NAMES = {
    "api": ("ask", "correct", "index", "load", "open", "rank", "read", "score", "verify"),
    "config": ("Settings",),
    "conversation": ("Conversation",),
    "engine": ("Engine",),
    "errors": (
        "AssayError",
        "BudgetSpentError",
        "IndexBusyError",
        "IndexDamagedError",
        "IndexMissingError",
        "InputError",
        "MissingExtraError",
        "ModelError",
        "RateLimitedError",
        "ServiceError",
        "SettingsError",
        "StorageError",
        "UnsafeAddressError",
    ),
    "indexing.report": ("IndexReport",),
    "strategies.crag": ("Crag",),
    "strategies.rag": ("Rag",),
    "types": (
        "Answer",
        "Check",
        "Citation",
        "Entry",
        "Evidence",
        "Form",
        "Passage",
        "Span",
        "Thresholds",
        "Verdict",
    ),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}
__all__ = [
    "Answer",
    "AssayError",
    "BudgetSpentError",
    "Check",
    "Citation",
    "Conversation",
    "Crag",
    "Engine",
    "Entry",
    "Evidence",
    "Form",
    "IndexBusyError",
    "IndexDamagedError",
    "IndexMissingError",
    "IndexReport",
    "InputError",
    "MissingExtraError",
    "ModelError",
    "Passage",
    "Rag",
    "RateLimitedError",
    "ServiceError",
    "Settings",
    "SettingsError",
    "Span",
    "StorageError",
    "Thresholds",
    "UnsafeAddressError",
    "Verdict",
    "__version__",
    "ask",
    "correct",
    "index",
    "load",
    "open",
    "rank",
    "read",
    "score",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'assay' has no attribute '{name}'")
    from importlib import import_module  # noqa: PLC0415 - so that nothing is loaded before main()

    value: object = getattr(import_module(f"assay.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
