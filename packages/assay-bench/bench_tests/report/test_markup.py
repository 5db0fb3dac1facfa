from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from assay_bench.report.cited_text import Mark, marked
from assay_bench.report.markup import Markup, join, tag


def test_texts_are_escaped_once_and_markup_is_left_alone():
    inner = tag("b", "a < b & c")
    assert inner == "<b>a &lt; b &amp; c</b>"
    assert tag("p", inner, [None, '"x"'], class_="y") == (
        '<p class="y"><b>a &lt; b &amp; c</b>&quot;x&quot;</p>'
    )
    assert isinstance(join(["a", inner]), Markup)


def test_attributes_are_escaped_and_may_be_absent():
    assert tag("a", href='"><script>') == '<a href="&quot;&gt;&lt;script&gt;"></a>'
    assert tag("input", hidden=True, value=None, data_x_y="1") == '<input hidden data-x-y="1">'


def test_what_a_browser_would_not_show_is_replaced():
    assert join("a\x00b\u202ec\ud800") == "a\ufffdb\ufffdc\ufffd"


def test_marks_may_overlap_and_are_followed_by_their_link():
    found = marked("abcdef", [Mark(0, 4, "one", Markup("<i>!</i>")), Mark(2, 6, "two")])
    assert found == (
        '<span class="one">ab</span><span class="one two">cd</span><i>!</i>'
        '<span class="two">ef</span>'
    )


def test_a_long_text_is_cut_and_says_so():
    assert marked("a" * 30, [], longest=10).startswith("a" * 10 + '<span class="cut">')
    assert "20 more characters" in marked("a" * 30, [], longest=10)


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40),
    st.lists(st.tuples(st.integers(-5, 45), st.integers(-5, 45)), max_size=5),
)
def test_whatever_the_offsets_claim_the_text_is_whole(text, spans):
    shown = html.fragment_fromstring(marked(text, [Mark(*s, "x") for s in spans]), "div")
    expected = html.fragment_fromstring(join(text), "div").text_content()
    assert shown.text_content() == expected
