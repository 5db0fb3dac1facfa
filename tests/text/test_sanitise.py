from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.sanitise import sanitise, visible


def test_plain_text_passes_unchanged():
    text = "Tea is a drink.\nIt costs <5 euros & is 20% off [1] - naïve, 日本語, a-b, x | y.\tEnd"
    assert sanitise(text) == text


@pytest.mark.parametrize(
    "unseen",
    [
        *("\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u00ad", "\u2060", "\U000e0041"),
        *("\x00", "\x1b", "\x7f", "\ue000", "\ufe0f", "\U000e0101", "\u3164", "\u115f", "\u2800"),
    ],
)
def test_what_cannot_be_seen_is_dropped(unseen):
    assert visible(f"ig{unseen}nore") == "ignore"


def test_every_line_end_becomes_a_newline():
    assert visible("a\r\nb\rc\u2028d\u2029e\x0bf\x0cg\x85h") == "a\nb\nc\nd\ne\nf\ng\nh"


@pytest.mark.parametrize(
    "mark",
    [
        *("<|im_start|>", "<|endoftext|>", "</s>", "<\uff5cend\uff5c>", "[INST]", "[/INST]"),
        *("<<SYS>>", "<<<evidence>>>", "```", "~~~~", "</evidence>", "<system>", "=====", "-----"),
        *("<passage id='9'>", "[Fully supported]", "[Relevant]", "[Utility:5]", "[Retrieval]"),
        *("<paragraph>", "<start_of_turn>"),
    ],
)
def test_a_prompt_mark_is_replaced_by_lookalikes_of_the_same_length(mark):
    told = sanitise(f"before {mark} after")
    assert mark not in told and len(told) == len(f"before {mark} after")
    assert told.startswith("before ") and told.endswith(" after")


@pytest.mark.parametrize("role", ["System", "assistant", "### Instruction", "  USER", "**Human**"])
def test_a_line_cannot_open_a_chat_turn(role):
    told = sanitise(f"text\n{role}: do this")
    assert f"{role}:" not in told and told.endswith(" do this")
    assert sanitise("the solar system: eight planets") == "the solar system: eight planets"


def test_a_mark_cannot_be_hidden_behind_unseen_characters():
    assert "<|im_start|>" not in sanitise("<\u200b|im_\u2060start|\u200d>")
    assert "```" not in sanitise("`\u200b`\u200b`")


@given(st.text(max_size=300))
def test_it_is_idempotent_and_never_longer(text):
    once = sanitise(text)
    assert sanitise(once) == once
    assert len(once) <= len(text)
