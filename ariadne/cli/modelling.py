"""The commands `models`, which lists available models, and `models check`, which tests one."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from ariadne.cli.exit_codes import Stopped
from ariadne.cli.options import DRAWN, Json, ModelCommand, chosen, fields_of, option, status, stoppable
from ariadne.text import one_line

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from ariadne.events import Usage
    from ariadne.models.check import Report, TrialQuestions, Try
    from ariadne.models.model import Model

    Price = Callable[[Usage], float | None]

COUNT = 10
PATIENCE = 600.0
GAME = "cooking-level-1"
CALLS = ("one", "two", "three", "act", "paper")
"""Values of `--calls`, the cheapest first."""

models = typer.Typer(help="List available models; `check` tests one.", add_completion=False)


@models.callback(invoke_without_command=True)
def list_models(
    context: typer.Context,
    base_url: Annotated[
        str | None,
        option("Also list the models of this endpoint; the key comes from OPENAI_API_KEY.", metavar="URL"),
    ] = None,
) -> None:
    """List names for `--model`: the built-in rules, model files (.gguf) here or in ./models, an endpoint's models."""
    if context.invoked_subcommand is not None:
        return
    from ariadne.models.listing import model_files, served_models

    files = model_files([Path(), Path("models")])
    served = [] if base_url is None else served_models(base_url)
    print("rules  built in; needs no language model")
    for path in files:
        print(f"{path}  {path.stat().st_size / 1e9:.1f} GB")
    for name in served:
        print(f"{name}  at {base_url}")


class CheckCommand(ModelCommand):
    """`models check`: options of one model."""

    @staticmethod
    def fields() -> Mapping[str, FieldInfo]:
        from ariadne.config import ModelConfig

        return fields_of(ModelConfig, only=("base_url", *DRAWN, "timeout"))


@models.command(cls=CheckCommand)
def check(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A model at an endpoint, a .gguf file, or rules.", metavar="NAME")],
    as_json: Json = False,
) -> None:
    """Ask a model ten questions of a game and report how well and how fast it would play."""
    from ariadne.models.registry import Override, load_model
    from ariadne.runs.rehearsal import rehearse
    from ariadne.runs.settings import answering
    from ariadne.screen.checked import as_data, sheet

    choices = chosen(context)
    base_url = answering({**choices, "model": name}).get("base_url")
    override = Override(*map(choices.get, DRAWN))
    model = load_model(name, base_url, timeout=choices.get("timeout", PATIENCE), override=override)
    try:
        with status("getting the kitchen ready", shown=sys.stderr.isatty()):
            askings = rehearse(CALLS)
        report = asyncio.run(stoppable(_checked(model, askings, _price(name, base_url))))
    except (KeyboardInterrupt, asyncio.CancelledError) as error:
        raise Stopped("stopped") from error
    print(json.dumps(as_data(report)) if as_json else sheet(report, _play(name, base_url, report.advice.calls)))


async def _checked(model: Model, askings: list[TrialQuestions], price: Price) -> Report:
    from ariadne.models.check import PAPER, ask_each, report_of
    from ariadne.runs.rehearsal import in_turns

    questions = in_turns([asking for asking in askings if asking.calls != PAPER], COUNT)
    asked = 0

    def tell(each: Try) -> None:
        nonlocal asked
        asked += 1
        what = "again" if asked > len(questions) else f"{asked} of {len(questions)}"
        came = f"not usable: {each.error}" if each.error else "usable"
        print(one_line(f"{what}: {each.name}, {each.seconds:.1f} s, {came}"), file=sys.stderr, flush=True)

    try:
        with status(f"asking {model.name}", shown=sys.stderr.isatty()):
            tries = await ask_each(model, questions, tell)
        return report_of(model, tries, askings, price)
    finally:
        await model.close()


def _play(name: str, base_url: str | None, calls: str) -> str:
    """The command that plays with the model."""
    return shlex.join(
        ["ariadne", "play", GAME, "--model", name, *(["--base-url", base_url] if base_url else []), "--calls", calls]
    )


def _price(name: str, base_url: str | None) -> Price:
    """The price of tokens: nothing on this machine, elsewhere the list price."""
    from ariadne.evaluate.estimate import price_of
    from ariadne.models.endpoint import address_of
    from ariadne.models.registry import is_served
    from ariadne.runs.settings import HERE

    address = address_of(base_url) if is_served(name) else base_url
    is_here = address is not None and urlsplit(address).hostname in HERE
    return lambda usage: 0.0 if is_here else price_of(name, address, usage)
