"""What ./assay.toml may not say: it comes with a folder, and whoever made the folder wrote it.

A cloned folder could otherwise send any environment variable to any server, or have files written
anywhere. What decides that is taken from flags, the environment, the user's own settings file and
a file named with --config; a project file that tries is named and refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from assay.config.section import names_of, table_of
from assay.config.settings import Settings
from assay.errors import SettingsError

# Who is spoken to, with which key, and whether pages may lead to this machine.
TRUSTED_ONLY = ("model.base_url", "model.key_variable", "search.allow_loopback")
# Arguments of a plugin are its own; these words in their names say what they decide.
_TELLING = re.compile(r"key|token|secret|passw|credential|command|url|host|proxy|exec", re.I)


def check_project_file(file: Path, values: Mapping[str, Any]) -> None:
    """Raise a SettingsError that names the first setting such a file may not have."""
    folder = file.absolute().parent
    for name, value in _flat(values):
        why = ""
        if name in TRUSTED_ONLY:
            why = "decides who is spoken to"
        elif ".options." in name and _telling(name, value):
            why = "can decide who is spoken to"
        elif _is_path(name) and _leaves(folder, value):
            why = "leads out of the folder"
        if why:
            raise SettingsError(
                f"{file} sets '{name}', which {why}; a file that comes with a folder may not",
                hint=f"if you trust it, add --config {file}; or set {name} in your own settings,"
                " in the environment or by a flag (docs/reference/settings.md)",
            )


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Each value under its dotted name; members of a list stand under the name of the list."""
    for key, value in values.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}.")
        elif isinstance(value, list):
            for each in value:
                nested = {key: each} if isinstance(each, list) else each
                if isinstance(nested, Mapping):
                    yield from _flat(nested, before if nested is not each else f"{name}.")
                else:
                    yield name, each
        else:
            yield name, value


def _telling(name: str, value: object) -> bool:
    last = name.rpartition(".options.")[2]
    odd = isinstance(value, str) and ("://" in value or value.startswith(("/", "~", "..", "\\")))
    return odd or _TELLING.search(last) is not None


def _is_path(name: str) -> bool:
    """True for every setting whose type is a path, and for a model that may be named by one."""
    if name == "model.name":
        return True
    section, _, key = name.partition(".")
    table = table_of(Settings.model_fields.get(section))
    if table is None:
        return False
    return any(
        key in names_of(name, each) and _mentions_path(each.annotation)
        for name, each in table.model_fields.items()
    )


def _mentions_path(annotation: object) -> bool:
    return annotation is Path or any(_mentions_path(each) for each in get_args(annotation))


def _leaves(folder: Path, value: object) -> bool:
    """True when the path, followed through links, ends outside of the folder."""
    if not isinstance(value, str) or "\0" in value:
        return False  # another type, or no path at all: refused later, by the name of the setting
    if "://" in value or value.startswith("s3:"):
        return True
    try:
        return not (folder / value).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a loop of links leads nowhere that we know
        return True
