"""From settings to what checks an answer, and to the loop that asks again."""

from __future__ import annotations

from dataclasses import replace

from assay import registry
from assay.build.chat import build_chat_model
from assay.build.external import CHAT_KINDS
from assay.build.given import Given
from assay.build.neighbours import build_rag
from assay.build.parts import (
    build_retriever,
    build_scorer,
    build_stance_scorer,
    fit,
    verifier_folder,
)
from assay.config import Settings
from assay.errors import SettingsError
from assay.model_files import load_card
from assay.ports import Attempting, ChatModel, Indicator, Strategy, Verifier
from assay.steps.first_references import MOST_REFERENCES, FirstReferences
from assay.steps.indicator import RevisedQuestion, ThresholdIndicator
from assay.steps.verified import VerifiedOnly
from assay.strategies.cov_rag import CovRag


def build_verifier(settings: Settings, given: Given | None = None) -> Verifier:
    """Who checks the answer."""
    if given is not None and given.verifier is not None:
        return given.verifier
    chosen = settings.verifier
    match chosen.name:
        case "trained":
            return _trained(settings)
        case "chat" | "direct" | "cov" as kind:
            asking = "chain" if kind == "chat" else kind
            make = registry.find("verifiers", kind)
            return fit(Verifier, make(_model(settings), asking, **chosen.options))
        case name:
            return fit(Verifier, registry.find("verifiers", name)(**chosen.options))


def _trained(settings: Settings) -> Verifier:
    from assay.adapters.verifiers.trained import JudgmentRule, TrainedVerifier
    from assay.steps.verify_sentences import Borders

    card = load_card(verifier_folder(settings)).thresholds
    borders = Borders(card.get("supported", 0.5), card.get("contradicted", 0.5))
    usual = JudgmentRule()
    rule = JudgmentRule(
        card.get("truthfulness", usual.truthfulness), card.get("correctness", usual.correctness)
    )
    # Another scorer's scale is its own, and a large model would be asked once more for each answer.
    relevance = build_scorer(settings) if settings.scorer.name == "assayer" else None
    return TrainedVerifier(build_stance_scorer(settings), borders, rule, relevance)


def _model(settings: Settings) -> ChatModel:
    """The language model of the run, whoever else uses it."""
    kind = settings.generator.name
    if kind not in CHAT_KINDS:
        kind = "local" if settings.model.name.endswith(".gguf") else "chat"
    return build_chat_model(settings, kind)


def build_indicator(settings: Settings) -> Indicator:
    """What decides whether to look again."""
    return (
        ThresholdIndicator() if settings.verifier.indicator == "thresholds" else RevisedQuestion()
    )


def build_verified(settings: Settings, given: Given, strategy: object, name: str = "") -> Strategy:
    """Any strategy that can look with other words, inside the loop of CoV-RAG."""
    if not isinstance(strategy, Attempting):
        raise SettingsError(
            f"the strategy '{settings.strategy}' cannot be asked again with other words",
            hint="leave out --verify, or choose a strategy that retrieves",
        )
    return CovRag(
        strategy,
        build_verifier(settings, given),
        build_indicator(settings),
        settings.verifier.rounds,
        VerifiedOnly(settings.generator.always_answer),
        name,
    )


def build_cov_rag(settings: Settings, given: Given) -> Strategy:
    """The paper's own: plain retrieval and reading over five references, or as many as chosen."""
    own = "top_k" in settings.retrieval.model_fields_set
    most = settings.retrieval.top_k if own else MOST_REFERENCES
    retriever = FirstReferences(given.retriever or build_retriever(settings), most)
    rag = build_rag(settings, replace(given, retriever=retriever))
    return build_verified(settings, given, rag, "cov_rag")
