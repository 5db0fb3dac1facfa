"""Request bodies, read within limits of size and time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from assay.errors import InputError
from assay_server.errors import SlowBodyError, TooLargeError, WrongTypeError

Body = TypeVar("Body", bound=BaseModel)
MAX_JSON_BYTES = 2 * 1024 * 1024


async def chunks(request: Request, max_bytes: int, silence: float) -> AsyncIterator[bytes]:
    """The parts of a body as they arrive, as long as it is not too large nor too slow.

    A client that sends nothing for `silence` seconds is gone, or means harm.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > max_bytes:
        raise _too_large(max_bytes)
    parts, size = aiter(request.stream()), 0
    while True:
        try:
            async with asyncio.timeout(silence):
                part = await anext(parts, None)
        except TimeoutError:
            raise SlowBodyError("the body did not arrive in time") from None
        if part is None:
            return
        size += len(part)
        if size > max_bytes:
            raise _too_large(max_bytes)
        yield part


async def read_json(request: Request, form: type[Body], silence: float) -> Body:
    """The JSON body of a request in the form that an endpoint wants."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise WrongTypeError(
            "the body must be JSON", hint="send the header 'Content-Type: application/json'"
        )
    raw = b"".join([part async for part in chunks(request, MAX_JSON_BYTES, silence)])
    try:
        return form.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:100]
        raise InputError(
            f"{where or 'the body'}: {first['msg'][:200]}", hint="GET /openapi.json shows the form"
        ) from None


def _too_large(max_bytes: int) -> TooLargeError:
    return TooLargeError(f"the body is larger than {max_bytes:,} bytes", hint="send less at once")
