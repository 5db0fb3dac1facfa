"""The error for a model without log-probabilities."""

from __future__ import annotations

from assay.errors import ModelError


def no_logprobs() -> ModelError:
    """The error for a model without log-probabilities, with two cures."""
    return ModelError(
        "the language model gives no log-probabilities, which the token critic reads",
        hint="use a server that gives them for completions (vLLM, llama.cpp), "
        "or set critic = 'assayer' in [self_rag]",
    )
