"""Text indexed in a second: ours, LlamaIndex and LangChain, from texts to a searchable index."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.indexing.index_paths import index_paths
from assay.model_files import MODELS, tokenizer_file
from assay_bench.extras import require
from assay_bench.peers.contender import Contender, Job, missing, not_installed, versions_of
from assay_bench.peers.size import Size
from assay_bench.speed import corpus
from assay_bench.speed.in_fresh_process import in_fresh_process

EXTRA = "peers"
TORCH = ("torch", "transformers", "sentence-transformers")
LLAMA = ("llama-index-core",)
LANGCHAIN = ("langchain-core", "langchain-text-splitters")
LONGEST = 256
CHUNK, OVERLAP = 1000, 200


def index(size: Size) -> Job:
    """Everybody's rate over the same files, each in a process of its own."""
    ours = in_fresh_process(_ours, size)
    found = [Contender("assay", ours, "", versions_of(["onnxruntime", "pylance"]))]
    others: list[tuple[str, tuple[str, ...], Callable[[Size], float]]] = [
        ("LlamaIndex", (*LLAMA, *TORCH), _llama_index),
        ("LangChain", (*LANGCHAIN, *TORCH), _langchain),
    ]
    for name, packages, measure in others:
        if missing(packages):
            found.append(not_installed(name, packages))
        else:
            rate = in_fresh_process(measure, size)
            found.append(Contender(name, rate, "", versions_of(packages)))
    note = (
        "Splitting, embedding and storing the same files. LlamaIndex and LangChain have their own"
        " splitters and stores in memory, with chunks that the embedder can read whole (256 tokens;"
        f" {CHUNK} characters with {OVERLAP} in common), and embed with a MiniLM of six layers in"
        " sentence-transformers, with random weights. Ours embeds with its int8 MiniLM and writes"
        " vectors, texts and a full-text index to disk."
    )
    return Job("Indexing", "kB of text/s", tuple(found), note)


def _ours(size: Size) -> float:
    embedder = OnnxEmbedder(MODELS / "embedder")
    embedder.embed(["warm up"])
    with tempfile.TemporaryDirectory() as folder:
        files = corpus.write_files(Path(folder) / "texts", size.data, size.indexed)
        kilobytes = sum(path.stat().st_size for path in files) / 1000
        began = time.perf_counter()
        index_paths([Path(folder) / "texts"], Path(folder) / "index", embedder)
        return kilobytes / (time.perf_counter() - began)


def _rate(size: Size, work: Callable[[list[str]], object]) -> float:
    """The rate of what turns texts into an index, reading the files included."""
    with tempfile.TemporaryDirectory() as folder:
        files = corpus.write_files(Path(folder) / "texts", size.data, size.indexed)
        kilobytes = sum(path.stat().st_size for path in files) / 1000
        began = time.perf_counter()
        work([path.read_text("utf-8") for path in files])
        return kilobytes / (time.perf_counter() - began)


def _llama_index(size: Size) -> float:
    core = require("llama_index.core", extra=EXTRA)
    base = require("llama_index.core.embeddings", extra=EXTRA).BaseEmbedding
    model = _random_minilm()

    class Embedding(base):  # type: ignore[misc,valid-type] # a class of an optional package
        def _get_text_embedding(self, text: str) -> list[float]:
            return _embedded(model, [text])[0]

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return _embedded(model, texts)

        def _get_query_embedding(self, query: str) -> list[float]:
            return _embedded(model, [query])[0]

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return _embedded(model, [query])[0]

    splitter = core.node_parser.SentenceSplitter(chunk_size=LONGEST, chunk_overlap=20)

    def work(texts: list[str]) -> object:
        documents = [core.Document(text=text) for text in texts]
        return core.VectorStoreIndex.from_documents(
            documents, transformations=[splitter], embed_model=Embedding(embed_batch_size=32)
        )

    return _rate(size, work)


def _langchain(size: Size) -> float:
    splitters = require("langchain_text_splitters", extra=EXTRA)
    base = require("langchain_core.embeddings", extra=EXTRA).Embeddings
    store = require("langchain_core.vectorstores", extra=EXTRA).InMemoryVectorStore
    model = _random_minilm()

    class Embedding(base):  # type: ignore[misc,valid-type] # a class of an optional package
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return _embedded(model, texts)

        def embed_query(self, text: str) -> list[float]:
            return _embedded(model, [text])[0]

    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=CHUNK, chunk_overlap=OVERLAP)

    def work(texts: list[str]) -> object:
        chunks = [chunk for text in texts for chunk in splitter.split_text(text)]
        return store.from_texts(chunks, Embedding())

    return _rate(size, work)


def _embedded(model: Any, texts: Sequence[str]) -> list[list[float]]:  # noqa: ANN401 - optional package
    vectors: list[list[float]] = model.encode(list(texts), show_progress_bar=False).tolist()
    return vectors


def _random_minilm() -> Any:  # noqa: ANN401 - optional package
    """A sentence encoder of MiniLM's shape; its weights make no difference to its speed."""
    transformers = require("transformers", extra="peers")
    transformers.utils.logging.disable_progress_bar()
    sentence = require("sentence_transformers", extra=EXTRA)
    parts = require("sentence_transformers.models", extra=EXTRA)
    config = transformers.BertConfig(
        hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536
    )
    with tempfile.TemporaryDirectory() as folder:
        transformers.BertModel(config).save_pretrained(folder)
        transformers.PreTrainedTokenizerFast(
            tokenizer_file=str(tokenizer_file(MODELS / "embedder")),
            pad_token="[PAD]",
            unk_token="[UNK]",
            cls_token="[CLS]",
            sep_token="[SEP]",
            mask_token="[MASK]",
            model_max_length=LONGEST,
        ).save_pretrained(folder)
        encoder = parts.Transformer(folder, max_seq_length=LONGEST)
    model = sentence.SentenceTransformer(modules=[encoder, parts.Pooling(384)], device="cpu")
    model.encode(["warm up"], show_progress_bar=False)
    return model
