"""The tables of the settings file, one for each part of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, Field

from assay.budget import Limits
from assay.config.address import checked_address
from assay.config.section import Section

_DEFAULT_LIMITS = Limits()


class IndexSettings(Section):
    """The index of the user's own documents."""

    dir: Path | None = Field(default=None, description="folder of the index, or s3://BUCKET/PATH")
    thorough: bool = Field(
        default=True,
        description="add the embedder's vectors after the quick ones; false: `--quick`",
    )
    models: Literal["small", "large"] | None = Field(
        default=None,
        description="weights that a new index is made and asked with: small, or large (the package"
        " assay-rag-models-large); if not set, those of the index, and small for a new one",
    )


class RetrievalSettings(Section):
    """How passages are found in the index."""

    mode: str = Field(default="hybrid", description="hybrid, fulltext, dense, or a plugin's name")
    top_k: int = Field(default=10, ge=1, le=1000, description="passages to retrieve for a question")
    expand: bool | None = Field(
        default=None,
        description="look with a language model's words for the question too; if not set, as"
        " model.effort says",
    )
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class ScorerSettings(Section):
    """The scorer of passages, and the thresholds of the verdict."""

    name: str = Field(
        default="assayer",
        description="assayer, odds (of a language model), both, t5 (the paper's), reranker (ONNX),"
        " cross_encoder, chat, or a plugin's name",
    )
    model: Path | None = Field(default=None, description="folder of the weights; ours if not set")
    threads: int | None = Field(
        default=None, ge=1, le=256, description="CPU threads; all if not set"
    )
    upper: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="above it: CORRECT; from the card if not set",
    )
    lower: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="all below it: INCORRECT; from the card if not set",
    )
    slope: float | None = Field(
        default=None, gt=0, description="of the curve that `assay calibrate` fits; 1 if not set"
    )
    bias: float | None = Field(
        default=None, description="of the curve that `assay calibrate` fits; 0 if not set"
    )
    preset: str | None = Field(
        default=None,
        description="thresholds of the paper for its T5: popqa, pubhealth, arc, biography",
    )
    index_words: bool = Field(
        default=True,
        description="assayer: judge passages of an index also by which words of the question they"
        " hold; off in what `assay calibrate` fitted without an index",
    )
    options: dict[str, Any] = Field(default={}, description="further arguments of the scorer")


class RefineSettings(Section):
    """How passages are reduced to the strips that matter."""

    name: str = Field(
        default="entries",
        description="entries (whole, over an index), strips, rescore (the paper's way), or none",
    )
    keep_above: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="strips below are dropped; from the card if not set",
    )
    top_k: int = Field(default=5, ge=1, le=100, description="strips to keep at most")
    sentences: int = Field(default=2, ge=1, le=20, description="sentences in a strip")


class SearchSettings(Section):
    """External sources, searched when the index does not hold the answer."""

    name: str = Field(default="none", description="none (the sources below), or a plugin's name")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")
    web: bool | None = Field(
        default=None,
        description="true: every engine with a key; false: no connection to any other machine",
    )
    engines: tuple[str, ...] = Field(default=(), description="engines to ask, one after another")
    offline: bool = Field(default=False, description="cached pages, ZIM files and indexes only")
    zim: tuple[Path, ...] = Field(default=(), description="ZIM files (Kiwix) to search")
    fallback_index: Path | None = Field(default=None, description="folder of a second index")
    prefer: tuple[str, ...] = Field(
        default=("wikipedia.org",), description="domains whose pages are read first"
    )
    pages: int = Field(default=5, ge=1, le=20, description="pages or articles to read")
    passages: int = Field(default=40, ge=1, le=500, description="passages to score at most")
    seconds: float = Field(
        default=8, gt=0, le=120, description="time for each engine and all pages"
    )
    cache: Path | None = Field(
        default=None, description="file of cached pages; in the user's cache folder when not set"
    )
    cache_days: float = Field(default=7, ge=0, description="age at which a page is fetched again")
    cache_megabytes: int = Field(default=200, ge=0, description="size of the cache; 0 for none")
    allow_loopback: bool = Field(default=False, description="read pages of this machine: for tests")


class RewriterSettings(Section):
    """How a question becomes a search query."""

    name: str = Field(default="keywords", description="keywords, keep, prompt, or a plugin's name")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class GeneratorSettings(Section):
    """The generator that writes the answer, and when it abstains."""

    name: str = Field(
        default="extractive",
        description="extractive, chat, local, transformers, or a plugin's name",
    )
    task: Literal["free", "short", "long", "true-false", "choice"] = Field(
        default="free", description="kind of answer a language model is asked for"
    )
    form: Literal["auto", "span"] = Field(
        default="auto",
        description="auto: the reader lays its answer out as the question asks; span: words alone",
    )
    prompt: Literal["entries", "numbered"] = Field(
        default="entries",
        description="what a language model is shown: entries as the document has them, or lines",
    )
    strict: bool = Field(
        default=False,
        description="abstain when half of a language model's sentences have no support",
    )
    cite: bool = Field(default=True, description="write [n] markers into the answer")
    always_answer: bool = Field(default=False, description="never abstain; doubts become notes")
    last_resort: bool = Field(
        default=True,
        description="with always_answer: where no passage passes the check, the reader answers from"
        " the best that did not",
    )
    max_risk: float | None = Field(
        default=None, ge=0, le=1, description="abstain when the risk of error is higher"
    )
    fallback: bool = Field(
        default=False, description="let the extractive reader answer when a server fails"
    )
    without: tuple[str, ...] = Field(
        default=(),
        description="parts of the reader that are switched off: encoder, search, form, kind,"
        " question, parts, comparison, yes-no, lists, facts, rivals, columns",
    )
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class ModelSettings(Section):
    """The language model, for whichever part uses one."""

    name: str = Field(
        default="", description="a server's model, a GGUF file, or a transformers model"
    )
    base_url: Annotated[str | None, AfterValidator(checked_address)] = Field(
        default=None, description="OpenAI-compatible address; OpenAI's own if not set"
    )
    key_variable: str = Field(
        default="OPENAI_API_KEY",
        pattern=r"^[A-Za-z_][A-Za-z0-9_]*$",
        description="environment variable that holds the server's key",
    )
    seconds: float = Field(default=60.0, gt=0, le=3600, description="time for one completion")
    retries: int = Field(default=2, ge=0, le=10, description="new tries while a server is failing")
    max_tokens: int = Field(default=256, ge=1, le=100_000, description="longest completion")
    temperature: float = Field(default=0.0, ge=0, le=2, description="0: the likeliest words")
    effort: Literal["auto", "fast", "balanced", "thorough"] = Field(
        default="auto",
        description="fast: one call; balanced: one token more for each passage that it judges and"
        " three for its opinions of the evidence and of both answers; thorough: and looks with its"
        " own words; auto: thorough on a server, fast in the process",
    )
    context: int = Field(
        default=8192,
        ge=256,
        le=1_000_000,
        description="tokens that the model reads at once, prompt and answer",
    )
    threads: int = Field(default=0, ge=0, le=256, description="CPU threads of a GGUF model; 0: all")
    batch: int = Field(
        default=1,
        ge=1,
        le=4096,
        description="transformers: prompts read together, of questions asked side by side; above 1"
        " by vLLM where it is installed",
    )
    adapter: Path | None = Field(
        default=None, description="GGUF adapter (LoRA) loaded on top of a GGUF model"
    )
    cache: Path | None = Field(
        default=None,
        validation_alias=AliasChoices("cache", "remember"),  # before 0.3
        description="file that keeps what the model said; it is not asked twice",
    )


class BudgetSettings(Section):
    """What one question may cost at most."""

    seconds: float = Field(default=_DEFAULT_LIMITS.seconds, gt=0, description="time")
    rounds: int = Field(default=_DEFAULT_LIMITS.rounds, ge=0, description="rounds of correction")
    searches: int = Field(default=_DEFAULT_LIMITS.searches, ge=0, description="external searches")
    tokens: int = Field(default=_DEFAULT_LIMITS.tokens, ge=0, description="tokens of a model")


class VerifierSettings(Section):
    """The verifier that checks the answer, and how often to ask again when the check fails."""

    verify: bool = Field(default=False, description="check every answer, and ask again if it fails")
    name: str = Field(
        default="trained", description="trained, chat, direct, cov, cov_direct, or a plugin's name"
    )
    model: Path | None = Field(default=None, description="folder of the weights; ours if not set")
    rounds: int = Field(default=3, ge=1, le=20, description="times to ask at most, the first too")
    keep: Literal["better", "last"] = Field(
        default="better",
        description="better: a later answer counts only if its check is clearly better; last: it"
        " replaces the one before, as in the paper",
    )
    indicator: Literal["revised", "thresholds"] = Field(
        default="revised",
        description="look again whenever there is a revised question, or by the paper's thresholds",
    )
    options: dict[str, Any] = Field(default={}, description="further arguments of the verifier")


class ReasoningSettings(Section):
    """How far `plan`, `star` and `adaptive` may go for one question."""

    searches: int = Field(default=3, ge=1, le=20, description="searches in one plan")
    rounds: int = Field(default=3, ge=1, le=20, description="plans, or looks of `adaptive`")
    passages: int = Field(default=4, ge=1, le=100, description="passages to keep of each look")
    branches: int = Field(default=2, ge=1, le=10, description="sub-questions beside one another")
    expansions: int = Field(default=4, ge=1, le=100, description="times that a tree grows")
    depth: int = Field(default=3, ge=1, le=10, description="sub-questions in a row")
    max_tokens: int = Field(default=160, ge=8, le=10_000, description="longest plan or thought")
    complexity: Path | None = Field(
        default=None, description="folder of the complexity classifier; ours if not set"
    )


class SelfRagSettings(Section):
    """How `self_rag` and `self_crag` decide on retrieval and rank what was written."""

    mode: Literal["adaptive", "always", "never"] = Field(
        default="adaptive", description="when to retrieve: if the gate says so, always, or never"
    )
    threshold: float = Field(
        default=0.2, ge=0, lt=1, description="adaptive: retrieve where the gate is above it"
    )
    critic: Literal["assayer", "token"] = Field(
        default="assayer",
        description="the critic: our encoders, or the model's own reflection tokens",
    )
    w_rel: float = Field(default=1.0, ge=0, description="weight of a passage's relevance")
    w_sup: float = Field(default=1.0, ge=0, description="weight of the support it gives")
    w_use: float = Field(default=0.5, ge=0, description="weight of the answer's utility")
    w_seq: float = Field(default=1.0, ge=0, description="weight of the words' own likelihood")
    max_tokens: int = Field(
        default=100, ge=8, le=10_000, description="token critic: longest continuation"
    )
    beam_width: int = Field(default=2, ge=1, le=20, description="long answers: paths kept")
    max_depth: int = Field(default=7, ge=1, le=50, description="long answers: segments at most")
