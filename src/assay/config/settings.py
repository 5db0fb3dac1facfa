"""All settings together, as pure data."""

# Without `from __future__ import annotations`: the class reads the types of its settings.
from typing import Any

from assay.config.environment import from_environment, merged
from assay.config.section import Section, setting
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

    strategy: str = setting(
        default="crag",
        description="one that `assay strategies` lists, or a plugin's name",
        check=_one_spelling,
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
