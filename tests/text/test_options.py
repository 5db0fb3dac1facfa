from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.options import (
    asks_for_option,
    bare_name,
    codes_in,
    default_asked_of,
    is_alternative,
    is_called,
    is_entry_of,
    is_headed,
    is_label,
    is_placeholder,
    lacks_the_code,
    lacks_the_default,
    option_places,
    options_in,
    spells_out,
    stated_default,
)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("What does xargs -0 do?", {"-0"}),
        ("'--null', '-0'", {"--null", "-0"}),
        ("--size=N, -s N", {"--size", "-s"}),
        ("ssh -L and ssh -l", {"-L", "-l"}),
        ("a well-known --no-color", {"--no-color"}),
        ("values of Type= in a unit", {"Type="}),
        ("RuntimeMaxUse=, RuntimeKeepFree=", {"RuntimeMaxUse=", "RuntimeKeepFree="}),
        ("if a==b or size=3", set()),
        ("from 3-4 to 5 - 6 -- done", set()),
    ],
)
def test_the_options_of_a_text(text, options):
    assert options_in(text) == options


@given(st.text())
def test_any_text_is_taken(text):
    assert all(option[0] == "-" or option[-1] == "=" for option in options_in(text))


@pytest.mark.parametrize(
    ("question", "term", "default"),
    [
        ("What is the default tool?", "--tool=<name> [default: memcheck]", "memcheck"),
        ("default of --keep", "--keep (default 5)", "5"),
        ("Which default is it?", "level (defaults to off )", "off"),
        ("What tool is there?", "--tool=<name> [default: memcheck]", None),
        ("What is the default tool?", "--tool=<name>", None),
    ],
)
def test_the_default_that_the_line_of_an_option_states(question, term, default):
    place = stated_default(question, term)
    assert (place and term[slice(*place)]) == default


def test_a_placeholder_stands_in_angle_brackets():
    assert is_placeholder("Name", "--tool=<name>: the tool called name")
    assert is_placeholder("<name>", "--tool=<name>")
    assert is_placeholder("NAME", "-t, --tool=NAME")
    assert not is_placeholder("HOME", "-t, --tool=NAME")
    assert not is_placeholder("name", "--tool=name")
    assert not is_placeholder("memcheck", "--tool=<name>: memcheck")
    assert not is_placeholder("b", "<b> makes text bold")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Can fs.rm delete a folder?", {"fs.rm"}),
        ("stack size of thread::spawn", {"thread::spawn"}),
        ("What is max_user_watches, and open()?", {"max_user_watches", "open"}),
        ("e.g. this, i.e. that, the U.S.A. and version 2.0", set()),
        ("https://a.example/b.html and a/b.c", set()),
    ],
)
def test_names_of_code_are_told_from_words(text, codes):
    assert codes_in(text) == codes


@pytest.mark.parametrize(
    ("question", "heading", "headed"),
    [
        ("What is the default for IdleActionSec?", "IdleActionSec=", True),
        ("What is the default for IdleActionSec?", "IdleAction=", False),
        ("May I set PermitRootLogin?", "PermitRootLogin", True),
        ("How do I publish on GitHub?", "GitHub Actions", False),
        ("May I set it?", "", False),
        ("Can fs.rm delete a folder?", "fs.rm(path)", True),
        ("Can fs.rm delete a folder?", "fs.rmdir(path)", False),
        ("Can fs.rm delete a folder?", "How fs.rm deletes", False),
    ],
)
def test_a_heading_may_be_that_of_what_the_question_names(question, heading, headed):
    assert is_headed(question, heading) is headed


@pytest.mark.parametrize(
    ("question", "heading", "text", "lacks"),
    [
        ("What is the default for IdleSec?", "IdleSec=", "IdleSec= The delay of Idle=.", True),
        ("What is the default for IdleSec?", "IdleSec=", "IdleSec= Defaults to 5.", False),
        ("What is the default for IdleSec?", "IdleSec=", "IdleSec= If no time is given, 5.", False),
        ("What is the default for IdleSec?", "IdleSec=", "IdleSec=\nTry IdleSec=5.", False),
        ("What does IdleSec do?", "IdleSec=", "IdleSec= The delay.", False),
        ("What is the default for IdleSec?", "Idle=", "Idle= The action.", False),
    ],
)
def test_an_entry_that_speaks_of_no_default_lacks_it(question, heading, text, lacks):
    assert lacks_the_default(question, heading, text) is lacks


def test_a_text_without_the_code_of_the_question_lacks_it():
    assert lacks_the_code("Can fs.rm delete a folder?", "fs.unlink deletes a file")
    assert not lacks_the_code("Can fs.rm delete a folder?", "FS.rm(path) deletes")
    assert not lacks_the_code("Can it delete a folder?", "")


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Timeout=", "timeout"),
        ("2.2.3 The timeout", "timeout"),
        ("3. Timeout", "timeout"),
        ("A.1 Timeout", "timeout"),
        ("Appendix B. The timeout", "timeout"),
        ("2.2.3", "2.2.3"),
        ("a timeout", "timeout"),
    ],
)
def test_a_name_is_compared_without_number_article_and_marks(heading, name):
    assert bare_name(heading) == name


@pytest.mark.parametrize(
    ("heading", "entry"),
    [
        ("timeout", True),
        ("timeout seconds", True),
        ("2.1 timeout=, seconds", True),
        ("timeout of the lamp and others", False),
        ("the old timeout", False),
        ("-t, --timeout SECONDS", True),
        ("--timeout=SECONDS", True),
        ("-t TIMEOUT", False),
        ("--no-timeout", False),
        ("", False),
    ],
)
def test_the_entry_of_a_name_has_its_values_beside_it(heading, entry):
    assert is_entry_of("timeout", heading) is entry
    assert not is_entry_of("", heading)


@pytest.mark.parametrize(
    ("span", "question", "label"),
    [
        ("Equation 2.2", "What is the equation of the lamp?", True),
        ("(see Table 3)", "How long does it burn?", False),
        ("Fig. 4:", "What does it look like?", True),
        ("Chapter IV", "Which lamp is the oldest?", True),
        ("Chapter IV", "In which chapter is the oil?", False),
        ("Step 3", "What comes first?", True),
        ("Table lamp", "What is it?", False),
        ("2.2", "Which version?", False),
    ],
)
def test_a_number_of_a_figure_is_a_label_unless_it_is_asked_for(span, question, label):
    assert is_label(span, question) is label


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Which option hides the lamp?", True),
        ("what command-line flag sets the oil", True),
        ("which lampd switch tells the hour?", True),
        ("What options does the keeper have?", True),
        ("How do I switch the lamp off?", False),
        ("What is the flag of the tower?", False),
    ],
)
def test_a_question_for_an_option_is_known(question, asks):
    assert asks_for_option(question) is asks


def test_options_stand_where_they_are_written():
    text = "Use --hide-lamp, or -h; Oil=whale is no switch."
    assert [text[slice(*place)] for place in option_places(text)] == ["--hide-lamp", "-h"]


@pytest.mark.parametrize(
    ("question", "term", "spelt"),
    [
        ("tool option to print line numbers", "-n, --line-number", True),
        ("Which flag ignores case?", "-i, --ignore-case", True),
        ("Which option is for the number of lines?", "--line-number", False),
        ("How do I print line numbers?", "--line-number", False),
        ("tool option to count lines", "--count", False),
        ("tool option to print line numbers", "--line-buffered", False),
        ("tool option to print line numbers", "plain words", False),
    ],
)
def test_an_option_whose_words_the_question_says(question, term, spelt):
    assert spells_out(question, term) is spelt


@pytest.mark.parametrize(
    ("question", "setting"),
    [
        ("What is the default logdir on Windows?", "logdir"),
        ("default value of wick-length", "wick-length"),
        ("What is the default for the oil level?", "oil level"),
        ("default wick option of the small lamp", "wick"),
        ("Is it on by default?", ""),
        ("What does the lamp burn?", ""),
    ],
)
def test_what_a_default_is_asked_of_is_named_as_its_entry(question, setting):
    assert default_asked_of(question) == setting


def test_an_alternative_stands_beside_a_bar():
    text = "light ( on | off ) is on"
    assert is_alternative(text, 8, 10)
    assert is_alternative(text, 13, 16)
    assert not is_alternative(text, 22, 24)
    table = "| lamp | colour |\n| one | green |"
    assert not is_alternative(table, table.index("green"), table.index("green") + 5)
    rule = "colour = green\n       | blue"
    assert is_alternative(rule, rule.index("blue"), len(rule))


def test_letters_of_options_are_told_apart_by_their_case():
    assert is_entry_of("-g", "-g, --gate")
    assert not is_entry_of("-G", "-g, --gate")
    assert is_entry_of("-G", "-G")
    assert is_entry_of("gate", "-g, --gate")


def test_a_heading_is_called_so_when_it_says_no_more():
    assert is_called("slab", "2.1 Slab:")
    assert not is_called("slab", "Slab sizes")
    assert not is_called("", "")
