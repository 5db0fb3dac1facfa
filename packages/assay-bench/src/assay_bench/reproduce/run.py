"""Runs the tables of a paper with its models; whatever is done stays done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.adapters.scorers.scorer_files import model_config
from assay.config import Settings
from assay.wiring import with_scorer
from assay_bench.experiments import papers
from assay_bench.prepare import bench_settings
from assay_bench.reproduce.models import Weights, fetched, weights_of
from assay_bench.reproduce.plan import SYSTEMS, Plan, plan
from assay_bench.request import Request

CRAG = tuple(SYSTEMS)
REFLECTIVE = "[Retrieval]"
"""A model whose vocabulary has it was taught the reflection tokens: it is its own critic."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The models of a paper, the experiments, and how many questions are asked side by side."""

    model: Weights
    evaluator: Weights
    experiments: tuple[str, ...] = CRAG
    batch: int = 32
    limit: int | None = None

    def plan(self) -> Plan:
        """What it will cost."""
        return plan(
            self.model, self.evaluator, self.experiments, batch=self.batch, limit=self.limit
        )

    def settings(self, chosen: Settings) -> Settings:
        """The chosen settings with the models in their places, downloaded by now."""
        folder = fetched(self.model)
        generator = chosen.generator.model_copy(update={"name": "transformers"})
        model = chosen.model.model_copy(update={"name": str(folder), "batch": self.batch})
        whole = chosen.model_copy(update={"generator": generator, "model": model})
        whole = with_scorer(whole, fetched(self.evaluator))
        if _is_reflective(folder):
            critic = whole.self_rag.model_copy(update={"critic": "token"})
            whole = whole.model_copy(update={"self_rag": critic})
        return whole

    def run(self, request: Request, chosen: Settings) -> Path:
        """The page of all tables."""
        settings = bench_settings(self.settings(chosen), request.out)
        own = replace(request, settings=settings, limit=self.limit, jobs=self.batch)
        return papers.run(own, dict.fromkeys(self.experiments, 0))


def reproduction(
    model: str,
    evaluator: str,
    *,
    tables: Sequence[str] = (),
    batch: int = 32,
    limit: int | None = None,
    find: Callable[[str], Weights] = weights_of,
) -> Reproduction:
    """What is to be done, with what is known of the models before anything is fetched."""
    chosen = tuple(f"crag.{name}" for name in tables) or CRAG
    return Reproduction(find(model), find(evaluator), chosen, batch, limit)


def _is_reflective(folder: Path) -> bool:
    """Whether the tokenizer of the model has the tokens of Self-RAG."""
    if not model_config(folder):
        return False
    files = ("added_tokens.json", "tokenizer.json", "tokenizer_config.json")
    return any(
        (folder / name).is_file() and REFLECTIVE in (folder / name).read_text("utf-8", "replace")
        for name in files
    )
