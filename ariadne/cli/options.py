"""What commands share: how options are declared, a word to whoever waits, and an end that comes from outside."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO, TypeVar

import typer

from ariadne.cli import completing
from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.models.model import Model

T = TypeVar("T")

KEYWORD = inspect.Parameter.KEYWORD_ONLY

WHO, MODEL, MEMORY, HOW, REPLIES = "Who plays", "Who answers", "Memory", "How it is run", "The model's replies"
"""Panels of the help."""


def option(text: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option with its help text."""
    return typer.Option(*names, help=text, rich_help_panel=panel, **more)


def text(about: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option that takes words."""
    return Annotated[str | None, option(about, panel, *names, **{"metavar": "NAME", **more})]


def path(about: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option that takes the path of a file or a folder."""
    return Annotated[Path | None, option(about, panel, *names, **more)]


def count(about: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option that takes a whole number, from 1 unless `min` says otherwise."""
    return Annotated[int | None, option(about, panel, *names, **{"metavar": "N", "min": 1, **more})]


def number(about: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option that takes a number, from 0 unless `min` says otherwise."""
    return Annotated[float | None, option(about, panel, *names, **{"metavar": "N", "min": 0, **more})]


def flag(about: str, panel: str | None, name: str) -> Any:
    """An option that is said or not."""
    return Annotated[bool | None, option(about, panel, name)]


_RUN = "its folder, its name or how that begins, or last"
Run = Annotated[Path, typer.Argument(help=f"A run: {_RUN}.", metavar="RUN", autocompletion=completing.runs)]
Runs = Annotated[
    list[Path],
    typer.Argument(help=f"Runs, each by {_RUN}; several are merged.", metavar="RUN", autocompletion=completing.runs),
]
Root = Annotated[Path | None, option("Where runs are kept.", None, "--runs", metavar="DIR", show_default="runs")]

AS_PROMPTS_SAY = "as prompts say"
OPENAIS = "OPENAI_BASE_URL, else OpenAI's"

# What several commands take. None of them has a value unless it is said: what they are then stands in the models of
# configurations and plans, which check them, too.
_OPTIONS: Mapping[str, Any] = {
    "handicap": text(
        "What players of stories are told that none sees: actions (on request, what can be done), inventory.",
        metavar="LIST", show_default="nothing",
    ),
    "max_steps": count("Steps until a game is over.", show_default="the game's own limit"),
    "episode_minutes": number("Minutes until an episode is over, wherever it is."),
    "episode_tokens": count("Tokens that an episode may use."),
    "episode_usd": number("What an episode may cost.", metavar="DOLLARS"),
    "model": text(
        "Who answers: rules (built in), a model at an OpenAI-compatible endpoint, or a .gguf file.", MODEL,
        show_default="rules",
    ),
    "model_for": text("Other models for some questions: learn=rules,act=B.", MODEL, metavar="PAIRS"),
    "temperature_for": text(
        "Temperatures of some questions, with a memory if need be: plan=0.2,rag/act=1.", MODEL,
        metavar="PAIRS", show_default="as their prompts say",
    ),
    "base_url": text(
        "The model's endpoint; the key comes from OPENAI_API_KEY.", MODEL, metavar="URL", show_default=OPENAIS
    ),
    "calls": text(
        "What the model is asked at a step: act (the rules read and plan, for small models), one (all in one reply), "
        "two (learn, decide), three (learn, plan, act), or the paper's six questions.", MODEL,
        metavar="act|one|two|three|paper", show_default="one",
    ),
    "choices": count(
        "Actions that ariadne is shown at first.", MODEL,
        show_default="all; 8 for a language model with --calls act",
    ),
    "log_tokens": count(
        "How long the log of turns may become before a snapshot of the memory is taken.", MODEL, show_default="2000"
    ),
    "max_tokens": count("Tokens that a reply may have.", REPLIES, show_default=AS_PROMPTS_SAY),
    "temperature": number("At which replies are sampled.", REPLIES, max=2, show_default=AS_PROMPTS_SAY),
    "reasoning_effort": text(
        "How long a model that thinks aloud is to think.", REPLIES, metavar="minimal|low|medium|high"
    ),
    "timeout": number(
        "Until a try at the endpoint is given up.", REPLIES, metavar="SECONDS", min=0.1, show_default="120"
    ),
    "embedder": text(
        "Who compares texts: minilm, contriever, openai, openai:MODEL, or a sentence-transformers model.", MEMORY,
        show_default="minilm",
    ),
    "embedder_base_url": text(
        "An openai embedder's endpoint.", MEMORY, metavar="URL", show_default=OPENAIS
    ),
    "width": count("Triplets that a text retrieves.", MEMORY, show_default="6"),
    "depth": count("How deep a search goes at most.", MEMORY, show_default="2"),
    "episodic_similarity": flag(
        "Add to an observation's relevance how similar it is to the plan, as the authors' code does.", MEMORY,
        "--episodic-similarity",
    ),
    "navigation": text(
        "Whose routes `go to` takes: the agent's, or the memory's.", MEMORY,
        metavar="agent|memory", show_default="agent; memory with --memory-file",
    ),
    "context_tokens": count("How much history is kept whole.", MEMORY, show_default="all"),
    "learn": flag("Agents that do not think have a memory that learns all the same.", MEMORY, "--learn"),
    "runs": path("Where runs are kept.", HOW, metavar="DIR", show_default="runs"),
    "resume": path(f"Go on with a run: {_RUN}.", HOW, metavar="RUN", autocompletion=completing.runs),
    "trust": flag("With --resume: go on with a run that somebody else made, at the addresses in it.", HOW, "--trust"),
    "as_it_was": flag(
        "With --resume: where a game has changed since, go on with the copy that the run kept.", HOW, "--as-it-was"
    ),
    "no_cache": flag("Neither use nor fill the reply cache.", HOW, "--no-cache"),
    "dry_run": flag("Say what would be done, and do nothing.", HOW, "--dry-run"),
    "as_json": flag("Print the scorecard as one JSON object.", HOW, "--json"),
    "quiet": flag("Tell nothing but the scorecard's verdict.", HOW, "--quiet"),
    "concurrency": count("How many at once.", HOW, show_default="one a core; 8 with an endpoint"),
    "retries": count("How often one that failed is tried again.", HOW, min=0, show_default="1"),
    "run_tokens": count("Stop when so many tokens are used.", HOW),
    "run_usd": number("Stop when so much is spent.", HOW, metavar="DOLLARS"),
    "within_budget": flag(
        "Play only what --run-usd or --run-tokens surely covers, each the same games.", HOW, "--within-budget"
    ),
}  # fmt: skip

DRAWN = ("max_tokens", "temperature", "reasoning_effort")
"""How replies are drawn."""
READER = ("model", "base_url", *DRAWN)
"""Who reads, and how."""


def takes(*shared: str, **own: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that takes more options than its function has arguments: those that were said are its `choices`.

    Args:
        shared: names of options that several commands have.
        own: options of this command alone, or those of several in other words.
    """
    options = {**own, **{name: _OPTIONS[name] for name in shared}}

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        arguments = inspect.signature(command, eval_str=True).parameters.values()
        kept = [argument for argument in arguments if argument.name != "choices"]
        more = [inspect.Parameter(name, KEYWORD, default=None, annotation=of) for name, of in options.items()]

        @wraps(command)
        def with_choices(**said: Any) -> None:
            choices = {name: value for name in options if (value := said.pop(name)) is not None}
            command(**said, choices=choices)

        parameters = [argument.replace(kind=KEYWORD) for argument in kept] + more
        with_choices.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        with_choices.__annotations__ = {each.name: each.annotation for each in parameters}
        return with_choices

    return taking


def status(text: str, shown: bool) -> AbstractContextManager[object]:
    """A word to whoever waits, in a terminal."""
    if not shown:
        return nullcontext()
    from rich.console import Console
    from rich.text import Text

    from ariadne.text import one_line

    return Console(file=sys.__stderr__).status(Text(one_line(text)))


def can_draw(output: TextIO | None = None) -> bool:
    """Whether this, stdout unless said otherwise, is a terminal on which a screen can be drawn."""
    return (output or sys.stdout).isatty() and os.environ.get("TERM", "dumb") != "dumb"


def send_spans() -> None:
    """What `--otel` asks for.

    Raises:
        MissingPackage: OpenTelemetry is not there.
    """
    from ariadne.tracing import wish_for_spans

    wish_for_spans()


def reader(choices: Mapping[str, Any]) -> Model | Literal["rules"] | None:
    """The model that was chosen to read and answer; None where none was. A memory makes the rules itself.

    Raises:
        UserError: there can be no such model.
    """
    from ariadne.models.registry import RULES, Override, load_model
    from ariadne.runs.settings import answering

    choices = answering(choices)
    override = Override(*map(choices.get, DRAWN))
    name, base_url = choices.get("model"), choices.get("base_url")
    if name is None or name == RULES:
        if base_url is not None:
            raise UserError("--base-url needs the name of a model that the endpoint serves: --model NAME")
        override.refuse()
        return "rules" if name else None
    return load_model(name, base_url, override=override)


async def done_with(model: Model | str | None) -> None:
    """Free what a model holds."""
    if model is not None and not isinstance(model, str):
        await model.close()


async def stoppable(work: Awaitable[T]) -> T:
    """Await what SIGTERM ends as Ctrl-C does: with its end in the records, and the terminal as it was."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


_OF_ALL_AGENTS = {"handicap", "max_steps", "episode_minutes", "episode_tokens", "episode_usd", "learn"}
_OF_THINKERS = {"memory", "memories", "model", "models", "memory_file", "lives"}
_OF_DECISIONS = {"navigation", "choices", "log_tokens"}


def check_said(said: Iterable[str], agents: Sequence[str], learn: bool) -> None:
    """See that every option that was said is of use to one of the agents that play.

    Args:
        said: names of options.
        learn: whether agents that do not think have a memory.

    Raises:
        UserError: there is no such agent, or an option is of use to none.
    """
    from ariadne.agents.registry import find_agent
    from ariadne.config import PlayOptions

    who = ", ".join(agents)
    thinking = [find_agent(name).thinks for name in agents]
    if learn and all(thinking):
        raise UserError(f"--learn is for agents that do not think: leave it out, for {who} has a memory anyway")
    useless = _OF_DECISIONS if learn else {*_OF_THINKERS, *PlayOptions.model_fields} - _OF_ALL_AGENTS
    idle = [] if any(thinking) else [name for name in said if name in useless]
    if idle:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in idle)
        why = "does not decide by a model" if learn else "has neither a model nor a memory"
        helps = "" if learn or _OF_DECISIONS.intersection(idle) else ", or say --learn for a memory that only learns"
        raise UserError(f"{options}: of no use to {who}, which {why}: leave it out{helps}")
