"""From settings to a language model, and to a generator that speaks through it."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from assay import registry
from assay.adapters.chat.remembered import remembering
from assay.config import ModelSettings, Settings
from assay.errors import SettingsError
from assay.ports import ChatModel, Generator, RelevanceScorer
from assay.steps.abstain import AbstentionRule
from assay.steps.prompts import Task
from assay.steps.support import SupportCheck


def build_abstention(settings: Settings) -> AbstentionRule:
    """When there shall be no answer."""
    chosen = settings.generator
    return AbstentionRule(always_answer=chosen.always_answer, max_risk=chosen.max_risk)


def build_chat_generator(
    settings: Settings, kind: str, scorer: RelevanceScorer | None, *, from_memory: bool = False
) -> Generator:
    """A language model that answers, with a check of every sentence it writes.

    `from_memory` lets it answer where there is no evidence at all.
    """
    chosen = settings.generator
    generator: Generator = registry.find("generators", kind)(
        build_chat_model(settings, kind),
        task=Task(chosen.task),
        cite=chosen.cite,
        may_decline=not chosen.always_answer,
        support=SupportCheck(scorer),
        max_tokens=settings.model.max_tokens,
        temperature=settings.model.temperature,
        answers_without_evidence=chosen.always_answer or from_memory,
    )
    return generator


def build_chat_model(
    settings: Settings, kind: str = "chat", *, keep_special: bool = False
) -> ChatModel:
    """The language model of a kind: `chat` (a server), `local` (a GGUF file) or `transformers`.

    `keep_special` leaves special tokens in what a model in the process writes.
    """
    return _chat_model(kind, settings.model, keep_special)


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
            made = make(name, keep_special=keep_special)
    if model.remember is not None:
        told = (kind, model.name, model.base_url or "", model.adapter or "", keep_special)
        made = remembering(made, model.remember, " ".join(map(str, told)))
    return made


def _named(model: ModelSettings, what: str) -> str:
    if not model.name:
        raise SettingsError(
            "no language model was named", hint=f"add --model NAME of one that {what}"
        )
    return model.name


def _key(model: ModelSettings) -> str:
    key = os.environ.get(model.key_variable, "")
    if not key and model.base_url is None:
        raise SettingsError(
            f"OpenAI needs a key and the variable {model.key_variable} is not set",
            hint="set it, or add --base-url URL of a server of your own",
        )
    return key
