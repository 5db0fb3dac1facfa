"""The kind of value that a question asks for (money, a date, a count), and texts that hold one."""

from __future__ import annotations

import re
from enum import StrEnum

_NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty"
    "|fifty|sixty|ninety|hundred|thousand|million|billion|half|third|quarter|once|twice|dozen"
)
_DIGITS = r"\d(?:[\d.,]*\d)?"
_COUNT = rf"(?:{_DIGITS}|\b(?:an?|{_NUMBER_WORDS})\b)"
_TIME_UNIT = r"(?:(?:milli|micro)?seconds?|secs?|m?s|min(?:ute)?s?|hours?|hrs?|days?|weeks?|nights?"
_TIME_UNIT += r"|fortnights?|months?|quarters?|years?|yrs?|decades?|centur(?:y|ies))"
_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
)
_CURRENCY = r"[$\u20ac\u00a3\u00a5]|\b(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|pence|cents?)\b"


class Kind(StrEnum):
    """A kind of value that an answer must hold."""

    MONEY = "an amount of money"
    CLOCK = "a time of day"
    DURATION = "a length of time"
    DATE = "a date"
    PERCENT = "a percentage"
    NUMBER = "a number"


# The first that matches counts: "how much time" before "how much".
_ASKS = {
    Kind.CLOCK: r"\bwhat time\b|\b(?:what|which) hours?\b|\bhow (?:late|early)\b",
    Kind.DURATION: rf"\bhow (?:long|soon|much time)\b|\bhow many {_TIME_UNIT}\b",
    Kind.MONEY: r"\bhow much (?:is|are|was|were|does|do|did|will|would|should|must|can"
    r"|could|money)\b|\b(?:what|which)\b.{0,40}\b(?:cost|price|fee|fine|budget|salary)s?\b"
    r"|\bhow expensive\b",
    Kind.PERCENT: r"\b(?:what|which) (?:percentage|percent|share|proportion|fraction)\b",
    Kind.DATE: r"^(?:\W*\w+ )?(?:when|(?:what|which) (?:date|day|month|year))\b",
    Kind.NUMBER: r"\bhow (?:many|much|old|far|often|big|large|tall|deep|wide|high|heavy|fast)\b"
    r"|\b(?:what|which) (?:age|number|port|size)\b"
    r"|\b(?:maximum|minimum|largest|smallest|highest|lowest) (?:\w+ )?"
    r"(?:size|number|length|value|limit|amount|count|age|speed|width|height|depth|duration)\b",
}
_HOLDS = {
    Kind.CLOCK: r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:[ap]\.?m\b|o.clock|h\b)"
    r"|\b(?:noon|midnight)\b",
    Kind.DURATION: rf"{_COUNT}[ -]?(?:\w+[ -])?{_TIME_UNIT}\b|\b(?:dai|hour|week|month|year)ly\b"
    r"|\b(?:forever|indefinite\w*|permanent\w*|overnight|immediately|unlimited|until)\b",
    Kind.MONEY: rf"(?:{_CURRENCY}) ?{_DIGITS}k?|{_DIGITS} ?k? ?(?:{_CURRENCY})"
    r"|\b(?:free|no charge|no cost|nothing)\b",
    Kind.PERCENT: rf"{_DIGITS} ?%|{_COUNT} per ?cent\b|\b(?:half|third|quarter|majority|all|none)\b"
    rf"|{_COUNT} (?:out )?of",
    Kind.DATE: rf"\b(?:{_MONTH})\b|\b(?:1[0-9]|20)\d\d\b|\b\d{{1,2}}[./-]\d{{1,2}}\b"
    r"|\b(?:after|before|when|until|as soon as|once|every|within)\b|\b(?:dai|week|month|year)ly\b",
    Kind.NUMBER: rf"{_DIGITS}|\b(?:{_NUMBER_WORDS}|no|none|unlimited|single|every|never|always)\b",
}
_ASKING = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _ASKS.items()}
_HOLDING = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _HOLDS.items()}


def kind_asked_for(question: str) -> Kind | None:
    """The kind of value that the question asks for; None where it asks for none of them."""
    return next((kind for kind, asks in _ASKING.items() if asks.search(question)), None)


def holds(text: str, kind: Kind) -> bool:
    """True when the text has a value of the kind."""
    return _HOLDING[kind].search(text) is not None


def places(text: str, kind: Kind) -> list[tuple[int, int]]:
    """Where values of the kind stand in the text."""
    return [match.span() for match in _HOLDING[kind].finditer(text)]
