"""From settings to objects: one small function for each port."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from assay import registry
from assay.adapters.generators.fallback import WithFallback
from assay.adapters.scorers.paper_thresholds import paper_thresholds
from assay.build.chat import build_abstention, build_chat_generator, build_chat_model
from assay.build.external import build_prompted_rewriter, build_sources
from assay.config import Settings
from assay.errors import InputError, SettingsError
from assay.model_files import load_card
from assay.ports import (
    Embedder,
    Generator,
    KnowledgeSearch,
    QueryRewriter,
    Refiner,
    RelevanceScorer,
    Retriever,
    StanceScorer,
    StripScorer,
)
from assay.steps.abstain import Abstaining
from assay.steps.refine import NoRefinement, RescoreStrips, StripRefiner
from assay.types import Passage, Thresholds

if TYPE_CHECKING:
    from assay.adapters.scorers.assayer import Assayer
    from assay.adapters.verifiers.stance_model import StanceModel

Port = TypeVar("Port")
MODELS = Path(__file__).parents[1] / "models"
KEEP_ABOVE = -0.5
"""Where the paper cuts strips off; a model card may know better."""


def build_retriever(settings: Settings) -> Retriever:
    """What finds passages in the index."""
    retrieval = settings.retrieval
    retriever = registry.find("retrievers", retrieval.mode)
    if retrieval.mode not in registry.OURS["retrievers"]:
        return fit(Retriever, retriever(**retrieval.options))
    from assay.indexing.open_index import open_index

    index = open_index(index_dir(settings))
    if retrieval.mode == "fulltext":
        return fit(Retriever, retriever(index, top_k=retrieval.top_k))
    embedder = build_embedder(settings)
    _refuse_other_vectors(index.manifest.embedder, embedder, index_dir(settings))
    return fit(Retriever, retriever(index, embedder, top_k=retrieval.top_k))


def _refuse_other_vectors(made_with: str, embedder: Embedder, folder: Path) -> None:
    """Vectors of two models cannot be compared, even where their lengths happen to agree."""
    from assay.indexing.embedder_identity import embedder_identity

    if made_with != embedder_identity(embedder):
        raise InputError(
            f"the index {folder} was made with another embedder ({made_with})",
            hint="make the index again with `assay index`, or search it with --mode fulltext",
        )


def index_dir(settings: Settings) -> Path:
    """The folder of the index, or an error that says how to name one."""
    if settings.index.dir is None:
        raise InputError(
            "no index was named",
            hint="add --index DIR, or set [index] dir in assay.toml; `assay index` makes one",
        )
    return settings.index.dir


@lru_cache(maxsize=2)
def _assayer(folder: Path, threads: int | None) -> Assayer:
    from assay.adapters.scorers.assayer import Assayer

    return Assayer(folder, threads=threads)


def build_assayer(settings: Settings) -> Assayer:
    """The model that scores and reads in one pass; one session serves scorer and reader."""
    return _assayer(assayer_folder(settings), settings.scorer.threads)


def assayer_folder(settings: Settings) -> Path:
    """Where the weights of the assayer are: ours, or those the settings point at."""
    return settings.scorer.model or MODELS / "assayer"


def build_scorer(settings: Settings) -> RelevanceScorer:
    """Who judges the passages."""
    chosen = settings.scorer
    scorer = registry.find("scorers", chosen.name)
    match chosen.name:
        case "assayer":
            return fit(RelevanceScorer, scorer(build_assayer(settings)))
        case "chat":
            return fit(RelevanceScorer, scorer(build_chat_model(settings), **chosen.options))
        case "t5" if chosen.model is None:
            raise SettingsError(
                "no folder was named for the T5 scorer", hint="set [scorer] model to its folder"
            )
        case "t5":
            return fit(RelevanceScorer, scorer(chosen.model, **chosen.options))
        case _:
            return fit(RelevanceScorer, scorer(**chosen.options))


def build_stance_scorer(settings: Settings) -> StanceScorer:
    """What reads claims against texts: one session for all who ask."""
    return _stance_model(verifier_folder(settings), settings.scorer.threads)


def verifier_folder(settings: Settings) -> Path:
    """Where the weights of the verifier are: ours, or those the settings point at."""
    return settings.verifier.model or MODELS / "verifier"


@lru_cache(maxsize=2)
def _stance_model(folder: Path, threads: int | None) -> StanceModel:
    from assay.adapters.verifiers.stance_model import StanceModel

    return StanceModel(folder, threads)


def build_thresholds(settings: Settings, ours: bool = True) -> Thresholds:
    """The borders of the verdict: from the settings, or from the card if the scorer is ours."""
    chosen = settings.scorer
    upper, lower = chosen.upper, chosen.lower
    if chosen.preset is not None:
        paper = paper_thresholds(chosen.preset)
        upper = paper.upper if upper is None else upper
        lower = paper.lower if lower is None else lower
    if upper is None or lower is None:
        if chosen.name != "assayer" or not ours:
            raise SettingsError(
                "this scorer has no thresholds of its own",
                hint="set [scorer] upper and lower (or, for t5, preset), or pass thresholds=...",
            )
        card = load_card(assayer_folder(settings)).thresholds
        upper = card["upper"] if upper is None else upper
        lower = card["lower"] if lower is None else lower
    if lower > upper:
        raise SettingsError(f"setting 'scorer.lower' ({lower}) is above 'scorer.upper' ({upper})")
    return Thresholds(upper, lower)


def build_refiner(settings: Settings, scorer: RelevanceScorer, ours: bool = True) -> Refiner:
    """How passages are cut down to what matters."""
    refine = settings.refine
    registry.find("refiners", refine.name)
    if refine.name == "none":
        return NoRefinement()
    strips: StripScorer = RescoreStrips(scorer)
    if refine.name == "strips" and isinstance(scorer, StripScorer):
        strips = scorer  # it judges strips in the pass that judged their passage
    return StripRefiner(strips, _keep_above(settings, ours), refine.top_k, refine.sentences)


def _keep_above(settings: Settings, ours: bool) -> float:
    if settings.refine.keep_above is not None:
        return settings.refine.keep_above
    if settings.scorer.name != "assayer" or not ours:
        return KEEP_ABOVE
    return load_card(assayer_folder(settings)).thresholds.get("keep_above", KEEP_ABOVE)


def build_rewriter(settings: Settings) -> QueryRewriter:
    """What turns a question into a search query."""
    chosen = settings.rewriter
    if chosen.name == "prompt":
        return build_prompted_rewriter(settings)
    return fit(QueryRewriter, registry.find("rewriters", chosen.name)(**chosen.options))


def build_search(settings: Settings) -> KnowledgeSearch:
    """Where knowledge outside the index comes from: a plugin, or all chosen sources in turn."""
    search = settings.search
    if search.name == "none":
        return build_sources(settings, build_retriever)
    return fit(KnowledgeSearch, registry.find("searches", search.name)(**search.options))


def build_generator(settings: Settings) -> Generator:
    """Who writes the answer, held to the rule of when not to."""

    def reader() -> Generator:
        make = registry.find("generators", "extractive")
        always = {"always_answer": True} if settings.generator.always_answer else {}
        return fit(Generator, make(build_assayer(settings), **always))

    match settings.generator.name:
        case "extractive":
            written = reader()
        case "chat" | "local" | "transformers" as kind:
            # A scorer that is itself a large model would be asked once more for every sentence.
            scorer = build_scorer(settings) if settings.scorer.name == "assayer" else None
            written = build_chat_generator(settings, kind, scorer)
            if settings.generator.fallback:
                written = WithFallback(written, reader())
        case name:
            plugin = registry.find("generators", name)
            written = fit(Generator, plugin(**settings.generator.options))
    return Abstaining(written, build_abstention(settings))


def build_embedder(settings: Settings) -> Embedder:
    """What maps passages and questions to vectors."""
    return _embedder(settings.scorer.threads)


@lru_cache(maxsize=1)
def _embedder(threads: int | None) -> Embedder:
    embedder = registry.find("embedders", "onnx")
    return fit(Embedder, embedder(MODELS / "embedder", threads=threads))


def build_primer(settings: Settings) -> Callable[[Sequence[tuple[str, Passage]]], None]:
    """What runs many (question, passage) pairs through the model at once, ahead of the runs."""
    if settings.scorer.name == "assayer":
        return build_assayer(settings).prime
    return lambda pairs: None


def fit(port: type[Port], part: object) -> Port:
    """The part itself, or an error when what a name stands for has not the port's method."""
    if isinstance(part, port):
        return part
    raise SettingsError(
        f"{type(part).__name__} does not fit where a {port.__name__} is needed",
        hint=f"a {port.__name__} has the method that assay.ports.{port.__name__} shows",
    )
