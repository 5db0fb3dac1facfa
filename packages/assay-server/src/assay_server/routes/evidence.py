"""`/v1/score`, `/v1/verify`, `/v1/find`: the parts of an answer as services of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from starlette.responses import JSONResponse, Response

from assay import verification
from assay.answer_json import check_to_json
from assay.engine import checked_question
from assay.steps.correct.judge import judge, score_passages
from assay.types import Passage
from assay_server.answer_view import passage_view
from assay_server.bodies import FindBody, ScoreBody, Text, VerifyBody
from assay_server.endpoint import Call, Endpoint
from assay_server.guard.keys import Scope
from assay_server.work.asking import in_queue
from assay_server.work.engines import Engines


def score_texts(engines: Engines, question: str, texts: Sequence[str | Text]) -> dict[str, Any]:
    """The score of each text, the best answer in it, and the verdict on all of them."""
    passages = _passages(texts)
    scored = score_passages(engines.scorer(), question, passages)
    spans = engines.read(question, passages)
    thresholds = engines.thresholds()
    found = [
        {
            "title": each.passage.title,
            "score": round(each.score, 6),
            "span": None if spans is None else asdict(spans[number]),
        }
        for number, each in enumerate(scored)
    ]
    return {
        "version": 1,
        "question": question,
        "verdict": judge(scored, thresholds).value,
        "thresholds": asdict(thresholds),
        "texts": found,
    }


def verify_text(
    engines: Engines, question: str, answer: str, evidence: Sequence[str | Text]
) -> dict[str, Any]:
    """Whether a text holds against evidence, sentence by sentence."""
    asked = " ".join(question.split())
    check = verification.verify_text(engines.verifier(), answer, _passages(evidence), asked)
    return {
        "version": 1,
        "question": asked,
        "answer": answer,
        "passed": check.judgment,
        "check": check_to_json(check),
    }


def find_passages(engines: Engines, query: str, top_k: int) -> dict[str, Any]:
    """The passages of the index that fit best, best first."""
    found = engines.retriever(top_k).retrieve(query)[:top_k]
    return {"version": 1, "query": query, "passages": [passage_view(each) for each in found]}


async def score(call: Call) -> Response:
    """How well each text answers the question."""
    body = await call.read(ScoreBody)
    question, texts = checked_question(body.question), _frozen(body.texts)
    work = lambda: score_texts(call.shared.first.engines, question, texts)  # noqa: E731
    key = ("score", question, texts)
    return JSONResponse(await in_queue(call, call.shared.slow, key, work))


async def verify(call: Call) -> Response:
    """Whether each sentence of a text is supported, contradicted or not mentioned."""
    body = await call.read(VerifyBody)
    evidence = _frozen(body.evidence)
    work = lambda: verify_text(call.shared.first.engines, body.question, body.answer, evidence)  # noqa: E731
    key = ("verify", body.question, body.answer, evidence)
    return JSONResponse(await in_queue(call, call.shared.slow, key, work))


async def find(call: Call) -> Response:
    """What the index holds for a query, without judging it."""
    body = await call.read(FindBody)
    query = checked_question(body.query)
    served = call.shared.index(body.index)
    work = lambda: find_passages(served.engines, query, body.top_k)  # noqa: E731
    key = ("find", served.name, query, body.top_k)
    return JSONResponse(await in_queue(call, call.shared.quick, key, work))


def _frozen(texts: Sequence[str | Text]) -> tuple[str | Text, ...]:
    return tuple(texts)


def _passages(texts: Sequence[str | Text]) -> list[Passage]:
    return [
        Passage(str(number), text, source=str(number))
        if isinstance(text, str)
        else Passage(str(number), text.text, text.title, source=str(number))
        for number, text in enumerate(texts, 1)
    ]


SCORED = {
    "type": "object",
    "required": ["version", "question", "verdict", "thresholds", "texts"],
    "properties": {
        "verdict": {"enum": ["correct", "ambiguous", "incorrect"]},
        "texts": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["title", "score", "span"],
                "properties": {"score": {"type": "number", "minimum": -1, "maximum": 1}},
            },
        },
    },
}
CHECKED = {
    "type": "object",
    "required": ["version", "question", "answer", "passed", "check"],
    "properties": {"passed": {"type": "boolean"}, "check": {"type": "object"}},
}
FOUND = {
    "type": "object",
    "required": ["version", "query", "passages"],
    "properties": {"passages": {"type": "array", "items": {"type": "object"}}},
}

ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/score",
        score,
        "Judge texts by a question: scores from -1 to 1, the best answer in each, the verdict",
        Scope.ASK,
        ScoreBody,
        SCORED,
        refusals=(503,),
    ),
    Endpoint(
        "POST",
        "/v1/verify",
        verify,
        "Check a text against evidence, sentence by sentence",
        Scope.ASK,
        VerifyBody,
        CHECKED,
        refusals=(503,),
    ),
    Endpoint(
        "POST",
        "/v1/find",
        find,
        "Find the passages of the index that fit a query, best first",
        Scope.READ,
        FindBody,
        FOUND,
        refusals=(404, 503),
    ),
)
