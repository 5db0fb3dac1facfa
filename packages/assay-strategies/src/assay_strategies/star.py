"""Tree search over sub-questions with rewards from retrieved evidence (RAG-Star)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.errors import BudgetSpentError, ServiceError
from assay.ports import Generator
from assay.steps.answer.conclude import conclude, draft_answer
from assay.tracing import silent
from assay.types import Answer, Evidence, NliLabel
from assay_strategies.reason.evidence_reward import EvidenceReward
from assay_strategies.reason.lookup import Looked, Lookup, pooled
from assay_strategies.reason.search_tree import Node, best_path, most_promising
from assay_strategies.reason.thoughts import Thinker, Thought

NOTHING_TO_SPLIT = "the model proposed no sub-question, so the question itself was searched for"


@dataclass(frozen=True, slots=True)
class Star:
    """Searches a tree of sub-questions, rewards each by its evidence, and answers from the best."""

    thinker: Thinker
    lookup: Lookup
    reward: EvidenceReward
    generator: Generator
    max_expansions: int = 4
    max_depth: int = 3

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The generator's answer over the evidence of the best line of reasoning."""
        query = query or question
        root = Node()
        notes = self._grow(root, query)
        evidence, queries = self._gathered(root, query)
        evidence = pooled([Evidence(notes=notes), evidence])
        draft = draft_answer(self.generator, question, evidence)
        return replace(conclude(question, "star", evidence, draft), queries=queries)

    def _grow(self, root: Node, query: str) -> tuple[str, ...]:
        """Grow the tree: select, expand, reward, back up; notes say why it ended early."""
        try:
            for _ in range(self.max_expansions):
                node = most_promising(root, self.max_depth)
                if node is None:
                    break
                self._expand(node, query)
        except (BudgetSpentError, ServiceError) as error:
            return (f"the search was cut short: {error}",)
        return () if root.children else (NOTHING_TO_SPLIT,)

    def _expand(self, node: Node, query: str) -> None:
        thoughts = self.thinker.think(query, node.thoughts)
        # Where nothing can be read, nothing more will come of the same words.
        node.closed, node.finished = not thoughts.proposals, thoughts.done
        for thought in thoughts.proposals:
            looked = self.lookup.look(thought.question)
            reward = self.reward.reward(thought, looked)
            if reward.label is NliLabel.CONTRADICTED:
                thought = self._refined(thought, looked)  # noqa: PLW2901 - as the paper has it
            node.add(thought, looked, reward.value)

    def _refined(self, thought: Thought, looked: Looked) -> Thought:
        """The thought with an answer from the evidence in place of its claim."""
        with silent():  # an answer on the way is not the answer
            said = draft_answer(self.generator, thought.question, looked.evidence).text
        return Thought(thought.question, said or "")

    def _gathered(self, root: Node, query: str) -> tuple[Evidence, tuple[str, ...]]:
        """The evidence of the best path; what other paths found is set aside, not lost."""
        best = [node.looked for node in best_path(root) if node.looked is not None]
        if not any(looked.evidence.strips for looked in best):
            # A model that cannot split a question must not stand in the way of an answer.
            best.append(self.lookup.look(query))
        aside = [node.looked.evidence for node in root.below if node.looked is not None]
        dropped = [Evidence(dropped=each.strips + each.dropped) for each in aside]
        queries = tuple(looked.query for looked in best)
        return pooled([*(looked.evidence for looked in best), *dropped]), queries
