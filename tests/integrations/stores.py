"""The same few documents in a store of each framework, as assay's retriever."""

from __future__ import annotations

MOTOR = "The warranty covers the motor for five years. Send the machine in its own box."
BREAD = "Bread is baked in an oven at 220 degrees."
QUESTION = "How long does the warranty cover the motor?"


def langchain_store(texts=(MOTOR, BREAD)):
    from langchain_core.documents import Document
    from langchain_core.embeddings import DeterministicFakeEmbedding
    from langchain_core.vectorstores import InMemoryVectorStore

    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
    store.add_documents([Document(text, metadata={"title": "T", "page": 1}) for text in texts])
    return store.as_retriever()


def llamaindex_store(texts=(MOTOR, BREAD)):
    from llama_index.core import SummaryIndex
    from llama_index.core.schema import TextNode

    nodes = [TextNode(id_=f"n{i}", text=t, metadata={"page": 1}) for i, t in enumerate(texts)]
    return SummaryIndex(nodes).as_retriever()


def haystack_store(texts=(MOTOR, BREAD)):
    from haystack import Document
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore()
    store.write_documents([Document(content=text, meta={"page": 1}) for text in texts])
    return InMemoryBM25Retriever(store)


def from_langchain():
    from assay_integrations.langchain import LangChainRetriever

    return LangChainRetriever(langchain_store())


def from_llamaindex():
    from assay_integrations.llamaindex import LlamaIndexRetriever

    return LlamaIndexRetriever(llamaindex_store())


def from_haystack():
    from assay_integrations.haystack import HaystackRetriever

    return HaystackRetriever(haystack_store())


def from_dspy():
    from assay_integrations.dspy import DspyRetriever

    return DspyRetriever(lambda query: [MOTOR, BREAD])


RETRIEVERS = [from_langchain, from_llamaindex, from_haystack, from_dspy]
