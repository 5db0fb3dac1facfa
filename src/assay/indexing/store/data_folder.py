"""Where the user's own data lies, and in it the indexes that are known by a bare name."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where the user's own data lies on this system."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        return Path(chosen) / "assay"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "assay"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "assay"
    return Path.home() / ".local" / "share" / "assay"


def indexes_folder() -> Path:
    """The folder of the indexes that have a name; each lies in a folder so called."""
    return data_folder() / "indexes"
