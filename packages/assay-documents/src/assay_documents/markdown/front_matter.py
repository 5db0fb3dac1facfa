"""What makers of web sites write into Markdown and HTML beside the text: fields and templates."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

from assay_documents.markdown.tabs import after_link

_FIELD = re.compile(r"([A-Za-z][\w -]{0,40}?)[ \t]*:(?:[ \t]+(.*))?")
_FOLDED = re.compile(r"[>|][+-]?\d?")
_MAX_FIELDS = 100
_MAX_LINES = 500
_DESCRIPTIONS = ("description", "summary", "subtitle", "excerpt", "abstract")
# Fields that say how a page is shown or where it lies, and nothing about what it says.
_SHOWN_BY = "layout permalink slug url weight order priority nav navigation menu sidebar toc"
_SHOWN_BY += " template theme banner image images photo thumbnail icon cover css js class id draft"
_SHOWN_BY += " published redirect redirect_from aliases comments robots sitemap lang locale parent"
_SHOWN_BY += " has_children nav_order original"
_MACHINE = frozenset(_SHOWN_BY.split())
_NO_WORDS = re.compile(r"[\W\d_]*|true|false|null|yes|no|~|\S*/\S*\.\w{2,5}|(?:https?:)?/\S*", re.I)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,15}(?: ?[+-]\d\d:?\d\d|Z)?)?")
# "{% include x %}", "{{ page.title }}", "{# remark #}", "{/* remark */}", "<%= seats %>".
_TEMPLATE = re.compile(
    r" ?(?:\{%[^%{}\n]{0,500}%\}|\{\{[^{}\n]{0,500}\}\}|\{#[^#{}\n]{0,500}#\}"
    r"|\{/\*[^*{}\n]{0,500}\*/\}|<%[^%<>\n]{0,500}%>)"
)
_MARK = re.compile(r"\{[{%#/]|<%")
# Kramdown's "{: .class}": alone, whatever it holds, and behind a text, where a program's "{:.2f}"
# and "{:#x}" may stand.
_ATTRIBUTES = re.compile(r"\s{0,9}\{:[^{}\n]{0,300}\}\s{0,9}")
_ATTRIBUTES_BEHIND = re.compile(
    r"(?:(?<=[^\s#]) {0,3}|^)\{:[ ]{0,9}(?:[.#][a-z_][\w-]|[a-z-]{2,40}=[\"'])[^{}\n]{0,300}\}",
    re.I,
)
_LINKED = re.compile(r"(?<=\]\()([^\s(){}]{0,200})(?:\{\{[^{}\n]{0,200}\}\}|\{%[^%{}\n]{0,200}%\})")
_BLOCK = re.compile(r"---[ \t]*\r?\n(.{0,20000}?)^---[ \t\r]*$", re.S | re.M)
_TOML = re.compile(r"\+\+\+[ \t]*\r?\n(.{0,20000}?)^\+\+\+[ \t\r]*$", re.S | re.M)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields of a document that say something about it."""

    title: str = ""
    description: str = ""
    facts: str = ""


def front_matter(block: str) -> FrontMatter:
    """What the lines between two `---` say; how the page is shown is left out."""
    return _told(_fields(block))


def _told(fields: list[tuple[str, str]]) -> FrontMatter:
    by_name = {name.lower(): value for name, value in reversed(fields)}
    description = next((by_name[name] for name in _DESCRIPTIONS if by_name.get(name)), "")
    facts = [
        f"{name.capitalize()}: {value}"
        for name, value in fields
        if name.lower() not in {*_MACHINE, *_DESCRIPTIONS, "title"}
        and (_DATE.fullmatch(value) or not _NO_WORDS.fullmatch(value[:200]))
    ]
    return FrontMatter(by_name.get("title", ""), description, "; ".join(facts))


def without_templates(text: str) -> str:
    """The text without the marks that a template engine replaces."""
    return _TEMPLATE.sub(_gap, text) if _MARK.search(text) else text


def without_marks(text: str, linked: bool = False) -> str:
    """A piece of Markdown without templates and attributes; `linked` if a link is before."""
    if "{" not in text and "<%" not in text:
        return text
    text = after_link(text) if linked else text
    if _ATTRIBUTES.fullmatch(text):
        return ""
    return without_templates(_ATTRIBUTES_BEHIND.sub("", text))


def _gap(found: re.Match[str]) -> str:
    """A space where the words before and behind a mark had one, on one side of it."""
    behind = found.string[found.end() : found.end() + 1]
    return " " if found[0].startswith(" ") and behind.isalnum() else ""


def without_linked_templates(text: str) -> str:
    """The text without templates in the addresses of links, which would be no links with them."""
    return _LINKED.sub(r"\1", text) if "](" in text and "{" in text else text


def split_front_matter(text: str) -> tuple[FrontMatter | None, str]:
    """What a page that is yet to be filled in says of itself, and the page without it."""
    if found := _BLOCK.match(text):
        return front_matter(found[1]), text[found.end() :]
    return split_toml(text)


def split_toml(text: str) -> tuple[FrontMatter | None, str]:
    """What the lines between two `+++` say, and the text with empty lines in their place."""
    found = _TOML.match(text)
    if found is None:
        return None, text
    try:
        fields = tomllib.loads(found[1].replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return None, text
    told = [(name, words) for name, value in fields.items() if (words := _words(value))]
    return _told(told[:_MAX_FIELDS]), "\n" * found[0].count("\n") + text[found.end() :]


def _words(value: object) -> str:
    """A value of a field as text; tables of further fields are for programs."""
    if isinstance(value, list):
        return ", ".join(each for each in value if isinstance(each, str))
    return "" if isinstance(value, dict | bool) else " ".join(str(value).split())


def _fields(block: str) -> list[tuple[str, str]]:
    """The fields of the first level with a text as their value; folded lines are joined."""
    fields: list[tuple[str, list[str]]] = []
    for line in block.splitlines()[:_MAX_LINES]:
        if line[:1].isspace() and fields:
            if fields[-1][1] and not line.strip().startswith("- "):
                fields[-1][1].append(line.strip())
            continue
        found = _FIELD.fullmatch(line.rstrip())
        if found and len(fields) < _MAX_FIELDS:
            value = (found[2] or "").strip()
            fields.append((found[1], [value] if value else []))
    return [(name, text) for name, parts in fields if (text := _value(parts))]


def _value(parts: list[str]) -> str:
    if parts and _FOLDED.fullmatch(parts[0]):
        parts = parts[1:]
    text = " ".join(parts).strip()
    if text[:1] in "'\"" and text[:1] == text[-1:] and len(text) > 1:
        text = text[1:-1]
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    return text.strip()
