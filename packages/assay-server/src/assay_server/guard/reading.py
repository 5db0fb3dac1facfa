"""Request bodies, read within limits of size and time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from assay.errors import InputError
from assay_server.bodies import OTHER_FAULT, PATTERN_FAULTS
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
        raise _explained(error) from None


def _explained(error: ValidationError) -> InputError:
    """What is wrong with a body, in words for people who have not seen its schema."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])[:100] or "body"
    name = f"the {where}" if where.isalpha() else where
    limits, hint = first.get("ctx", {}), "GET /openapi.json shows the form"
    match first["type"]:
        case "missing":
            message = f"{name} is missing"
        case "extra_forbidden":
            message = f"there is no field '{where}'"
        case "string_too_short" | "too_short":
            message = f"{name} is empty"
        case "string_too_long":
            message = f"{name} has more than {limits['max_length']:,} characters"
        case "string_pattern_mismatch":
            lacks, hint = PATTERN_FAULTS.get(limits["pattern"], (OTHER_FAULT, hint))
            message = f"{name} {lacks}"
        case _:
            message = f"{name}: {first['msg'][:200]}"
    return InputError(message, hint=hint)


def _too_large(max_bytes: int) -> TooLargeError:
    return TooLargeError(f"the body is larger than {max_bytes:,} bytes", hint="send less at once")
