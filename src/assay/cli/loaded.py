"""The settings of a command, obeyed: where they forbid the network, the process has none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay.config import Settings


def loaded_settings(config: Path | None, flags: Mapping[str, Any] | None = None) -> Settings:
    """Flags, environment and files together; from here on `search.web = false` holds."""
    from assay.config import load_settings

    settings = load_settings(config, flags)
    if settings.search.web is False:
        from assay.adapters.web.no_network import forbid_network

        forbid_network()
    return settings
