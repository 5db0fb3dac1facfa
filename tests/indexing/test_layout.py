from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.indexing.layout import Layout, embedded_text, heading_words, read_layout, write_layout
from assay.types import BlockKind, BlockSpan, Place

NUMBER = st.integers(0, 10_000)
WORDS = st.text(max_size=20)
PLACE = st.builds(Place, NUMBER, NUMBER, WORDS, WORDS, NUMBER, WORDS)
BLOCK = st.builds(BlockSpan, NUMBER, NUMBER, st.sampled_from(BlockKind), PLACE, NUMBER, WORDS)
LAYOUT = st.builds(
    Layout,
    st.lists(WORDS, max_size=4).map(tuple),
    PLACE,
    st.lists(BLOCK, max_size=5).map(tuple),
)


@given(LAYOUT)
def test_what_is_written_is_read_back(layout):
    assert read_layout(write_layout(layout)) == layout


def test_a_plain_passage_costs_a_few_characters():
    assert len(write_layout(Layout())) < 30


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "{",
        '{"h":[],"p":[],"b":[]}',
        '{"h":[],"p":{},"b":[[1,2]]}',
        '{"h":[],"p":{},"b":[[1,2,"song",0,"",{}]]}',
        '{"h":[],"p":{"page":"x"},"b":[]}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"."):
        read_layout(text)


@given(
    st.recursive(
        st.none() | st.integers() | WORDS, lambda x: st.lists(x) | st.dictionaries(WORDS, x)
    )
)
def test_no_json_breaks_the_reader_otherwise(value):
    with pytest.raises(ValueError, match=r"."):
        read_layout(json.dumps(value))


def test_the_embedder_sees_what_a_passage_stands_under_once():
    seen = embedded_text("Manual", ["Manual", "Sails", "Reefing"], "Take it in.")
    above, _, text = seen.partition("\n")
    assert (above.count("Manual"), text) == (1, "Take it in.")
    assert above.index("Sails") < above.index("Reefing")
    assert heading_words(["Sails", "Reefing"]).split() == ["Sails", "Reefing"]
