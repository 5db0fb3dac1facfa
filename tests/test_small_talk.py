import pytest

from assay.small_talk import SmallTalk, small_talk

SAID = {
    SmallTalk.GREETING: [
        "hello",
        "Hi there!",
        "Hey, assay",
        "Good morning",
        "How are you?",
        "Hallo",
    ],
    SmallTalk.THANKS: ["Thanks!", "thank you very much", "Great, thanks for your help!", "merci"],
    SmallTalk.ASSENT: ["ok", "Okay.", "yes", "Hmm", "ok, got it", "I see!", "no"],
    SmallTalk.FAREWELL: ["bye", "See you later!"],
    SmallTalk.ABILITIES: ["What can you do?", "who are you", "Hi, how does this work?", "help"],
    SmallTalk.DOCUMENTS: [
        "What documents do you have?",
        "What\u2019s in the index?",
        "list documents",
        "Which files are here?",
        "Tell me about your documents",
    ],
    SmallTalk.SUMMARY: ["summarise this", "Can you summarize the documents, please?", "TL;DR"],
}
QUESTIONS = [
    "What does hello do?",
    "Which documents do I need for the visa?",
    "How do I say thanks in Finnish?",
    "What can the backup tool do?",
    "How does borg prune work?",
    "Who is the author of hello world?",
    "List the documents that the landlord must hand over",
    "Summarise the warranty",
    "What is the good morning command?",
    "What help does the state give?",
    "goodbye lenin",
    "Who are the Hittites?",
    "what is in the box",
    "tldr pages",
    "hi-fi",
    "no such file or directory",
    "ok button does nothing",
    "right of way",
    "list files",
    "which files are there",
]


@pytest.mark.parametrize(("kind", "said"), [(kind, each) for kind in SAID for each in SAID[kind]])
def test_what_is_said_to_the_program_itself_is_small_talk(kind, said):
    assert small_talk(said) is kind


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_none(question):
    assert small_talk(question) is None


def test_a_message_of_many_words_is_judged_at_once():
    assert small_talk("hello " * 2000) is None
    assert small_talk("oh" * 2000) is None
    assert small_talk("h" + "m" * 40_000) is SmallTalk.ASSENT
    assert small_talk("oh ok yes no " * 3 + "x") is None
