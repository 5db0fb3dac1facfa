"""Writes small ZIM files: for the demonstration, the benchmark and the tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from assay.extras import require


@dataclass(frozen=True, slots=True)
class Article:
    """One entry of a ZIM file; paragraphs are separated by blank lines."""

    title: str
    text: str

    @property
    def path(self) -> str:
        """The address inside the file, as Wikipedia spells its own."""
        return self.title.replace(" ", "_")

    @property
    def html(self) -> str:
        """The article as a web page."""
        body = "".join(f"<p>{escape(part)}</p>" for part in self.text.split("\n\n"))
        title = escape(self.title)
        head = f"<head><meta charset='utf-8'><title>{title}</title></head>"
        return f"<html>{head}<body><h1>{title}</h1>{body}</body></html>"


def write_zim(
    file: Path, articles: Iterable[Article], redirects: Mapping[str, str] | None = None
) -> Path:
    """The path of a new ZIM file with a full-text index; redirects map a title to another."""
    writer = require("libzim.writer", extra="zim")

    class Item(writer.Item):  # type: ignore[misc, name-defined] # the base comes from an optional package
        def __init__(self, article: Article) -> None:
            super().__init__()
            self._article = article

        def get_path(self) -> str:
            return self._article.path

        def get_title(self) -> str:
            return self._article.title

        def get_mimetype(self) -> str:
            return "text/html"

        def get_contentprovider(self) -> Any:  # noqa: ANN401 - a class of the optional package
            return writer.StringProvider(self._article.html)

        def get_hints(self) -> dict[Any, int]:
            return {writer.Hint.FRONT_ARTICLE: True}

    file.unlink(missing_ok=True)
    with _quiet(), writer.Creator(file).config_indexing(True, "eng") as creator:
        main = ""
        for article in articles:
            main = main or article.path
            creator.add_item(Item(article))
        for title, target in (redirects or {}).items():
            hints = {writer.Hint.FRONT_ARTICLE: True}
            creator.add_redirection(title.replace(" ", "_"), title, target.replace(" ", "_"), hints)
        creator.set_mainpath(main)
        creator.add_metadata("Language", "eng")
    return file


@contextmanager
def _quiet() -> Iterator[None]:
    """The library reports its progress on the standard output itself; nobody asked for it."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
