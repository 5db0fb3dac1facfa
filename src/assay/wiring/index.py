"""From settings to the index: its retriever, its embedder and its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from assay import registry
from assay.config import Settings
from assay.errors import InputError, SettingsError
from assay.model_files import MODELS
from assay.ports import Embedder, Retriever
from assay.text.stop_words import Language
from assay.wiring.fit import fit
from assay.wiring.models import own_weights

if TYPE_CHECKING:
    from assay.indexing.open_index import LanceIndex
    from assay.indexing.vocabulary import Vocabulary


def build_retriever(settings: Settings) -> Retriever:
    """What finds passages in the index."""
    retrieval = settings.retrieval
    retriever = registry.find("retrievers", retrieval.mode)
    if retrieval.mode not in registry.OURS["retrievers"]:
        return fit(Retriever, retriever(**retrieval.options))
    index = build_index(settings)
    if retrieval.mode == "fulltext":
        return fit(Retriever, retriever(index, top_k=retrieval.top_k))
    embedder, quick = build_embedder(settings), None
    _refuse_other_vectors(index.manifest.embedder, embedder, index_dir(settings))
    if index.manifest.quick:
        quick = build_quick_embedder()
        _refuse_other_vectors(index.manifest.quick, quick, index_dir(settings))
    return fit(Retriever, retriever(index, embedder, top_k=retrieval.top_k, quick=quick))


MAX_NAMED = 5  # indexes that an error names


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
    from assay.indexing.names import index_folder, named_indexes
    from assay.indexing.store.s3_address import s3_address, shown

    if settings.index.dir is None:
        yours = ", ".join(each.name for each in named_indexes()[:MAX_NAMED])
        raise InputError(
            "no index was named",
            hint=f"add --index NAME{f'; there is {yours}' if yours else ''};"
            " `assay index PATH --index NAME` makes one; or set [index] dir in assay.toml",
        )
    folder = index_folder(settings.index.dir)
    if s3_address(folder) is not None and settings.search.web is False:
        raise SettingsError(
            f"{shown(folder)} is on another machine, and search.web = false (--no-web) forbids it",
            hint="copy the index to a folder here, or allow connections",
        )
    return folder


def build_vocabulary(settings: Settings) -> Vocabulary:
    """The words of the index."""
    return build_index(settings).now().vocabulary


def index_language(settings: Settings) -> Language:
    """The language that most passages of the index are in; English where the index is not ours."""
    ours = settings.retrieval.mode in registry.OURS["retrievers"]
    if not ours or settings.index.dir is None or not has_index(settings):
        return Language.ENGLISH
    return build_vocabulary(settings).language


def has_index(settings: Settings) -> bool:
    """True when there is something at the place that the settings name."""
    from assay.indexing.manifest import manifest_stamp

    return settings.index.dir is not None and manifest_stamp(index_dir(settings)) is not None


def build_index(settings: Settings) -> LanceIndex:
    """The index of the settings, opened once for all parts of a run."""
    from assay.indexing.store.s3_address import s3_address

    folder = index_dir(settings)
    return _index(folder if s3_address(folder) is not None else folder.absolute())


@lru_cache(maxsize=64)
def _index(folder: Path) -> LanceIndex:
    from assay.indexing.open_index import open_index

    return open_index(folder)


def build_embedder(settings: Settings) -> Embedder:
    """The embedder that maps passages and questions to vectors."""
    return _embedder(own_weights(settings, "embedder"), settings.scorer.threads)


def build_small_embedder(settings: Settings) -> Embedder:
    """The small embedder, over whatever index: what was trained on its vectors needs them."""
    return _embedder(MODELS / "embedder", settings.scorer.threads)


def embedder_elsewhere(settings: Settings) -> Callable[[], Embedder]:
    """A function that builds the embedder in a worker process, by default with one thread."""
    return partial(_embedder, own_weights(settings, "embedder"), settings.scorer.threads or 1)


@lru_cache(maxsize=1)
def build_quick_embedder() -> Embedder:
    """The embedder of the first stage of an index, some hundred times as fast."""
    return fit(Embedder, registry.find("embedders", "static")(MODELS / "static"))


def word_likeness(word: str, others: Sequence[str]) -> list[float]:
    """How alike a word is in meaning to each of some others, by the vectors of our table."""
    first, *vectors = build_quick_embedder().embed([word, *others])
    return [float(first @ each) for each in vectors]


@lru_cache(maxsize=2)
def _embedder(folder: Path, threads: int | None) -> Embedder:
    embedder = registry.find("embedders", "onnx")
    return fit(Embedder, embedder(folder, threads=threads))
