"""The text form of Self-RAG: its reflection tokens, the prompt, and the answer that holds them.

The spellings are those of the paper, so that its own models can be used. They are also fit for a
model whose vocabulary lacks them: inside a group the tokens differ right after their common
beginning ("[" or "[Utility:"), where a tokenizer makes one piece that tells them apart
("Rele" or "Ir"; "F", "Part" or "No"; a digit), so one place in the output decides each group.
"""

from __future__ import annotations

import re

from assay.steps.answer.prompts import AnswerTask
from assay.text.sanitise import sanitise
from assay.types import Passage

RETRIEVAL = "[Retrieval]"
NO_RETRIEVAL = "[No Retrieval]"
CONTINUE = "[Continue to Use Evidence]"
RELEVANT = "[Relevant]"
IRRELEVANT = "[Irrelevant]"
FULLY = "[Fully supported]"
PARTIALLY = "[Partially supported]"
UNSUPPORTED = "[No support / Contradictory]"

RETRIEVE = (RETRIEVAL, NO_RETRIEVAL)
RELEVANCE = (RELEVANT, IRRELEVANT)
SUPPORT = (FULLY, PARTIALLY, UNSUPPORTED)
UTILITY = tuple(f"[Utility:{level}]" for level in range(1, 6))
REFLECTION_TOKENS = (*RETRIEVE, CONTINUE, *RELEVANCE, *SUPPORT, *UTILITY)

# What the paper's models are told where the question alone does not say what is wanted.
INSTRUCTIONS = {
    AnswerTask.TRUE_FALSE: "Is the following statement correct or not? Say true if it's correct; "
    "otherwise say false.",
    AnswerTask.CHOICE: "Given four answer candidates, A, B, C and D, "
    "choose the best answer choice.",
}

# What fits beside a question and an answer into the context of a small model.
MAX_CHARACTERS = 4_000
MAX_TITLE = 120

# Marks that such models write around a passage or at the end, none of them part of an answer.
_MARKS = (*REFLECTION_TOKENS, "<paragraph>", "</paragraph>", "</s>", "<|endoftext|>", "<|im_end|>")
_ANY_MARK = re.compile("|".join(map(re.escape, _MARKS)))
_PARAGRAPH = re.compile(r"<paragraph>.*?(?:</paragraph>|\Z)", re.DOTALL)


def reflective_prompt(
    question: str,
    passage: Passage | None = None,
    *,
    task: AnswerTask = AnswerTask.FREE,
    written: str = "",
) -> str:
    """The prompt after which a reflective model writes.

    With a passage it writes the passage's relevance, a segment, its support and its utility.
    Without one it first says whether it wants a passage. `written` is what it wrote before, as
    it was; where that ends in `CONTINUE`, the passage stands before it and is not given again.
    """
    asked = sanitise(question)
    if task in INSTRUCTIONS:
        asked = f"{INSTRUCTIONS[task]}\n\n## Input:\n\n{asked}"
    prompt = f"### Instruction:\n{asked}\n\n### Response:\n"
    if passage is None:
        return prompt + written
    title = " ".join(sanitise(passage.title).split())[:MAX_TITLE]
    text = sanitise(passage.text)[:MAX_CHARACTERS]
    shown = f"{title}\n{text}" if title else text
    given = f"{RETRIEVAL}<paragraph>{shown}</paragraph>"
    return prompt + (given + written if written.endswith(CONTINUE) else written + given)


def reflective_target(answer: str, *, relevance: str = "", support: str = "", utility: str) -> str:
    """What a reflective model learns to write: `[Relevant]answer[Fully supported][Utility:5]`.

    Without a passage `NO_RETRIEVAL` takes the place of the relevance and there is no support; a
    model that wants a passage writes nothing but `RETRIEVAL`.
    """
    return f"{relevance or NO_RETRIEVAL}{answer}{support}{utility}"


def plain_text(written: str) -> str:
    """The answer in what a reflective model wrote: no tokens, no passage it may have invented."""
    words = _ANY_MARK.sub(" ", _PARAGRAPH.sub(" ", written))
    return re.sub(r" +([.,;:!?])", r"\1", " ".join(words.split()))
