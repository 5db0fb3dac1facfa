"""A chat model that is asked each thing once: what it said before is read from a file."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.budget import current_budget
from assay.errors import StorageError
from assay.ports import ChatModel
from assay.tracing import say, step
from assay.types import Completion, Message, Token

VERSION = 2
"""Lines of another version are passed over: the model is asked again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A completion and the time it took when it was made."""

    completion: Completion
    ms: float


@dataclass(slots=True)
class RememberedChat:
    """Keeps every completion in a file, word for word, with log-probabilities and cost.

    `identity` tells models apart that share a file. Where a model is asked the same at a
    temperature above 0, the first asking gets the first thing it said, the second the second.
    A step `remembered` with `saved_ms` stands in the trace wherever the model was spared.
    """

    model: ChatModel
    path: Path
    identity: str = ""
    _known: dict[str, Said] = field(init=False, default_factory=dict)
    _asked: Counter[str] = field(init=False, default_factory=Counter)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Read what is known; a line that a kill cut off is closed and forgotten."""
        if not self.path.is_file():
            return
        raw = self.path.read_bytes()
        for line in raw.splitlines():
            with suppress(ValueError, TypeError, KeyError, LookupError):
                self._learn(json.loads(line))
        if raw and not raw.endswith(b"\n"):
            self._append(b"\n")

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
        words = json.dumps([VERSION, self.identity, asked, max_tokens, temperature, logprobs])
        key = hashlib.sha256(words.encode()).hexdigest()
        if temperature > 0:
            with self._lock:
                self._asked[key] += 1
                key = f"{key}.{self._asked[key]}"
        if key in self._known:
            return self._recall(key).completion
        began = time.perf_counter()
        made = self.model.complete(
            messages, max_tokens=max_tokens, temperature=temperature, logprobs=logprobs
        )
        said = Said(made, (time.perf_counter() - began) * 1000)
        if current_budget().seconds_left > 0:  # else it was cut short by the clock
            self._keep(key, said)
        return made

    @step("remembered", lambda said: {"saved_ms": round(said.ms, 3)})
    def _recall(self, key: str) -> Said:
        """What is known, charged to the budget and said aloud as if it were new."""
        said = self._known[key]
        budget = current_budget()
        budget.spend("tokens", min(said.completion.tokens, budget.left("tokens")))
        say(said.completion.text)
        return said

    def _keep(self, key: str, said: Said) -> None:
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
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise StorageError(f"cannot write {self.path}: {error.strerror}") from error

    def _learn(self, row: dict[str, Any]) -> None:
        if not isinstance(row, dict) or row.get("version") != VERSION:
            return
        tokens = tuple(
            Token(text, logprob, tuple((other, value) for other, value in others))
            for text, logprob, others in row["logprobs"]
        )
        made = Completion(row["text"], tokens, row["tokens"], row["cut"])
        self._known[row["key"]] = Said(made, row["ms"])
