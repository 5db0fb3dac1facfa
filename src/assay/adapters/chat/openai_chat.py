"""Any server that speaks the OpenAI chat format, through the official client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from assay.adapters.chat.bounded_http import bounded_client
from assay.adapters.chat.transcript import Transcript, allowance
from assay.adapters.web.parallel import all_in_parallel
from assay.budget import current_budget
from assay.errors import ServiceError, UnsafeAddressError
from assay.extras import require
from assay.secret import Secret
from assay.tracing import step
from assay.types import Completion, Message, Role

# Servers differ in what they accept beside model and messages: what one refuses is left out.
OPTIONAL = ("stream_options", "logprobs", "top_logprobs", "temperature", "max_tokens")
# What vLLM needs to show the reflection tokens of Self-RAG, which are special in its models.
KEEP_SPECIAL = {"skip_special_tokens": False, "spaces_between_special_tokens": False}
FEW_ALTERNATIVES = 5
FIRST_WAIT_S = 0.5
MAX_WAIT_S = 20.0
MAX_WORDS = 200
OVERLOADED = (408, 409, 429)
SERVER_FAULT = 500


class _TryAgainError(ServiceError):
    """A failure that may pass by itself, and how long the server asks to wait."""

    def __init__(self, message: str, hint: str, wait_s: float = 0.0) -> None:
        super().__init__(message, hint)
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class OpenAIChat:
    """A language model behind an OpenAI-compatible address; answers are always streamed."""

    model: str
    base_url: str | None = None
    api_key: Secret = field(default=Secret(""))
    seconds: float = 60.0
    retries: int = 2
    workers: int = 8
    sleep: Callable[[float], None] = time.sleep
    _openai: Any = field(init=False, repr=False, compare=False)
    _client: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the client; nothing is sent yet."""
        openai = require("openai", extra="chat")
        client = openai.OpenAI(
            base_url=self.base_url,
            api_key=self.api_key.reveal()
            or "none",  # local servers want none, the client insists on one
            max_retries=0,  # ours know the budget of the run
            http_client=bounded_client(self.seconds),
        )
        object.__setattr__(self, "_openai", openai)
        object.__setattr__(self, "_client", client)

    @step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn, retried with growing pauses while the server is in trouble."""
        request: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": str(m.role), "content": m.content} for m in messages],
            "max_tokens": allowance(messages, max_tokens),
            "temperature": temperature,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if logprobs:
            request |= {"logprobs": True, "top_logprobs": logprobs}
        return self._say(self._client.chat.completions.create, request, messages, max_tokens)

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The continuation of each prompt as it stands, several asked for at once."""
        tasks = [partial(self._continue, prompt, max_tokens, logprobs) for prompt in prompts]
        return all_in_parallel(tasks, self.workers)

    @step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
    def _continue(self, prompt: str, max_tokens: int, logprobs: int) -> Completion:
        asked = [Message(Role.USER, prompt)]
        request: dict[str, Any] = {
            "model": self.model,
            "prompt": prompt,
            "max_tokens": allowance(asked, max_tokens),
            "temperature": 0.0,
            "stream": True,
            "stream_options": {"include_usage": True},
            "extra_body": dict(KEEP_SPECIAL),
        }
        if logprobs:
            request["logprobs"] = logprobs
        return self._say(self._client.completions.create, request, asked, max_tokens)

    def _say(
        self,
        create: Callable[..., Any],
        request: dict[str, Any],
        messages: Sequence[Message],
        max_tokens: int,
    ) -> Completion:
        for attempt in range(self.retries + 1):
            transcript = Transcript(messages, max_tokens)
            try:
                self._listen(create, request, transcript)
                return transcript.completion()
            except _TryAgainError as failure:
                if transcript.has_sentence:
                    return transcript.broken_off()
                wait = max(FIRST_WAIT_S * 2**attempt, failure.wait_s)
                hopeless = wait > min(MAX_WAIT_S, current_budget().seconds_left)
                if attempt == self.retries or hopeless or not transcript.empty:
                    raise  # words already said aloud cannot be taken back by saying them again
                self.sleep(wait)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _listen(
        self, create: Callable[..., Any], request: dict[str, Any], transcript: Transcript
    ) -> None:
        """Fill the transcript, leaving out options that the server refuses."""
        for _ in range(len(OPTIONAL) + len(KEEP_SPECIAL) + 2):
            try:
                with create(
                    **request, timeout=max(0.001, min(self.seconds, current_budget().seconds_left))
                ) as stream:
                    self._hear_all(stream, transcript)
                return
            except self._openai.BadRequestError as error:
                if not _without_refused(request, str(error)):
                    raise self._explain(error) from error
            except self._openai.OpenAIError as error:
                raise self._explain(error) from error
        raise ServiceError(
            f"the server at {self._address} refuses every form of the request",
            hint="check that it speaks the OpenAI chat format",
        )

    def _hear_all(self, stream: Iterable[Any], transcript: Transcript) -> None:
        try:
            for chunk in stream:
                # A server may send any JSON; the client passes on even a bare number.
                fields = chunk.to_dict(warnings=False) if hasattr(chunk, "to_dict") else {}
                transcript.hear(fields)
                if transcript.cut:
                    return
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            # The client parses each line without a guard: not JSON, not text, not an object.
            why = _plain(str(error))
            raise self._try_again(f"sent something that is not an answer ({why})") from error
        if not transcript.finished:
            raise self._try_again("stopped in the middle of an answer")

    def _explain(self, error: Exception) -> ServiceError:
        """The error of the client library in our own words, marked if it may pass."""
        openai = self._openai
        words = _plain(str(error))
        if isinstance(error, openai.APITimeoutError):
            if current_budget().seconds_left <= 0:
                return self._try_again("gave no answer in the time that the question had left")
            return self._try_again(f"gave no answer within {self.seconds:g} s")
        if isinstance(error.__cause__, UnsafeAddressError):
            return UnsafeAddressError(f"the server at {self._address}: {error.__cause__}")
        if isinstance(error, openai.APIConnectionError):
            return self._try_again(f"cannot be reached ({_plain(str(error.__cause__ or error))})")
        status = getattr(error, "status_code", SERVER_FAULT)
        if status in OVERLOADED or status >= SERVER_FAULT:
            return self._try_again(f"is in trouble ({words})", _wait(error))
        hint = {
            401: "set the key for this server in the environment variable OPENAI_API_KEY",
            403: "this key may not use this model",
            404: f"check the address and that it serves a model named '{self.model}'",
        }.get(status, "check the model, the address and the length of the prompt")
        return ServiceError(f"the server at {self._address} refused: {words}", hint)

    def _try_again(self, what: str, wait_s: float = 0.0) -> _TryAgainError:
        hint = "check that the server is running, or let the reader answer with --fallback"
        return _TryAgainError(f"the server at {self._address} {what}", hint, wait_s)

    @property
    def _address(self) -> str:
        url = self._client.base_url
        return f"{url.scheme}://{url.netloc.decode('ascii', 'replace').rpartition('@')[2]}"


def _without_refused(request: dict[str, Any], words: str) -> bool:
    """Take the refused option out of the request; False when none is named."""
    if "top_logprobs" in words and request.get("top_logprobs", 0) > FEW_ALTERNATIVES:
        request["top_logprobs"] = FEW_ALTERNATIVES  # some servers give fewer than others
        return True
    for name in OPTIONAL:
        if name in request and name in words:
            value = request.pop(name)
            if name == "logprobs":
                request.pop("top_logprobs", None)
            if name == "max_tokens" and "messages" in request:  # plain completions know one name
                request["max_completion_tokens"] = value  # its newer name
            return True
    extra = request.get("extra_body", {})
    refused = [name for name in extra if name in words]
    for name in refused:
        del extra[name]
    return bool(refused)


def _wait(error: Exception) -> float:
    response = getattr(error, "response", None)
    value = response.headers.get("retry-after", "") if response is not None else ""
    return float(value) if value.isdigit() and len(value) < MAX_WORDS else 0.0


def _plain(words: str) -> str:
    """What a server said, safe to print: one short line."""
    line = "".join(c if c.isprintable() else " " for c in words)
    return line if len(line) <= MAX_WORDS else line[:MAX_WORDS] + "..."
