"""assay as tools of the Model Context Protocol: to ask, to check, and to look documents up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field
from starlette.requests import Request

from assay import __version__
from assay.engine import MAX_QUESTION, checked_question
from assay.errors import AssayError
from assay.text.places import location, name_of
from assay.types import Answer, Passage
from assay_server.bodies import MAX_FOUND, MAX_TEXT, MAX_TEXTS
from assay_server.public_id import public_id
from assay_server.routes.documents import list_view, text_view
from assay_server.routes.evidence import score_texts, verify_text
from assay_server.shared import Served, Shared
from assay_server.work.fair_queue import FairQueue
from assay_server.work.run import Run, Watcher
from assay_server.work.variant import Variant
from assay_server.written import written_sources

R = TypeVar("R")
LOOK_SECONDS = 0.25  # between two looks at whether the client is still there
INSTRUCTIONS = (
    "assay answers from one index of documents and tests its evidence first. `ask` gives an answer "
    "with exact citations or a refusal with its reason; it refuses where nothing that was found "
    "answers: try other words, or `find`. `find` only looks passages up, `list_documents` and "
    "`read_document` show what there is. `score_evidence` judges texts of yours by a "
    "question, `verify_answer` checks a text of yours against evidence, sentence by sentence."
)
Question = Annotated[
    str, Field(min_length=1, max_length=MAX_QUESTION, description="one question in plain words")
]
Words = Annotated[
    str, Field(min_length=1, max_length=MAX_QUESTION, description="the words to look for")
]
Texts = Annotated[
    list[Annotated[str, Field(max_length=MAX_TEXT)]],
    Field(min_length=1, max_length=MAX_TEXTS, description="the texts, each whole"),
]
Found = Annotated[int, Field(ge=1, le=MAX_FOUND, description="how many passages at most")]
Strategy = Annotated[
    str | None, Field(description="a way of answering, such as crag or rag; usually left out")
]
Verify = Annotated[
    bool | None, Field(description="check each sentence of the answer, and ask again if it fails")
]
IndexName = Annotated[str | None, Field(description="which index; the first if left out")]
Limit = Annotated[int, Field(ge=1, le=500, description="how many documents at most")]
Offset = Annotated[int, Field(ge=0, description="how many to pass over")]
MAX_SHOWN = 1_500  # characters of a passage that `find` shows
MAX_READ = 20_000  # characters of a document in one call


def make_mcp(shared: Shared) -> MCPServer:
    """A server of the protocol whose tools share one queue."""
    names = ", ".join(shared.indexes)
    several = f" There are several indexes, chosen by `index`: {names}."
    told = INSTRUCTIONS + (several if len(shared.indexes) > 1 else "")
    server: MCPServer = MCPServer("assay", instructions=told, version=__version__)
    tools = Tools(shared)
    looks = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    asking = (tools.ask, tools.score_evidence, tools.verify_answer)
    looking = (tools.find, tools.list_documents, tools.read_document)
    for tool in (*asking, *looking):
        server.add_tool(tool, annotations=looks)
    return server


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools; what a model is told of each is its docstring."""

    shared: Shared

    async def ask(
        self,
        question: Question,
        ctx: Context,
        strategy: Strategy = None,
        verify: Verify = None,
        index: IndexName = None,
    ) -> dict[str, Any]:
        """Answer a question from the index, with citations, or refuse with the reason."""
        served = self._index(index)
        asked, variant = _settled(served, question, Variant(strategy, verify))

        def work(watcher: Watcher) -> Answer:
            engine = served.engines.engine(variant)
            return engine.watch(asked, watcher.tell, watcher.tell, watcher.stop)

        key = ("ask", served.name, variant, asked)
        answer = await _in_queue(self.shared.slow, key, ctx, work)
        self.shared.metrics.count_answer(answer)
        return told(answer)

    def _index(self, name: str | None) -> Served:
        try:
            return self.shared.index(name)
        except AssayError as error:
            known = ", ".join(self.shared.indexes)
            raise ToolError(f"{error}. The indexes are: {known}") from error

    async def score_evidence(
        self, question: Question, texts: Texts, ctx: Context
    ) -> dict[str, Any]:
        """Judge texts by a question: scores from -1 to 1, the best answer in each, a verdict."""
        asked, given = _checked(question), tuple(texts)
        return await _in_queue(
            self.shared.slow,
            ("score", asked, given),
            ctx,
            lambda _: score_texts(self.shared.first.engines, asked, given),
        )

    async def verify_answer(
        self,
        answer: Annotated[
            str, Field(min_length=1, max_length=MAX_TEXT, description="the text to be checked")
        ],
        evidence: Texts,
        ctx: Context,
        question: Annotated[
            str, Field(max_length=MAX_QUESTION, description="what the text answers, if anything")
        ] = "",
    ) -> dict[str, Any]:
        """Check a text against evidence: each sentence supported, contradicted or absent."""
        given = tuple(evidence)
        if not any(character.isalnum() for character in answer):
            raise ToolError("the answer holds no words. Send the text to check as 'answer'")
        return await _in_queue(
            self.shared.slow,
            ("verify", question, answer, given),
            ctx,
            lambda _: verify_text(self.shared.first.engines, question, answer, given),
        )

    async def find(
        self, query: Words, ctx: Context, top_k: Found = 5, index: IndexName = None
    ) -> dict[str, Any]:
        """Look up the passages of the index that fit a query best, without judging them."""
        served, asked = self._index(index), _checked(query)
        found = await _in_queue(
            self.shared.quick,
            ("find", served.name, asked, top_k),
            ctx,
            lambda _: served.engines.retriever(top_k).retrieve(asked)[:top_k],
        )
        return {"query": asked, "passages": [_passage(each) for each in found]}

    async def list_documents(
        self, ctx: Context, limit: Limit = 100, offset: Offset = 0, index: IndexName = None
    ) -> dict[str, Any]:
        """List the documents of the index: the id to read each by, and its title."""
        served = self._index(index)
        found = await _in_queue(
            self.shared.quick,
            ("documents", served.name, limit, offset),
            ctx,
            lambda _: list_view(served, limit, offset),
        )
        return {"total": found["total"], "documents": list(map(_named, found["documents"]))}

    async def read_document(
        self,
        id: Annotated[
            str, Field(min_length=1, max_length=4096, description="as `list_documents` gives it")
        ],
        ctx: Context,
        start: Annotated[int, Field(ge=0, description="the first character to read")] = 0,
        index: IndexName = None,
    ) -> dict[str, Any]:
        """Read a document as it was indexed, 20,000 characters at a time."""
        served = self._index(index)
        whole = await _in_queue(
            self.shared.quick, ("document", served.name, id), ctx, lambda _: text_view(served, id)
        )
        text = whole["text"]
        part = {"text": text[start : start + MAX_READ], "start": start, "length": len(text)}
        return {**_named(whole), **part}


def _named(document: dict[str, Any]) -> dict[str, Any]:
    """What a model needs of a document: the id, and what people call it."""
    return {each: document[each] for each in ("id", "title", "name")}


def _settled(served: Served, question: str, variant: Variant) -> tuple[str, Variant]:
    try:
        return checked_question(question), served.engines.settled(variant)
    except AssayError as error:
        raise ToolError(f"{error}. {error.hint}") from error


def told(answer: Answer) -> dict[str, Any]:
    """What a client of MCP is told: the answer or why there is none, sources and confidence."""
    return {
        "answer": answer.text,
        "refused_because": answer.reason or None,
        "verdict": answer.verdict.value if answer.verdict else None,
        "confidence": answer.confidence,
        "sources": written_sources(answer),
        "citations": [
            {
                "source": public_id(name_of(each)),
                "start": each.start,
                "end": each.end,
                "quote": each.quote,
            }
            for each in answer.citations
        ],
        "strategy": answer.strategy,
        "supported": None if answer.check is None else answer.check.judgment,
        "notes": list(answer.notes),
    }


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "document": public_id(passage.document),
        "title": passage.title,
        "place": location(passage),
        "start": passage.start,
        "text": passage.text[:MAX_SHOWN],
    }


async def _in_queue(
    queue: FairQueue, key: Hashable, ctx: Context, work: Callable[[Watcher], R]
) -> R:
    """The result of work; a call that is cancelled leaves, and the work stops."""
    request = ctx.request_context.request
    owner = request.scope.get("assay.client", "mcp") if request is not None else "mcp"
    try:
        async with queue.asking(key, owner, work) as run:
            return await _while_there(request, run)
    except AssayError as error:
        raise ToolError(f"{error}. {error.hint}" if error.hint else str(error)) from error


async def _while_there(request: Request | None, run: Run[R]) -> R:
    """The result of a run, as long as the client of an HTTP request holds the connection."""
    result = asyncio.ensure_future(run.result())
    try:
        while True:
            await asyncio.wait({result}, timeout=LOOK_SECONDS)
            if result.done():
                return result.result()
            if request is not None and await request.is_disconnected():
                raise ToolError("the client has left")
    finally:
        result.cancel()


def _checked(question: str) -> str:
    try:
        return checked_question(question)
    except AssayError as error:
        raise ToolError(f"{error}. {error.hint}") from error
