"""What requests may say: one form for each endpoint that reads JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from assay.adapters.web.addresses import MAX_URL
from assay.engine import MAX_QUESTION, WORD
from assay_server.work.variant import Variant

MAX_TEXTS = 200
MAX_TEXT = 20_000
MAX_MESSAGES = 500
MAX_FOUND = 100

# Spelt out, as regular expressions do not agree on what \s is.
_SEEN = r"[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
WEB_ADDRESS = rf"^https?://{_SEEN}+$"
# What a text that does not match lacks, and what to do; nobody can read the patterns themselves.
PATTERN_FAULTS = {
    WORD: ("holds no words", "ask something, for example: What is a list?"),
    WEB_ADDRESS: ("is no web address", "it begins with https:// or http:// and holds no blanks"),
    _SEEN: ("is empty", "leave out turns in which nothing was asked"),
}
OTHER_FAULT = "has characters that are not allowed there"


def _whole(value: Any) -> Any:  # noqa: ANN401 - whatever the JSON holds
    """10.0 is a whole number in JSON as 10 is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Score = Annotated[float, Field(ge=-1, le=1)]
Question = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION, pattern=WORD)]
TopK = Annotated[int, Field(ge=1, le=MAX_FOUND), BeforeValidator(_whole)]


class Body(BaseModel):
    """A JSON object with known fields only, each of the JSON type that the schema names."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=True)


IndexName = Annotated[str, Field(max_length=255)] | None


class Choice(Body):
    """How to answer; what is left out is as the server was started."""

    strategy: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="one that /v1/strategies lists"
    )
    verify: bool | None = Field(default=None, description="check the answer, and ask again")
    upper: Score | None = Field(default=None, description="above it: correct")
    lower: Score | None = Field(default=None, description="all below it: incorrect")
    top_k: TopK | None = Field(default=None, description="passages to retrieve")
    model: Annotated[str, Field(max_length=300)] | None = Field(
        default=None, description="who writes the answer: one of the models of /v1/strategies"
    )
    effort: Literal["auto", "fast", "balanced", "thorough"] | None = Field(
        default=None, description="what a question may cost a language model"
    )

    def variant(self) -> Variant:
        """The engine that this asks for."""
        borders = (self.upper, self.lower)
        return Variant(self.strategy, self.verify, *borders, self.top_k, self.model, self.effort)


class Turn(Body):
    """One earlier turn of a conversation: what was asked and what was answered."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION, pattern=_SEEN)]
    answer: Annotated[str, Field(max_length=MAX_TEXT)] = ""


class AskBody(Choice):
    """A question."""

    question: Question = Field(examples=["What does the warranty cover?"])
    index: IndexName = Field(default=None, description="one that /v1/strategies lists")
    history: Annotated[list[Turn], Field(max_length=MAX_MESSAGES)] = Field(
        default=[], description="earlier turns, oldest first, for a question that follows up"
    )
    stream: bool = Field(
        default=False, description="server-sent events: steps and words as they come"
    )


class Text(Body):
    """A text that the request brings along."""

    text: Annotated[str, Field(max_length=MAX_TEXT)]
    title: Annotated[str, Field(max_length=500)] = ""


Texts = Annotated[list[str | Text], Field(min_length=1, max_length=MAX_TEXTS)]


class ScoreBody(Body):
    """Texts to be judged by a question."""

    question: Question = Field(examples=["What does the warranty cover?"])
    texts: Texts = Field(examples=[["The warranty covers the motor.", "Hello!"]])


class VerifyBody(Body):
    """A text to be checked, sentence by sentence, against evidence."""

    answer: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)] = Field(
        examples=["It covers the motor."]
    )
    evidence: Texts = Field(examples=[["The warranty covers the motor."]])
    question: Annotated[str, Field(max_length=MAX_QUESTION)] = ""


class FindBody(Body):
    """Words to look for in the index."""

    query: Question = Field(examples=["warranty motor"])
    index: IndexName = Field(default=None, description="one that /v1/strategies lists")
    top_k: TopK = 10


class ConversationBody(Body):
    """A conversation as the page keeps it; the server does not look into its turns."""

    title: Annotated[str, Field(max_length=200)] = ""
    index: Annotated[str, Field(max_length=255)] = ""
    turns: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MAX_MESSAGES)]


class AddressBody(Body):
    """A web address to be read into the index."""

    address: Annotated[str, Field(max_length=MAX_URL, pattern=WEB_ADDRESS)] = Field(
        examples=["https://example.org/manual.html"]
    )
    index: IndexName = None


class ShownPassage(Body):
    """A passage that stood beside an answer; `cited` if the answer rests on it."""

    text: Annotated[str, Field(max_length=MAX_TEXT)]
    title: Annotated[str, Field(max_length=500)] = ""
    cited: bool = False


class FeedbackBody(Body):
    """What somebody says of an answer."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")] = Field(
        description="a name of the answer, made by the client: what is said later replaces it"
    )
    question: Question
    good: bool | None = Field(description="null takes back what was said")
    refused: bool = False
    answer: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    passages: Annotated[list[ShownPassage], Field(max_length=MAX_TEXTS)] = []
    index: IndexName = None


class ChatPart(BaseModel):
    """One part of a message that comes in parts; only text is read."""

    model_config = ConfigDict(extra="allow", strict=True)

    type: str = "text"
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""


class ChatMessage(BaseModel):
    """A message as OpenAI's clients send it."""

    model_config = ConfigDict(extra="allow", strict=True)

    role: Annotated[str, Field(max_length=20)]
    content: Annotated[str, Field(max_length=MAX_TEXT)] | list[ChatPart] | None = None

    def text(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


# Somebody has to ask something: a text that is not blank, or a part that is one.
_ASKING: JsonDict = {
    "contains": {
        "type": "object",
        "required": ["role", "content"],
        "properties": {
            "role": {"const": "user"},
            "content": {
                "anyOf": [
                    {"type": "string", "pattern": WORD},
                    {
                        "type": "array",
                        "contains": {
                            "type": "object",
                            "required": ["text"],
                            "properties": {
                                "type": {"const": "text"},
                                "text": {"type": "string", "pattern": WORD},
                            },
                        },
                    },
                ]
            },
        },
    }
}


class ChatBody(BaseModel):
    """A conversation; settings that only a language model has are accepted and passed over."""

    model_config = ConfigDict(extra="allow", strict=True)

    model: Annotated[str, Field(min_length=1, max_length=400)] = Field(examples=["assay/crag"])
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=MAX_MESSAGES)] = Field(
        examples=[[{"role": "user", "content": "What does the warranty cover?"}]],
        json_schema_extra=_ASKING,
    )
    stream: bool = False
    assay: Choice = Field(default=Choice(), description="how to answer, beyond the model's name")

    @property
    def ignored(self) -> dict[str, Any]:
        """Fields of the request that are ignored here."""
        return dict(self.model_extra or {})
