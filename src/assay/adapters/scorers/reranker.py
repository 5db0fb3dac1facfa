"""Any ONNX re-ranker as the evaluator: a cross-encoder's graph beside its tokenizer.json."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from assay.adapters.onnx_session import open_session
from assay.adapters.scorers.scorer_files import model_config, onnx_file
from assay.budget import current_budget
from assay.errors import ModelError
from assay.model_files import CARD, load_card
from assay.types import Passage

MAX_TOKENS = 512
ROBERTA_OFFSET = 2  # its positions are counted from two, so that many fewer tokens fit
_HINT = "a re-ranker has one logit for a pair of texts, or two of which the second says yes"


class Reranker:
    """Scores pairs with an ONNX graph, each pair alone; safe to share between threads.

    One logit becomes 2 sigmoid - 1, two become 2 softmax(yes) - 1. A card of ours may say that the
    graph reads "question [SEP] passage" as one text and gives the score itself, as the T5 does.
    """

    def __init__(self, path: Path | str, threads: int | None = None) -> None:
        """Load the graph at the path or in the folder; it runs on `threads` cores, or on all."""
        place = Path(path)
        graph = place if place.is_file() else onnx_file(place)
        if graph is None:
            raise ModelError(f"there is no ONNX re-ranker in {place}", hint=_HINT)
        folder = next((f for f in graph.parents[:2] if (f / "tokenizer.json").is_file()), None)
        if folder is None:
            raise ModelError(f"there is no tokenizer.json beside {graph}", hint=_HINT)
        form = load_card(folder).raw.get("reranker", {}) if (folder / CARD).is_file() else {}
        self._joined: str | None = form.get("join")
        self._is_score: bool = form.get("output") == "score"
        self._tokenizer = _tokenizer(folder)
        self._session = open_session(graph, threads=1)
        self._wanted = {each.name for each in self._session.get_inputs()}
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        current_budget().check()
        return list(self._pool.map(lambda passage: self._score(question, passage), passages))

    def _score(self, question: str, passage: Passage) -> float:
        asked = _encodable(question)
        if self._joined is None:
            tokens = self._tokenizer.encode(asked, _encodable(titled(passage)))
        else:  # as the CRAG authors write a pair, without a title
            tokens = self._tokenizer.encode(f"{asked}{self._joined}{_encodable(passage.text)}")
        if not tokens.ids:
            return -1.0
        inputs = {
            "input_ids": tokens.ids,
            "attention_mask": tokens.attention_mask,
            "token_type_ids": tokens.type_ids,
        }
        rows = {k: np.array([v], np.int64) for k, v in inputs.items() if k in self._wanted}
        return _on_scale(np.ravel(self._session.run(None, rows)[0][0]), self._is_score)


def titled(passage: Passage) -> str:
    """The passage's text behind its title, if it has one."""
    return f"{passage.title}. {passage.text}" if passage.title else passage.text


def _on_scale(logits: NDArray[Any], is_score: bool) -> float:
    match len(logits), is_score:
        case 1, True:
            return float(np.clip(logits[0], -1, 1))
        case 1, False:
            margin = float(logits[0])
        case 2, False:
            margin = float(logits[1] - logits[0])
        case count, _:
            raise ModelError(f"the re-ranker gives {count} numbers for a pair", hint=_HINT)
    return float(np.tanh(margin / 2))  # the same as 2 sigmoid - 1


def _tokenizer(folder: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:  # the library raises bare Exception for any unreadable file
        raise ModelError(f"the tokenizer in {folder} cannot be read: {error}") from error
    config = model_config(folder)
    positions = config.get("max_position_embeddings")
    room = positions if isinstance(positions, int) and positions > ROBERTA_OFFSET else MAX_TOKENS
    if "roberta" in str(config.get("model_type")):
        room -= ROBERTA_OFFSET
    tokenizer.no_padding()
    tokenizer.enable_truncation(min(room, MAX_TOKENS))
    tokenizer.encode_special_tokens = True  # a "[SEP]" in a text is only text
    return tokenizer


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
