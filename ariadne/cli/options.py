"""What commands share: how options are declared, a word to whoever waits, and an end that comes from outside."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from ariadne.models.model import Model
    from ariadne.models.registry import Override

T = TypeVar("T")


HOW = "How it is run"


REPLIES = "The model's replies"
CALLS = (
    "What the model is asked at a step: act (the rules read and plan, for small models), one (decide; the rules read), "
    "two (learn, decide), three (learn, plan, act), or the paper's six questions."
)
FEW_ACTIONS = "all; 8 for a language model with --calls act or one"


def option(text: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option with its help text."""
    return typer.Option(*names, help=text, rich_help_panel=panel, **more)


EpisodeMinutes = Annotated[
    float | None,
    option("Minutes until an episode is over, wherever it is.", metavar="N", min=0),
]
EpisodeTokens = Annotated[int | None, option("Tokens that an episode may use.", metavar="N", min=1)]
ModelName = Annotated[
    str, option("Who reads: rules (built in, simple), a model at an endpoint, or a .gguf file.", metavar="NAME")
]
BaseUrl = Annotated[
    str | None,
    option("The model's endpoint; the key comes from OPENAI_API_KEY.", metavar="URL", show_default="OpenAI's"),
]
MaxTokens = Annotated[
    int | None, option("Tokens that a reply may have.", REPLIES, metavar="N", min=1, show_default="as prompts say")
]
Temperature = Annotated[
    float | None,
    option("At which replies are sampled.", REPLIES, metavar="N", min=0, max=2, show_default="as prompts say"),
]
ReasoningEffort = Annotated[
    str | None,
    option("How long a model that thinks aloud is to think.", REPLIES, metavar="minimal|low|medium|high"),
]
Timeout = Annotated[
    float | None,
    option("Until a try at the endpoint is given up.", REPLIES, metavar="SECONDS", min=0.1, show_default="120"),
]
Trust = Annotated[
    bool, option("With --resume: go on with a run that somebody else made, at the addresses in it.", HOW, "--trust")
]
EpisodeUsd = Annotated[float | None, option("What an episode may cost.", metavar="DOLLARS", min=0)]
RunTokens = Annotated[int | None, option("Stop when so many tokens are used.", HOW, metavar="N", min=1)]
RunUsd = Annotated[float | None, option("Stop when so much is spent.", HOW, metavar="DOLLARS", min=0)]


def status(text: str, shown: bool) -> AbstractContextManager[object]:
    """A word to whoever waits, in a terminal."""
    if not shown:
        return nullcontext()
    from rich.console import Console
    from rich.text import Text

    from ariadne.text import one_line

    return Console(file=sys.__stderr__).status(Text(one_line(text)))


def can_draw() -> bool:
    """Whether stdout is a terminal on which a screen can be drawn."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def send_spans() -> None:
    """What `--otel` asks for.

    Raises:
        MissingPackage: OpenTelemetry is not there.
    """
    from ariadne.runs.spans import wish_for_spans

    wish_for_spans()


def reader(name: str, base_url: str | None, override: Override) -> Model | None:
    """The language model of that name; None for the rules, which a memory makes itself.

    Raises:
        UserError: there can be no such model.
    """
    from ariadne.models.registry import RULES, load_model

    if name == RULES and base_url is None:
        override.refuse()
        return None
    return load_model(name, base_url, override=override)


async def stoppable(work: Awaitable[T]) -> T:
    """Await what SIGTERM ends as Ctrl-C does: with its end in the records, and the terminal as it was."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work
