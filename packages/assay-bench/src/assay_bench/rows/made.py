"""What a figure was made with: commit, date, and a short checksum of each part it rests on."""

from __future__ import annotations

import ast
import hashlib
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import assay
from assay.config import Settings
from assay.model_files import CARD
from assay.wiring import assayer_folder, verifier_folder

SOURCES = Path(assay.__file__).parent
PARTS: Mapping[str, tuple[str, ...]] = {
    "scorer": ("adapters/scorers/*.py", "adapters/pair_network.py", "reader/scorer.py"),
    "reader": ("reader/*.py",),
    "verifier": ("adapters/verifiers/*.py", "steps/verify/*.py"),
}
"""The code of each part, as patterns below the package."""
LENGTH = 8


@dataclass(frozen=True, slots=True)
class Made:
    """The commit (with a plus if files had changed since), the day, and the parts by name.

    A part is the checksum of its code, a dash, and the one of the card of its weights.
    """

    commit: str = ""
    date: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)


def made_now(settings: Settings) -> Made:
    """What a figure is made with that is measured now."""
    return Made(_commit(), datetime.now(UTC).date().isoformat(), parts_now(settings))


def made_from(said: Mapping[str, Any]) -> Made:
    """What was written down."""
    parts = {str(name): str(value) for name, value in dict(said.get("parts") or {}).items()}
    return Made(str(said.get("commit", "")), str(said.get("date", "")), parts)


def parts_now(settings: Settings) -> dict[str, str]:
    """The checksum of each part as it is now."""
    assayer = assayer_folder(settings)
    scorer = settings.scorer.model or assayer
    weights = {"scorer": scorer, "reader": assayer, "verifier": verifier_folder(settings)}
    return {part: f"{code_checksum(part)}-{_card(folder)}" for part, folder in weights.items()}


def code_checksum(part: str, below: Path = SOURCES) -> str:
    """A checksum of what the part does: comments, docstrings and empty lines do not count."""
    found = hashlib.sha256()
    for path in sorted({p for pattern in PARTS[part] for p in below.glob(pattern)}):
        found.update(f"{path.relative_to(below).as_posix()}\n".encode())
        found.update("\n".join(_statements(path.read_text("utf-8"))).encode())
    return found.hexdigest()[:LENGTH]


def _statements(source: str) -> Iterable[str]:
    """The lines of a module without comments that stand alone, docstrings and empty lines."""
    said: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for number, line in enumerate(source.splitlines(), 1):
        if line.strip() and number not in said and not line.lstrip().startswith("#"):
            yield line


def _card(folder: Path) -> str:
    """A checksum of the card: it names the weights by theirs and holds the curves over them."""
    card = folder / CARD
    return hashlib.sha256(card.read_bytes()).hexdigest()[:LENGTH] if card.is_file() else "none"


def _commit() -> str:
    """The commit of the sources, nothing where they are installed without any."""
    commit = _git("rev-parse", "--short=8", "HEAD")
    return commit + ("+" if commit and _git("status", "--porcelain", "-uno") else "")


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(SOURCES), *arguments],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
