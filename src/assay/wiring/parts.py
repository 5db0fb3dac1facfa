"""From settings to objects: one small function for each port."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from assay import registry
from assay.config import Settings
from assay.errors import SettingsError
from assay.model_files import CARD, load_card
from assay.ports import (
    Generator,
    KnowledgeSearch,
    QueryRewriter,
    Refiner,
    RelevanceScorer,
    StripScorer,
)
from assay.steps.answer.abstain import Abstaining
from assay.steps.correct.refine import (
    EntryRefiner,
    NoRefinement,
    RescoreStrips,
    StripRefiner,
    WholeEntries,
)
from assay.text.stop_words import Language
from assay.wiring.chat import (
    CHAT_KINDS,
    build_abstention,
    build_chat_generator,
    build_yes_no_model,
    model_kind,
    with_effort,
    writes_from_entries,
)
from assay.wiring.external import build_prompted_rewriter, build_sources
from assay.wiring.fit import fit
from assay.wiring.index import build_index, build_retriever, build_vocabulary, index_language
from assay.wiring.scorers import (
    assayer_folder,
    build_assayer,
    build_evaluator,
    build_nli_scorer,
    build_reply_judge,
    build_thresholds,
    own_thresholds,
    verifier_folder,
    without_model,
)

Port = TypeVar("Port")
MIN_ENTRIES, JUDGED_ENTRIES = 6, 10
"""How many whole entries a language model reads at least, and how many where it judged them first
(but in the process, where reading takes longest); fewer where its context has no room for them."""
KEEP_ABOVE = -0.5
"""The paper's threshold for strips; a model card may have a better one."""


def build_refiner(settings: Settings, scorer: RelevanceScorer, ours: bool = True) -> Refiner:
    """The refiner that reduces judged passages to the strips worth keeping."""
    refine = settings.refine
    registry.find("refiners", refine.name)
    if refine.name == "none":
        return NoRefinement()
    by_entries = refine.name == "entries" and settings.generator.prompt == "entries"
    if by_entries and settings.generator.name in CHAT_KINDS:
        judged = settings.scorer.name in ("odds", "both") and model_kind(settings) != "local"
        return WholeEntries(max(JUDGED_ENTRIES if judged else MIN_ENTRIES, refine.top_k))
    strips: StripScorer = RescoreStrips(scorer)
    if refine.name in ("strips", "entries") and isinstance(scorer, StripScorer):
        strips = scorer  # it judges strips in the pass that judged their passage
    distinct = refine.name != "rescore"
    cut = StripRefiner(
        strips, _keep_above(settings, ours), refine.top_k, refine.sentences, distinct
    )
    if refine.name != "entries":
        return cut
    return EntryRefiner(cut, refine.top_k, _least(settings, ours))


def _least(settings: Settings, ours: bool) -> float:
    """The lower threshold of the verdict; -1 for a scorer without one."""
    try:
        return build_thresholds(settings, ours).lower
    except SettingsError:
        return -1.0


def _keep_above(settings: Settings, ours: bool) -> float:
    if settings.refine.keep_above is not None:
        return settings.refine.keep_above
    card = own_thresholds(settings) if ours else {}
    return card.get("keep_above", KEEP_ABOVE)


def build_rewriter(settings: Settings) -> QueryRewriter:
    """The rewriter that turns a question into a search query."""
    chosen = settings.rewriter
    if chosen.name == "prompt":
        return build_prompted_rewriter(settings)
    return fit(QueryRewriter, registry.find("rewriters", chosen.name)(**chosen.options))


def build_search(settings: Settings) -> KnowledgeSearch:
    """The search outside the index: a plugin, or the chosen sources one after another."""
    search = settings.search
    if search.name == "none":
        return build_sources(settings, build_retriever)
    return fit(KnowledgeSearch, registry.find("searches", search.name)(**search.options))


def build_generator(settings: Settings, *, judged: bool = True) -> Generator:
    """The generator that writes the answer, under the rule of abstention.

    Without `judged` a language model writes alone, with no reader beside it.
    """
    settings = with_effort(settings)
    from assay.reader.bridge_reader import BridgeReader
    from assay.reader.span_reader import SpanReader

    def reader() -> Generator:
        make = registry.find("generators", "extractive")
        always = {"always_answer": True} if settings.generator.always_answer else {}
        spans: Generator = fit(Generator, make(build_assayer(settings), **always))
        if isinstance(spans, SpanReader):  # a plugin of that name reads as it likes
            spans = BridgeReader(spans)
        return _entry_reader(settings, spans) if settings.generator.form == "auto" else spans

    match settings.generator.name:
        case "extractive":
            written = reader()
        case "chat" | "local" | "transformers" as kind:
            written = _written_by_model(settings, kind, reader, judged=judged)
        case name:
            plugin = registry.find("generators", name)
            written = fit(Generator, plugin(**settings.generator.options))
    return Abstaining(written, build_abstention(settings))


def _written_by_model(
    settings: Settings, kind: str, reader: Callable[[], Generator], *, judged: bool
) -> Generator:
    """A language model's answers: of any question beside the reader's, and judged together."""
    from assay.adapters.generators.fallback import WithFallback
    from assay.adapters.generators.judged import JudgedGenerator
    from assay.steps.answer.entry_prompt import room_for_evidence
    from assay.wiring.second_look import build_objections

    falls_back = settings.generator.fallback
    # Evaluator, verifier, reader and judge know only English: the words alone are checked.
    english = index_language(settings) is Language.ENGLISH
    # A scorer that is itself a large model would be asked once more for every sentence.
    cheap = english and settings.scorer.name in ("assayer", "odds", "both")
    scorer = build_evaluator(settings) if cheap else None
    objects = build_objections(settings) if english else None
    writer = build_chat_generator(settings, kind, scorer, objects=objects)
    asked, unasked = build_reply_judge("asked"), build_reply_judge("unasked")
    # The judge was fitted on what these score.
    fitted = judged and cheap and writes_from_entries(settings)
    if not fitted or asked is None or unasked is None:
        return WithFallback(writer, reader()) if falls_back else writer
    by_odds = settings.scorer.name in ("odds", "both")
    return JudgedGenerator(
        writer,
        reader(),
        asked,
        unasked,
        build_yes_no_model(settings) if by_odds else None,
        may_refuse=not settings.generator.always_answer,
        falls_back=falls_back,
        alone_from=build_thresholds(without_model(settings)).lower,
        room=room_for_evidence(settings.model.context, settings.model.max_tokens),
    )


def _entry_reader(settings: Settings, spans: Generator) -> Generator:
    """The reader that lays answers out, where there is an index."""
    from assay.reader.entry_reader import EntryReader
    from assay.reader.pieces import MAX_PIECES
    from assay.steps.answer.confidence import Confidence

    if settings.index.dir is None:
        return spans
    right = load_card(assayer_folder(settings)).calibration("answer", Confidence)
    can_verify = (verifier_folder(settings) / CARD).is_file()
    return EntryReader(
        build_assayer(settings),
        build_evaluator(settings),
        right or Confidence(),
        lambda: build_vocabulary(settings),
        spans,
        partial(build_nli_scorer, settings) if can_verify else None,
        lambda passage: build_index(settings).reading(lambda now: now.around(passage, MAX_PIECES)),
        frozenset(settings.generator.without),
    )
