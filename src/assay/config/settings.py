"""All settings together, as pure data."""

from __future__ import annotations

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

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

ENV_PREFIX = "ASSAY_"


class Settings(BaseSettings):
    """Everything a user can choose; each value has a default that works."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )

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

    @field_validator("strategy")
    @classmethod
    def _one_spelling(cls, name: str) -> str:
        """`cov-rag` and `cov_rag` are the same strategy."""
        return name.strip().lower().replace("-", "_")
