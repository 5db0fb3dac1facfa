"""What a reproduction will cost, before anything of it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay_bench.reproduce.models import Weights

QUESTIONS = {"popqa": 1399, "biography": 500, "pubhealth": 987, "arc": 1172}
"""Of the papers' own sets."""
PASSAGES = 10
CALLS = {"RAG": 1.0, "CRAG": 1.5, "Self-RAG": 1.0 + PASSAGES, "Self-CRAG": 2.5}
"""Prompts a question: CRAG writes the query of a search for some, Self-RAG reads each passage."""
# Systems of each experiment, by what they ask of the model, and the sets they are asked on. Table 6
# is not among them: it times single questions, which a batch makes slower.
SYSTEMS: Mapping[str, tuple[Mapping[str, int], tuple[str, ...]]] = {
    "crag.table1": (dict.fromkeys(CALLS, 1), tuple(QUESTIONS)),
    "crag.table2": ({"CRAG": 4, "Self-CRAG": 4}, ("popqa",)),
    "crag.table3": ({"CRAG": 4, "Self-CRAG": 4}, ("popqa",)),
    "crag.table4": ({}, ()),
    "crag.table5": ({"RAG": 2, "CRAG": 1, "Self-RAG": 2, "Self-CRAG": 1}, ("popqa",)),
    "crag.table11": ({"CRAG": 4, "Self-CRAG": 4}, ("popqa",)),
    "crag.figure3": (dict.fromkeys(CALLS, 5), ("popqa",)),
}
PROMPT_TOKENS, ANSWER_TOKENS, PAIR_TOKENS = 1_500, 60, 200
GPU_FLOPS, CPU_FLOPS = 50e12, 5e10
"""Done in a second: a third of what one recent GPU promises, and two cores."""
GIB = 2**30


@dataclass(frozen=True, slots=True)
class Plan:
    """How many prompts and pairs there are to read, and what that takes."""

    model: Weights
    evaluator: Weights
    batch: int
    prompts: Mapping[str, int]
    pairs: int

    @property
    def seconds(self) -> tuple[float, float]:
        """The time by a GPU and by a processor: two operations a parameter and token."""
        read = sum(self.prompts.values()) * (PROMPT_TOKENS + ANSWER_TOKENS)
        work = 2 * self.model.parameters * read
        work += 2 * self.evaluator.parameters * self.pairs * PAIR_TOKENS
        return work / GPU_FLOPS, work / CPU_FLOPS

    @property
    def memory(self) -> float:
        """Bytes on the GPU: both models, and keys and values of every token of a batch."""
        kept = 4 * self.model.layers * self.model.hidden * (PROMPT_TOKENS + ANSWER_TOKENS)
        return 2 * self.model.parameters + 4 * self.evaluator.parameters + self.batch * kept

    def lines(self) -> list[str]:
        """The plan in words."""
        both = (self.model, self.evaluator)
        fetch = [w for w in both if w.folder is None]
        gpu, cpu = self.seconds
        known = all(w.parameters for w in both)
        lines = [f"model      {_told(self.model)}", f"evaluator  {_told(self.evaluator)}"]
        size = sum(w.to_fetch for w in fetch) / GIB
        lines.append(
            f"downloads  {', '.join(w.name for w in fetch)}: about {size:.1f} GiB"
            if fetch
            else "downloads  none"
        )
        lines.append(
            f"memory     about {self.memory / GIB:.1f} GiB on the GPU, batches of {self.batch}"
            if known
            else "memory     unknown: the size of a model is not known"
        )
        total = sum(self.prompts.values())
        lines.append(
            f"work       {total:,} prompts at most, {self.pairs:,} pairs for the evaluator"
        )
        lines += [f"           {name}: {count:,}" for name, count in self.prompts.items()]
        if known:
            lines.append(
                f"time       about {gpu / 3600:.1f} hours at {GPU_FLOPS / 1e12:.0f} TFLOP/s (one"
                f" recent GPU), {cpu / 3600:,.1f} on two cores"
            )
        return lines


def plan(
    model: Weights,
    evaluator: Weights,
    experiments: Sequence[str],
    *,
    batch: int,
    limit: int | None,
) -> Plan:
    """The plan of these experiments; what a prompt was answered with before is not asked again."""
    prompts, asked = {}, 0
    for name in experiments:
        systems, tasks = SYSTEMS[name]
        questions = sum(min(QUESTIONS[task], limit or QUESTIONS[task]) for task in tasks)
        each = sum(CALLS[system] * count for system, count in systems.items())
        prompts[name] = round(questions * each)
        asked += questions * sum(systems.get(system, 0) for system in ("CRAG", "Self-CRAG"))
    return Plan(model, evaluator, batch, prompts, round(asked * PASSAGES * 2))


def _told(weights: Weights) -> str:
    where = f"in {weights.folder}" if weights.folder is not None else "on the hub"
    size = (
        f"{weights.parameters / 1e9:.2f} billion parameters"
        if weights.parameters
        else "size unknown"
    )
    return f"{weights.name} ({size}, {where})"
