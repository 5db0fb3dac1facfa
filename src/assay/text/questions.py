"""What a question asks for, by rules: its form, its core in a long story.

People type questions in many ways: whole sentences, bare keywords, a story with the question at
its end. The rules read the first words of each sentence, because there English says what it wants.
"""

from __future__ import annotations

import re
from enum import StrEnum

from assay.text.sentences import sentence_spans
from assay.text.stop_words import STOP_WORDS

MAX_CORE_WORDS = 30  # a question with more words is a story

TOPIC = re.compile(r"^[^:?]{1,40}:\s+")
_YES_NO = re.compile(
    r"^(?:and |but |so |or |then )?(?:is|are|was|were(?! is\b)|am|do|does|did|can|could|will|would"
    r"|should|shall|has|have|had|may|might|must|isn['\u2019]t|aren['\u2019]t|don['\u2019]t|doesn['\u2019]t|"
    r"can['\u2019]t|won['\u2019]t)\s+(?!not\b)\S",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",\s*((?:is|are|was|do|does|did|can|could|will|would|should|has|have|may|must)\s+\S.*)$",
    re.IGNORECASE,
)
_COMPARISON = re.compile(
    r"\b(?:differences?\s+(?:between|of|from)|differs?\s+from|different\s+(?:from|to|than)"
    r"|compared?\s+(?:to|with|and)|versus|vs\.?)\b|\bdiffers?\b"
    r"|^(?:how\s.+\s)?compare\b(?!-)|\bcompare\W*$"
    r"|\b(?:pick|choose|use|prefer)\s+\S+(?:\s\S+)?\s+(?:over|rather\s+than|instead\s+of)\b",
    re.IGNORECASE,
)
_HOW_TO = re.compile(
    r"^(?:how\s+(?:do|can|could|should|would|might|does\s+one|to|too)\b|what\s+(?:is|are)\s+the\s+steps"
    r"|steps\s+(?:to|for)\b|what\s+(?:do|must|should)\s+(?:i|we|you)\s+(?:do|need|have)\b"
    r"|(?:is|are)\s+there\s+(?:a|an|any)\s+(?:way|switch|option|key|command|setting)\b)"
    r"|,\s*(?:is|are)\s+there\s+(?:a|an|any)\s+(?:way|switch|option|key|command|setting)\b|\bhow\?$|,\s*how(?:\s+(?:do|can|to)\b.*)?\??$",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^(?:list\b|name\s+(?:the|all|some)\b|enumerate\b"
    r"|(?:what|which)\s+(?:are|were)\s+(?:the|all|some|possible|valid|available)\b"
    r"|(?:possible|valid|allowed|available|all|supported)\s+\w+s\b"
    r"|(?:what|which)\s+(?:(?!(?:must|should|do|does|did|can|could|may|will|would)\b)\w+\s+){0,3}?"
    r"(?:kinds|types|values|options|ways|levels|states|modes|things"
    r"|methods|fields|formats|steps|signals|settings|zones|editions|parts|flags|files|keys|columns"
    r"|languages|tools|commands|areas|categories|classes|versions|platforms|colou?rs|names"
    r"|variables|parameters|arguments|requirements|features|sections|items|sources|reasons)\b)",
    re.IGNORECASE,
)
# "Which layouts does it have?", "what powers are there?": several, whatever they are called. No
# plural ends like "class", "status" or "axis".
_SEVERAL = re.compile(
    r"^(?:what|which)\s+((?:[\w/-]+\s+){0,3}?(?!(?:does|has|was|as)\b)[\w/-]{2,}(?<![sui])s)\s+"
    r"(?:are|were|do|does|did|have|has|had|can|could|may|must|should|will|exist)\b",
    re.IGNORECASE,
)
# "What are the layouts of a pane?": all of them.
_THE_SEVERAL = re.compile(
    r"^(?:what|which)\s+(?:are|were)\s+(?:all\s+)?(?:the|possible|valid|available)\s+"
    r"((?:[\w/-]+\s+){0,3}?[\w/-]{2,}(?<![sui])s)"
    r"(?=\s+(?:of|in|for|from|by|on|that|which|to|with|available|supported)\b|\W*$)",
    re.IGNORECASE,
)
_FACT = re.compile(
    r"^(?:(?:about|after|at|before|by|for|from|in(?:to)?|of|on|per|roughly|since|till|to|under|until"
    r"|up\s+to|via|with(?:in)?)\s+(?!(?:what|which)\s+(?:ways?|order)\b))?"
    r"(?:who|whom|whose|when|where|were\s+is|which|waht|what|how\s+(?:many|much|old|long|far|tall"
    r"|high|big|large|deep|often|fast|wide|heavy|small|short|late|early))\b"
    r"|\b(?:default|maximum|minimum|number\s+of|name\s+of|size\s+of|meaning|stands?\s+for)\b",
    re.IGNORECASE,
)
_EXPLAIN = re.compile(
    r"^(?:why\b|explain\b|describe\b|define\b|tell\s+me\b|what\s+happens\b|what\s+does\s+.+\bdo\b"
    r"|what(?:['\u2019]s|\s+is|\s+are)\s+(?:meant\s+by|the\s+(?:purpose|point|idea|meaning|use)\s+of|an?\s)"
    r"|what\s+does\s+.+\bmean\b|how\s+(?:does|do|is|are|did|was|were)\s+(?!i\b|you\b|we\b|one\b))",
    re.IGNORECASE,
)
# "Which weighs more, A or B?", "Is A or B cheaper?": what is more of something is an adjective.
_MORE = (
    r"(?:(?:more|less|fewer|better|worse|further|farther|(?:fast|slow|cheap|larg|small|bigg|long|short"
    r"|high|low|heavi|light|old|new|young|wid|narrow|deep|thick|thinn|strong|weak|warm|cold|hott|cool"
    r"|loud|quiet|saf|hard|soft|easi|simpl|earli|lat|clos|near|quick|tall|bright|dark|clean|great"
    r"|tough|rough|smooth|sharp|strict|loos|tight|costli|dear|rich|poor|busi|fin)er)\b)"
)
_WHICH_OF_TWO = re.compile(
    rf"^(?:which|what|who)\b[^,:?]{{1,80}}?\b{_MORE}[^,:?]{{0,40}}[,:]\s+(.+?)\s+or\s+(.+)",
    re.IGNORECASE,
)
_IS_ONE_OF_TWO = re.compile(
    rf"^(?:is|are|was|were|do|does|did|has|have|will|would|can)\s+(?!it\b)(.+?)\s+or\s+(.+?)\s+"
    rf"(?:\w+\s+)?(?:(?:the|an?)\s+)?{_MORE}(?:\s+\w+)?\W*$",
    re.IGNORECASE,
)
EDGES = " \t\n.,;:?!\"'"


class Asked(StrEnum):
    """What kind of answer a question wants."""

    FACT = "fact"
    EXPLANATION = "explanation"
    HOW_TO = "how-to"
    LIST = "list"
    YES_NO = "yes-no"
    COMPARISON = "comparison"


# In this order: a comparison may begin like a yes-no question, a list like a fact.
_RULES = (
    (Asked.COMPARISON, _COMPARISON),
    (Asked.HOW_TO, _HOW_TO),
    (Asked.YES_NO, _YES_NO),
    (Asked.YES_NO, _TAG),
    (Asked.LIST, _LIST),
    (Asked.EXPLANATION, _EXPLAIN),
    (Asked.FACT, _FACT),
)


def asked_for(question: str) -> Asked:
    """The kind of answer that fits the question; a topic before a colon does not ask."""
    whole = core_question(question)
    if either_of_two(whole):
        return Asked.COMPARISON
    core = TOPIC.sub("", whole)
    for kind, pattern in _RULES:
        if pattern.search(core):
            return kind
    return Asked.HOW_TO if _is_order(core) else Asked.EXPLANATION


def several_asked_for(question: str) -> str:
    """What is asked for in the plural: "layouts" in "which layouts are there?"; else nothing.

    An answer may list them, or give one fact: "Which ports does it use?".
    """
    core = TOPIC.sub("", core_question(question))
    match = _SEVERAL.match(core) or _THE_SEVERAL.match(core)
    return match[1] if match else ""


def core_question(question: str) -> str:
    """The last sentence that asks, or of a long text the last sentence; else the whole text."""
    text = " ".join(question.split())
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    asking = [each for each in sentences if each.rstrip().endswith("?")]
    if len(sentences) < 2:  # noqa: PLR2004 - one sentence is no story
        return text
    return asking[-1] if asking else sentences[-1] if len(text.split()) > MAX_CORE_WORDS else text


def either_of_two(core: str) -> re.Match[str] | None:
    """The two of which one is more of something: "Which is faster, A or B?"."""
    return _WHICH_OF_TWO.match(core) or _IS_ONE_OF_TWO.match(core)


def bare(side: str) -> str:
    """A side without the words around it that name nothing."""
    words = side.rstrip(EDGES).lstrip(EDGES.replace("!", "")).split()  # "!=" begins with a mark
    while words and words[0].casefold() in STOP_WORDS:
        words.pop(0)
    while words and words[-1].casefold() in STOP_WORDS:
        words.pop()
    return " ".join(words)


def _is_order(core: str) -> bool:
    """True for words such as "switch off auto-save": they ask how."""
    words = re.findall(r"[^\W\d_]+", core)
    return len(words) >= 3 and words[0].casefold() in _VERBS  # noqa: PLR2004 - a verb and what for


_ORDERS = """
    add append allow block boot build change check choose combine compile configure connect convert
    copy create cut decrypt delete disable disconnect display download edit enable encrypt exclude
    export fetch filter find fix force get hide ignore import include increase insert install keep
    limit list load lock make mark merge mount move mute open pause permit play prevent print
    put read record reduce reload remove rename repair replace reset restart restore resume
    revert rotate run save scan schedule search see send set share show shrink silence skip sort
    spread start stop store switch sync test turn undo uninstall unlock update upgrade use view
    wait watch write
"""
_VERBS = frozenset(_ORDERS.split())
