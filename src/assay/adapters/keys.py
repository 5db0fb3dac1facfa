"""Keys from the environment: stripped, checked, and never shown."""

from __future__ import annotations

from collections.abc import Mapping

from assay.errors import SettingsError
from assay.secret import Secret


def read_key(environment: Mapping[str, str], variable: str) -> Secret:
    """The key that a variable holds, empty when it is not set; an error when it cannot be one."""
    try:
        return Secret(environment.get(variable, ""))
    except ValueError as error:
        raise SettingsError(
            f"the variable {variable} holds no usable key: {error}",
            hint="copy the key again: a line break or another character slipped in",
        ) from error
