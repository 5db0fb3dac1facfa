"""What the tests of judges cut texts with."""

from __future__ import annotations


class Words:
    """A tokenizer of one token a word."""

    def __call__(self, texts, add_special_tokens):
        assert not add_special_tokens
        return {"input_ids": [[len(word) for word in text.split()] for text in texts]}
