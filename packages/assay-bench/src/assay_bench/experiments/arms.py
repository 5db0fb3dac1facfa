"""How the systems of the experiments are made: a strategy, with one part replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assay.adapters.rewriters.keep_question import KeepQuestion
from assay.config import Settings
from assay.config.profiles import PAPER_REFERENCES
from assay.ports import Retriever, Strategy
from assay.steps.correct.ablations import MergedAction, OneAction, RefineByKind
from assay.steps.correct.refine import NoRefinement
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.types import Passage, Verdict
from assay.wiring import Overrides, build_strategy
from assay_bench.experiments.experiment import Arm, Build
from assay_strategies.self_crag import SelfCrag

Alter = Callable[[CorrectiveRetriever], CorrectiveRetriever]


def plain(strategy: str) -> Build:
    """The strategy as it is, whatever the settings name."""

    def build(settings: Settings, given: Overrides) -> Strategy:
        return build_strategy(_without_rounds(settings, strategy), given)

    return build


def altered(strategy: str, alter: Alter) -> Build:
    """A corrective strategy whose retriever has one part replaced."""

    def build(settings: Settings, given: Overrides) -> Strategy:
        built = build_strategy(_without_rounds(settings, strategy), given)
        assert isinstance(built, Crag | SelfCrag), f"{strategy} corrects nothing"
        return replace(built, retriever=alter(built.retriever))

    return build


def verifying(rounds: int, verifier: str = "") -> Build:
    """CoV-RAG with so many rounds, by the chosen verifier or another one."""

    def build(settings: Settings, given: Overrides) -> Strategy:
        chosen = {"rounds": rounds, **({"name": verifier} if verifier else {})}
        own = settings.verifier.model_copy(update=chosen)
        whole = settings.model_copy(update={"strategy": "cov_rag", "verifier": own})
        return build_strategy(whole, given)

    return build


@dataclass(frozen=True, slots=True)
class FirstPassages:
    """The first so many of the passages that every system has."""

    retriever: Retriever
    count: int = PAPER_REFERENCES

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The first passages, in the order in which they were found."""
        return tuple(self.retriever.retrieve(question)[: self.count])


def from_five(build: Build) -> Build:
    """The system over the five references of CoV-RAG, where others have ten."""

    def narrowed(settings: Settings, given: Overrides) -> Strategy:
        assert given.retriever is not None, "a run brings the retriever"
        return build(settings, replace(given, retriever=FirstPassages(given.retriever)))

    return narrowed


def verified(strategy: str) -> Build:
    """The strategy inside the loop of verification, as `--verify` puts it there."""

    def build(settings: Settings, given: Overrides) -> Strategy:
        looped = settings.verifier.model_copy(update={"verify": True})
        whole = settings.model_copy(update={"strategy": strategy, "verifier": looped})
        return build_strategy(whole, given)

    return build


def reflecting(strategy: str, critic: str, adapter: Path | None = None) -> Build:
    """Self-RAG or Self-CRAG with one of the two critics, over a model with the adapter if any."""

    def build(settings: Settings, given: Overrides) -> Strategy:
        once = _without_rounds(settings, strategy)
        chosen = {
            "self_rag": once.self_rag.model_copy(update={"critic": critic}),
            "model": once.model.model_copy(update={"adapter": adapter}),
        }
        return build_strategy(once.model_copy(update=chosen), given)

    return build


def _without_rounds(settings: Settings, strategy: str) -> Settings:
    """Only what the table names is compared: verification around a system is another table."""
    once = settings.verifier.model_copy(update={"verify": False})
    return settings.model_copy(update={"strategy": strategy, "verifier": once})


def without(action: Verdict) -> Alter:
    """An action taken away: merged into AMBIGUOUS, and AMBIGUOUS itself into one threshold."""
    done_as = Verdict.INCORRECT if action is Verdict.AMBIGUOUS else Verdict.AMBIGUOUS
    return lambda retriever: replace(retriever, trigger=MergedAction(action, done_as))


def only(action: Verdict) -> Alter:
    """One action for every question."""
    return lambda retriever: replace(retriever, trigger=OneAction(action))


def without_refinement(retriever: CorrectiveRetriever) -> CorrectiveRetriever:
    """Retrieved documents go to the generator whole."""
    return replace(retriever, refiner=RefineByKind(NoRefinement(), retriever.refiner))


def without_rewriting(retriever: CorrectiveRetriever) -> CorrectiveRetriever:
    """The question itself is searched for."""
    return replace(retriever, rewriter=KeepQuestion())


def without_selection(retriever: CorrectiveRetriever) -> CorrectiveRetriever:
    """All that a search found goes to the generator."""
    return replace(retriever, refiner=RefineByKind(retriever.refiner, NoRefinement()))


def ablations(changes: Mapping[str, Alter]) -> tuple[Arm, ...]:
    """CRAG and Self-CRAG, each whole and with one change after another."""
    arms: list[Arm] = []
    for name, strategy in (("CRAG", "crag"), ("Self-CRAG", "self_crag")):
        arms.append(Arm(name, plain(strategy)))
        arms += [
            Arm(f"{name} {change}", altered(strategy, alter), against=name)
            for change, alter in changes.items()
        ]
    return tuple(arms)


def ablation_figures(
    changes: Iterable[str], first: Iterable[float], second: Iterable[float]
) -> dict[str, dict[str, float]]:
    """The paper's figures on PopQA for the arms of `ablations`: CRAG's and Self-CRAG's."""
    order = ("", *(f" {change}" for change in changes))
    figures = {
        f"{system}{change}": value
        for system, row in (("CRAG", first), ("Self-CRAG", second))
        for change, value in zip(order, row, strict=True)
    }
    return {"popqa": figures}
