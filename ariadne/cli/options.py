"""Shared by commands: options, made from the configuration's models; status lines; and an end by SIGTERM."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import sys
import types
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TextIO, TypeVar, Union, get_args, get_origin

import typer
from typer.core import TyperCommand

from ariadne.cli import completing
from ariadne.errors import UserError

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from ariadne.models.model import Model

T = TypeVar("T")

MORE = "More options"
_CHOICES, _ALL = "ariadne.choices", "ariadne.all"
_COMPLETED = {"resume": completing.runs, "agent": completing.agents, "memory": completing.memories}
_METAVARS = {"resume": "RUN", "runs": "DIR"}


def option(text: str, *names: str, **more: Any) -> Any:
    """An option with its help text."""
    return typer.Option(*names, help=text, **more)


_RUN = "its folder, its name or the start of it, or `last`"
Episode = Annotated[
    int | None,
    typer.Argument(help="Number of the episode, if the run has several.", metavar="EPISODE", show_default=False),
]
Run = Annotated[Path, typer.Argument(help=f"A run: {_RUN}.", metavar="RUN", autocompletion=completing.runs)]
Runs = Annotated[
    list[Path],
    typer.Argument(help=f"One or more runs, each by {_RUN}.", metavar="RUN", autocompletion=completing.runs),
]
Force = Annotated[bool, option("Overwrite the file, whatever it contains.", "--force")]
Root = Annotated[Path | None, option("Folder of the runs.", "--runs", metavar="DIR", show_default="runs")]
Json = Annotated[bool, option("Print one JSON object.", "--json")]
Embedder = Annotated[str | None, option("Embedder of the texts.", metavar="NAME", show_default="the memory's own")]

DRAWN = ("max_tokens", "temperature", "reasoning_effort")
"""Sampling options."""
READER = ("model", "base_url", *DRAWN)
"""Options of the model that reads and answers."""


class ModelCommand(TyperCommand):
    """A command with one option for each field of a configuration, besides the options of its function.

    The options are made when the command is called, since its configuration takes time to import. The function has a
    `typer.Context`, from which `chosen` takes the values.

    Attributes:
        everyday: The options that `--help` shows; `--help-all` shows all. If empty, `--help` shows all.
    """

    everyday: ClassVar[Sequence[str]] = ()

    @staticmethod
    @abstractmethod
    def fields() -> Mapping[str, FieldInfo]:
        """The fields that are options."""

    @cached_property
    def _made(self) -> list[Any]:
        """The options of the fields, and `--help-all`, as typer makes them of a function's signature."""
        annotations = {name: _annotation(name, field) for name, field in self.fields().items()}
        if self.everyday:
            annotations["help_all"] = Annotated[
                bool | None,
                option("Show all options and exit.", "--help-all", is_eager=True, callback=_help_all),
            ]

        def function(**values: Any) -> None: ...

        kind = inspect.Parameter.KEYWORD_ONLY
        parameters = [inspect.Parameter(name, kind, default=None, annotation=of) for name, of in annotations.items()]
        function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        function.__annotations__ = annotations
        app = typer.Typer(add_completion=False)
        app.command()(function)
        return list(typer.main.get_command(app).params)

    def get_params(self, ctx: Any) -> Any:
        """All parameters: arguments, then options, the everyday ones first."""
        rank = {name: place for place, name in enumerate(self.everyday)} | dict.fromkeys(("help", "help_all"), 100)
        arguments: list[Any] = [each for each in self.params if each.param_type_name == "argument"]
        options: list[Any] = [each for each in super().get_params(ctx) if each.param_type_name == "option"]
        options += self._made
        for each in options:
            is_more = bool(self.everyday) and each.name not in rank
            each.hidden = is_more and not (ctx.meta.get(_ALL) or ctx.resilient_parsing)
            each.rich_help_panel = MORE if is_more else None
            if each.metavar is None:
                each.display_type_rich = lambda ctx: None
        return [*arguments, *sorted(options, key=lambda each: rank.get(each.name, 99))]

    def invoke(self, ctx: Any) -> Any:
        """Call the function; the values of the fields' options are in its context."""
        values = {option.name: ctx.params.pop(option.name, None) for option in self._made}
        ctx.meta[_CHOICES] = {name: value for name, value in values.items() if value is not None}
        return super().invoke(ctx)


class ReaderCommand(ModelCommand):
    """A command whose model reads texts or answers questions."""

    @staticmethod
    def fields() -> Mapping[str, FieldInfo]:
        from ariadne.cli.session import ReaderOptions
        from ariadne.config import ModelConfig

        return fields_of(ModelConfig, ReaderOptions, only=(*READER, "embedder"))


def fields_of(
    *models: type[BaseModel], without: Sequence[str] = (), only: Sequence[str] = ()
) -> Mapping[str, FieldInfo]:
    """The fields of models by name, without some, or only some of them."""
    fields = {name: field for model in models for name, field in model.model_fields.items() if name not in without}
    return {name: fields[name] for name in only or fields}


def chosen(context: typer.Context) -> dict[str, Any]:
    """The options of a `ModelCommand` that were given, by the names of their fields."""
    choices: dict[str, Any] = context.meta[_CHOICES]
    return choices


def _help_all(context: typer.Context, wanted: bool | None) -> None:
    if wanted:
        context.meta[_ALL] = True
        print(context.get_help())
        raise typer.Exit


def _annotation(name: str, field: FieldInfo) -> Any:
    """An option with the type, names, help, default and valid values of a field."""
    types_ = [of for of in _parts(field.annotation) if of is not type(None)]
    kind = next((of for of in (bool, int, float) if of in types_), str)
    flag = f"--{(field.alias or name).replace('_', '-')}"
    names = [f" /--no{flag[1:]}"] if field.default is True else [flag]
    if kind is str and any(get_origin(of) is tuple for of in types_) and name.endswith("s"):
        names.append(f"{flag[:-3]}y" if flag.endswith("ies") else flag[:-1])
    made = option(
        _help(field),
        *names,
        metavar=None if kind is bool else _metavar(name, kind, types_),
        show_default=False,
        autocompletion=_COMPLETED.get(name),
        callback=_check(field),
    )
    return Annotated[Union[kind, None], made]  # noqa: UP007


def _parts(annotation: Any) -> tuple[Any, ...]:
    """The members of a union, without what `Annotated` adds."""
    if get_origin(annotation) in (Union, types.UnionType):
        return tuple(part for each in get_args(annotation) for part in _parts(each))
    return _parts(get_args(annotation)[0]) if get_origin(annotation) is Annotated else (annotation,)


def _metavar(name: str, kind: type, types_: Sequence[Any]) -> str:
    """The name of an option's value in the help."""
    if kind is not str:
        return "N"
    if get_origin(types_[0]) is Literal:
        return "|".join(get_args(types_[0]))
    if get_origin(types_[0]) in (tuple, dict):
        return "LIST" if get_origin(types_[0]) is tuple else "PAIRS"
    return _METAVARS.get(name) or name.rpartition("_")[2].upper()


def _help(field: FieldInfo) -> str:
    """The description of a field, with its default unless the description has it."""
    text, value = field.description or "", field.default
    if "(default:" in text or isinstance(value, bool) or not isinstance(value, str | int | tuple) or not value:
        return text
    return f"{text.removesuffix('.')} (default: {','.join(value) if isinstance(value, tuple) else value})."


def _check(field: FieldInfo) -> Callable[[Any], Any]:
    """A callback that refuses what the field refuses and returns a valid value as it was typed."""

    def check(value: Any) -> Any:
        from pydantic import TypeAdapter, ValidationError

        from ariadne.yaml_file import problem

        if value is not None and not isinstance(value, bool):
            try:
                TypeAdapter[Any](Annotated[field.annotation, None, *field.metadata]).validate_python(value)  # type: ignore[arg-type]
            except ValidationError as error:
                raise typer.BadParameter(problem(error)) from error
        return value

    return check


def status(text: str, shown: bool) -> AbstractContextManager[object]:
    """A status line in a terminal while the user waits."""
    if not shown:
        return nullcontext()
    from rich.console import Console
    from rich.text import Text

    from ariadne.text import one_line

    return Console(file=sys.__stderr__).status(Text(one_line(text)))


def can_draw(output: TextIO | None = None) -> bool:
    """Whether a stream, by default stdout, is a terminal on which a screen can be drawn."""
    return (output or sys.stdout).isatty() and os.environ.get("TERM", "dumb") != "dumb"


def reader(choices: Mapping[str, Any]) -> Model | Literal["rules"] | None:
    """Load the model that reads and answers; None if none was chosen. A memory makes `rules` itself.

    Raises:
        UserError: The model cannot be loaded.
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
    """Release a model's resources."""
    if model is not None and not isinstance(model, str):
        await model.close()


async def stoppable(work: Awaitable[T]) -> T:
    """Await work that SIGTERM ends as Ctrl-C does: the records get their last events, the terminal is restored."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


def as_said(names: Iterable[str]) -> list[str]:
    """Options as they are typed: `max_steps` is `--max-steps`."""
    return [f"--{name.replace('_', '-')}" for name in names]


_OF_ALL_AGENTS = {"handicap", "max_steps", "episode_minutes", "episode_tokens", "episode_usd"}
_OF_THINKERS = {"memory", "memories", "model", "models", "memory_file", "lives"}


def check_said(said: Iterable[str], agents: Sequence[str]) -> None:
    """Refuse options that none of the agents uses.

    Args:
        said: Names of options.

    Raises:
        UserError: No agent uses an option, or there is no such agent.
    """
    from ariadne.agents.registry import find_agent
    from ariadne.config import PlayOptions

    if any(find_agent(name).thinks for name in agents):
        return
    idle = [name for name in said if name in {*_OF_THINKERS, *PlayOptions.model_fields} - _OF_ALL_AGENTS]
    if idle:
        who = ", ".join(agents)
        raise UserError(f"{', '.join(as_said(idle))}: not used by {who} (no model, no memory); leave it out")
