"""The thresholds of the CRAG paper, set by hand for its T5 evaluator on each dataset."""

from __future__ import annotations

from types import MappingProxyType

from assay.errors import SettingsError
from assay.types import Thresholds

PAPER_THRESHOLDS = MappingProxyType(
    {
        "popqa": Thresholds(upper=0.59, lower=-0.99),
        "pubhealth": Thresholds(upper=0.5, lower=-0.91),
        "arc": Thresholds(upper=0.5, lower=-0.91),
        "biography": Thresholds(upper=0.95, lower=-0.91),
    }
)


def paper_thresholds(dataset: str) -> Thresholds:
    """The paper's thresholds for a dataset, by its name in any case."""
    try:
        return PAPER_THRESHOLDS[dataset.strip().lower()]
    except KeyError:
        raise SettingsError(
            f"the paper has no thresholds for '{dataset}'",
            hint=f"choose one of: {', '.join(PAPER_THRESHOLDS)}",
        ) from None
