"""Settings: pure data; flags win over the environment, the environment over a TOML file.

Sections mirror the parts of a run. `build` turns them into objects; nothing here does.
"""

from __future__ import annotations

from assay.config.environment import ENV_PREFIX
from assay.config.load import DEFAULT_FILE, load_settings
from assay.config.section import Section
from assay.config.sections import (
    BudgetSettings,
    GeneratorSettings,
    IndexSettings,
    ModelSettings,
    ReasoningSettings,
    RefineSettings,
    RetrievalSettings,
    RewriterSettings,
    ScorerSettings,
    SearchSettings,
    SelfRagSettings,
    VerifierSettings,
)
from assay.config.settings import Settings

__all__ = [
    "DEFAULT_FILE",
    "ENV_PREFIX",
    "BudgetSettings",
    "GeneratorSettings",
    "IndexSettings",
    "ModelSettings",
    "ReasoningSettings",
    "RefineSettings",
    "RetrievalSettings",
    "RewriterSettings",
    "ScorerSettings",
    "SearchSettings",
    "Section",
    "SelfRagSettings",
    "Settings",
    "VerifierSettings",
    "load_settings",
]
