"""A tree of reasoning steps, searched by upper confidence bounds (RAG-Star, section 3)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from assay_strategies.reason.lookup import Looked
from assay_strategies.reason.thoughts import Thought

# How much an untried branch counts against a good one.
CURIOSITY = 0.2


@dataclass(slots=True, eq=False)
class Node:
    """One reasoning step: a thought, its evidence and its reward.

    A `closed` step is not continued; a `finished` one is closed because nothing is missing.
    """

    parent: Node | None = None
    thought: Thought | None = None
    looked: Looked | None = None
    reward: float = 0.0
    closed: bool = False
    finished: bool = False
    children: list[Node] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0

    @property
    def path(self) -> list[Node]:
        """The steps from the first thought to this one, the root left out."""
        return [*self.parent.path, self] if self.parent is not None else []

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """The thoughts of the path."""
        return tuple(node.thought for node in self.path if node.thought is not None)

    @property
    def below(self) -> list[Node]:
        """Every step under this one."""
        return [each for child in self.children for each in (child, *child.below)]

    def add(self, thought: Thought, looked: Looked, reward: float) -> Node:
        """A new step below this one; its reward counts for every step above it."""
        child = Node(self, thought, looked, reward)
        self.children.append(child)
        at: Node | None = child
        while at is not None:
            at.visits += 1
            at.total += reward
            at = at.parent
        return child


def most_promising(root: Node, max_depth: int) -> Node | None:
    """The step to go on from, found from the root by confidence bounds; None when all is done."""
    node = root
    while node.children:
        branches = [child for child in node.children if _open(child, max_depth)]
        if not branches:
            return None
        node = max(branches, key=_bound)
    return node if _open(node, max_depth) else None


def best_path(root: Node) -> list[Node]:
    """The steps of the best line of reasoning, from the root to a leaf.

    At each step the branch with a finished leaf comes first, then the one that the search came
    back to most often, then the one worth most. Only leaves are compared: a first hop does not win
    over the second one that was built on it.
    """
    node = root
    while node.children:
        node = max(node.children, key=_worth)
    return node.path


def _worth(node: Node) -> tuple[bool, int, float]:
    finished = node.finished or any(each.finished for each in node.below)
    return finished, node.visits, node.total / node.visits


def _bound(node: Node) -> float:
    above = node.parent.visits if node.parent is not None else node.visits
    return node.total / node.visits + CURIOSITY * math.sqrt(math.log(above + 1) / node.visits)


def _open(node: Node, max_depth: int) -> bool:
    if node.children:
        return any(_open(child, max_depth) for child in node.children)
    return not node.closed and len(node.path) < max_depth
