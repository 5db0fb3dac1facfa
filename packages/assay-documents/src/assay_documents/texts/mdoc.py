"""The macros of mdoc(7) inside a line, as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay_documents.texts.roff import unescape

_ENCLOSED = {
    "Op": ("[", "]"), "Oo": ("[", ""), "Dq": ("\u201c", "\u201d"), "Sq": ("\u2018", "\u2019"),
    "Qq": ('"', '"'), "Ql": ("\u2018", "\u2019"), "Pq": ("(", ")"), "Bq": ("[", "]"),
    "Aq": ("<", ">"), "Brq": ("{", "}"),
}  # fmt: skip
_OPENING = {"Oo": "[", "Do": "\u201c", "So": "\u2018", "Qo": '"', "Po": "(", "Bo": "[", "Ao": "<",
            "Bro": "{"}  # fmt: skip
_CLOSING = {"Oc": "]", "Dc": "\u201d", "Sc": "\u2019", "Qc": '"', "Pc": ")", "Bc": "]", "Ac": ">",
            "Brc": "}", "Fc": ")"}  # fmt: skip
_NAMES = {"Ux": "UNIX", "Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD",
          "Dx": "DragonFly", "Bsx": "BSD/OS", "At": "AT&T UNIX"}  # fmt: skip
_SILENT = frozenset(
    ("Bk", "Ek", "Xo", "Xc", "Sm", "Eo", "Ec", "Es", "Bf", "Ef", "Rs", "Re", "Os", "Dd", "Dt",
     "Db", "Hf", "Tg")
)  # fmt: skip
INLINE = frozenset(
    (
     "Ad", "An", "Ap", "Ar", "Bt", "Cd", "Cm", "Dv", "Em", "En", "Er", "Ev", "Ex", "Fa", "Fd",
     "Fl", "Fn", "Fo", "Fr", "Ft", "Ic", "In", "Lb", "Li", "Lk", "Ms", "Mt", "Nd", "Nm", "No",
     "Ns", "Ot", "Pa", "Pf", "Rv", "St", "Sx", "Sy", "Tn", "Ud", "Va", "Vt", "Xr", "%A", "%B",
     "%C", "%D", "%I", "%J", "%N", "%O", "%P", "%Q", "%R", "%T", "%U", "%V", *_ENCLOSED,
     *_OPENING, *_CLOSING, *_NAMES, *_SILENT)
)  # fmt: skip
_PUNCTUATION = frozenset((".", ",", ":", ";", "?", "!", ")", "]"))
_GLUE = "\x00"  # no blank on this side


def mdoc_text(macro: str, arguments: Sequence[str], name: str) -> str:
    """A macro with its arguments as text; `name` is what the page is about."""
    return _join(_words([macro, *arguments], name))


def _join(words: list[str]) -> str:
    text = ""
    glue = True
    for word in words:
        if word == _GLUE:
            glue = True
        elif word:
            closes = word in _PUNCTUATION or word in (")", "]", ">", "}", "\u201d", "\u2019")
            text += word if glue or closes else f" {word}"
            glue = word in ("(", "[", "<", "{", "\u201c", "\u2018")
    return text


def _words(tokens: Sequence[str], name: str) -> list[str]:
    """The words of a line: macros may follow one another in it."""
    words: list[str] = []
    ends: list[str] = []  # what closes at the end of the line
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token not in INLINE:
            words.append(unescape(token))
            continue
        own = at
        while at < len(tokens) and tokens[at] not in INLINE:
            at += 1
        arguments = [unescape(each) for each in tokens[own:at]]
        trailing: list[str] = []
        while arguments and arguments[-1] in _PUNCTUATION:
            trailing.insert(0, arguments.pop())
        if token in _ENCLOSED and token not in _OPENING:
            opening, closing = _ENCLOSED[token]
            words += [opening, *arguments]
            if at >= len(tokens):
                words.append(closing)
            else:
                ends.insert(0, closing)
            words += trailing
        else:
            words += _macro(token, arguments, name, at < len(tokens))
            words += trailing
    last: list[str] = []
    while ends and words and words[-1] in _PUNCTUATION:
        last.insert(0, words.pop())
    return [*words, *ends, *last]


def _macro(macro: str, arguments: list[str], name: str, goes_on: bool) -> list[str]:
    if macro in _OPENING or macro in _CLOSING or macro in _NAMES:
        mark = _OPENING.get(macro) or _CLOSING.get(macro) or _NAMES[macro]
        return [mark, *arguments]
    if macro == "Fl" and not arguments:
        return ["-", _GLUE] if goes_on else ["-"]
    if macro.startswith("%"):
        return [*arguments, ","]
    words = _WORDS.get(macro)
    return words(arguments, name) if words else arguments


_SUCCESS = (
    "function returns the value 0 if successful; otherwise the value -1 is returned and the"
    " global variable errno is set to indicate the error."
)
_WORDS: dict[str, Callable[[list[str], str], list[str]]] = {
    "Fl": lambda words, name: [f"-{each}" for each in words],
    "Nm": lambda words, name: words or [name],
    "Nd": lambda words, name: ["-", *words],
    "Ar": lambda words, name: words or ["file", "..."],
    "Ap": lambda words, name: [_GLUE, "'", _GLUE, *words],
    "Ns": lambda words, name: [_GLUE, *words],
    "Pf": lambda words, name: [*words[:1], _GLUE, *words[1:]],
    "Xr": lambda words, name: [f"{words[0]}({words[1]})", *words[2:]] if words[1:] else words,
    "Fn": lambda words, name: [f"{words[0]}({', '.join(words[1:])})"] if words else [],
    "In": lambda words, name: [f"#include <{words[0]}>", *words[1:]] if words else [],
    "Fo": lambda words, name: [*words, _GLUE, "("],
    "Ex": lambda words, name: [
        f"The {' '.join(words[1:]) or name} utility exits 0 on success, and >0 if an error occurs."
    ],
    "Rv": lambda words, name: [f"The {' '.join(words[1:]) or name} {_SUCCESS}"],
    **dict.fromkeys(("Sm", "Dd", "Dt", "Os", "Bf"), lambda words, name: []),
}
