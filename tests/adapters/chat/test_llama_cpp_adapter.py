"""A LoRA adapter laid over the real SmolLM2."""

from __future__ import annotations

import pytest

from assay.adapters.chat.llama_cpp import LlamaCppChat, bundled_model
from assay.config import load_settings
from assay.errors import ModelError
from assay.types import Message, Role
from assay.wiring import build_chat_model
from tests.adapters.chat.adapter_file import write_adapter

pytestmark = pytest.mark.slow

pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")

ASKED = [Message(Role.USER, "What is the capital of France? Answer in one word.")]


@pytest.fixture(autouse=True)
def _weights():
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(f"{error}: {error.hint}")


def said(model) -> str:
    return model.complete(ASKED, max_tokens=8).text


def test_an_adapter_changes_what_the_model_says_as_far_as_it_is_strong(tmp_path):
    write_adapter(tmp_path / "nothing.gguf", 0.0)
    write_adapter(tmp_path / "strong.gguf", 0.3)
    settings = load_settings(None, {"model": {"context": 512, "threads": 1}})
    plain = said(build_chat_model(settings, "local"))
    model = settings.model.model_copy(update={"adapter": tmp_path / "nothing.gguf"})
    adapted = build_chat_model(settings.model_copy(update={"model": model}), "local")
    assert "Paris" in plain
    assert said(adapted) == plain
    strong = LlamaCppChat(context=512, threads=1, adapter=tmp_path / "strong.gguf")
    assert said(strong) != plain


def test_an_adapter_that_is_none_is_a_clear_error(tmp_path):
    broken = tmp_path / "adapter.gguf"
    broken.write_bytes(b"GGUF but not really")
    with pytest.raises(ModelError, match=r"adapter\.gguf") as caught:
        LlamaCppChat(adapter=broken, context=512, threads=1)
    assert caught.value.hint
