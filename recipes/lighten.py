"""A tenth less work for a graph whose windows run one at a time, with nothing padded.

Applied to a graph that the runtime has arranged (`recipes.graph`). The mask goes, since there is
nothing to mask, and a layer norm is taken as the norm of each token's own channel, which the
runtime has in a quicker form. That is the same but for rounding; as the int8 scales follow the
numbers, scores change in their last digits all the same: docs/log.md.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from onnx import GraphProto, ModelProto, NodeProto, helper, numpy_helper

LENGTH, ONES, ZEROS = "light/length", "light/ones", "light/zeros"


def lighten(model: ModelProto) -> None:
    """Make both changes in place, and leave out what nothing needs then."""
    drop_mask(model.graph)
    plain_norms(model.graph)
    prune(model.graph)


def drop_mask(graph: GraphProto) -> None:
    """Let every softmax see its scores as they are."""
    made = makers(graph)
    for node in graph.node:
        if node.op_type == "Softmax" and (masked := made[node.input[0]]).op_type == "Add":
            scores = [name for name in masked.input if "MatMul" in made[name].op_type]
            if len(scores) == 1:
                node.input[0] = scores[0]


def plain_norms(graph: GraphProto) -> None:
    """Norms of the last axis of [1, tokens, width] as norms of each token."""
    first = graph.input[0].name
    nodes = [
        helper.make_node("Shape", [first], [LENGTH], start=1, end=2),
        *(_filled(name, value) for name, value in ((ONES, 1.0), (ZEROS, 0.0))),
    ]
    for node in graph.node:
        nodes.extend(_plain(node) if node.op_type.endswith("LayerNormalization") else [node])
    # The graph keeps its nodes itself: they are copied before it lets go of the old ones.
    copies = [_copy(node) for node in nodes]
    del graph.node[:]
    graph.node.extend(copies)


def prune(graph: GraphProto) -> None:
    """Leave out what no output needs any more."""
    needed = {each.name for each in graph.output}
    kept: list[NodeProto] = []
    for node in reversed(graph.node):
        if needed & set(node.output):
            kept.append(_copy(node))
            needed |= set(node.input)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    for some in (graph.initializer, graph.input):
        for each in [each for each in some if each.name not in needed]:
            some.remove(each)


def makers(graph: GraphProto) -> dict[str, NodeProto]:
    """The node that makes each tensor."""
    return {name: node for node in graph.node for name in node.output}


def _plain(norm: NodeProto) -> Iterator[NodeProto]:
    """One norm, the sum before it included, scaled and shifted after it."""
    made = norm.output[0]
    parts, (scale, shift) = list(norm.input[:1]), norm.input[1:3]
    if norm.op_type.startswith("Skip"):
        parts, (scale, shift) = list(norm.input[:2]), norm.input[2:4]
        parts += norm.input[4:5]
    whole = parts[0]
    for number, part in enumerate(parts[1:]):
        yield helper.make_node("Add", [whole, part], [f"{made}/sum{number}"])
        whole = f"{made}/sum{number}"
    epsilon = next(helper.get_attribute_value(a) for a in norm.attribute if a.name == "epsilon")
    yield helper.make_node(
        "InstanceNormalization", [whole, ONES, ZEROS], [f"{made}/norm"], epsilon=epsilon
    )
    yield helper.make_node("Mul", [f"{made}/norm", scale], [f"{made}/scaled"])
    yield helper.make_node("Add", [f"{made}/scaled", shift], [made])


def _filled(name: str, value: float) -> NodeProto:
    content = numpy_helper.from_array(np.array([value], np.float32))
    return helper.make_node("ConstantOfShape", [LENGTH], [name], value=content)


def _copy(node: NodeProto) -> NodeProto:
    copy = NodeProto()
    copy.CopyFrom(node)
    return copy
