"""What a text names as code: options ("-0", "Type="), functions and settings; their values."""

from __future__ import annotations

import re

from assay.text.overlap import root, stem_of

_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z0-9][\w-]*|(?<![\w.-])[A-Za-z]\w+=(?![\w=])")


def options_in(text: str) -> frozenset[str]:
    """The options as they are written, without their values."""
    return frozenset(_OPTION.findall(text))


_ASKS_OPTION = re.compile(
    r"\b(?:which|what)\s+(?:(?!(?:is|are|was|does|do|did|the)\b)[\w-]+\s+){0,2}"
    r"(?:options?|flags?|switch|switches)\b",
    re.IGNORECASE,
)


def asks_for_option(question: str) -> bool:
    """True for "which flag hides the window?": no other word is an answer where options stand."""
    return _ASKS_OPTION.search(question) is not None


_SPEAKS_OF_OPTION = re.compile(r"\b(?:option|flag|switch|argument|parameter)(?:e?s)?\b", re.I)
_PLAIN = re.compile(r"[^\W_]+")


def speaks_of_options(question: str) -> bool:
    """True for a question after an option, or after what may be given to a command."""
    return _SPEAKS_OF_OPTION.search(question) is not None


def spells_out(question: str, term: str) -> bool:
    """True when a question after an option says the words of one that a term has, in a row.

    "option to print line numbers" is after "--line-number". One word alone is too common to tell.
    """
    if not speaks_of_options(question):
        return False
    asked = f" {' '.join(root(stem_of(word)) for word in _PLAIN.findall(question))} "
    spelt = ([root(stem_of(w)) for w in _PLAIN.findall(name)] for name in options_in(term))
    return any(len(words) > 1 and f" {' '.join(words)} " in asked for words in spelt)


def option_places(text: str) -> list[tuple[int, int]]:
    """Where options stand, as they are written."""
    return [found.span() for found in _OPTION.finditer(text)]


# Names of code as they are written: "fs.rm", "thread::spawn", "max_user_watches", "open()".
_CODE = re.compile(
    r"(?<![\w./:-])[A-Za-z_]\w+(?:(?:\.|::|_)\w{2,})+|(?<![\w./:-])[A-Za-z_]\w+(?=\(\))"
)


def codes_in(text: str) -> frozenset[str]:
    """The names of functions, settings and files that are written as no plain word is."""
    return frozenset(_CODE.findall(text))


# Names of commands and rules with three parts or more: "add-wall-clock" is hardly a plain word.
_COMPOUND = re.compile(r"(?<![\w-])[A-Za-z]\w*(?:-\w+){2,}(?![\w-])")


def compounds_in(text: str) -> frozenset[str]:
    """The names of a text that are made of three words or more."""
    return frozenset(_COMPOUND.findall(text.casefold()))


# Of settings and classes: "IdleActionSec"; so are "GitHub" and "JavaScript", so only a heading that
# consists of the name is taken for the place where it is described.
_CAMEL = re.compile(r"(?<![\w./:-])[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+(?![\w-])")


def is_headed(question: str, heading: str) -> bool:
    """True when the heading is that of a function or setting which the question names.

    "fs.rm(path)" is for "fs.rm", not "fs.rmdir(path)" nor a heading that speaks of fs.rm.
    """
    if heading.partition("=")[0].strip() in _CAMEL.findall(question):
        return True
    return any(
        heading.startswith(code) and not re.match(r"[\w.]", heading[len(code) :])
        for code in codes_in(question)
    )


_ARTICLE = re.compile(r"^(?:the|an?)\s+")
# "2.2.3 The timeout", "A.1 Timeout", "3. Timeout": the number names nothing.
_SECTION = re.compile(
    r"^(?:(?:chapter|section|appendix)\s+)?(?:\d+(?:\.\d+)*\.?|[a-z](?:\.\d+)+\.?|[a-z]\.)\s+(?=\w)"
)
_MORE_WORDS = 2


def bare_name(heading: str) -> str:
    """A name as it is compared with another: "Timeout=" and "2.1 The timeout" are "timeout"."""
    return _ARTICLE.sub("", _SECTION.sub("", heading.strip(" =:()`").casefold()))


def is_entry_of(name: str, heading: str) -> bool:
    """True when the heading is the name, alone or with its values: "minsize size" for "minsize".

    People leave out the dashes of an option: "quiet" is "-q, --quiet".
    """
    wanted, words = bare_name(name).split(), bare_name(heading).split()
    if len(wanted) == 1 and words and words[0].startswith("-"):
        if len(wanted[0]) == len("-g") and wanted[0].startswith("-"):  # another option than "-G"
            wanted, words = name.strip(" =:()`").split(), heading.split()
        forms = {word.strip(",`").partition("=")[0] for word in words if word[0] == "-"}
        return bool(forms & {wanted[0], f"--{wanted[0]}"})
    if not wanted or len(words) > len(wanted) + _MORE_WORDS:
        return False
    return [word.strip("=:,`") for word in words[: len(wanted)]] == wanted


def is_called(name: str, heading: str) -> bool:
    """True when the heading is the name and no more."""
    return bool(name) and bare_name(heading) == bare_name(name)


def lacks_the_code(question: str, text: str) -> bool:
    """True when the question names such a thing and the text does not."""
    there = text.casefold()
    return any(code.casefold() not in there for code in codes_in(question))


_IN_BRACKETS = re.compile(
    r"[\[(]default(?:s to|\s+is|:|=)?\s*([^\[\]()\n]{1,60}?)\s*[\])]", re.IGNORECASE
)


def stated_default(question: str, term: str) -> tuple[int, int] | None:
    """Where the line of an option says its default, for a question that asks for it.

    "--tool=<name> [default: memcheck]" says so; what follows the line hardly ever says it again.
    """
    found = _IN_BRACKETS.search(term) if re.search(r"\bdefault", question, re.IGNORECASE) else None
    return found.span(1) if found else None


_DEFAULT_OF = re.compile(
    r"\bdefault(?: (?:value|setting))?(?: (?:of|for))?(?: the)? (?P<name>[\w.-]+(?: [\w.-]+){0,3}?)"
    r"(?: (?:on|in|under|for|when|with|at|by|if|option|setting)\b|\W*$)",
    re.IGNORECASE,
)


def default_asked_of(question: str) -> str:
    """What the default is asked of, as it would head its entry: "logs" of "default logs on BSD"."""
    found = _DEFAULT_OF.search(question)
    return bare_name(found["name"]) if found else ""


_DEFAULT = re.compile(r"\bdefaults?\b", re.IGNORECASE)
# Words that speak of a default, or a value that is shown: "timeout=30".
_UNLESS_SET = re.compile(
    r"\bdefault|\bunset\b|\bomitted\b|\bunless\b|\botherwise\b|\bnormally\b|\binitial|\bassume"
    r"|\bno(?:t|ne)?\b|\bwithout\b|=[\w\"'/]| = \S",
    re.IGNORECASE,
)


def lacks_the_default(question: str, heading: str, text: str) -> bool:
    """True when the default of a setting is asked for, and its own entry says nothing of one."""
    return (
        _DEFAULT.search(question) is not None
        and is_headed(question, heading)
        and _UNLESS_SET.search(text.removeprefix(heading)) is None
    )


def is_placeholder(span: str, term: str) -> bool:
    """True for a word that stands for a value, as in the lines "--tool=<name>" and "--tool=NAME".

    The "b" of "<b>" is an element, not a placeholder: its line names no option.
    """
    word = span.strip(" <>-")
    marked = f"<{word.casefold()}>" in term.casefold() or (word.isupper() and f"={word}" in term)
    return marked and bool(options_in(term))


def is_alternative(text: str, start: int, end: int) -> bool:
    """True for one of the values that a grammar allows, "on" in "( on | off )": it says none.

    A cell of a table that is drawn with bars says what it says.
    """
    line = (text[:start].rpartition("\n")[2] + text[start:].partition("\n")[0]).strip()
    if len(line) > 1 and line[0] == line[-1] == "|":
        return False
    before, after = text[max(0, start - 3) : start].rstrip(), text[end : end + 3].lstrip()
    return before.endswith("|") or after.startswith("|")


# What numbers a figure or a section: "Equation 2.2", "Table 3", "Chapter IV".
_LABEL = re.compile(
    r"[\W_]*(figure|fig\.?|table|equation|example|listing|chapter|section|appendix|part|page|step)s?"
    r"\s+\(?(?:\d+(?:[.-]\d+)*|[ivxlc]+|[a-z])[\W_]*",
    re.IGNORECASE,
)


def is_label(span: str, question: str) -> bool:
    """True for a span that only says where something stands, and the question is not after that."""
    label = _LABEL.fullmatch(span)
    if label is None:
        return False
    kind = re.escape(label[1].rstrip("."))
    return re.search(rf"\b(?:which|what) {kind}", question, re.IGNORECASE) is None
