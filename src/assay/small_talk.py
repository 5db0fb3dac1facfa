"""Which kind of small talk a message is, if it asks nothing that a document could say."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum

MAX_WORDS = 12


class SmallTalk(Enum):
    """A message that is about the conversation or about this program."""

    GREETING = "greeting"
    THANKS = "thanks"
    ASSENT = "assent"
    FAREWELL = "farewell"
    ABILITIES = "abilities"
    DOCUMENTS = "documents"
    SUMMARY = "summary"


_POLITE = r"(?:(?:please|assay|ok|okay|so|well|and|oh|hi|hello|hey|now|then) )*"
_AFTER = r"(?: (?:please|assay|there|again|here|now|for me|everyone|all|today))*"
_HELLO = r"hello|hi|hey|hiya|howdy|greetings|hallo|moin|servus|bonjour|salut|hola|ciao|namaste"
_TIME = r"morning|afternoon|evening|day"
_THANKS = r"thanks|thank you|thankyou|thx|cheers|danke|vielen dank|merci|gracias|grazie"
_PRAISE = r"great|perfect|nice|super|wonderful|awesome|cool|very good|well done"
_ASSENT = r"ok|okay|yes|no|yeah|yep|nope|sure|right|fine|alright|all right|understood|aha|oh|h+m+"
_HELPED = r"(?:this|that|it|you) (?:was|were|is|are|has been) (?:very |really )?(?:helpful|great)"
_LIBRARY = r"(?:documents|sources|document|index|library|collection|corpus)"
_YOURS = r"(?:(?:the|your|these|those|my|all|all the|all of the|all your) )?"
_HELD = r"(?:have|know|hold|contain|search|read|know about|have access to|use|cover)"
_KINDS = {
    SmallTalk.GREETING: rf"(?:(?:{_HELLO}) ?)+|(?:(?:{_HELLO}) )?good (?:{_TIME})"
    r"|how (?:are|r) you(?: doing)?|nice to meet you",
    SmallTalk.THANKS: rf"(?:(?:{_PRAISE}) )*(?:many )?(?:{_THANKS})"
    rf"(?: (?:a lot|so much|very much|you|for (?:the|your|all your) help|that helped|{_HELPED}))*"
    rf"|(?:{_PRAISE})(?: (?:job|work|answer))?|{_HELPED}",
    SmallTalk.ASSENT: rf"(?:(?:{_ASSENT}) ?){{1,4}}(?:(?:then|i see|got it|never ?mind))?"
    r"|i see|i understand|got it|never ?mind|makes sense|that makes sense",
    SmallTalk.FAREWELL: r"(?:good ?)?bye(?: bye)?|see you(?: later| soon)?|tschüss|au revoir|adios",
    SmallTalk.ABILITIES: r"(?:what|how) (?:can|do|could|would) you (?:do|work|help|help me"
    r"|help with|help me with|answer|help us)|(?:who|what) are you|(?:can you )?help(?: me)?"
    r"|what (?:can|could|should|may) i (?:ask|do)(?: you)?|how do i use (?:you|this|it|assay)"
    r"|how does (?:this|it|assay) work|what (?:is|does) assay(?: do)?|what are you able to do"
    r"|what are your (?:abilities|capabilities|features)|what questions can (?:i ask|you answer)",
    SmallTalk.DOCUMENTS: rf"(?:what|which|how many) (?:documents|sources) (?:do|can) you {_HELD}"
    r"|(?:what|which|how many) (?:documents|sources) (?:are (?:there|indexed|available|in "
    rf"{_YOURS}{_LIBRARY})|have you(?: got)?|do i have|did i upload|were uploaded)"
    rf"|(?:what|which|how many) files (?:(?:do|can) you {_HELD}|are (?:here|indexed|in {_YOURS}"
    rf"{_LIBRARY})|have you(?: got)?|did i upload|were uploaded)"
    rf"|(?:list|show|show me|name|tell me about) {_YOURS}(?:documents|sources)"
    rf"|what (?:do you|can you) {_HELD}(?: about)?|what is in {_YOURS}{_LIBRARY}"
    r"|what (?:topics|subjects) (?:do you know|do you cover|are covered|can i ask about)",
    SmallTalk.SUMMARY: r"(?:(?:can|could|would) you )?(?:summari[sz]e|sum up)"
    rf"(?: (?:this|it|that|them|everything|{_YOURS}(?:{_LIBRARY}|text|file|files)))?"
    rf"|give (?:me )?a summary(?: of (?:this|it|everything|{_YOURS}{_LIBRARY}))?|tl ?dr"
    rf"|what (?:is|are) (?:this|these|{_YOURS}{_LIBRARY}|this document|these documents) about",
}
_PATTERNS = {kind: re.compile(rf"{_POLITE}(?:{said}){_AFTER}") for kind, said in _KINDS.items()}
_NO_WORD = re.compile(r"[^\w']+")
_SHORT = (("what's", "what is"), ("who're", "who are"), ("who's", "who is"), ("'", ""))


def small_talk(message: str) -> SmallTalk | None:
    """The kind of a message that is nothing but small talk; None for every question."""
    if message.count(" ") > MAX_WORDS:
        return None
    plain = unicodedata.normalize("NFKC", message).casefold()
    words = _NO_WORD.sub(" ", plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).strip()
    for short, long in _SHORT:
        words = words.replace(short, long)
    return next((kind for kind, said in _PATTERNS.items() if said.fullmatch(words)), None)
