"""`POST /v1/feedback`: a thumb up or down, kept as labels of the passages that were shown."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from starlette.responses import JSONResponse, Response

from assay_server.bodies import FeedbackBody
from assay_server.endpoint import Call, Endpoint
from assay_server.guard.keys import Scope


async def feedback(call: Call) -> Response:
    """Keep what somebody says of an answer; `good` of null takes it back."""
    body = await call.read(FeedbackBody)
    kept = call.shared.index(body.index).feedback
    await asyncio.to_thread(kept.keep, body.id, None if body.good is None else labels_of(body))
    return JSONResponse({"kept": body.good is not None})


def labels_of(body: FeedbackBody) -> dict[str, Any]:
    """A line of labels: what is cited answers or does not, of the rest nobody said anything.

    A refusal that is right says that no passage answers. Who judges chooses what to judge, so a
    line is `picked`: it helps to fit a curve, and no promise is tested on it.
    """

    def label(cited: bool) -> int | None:
        if body.refused:
            return 0 if body.good else None
        return int(bool(body.good)) if cited else None

    return {
        "question": body.question,
        "passages": [
            {"text": each.text, "title": each.title, "label": label(each.cited)}
            for each in body.passages
        ],
        "picked": True,
        "good": body.good,
        "answer": body.answer,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


REPLY = {
    "type": "object",
    "required": ["kept"],
    "properties": {"kept": {"type": "boolean"}},
}

ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/feedback",
        feedback,
        "Say whether an answer was right; kept as labels for `assay label` and `assay calibrate`",
        Scope.ASK,
        FeedbackBody,
        REPLY,
        example={"kept": True},
        refusals=(404, 507),
    ),
)
