"""The command `models`, which lists the models that are at hand, and `models check`, which tries one."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from ariadne.cli.exits import Stopped
from ariadne.cli.options import DRAWN, number, option, status, stoppable, takes
from ariadne.errors import UserError
from ariadne.text import one_line

if TYPE_CHECKING:
    from ariadne.events import Usage
    from ariadne.models.check import Asking, Report, Try
    from ariadne.models.model import Model

    Price = Callable[[Usage], float | None]

COUNT = 10
PATIENCE = 600.0
GAME = "cooking-level-1"
CALLS = ("one", "two", "three", "act", "paper")
"""Ways of asking; those first that cost less, as long as all is left to the model."""

models = typer.Typer(help="List the models that are at hand; `check` tries one.", add_completion=False)


@models.callback(invoke_without_command=True)
def list_models(
    context: typer.Context,
    folder: Annotated[
        Path | None, option("Where model files are.", metavar="DIR", show_default="this folder, and models in it")
    ] = None,
    base_url: Annotated[
        str | None,
        option("An endpoint whose models are listed, too; the key comes from OPENAI_API_KEY.", metavar="URL"),
    ] = None,
) -> None:
    """List the built-in rules, model files (.gguf) in a folder, and what an endpoint lists: names for `--model`."""
    if context.invoked_subcommand is not None:
        return
    from ariadne.models.listing import model_files, served_models

    if folder is not None and not folder.is_dir():
        raise UserError(f"there is no folder {folder}")
    files = model_files([Path(), Path("models")] if folder is None else [folder])
    served = [] if base_url is None else served_models(base_url)
    print("rules  built in: no language model, plays TextWorld's families of games")
    for path in files:
        print(f"{path}  {path.stat().st_size / 1e9:.1f} GB")
    for name in served:
        print(f"{name}  at {base_url}")
    if not files and folder is not None:
        print(f"no model files (.gguf) in {folder}")


@models.command()
@takes(
    "base_url", *DRAWN,
    timeout=number("Until a try at the endpoint is given up.", metavar="SECONDS", min=0.1, show_default="600"),
)  # fmt: skip
def check(
    name: Annotated[str, typer.Argument(help="A model at an endpoint, a .gguf file, or rules.", metavar="NAME")],
    choices: dict[str, Any],
    as_json: Annotated[bool, option("One JSON object.", None, "--json")] = False,
) -> None:
    """Ask a model ten questions as they are asked in a kitchen, and say how well and how fast it would play."""
    from ariadne.models.registry import Override, load_model
    from ariadne.runs.rehearsal import rehearse
    from ariadne.runs.settings import answering
    from ariadne.screen.checked import as_data, sheet

    base_url = answering({**choices, "model": name}).get("base_url")
    override = Override(*map(choices.get, DRAWN))
    model = load_model(name, base_url, timeout=choices.get("timeout", PATIENCE), override=override)
    try:
        with status("getting the kitchen ready", shown=sys.stderr.isatty()):
            askings = rehearse(CALLS)
        report = asyncio.run(stoppable(_checked(model, askings, _price(name, base_url))))
    except (KeyboardInterrupt, asyncio.CancelledError) as error:
        raise Stopped("stopped before all was asked") from error
    print(json.dumps(as_data(report)) if as_json else sheet(report, _play(name, base_url, report.advice.calls)))


async def _checked(model: Model, askings: list[Asking], price: Price) -> Report:
    from ariadne.models.check import PAPER, ask_each, report_of
    from ariadne.runs.rehearsal import in_turns

    questions = in_turns([asking for asking in askings if asking.calls != PAPER], COUNT)
    told = 0

    def tell(each: Try) -> None:
        nonlocal told
        told += 1
        what = "again" if told > len(questions) else f"{told} of {len(questions)}"
        came = f"cannot be used: {each.error}" if each.error else "can be used"
        print(one_line(f"{what}: {each.name}, {each.seconds:.1f} s, {came}"), file=sys.stderr, flush=True)

    try:
        with status(f"asking {model.name}", shown=sys.stderr.isatty()):
            tries = await ask_each(model, questions, tell)
        return report_of(model, tries, askings, price)
    finally:
        await model.close()


def _play(name: str, base_url: str | None, calls: str) -> str:
    """The command that plays with a model."""
    return shlex.join(
        ["ariadne", "play", GAME, "--model", name, *(["--base-url", base_url] if base_url else []), "--calls", calls]
    )


def _price(name: str, base_url: str | None) -> Price:
    """What tokens of a model cost: nothing on this machine, elsewhere its list price."""
    from ariadne.evaluate.estimate import price_of
    from ariadne.models.endpoint import address_of
    from ariadne.models.registry import is_served
    from ariadne.runs.settings import HERE

    address = address_of(base_url) if is_served(name) else base_url
    is_here = address is not None and urlsplit(address).hostname in HERE
    return lambda usage: 0.0 if is_here else price_of(name, address, usage)
