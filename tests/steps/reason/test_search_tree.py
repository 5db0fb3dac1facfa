from __future__ import annotations

from assay.types import Evidence
from assay_strategies.reason.lookup import Looked
from assay_strategies.reason.search_tree import Node, best_path, most_promising
from assay_strategies.reason.thoughts import Thought

FOUND = Looked("q", (), Evidence())


def grow(node: Node, name: str, reward: float) -> Node:
    return node.add(Thought(name), FOUND, reward)


def names(path: list[Node]) -> list[str]:
    return [node.thought.question for node in path]


def test_a_reward_counts_for_every_step_above():
    root = Node()
    child = grow(root, "a", 0.5)
    grow(child, "b", 1.0)
    assert (root.visits, root.total) == (2, 1.5)
    assert (child.visits, child.total) == (2, 1.5)


def test_the_root_comes_first_then_the_better_branch():
    root = Node()
    assert most_promising(root, 3) is root
    grow(root, "poor", 0.1)
    good = grow(root, "good", 0.9)
    assert most_promising(root, 3) is good


def test_what_was_tried_often_gives_way_to_what_was_not():
    root = Node()
    often = grow(root, "often", 0.5)
    seldom = grow(root, "seldom", 0.5)
    for _ in range(5):
        grow(often, "more", 0.5)
    assert most_promising(root, 3) is seldom


def test_closed_and_deep_steps_are_left_out():
    root = Node()
    first = grow(root, "a", 0.9)
    first.closed = True
    second = grow(root, "b", 0.1)
    assert most_promising(root, 3) is second
    assert most_promising(root, 1) is None
    second.closed = True
    assert most_promising(root, 3) is None


def test_an_unfinished_second_hop_does_not_lose_to_its_first():
    root = Node()
    assert best_path(root) == []
    first = grow(root, "a", 0.9)
    grow(first, "b", 0.5)
    grow(root, "c", 0.8)
    assert names(best_path(root)) == ["a", "b"]


def test_of_branches_tried_equally_often_the_one_worth_more_wins():
    root = Node()
    for name, reward in (("poor", 0.2), ("good", 0.6), ("fair", 0.5)):
        grow(root, name, reward)
    assert names(best_path(root)) == ["good"]


def test_a_finished_leaf_comes_before_what_was_tried_more_often():
    root = Node()
    often = grow(root, "often", 0.9)
    for _ in range(4):
        grow(often, "more", 0.9)
    grow(root, "done", 0.3).finished = True
    assert names(best_path(root)) == ["done"]
