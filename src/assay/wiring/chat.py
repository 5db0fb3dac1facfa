"""From settings to a language model, and to a generator that speaks through it."""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from assay import registry
from assay.adapters.keys import read_key
from assay.adapters.web.no_network import SWITCHED_OFF, is_here
from assay.config import ModelSettings, Settings
from assay.errors import SettingsError
from assay.ports import ChatModel, Generator, RelevanceScorer
from assay.secret import Secret
from assay.steps.answer.abstain import MAX_UNSUPPORTED, AbstentionRule
from assay.text.stop_words import Language
from assay.wiring.index import index_language

if TYPE_CHECKING:
    from assay.adapters.chat.yes_no import YesNoModel
    from assay.steps.answer.support import Objects

CHAT_KINDS = ("chat", "local", "transformers")


def model_kind(settings: Settings) -> str | None:
    """The kind of the run's language model: the generator's, or that of the named model.

    None where no language model is chosen; this is the one rule, for whoever needs a model.
    """
    if settings.generator.name in CHAT_KINDS:
        return settings.generator.name
    if not settings.model.name:
        return None
    return "local" if settings.model.name.endswith(".gguf") else "chat"


def with_effort(settings: Settings) -> Settings:
    """The settings with what the effort means, where nothing else was chosen.

    Judging by odds is `scorer.name = "both"`, or "odds" alone over documents that our evaluator
    cannot read; other words to look with are `retrieval.expand`. A calibrated evaluator judges
    alone: its curve is not that of both.
    """
    kind = settings.generator.name
    effort = settings.model.effort
    if effort == "auto":
        effort = "thorough" if kind == "chat" else "fast"
    scorer, retrieval = settings.scorer, settings.retrieval
    writes = kind in CHAT_KINDS and writes_from_entries(settings)
    free = "name" not in scorer.model_fields_set and scorer.slope is None and scorer.bias is None
    if writes and effort != "fast" and free:
        english = index_language(settings) is Language.ENGLISH
        scorer = scorer.model_copy(update={"name": "both" if english else "odds"})
    if retrieval.expand is None:
        expand = writes and effort == "thorough"
        retrieval = retrieval.model_copy(update={"expand": expand})
    return settings.model_copy(update={"scorer": scorer, "retrieval": retrieval})


def writes_from_entries(settings: Settings) -> bool:
    """True where a language model answers questions of any kind from whole entries."""
    return settings.generator.prompt == "entries" and settings.generator.task == "free"


def build_abstention(settings: Settings, *, strict: bool = False) -> AbstentionRule:
    """The rule that says when to abstain."""
    chosen = settings.generator
    return AbstentionRule(
        always_answer=chosen.always_answer,
        max_risk=chosen.max_risk,
        max_unsupported=MAX_UNSUPPORTED if strict or chosen.strict else math.inf,
    )


def build_chat_generator(
    settings: Settings,
    kind: str,
    scorer: RelevanceScorer | None,
    *,
    from_memory: bool = False,
    objects: Objects | None = None,
) -> Generator:
    """A language model that answers, with a check of every sentence it writes.

    `from_memory` lets it answer where there is no evidence at all.
    """
    from assay.adapters.generators.chat import PromptForm
    from assay.steps.answer.entry_prompt import room_for_evidence
    from assay.steps.answer.prompts import AnswerTask
    from assay.steps.answer.support import SupportCheck

    chosen = settings.generator
    generator: Generator = registry.find("generators", kind)(
        build_chat_model(settings, kind),
        task=AnswerTask(chosen.task),
        cite=chosen.cite,
        may_decline=not chosen.always_answer,
        support=SupportCheck(scorer, objects=objects),
        max_tokens=settings.model.max_tokens,
        temperature=settings.model.temperature,
        answers_without_evidence=chosen.always_answer or from_memory,
        prompt=PromptForm(chosen.prompt),
        room=room_for_evidence(settings.model.context, settings.model.max_tokens),
    )
    return generator


def build_chat_model(
    settings: Settings, kind: str = "chat", *, keep_special: bool = False
) -> ChatModel:
    """The language model of a kind: `chat` (a server), `local` (a GGUF file) or `transformers`.

    `keep_special` leaves special tokens in what a model in the process writes.
    """
    if settings.search.web is False and kind == "chat":
        _refuse_outside(settings.model)
    same = settings.model.model_copy(update={"effort": "auto"})  # it is one model at every effort
    return _chat_model(kind, same, keep_special)


def build_yes_no_model(settings: Settings) -> YesNoModel:
    """The run's language model as one that says Yes or No."""
    model = build_chat_model(settings, model_kind(settings) or "chat")
    return _yes_no_model(model)


_yes_no_models: deque[YesNoModel] = deque(maxlen=2)


def _yes_no_model(model: ChatModel) -> YesNoModel:
    """One for each model: what it learns of a server holds for the process."""
    from assay.adapters.chat.yes_no import YesNoModel

    for known in tuple(_yes_no_models):
        if known.model is model:
            return known
    _yes_no_models.append(YesNoModel(model))
    return _yes_no_models[-1]


@lru_cache(maxsize=2)
def _chat_model(kind: str, model: ModelSettings, keep_special: bool) -> ChatModel:
    make = registry.find("chat_models", kind)
    made: ChatModel
    match kind:
        case "chat":
            made = make(
                _named(model, "the server serves"),
                model.base_url,
                api_key=_key(model),
                seconds=model.seconds,
                retries=model.retries,
            )
        case "local":
            path = Path(model.name) if model.name else None
            made = make(
                path,
                context=model.context,
                threads=model.threads,
                adapter=model.adapter,
                keep_special=keep_special,
            )
        case _:
            name = _named(model, "transformers can load")
            made = _in_process(make, name, keep_special, model.batch)
    if model.cache is not None:
        told = (kind, model.name, model.base_url or "", model.adapter or "", keep_special)
        from assay.adapters.chat.cached import cached_model

        made = cached_model(made, model.cache, " ".join(map(str, told)))
    return made


def _in_process(
    make: Callable[..., ChatModel], name: str, keep_special: bool, batch: int
) -> ChatModel:
    """A model of the library transformers; in batches by vLLM, where that is installed."""
    if batch == 1:
        return make(name, keep_special=keep_special)
    from assay.adapters.chat.batched import Batched

    if find_spec("vllm") is not None:
        from assay.adapters.chat.vllm_chat import VllmChat

        return Batched(VllmChat(name, keep_special=keep_special), batch)
    return Batched(make(name, keep_special=keep_special), batch)  # type: ignore[arg-type]


def _refuse_outside(model: ModelSettings) -> None:
    """Without a network there is no server but one on this machine."""
    host = urlsplit(model.base_url).hostname if model.base_url else ""
    if not host or not is_here(host):
        raise SettingsError(
            f"{SWITCHED_OFF}, and the language model is at {host or 'api.openai.com'}",
            hint="use --generator local, a server on this machine, or leave search.web out",
        )


def _named(model: ModelSettings, what: str) -> str:
    if not model.name:
        raise SettingsError(
            "no language model was named", hint=f"add --model NAME of one that {what}"
        )
    return model.name


def _key(model: ModelSettings) -> Secret:
    key = read_key(os.environ, model.key_variable)
    if not key and model.base_url is None:
        raise SettingsError(
            f"OpenAI needs a key and the variable {model.key_variable} is not set",
            hint="set it, or add --base-url URL of a server of your own",
        )
    return key
