from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle

import pytest

from assay.values import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A place."""

    x: int
    y: int = 0
    names: list[str] = dataclasses.field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Named(Point):
    """A place with a name that is checked."""

    name: str = "here"

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")


@dataclass(frozen=True, slots=True)
class Alone:
    """One field, and a method of its own."""

    x: int

    def __repr__(self) -> str:
        return "alone"


@dataclass(frozen=True, slots=True)
class Counted:
    """A field that is not given: the standard library's own."""

    x: int
    seen: list[int] = dataclasses.field(default_factory=list, init=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Foreign(Point):
    """Somebody else's, by the standard library."""

    z: int = 1


def test_it_takes_its_fields_as_any_dataclass_does():
    assert Point(1, y=2) == Point(1, 2) != Point(1, 3)
    assert Point(1).names == [] and Point(1).names is not Point(1).names
    assert repr(Point(1, 2)) == "Point(x=1, y=2, names=[])" and repr(Alone(1)) == "alone"
    assert list(inspect.signature(Named).parameters) == ["x", "y", "names", "name"]
    with pytest.raises(TypeError, match="missing"):
        Point()
    with pytest.raises(ValueError, match="no name"):
        Named(1, name="")


def test_it_is_frozen_and_has_nothing_but_its_fields():
    for change in (lambda: setattr(Point(1), "x", 2), lambda: delattr(Point(1), "x")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    with pytest.raises(AttributeError):
        Point(1).z = 3
    assert not hasattr(Point(1), "__dict__")


def test_it_is_compared_by_class_and_values():
    assert Foreign(1, z=2) == Foreign(1, 0, [], 2) != Point(1)
    assert Point(1) != Named(1) and Point(1) != (1, 0, [])
    assert len({Alone(1), Alone(1), Alone(2)}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Point(1))


def test_it_is_known_as_a_dataclass():
    assert dataclasses.asdict(Named(1)) == {"x": 1, "y": 0, "names": [], "name": "here"}
    assert dataclasses.replace(Point(1), y=5) == Point(1, 5)
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


@pytest.mark.parametrize("value", [Point(1, 2, ["a"]), Named(1), Alone(2)])
def test_it_is_copied_and_sent(value):
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)


def test_a_field_that_is_special_is_left_to_the_standard_library():
    counted = Counted(1)
    counted.seen.append(5)
    assert counted == Counted(1) and "seen" not in inspect.signature(Counted).parameters
