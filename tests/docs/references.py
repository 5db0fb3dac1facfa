"""Writes the reference pages that follow from the code: `python -m tests.docs.references`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer

from assay.cli.main import app
from assay.config import ENV_PREFIX, Settings
from assay.config.project_file import TRUSTED_ONLY
from assay.config.section import table_of

ROOT = Path(__file__).parents[2]
NOTE = "<!-- Written by `make docs`; a test checks it against the code. -->\n"


def cli_page() -> str:
    """The commands, their arguments and their options, as `--help` knows them."""
    group: Any = typer.main.get_command(app)
    parts = [f"# Command line\n\n{NOTE}\n{_prose(group.help)}\n\n{_prose(group.epilog)}\n"]
    for name in group.list_commands(None):  # those of the laboratory come by entry point
        parts += _command(f"assay {name}", group.get_command(None, name))
    return "".join(parts)


def _command(name: str, command: Any) -> list[str]:
    """A command, or a group of commands one after another."""
    parts = [f"\n## {name}\n\n{_prose(command.help)}\n"]
    rows = [_row(param) for param in command.params if param.name != "help"]
    if rows:
        parts += ["\n| | |\n|---|---|\n", *rows]
    for each, of in getattr(command, "commands", {}).items():
        parts += _command(f"{name} {each}", of)
    return parts


def settings_page() -> str:
    """Every setting with its default, its variable and what it means."""
    intro = (
        f"Settings come from flags, environment variables `{ENV_PREFIX}*`, a file, and the user's\n"
        "own file `$XDG_CONFIG_HOME/assay/assay.toml` (in `~/.config` when not set); the first\n"
        "wins. The file is the one that `--config FILE` names, or else `assay.toml` in the\n"
        "working folder.\n\n"
        "A working folder may come from somebody else, and its `assay.toml` with it. That file\n"
        f"may not set {', '.join(f'`{name}`' for name in TRUSTED_ONLY)},\n"
        "arguments of plugins that hold addresses, keys or commands, or a path that leads out of\n"
        "its folder: it is named and refused. Whoever trusts it says so with\n"
        "`--config assay.toml`.\n"
    )
    parts = [f"# Settings\n\n{NOTE}\n{intro}\n"]
    for name, field in Settings.model_fields.items():
        section = field.default
        if table := table_of(field):
            parts.append(f"\n## [{name}]\n\n{table.__doc__}\n\n{_HEAD}")
            for key, inner in table.model_fields.items():
                parts.append(_setting(f"{name}.{key}", inner.default, inner.description))
        else:
            parts.append(_HEAD + _setting(name, section, field.description))
    return "".join(parts)


_HEAD = "| key | default | variable | meaning |\n|---|---|---|---|\n"


def _setting(key: str, default: object, description: str | None) -> str:
    variable = ENV_PREFIX + key.replace(".", "__").upper()
    shown = "" if default is None else f"`{default!r}`"
    return f"| `{key}` | {shown} | `{variable}` | {description} |\n"


def _row(param: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*param.opts, *param.secondary_opts))
    if param.param_type_name == "argument":
        names = f"`{param.metavar or param.name.upper()}`"
    elif param.metavar:
        names += f" `{param.metavar}`".replace("|", "\\|")
    required = " Required." if param.required else ""
    return f"| {names} | {param.help}{required} |\n"


def _prose(text: str) -> str:
    """Help text as Markdown: bold stays bold, and lines that are commands become code."""
    text = re.sub(r"\[(/?)bold\]", "**", text)
    return re.sub(r"^((?:cat .*\| )?assay .*)$", r"`\1`", text, flags=re.MULTILINE)


PAGES = {"docs/reference/cli.md": cli_page, "docs/reference/settings.md": settings_page}

if __name__ == "__main__":
    for place, page in PAGES.items():
        (ROOT / place).write_text(page(), encoding="utf-8")
