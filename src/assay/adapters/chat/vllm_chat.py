"""A causal language model through vLLM in the process: large batches on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.adapters.chat.transcript import allowance
from assay.adapters.chat.transformers_chat import instruction_form
from assay.errors import ModelError
from assay.extras import require
from assay.types import Completion, Message, Token


@dataclass(frozen=True, slots=True)
class VllmChat:
    """A model that vLLM serves in this process, by hub name or folder.

    `engine` and `sampling` are vLLM's own `LLM` and `SamplingParams` unless others are given.
    """

    name: str
    keep_special: bool = False
    engine: Any = None
    sampling: Any = None
    _tokenizer: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Load the weights."""
        if self.engine is None:
            vllm = require("vllm", extra="vllm")
            try:
                object.__setattr__(self, "engine", vllm.LLM(model=self.name))
            except (OSError, ValueError, RuntimeError) as error:
                raise ModelError(
                    f"vLLM cannot load '{self.name}': {str(error).partition(chr(10))[0]}",
                    hint="where vLLM is not installed, the library transformers answers in batches",
                ) from error
            object.__setattr__(self, "sampling", vllm.SamplingParams)
        object.__setattr__(self, "_tokenizer", self.engine.get_tokenizer())

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn."""
        prompt, most = self._prompt(messages), allowance(messages, max_tokens)
        return self._made([prompt], most, temperature, logprobs)[0]

    def complete_batch(
        self, conversations: Sequence[Sequence[Message]], *, max_tokens: int, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest next turn of each conversation."""
        return self._made([self._prompt(each) for each in conversations], max_tokens, 0.0, logprobs)

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest continuation of each prompt as it stands."""
        return self._made(list(prompts), max_tokens, 0.0, logprobs)

    def _made(
        self, prompts: list[str], max_tokens: int, temperature: float, logprobs: int
    ) -> list[Completion]:
        chosen = self.sampling(
            temperature=temperature,
            max_tokens=max_tokens,
            logprobs=logprobs or None,
            skip_special_tokens=not self.keep_special,
        )
        found = self.engine.generate(prompts, chosen, use_tqdm=False)
        return [_completion(each) for each in found]

    def _prompt(self, messages: Sequence[Message]) -> str:
        if getattr(self._tokenizer, "chat_template", None):
            turns = [{"role": str(m.role), "content": m.content} for m in messages]
            template = self._tokenizer.apply_chat_template
            return str(template(turns, tokenize=False, add_generation_prompt=True))
        return instruction_form(messages)


def _completion(request: Any) -> Completion:  # noqa: ANN401 - vLLM is optional
    """What vLLM wrote for one prompt, with alternatives at each place where they were wanted."""
    written = request.outputs[0]
    tokens = tuple(
        _token(int(chosen), place)
        for chosen, place in zip(written.token_ids, written.logprobs or (), strict=False)
    )
    spent = len(request.prompt_token_ids or ()) + len(written.token_ids)
    return Completion(written.text, tokens, spent, written.finish_reason != "stop")


def _token(chosen: int, place: Any) -> Token:  # noqa: ANN401 - vLLM is optional
    others = sorted(place.values(), key=lambda each: -each.logprob)
    alternatives = tuple((str(each.decoded_token), float(each.logprob)) for each in others)
    return Token(str(place[chosen].decoded_token), float(place[chosen].logprob), alternatives)
