"""Whether a list is one of what a question asks for, by what stands above its items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, takewhile

from assay.steps.answer.layout import enumerates, listed_blocks, only_list
from assay.steps.answer.pieces import passages_after
from assay.text.negation import roots_spoken_of
from assay.text.numbers import asks_for_number
from assay.text.options import bare_name, options_in, speaks_of_options
from assay.text.overlap import content_stems, is_negated, root, says_all, stem_of, stems
from assay.text.questions import several_asked_for
from assay.text.sentences import sentence_spans
from assay.types import BlockKind, BlockSpan, Passage

# The heading of a list of it has so many words more.
MAX_MORE = 2
# Those it begins with, of a longer one.
_FIRST_WORDS = 2
# Words that mean something, of a question that the line above a list can be said to repeat.
MIN_ASKED = 2
# "tabs.position" and "tab_positions" are names of several words.
_WORD_BREAK = re.compile(r"(?<=\w)[._](?=\w)")
# "These things are not insured:" names nothing but what is denied of them.
_POINTING = frozenset(map(root, map(stem_of, ("following", "things", "items", "cases", "list"))))


def announces(passage: Passage, key: tuple[int, int], several: str) -> bool:
    """True when the list at the key is one of what is asked for, by its heading or the line before.

    Any list has several items; that they are events and not options stands above them.
    """
    items = listed_blocks(passage, key[0]) if several else ()
    if not items:
        return False
    before = _line_before(passage, items[0])
    heading = _WORD_BREAK.sub(" ", passage.headings[-1]) if passage.headings else ""
    above = content_stems(heading)
    # A long heading names it beside other things: "What is lost without a lamp?".
    short = len(above) <= len(several.split()) + MAX_MORE
    # The title of a table begins with what its rows are: "Default colours of the small lamp".
    first = content_stems(" ".join(heading.split()[:_FIRST_WORDS]))
    headed = bool(_heads(several) & (above if short else first))
    return headed or bool(_heads(several) & (stems(before) | _first_column(passage, items[0])))


def _first_column(passage: Passage, item: BlockSpan) -> frozenset[str]:
    """What the rows of a table are, by the name of their first column."""
    named = passage.text[item.start : item.end].partition(": ")
    return stems(named[0]) if item.kind is BlockKind.ROW and named[1] else frozenset()


def lists_the_answer(question: str, passage: Passage, key: tuple[int, int]) -> bool:
    """True when the sentence above the items says all that is asked: "A lamp can not burn:".

    Then one item alone is a part of the answer, whether many or one were asked for.
    """
    if denied_list(question, passage) == key:
        return True
    items = () if asks_for_number(question) else listed_blocks(passage, key[0])
    before = _lead_in(passage, items)
    if not before or is_negated(before) is not is_negated(question):
        return False
    asked = content_stems(question)
    return len(asked) >= MIN_ASKED and says_all(asked, content_stems(before))


def announcement_of(passage: Passage, at: int) -> str:
    """What the line before a list says of the item at an offset: "It does not run on:"; or ""."""
    items = _list_around(passage, at) or listed_blocks(passage, at)
    if not items or not items[0].start <= at < items[-1].end:
        return ""
    return _lead_in(passage, items)


def _list_around(passage: Passage, at: int) -> tuple[BlockSpan, ...]:
    """The blocks of the list that an offset lies in; its items may have further paragraphs."""
    group = next((b.group for b in passage.blocks if b.start <= at < b.end), 0)
    blocks = tuple(b for b in passage.blocks if group and b.group == group)
    return blocks if blocks and blocks[0].kind is BlockKind.ITEM else ()


def _lead_in(passage: Passage, items: Sequence[BlockSpan]) -> str:
    """The sentence before a list, if it announces it."""
    return _announcing(_line_before(passage, items[0])) if items else ""


def _announcing(line: str) -> str:
    """The last sentence of a line that announces something; "e.g. these:" is no sentence."""
    found = sentence_spans(line) if line.endswith(":") else []
    return line[slice(*found[-1])] if found else ""


def _line_before(passage: Passage, first: BlockSpan) -> str:
    """The line before a list, whose first item may have a number."""
    before = passage.text[: first.start].rstrip().removesuffix(first.number)
    return before.rstrip().rpartition("\n")[2]


def names_several(passage: Passage, key: tuple[int, int], several: str) -> bool:
    """True when the sentence at the key counts up what is asked for: "one of two modes: a or b"."""
    sentence = passage.text[slice(*key)]
    return bool(several) and enumerates(sentence) and bool(_heads(several) & stems(sentence))


def _heads(several: str) -> frozenset[str]:
    """What the items are, in its bare forms: "layouts" and "layout" of "preset pane layouts".

    All of them, as "positions" keeps an ending that "position" has lost, and "statuses" ends
    otherwise than "caches".
    """
    word = several.rsplit(maxsplit=1)[-1] if several else ""
    one = f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
    return frozenset(stem_of(each) for each in (word, one, word.removesuffix("es")) if each)


def is_headed_by(passage: Passage, several: str) -> bool:
    """True when a short heading of the passage, or its title, names what several were asked for.

    "Colours" heads "colour settings", too: it has no word of its own.
    """
    above = content_stems(bare_name(passage.headings[-1] if passage.headings else passage.title))
    short = len(above) <= len(several.split()) + MAX_MORE
    words = frozenset(map(root, above))
    return short and bool(_heads(several) & above or (words and words <= roots_spoken_of(several)))


def sections_below(
    passage: Passage, around: Sequence[Passage], home: tuple[str, ...] | None = None
) -> tuple[list[str], int]:
    """The sections that follow within the passage's own, in order, and how many passages they take.

    Entries are such sections, and the first may stand in the passage itself. With another `home`,
    those of it. Only what is `around` is known: where all of it lies within, more
    may follow.
    """
    home = passage.headings if home is None else home
    depth = len(home)
    after = passages_after(passage, around)
    within = list(takewhile(lambda each: each.headings[:depth] == home, after))
    own = [passage] if passage.headings == home else []
    names = (each.headings[depth : depth + 1] or _terms(each) for each in (*own, *within))
    return list(dict.fromkeys(chain.from_iterable(names))), len(within)


def _terms(passage: Passage) -> list[str]:
    """The names of the entries that stand together in a passage, for they are short."""
    entries = (b for b in passage.blocks if b.kind is BlockKind.ENTRY)
    return [passage.text[b.start : b.end].partition("\n")[0].strip(" :") for b in entries]


def section_of(passage: Passage, around: Sequence[Passage], several: str) -> tuple[str, ...] | None:
    """The section right below the passage's own that is called what is asked for, if one is."""
    home = passage.headings
    after = passages_after(passage, around)
    below = after[0].headings[: len(home) + 1] if after else ()
    called = frozenset(map(stem_of, bare_name(below[-1]).split())) if below else frozenset()
    is_below = len(below) > len(home) and below[:-1] == home
    return below if is_below and called and called <= _heads(several) else None


def is_list(passage: Passage, key: tuple[int, int]) -> bool:
    """True when a list stands at the key, or a sentence that is one."""
    return bool(listed_blocks(passage, key[0])) or enumerates(passage.text[slice(*key)])


def is_said_of_option(question: str, passage: Passage, key: tuple[int, int]) -> bool:
    """True when the key stands with one of several options, and no options are asked for.

    Options are a list of nothing but options: that they stand below each other says no more.
    """
    if speaks_of_options(question):
        return False
    entries = (b for b in passage.blocks if b.kind is BlockKind.ENTRY and b.start <= key[0] < b.end)
    return any(bool(options_in(passage.text[b.start : b.end].partition("\n")[0])) for b in entries)


def is_named_after(passage: Passage, several: str) -> bool:
    """True for a setting that is named after what is asked for: "tabs.position" for positions."""
    name = _WORD_BREAK.sub(" ", passage.headings[-1]) if passage.headings else ""
    of_words = " " in name and " " not in passage.headings[-1]
    return of_words and stem_of(name.split()[-1]) in _heads(several)


def denied_list(question: str, passage: Passage) -> tuple[int, int] | None:
    """Where the one list of a passage stands, if it is of what the question says is not.

    "What costs are not refunded?" asks for the list under "Not refunded", however much another
    sentence has in common with it: a model of meaning hardly sees the "not".
    """
    place = only_list(passage) if is_negated(question) and not asks_for_number(question) else None
    if place is None:
        return None
    heading = passage.headings[-1] if passage.headings else ""
    lead = _announcing(passage.text[slice(*place)].rstrip())
    # What kind of things they are need not be said again, nor what the whole text is about.
    about = _POINTING | roots_spoken_of(f"{several_asked_for(question)} {passage.context}")
    denied = any(_denies(line, question, about) for line in (heading, lead))
    return place if denied else None


def _denies(line: str, question: str, about: frozenset[str]) -> bool:
    said, asked = roots_spoken_of(line) - _POINTING, roots_spoken_of(question)
    return is_negated(line) and bool(said) and said <= asked <= said | about
