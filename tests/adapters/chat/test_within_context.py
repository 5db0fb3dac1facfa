"""A prompt that is refused for its length is asked again with less, any other is not."""

from __future__ import annotations

import pytest

from assay.adapters.chat.within_context import within_context
from assay.errors import ServiceError


def refusing(words, above):
    """A model that refuses more than so many characters with these words; and what it was asked."""
    asked = []

    def ask(room):
        asked.append(room)
        if room > above:
            raise ServiceError(f"the server at http://here {words}")
        return "said"

    return ask, asked


@pytest.mark.parametrize(
    "words",
    [
        "refused: This model's maximum context length is 4096 tokens",
        "is in trouble (the input is too long)",
        "is in trouble (Request too large for gpt-4o on tokens per min: Limit 30000)",
    ],
)
def test_what_is_too_long_is_asked_with_less(words):
    ask, asked = refusing(words, 3_000)
    assert within_context(ask, 12_000) == ("said", True)
    assert asked == [12_000, 6_000, 3_000]


@pytest.mark.parametrize(
    "words",
    [
        "is in trouble (Rate limit reached for gpt-4o on tokens per min (TPM))",
        "is in trouble (context deadline exceeded)",
        "is in trouble (context canceled)",
        "cannot be reached",
    ],
)
def test_a_server_in_trouble_is_not_asked_with_less(words):
    ask, asked = refusing(words, 3_000)
    with pytest.raises(ServiceError):
        within_context(ask, 12_000)
    assert asked == [12_000]


def test_a_model_that_reads_hardly_anything_is_given_up():
    ask, asked = refusing("refused: too many tokens", 0)
    with pytest.raises(ServiceError):
        within_context(ask, 1_000)
    assert asked == [1_000, 500]
