"""The language that manual pages are written in: escapes, arguments, and which lines count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BACKSLASH = "\x01"  # one that shows, until all escapes are read
_CHARACTERS = {
    "aq": "'", "dq": '"', "oq": "\u2018", "cq": "\u2019", "lq": "\u201c", "rq": "\u201d",
    "em": "\u2014", "en": "\u2013", "hy": "-", "mi": "-", "bu": "\u2022", "ci": "\u25cb",
    "co": "\u00a9", "rg": "\u00ae", "tm": "\u2122", "rs": _BACKSLASH, "sl": "/", "ha": "^",
    "ti": "~",
    "ga": "`", "aa": "\u00b4", "at": "@", "sh": "#", "Do": "$", "or": "|", "ba": "|", "lB": "[",
    "rB": "]", "lC": "{", "rC": "}", "la": "<", "ra": ">", "mu": "\u00d7", "di": "\u00f7",
    "+-": "\u00b1", "<=": "\u2264", ">=": "\u2265", "!=": "\u2260", "==": "\u2261", "->": "\u2192",
    "<-": "\u2190", "ua": "\u2191", "da": "\u2193", "de": "\u00b0", "sc": "\u00a7", "ps": "\u00b6",
    "dg": "\u2020", "12": "\u00bd", "14": "\u00bc", "34": "\u00be", "ss": "\u00df", "if": "\u221e",
    ":a": "\u00e4", ":o": "\u00f6", ":u": "\u00fc", ":A": "\u00c4", ":O": "\u00d6", ":U": "\u00dc",
    "'e": "\u00e9", "'a": "\u00e1", "'o": "\u00f3", "'i": "\u00ed", "'u": "\u00fa", "`e": "\u00e8",
    "`a": "\u00e0", "^e": "\u00ea", "^o": "\u00f4", "~n": "\u00f1", ",c": "\u00e7", "/o": "\u00f8",
    "oa": "\u00e5", "oA": "\u00c5", "Po": "\u00a3", "Eu": "\u20ac", "ct": "\u00a2", "*a": "\u03b1",
    "*b": "\u03b2", "*m": "\u03bc", "*p": "\u03c0", "mc": "\u03bc", "eu": "\u20ac",
}  # fmt: skip
_STRINGS = {
    "Aq": "'", "lq": "\u201c", "rq": "\u201d", "Lq": "\u201c", "Rq": "\u201d", "R": "\u00ae",
    "Tm": "\u2122", "--": "\u2014", "PI": "\u03c0", "L\"": '"', 'R"': '"', "C`": '"', "C'": '"',
    "Le": "\u2264", "Ge": "\u2265", "Lt": "<", "Gt": ">", "Ne": "\u2260", "Pm": "\u00b1",
    "Ba": "|", "lp": "(", "rp": ")", "q": '"', "Am": "&",
}  # fmt: skip
_ESCAPE = re.compile(
    r"\\(?:"
    r"(?P<char>\((?P<two>..)|\[(?P<long>[^\]\n]{1,40})\])"
    r"|\*(?P<string>\((?P<string2>..)|\[(?P<string_long>[^\]\n]{1,40})\]|(?P<string1>.))"
    r"|N'(?P<code>\d{1,7})'"
    r"|[fFgkmMnVY](?:\((?:..)|\[[^\]\n]{0,40}\]|[-+]?.)"
    r"|s(?:[-+]?\([-+]?\d\d|[-+]?\[[^\]\n]{0,9}\]|[-+]?'[^'\n]{0,9}'|[-+]?[0-9]{1,2})"
    r"|[bhvwlLDxoRSXZABCH](?:'(?P<quoted>[^'\n]{0,200})')"
    r"|(?P<blank>[ ~0t])"
    r"|(?P<plain>[-'`.\\e_:])"
    r"|(?P<nothing>[&|^/,%!?{}acdpruz)])"
    r")"
)
_PLAIN = {
    "-": "-", "'": "'", "`": "`", ".": ".", "\\": _BACKSLASH, "e": _BACKSLASH, "_": "_", ":": "",
}  # fmt: skip
_COMMENT = re.compile(r'(?<!\\)((?:\\\\)*)\\["#].*')
_UNICODE = re.compile(r"u([0-9A-Fa-f]{4,6})")
_ARGUMENT = re.compile(r'"((?:[^"\n]|"")*)"?|((?:\\.|[^\s"\\])(?:\\.|[^\s\\])*)|\S')
_CONDITION = re.compile(r"[.']\s*(?P<name>if|ie|el)\b\s*(?P<rest>.*)")
_MAX_ARGUMENTS = 200


@dataclass(frozen=True, slots=True)
class RoffLine:
    """A line of text, or a macro with its arguments."""

    number: int
    text: str
    macro: str = ""
    arguments: tuple[str, ...] = ()


def unescape(text: str) -> str:
    """The text without the escapes of roff."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_character, text).replace("\\", "").replace(_BACKSLASH, "\\")


def _character(match: re.Match[str]) -> str:
    if match["char"]:
        name = match["two"] or match["long"]
        if found := _UNICODE.fullmatch(name):
            return _code(int(found[1], 16))
        return _CHARACTERS.get(name, "")
    if match["string"]:
        return _STRINGS.get(match["string2"] or match["string_long"] or match["string1"], "")
    if match["code"]:
        return _code(int(match["code"]))
    if match["blank"]:
        return " "
    return _PLAIN[match["plain"]] if match["plain"] else ""


def _code(number: int) -> str:
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else ""  # noqa: PLR2004


def roff_lines(text: str) -> Iterator[RoffLine]:
    """The lines from the title macro on, without comments, definitions and untrue conditions."""
    lines = enumerate(text.splitlines(), start=1)
    begun = ".TH" not in text and ".Dd" not in text
    skipping = ""  # the line that ends what is being skipped
    depth = 0  # of open braces that belong to an untrue condition
    held = False  # whether the last .ie was true
    for number, raw in lines:
        line = _COMMENT.sub(r"\1", raw).rstrip() if "\\" in raw else raw.rstrip()
        if skipping:
            skipping = "" if line.startswith(skipping) else skipping
            continue
        if depth:
            depth = max(0, depth + line.count("\\{") - line.count("\\}"))
            continue
        begun = begun or line.startswith((".TH", ".Dd"))
        if line.startswith((".de", ".ig", ".am")):
            end = line.split()[2:3] if line.startswith((".de", ".am")) else line.split()[1:2]
            skipping = f".{end[0]}" if end else ".."
            continue
        if condition := _CONDITION.fullmatch(line):
            name, rest = condition["name"], condition["rest"]
            true = not held if name == "el" else _is_true(rest)
            held = true if name == "ie" else held
            line = rest if name == "el" else rest.partition(" ")[2].lstrip()
            if not true:
                depth = max(0, rest.count("\\{") - rest.count("\\}"))
                continue
            line = line.replace("\\{", "").lstrip("\\ ")
        if begun and (found := _roff_line(number, line, raw)):
            yield found


def _is_true(condition: str) -> bool:
    """True for what holds on a terminal, `.if n`; what would have to be computed does not."""
    return condition.startswith(("n ", "n\\", "!t ")) or condition.strip() == "n"


def _roff_line(number: int, line: str, raw: str) -> RoffLine | None:
    if line.startswith((".", "'")) and len(line) > 1:
        body = line[1:].lstrip()
        name = body.split(maxsplit=1)[0] if body.split() else ""
        if not name or name.startswith("\\") or name == ".":
            return None
        rest = body[len(name) :].replace("\\}", "")
        return RoffLine(number, rest.strip(), name, tuple(split_arguments(rest)))
    if line in (".", "'"):
        return None
    if not line and raw.strip():
        return None  # only a comment
    return RoffLine(number, line.replace("\\}", ""))


def split_arguments(text: str) -> list[str]:
    """The arguments of a macro; quotes hold blanks."""
    found = []
    for match in _ARGUMENT.finditer(text):
        quoted, plain = match[1], match[2]
        found.append(quoted.replace('""', '"') if quoted is not None else plain or match[0])
        if len(found) >= _MAX_ARGUMENTS:
            found.append(text[match.end() :].strip())
            break
    return found
