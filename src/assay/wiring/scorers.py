"""From settings to what scores: passages, claims, and the thresholds of the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import registry
from assay.adapters.scorers.paper_thresholds import paper_thresholds
from assay.config import Settings
from assay.errors import SettingsError
from assay.model_files import CARD, MODELS, load_card
from assay.ports import NliScorer, RelevanceScorer
from assay.types import Passage, Thresholds
from assay.wiring.chat import build_chat_model, build_yes_no_model, model_kind
from assay.wiring.fit import fit
from assay.wiring.index import build_vocabulary
from assay.wiring.models import own_weights

if TYPE_CHECKING:
    from assay.adapters.scorers.assayer import Assayer
    from assay.adapters.verifiers.nli_model import NliModel
    from assay.steps.answer.reply_judge import ReplyJudge

LOCAL_MOST = 6
"""Passages that a model in the process is asked of: as many as it then answers from."""
ODDS = "odds"
"""The folder of the card with the curves over a language model's odds."""


@lru_cache(maxsize=2)
def _assayer(folder: Path, threads: int | None) -> Assayer:
    from assay.adapters.scorers.assayer import Assayer

    return Assayer(folder, threads=threads)


def build_assayer(settings: Settings) -> Assayer:
    """The model that scores and reads in one pass; one session serves scorer and reader."""
    return _assayer(assayer_folder(settings), settings.scorer.threads)


def assayer_folder(settings: Settings) -> Path:
    """The folder of the assayer's weights: ours, or the one the settings name."""
    own = settings.scorer.model if settings.scorer.name == "assayer" else None
    return own or own_weights(settings, "assayer")


def build_scorer(settings: Settings) -> RelevanceScorer:
    """The scorer that judges each passage, behind the curve that the settings hold, if any."""
    scorer, chosen = _raw_scorer(settings), settings.scorer
    if chosen.slope is None and chosen.bias is None:
        return scorer
    from assay.adapters.scorers.calibrated import Curve, calibrated

    slope = 1.0 if chosen.slope is None else chosen.slope
    return calibrated(scorer, Curve(slope, chosen.bias or 0.0))


def _raw_scorer(settings: Settings) -> RelevanceScorer:
    chosen = settings.scorer
    scorer = registry.find("scorers", chosen.name)
    match chosen.name:
        case "assayer":
            plain = fit(RelevanceScorer, scorer(build_assayer(settings)))
            by_words = chosen.index_words and settings.index.dir is not None
            return _entry_scorer(settings) if by_words else plain
        case "odds" | "both":
            return fit(RelevanceScorer, _odds_scorer(settings, scorer))
        case "chat":
            return fit(RelevanceScorer, scorer(build_chat_model(settings), **chosen.options))
        case "t5" | "reranker" | "cross_encoder" if chosen.model is None:
            raise SettingsError(
                f"no folder was named for the scorer '{chosen.name}'",
                hint="set [scorer] model to its folder, or add --scorer PATH",
            )
        case "t5" | "reranker" | "cross_encoder" if chosen.options:
            return fit(RelevanceScorer, scorer(chosen.model, **chosen.options))
        case "t5" | "reranker" | "cross_encoder":
            return _from_files(chosen.name, chosen.model, chosen.threads)
        case _:
            return fit(RelevanceScorer, scorer(**chosen.options))


def build_evaluator(settings: Settings) -> RelevanceScorer:
    """Our own evaluator, whatever scorer is chosen: what sieves before a language model judges."""
    return build_scorer(without_model(settings))


def without_model(settings: Settings) -> Settings:
    """The settings with our own evaluator where a language model judges by its odds."""
    if settings.scorer.name not in ("odds", "both"):
        return settings
    own = {"name": "assayer", "slope": None, "bias": None}
    return settings.model_copy(update={"scorer": settings.scorer.model_copy(update=own)})


def _odds_scorer(settings: Settings, make: Callable[..., Any]) -> RelevanceScorer:
    """A language model's odds, together with our evaluator where both are wanted."""
    from assay.adapters.scorers.odds import OddsWeights

    name = settings.scorer.name
    weights = load_card(MODELS / ODDS).calibration(name, OddsWeights) or OddsWeights()
    evaluator = build_evaluator(settings) if name == "both" else None
    model = build_yes_no_model(settings)
    # In the process prompts are read one after the other, on the cores that everything else needs.
    own = {"batch": 1, "most": LOCAL_MOST} if model_kind(settings) == "local" else {}
    return fit(RelevanceScorer, make(model, evaluator, weights, **own | settings.scorer.options))


def build_reply_judge(name: str) -> ReplyJudge | None:
    """What decides which answer is shown, by its name in the card; None where it has none."""
    from assay.steps.answer.reply_judge import ReplyJudge

    if not (MODELS / ODDS / CARD).is_file():
        return None
    return load_card(MODELS / ODDS).calibration(name, ReplyJudge)


@lru_cache(maxsize=2)
def _from_files(name: str, folder: Path, threads: int | None) -> RelevanceScorer:
    own = {"threads": threads} if name == "reranker" else {}
    return fit(RelevanceScorer, registry.find("scorers", name)(folder, **own))


def with_scorer(settings: Settings, path: Path) -> Settings:
    """The settings with the evaluator that lies at the path, whatever its kind."""
    from assay.adapters.scorers.scorer_files import scorer_kind

    chosen = settings.scorer.model_copy(update={"name": scorer_kind(path), "model": path})
    return settings.model_copy(update={"scorer": chosen})


def _entry_scorer(settings: Settings) -> RelevanceScorer:
    """The same model with the words of the index beside it, fitted to people's own documents."""
    from assay.reader.features import Weights
    from assay.reader.scorer import EntryScorer

    weights = load_card(assayer_folder(settings)).calibration("entry", Weights)
    if weights is None:
        from assay.adapters.scorers.onnx_scorer import OnnxScorer

        return OnnxScorer(build_assayer(settings))
    weights = weights.without(settings.generator.without)
    return EntryScorer(build_assayer(settings), lambda: build_vocabulary(settings), weights)


def build_nli_scorer(settings: Settings) -> NliScorer:
    """The NLI model that reads claims against texts; all parts share one session."""
    return _nli_model(verifier_folder(settings), settings.scorer.threads)


def verifier_folder(settings: Settings) -> Path:
    """The folder of the verifier's weights: ours, or the one the settings name."""
    return settings.verifier.model or MODELS / "verifier"


@lru_cache(maxsize=2)
def _nli_model(folder: Path, threads: int | None) -> NliModel:
    from assay.adapters.verifiers.nli_model import NliModel

    return NliModel(folder, threads)


def build_thresholds(settings: Settings, ours: bool = True) -> Thresholds:
    """The thresholds of the verdict: from the settings, or from the card if the scorer is ours."""
    chosen = settings.scorer
    upper, lower = chosen.upper, chosen.lower
    if chosen.preset is not None:
        paper = paper_thresholds(chosen.preset)
        upper = paper.upper if upper is None else upper
        lower = paper.lower if lower is None else lower
    if upper is None or lower is None:
        card = own_thresholds(settings) if ours else {}
        if not {"upper", "lower"} <= card.keys():
            raise SettingsError(
                "this scorer has no thresholds of its own",
                hint="set [scorer] upper and lower (or, for t5, preset), pass thresholds=..., or"
                " find them with `assay calibrate`",
            )
        by_words = chosen.index_words and settings.index.dir is not None
        kind = "entry_" if by_words and "entry_upper" in card else ""
        upper = card[f"{kind}upper"] if upper is None else upper
        lower = card[f"{kind}lower"] if lower is None else lower
    if lower > upper:
        raise SettingsError(f"setting 'scorer.lower' ({lower}) is above 'scorer.upper' ({upper})")
    return Thresholds(upper, lower)


def own_thresholds(settings: Settings) -> Mapping[str, float]:
    """What the card beside the scorer's weights says; nothing where there is no card."""
    chosen = settings.scorer
    if chosen.name in ("odds", "both"):
        card = load_card(MODELS / ODDS).thresholds
        ours = f"{chosen.name}_"
        return {n.removeprefix(ours): v for n, v in card.items() if n.startswith(ours)}
    folder = assayer_folder(settings) if chosen.name == "assayer" else chosen.model
    has_card = folder is not None and (chosen.name == "assayer" or (folder / CARD).is_file())
    return load_card(folder).thresholds if folder is not None and has_card else {}


def build_primer(settings: Settings) -> Callable[[Sequence[tuple[str, Passage]]], None]:
    """A function that scores many (question, passage) pairs in one run, ahead of the questions."""
    if settings.scorer.name in ("assayer", "both"):
        return build_assayer(settings).prime
    return lambda pairs: None
