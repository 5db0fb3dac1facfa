"""From a question to its run in the queue, and to whoever waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from assay.conversation import Conversation
from assay.types import Answer, Message, Role
from assay.wiring import word_likeness
from assay_server.bodies import Turn
from assay_server.conversation import question_in
from assay_server.endpoint import Call
from assay_server.errors import TooLateError
from assay_server.observe.logs import log
from assay_server.work.fair_queue import FairQueue
from assay_server.work.run import Run, Watcher
from assay_server.work.variant import Variant

R = TypeVar("R")


class LeftError(Exception):
    """The asker closed the connection; there is nobody to reply to."""


def turns_to_messages(history: Sequence[Turn], question: str) -> list[Message]:
    """The conversation that ends with the question."""
    messages: list[Message] = []
    for turn in history:
        messages += [Message(Role.USER, turn.question), Message(Role.ASSISTANT, turn.answer)]
    return [*messages, Message(Role.USER, question)]


@asynccontextmanager
async def asking(
    call: Call, messages: Sequence[Message], variant: Variant, index: str | None = None
) -> AsyncIterator[Run[Answer]]:
    """The run that answers a conversation's last question."""
    question, turns = question_in(messages)
    served = call.shared.index(index)
    engines = served.engines
    settled = await asyncio.to_thread(engines.settled, variant)

    def work(watcher: Watcher) -> Answer:
        engine, model = engines.engine(settled), engines.chat(settled)
        talk = Conversation(engine, model, list(turns), word_likeness)
        return talk.ask(question, watcher.tell, watcher.tell, watcher.stop)

    key = ("ask", served.name, settled, question, turns)
    async with call.shared.slow.asking(key, call.client.name, work) as run:
        try:
            yield run
        finally:
            if not run.done:
                call.shared.metrics.stopped.inc()


async def outcome(call: Call, run: Run[R]) -> R:
    """What a run comes to, unless the asker leaves or the time is up first."""
    gone = asyncio.ensure_future(_disconnected(call))
    result = asyncio.ensure_future(run.result())
    try:
        seconds = call.shared.options.seconds
        await asyncio.wait({gone, result}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if result.done():
            return result.result()
        if gone.done():
            raise LeftError
        raise TooLateError(f"there was no answer within {seconds:g} seconds", 10)
    finally:
        for task in (gone, result):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def in_queue(call: Call, queue: FairQueue, key: Hashable, work: Callable[[], R]) -> R:
    """The result of work that tells nothing on its way."""
    async with queue.asking(key, call.client.name, lambda watcher: work()) as run:
        return await outcome(call, run)


def count(call: Call, run: Run[Answer], answer: Answer) -> None:
    """Note an answer that was given: numbers, a trace, a line in the log."""
    shared = call.shared
    shared.metrics.waited.observe(run.waited)
    shared.metrics.count_answer(answer)
    if shared.spans is not None:
        shared.spans.write(answer, call.request_id)
    said = {"question": answer.question, "answer": answer.text} if shared.options.log_text else {}
    log(
        "answer",
        request_id=call.request_id,
        strategy=answer.strategy,
        verdict=answer.verdict.value if answer.verdict else None,
        abstained=answer.abstained,
        waited_ms=round(run.waited * 1000, 1),
        askers=run.askers,
        **said,
    )


async def _disconnected(call: Call) -> None:
    while (await call.request.receive())["type"] != "http.disconnect":
        pass
