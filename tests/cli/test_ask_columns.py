"""Questions over the columns of a table, asked as people ask them: with the shipped weights."""

from __future__ import annotations

import json

import pytest

from assay.cli.main import run

# Ships, tonnes and a fee for each port, and two sums that must never be counted as a port.
PORTS = """\
Port,Country,Ships,Tonnes of fish,Crane fee (EUR),Opened,Ferry
Aberdeen,Britain,306,7726.1,278,1871,yes
Bergen,Norway,280,7709.9,137,1902,yes
Calais,France,282,4334.3,135,1899,yes
Dover,Britain,248,2800.3,86,1866,yes
Esbjerg,Denmark,324,8841.5,271,1874,no
Falmouth,Britain,339,233.5,72,1860,no
Hull,Britain,257,n/a,140,1883,no
Oban,Britain,28,7641.1,40,1881,no
Total,,2064,39286.7,,,
"""
PLANETS = """\
# The planets

Saturn has the most moons of all planets, 146 by the last count.

| Planet | Diameter (km) | Day |
|---|---|---|
| Mercury | 4,879 | 58.6 d |
| Earth | 12,756 | 24 h |
| Jupiter | 142,984 | 9.9 h |
| Saturn | 120,536 | 10.7 h |
"""
# Names that begin like sums, a spelling, a film without a name, groups of digits, a unit.
FILMS = """\
Film,Country,Weight of its reels (t),Telephone,Length
Total Recall,France,95,020 7946 0958,5'11
Mean Girls,UK,30,020 7946 0959,6'2
Alien,UK,20,020 7946 0951,5'10
Up,uk,10,020 7946 0950,4'9
,France,99,020 7946 0950,5'1
Total Weight,,254,,
"""
BUDGET = """\
# Club

|  | Actual | Budget | Planned | Budget |
|---|---|---|---|---|
| Tennis | 40 | 55 | 60 | 70 |
| Hockey | 90 | 35 | 80 | 20 |
| Chess | 10 | 25 | 30 | 45 |

| Sport | Coach |
|---|---|
| Tennis | Ann |
| Hockey | Ben |
| Bowls | Cas |
"""
YEARS = "Station,Rain (mm)\nArl,{}\nBel,{}\nCor,{}\n"


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("columns")
    texts = folder / "texts"
    texts.mkdir()
    (texts / "ports.csv").write_text(PORTS)
    (texts / "films.csv").write_text(FILMS)
    (texts / "planets.md").write_text(PLANETS)
    (texts / "club.md").write_text(BUDGET)
    (texts / "rain-2023.csv").write_text(YEARS.format(802, 655, 1204))
    (texts / "rain-2024.csv").write_text(YEARS.format(702, 955, 904))
    assert run(["index", str(texts), "--index", str(folder / "i")]) == 0
    return folder / "i"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which port handles the most ships?", "Falmouth: 339"),
        ("Which port has the lowest crane fee?", "Oban: 40"),
        ("How many tonnes of fish are landed in total at all ports?", "39286.7"),
        ("What is the average crane fee?", "144.88"),
        ("How many ports are there?", "8"),
        ("How many ports are in Britain?", "5"),
        ("Which port in Britain has the highest crane fee?", "Aberdeen: 278"),
        ("Which port was opened first?", "Falmouth: 1860"),
        ("How many ports have a ferry?", "4"),
        ("Which planet has the largest diameter?", "Jupiter: 142,984"),
        ("Which station had the most rain in 2024?", "Bel: 955"),
        ("Who in the club has the highest actual?", "Hockey: 90"),
        ("How many films are in the UK?", "3"),
        ("Which film in the UK has the highest weight of its reels?", "Mean Girls: 30"),
        ("What is the total weight of reels in tonnes?", "254"),
        ("Which port in Britain and with a ferry has the most ships?", "Aberdeen: 306"),
    ],
)
def test_it_is_computed_over_all_rows_and_says_how(assay, index, question, answer):
    result = assay("ask", question, "--index", index, "--json")
    said, bracket, how = result.json["text"].partition(" (")
    assert (said, bracket) == (answer, " (")
    assert " rows of " in how
    assert result.json["form"] == "fact"
    assert result.json["citations"]
    assert any("computed" in note for note in result.json["notes"])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the crane fee in Dover?", "86 (\u201cCrane fee (EUR)\u201d of Dover)"),
        ("How many ships does Oban have?", "28 (\u201cShips\u201d of Oban)"),
        ("When was Calais opened?", "1899 (\u201cOpened\u201d of Calais)"),
        ("Which country is Esbjerg in?", "Denmark (\u201cCountry\u201d of Esbjerg)"),
        ("What is the diameter of Earth?", "12,756 (\u201cDiameter (km)\u201d of Earth)"),
        ("How many moons does Saturn have?", "146"),  # a text says it
    ],
)
def test_one_cell_is_told_by_its_row_and_column(assay, index, question, answer):
    result = assay("ask", question, "--index", index, "--json").json
    assert result["text"] == answer
    quoted = result["citations"][0]
    assert answer.partition(" (")[0] in quoted["quote"]


@pytest.mark.parametrize(
    "question",
    [
        "How many tonnes of fish does Hull have?",  # n/a
        "What is the crane fee in Dover in 2019?",  # of another year
        "What is the crane fee in Rotterdam?",
        "How much rain fell at Bel?",  # in two tables
        "What is the budget of hockey?",  # in two columns
        "What is hockey?",  # in no column
    ],
)
def test_a_cell_that_is_missing_or_not_clear_is_not_told(assay, index, question):
    text = assay("ask", question, "--index", index, "--json").json["text"]
    assert "\u201c" not in (text or "")


def test_a_citation_of_the_most_names_its_row(assay, index):
    result = assay("ask", "Which port handles the most ships?", "--index", index, "--json")
    (citation,) = result.json["citations"]
    assert citation["quote"].startswith("Port: Falmouth; Country: Britain; Ships: 339")
    assert "line 7" in citation["location"]


def test_what_was_left_out_is_said(assay, index):
    question = "How many tonnes of fish are landed in total at all ports?"
    notes = assay("ask", question, "--index", index, "--json").json["notes"]
    assert "without a value in \u201cTonnes of fish\u201d: 1 rows, left out" in notes
    assert "rows of sums left out: 1" in notes


@pytest.mark.parametrize(
    "question",
    [
        "Which country handles the most ships?",  # several rows for each
        "Which port has the most employees?",  # no such column
        "Which station had the most rain?",  # two tables
        "Which port has the longest pier?",
        "Which port in Britain and Norway has the most ships?",  # of one column no row has both
        "Which port opened after 1870 has the most ships?",
        "Which port has the second highest crane fee?",
        "What is the total of the ships in Norway and France?",
        "Which film has the highest weight of its reels?",  # it has no name
        "Which film has the highest telephone?",
        "How many films have children?",
        "How many films are lost?",
    ],
)
def test_where_no_column_is_clearly_meant_nothing_is_computed(assay, index, question):
    result = assay("ask", question, "--index", index, "--json")
    assert not any("computed" in note for note in result.json["notes"])
    assert result.json["abstained"]


@pytest.mark.parametrize(
    "question",
    [
        "Which planet has the longest day?",  # values of two units
        "What is the total weight of reels of Turkish films?",  # Turkish is no tonne
    ],
)
def test_what_cannot_be_computed_is_left_to_the_reader(assay, index, question):
    result = assay("ask", question, "--index", index, "--json")
    assert not any("computed" in note for note in result.json["notes"])


def test_a_text_that_says_it_is_quoted(assay, index):
    result = assay("ask", "Which planet has the most moons?", "--index", index, "--json")
    assert result.json["text"] == "Saturn"


def test_it_can_be_switched_off(assay, index, tmp_path, monkeypatch):
    (tmp_path / "assay.toml").write_text('[generator]\nwithout = ["columns"]\n')
    monkeypatch.chdir(tmp_path)
    result = assay("ask", "Which port handles the most ships?", "--index", index, "--json")
    assert not any("computed" in note for note in result.json["notes"])


def test_many_questions_are_computed_as_one_is(assay, index, tmp_path):
    asked = "Which port handles the most ships?"
    questions, answers = tmp_path / "q.jsonl", tmp_path / "a.jsonl"
    questions.write_text(json.dumps({"id": "1", "question": asked}) + "\n")
    one = assay("ask", asked, "--index", index, "--json").json["text"]
    assay("batch", str(questions), "--index", index, "--out", str(answers))
    assert json.loads(answers.read_text())["text"] == one
    assert "computed" in " ".join(json.loads(answers.read_text())["notes"])
