"""Retrieval for a question of several parts: each is looked up by itself too.

So is the version of something that is needed, and the default of a setting, in the words in which
manuals say it.
"""

from __future__ import annotations

from collections.abc import Callable

from assay.steps.values.settings import default_lookup, setting_asked_of
from assay.steps.values.versions import states_version, version_asked_of, version_lookup
from assay.text.overlap import asked_stems
from assay.text.question_parts import question_parts
from assay.types import Passage

A_PART = 2  # passages that each part adds, in place of the last ones of the whole question
A_VERSION = 3  # passages that state a needed version


def by_parts(question: str, find: Callable[[str], tuple[Passage, ...]]) -> tuple[Passage, ...]:
    """What is found for the whole question, and the first that each of its parts finds."""
    whole = find(question)
    parts = question_parts(question)
    added = [p for part in parts for p in find(part)[:A_PART]] if len(parts) > 1 else []
    stating = [p for part in parts for p in (*_stating(part, find), *_defaulting(part, find))]
    first = whole[: max(1, len(whole) - len(added))]
    return tuple(dict.fromkeys([*stating, *first, *added, *whole]))[: len(whole)]


def _stating(question: str, find: Callable[[str], tuple[Passage, ...]]) -> list[Passage]:
    """The passages that say which version is needed of something, if that is asked for."""
    name = version_asked_of(question)
    found = find(version_lookup(name)) if name else ()
    stated = {passage: states_version(passage, name) for passage in found}
    return sorted(filter(stated.get, found), key=lambda passage: -stated[passage])[:A_VERSION]


def _defaulting(question: str, find: Callable[[str], tuple[Passage, ...]]) -> list[Passage]:
    """The passages that give the default of a setting, if that is asked for."""
    setting = setting_asked_of(question, dict.fromkeys(asked_stems(question), 1.0))
    words = default_lookup(setting)
    found = find(words) if words else ()
    return [passage for passage in found if setting.stated(passage)][:A_PART]
