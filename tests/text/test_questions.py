from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.question_parts import sides
from assay.text.questions import Asked, asked_for, core_question, several_asked_for

FACTS = [
    "Who designed the lighthouse?",
    "When does the bakery open on Sundays?",
    "Where is the fuse box?",
    "were is the fuse box",
    "How many eggs go into the dough?",
    "How long does the paint take to dry?",
    "How heavy is the anchor?",
    "What is the default value of retry_limit?",
    "default port of the weather station",
    "Maximum load of the trailer?",
    "Which pump feeds the north tank?",
    "Which oil must tools have?",
    "Boiler: what is the lowest pressure?",
    "On which day is the boiler cleaned?",
    "Until when is the bakery open?",
    "After how many days is the paint dry?",
    "For how long does the lamp burn?",
    "Up to how many sheep fit into the barn?",
    "Into which tank does the north pump feed?",
    "The valve has been leaking since May. I changed the seal twice. Who can repair it?",
]
EXPLANATIONS = [
    "What is a bowline?",
    "What's a gasket",
    "What does the choke do?",
    "What does the compare lever do?",
    "What does 'brackish' mean?",
    "What happens when the tank runs dry?",
    "Why is the lamp blinking?",
    "Explain the two-stroke engine",
    "How does the thermostat know the temperature?",
    "In what way does the thermostat help?",
    "How is honey made?",
    "What is meant by dead reckoning?",
    "What is the purpose of the ballast?",
    "bilge pump",
    "Tell me something on rope splicing",
]
HOW_TOS = [
    "How do I bleed the brakes?",
    "How to prune a pear tree",
    "How can one sharpen a chisel?",
    "Is there a way to mute the alarm?",
    "What do I need to do before the winter?",
    "What are the steps to fold the sail?",
    "steps for changing the oil",
    "replace the water filter",
    "switch off the garden lights",
    "I want to paint the door, how?",
]
LISTS = [
    "Which colours does the kettle come in?",
    "What kinds of knots are shown?",
    "List the tools in the shed",
    "What are the possible states of the lamp?",
    "Name all the ferries",
    "What options does the mixer have?",
    "valid settings of the dial",
]
YES_NOS = [
    "Is the cellar heated?",
    "Can the boat be towed?",
    "Does the alarm have a battery?",
    "Do we need a permit?",
    "Should the lid stay open?",
    "And is it waterproof?",
    "Don't the rails rust?",
    "The seal is made of rubber, is it not safe with oil?",
    "If the float sticks, will the pump stop?",
]
COMPARISONS = [
    "What is the difference between a bow and a stern?",
    "Is oak different from beech?",
    "diesel vs petrol",
    "How does varnish differ from lacquer?",
    "Should I use rope instead of chain?",
    "When should I choose tar over pitch?",
    "Compare the winter tyre and the summer tyre",
    "How do oak and beech compare in weight?",
]
TABLE = {
    Asked.FACT: FACTS,
    Asked.EXPLANATION: EXPLANATIONS,
    Asked.HOW_TO: HOW_TOS,
    Asked.LIST: LISTS,
    Asked.YES_NO: YES_NOS,
    Asked.COMPARISON: COMPARISONS,
}
CASES = [(question, kind) for kind, questions in TABLE.items() for question in questions]


@pytest.mark.parametrize(("question", "kind"), CASES)
def test_the_kind_of_a_question(question, kind):
    assert asked_for(question) is kind


@given(st.sampled_from(CASES), st.sampled_from(["  ", "\n", "\t "]))
def test_white_space_and_a_first_capital_do_not_matter(case, space):
    question, kind = case
    assert asked_for(space + question.replace(" ", space) + space) is kind
    assert asked_for(question[0].lower() + question[1:]) is kind


@pytest.mark.parametrize(
    ("story", "core"),
    [
        ("The pump hums. Is that normal?", "Is that normal?"),
        ("Is that normal? It hums all night.", "Is that normal?"),
        ("One question only, however long it may be", "One question only, however long it may be"),
        ("Short. And no question mark.", "Short. And no question mark."),
        (
            "We bought the cabin in spring. The stove had not been used for years and smelled of"
            " soot all over. My brother cleaned the flue with a long brush. Now light the stove",
            "Now light the stove",
        ),
    ],
)
def test_the_core_of_a_story_is_the_sentence_that_asks(story, core):
    assert core_question(story) == core


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("What is the difference between a cleat and a bollard?", ("cleat", "bollard")),
        ("diesel vs petrol", ("diesel", "petrol")),
        ("diesel versus petrol engines?", ("diesel", "petrol engines")),
        ("What's the difference between the slab and roller reefs?", ("slab", "roller")),
        ("difference between ropes and chain links", ("ropes", "chain links")),
        ("How does varnish differ from lacquer?", ("varnish", "lacquer")),
        ("Should I use the rope instead of the chain?", ("rope", "chain")),
        ("oak compared to beech", ("oak", "beech")),
        ("How does != differ from == for a field?", ("!=", "==")),
        ("Sails: how is a jib different from a genoa?", ("jib", "genoa")),
        ("In light wind, how does a jib differ from a genoa?", ("jib", "genoa")),
        ("How big was the brig compared to the sloop?", ("brig", "sloop")),
        ("When reefing, what's the difference between slab and roller?", ("slab", "roller")),
        ("Which weighs more, the brig or the sloop?", ("brig", "sloop")),
        ("Which is faster: a jib or a genoa?", ("jib", "genoa")),
        ("What lasts longer, oak or beech?", ("oak", "beech")),
        ("Which boat has the higher mast, the brig or the sloop?", ("brig", "sloop")),
        ("Is diesel or petrol cheaper?", ("diesel", "petrol")),
        ("Does the brig or the sloop weigh more?", ("brig", "sloop")),
        ("Does oak or beech have the higher price?", ("oak", "beech")),
        ("Is oak or beech more expensive?", ("oak", "beech")),
    ],
)
def test_the_sides_of_a_comparison(question, both):
    assert sides(question) == both


@pytest.mark.parametrize(
    "question", ["What is oak?", "between and", "", "the vs a", "compare them"]
)
def test_a_question_that_names_no_two_sides_has_none(question):
    assert sides(question) is None


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Which layouts does the sail have?", "layouts"),
        ("what old rigs are there", "old rigs"),
        ("Boats: what powers does the mate have?", "powers"),
        ("What are the rig types of a yawl?", "rig types"),
        ("Which are the possible reefs?", "possible reefs"),
        ("Which compare-levers are there?", "compare-levers"),
        ("What are the odds that it sinks and the mate swims?", "odds"),
        ("What is the class of the boat?", ""),
        ("Which class does the boat have?", ""),
        ("which status do I see", ""),
        ("What does the mate do?", ""),
        ("What is it that does so?", ""),
        ("Which sail has two reefs?", ""),
    ],
)
def test_a_plural_asks_for_several_whatever_they_are_called(question, several):
    assert several_asked_for(question) == several
