"""Source code to blocks: one entry for each function or class, with what is said about it."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from assay_documents.builder import BlockBuilder
from assay_documents.errors import UnreadableError
from assay_documents.model import Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.code_layout import layout_blocks
from assay_documents.texts.file import document_of, read_text

_PYTHON = (".py", ".pyi", ".pyw")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_MAX_DEPTH = 20
_LONG_LINE = 1_000
_PACKED = 0.3  # of a text in such lines: packed, not a script with a picture inside


def read_code(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with a source file, named like the file."""
    name = path.name.removesuffix(".gz")
    text = read_text(path, limits)
    if is_packed(text):
        raise UnreadableError("is code that a program packed, such as the scripts of a web page")
    contents = code_blocks(text, Path(name).suffix.lower())
    yield document_of(path, replace(contents, title=name))


def is_packed(text: str) -> bool:
    """True when much of a source stands in lines that nobody wrote by hand.

    A folder of HTML pages has such scripts beside them; the index of its search holds all pages.
    """
    long = sum(len(line) for line in text.split("\n") if len(line) > _LONG_LINE)
    return long > _PACKED * len(text)


def code_blocks(text: str, ending: str = "") -> Contents:
    """The blocks of a source text; `ending` is that of its file, such as ".py"."""
    if ending in _PYTHON or (text.startswith("#!") and "python" in text.partition("\n")[0]):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about the escapes in somebody else's strings
                tree = ast.parse(text)
            return _Python(text).read(tree)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass  # Python of another version, or none: its layout still tells
    return layout_blocks(text, ending)


class _Python:
    """A module while it is read: definitions become entries, the lines between them code."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.out = BlockBuilder()
        self.at = 0  # the first line that is not taken yet

    def read(self, tree: ast.Module) -> Contents:
        self._docstring(tree)
        self._body(tree.body, "", 0)
        self._code(len(self.lines))
        return self.out.contents()

    def _body(self, body: list[ast.stmt], prefix: str, depth: int) -> None:
        for node in body:
            if isinstance(node, _Definition) and depth < _MAX_DEPTH:
                self._definition(node, prefix, depth)

    def _definition(self, node: _Definition, prefix: str, depth: int) -> None:
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
        comment = first
        while comment > self.at and self.lines[comment - 1].lstrip().startswith("#"):
            comment -= 1
        self._code(comment)
        name = f"{prefix}{node.name}"
        said = ast.get_docstring(node) or "\n".join(
            line.strip().lstrip("#").strip() for line in self.lines[comment:first]
        )
        if said and ast.get_docstring(node) is None:
            self.at = first
        text = f"{name}\n{_prose(said)}" if said.strip() else name
        mark = self.out.begin_entry(name, text, Place(line=first + 1))
        self._docstring(node, add=False)
        if isinstance(node, ast.ClassDef):
            self._body(node.body, f"{name}.", depth + 1)
        self._code(node.end_lineno or first + 1)
        self.out.leave(mark)

    def _docstring(self, node: ast.Module | _Definition, add: bool = True) -> None:
        """Take the lines up to the docstring as code, and leave out those of the docstring."""
        said = ast.get_docstring(node)
        if said is None or not node.body:
            return
        string = node.body[0]
        before = string.lineno - 1
        if isinstance(node, ast.Module) or string.lineno > node.lineno:
            self._code(before)
            self.at = string.end_lineno or string.lineno
        if add:
            for part in inspect.cleandoc(said).split("\n\n"):
                self.out.add(BlockKind.PARAGRAPH, _prose(part), Place(line=string.lineno))

    def _code(self, end: int) -> None:
        """The lines up to `end` that were not taken yet."""
        lines = self.lines[self.at : end]
        start = next((index for index, line in enumerate(lines) if line.strip()), None)
        if start is not None:
            text = "\n".join(line.rstrip() for line in lines[start:])
            self.out.add(BlockKind.CODE, text.rstrip(), Place(line=self.at + start + 1))
        self.at = max(self.at, end)


def _prose(text: str) -> str:
    """A docstring with its paragraphs on lines of their own, as far as they are not indented."""
    parts = []
    for part in inspect.cleandoc(text).split("\n\n"):
        lines = part.split("\n")
        indented = any(line.startswith((" ", "-", "*", ">>>")) for line in lines[1:])
        parts.append("\n".join(lines) if indented else " ".join(line.strip() for line in lines))
    return "\n".join(part for part in parts if part.strip())
