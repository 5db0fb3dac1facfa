"""From settings to Self-RAG: its retrieval gate, its writer and its critic."""

from __future__ import annotations

from dataclasses import replace

from assay.config import Settings
from assay.errors import SettingsError
from assay.model_files import MODELS
from assay.ports import (
    ChatModel,
    Critic,
    RelevanceScorer,
    RetrievalGate,
    SegmentWriter,
    TextModel,
)
from assay.steps.answer.prompts import AnswerTask
from assay.steps.answer.support import SupportCheck
from assay.wiring.baselines import build_memory, build_outside
from assay.wiring.chat import CHAT_KINDS, build_abstention, build_chat_model
from assay.wiring.index import build_retriever
from assay.wiring.overrides import Overrides
from assay.wiring.parts import build_generator
from assay.wiring.scorers import build_nli_scorer, build_scorer
from assay.wiring.second_look import build_objections
from assay.wiring.strategies import build_corrective
from assay_strategies.critics.assayer_critic import AssayerCritic
from assay_strategies.critics.parametric_gate import ParametricGate
from assay_strategies.critics.token_critic import TokenCritic
from assay_strategies.critics.token_gate import TokenGate
from assay_strategies.reflect.blocks import knowledge_blocks
from assay_strategies.reflect.critique import CritiqueWeights
from assay_strategies.reflect.retrieval_gates import AlwaysRetrieve, NeverRetrieve
from assay_strategies.reflect.segment_path import best_option, best_path
from assay_strategies.self_crag import SelfCrag
from assay_strategies.self_rag import ReflectiveGenerator, SelfRag
from assay_strategies.writers.generator_writer import GeneratorWriter
from assay_strategies.writers.reflective_writer import ReflectiveWriter
from assay_strategies.writers.sentence_writer import SentenceWriter

OUR_ADAPTER = MODELS / "reflective" / "adapter.gguf"
OTHER_CRITIC = "or set critic = 'assayer' in [self_rag]"


def build_self_rag(settings: Settings, overrides: Overrides) -> SelfRag:
    """Self-RAG over the index."""
    # First: a missing index fails fast.
    retriever = overrides.retriever or build_retriever(settings)
    gate = build_gate(settings, overrides)
    generator = build_reflective(settings, overrides, gate)
    return SelfRag(gate, retriever, generator, settings.self_rag.threshold)


def build_self_rag_web(settings: Settings, overrides: Overrides) -> SelfRag:
    """Self-RAG over the index and an external search."""
    inside = build_self_rag(settings, overrides)
    return replace(inside, outside=build_outside(settings, overrides), name="self_rag_web")


def build_self_crag(settings: Settings, overrides: Overrides) -> SelfCrag:
    """Self-RAG over corrected evidence."""
    corrective = build_corrective(settings, overrides)
    gate = build_gate(settings, overrides)
    # The paper's three passages: correct, incorrect and ambiguous content (caption of table 6).
    generator = replace(build_reflective(settings, overrides, gate), divide=knowledge_blocks)
    return SelfCrag(gate, corrective, generator, settings.self_rag.threshold)


def build_gate(settings: Settings, overrides: Overrides) -> RetrievalGate:
    """The gate that decides whether to retrieve.

    Without reflection tokens only a language model can be asked, and it is asked what it knows by
    itself; any other generator needs a passage every time.
    """
    chosen, task = settings.self_rag, AnswerTask(settings.generator.task)
    match chosen.mode:
        case "always":
            return AlwaysRetrieve()
        case "never":
            return NeverRetrieve()
        case "adaptive" if chosen.critic == "token":
            return TokenGate(build_text_model(settings, overrides), task)
        case "adaptive" if overrides.chat is not None:
            return ParametricGate(overrides.chat, task)
        case "adaptive" if overrides.generator is None and settings.generator.name in CHAT_KINDS:
            return ParametricGate(build_chat_model(settings, settings.generator.name), task)
        case _:
            return AlwaysRetrieve()


def build_reflective(
    settings: Settings, overrides: Overrides, gate: RetrievalGate
) -> ReflectiveGenerator:
    """The generator that writes once for each passage and keeps the best."""
    chosen, task = settings.self_rag, AnswerTask(settings.generator.task)
    writer, critic = _writer_and_critic(settings, overrides, task)
    return ReflectiveGenerator(
        writer,
        critic,
        gate,
        weights=CritiqueWeights(chosen.w_rel, chosen.w_sup, chosen.w_use, chosen.w_seq),
        retrieve_above=chosen.threshold,
        beam_width=chosen.beam_width,
        # A name or a label is one segment; only a text of sentences can grow.
        max_depth=chosen.max_depth if task in (AnswerTask.FREE, AnswerTask.LONG) else 1,
        elect=best_option if task.is_label else best_path,
    )


def _writer_and_critic(
    settings: Settings, overrides: Overrides, task: AnswerTask
) -> tuple[SegmentWriter, Critic]:
    if settings.self_rag.critic == "assayer":
        scorer = overrides.scorer or build_scorer(settings)
        critic = AssayerCritic(scorer, build_nli_scorer(settings), task)
        if task is AnswerTask.LONG and (model := _long_writer(settings, overrides)) is not None:
            return _sentences(settings, overrides, model), critic
        # Asked once for each passage: the critic chooses, no judge of two answers is needed.
        generator = overrides.generator or build_generator(settings, judged=False)
        memory = overrides.generator or build_memory(settings)
        return GeneratorWriter(generator, memory), critic
    writer = ReflectiveWriter(
        build_text_model(settings, overrides),
        task,
        SupportCheck(_cheap_scorer(settings, overrides), objects=build_objections(settings)),
        build_abstention(settings),
        settings.self_rag.max_tokens,
    )
    return writer, TokenCritic()


def _long_writer(settings: Settings, overrides: Overrides) -> ChatModel | None:
    """The chat model that writes a long answer; a generator of another kind writes it whole."""
    if overrides.generator is not None:
        return None
    if overrides.chat is not None:
        return overrides.chat
    kind = settings.generator.name
    return build_chat_model(settings, kind) if kind in CHAT_KINDS else None


def _sentences(settings: Settings, overrides: Overrides, model: ChatModel) -> SentenceWriter:
    return SentenceWriter(
        model,
        cite=settings.generator.cite,
        may_decline=not settings.generator.always_answer,
        support=SupportCheck(
            _cheap_scorer(settings, overrides), objects=build_objections(settings)
        ),
        rule=build_abstention(settings, strict=True),
        max_tokens=settings.self_rag.max_tokens,
        temperature=settings.model.temperature,
    )


def _cheap_scorer(settings: Settings, overrides: Overrides) -> RelevanceScorer | None:
    """A scorer for every sentence, unless it is itself a large model."""
    if overrides.scorer is None and settings.scorer.name == "assayer":
        return build_scorer(settings)
    return overrides.scorer


def build_text_model(settings: Settings, overrides: Overrides) -> TextModel:
    """The language model whose own words are read for reflection tokens."""
    if overrides.chat is not None:
        model, kind = overrides.chat, "chat=..."
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
