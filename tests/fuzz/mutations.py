"""Input that was good once: bytes flipped, values swapped, structure bent, sizes blown up."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    10**400,
    float("nan"),
    float("-inf"),
    "",
    "x",
    "a\0b",
    "\ud800",
    "\x1b[31m\u202e",
    "../../etc/passwd",
    "-",
    "x" * 5_000,
    [],
    {},
    [[]],
    [None],
    {"": {}},
    {"a": [1, {"b": "c"}]},
)
TOKENS = (
    b"\0",
    b"\xff\xfe",
    b'"',
    b"\\u0000",
    b"\\ud800",
    b"NaN",
    b"1e999",
    b"[" * 3_000,
    b"{",
    b"\n",
)


def paths(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in a JSON value something stands: every branch and every leaf."""
    found = [before]
    if isinstance(value, dict):
        for key, each in value.items():
            found += paths(each, (*before, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            found += paths(each, (*before, number))
    return found


def replaced(value: Any, path: tuple[Any, ...], by: Any) -> Any:
    """The value with something else at one place."""
    if not path:
        return by
    bent = copy.deepcopy(value)
    inside = bent
    for part in path[:-1]:
        inside = inside[part]
    inside[path[-1]] = by
    return bent


def removed(value: Any, path: tuple[Any, ...]) -> Any:
    bent = copy.deepcopy(value)
    inside = bent
    for part in path[:-1]:
        inside = inside[part]
    del inside[path[-1]]
    return bent


def bent_json(rng: random.Random, value: Any) -> Any:
    """The value with one to three things in it changed, removed, doubled or added."""
    for _ in range(rng.randint(1, 3)):
        path = rng.choice(paths(value))
        match rng.randrange(5):
            case 0 if path:
                value = removed(value, path)
            case 1 if path and isinstance(path[-1], str):
                value = replaced(value, (*path[:-1], f"{path[-1]}{rng.choice('s_x ')}"), 1)
            case 2:
                deep: Any = "deep"
                for _ in range(rng.choice((3, 20, 80))):
                    deep = [deep] if rng.random() < 0.5 else {"a": deep}
                value = replaced(value, path, deep)
            case _:
                value = replaced(value, path, copy.deepcopy(rng.choice(ODD)))
    return value


def bent_bytes(rng: random.Random, data: bytes) -> bytes:
    """The bytes with a few of them flipped, cut, doubled, or with something odd put in."""
    raw = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw) + 1)
        match rng.randrange(6):
            case 0 if at < len(raw):
                raw[at] ^= 1 << rng.randrange(8)
            case 1:
                del raw[at : at + rng.randint(1, 40)]
            case 2:
                raw[at:at] = raw[at : at + rng.randint(1, 200)]
            case 3:
                raw[at:at] = rng.choice(TOKENS)
            case 4:
                del raw[at:]
            case _:
                raw[at:at] = rng.randbytes(rng.randint(1, 8))
    return bytes(raw)


def bent(rng: random.Random, value: Any) -> bytes:
    """A JSON value on one line, bent in its structure, in its bytes, or in both."""
    shaped = bent_json(rng, value) if rng.random() < 0.7 else value
    line = json.dumps(shaped).encode()
    return bent_bytes(rng, line) if rng.random() < 0.4 else line
