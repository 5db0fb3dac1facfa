from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.reader.marks import whole_marks


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ('The "with" statement', 'The "with', 'The "with"'),
        ('The "with" statement', 'with" statement', '"with" statement'),
        ("called f(x) here", "f(x", "f(x)"),
        ("a (b and c", "(b and c", "b and c"),
        ("b) and c", "b)", "b"),
        ("he said \u201cno\u201d twice", "\u201cno", "\u201cno\u201d"),
        ("plain words", "plain", "plain"),
        ("a [list] of", "[list]", "[list]"),
        ("use --ignore-case here", "ignore-case", "--ignore-case"),
        ("-i, --case", "i", "-i"),
        ("the co-author", "author", "author"),
        ("a - list", "list", "list"),
        ("keep it in /etc/lamp.conf and go", "/etc/lamp", "/etc/lamp.conf"),
        ("is in ~/.config/lamp/rc.d.", "~/.config", "~/.config/lamp/rc.d"),
        ("is in lamp.toml.", "lamp", "lamp.toml"),
        ("It burns oil.Then wait", "oil", "oil"),
        ("a five-year-old", "five", "five"),
        ("version 3.11 of it", "version 3", "version 3"),
    ],
)
def test_marks_come_in_pairs(text, span, expected):
    start = text.index(span)
    first, last = whole_marks(text, start, start + len(span))
    assert text[first:last] == expected


@given(st.text('ab"()[] ', min_size=1), st.data())
def test_the_span_stays_inside_the_text_and_is_not_lost(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    first, last = whole_marks(text, start, end)
    assert 0 <= first < last <= len(text)
