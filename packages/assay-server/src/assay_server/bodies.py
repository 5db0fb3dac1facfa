"""What requests may say: one form for each endpoint that reads JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from assay.engine import MAX_QUESTION
from assay_server.work.engines import Variant

MAX_TEXTS = 200
MAX_TEXT = 20_000
MAX_MESSAGES = 500
MAX_FOUND = 100

Score = Annotated[float, Field(ge=-1, le=1)]
Question = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]
TopK = Annotated[int, Field(ge=1, le=MAX_FOUND)]


class Body(BaseModel):
    """A JSON object with known fields only."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


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

    question: Question
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

    address: Annotated[str, Field(min_length=1, max_length=2000)] = Field(
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

    model_config = ConfigDict(extra="allow")

    type: str = "text"
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""


class ChatMessage(BaseModel):
    """A message as OpenAI's clients send it."""

    model_config = ConfigDict(extra="allow")

    role: Annotated[str, Field(max_length=20)]
    content: Annotated[str, Field(max_length=MAX_TEXT)] | list[ChatPart] | None = None

    def text(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class ChatBody(BaseModel):
    """A conversation; settings that only a language model has are accepted and passed over."""

    model_config = ConfigDict(extra="allow")

    model: Annotated[str, Field(min_length=1, max_length=400)] = Field(examples=["assay/crag"])
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=MAX_MESSAGES)] = Field(
        examples=[[{"role": "user", "content": "What does the warranty cover?"}]]
    )
    stream: bool = False
    assay: Choice = Field(default=Choice(), description="how to answer, beyond the model's name")

    @property
    def ignored(self) -> dict[str, Any]:
        """Fields of the request that are ignored here."""
        return dict(self.model_extra or {})
