"""Just enough of the ONNX format to read weights where the onnx package is not installed.

A file is a protocol buffer: fields of a number and a wire type, nested. Only the fields named
below are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

GRAPH = 7
NODE, INITIALIZER = 1, 5
NODE_INPUT, NODE_NAME, NODE_OPERATOR = 1, 3, 4
DIMS, DATA_TYPE, FLOATS, INTEGERS, TENSOR_NAME, RAW = 1, 2, 4, 5, 8, 9
TYPES = {1: np.float32, 2: np.uint8, 3: np.int8, 6: np.int32, 7: np.int64}


def _number(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The numbers and values of a message's fields."""
    at = 0
    while at < len(data):
        key, at = _number(data, at)
        kind = key & 7
        if kind == 0:
            value: int | memoryview
            value, at = _number(data, at)
        else:
            size = {1: 8, 5: 4}.get(kind, 0)
            if kind == 2:
                size, at = _number(data, at)
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def _numbers(value: int | memoryview) -> list[int]:
    """One number, or several that are packed."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        one, at = _number(value, at)
        found.append(one)
    return found


def _tensor(data: memoryview) -> tuple[str, np.ndarray | None]:
    parts = list(fields(data))
    found = dict(parts)
    name = bytes(found.get(TENSOR_NAME, b"")).decode()
    kind = TYPES.get(int(found.get(DATA_TYPE, 0)))
    if kind is None:
        return name, None
    dims = [n for number, value in parts if number == DIMS for n in _numbers(value)]
    if RAW in found:
        content = np.frombuffer(found[RAW], kind)
    elif FLOATS in found:
        content = np.frombuffer(found[FLOATS], np.float32)
    else:
        content = np.array([n for k, value in parts if k == INTEGERS for n in _numbers(value)])
    return name, content.astype(kind).reshape(dims)


def read(path: Path) -> tuple[dict[str, np.ndarray], list[tuple[str, str, list[str]]]]:
    """The stored tensors by name; operator, name and inputs of each node."""
    tensors, nodes = {}, []
    graph = next(v for n, v in fields(memoryview(path.read_bytes())) if n == GRAPH)
    for number, value in fields(graph):
        if number == INITIALIZER:
            name, content = _tensor(value)
            if content is not None:
                tensors[name] = content
        elif number == NODE:
            parts = [(n, bytes(v).decode()) for n, v in fields(value) if n in (1, 3, 4)]
            inputs = [text for n, text in parts if n == NODE_INPUT]
            named = dict(parts)
            nodes.append((named.get(NODE_OPERATOR, ""), named.get(NODE_NAME, ""), inputs))
    return tensors, nodes
