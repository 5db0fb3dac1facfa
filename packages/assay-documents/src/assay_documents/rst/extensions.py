"""Directives and roles that docutils does not know, read as what they look like.

Most reStructuredText is written for Sphinx and similar tools, whose names docutils alone takes for
errors, and the text under them would be lost.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.languages import en

from assay_documents.rst.references import reference
from assay_documents.rst.roles import role_text

_DIRECTIVE = re.compile(r"^[ \t]*\.\. +(?:\|[^|\n]+\| +)?([a-zA-Z][\w:+.-]*?):: ?", re.MULTILINE)
_ROLE = re.compile(r":([a-zA-Z][\w:+.-]{0,80}?):`")
_MAX_NAMES = 500  # of directives, and of roles, that are remembered
_PLAIN = frozenset(
    ("versionadded", "versionchanged", "deprecated", "only", "tab", "tabs", "rubric", "centered")
)
_SILENT = frozenset(("highlight", "currentmodule", "module", "index", "py:module"))
_ANY_PAGE = re.compile(r"\*")  # in a table of contents: "guides/*"
# A target or a directive that names the section below it, and the line under a title.
_LABEL = re.compile(r"\.\. (?:_[^:]+:|[\w:+.-]+:: *(\S.*))|")
_UNDER = re.compile(r"([=\-~^\"'`#*+])\1{2,}\s*")
# Apart from each other: "option" is a directive of Sphinx and a role of it.
_directives: set[str] = set()
_roles: set[str] = set()


class _AnyOption(dict[str, Any]):
    """Takes every option as it is."""

    def __missing__(self, name: str) -> Any:  # noqa: ANN401 - docutils calls what it gets
        return directives.unchanged


class AnyDirective(Directive):
    """A directive of some extension: an entry when it names something and says more about it."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = _AnyOption(name=directives.unchanged)
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The argument as a term and the content as its description."""
        argument = self.arguments[0] if self.arguments else ""
        body = nodes.definition()
        if self.name == "toctree":
            body += self._pages()
        elif self.content:
            self.state.nested_parse(self.content, self.content_offset, body)
        if self.name in _SILENT:
            argument = ""
        if not argument:
            return list(body.children)
        if self.name in _PLAIN or not body.children:
            said = f"{self.name}: {argument}" if self.name in _PLAIN else argument
            # What stands alone behind the name is running text, as in ".. seealso:: `Oil`_".
            inline, _ = self.state.inline_text(said, self.lineno)
            label = nodes.paragraph(said, "", *inline)
            label.line = self.lineno
            return [label, *body.children]
        item = nodes.definition_list_item()
        item.line = self.lineno
        item += [nodes.term("", line.strip()) for line in argument.splitlines()]
        item += body
        return [nodes.definition_list("", item)]

    def _pages(self) -> list[nodes.Node]:
        """What a table of contents names; nothing of a hidden one, and no "*" for any page."""
        lines = () if "hidden" in self.options else (line.strip() for line in self.content)
        named = " ".join(line for line in lines if line and not _ANY_PAGE.search(line))
        return [nodes.paragraph("", named)] if named else []


def any_role(  # noqa: PLR0917 - what docutils calls
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None,  # noqa: ANN401
    content: Any = None,  # noqa: ANN401
) -> tuple[list[nodes.Node], list[Any]]:  # fmt: skip
    """The text of a role of some extension, without the target that it links to."""
    del rawtext, lineno, inliner, options, content
    shown = role_text(name, text)
    # Of "text <label>" the text is shown; a label alone stands for the title it points to.
    return [reference(name.lower(), shown) if shown == text else nodes.inline("", shown)], []


def without_labels(text: str) -> str:
    """The text without directives that only say the title below them; all lines stay in place.

    ".. setting:: RETRY" above the section RETRY would else be the end of the section before it.
    """
    lines = text.split("\n")
    for under in range(1, len(lines)):
        title = lines[under - 1].strip().strip("`").casefold()
        if not title or not _UNDER.fullmatch(lines[under]):
            continue
        above = under - 2
        while above >= 0 and (label := _LABEL.fullmatch(lines[above].rstrip())):
            if (label[1] or "").casefold() == title:
                lines[above] = ""
            above -= 1
    return "\n".join(lines)


def accept_unknown(text: str) -> None:
    """Let docutils take the directives and roles of this text that it does not know."""
    for name in {match.lower() for match in _DIRECTIVE.findall(text)} - _directives:
        if name not in en.directives and len(_directives) < _MAX_NAMES:
            directives.register_directive(name, AnyDirective)
            _directives.add(name)
    for name in {match.lower() for match in _ROLE.findall(text)} - _roles:
        if name not in en.roles and len(_roles) < _MAX_NAMES:
            roles.register_local_role(name, any_role)  # type: ignore[arg-type] # its stubs know links only
            _roles.add(name)
