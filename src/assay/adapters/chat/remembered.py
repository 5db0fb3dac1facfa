"""A language model that is asked each thing once: what it said before is read from a file."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.adapters.chat.transcript import prompt_tokens
from assay.budget import current_budget
from assay.errors import StorageError
from assay.ports import ChatModel, TextModel
from assay.tracing import say, step
from assay.types import Completion, Message, Role, Token

VERSION = 2
"""Lines of another version are passed over: the model is asked again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A completion and the time it took when it was made."""

    completion: Completion
    ms: float


class Memory:
    """A file of completions by what was asked, word for word, with log-probabilities and cost."""

    def __init__(self, path: Path) -> None:
        """Read what is known; a line that a kill cut off is closed and forgotten."""
        self._path = path
        self._known: dict[str, Said] = {}
        self._lock = threading.Lock()
        raw = path.read_bytes() if path.is_file() else b""
        for line in raw.splitlines():
            with suppress(ValueError, TypeError, LookupError):
                self._learn(json.loads(line))
        if raw and not raw.endswith(b"\n"):
            self._append(b"\n")

    def has(self, key: str) -> bool:
        """True when it is known what was said."""
        return key in self._known

    @step("remembered", lambda said: {"saved_ms": round(said.ms, 3)})
    def recall(self, key: str) -> Said:
        """What was said, charged to the budget and said aloud as if it were new."""
        said = self._known[key]
        budget = current_budget()
        budget.spend("tokens", min(said.completion.tokens, budget.left("tokens")))
        say(said.completion.text)
        return said

    def keep(self, key: str, said: Said) -> None:
        """Write down what was said, unless the clock has cut it short."""
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
        with self._lock:
            self._known[key] = said
            self._append(json.dumps(row).encode() + b"\n")

    def _append(self, line: bytes) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise StorageError(f"cannot write {self._path}: {error.strerror}") from error

    def _learn(self, row: dict[str, Any]) -> None:
        if not isinstance(row, dict) or row.get("version") != VERSION:
            return
        tokens = tuple(
            Token(text, logprob, tuple((other, value) for other, value in others))
            for text, logprob, others in row["logprobs"]
        )
        made = Completion(row["text"], tokens, row["tokens"], row["cut"])
        self._known[row["key"]] = Said(made, row["ms"])


class RememberedChat:
    """Asks a model only what it was not asked before.

    `identity` tells models apart that share a file. Where a model is asked the same at a
    temperature above 0, the first asking gets the first thing it said, the second the second.
    A step `remembered` with `saved_ms` stands in the trace wherever the model was spared.
    """

    def __init__(self, model: ChatModel, path: Path, identity: str = "") -> None:
        """Stand before the model, with the memory in the file."""
        self.model = model
        self.memory = Memory(path)
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
        if self.memory.has(key):
            return self.memory.recall(key).completion
        # What the budget of one run cut short would be cut short in every later one.
        whole = _fits(messages, max_tokens)
        began = time.perf_counter()
        made = self.model.complete(
            messages, max_tokens=max_tokens, temperature=temperature, logprobs=logprobs
        )
        if whole or not made.cut:
            self.memory.keep(key, Said(made, (time.perf_counter() - began) * 1000))
        return made

    def _key(self, *asked: object) -> str:
        words = json.dumps([VERSION, self._identity, *asked])
        return hashlib.sha256(words.encode()).hexdigest()


class RememberedTextModel(RememberedChat):
    """The same for a model that also continues texts as they stand."""

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The continuation of each prompt; those that are not known are asked for together."""
        assert isinstance(self.model, TextModel), "`remembering` has seen to it"
        keys = [self._key("text", prompt, max_tokens, logprobs) for prompt in prompts]
        new = {k: p for k, p in zip(keys, prompts, strict=True) if not self.memory.has(k)}
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
                self.memory.keep(key, Said(completion, ms))
        return [made[k] if k in made else self.memory.recall(k).completion for k in keys]


def remembering(model: ChatModel, path: Path, identity: str = "") -> RememberedChat:
    """The model with a memory; it continues texts if the model does."""
    kind = RememberedTextModel if isinstance(model, TextModel) else RememberedChat
    return kind(model, path, identity)


def _fits(messages: Sequence[Message], max_tokens: int) -> bool:
    """True when the budget of the run leaves room for all that was asked for."""
    return current_budget().left("tokens") - prompt_tokens(messages) >= max_tokens
