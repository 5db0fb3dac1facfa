"""The size of the model that answered, as its settings tell it."""

from __future__ import annotations

import pytest

from assay.config import Settings
from assay_bench.experiments.model_size import BUNDLED, READER, parameters


@pytest.mark.parametrize(
    ("generator", "name", "size"),
    [
        ("extractive", "", READER),
        ("local", "", BUNDLED),
        ("chat", "qwen2.5-coder-1.5b-instruct", "1.5 billion"),
        ("chat", "llama3.2", ""),
        ("chat", "Qwen2.5-0.5B", "0.5 billion"),
        ("local", "models/SmolLM2-360M-Instruct.gguf", "360 million"),
        ("chat", "gpt-4.1", ""),
        ("chat", "llama3.1:8b", "8 billion"),
    ],
)
def test_the_size_is_known_or_left_out(generator, name, size):
    settings = Settings(generator={"name": generator}, model={"name": name} if name else {})
    assert parameters(settings) == size
