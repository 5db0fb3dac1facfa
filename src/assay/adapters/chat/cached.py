"""A cache on disk of what language models wrote, so that later runs need not ask again."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.adapters.chat.transcript import prompt_tokens
from assay.budget import current_budget
from assay.json_lines import JsonLines
from assay.ports import ChatModel, TextModel
from assay.tracing import say, step
from assay.types import Completion, Message, Role, Token

VERSION = 2
"""Lines of another version are passed over: the model is asked again."""
_START = b'{"version": '


@dataclass(frozen=True, slots=True)
class Said:
    """A completion and the time it took when it was made."""

    completion: Completion
    ms: float


class CompletionCache:
    """A file of completions by what was asked, word for word, with log-probabilities and cost.

    Several processes may share it. A line that cannot be read costs one more call of the model.
    """

    def __init__(self, path: Path) -> None:
        """Read what is known."""
        self._lines = JsonLines(path, _said, start=_START, tolerant=True).load()

    def has(self, key: str) -> bool:
        """True if a completion is cached under this key."""
        return key in self._lines.known

    @step("cached", lambda said: {"saved_ms": round(said.ms, 3)})
    def recall(self, key: str) -> Said:
        """The cached completion, charged to the budget and streamed as if it were new."""
        said = self._lines.known[key]
        budget = current_budget()
        budget.spend("tokens", min(said.completion.tokens, budget.left("tokens")))
        say(said.completion.text)
        return said

    def keep(self, key: str, said: Said) -> None:
        """Cache the completion, unless the time is up, which may have cut it short."""
        if current_budget().seconds_left <= 0:
            return
        made = said.completion
        row = {
            "version": VERSION,
            "key": key,
            "text": made.text,
            "tokens": made.tokens,
            "cut": made.cut,
            "ms": round(said.ms, 3),
            "logprobs": [[t.text, t.logprob, t.alternatives] for t in made.logprobs],
        }
        self._lines.add(row)


def _said(row: Any) -> tuple[str, Said]:  # noqa: ANN401 - any JSON
    """The key and the completion of a line, or an error when it is of another form."""
    if row["version"] != VERSION:
        raise ValueError("another version")
    tokens = tuple(
        Token(text, logprob, tuple((other, value) for other, value in others))
        for text, logprob, others in row["logprobs"]
    )
    made = Completion(row["text"], tokens, row["tokens"], row["cut"])
    return row["key"], Said(made, row["ms"])


class CachedChat:
    """Asks a model only what it was not asked before.

    `identity` tells models apart that share a file. Where a model is asked the same at a
    temperature above 0, the first asking gets the first thing it said, the second the second.
    A step `cached` with `saved_ms` stands in the trace wherever the model was spared.
    """

    def __init__(self, model: ChatModel, path: Path, identity: str = "") -> None:
        """Stand before the model, with the cache in the file."""
        self.model = model
        self.cache = CompletionCache(path)
        self._identity = identity
        self._asked: Counter[str] = Counter()
        self._lock = threading.Lock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn, asked for only if it is not known."""
        asked = [[str(m.role), m.content] for m in messages]
        key = self._key(asked, max_tokens, temperature, logprobs)
        if temperature > 0:
            with self._lock:
                self._asked[key] += 1
                key = f"{key}.{self._asked[key]}"
        if self.cache.has(key):
            return self.cache.recall(key).completion
        # What the budget of one run cut short would be cut short in every later one.
        whole = _fits(messages, max_tokens)
        began = time.perf_counter()
        made = self.model.complete(
            messages, max_tokens=max_tokens, temperature=temperature, logprobs=logprobs
        )
        if whole or not made.cut:
            self.cache.keep(key, Said(made, (time.perf_counter() - began) * 1000))
        return made

    def _key(self, *asked: object) -> str:
        words = json.dumps([VERSION, self._identity, *asked])
        return hashlib.sha256(words.encode()).hexdigest()


class CachedTextModel(CachedChat):
    """The same for a model that also continues texts as they stand."""

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The continuation of each prompt; those that are not known are asked for together."""
        assert isinstance(self.model, TextModel), "`cached_model` has seen to it"
        keys = [self._key("text", prompt, max_tokens, logprobs) for prompt in prompts]
        new = {k: p for k, p in zip(keys, prompts, strict=True) if not self.cache.has(k)}
        whole = {
            key: _fits([Message(Role.USER, prompt)], max_tokens) for key, prompt in new.items()
        }
        began = time.perf_counter()
        made = (
            dict(
                zip(
                    new,
                    self.model.continue_texts(
                        list(new.values()), max_tokens=max_tokens, logprobs=logprobs
                    ),
                    strict=True,
                )
            )
            if new
            else {}
        )
        for key, completion in made.items():
            ms = (time.perf_counter() - began) * 1000 / len(made)
            if whole[key] or not completion.cut:
                self.cache.keep(key, Said(completion, ms))
        return [made[k] if k in made else self.cache.recall(k).completion for k in keys]


def cached_model(model: ChatModel, path: Path, identity: str = "") -> CachedChat:
    """The model with a cache; it continues texts if the model does."""
    kind = CachedTextModel if isinstance(model, TextModel) else CachedChat
    return kind(model, path, identity)


def _fits(messages: Sequence[Message], max_tokens: int) -> bool:
    """True when the budget of the run leaves room for all that was asked for."""
    return current_budget().left("tokens") - prompt_tokens(messages) >= max_tokens
