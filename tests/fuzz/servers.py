"""Answers of servers, bent: a language model's stream and a search engine's results."""

from __future__ import annotations

import json
import random

from assay.adapters.chat.openai_chat import OpenAIChat
from assay.adapters.search.engines import ENGINES, make_engine
from assay.errors import AssayError
from assay.types import Message, Role
from tests.adapters.chat.wire_server import continuation, delta, event, failure, serving, stream
from tests.fuzz.mutations import bent, bent_bytes
from tests.local_site import Reply, local_site

LOGPROBS = [{"token": "a", "logprob": -0.1, "top_logprobs": [{"token": "b", "logprob": -2.0}]}]
CHUNKS = (
    delta("Anna ", logprobs=LOGPROBS),
    delta("Lund."),
    delta("", "stop"),
    {"id": "x", "choices": [], "usage": {"total_tokens": 12}},
)
COLUMNS = {"tokens": ["a"], "token_logprobs": [-0.1], "top_logprobs": [{"a": -0.1}]}
TEXTS = (continuation("Anna", logprobs=COLUMNS), continuation(" Lund.", "stop"))
FOUND = {
    "serper": {"organic": [{"link": "https://e.org/a", "title": "T", "snippet": "S"}]},
    "google": {"items": [{"link": "https://e.org/a", "title": "T", "snippet": "S"}]},
    "brave": {"web": {"results": [{"url": "https://e.org/a", "title": "T", "description": "S"}]}},
    "tavily": {"results": [{"url": "https://e.org/a", "title": "T", "content": "S"}]},
    "searxng": {"results": [{"url": "https://e.org/a", "title": "T", "content": "S"}]},
    "wikipedia": {"query": {"search": [{"title": "T", "snippet": "S"}]}},
}


def model_stream(rng: random.Random) -> None:
    """One completion and one continuation from streams that somebody bent."""
    chunks = rng.choice((CHUNKS, TEXTS))
    parts = [event(bent(rng, chunk)) for chunk in chunks] + [event(b"[DONE]")]
    if rng.random() < 0.3:
        parts = [bent_bytes(rng, b"".join(parts))]
    reply = stream(*parts)
    if rng.random() < 0.2:
        reply = failure(
            rng.choice((400, 401, 404, 429, 500)), rng.choice(("max_tokens", "\0", "x"))
        )
    with serving(reply) as server:
        model = OpenAIChat("m", server.url, seconds=5.0, retries=0, sleep=lambda _: None)
        asked = [Message(Role.USER, "Who kept the light?")]
        for call in (
            lambda: model.complete(asked, logprobs=rng.choice((0, 2))),
            lambda: model.continue_texts(["Who"], logprobs=rng.choice((0, 2))),
        ):
            try:
                call()
            except AssayError as error:
                assert str(error)


def search_results(rng: random.Random) -> None:
    """What each search engine makes of an answer that somebody bent."""
    name = rng.choice(list(FOUND))
    kind = ENGINES[name]
    with local_site() as site:
        body = bent(rng, FOUND[name])
        reply = Reply(body, rng.choice((200, 200, 200, 429, 500)), "application/json")
        environment = {need: "a-key-of-tests" for need in kind.needs}
        environment[kind.address] = f"{site.url}/s"
        site.routes = {path: reply for path in ("/s", "/s/search", "/s/w/api.php")}
        try:
            for hit in make_engine(name, environment, 3.0).find("who kept the light"):
                json.dumps([hit.url, hit.title, hit.snippet]).encode("ascii")
        except AssayError as error:
            assert str(error)


SERVERS = {"model": model_stream, "search": search_results}
