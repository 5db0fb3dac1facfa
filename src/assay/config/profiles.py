"""Profiles: other defaults for a purpose; whatever is chosen by hand goes before them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from assay.config.section import Section

Profile = Literal["product", "paper"]

PAPER: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "retrieval": {"expand": False},
        "scorer": {"index_words": False},
        "refine": {"name": "rescore", "keep_above": -0.5, "top_k": 5, "sentences": 3},
        "generator": {
            "form": "span",
            "prompt": "numbered",
            "always_answer": True,
            "last_resort": False,
        },
        "model": {"effort": "fast"},
        "verifier": {"rounds": 2, "keep": "last"},
    }
)
"""What the papers print. A unit of a few sentences has three in the code of CRAG's authors."""
PAPER_REFERENCES = 5
"""Passages that CoV-RAG answers from; CRAG judges ten, the default."""


def profile_defaults(chosen: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """The defaults of the profile that these settings choose; none of the product's own."""
    if chosen.get("profile") != "paper":
        return {}
    defaults: dict[str, dict[str, Any]] = {t: dict(values) for t, values in PAPER.items()}
    if str(chosen.get("strategy", "")).strip().lower().replace("-", "_") == "cov_rag":
        defaults["retrieval"]["top_k"] = PAPER_REFERENCES
    if _names_model(chosen):  # table 7 of CRAG: a language model writes the query of a search
        defaults["rewriter"] = {"name": "prompt"}
    return defaults


def _names_model(chosen: Mapping[str, Any]) -> bool:
    generator, model = _given(chosen.get("generator")), _given(chosen.get("model"))
    return generator.get("name", "extractive") in ("chat", "local", "transformers") or bool(
        model.get("name")
    )


def _given(table: object) -> Mapping[str, Any]:
    """What was chosen in a table."""
    if isinstance(table, Section):
        return {name: getattr(table, name) for name in table.model_fields_set}
    return table if isinstance(table, Mapping) else {}


def spelt_out(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as nested tables of the values that were set, ready to be merged."""
    return {
        name: _given(value) if isinstance(value, Section) else value
        for name, value in chosen.items()
    }
