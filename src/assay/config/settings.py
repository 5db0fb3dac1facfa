"""All settings together, as pure data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from assay.config.environment import from_environment, merged
from assay.config.profiles import Profile, profile_defaults, spelt_out
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


def _one_spelling(name: str) -> str:
    """`cov-rag` and `cov_rag` are the same strategy."""
    return name.strip().lower().replace("-", "_")


class Settings(Section):
    """Everything a user can choose; each value has a default that works."""

    strategy: Annotated[str, AfterValidator(_one_spelling)] = Field(
        default="crag", description="one that `assay strategies` lists, or a plugin's name"
    )
    profile: Profile = Field(
        default="product",
        description="product: what measures best; paper: the defaults that the papers print",
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

    @model_validator(mode="before")
    @classmethod
    def _beside_the_environment(cls, given: Any) -> Any:  # noqa: ANN401 - whatever was given
        """The given values, completed from the environment and then from the profile's defaults."""
        if not isinstance(given, Mapping):
            return given
        chosen = merged(given, from_environment(cls.model_fields))
        defaults = profile_defaults(chosen)
        return merged(spelt_out(chosen), defaults) if defaults else chosen
