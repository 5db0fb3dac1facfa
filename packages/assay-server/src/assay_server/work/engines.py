"""Every way of answering that requests ask for, over one index and one set of models."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from assay.adapters.chat.look_around import served_models
from assay.adapters.keys import read_key
from assay.adapters.web.no_network import is_here
from assay.config import Settings
from assay.engine import Engine
from assay.errors import (
    AssayError,
    IndexMissingError,
    InputError,
    MissingExtraError,
    ModelError,
    ServiceError,
)
from assay.indexing.open_index import LanceIndex
from assay.ports import ChatModel, Embedder, KnowledgeSearch, RelevanceScorer, Retriever, Verifier
from assay.types import Span, Thresholds
from assay.wiring import (
    Overrides,
    build_assayer,
    build_chat_model,
    build_embedder,
    build_engine,
    build_retriever,
    build_scorer,
    build_search,
    build_thresholds,
    build_verifier,
    index_dir,
    model_kind,
)
from assay.wiring.catalogue import CATALOGUE, Need, StrategyEntry, strategy_names
from assay.wiring.chat import CHAT_KINDS, with_effort
from assay.wiring.readiness import lacking
from assay_server.errors import ConflictError, NoDocumentsError, NotFoundError
from assay_server.options import ServeOptions
from assay_server.work.variant import StrategyLine, Variant

MAX_ENGINES = 32
READER = "reader"
"""Instead of a language model: our reader, which quotes and writes nothing of its own."""


def every_index(settings: Settings, options: ServeOptions) -> list[Engines]:
    """The engines of each index that a server serves, all with the same models."""
    found = [Engines(settings)]
    for folder in options.also:
        index = settings.index.model_copy(update={"dir": folder})
        found.append(Engines(settings.model_copy(update={"index": index})))
    return found


class Engines:
    """Builds engines when they are first asked for; safe to use from several threads."""

    def __init__(self, settings: Settings, given: Overrides | None = None) -> None:
        """Keep the settings; `given` parts take the place of those the settings name."""
        self.settings = settings
        self._given = given or Overrides()
        self._engines: OrderedDict[Variant, Engine] = OrderedDict()
        self._retriever: Retriever | None = self._given.retriever
        self._search: KnowledgeSearch | None = self._given.search
        self._served: tuple[str, ...] | None = None
        self._lock = threading.RLock()

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Every strategy, looked up once: to look plugins up reads files of every package."""
        return tuple(strategy_names())

    @property
    def folder(self) -> Path:
        """The folder of the index."""
        return index_dir(self.settings)

    def engine(self, variant: Variant) -> Engine:
        """The engine for what a request chose."""
        with self._lock:
            if variant in self._engines:
                self._engines.move_to_end(variant)
            else:
                self._engines[variant] = self._build(variant)
                if len(self._engines) > MAX_ENGINES:
                    self._engines.popitem(last=False)
            return self._engines[variant]

    def settled(self, variant: Variant) -> Variant:
        """The same choice spelt out, so that equal ones are equal however they were asked for."""
        strategy = self._known(variant.strategy or self.settings.strategy)
        variant = self._settled_model(variant)
        verify = self.settings.verifier.verify if variant.verify is None else variant.verify
        if variant.upper is None and variant.lower is None:
            return replace(variant, strategy=strategy, verify=verify)
        borders = self._borders(variant)
        usual = self.usual_borders(variant)
        return replace(
            variant,
            strategy=strategy,
            verify=verify,
            upper=None if borders == usual else borders.upper,
            lower=None if borders == usual else borders.lower,
        )

    def _settled_model(self, variant: Variant) -> Variant:
        model, effort = variant.model, variant.effort
        if model is not None and model not in self.models():
            raise NotFoundError(
                f"the model '{model[:60]}' is not offered here",
                hint=f"there are: {', '.join(self.models())[:400]}",
            )
        usual_effort = self.settings.model.effort
        return replace(
            variant,
            model=None if model == self.model else model,
            effort=None if effort == usual_effort else effort,
        )

    @property
    def model(self) -> str:
        """What writes the answers when a request does not choose."""
        return self._own if self.settings.generator.name in CHAT_KINDS else READER

    @property
    def _own(self) -> str:
        """What the model of the settings is called here: a file without its folder, or the kind."""
        name = self.settings.model.name
        return (
            Path(name).name if Path(name).is_absolute() else name
        ) or self.settings.generator.name

    def models(self) -> tuple[str, ...]:
        """The reader, the model of the settings, and what else the server of that model serves."""
        kind, chosen = model_kind(self.settings), self.settings.model
        if kind is None or self._given.generator is not None:
            return (READER,)
        if self._served is None and kind == "chat" and chosen.base_url is not None:
            self._served = _served_beside(self.settings)
        return tuple(dict.fromkeys((READER, self._own, *(self._served or ()))))

    def retriever(self, top_k: int | None = None) -> Retriever:
        """What finds passages; all engines search one open index."""
        with self._lock:
            if self._retriever is None:
                try:
                    self._retriever = build_retriever(self.settings)
                except IndexMissingError:
                    raise NoDocumentsError(self.folder.name) from None
            found: Any = self._retriever
        if top_k is not None and is_dataclass(found) and hasattr(found, "top_k"):
            return replace(found, top_k=top_k)  # type: ignore[type-var, return-value]
        return found  # type: ignore[no-any-return]

    def scorer(self) -> RelevanceScorer:
        """Who judges passages."""
        return self._given.scorer or build_scorer(self.settings)

    def thresholds(self) -> Thresholds:
        """The borders of what `scorer` says."""
        return self._thresholds(self.settings)

    def usual_borders(self, variant: Variant) -> Thresholds:
        """The borders of the verdict on a question, by who judges at this effort."""
        return self._thresholds(with_effort(self._writing(self.settings, variant)))

    def _thresholds(self, settings: Settings) -> Thresholds:
        ours = self._given.scorer is None
        return self._given.thresholds or build_thresholds(settings, ours)

    def verifier(self) -> Verifier:
        """Who checks a text against evidence."""
        return build_verifier(self.settings, self._given)

    def chat(self, variant: Variant) -> ChatModel | None:
        """The language model that rewrites follow-up questions; None where none writes answers."""
        if self._given.chat is not None:
            return self._given.chat
        settings = self._writing(self.settings, variant)
        kind = None if variant.model == READER else model_kind(settings)
        with self._lock:
            return None if kind is None else build_chat_model(settings, kind)

    def embedder(self) -> Embedder:
        """What makes vectors of passages, for indexing."""
        return build_embedder(self.settings)

    def read(self, question: str, texts: Sequence[Any]) -> list[Span] | None:
        """The best answer in each text; None where the scorer is not ours and reads nothing."""
        if self._given.scorer is not None or self.settings.scorer.name != "assayer":
            return None
        return build_assayer(self.settings).read(question, texts)

    def refresh(self) -> None:
        """Look for a newer state of the index now, instead of within seconds."""
        index = getattr(self._retriever, "index", None)
        if isinstance(index, LanceIndex):
            index.refresh()

    def check(self) -> None:
        """Raise what every question would fail with until the server is started otherwise.

        A file or a package that is named and is not there stays so; documents may come, and a
        model's server that is down.
        """
        try:
            self._sources()
            self.engine(Variant())
        except NoDocumentsError:
            return
        except (InputError, IndexMissingError, MissingExtraError, ModelError):
            raise
        except AssayError:
            return  # told to whoever asks

    def warm_up(self) -> None:
        """Load the models and open the index, if there is one, before the first question."""
        try:
            self.engine(Variant())
        except AssayError:
            return  # told to whoever asks; documents may still come

    def strategies(self) -> list[StrategyLine]:
        """Ours in the order of the catalogue, then those of plugins."""
        ours = [
            StrategyLine(each.name, each.line, each.paper, self._missing(each))
            for each in CATALOGUE
        ]
        described = {each.name for each in ours}
        return ours + [
            StrategyLine(name, "a plugin's strategy")
            for name in self._names
            if name not in described
        ]

    def _missing(self, entry: StrategyEntry) -> tuple[str, ...]:
        """What a strategy lacks here; an index is no matter, documents can come at any time."""
        needs = tuple(need for need in entry.needs if need is not Need.INDEX)
        return lacking(replace(entry, needs=needs), self.settings)

    def _build(self, variant: Variant) -> Engine:
        settings = self.settings
        if variant.strategy is not None:
            settings = settings.model_copy(update={"strategy": self._known(variant.strategy)})
        if variant.verify is not None:
            verifier = settings.verifier.model_copy(update={"verify": variant.verify})
            settings = settings.model_copy(update={"verifier": verifier})
        settings = self._writing(settings, variant)
        if variant.top_k is not None:
            retrieval = settings.retrieval.model_copy(update={"top_k": variant.top_k})
            settings = settings.model_copy(update={"retrieval": retrieval})
        retriever: Retriever | None = self.retriever(variant.top_k)
        if self._given.retriever is None and with_effort(settings).retrieval.expand:
            retriever = None  # the strategy puts its own around the same open index
        given = replace(self._given, retriever=retriever, search=self._sources())
        if variant.upper is not None or variant.lower is not None:
            given = replace(given, thresholds=self._borders(variant))
        return build_engine(settings, given)

    def _writing(self, settings: Settings, variant: Variant) -> Settings:
        """The settings with another writer or effort."""
        generator, model = settings.generator, settings.model
        if variant.model is not None:
            kind = "extractive" if variant.model == READER else model_kind(self.settings)
            generator = generator.model_copy(update={"name": kind})
            if variant.model not in (READER, self._own):
                model = model.model_copy(update={"name": variant.model})
        if variant.effort is not None:
            model = model.model_copy(update={"effort": variant.effort})
        return settings.model_copy(update={"generator": generator, "model": model})

    def _sources(self) -> KnowledgeSearch:
        """The outside sources, opened once for all engines."""
        if self._search is None:
            self._search = build_search(self.settings)
        return self._search

    def _known(self, strategy: str) -> str:
        name = strategy.strip().lower().replace("-", "_")
        if name not in self._names:
            raise NotFoundError(
                f"there is no strategy '{strategy[:60]}'", hint="GET /v1/strategies lists them"
            )
        return name

    def _borders(self, variant: Variant) -> Thresholds:
        usual = self.usual_borders(variant)
        upper = usual.upper if variant.upper is None else variant.upper
        lower = usual.lower if variant.lower is None else variant.lower
        if lower > upper:
            raise ConflictError(
                f"the lower threshold ({lower:g}) is above the upper one ({upper:g})",
                hint="choose lower <= upper",
            )
        return Thresholds(upper, lower)


def _served_beside(settings: Settings) -> tuple[str, ...] | None:
    """The other models of the chosen model's server; None when it does not say."""
    model = settings.model
    if settings.search.web is False and not is_here(urlsplit(model.base_url or "").hostname or ""):
        return None
    try:
        return served_models(model.base_url, read_key(os.environ, model.key_variable))
    except ServiceError:
        return None
