from __future__ import annotations

from assay.steps.correct.refine import whole
from assay.text.repeats import combine, distinct, without_copies
from assay.types import Evidence, Kind, Passage


def strip(text, kind=Kind.EXTERNAL, name="x"):
    return whole(Passage(f"{name}-{text[:12]}", text, kind=kind), 0.5)


def test_mirrors_of_a_page_count_once():
    first = Passage("a", "The Eiffel Tower is 330 metres tall and stands in Paris, France.")
    mirror = Passage("b", "The Eiffel tower is 330 metres tall, and stands in Paris (France)")
    other = Passage("c", "The Eiffel Tower was built from 1887 to 1889 by many workers.")
    assert distinct([first, mirror, other]) == (first, other)


def test_an_external_strip_that_repeats_the_index_is_dropped_with_a_note():
    inside = Evidence((strip("Tea is a drink made of leaves.", Kind.INTERNAL, "in"),))
    again, fresh = strip("Tea is a drink, made of leaves!"), strip("Coffee is made of beans.")
    both = combine(inside, Evidence((again, fresh), notes=("searched",)))
    assert both.strips == (*inside.strips, fresh)
    assert both.dropped == (again,)
    assert both.notes == ("searched", "1 external strip(s) repeat what the index says")


def test_without_repeats_both_are_simply_joined():
    inside, outside = Evidence((strip("One thing."),)), Evidence((strip("Another matter."),))
    assert combine(inside, outside) == inside + outside
    assert combine(Evidence(), outside) == outside
    assert combine(inside, Evidence()) == inside


def test_one_word_strips_are_compared_too():
    assert combine(Evidence((strip("Paris"),)), Evidence((strip("paris."),))).dropped


def entry(document, text, *headings, title=""):
    return Passage(f"{document}-{text[:9]}", text, title, headings=headings, document=document)


def test_a_page_to_be_printed_repeats_no_entry():
    page = entry("lid.html", "Mind the lid.", "Kettle", "Lid", title="Lid")
    printed = entry("print.html", "Mind  the lid", "Kettle", "Lid", title="All pages")
    lamp = entry("lamp.html", "Mind the lid.", "Lamp", "Lid")
    again = entry("lid.html", "Mind the lid.", "Kettle", "Lid", title="Lid")
    assert without_copies([page, printed, lamp, again]) == [page, lamp, again]


def test_one_heading_alone_tells_no_subject():
    kettle = entry("kettle.html", "It lasts two years.", "Warranty", title="Kettle")
    lamp = entry("lamp.html", "It lasts two years.", "Warranty", title="Lamp")
    copied = entry("copy.html", "It lasts two years.", "Warranty", title="Lamp")
    assert without_copies([kettle, lamp, copied]) == [kettle, lamp]
    both = [entry(name, "A whole page. " * 20, "Care", title=name) for name in ("a", "b")]
    assert without_copies(both) == both[:1]


def test_of_a_ranking_no_more_is_read_than_is_wanted():
    def ranking():
        yield from (entry(name, f"The page {name}.", "Care") for name in "ab")
        raise AssertionError("read on")

    assert [each.document for each in without_copies(ranking(), 2)] == ["a", "b"]
