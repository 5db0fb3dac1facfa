"""Sentences turned into the questions that they settle: "Can I ...?" for "You can(not) ..."."""

from __future__ import annotations

import re

MIN_WORDS, MAX_WORDS = 4, 24
_VERBS = "is|are|was|were|can|may|must|should|will|could"
_STATEMENT = re.compile(
    rf"^(?P<subject>\S+(?: \S+){{0,6}}?) (?P<verb>{_VERBS})(?P<rest> .+?)[.;:]?$", re.IGNORECASE
)
_CANNOT = re.compile(r"\b(can)(?:not|'t)\b|\b(is|are|was|were|must|should|will|could)n't\b")
_NOT = re.compile(r"^ not\b")
# What follows one of these is said besides.
_ASIDE = re.compile(r"(?:,|;|:| \(| because | although | unless | which | but | so that ).*$")
# A subject that only the sentence before explains, or no subject at all.
_BLIND = re.compile(
    r"^(?:it|this|that|they|these|those|he|she|we|there|if|when|in|on|at|for|to|and|but|or|as|with|"
    r"by|such|both|each|what|which|who|how|where|why|here|one|some|no|note|also|then|"
    r"thus|however|sometimes|his|her|its|their|following|the following|the default|-)(?:\s|$)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:The|A|An|All|Any|Every|Each|Your|You|Most|Many|Only)\b")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s)[^.!?\n]*)*[.!?]?")


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The characters of the sentence that holds the beginning of some others."""
    for found in _SENTENCE.finditer(text):
        if found.start() <= start < found.end():
            lead = len(found[0]) - len(found[0].lstrip())
            return found.start() + lead, found.end()
    return start, end


def as_yes_no(sentence: str) -> str | None:
    """The question whose answer is yes or no by this sentence; None where its form is another."""
    said = _CANNOT.sub(lambda found: f"{found[1] or found[2]} not", " ".join(sentence.split()))
    match = _STATEMENT.match(said)
    if match is None or _BLIND.match(match["subject"]) or re.search(r"[,;:(]", match["subject"]):
        return None
    subject = match["subject"]
    named = re.search(r"[A-Z_\d-]", subject.split()[0][1:]) or len(subject.split()) == 1
    named = named or (subject.istitle() and not _ARTICLE.match(subject))  # names keep capitals
    subject = subject if named and subject != "You" else subject[:1].lower() + subject[1:]
    if subject == "you":
        subject = "I"
    rest = _ASIDE.sub("", _NOT.sub("", match["rest"])).rstrip(" .")
    verb = {"may": "can", "are": "am" if subject == "I" else "are"}.get(
        match["verb"].lower(), match["verb"].lower()
    )
    question = f"{verb.capitalize()} {subject}{rest}?"
    return question if MIN_WORDS <= len(question.split()) <= MAX_WORDS else None
