"""From settings to Self-RAG: who wishes, who writes, who reflects."""

from __future__ import annotations

from assay.adapters.critics.assayer_critic import AssayerCritic
from assay.adapters.critics.memory_wish import MemoryWish
from assay.adapters.critics.token_critic import TokenCritic
from assay.adapters.critics.token_wish import TokenWish
from assay.adapters.writers.generator_writer import GeneratorWriter
from assay.adapters.writers.reflective_writer import ReflectiveWriter
from assay.build.chat import build_abstention, build_chat_model
from assay.build.external import CHAT_KINDS
from assay.build.given import Given
from assay.build.neighbours import build_memory, build_outside
from assay.build.parts import (
    MODELS,
    build_generator,
    build_retriever,
    build_scorer,
    build_stance_scorer,
)
from assay.config import Settings
from assay.errors import SettingsError
from assay.ports import (
    Critic,
    RelevanceScorer,
    RetrievalWish,
    SegmentWriter,
    TextModel,
)
from assay.steps.critique_score import CritiqueWeights
from assay.steps.prompts import Task
from assay.steps.retrieval_wishes import AlwaysRetrieve, NeverRetrieve
from assay.steps.segment_path import best_option, best_path
from assay.steps.support import SupportCheck
from assay.strategies.self_rag import ReflectiveGenerator, SelfRag
from assay.strategies.self_rag_web import SelfRagWeb

OUR_ADAPTER = MODELS / "reflective" / "adapter.gguf"
OTHER_CRITIC = "or set critic = 'assayer' in [self_rag]"


def build_self_rag(settings: Settings, given: Given) -> SelfRag:
    """Self-RAG over the index."""
    retriever = given.retriever or build_retriever(settings)  # first: a missing index fails fast
    wish = build_wish(settings, given)
    generator = build_reflective(settings, given, wish)
    return SelfRag(wish, retriever, generator, settings.self_rag.threshold)


def build_self_rag_web(settings: Settings, given: Given) -> SelfRagWeb:
    """Self-RAG over the index and whatever is found outside."""
    inside = build_self_rag(settings, given)
    outside = build_outside(settings, given)
    return SelfRagWeb(
        inside.wish, inside.retriever, outside, inside.generator, inside.retrieve_above
    )


def build_wish(settings: Settings, given: Given) -> RetrievalWish:
    """Who says whether a passage is wanted.

    Without reflection tokens only a language model can be asked, and it is asked what it knows by
    itself; any other generator needs a passage every time.
    """
    chosen, task = settings.self_rag, Task(settings.generator.task)
    match chosen.mode:
        case "always":
            return AlwaysRetrieve()
        case "never":
            return NeverRetrieve()
        case "adaptive" if chosen.critic == "token":
            return TokenWish(build_text_model(settings, given), task)
        case "adaptive" if given.chat is not None:
            return MemoryWish(given.chat, task)
        case "adaptive" if given.generator is None and settings.generator.name in CHAT_KINDS:
            return MemoryWish(build_chat_model(settings, settings.generator.name), task)
        case _:
            return AlwaysRetrieve()


def build_reflective(settings: Settings, given: Given, wish: RetrievalWish) -> ReflectiveGenerator:
    """The generator that writes once for each passage and keeps the best."""
    chosen, task = settings.self_rag, Task(settings.generator.task)
    writer, critic = _writer_and_critic(settings, given, task)
    return ReflectiveGenerator(
        writer,
        critic,
        wish,
        weights=CritiqueWeights(chosen.w_rel, chosen.w_sup, chosen.w_use, chosen.w_seq),
        retrieve_above=chosen.threshold,
        beam_width=chosen.beam_width,
        # A name or a label is one segment; only a text of sentences can grow.
        max_depth=chosen.max_depth if task in (Task.FREE, Task.LONG) else 1,
        elect=best_option if task.is_label else best_path,
    )


def _writer_and_critic(
    settings: Settings, given: Given, task: Task
) -> tuple[SegmentWriter, Critic]:
    if settings.self_rag.critic == "assayer":
        generator = given.generator or build_generator(settings)
        memory = given.generator or build_memory(settings)
        scorer = given.scorer or build_scorer(settings)
        return (
            GeneratorWriter(generator, memory),
            AssayerCritic(scorer, build_stance_scorer(settings), task),
        )
    writer = ReflectiveWriter(
        build_text_model(settings, given),
        task,
        SupportCheck(_cheap_scorer(settings, given)),
        build_abstention(settings),
        settings.self_rag.max_tokens,
    )
    return writer, TokenCritic()


def _cheap_scorer(settings: Settings, given: Given) -> RelevanceScorer | None:
    """A scorer for every sentence, unless it is itself a large model."""
    if given.scorer is None and settings.scorer.name == "assayer":
        return build_scorer(settings)
    return given.scorer


def build_text_model(settings: Settings, given: Given) -> TextModel:
    """The language model whose own words are read for reflection tokens."""
    if given.chat is not None:
        model, kind = given.chat, "given"
    elif (kind := settings.generator.name) in CHAT_KINDS:
        model = build_chat_model(_taught(settings), kind, keep_special=True)
    else:
        raise SettingsError(
            "the token critic needs a language model that writes reflection tokens",
            hint=f"add --generator local, chat or transformers, {OTHER_CRITIC}",
        )
    if not isinstance(model, TextModel):
        raise SettingsError(
            f"the language model '{kind}' cannot continue a text without a chat around it",
            hint=f"give one with the method continue_texts, {OTHER_CRITIC}",
        )
    return model


def _taught(settings: Settings) -> Settings:
    """With our adapter where the model is the one it was trained on: that of the extra `local`."""
    own = settings.model
    if settings.generator.name != "local" or own.name or own.adapter is not None:
        return settings
    return settings.model_copy(update={"model": own.model_copy(update={"adapter": OUR_ADAPTER})})
