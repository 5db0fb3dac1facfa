"""From a name in the settings to a class: ours by table, plugins by entry point.

A plugin is any package that declares an entry point in a group `assay.<port>`:

    [project.entry-points."assay.generators"]
    mine = "my_package:MyGenerator"

and is then chosen by its name. Nothing is imported before it is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from assay.errors import SettingsError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "assay."

OURS: Mapping[str, Mapping[str, str]] = {
    "strategies": {},  # ours stand in the one table of assay.wiring.catalogue
    "retrievers": {
        "hybrid": "assay.adapters.retrievers.hybrid:HybridRetriever",
        "fulltext": "assay.adapters.retrievers.full_text:FullTextRetriever",
        "dense": "assay.adapters.retrievers.dense:DenseRetriever",
    },
    "embedders": {
        "onnx": "assay.adapters.embedders.onnx_embedder:OnnxEmbedder",
        "static": "assay.adapters.embedders.static_embedder:StaticEmbedder",
    },
    "scorers": {
        "assayer": "assay.adapters.scorers.onnx_scorer:OnnxScorer",
        "t5": "assay.adapters.scorers.t5_scorer:T5Scorer",
        "odds": "assay.adapters.scorers.odds:OddsScorer",
        "both": "assay.adapters.scorers.odds:OddsScorer",
        "chat": "assay.adapters.scorers.chat_scorer:ChatScorer",
        "reranker": "assay.adapters.scorers.reranker:Reranker",
        "cross_encoder": "assay.adapters.scorers.cross_encoder:CrossEncoderScorer",
    },
    "refiners": {
        "entries": "assay.steps.correct.refine:EntryRefiner",
        "strips": "assay.steps.correct.refine:StripRefiner",
        "rescore": "assay.steps.correct.refine:StripRefiner",
        "none": "assay.steps.correct.refine:NoRefinement",
    },
    "searches": {"none": "assay.adapters.search.null_search:NullSearch"},
    "rewriters": {
        "keywords": "assay.adapters.rewriters.keyword:KeywordRewriter",
        "keep": "assay.adapters.rewriters.keep_question:KeepQuestion",
        "prompt": "assay.adapters.rewriters.prompted:PromptedRewriter",
    },
    "generators": {
        "extractive": "assay.reader.span_reader:SpanReader",
        "chat": "assay.adapters.generators.chat:ChatGenerator",
        "local": "assay.adapters.generators.chat:ChatGenerator",
        "transformers": "assay.adapters.generators.chat:ChatGenerator",
    },
    "verifiers": {
        "trained": "assay.adapters.verifiers.trained:TrainedVerifier",
        "chat": "assay.adapters.verifiers.chat_verifier:ChatVerifier",
        "direct": "assay.adapters.verifiers.chat_verifier:ChatVerifier",
        "cov": "assay.adapters.verifiers.chat_verifier:ChatVerifier",
        "cov_direct": "assay.adapters.verifiers.chat_verifier:ChatVerifier",
    },
    "chat_models": {
        "chat": "assay.adapters.chat.openai_chat:OpenAIChat",
        "local": "assay.adapters.chat.llama_cpp:LlamaCppChat",
        "transformers": "assay.adapters.chat.transformers_chat:TransformersChat",
    },
}


def names(port: str) -> list[str]:
    """Every name that can be chosen for a port, ours first."""
    return [*OURS[port], *sorted(_plugins(port).keys() - OURS[port].keys())]


def find(port: str, name: str) -> Callable[..., Any]:
    """The class behind a name; ours cannot be replaced by a plugin of the same name."""
    if name in OURS[port]:
        module, _, attribute = OURS[port][name].partition(":")
        return getattr(import_module(module), attribute)  # type: ignore[no-any-return] # by table
    plugin = _plugins(port).get(name)
    if plugin is None:
        raise SettingsError(
            f"'{name}' is not one of the {port}", hint=f"choose from: {', '.join(names(port))}"
        )
    try:
        return plugin.load()  # type: ignore[no-any-return] # whatever the plugin declares
    except (ImportError, AttributeError) as error:
        raise SettingsError(
            f"the plugin '{name}' ({plugin.value}) cannot be loaded: {error}",
            hint="reinstall the package that provides it",
        ) from error


def _plugins(port: str) -> dict[str, EntryPoint]:
    # Only where a name is none of ours: it brings the parsers of e-mail, archives and tables.
    from importlib.metadata import entry_points  # noqa: PLC0415

    return {point.name: point for point in entry_points(group=GROUP + port)}
