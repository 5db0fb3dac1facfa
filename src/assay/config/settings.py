"""All settings together, as pure data."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from assay.config.environment import from_environment, merged
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


class Settings(BaseModel):
    """Everything a user can choose; each value has a default that works."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    strategy: str = Field(
        default="crag", description="one that `assay strategies` lists, or a plugin's name"
    )
    index: IndexSettings = IndexSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    scorer: ScorerSettings = ScorerSettings()
    refine: RefineSettings = RefineSettings()
    search: SearchSettings = SearchSettings()
    rewriter: RewriterSettings = RewriterSettings()
    generator: GeneratorSettings = GeneratorSettings()
    model: ModelSettings = ModelSettings()
    verifier: VerifierSettings = VerifierSettings()
    reasoning: ReasoningSettings = ReasoningSettings()
    self_rag: SelfRagSettings = SelfRagSettings()
    budget: BudgetSettings = BudgetSettings()

    def __init__(self, /, **given: Any) -> None:  # noqa: ANN401 - values of any setting
        """Take what is given, what the environment says beside it, and defaults for the rest."""
        super().__init__(**merged(given, from_environment(type(self).model_fields)))

    @field_validator("strategy")
    @classmethod
    def _one_spelling(cls, name: str) -> str:
        """`cov-rag` and `cov_rag` are the same strategy."""
        return name.strip().lower().replace("-", "_")
