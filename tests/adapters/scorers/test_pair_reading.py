from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adapters.scorers.pair_reading import MAX_ANSWER, WindowReading

LOGITS = st.integers(-9, 9)
NOTHING = 0.5


def window(logits):
    tokens = np.array([(start, end, 0) for start, end in logits], np.float32).reshape(-1, 3)
    places = np.arange(len(logits), dtype=np.int32)
    return WindowReading(0.0, tokens, NOTHING, np.stack([places * 3, places * 3 + 2], axis=1))


def spans(seen, ranges):
    """Every span that may be an answer: (logits, shorter first, earlier first) and its place."""
    for first, (begin, _) in enumerate(seen.offsets):
        for last in range(first, min(first + MAX_ANSWER, len(seen.offsets))):
            end = seen.offsets[last, 1]
            if ranges is None or any(low <= begin and end <= high for low, high in ranges):
                score = float(seen.tokens[first, 0] + seen.tokens[last, 1])
                yield (score, first - last, -first), (begin, end)


@given(
    st.lists(st.tuples(LOGITS, LOGITS), max_size=40),
    st.none() | st.just([(0, 14), (15, 200)]) | st.just([(4, 33)]) | st.just([]),
)
def test_the_best_span_is_the_one_that_trying_all_of_them_finds(logits, ranges):
    seen = window(logits)
    found = seen.best_span(ranges)
    (score, *_), place = max(spans(seen, ranges), default=((None,), None))
    assert (found and (found.start, found.end)) == place
    assert found is None or found.lead == score - NOTHING


@pytest.mark.parametrize("bad", [np.nan, -np.inf])
def test_a_network_that_overflows_gives_no_span(bad):
    assert window([(bad, bad)] * 3).best_span(None) is None
