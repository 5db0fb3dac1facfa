"""`/v1/chat/completions` and `/v1/models`: assay for whatever speaks to OpenAI."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from starlette.responses import JSONResponse, Response

from assay.errors import AssayError, InputError
from assay.types import Answer, Message, Role, Step
from assay_server.answer_view import answer_view
from assay_server.bodies import ChatBody
from assay_server.endpoint import Call, Endpoint, error_view
from assay_server.errors import NotFoundError, TooLateError
from assay_server.events import EventStream, chunk
from assay_server.guard.keys import Scope
from assay_server.observe.logs import log_fault
from assay_server.work.asking import asking, count, outcome
from assay_server.work.run import Run
from assay_server.work.variant import Variant
from assay_server.written import written_answer, written_step

PREFIX = "assay/"
DONE = "[DONE]"
_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
}


async def models(call: Call) -> Response:
    """Every strategy that can run here, as a model; with several indexes for each of them."""
    return JSONResponse({"object": "list", "data": [_model(each) for each in _names(call)]})


async def model(call: Call) -> Response:
    """One model by its name."""
    id = call.request.path_params["id"]
    if not id.startswith(PREFIX) or id.removeprefix(PREFIX) not in _names(call):
        raise NotFoundError(f"there is no model '{id[:60]}'", hint="GET /v1/models lists them")
    return JSONResponse(_model(id.removeprefix(PREFIX)))


async def complete(call: Call) -> Response:
    """An answer as the next turn of the conversation, at once or in chunks."""
    body = await call.read(ChatBody)
    _refuse_unknown_wishes(body)
    messages = [
        Message(_ROLES[each.role], each.text())
        for each in body.messages
        if each.role in _ROLES  # what tools said is no turn
    ]
    index, variant = _chosen(body)
    async with AsyncExitStack() as entered:
        run = await entered.enter_async_context(asking(call, messages, variant, index))
        if body.stream:
            return EventStream(_chunks(call, run, body.model), entered.pop_all())
        answer = await outcome(call, run)
        count(call, run, answer)
        message = {"role": "assistant", "content": written_answer(answer), "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        whole = {**_head(call, body.model, "chat.completion"), "choices": [choice]}
        return JSONResponse({**whole, "assay": answer_view(answer)})


async def _chunks(call: Call, run: Run[Answer], model: str) -> AsyncIterator[bytes]:
    """The steps as reasoning, then the checked answer.

    The words that a model writes are not passed on before they are checked: a client of this
    protocol cannot take back what it has shown.
    """
    head = _head(call, model, "chat.completion.chunk")

    def said(finish: str | None = None, **delta: object) -> dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    try:
        yield chunk(said(role="assistant", content=""))
        async for event in run.follow(call.shared.options.seconds):
            if isinstance(event, Step):
                yield chunk(said(reasoning_content=written_step(event)))
        answer = await run.result()
        count(call, run, answer)
        yield chunk(said(content=written_answer(answer)))
        yield chunk({**said("stop"), "assay": answer_view(answer)})
    except TimeoutError:
        late = TooLateError("there was no answer in time", 10)
        yield chunk(error_view(late, call.request.scope))
    except AssayError as error:
        yield chunk(error_view(error, call.request.scope))
    except Exception:  # noqa: BLE001 - the reply has begun: the stream must say how it ended
        log_fault("failed", request_id=call.request_id)
        yield chunk(error_view(AssayError("an internal error"), call.request.scope))
    yield chunk(DONE)


def _refuse_unknown_wishes(body: ChatBody) -> None:
    """Refuse what would change the form of the reply; what only shades a model's words may stay."""
    wanted = body.ignored
    if wanted.get("n") not in (None, 1):
        raise InputError("there is one answer to a question", hint="leave out 'n'")
    form = wanted.get("response_format")
    if form is not None and (not isinstance(form, dict) or form.get("type") != "text"):
        hint = "leave out 'response_format'; the field 'assay' of the reply is JSON"
        raise InputError("answers are text with sources", hint=hint)
    if wanted.get("tool_choice") not in (None, "none", "auto"):
        raise InputError("no tools are called here", hint="leave out 'tool_choice' and 'tools'")


def _names(call: Call) -> list[str]:
    """`STRATEGY` for the first index, and `INDEX/STRATEGY` for every one where there are several.

    What can run does not depend on the index.
    """
    shared = call.shared
    ready = [each.name for each in shared.first.engines.strategies() if not each.missing]
    indexes = list(shared.indexes) if len(shared.indexes) > 1 else []
    return [*ready, *(f"{index}/{name}" for index in indexes for name in ready)]


def _chosen(body: ChatBody) -> tuple[str | None, Variant]:
    """The index and the way of answering that a model's name stands for."""
    if not body.model.startswith(PREFIX):
        raise NotFoundError(
            f"there is no model '{body.model[:60]}'", hint="GET /v1/models lists them: assay/crag"
        )
    chosen = body.assay.variant()
    index, _, strategy = body.model.removeprefix(PREFIX).rpartition("/")
    return index or None, replace(chosen, strategy=strategy)


def _head(call: Call, model: str, kind: str) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{call.request_id}",
        "object": kind,
        "created": int(time.time()),
        "model": model,
    }


def _model(name: str) -> dict[str, Any]:
    return {"id": f"{PREFIX}{name}", "object": "model", "created": 0, "owned_by": "assay"}


MODELS = {
    "type": "object",
    "required": ["object", "data"],
    "properties": {
        "object": {"const": "list"},
        "data": {
            "type": "array",
            "items": {"type": "object", "required": ["id", "object", "created", "owned_by"]},
        },
    },
}
COMPLETION = {
    "type": "object",
    "required": ["id", "object", "created", "model", "choices", "assay"],
    "properties": {"choices": {"type": "array", "minItems": 1}, "assay": {"type": "object"}},
}

MODEL = {"type": "object", "required": ["id", "object", "created", "owned_by"]}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/models/{id:path}",
        model,
        "One model by its name",
        Scope.ASK,
        reply=MODEL,
        example=_model("crag"),
        parameters=(
            {
                "name": "id",
                "in": "path",
                "required": True,
                "schema": {"type": "string", "minLength": 1, "example": "assay/crag"},
            },
        ),
        limited=False,
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/v1/models",
        models,
        "The strategies that can run here, as OpenAI's clients list models",
        Scope.ASK,
        reply=MODELS,
        example={"object": "list", "data": [_model("crag")]},
        limited=False,
    ),
    Endpoint(
        "POST",
        "/v1/chat/completions",
        complete,
        "The OpenAI-compatible way to ask; citations in the text and in the field `assay`",
        Scope.ASK,
        ChatBody,
        COMPLETION,
        content=("application/json", "text/event-stream"),
        refusals=(404, 409, 501, 502, 503, 507),
    ),
)
