"""Which entry answers: one that lists, one with a number for how many; and which span of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.generators.candidates import Sought
from assay.adapters.scorers.pair_reading import PairReading
from assay.indexing.vocabulary import Vocabulary
from assay.steps.answer.confidence import Confidence, SignWeights
from assay.testing import FakeRelevanceScorer
from assay.types import Form, NliScores, Passage
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import SeeingAssayer, Seen
from tests.entries import entries_of
from tests.steps.answer.test_yes_no import Supports

MANUAL = """# Lamps

## About

The lamp has modes for every kind of weather, and its modes are easy to choose.

## Modes

Choose one of slow, fast and off.

## Colours

The lamp shines in these colours:

- red
- blue

## Time

The number of seconds that the lamp burns is written down. It burns for 90 seconds.
"""


@pytest.fixture
def lamps(tmp_path):
    return entries_of(tmp_path, "lamps.md", MANUAL)


@pytest.mark.parametrize(
    ("introduction", "listing", "heading"),
    [("its modes", "slow, fast", "Modes"), ("kind of weather", "these colours", "Colours")],
)
def test_for_a_list_the_entry_that_lists_goes_before_its_introduction(
    lamps, introduction, listing, heading
):
    told = reader(Seen(introduction), Seen(listing))
    listed = drafted(told, f"Which {heading.lower()} does the lamp have?", lamps)
    plain = drafted(told, "Why is it easy to choose?", lamps)
    assert listed.entries[0].passage.headings[-1] == heading
    assert plain.entries[0].passage.headings[-1] == "About"


@pytest.mark.parametrize(
    ("question", "seen", "form", "said"),
    [
        ("Which shades does the lamp have?", "these shades", Form.LIST, "black"),
        ("Which times does the lamp burn?", "these shades", Form.PASSAGE, "black"),
        ("Which wicks does the lamp have?", "these shades", Form.PASSAGE, "black"),
        ("Which times does the lamp burn?", "90 seconds", Form.FACT, "90 seconds"),
        ("Which gears does the lamp have?", "gears", Form.FACT, "one of two gears: low or high"),
    ],
)
def test_several_are_listed_if_the_list_is_one_of_them(tmp_path, question, seen, form, said):
    text = f"{MANUAL}\n## Ride\n\nIt has one of two gears: low or high, or none.\n"
    text += "\n## Look of old brass oil wicks\n\nIt has these shades:\n\n- white\n- black\n"
    draft = drafted(reader(Seen(seen)), question, entries_of(tmp_path, "lamps.md", text))
    assert draft.form is form
    assert said in draft.text


def test_of_two_that_speak_of_a_side_its_own_entry_is_shown(tmp_path):
    text = "# A\n\n## grace_time\n\nGrace after a timeout.\n\n## timeout\n\nLamps go off then.\n"
    entries = entries_of(tmp_path, "times.md", text)
    draft = drafted(reader(Seen("Grace"), Seen("go off")), "grace_time vs timeout", entries)
    assert draft.form is Form.COMPARISON
    assert [e.passage.headings[-1] for e in draft.entries] == ["grace_time", "timeout"]


def test_an_entry_that_is_all_there_is_of_both_sides_is_shown_once(tmp_path):
    text = "# A\n\nsqlite\n: One file. It is less work than postgresql.\n"
    draft = drafted(
        reader(Seen("less work")), "sqlite vs postgresql", entries_of(tmp_path, "b.md", text)
    )
    assert (draft.form, [e.label for e in draft.entries]) == (Form.COMPARISON, [""])


def test_what_an_entry_is_about_is_explained_by_the_entry_not_by_a_span(lamps):
    told = reader(Seen("slow, fast and off", 3.0))
    assert drafted(told, "What is the modes?", lamps).form is Form.PASSAGE
    assert drafted(told, "What is the fast mode's other?", lamps).form is Form.FACT
    told = reader(Seen("90 seconds", 3.0))
    assert drafted(told, "What is the time?", lamps).text == "90 seconds"  # there is no more to say


@pytest.mark.parametrize(("more", "lacks"), [("", True), ("## IdleSec\n\nDefaults to 5.\n", False)])
def test_the_entry_of_a_setting_without_a_default_speaks_against_an_answer(tmp_path, more, lacks):
    text = "# A\n\n## IdleSec\n\nThe delay before lamps go off.\n\n## Lamps\n\nOn by default.\n\n"
    weighed = Confidence(right=SignWeights(score=0.0, numberless=-9.0))
    told = reader(Seen("delay", 3.0, 3.0), confidence=weighed)
    entries = entries_of(tmp_path, "lamps.md", text + more)
    sure = drafted(told, "What is the default of IdleSec?", entries).confidence
    assert (sure < 0.1) is lacks


@pytest.mark.parametrize(("server", "form"), [("Apache", Form.YES_NO), ("nginx", Form.PASSAGE)])
def test_the_word_below_a_question_answers_it_of_the_same_thing_only(tmp_path, server, form):
    text = "# Lamps\n\n## Can I use the lamp with Apache?\n\nYes. Load the module.\n"
    words = Vocabulary({"lamp": 60, "use": 90, "nginx": 2}, passages=100)
    told = reader(Seen("module", 3.0, 3.0), nli=Supports(0.1, 0.1))
    told = replace(told, vocabulary=lambda: words)
    entries = entries_of(tmp_path, "faq.md", text)
    assert drafted(told, f"Can I use the lamp with {server}?", entries).form is form


def test_an_entry_without_a_number_does_not_say_how_many(lamps):
    told = reader(Seen("its modes"), confidence=Confidence(right=SignWeights(numberless=-5.0)))
    plain = drafted(told, "Why are there modes?", lamps).confidence
    assert drafted(told, "How many modes are there?", lamps).confidence < plain


def test_a_span_without_a_number_does_not_say_how_long(lamps):
    words = drafted(reader(Seen("The number of seconds")), "How long does the lamp burn?", lamps)
    number = drafted(reader(Seen("90 seconds")), "How long does the lamp burn?", lamps)
    assert (words.form, number.form) == (Form.PASSAGE, Form.FACT)
    assert number.text == "90 seconds"


OPTION = """\
# kettle

`--mode=<mode>` [default: gentle]
:   Heats the water in the given mode, slow or gentle.
"""


@pytest.mark.parametrize(
    ("question", "form", "said"),
    [
        ("What is the default --mode of the kettle?", Form.FACT, "gentle"),
        ("Which --mode does the kettle have?", Form.PASSAGE, "--mode=<mode>"),
    ],
)
def test_a_placeholder_is_no_value_and_the_stated_default_is(tmp_path, question, form, said):
    told = reader(Seen("mode"))
    draft = drafted(told, question, entries_of(tmp_path, "kettle.md", OPTION))
    assert draft.form is form
    assert draft.text.startswith(said)
    assert said in draft.citations[0].quote


def test_a_default_is_stated_whatever_the_reader_thinks_of_its_own_span(tmp_path):
    told = reader(Seen("slow", lead=-2.0))
    draft = drafted(told, "What is the default --mode?", entries_of(tmp_path, "k.md", OPTION))
    assert (draft.form, draft.text) == (Form.FACT, "gentle")
    assert "gentle]" in draft.citations[0].quote


DOORS = """# Doors

## Cellar

The cellar door may be locked.

## Attic

The attic door must stay open.
"""


class ByEntry:
    """An NLI scorer for which each entry supports "Yes." and "No." as much as is said."""

    def __init__(self, **supports: tuple[float, float]) -> None:
        self.supports = supports

    def nli(self, pairs):
        said = next(v for word, v in self.supports.items() if word in pairs[0][1].text)
        return [NliScores(value, 0.0, 1 - value) for value in said]


@pytest.mark.parametrize(
    ("attic", "said"),
    [((0.1, 0.8), ""), ((0.2, 0.5), "Yes."), ((0.8, 0.1), "Yes."), ((0.3, 0.3), "Yes.")],
)
def test_where_the_next_entry_says_the_opposite_neither_is_said(tmp_path, attic, said):
    told = reader(Seen("cellar"), Seen("attic"), nli=ByEntry(cellar=(0.9, 0.1), attic=attic))
    draft = drafted(told, "May the doors be locked?", entries_of(tmp_path, "d.md", DOORS))
    headings = [each.passage.headings[-1] for each in draft.entries]
    if said:
        assert (draft.form, headings) == (Form.YES_NO, ["Cellar"])
        assert draft.text.startswith(said)
    else:
        assert (draft.form, headings) == (Form.PASSAGE, ["Cellar", "Attic"])


def test_an_entry_that_is_hardly_a_good_one_has_no_say(tmp_path):
    nli = ByEntry(cellar=(0.9, 0.1), attic=(0.1, 0.9))
    told = reader(Seen("cellar"), Seen("attic"), nli=nli)
    told = replace(told, scorer=FakeRelevanceScorer(scores={"cellar": 0.5, "attic": -0.6}))
    draft = drafted(told, "May the doors be locked?", entries_of(tmp_path, "d.md", DOORS))
    assert draft.text.startswith("Yes.")


def test_of_a_table_the_row_that_is_named_is_shown_alone(tmp_path):
    countries = ("Chad,TD", "Chile,CL", "China,CN", "Congo,CG", "Cuba,CU")
    table = entries_of(tmp_path, "c.csv", "\n".join(["country,code", *countries]))
    told = reader(Seen("Chad"))
    named = drafted(told, "country code of Cuba", table)
    assert (named.text, named.form) == ("country: Cuba; code: CU", Form.PASSAGE)
    assert [entry.text for entry in named.entries] == [named.text]
    for whole in ("Which countries have a code?", "What is the code of Cuba and of Chile?"):
        assert "Congo" in drafted(told, whole, table).entries[0].text


def test_a_fact_about_a_parameter_is_read_in_its_item(tmp_path):
    page = (
        "# fs\n\n## fs.open(path)\n\n- flags: see flags. Default: r\n- mode: rights. Default: 666\n"
    )
    entries = entries_of(tmp_path, "fs.md", page)
    told = reader(Seen("666"))
    assert drafted(told, "What is the default mode of fs.open?", entries).text == "666"
    assert drafted(told, "What is the default of flags in fs.open?", entries).text != "666"


def test_yes_or_no_is_not_said_by_an_entry_that_does_not_name_what_is_asked(tmp_path):
    page = "# fs\n\n## fs.unlink(path)\n\nIt removes a file or link that is not empty.\n"
    entries = entries_of(tmp_path, "fs.md", page)
    told = reader(Seen("removes a file"), nli=Supports(0.95, 0.05))
    assert drafted(told, "Does fs.unlink remove a file?", entries).form is Form.YES_NO
    assert drafted(told, "Does fs.rm remove a file?", entries).form is Form.PASSAGE


def test_where_a_number_is_asked_for_the_reader_gives_one_of_the_sentence(tmp_path):
    page = "# Console\n\nIt listens on the port of PORT, which is 6023. It takes 3 users.\n"
    entries = entries_of(tmp_path, "c.md", page)

    class Reads(SeeingAssayer):
        """Prefers the name to the number, and the number to nothing."""

        def readings(self, question, passages):
            preferred = super().readings(question, passages)
            self.spans = (Seen("6023"),)
            return [
                PairReading((*one.windows, *two.windows))
                for one, two in zip(preferred, super().readings(question, passages), strict=True)
            ]

    told = replace(reader(Seen("PORT")), assayer=Reads((Seen("PORT", 2.0),)))
    assert drafted(told, "What port does the console listen on?", entries).text == "6023"
    told = replace(reader(Seen("PORT")), assayer=Reads((Seen("PORT", 2.0),)))
    assert drafted(told, "Where does the console listen?", entries).text == "PORT"


def test_what_another_document_says_of_something_else_is_no_disagreement(tmp_path):
    own = entries_of(tmp_path, "feeds.md", "# CSV\n\nThe exporter of CSV is CsvExporter.\n")
    beside = "# News\n\n- Mended the JSON exporter.\n- The CSV exporter is faster.\n"
    other = "# Plans\n\nThe exporter of CSV is NewExporter.\n"
    clause = "the one exporter of CSV that every larger house uses at night"
    spans = ("CsvExporter", "JSON", "NewExporter", clause)
    told = reader(*(Seen(span, 3.0, 3.0) for span in spans))
    longer = f"# Plans\n\nThe exporter of CSV is {clause}.\n"
    for text, rivals in ((beside, []), (other, ["NewExporter"]), (longer, [])):
        entries = [*own, *entries_of(tmp_path, "other.md", text)]
        draft = drafted(told, "Which exporter writes CSV?", entries)
        assert [rival.text for rival in draft.rivals] == rivals


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How long does the lamp burn?", 3),
        ("Which colours does the lamp have?", 5),
        ("What is the difference between slow and fast?", 5),
        ("How long does the lamp burn, and which colour does it have?", 5),
    ],
)
def test_where_one_entry_answers_those_far_behind_are_not_looked_at(question, kept):
    passages = [Passage(str(at), "The lamp burns.") for at in range(5)]
    sought = Sought.by(question, Vocabulary({"lamp": 5}, passages=5))
    scores = [-0.9, 0.8, -0.8, 0.9, -0.7]
    likely = sought.likely(passages, scores)
    assert [passage.id for passage, _ in likely] == ["3", "1", "4", "2", "0"][:kept]
    near = sought.likely(passages, [0.2, 0.3, 0.1, 0.4, 0.15])
    assert len(near) == 5
    assert sought.likely([], []) == []
