"""In which profile an experiment runs, and the thresholds that the paper has for a dataset."""

from __future__ import annotations

from assay.adapters.scorers.paper_thresholds import PAPER_THRESHOLDS
from assay.config import Settings
from assay.config.profiles import Profile

TRAINED_ON = "popqa"
"""The paper's evaluator was trained on it; its thresholds stand for sets that the paper lacks."""


def in_profile(settings: Settings, profile: Profile) -> Settings:
    """The settings with the defaults of the profile, unless the user chose one."""
    if "profile" in settings.model_fields_set:
        return settings
    return Settings(**settings.model_dump(exclude_unset=True), profile=profile)


def with_thresholds_of(settings: Settings, dataset: str) -> Settings:
    """The settings with the paper's thresholds for the dataset, where its own evaluator scores.

    They were set by hand for the scores of that T5; any other scorer has those of its card.
    """
    scorer = settings.scorer
    chosen = scorer.preset or scorer.upper is not None or scorer.lower is not None
    if settings.profile != "paper" or scorer.name != "t5" or chosen:
        return settings
    name = dataset.partition("-")[0]
    preset = name if name in PAPER_THRESHOLDS else TRAINED_ON
    return settings.model_copy(update={"scorer": scorer.model_copy(update={"preset": preset})})
