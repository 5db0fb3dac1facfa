"""From settings to the verifier, and to the loop of CoV-RAG around a strategy."""

from __future__ import annotations

from assay import registry
from assay.config import Settings
from assay.errors import SettingsError
from assay.model_files import load_card
from assay.ports import ChatModel, Indicator, Strategy, Verifier
from assay.steps.verify.acceptance import VerifiedOnly, better, later
from assay.steps.verify.indicator import RevisedQuestion, ThresholdIndicator
from assay.strategies.cov_rag import CovRag
from assay.strategies.no_retrieval import NoRetrieval
from assay.wiring.baselines import build_rag
from assay.wiring.chat import build_chat_model, model_kind
from assay.wiring.fit import fit
from assay.wiring.overrides import Overrides
from assay.wiring.scorers import build_nli_scorer, build_scorer, verifier_folder


def build_verifier(settings: Settings, overrides: Overrides | None = None) -> Verifier:
    """The verifier that checks an answer against its evidence."""
    if overrides is not None and overrides.verifier is not None:
        return overrides.verifier
    chosen = settings.verifier
    match chosen.name:
        case "trained":
            return _trained(settings)
        case "chat" | "direct" | "cov" | "cov_direct" as kind:
            asking = "chain" if kind == "chat" else kind
            make = registry.find("verifiers", kind)
            return fit(Verifier, make(_model(settings), asking, **chosen.options))
        case name:
            return fit(Verifier, registry.find("verifiers", name)(**chosen.options))


def _trained(settings: Settings) -> Verifier:
    from assay.adapters.verifiers.chat_reviser import ChatReviser
    from assay.adapters.verifiers.trained import JudgmentRule, TrainedVerifier
    from assay.steps.verify.sentence_checks import NliThresholds

    card = load_card(verifier_folder(settings)).thresholds
    thresholds = NliThresholds(card.get("supported", 0.5), card.get("contradicted", 0.5))
    usual = JudgmentRule()
    rule = JudgmentRule(
        card.get("truthfulness", usual.truthfulness), card.get("correctness", usual.correctness)
    )
    # Another scorer's scale is its own, and a large model would be asked once more for each answer.
    relevance = build_scorer(settings) if settings.scorer.name == "assayer" else None
    # A language model words a question better than rules do, where there is one.
    reviser = ChatReviser(_model(settings)) if model_kind(settings) is not None else None
    return TrainedVerifier(build_nli_scorer(settings), thresholds, rule, relevance, reviser)


def _model(settings: Settings) -> ChatModel:
    """The language model of the run, shared with the generator."""
    return build_chat_model(settings, model_kind(settings) or "chat")


def build_indicator(settings: Settings) -> Indicator:
    """The indicator that decides whether to ask again."""
    return (
        ThresholdIndicator() if settings.verifier.indicator == "thresholds" else RevisedQuestion()
    )


def build_verified(
    settings: Settings, overrides: Overrides, strategy: Strategy, name: str = ""
) -> Strategy:
    """Any strategy that can look with other words, inside the loop of CoV-RAG."""
    if isinstance(strategy, NoRetrieval):
        raise SettingsError(
            f"the strategy '{settings.strategy}' cannot be asked again with other words",
            hint="leave out --verify, or choose a strategy that retrieves",
        )
    return CovRag(
        strategy,
        build_verifier(settings, overrides),
        build_indicator(settings),
        settings.verifier.rounds,
        VerifiedOnly(settings.generator.always_answer),
        later if settings.verifier.keep == "last" else better,
        name,
    )


def build_cov_rag(settings: Settings, overrides: Overrides) -> Strategy:
    """The paper's own: plain retrieval and reading, over as many references as `rag` reads."""
    return build_verified(settings, overrides, build_rag(settings, overrides), "cov_rag")
