"""Hooks of the documentation site (mkdocs.yml): the pages beside docs/, and links that leave it."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
# Pages of the repository that the site shows too, by their names there.
BESIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "SECURITY.md": "security.md",
}
_FENCE = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> Any:
    """The settings of the site with the pages beside docs/ at the end of the navigation."""
    there = [name for name in BESIDE if (ROOT / name).is_file() and name != "README.md"]
    config["nav"].append({"Project": [BESIDE[name] for name in there]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """The files of docs/ and the pages beside it."""
    from mkdocs.structure.files import File

    for name, place in BESIDE.items():
        if (ROOT / name).is_file():
            text = (ROOT / name).read_text("utf-8")
            files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The page with links as the site knows them."""
    return site_text(markdown, page.file.src_uri)


def site_text(markdown: str, place: str) -> str:
    """A page with its links turned; `place` is its own on the site. Code stays as it is."""
    parts = _FENCE.split(markdown)
    return "".join(
        part if number % 2 else _LINK.sub(lambda found: _turned(found, place), part)
        for number, part in enumerate(parts)
    )


def _turned(link: re.Match[str], place: str) -> str:
    image, words, target, anchor = link[1], link[2], link[3], link[4] or ""
    written = next((name for name, known in BESIDE.items() if known == place), f"docs/{place}")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(written), target))
    if path in BESIDE:
        inside = BESIDE[path]
    elif path.startswith("docs/"):
        inside = path.removeprefix("docs/")
    elif (ROOT / path).exists():
        return words if words.strip("`") == path else f"{words} (`{path}`)"
    else:
        return link[0]  # leads nowhere: mkdocs says so
    return f"{image}[{words}]({posixpath.relpath(inside, posixpath.dirname(place) or '.')}{anchor})"
