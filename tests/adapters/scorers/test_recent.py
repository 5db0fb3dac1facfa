from __future__ import annotations

from assay.adapters.scorers.recent import Recent


def test_the_oldest_are_forgotten_when_it_is_too_much():
    recent = Recent[str, str](5, len)
    for key, value in (("a", "xx"), ("b", "xx"), ("c", "xx")):
        recent.keep(key, value)
    assert recent.of(["a", "b", "c"]) == {"b": "xx", "c": "xx"}


def test_a_value_in_place_of_another_counts_once():
    recent = Recent[str, str](4, len)
    recent.keep("a", "xxx")
    recent.keep("a", "yyy")
    recent.keep("b", "z")
    assert recent.of("ab") == {"a": "yyy", "b": "z"}


def test_what_is_larger_than_all_room_is_kept_alone():
    recent = Recent[str, str](2, len)
    recent.keep("a", "x")
    recent.keep("b", "xxxx")
    assert recent.of("ab") == {"b": "xxxx"}


def test_what_is_let_go_makes_room():
    recent = Recent[str, int](2)
    recent.keep("a", 1)
    recent.keep("b", 2)
    recent.forget("a")
    recent.forget("never known")
    recent.keep("c", 3)
    assert recent.of("abc") == {"b": 2, "c": 3}
    recent.clear()
    assert recent.of("abc") == {}
