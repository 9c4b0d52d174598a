"""Prompts: one YAML file for each question, rendered with the question's inputs into chat messages.

A prompt file contains the jinja2 templates `system` and `user` and optionally `max_tokens`, `temperature`, `top_p` and
`reasoning_effort`. `user` is a template, or several in their order, each named by the part of the prompt that it fills.
Text that stays the same from step to step comes first, so servers can cache it. Questions that are asked in succession
about the same moment share the text before the task: the file named by `shared` has their system text and common
inputs. Each question's `task` says how to do it, and is shown to all questions in `together`; its `user` comes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from ariadne.atlas import by_place, untried
from ariadne.caches import cached
from ariadne.errors import UserError, line_of
from ariadne.events import Message, Part, Parts
from ariadne.files import data_folder
from ariadne.models.form import sketch
from ariadne.models.question import Inputs, Question
from ariadne.text import encodable, truncated
from ariadne.yaml_file import problem

if TYPE_CHECKING:
    from jinja2 import Environment, Template

QUOTED = 2000
"""Characters of a reply that a repair quotes."""
COMMAND = "> "
"""The start of a turn's text, if the turn has a command."""
OPENING, CLOSING = "«", "»"
"""The marks around the world's text."""


class Sampling(BaseModel):
    """Sampling options; None leaves an option to the server."""

    model_config = ConfigDict(frozen=True)

    max_tokens: int = Field(default=1024, gt=0)
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    reasoning_effort: Literal["minimal", "low", "medium", "high"] | None = None


Section = dict[Part, str]
"""A template by the part of the prompt that it fills."""


class PromptFile(Sampling):
    """The content of `prompts/<name>.yaml`."""

    model_config = ConfigDict(extra="forbid")

    system: str = ""
    user: Annotated[
        tuple[Section, ...], BeforeValidator(lambda said: [{"rules": said}] if isinstance(said, str) else said)
    ]
    shared: str = ""
    together: tuple[str, ...] = ()
    task: str = ""


@dataclass(frozen=True)
class Prompt:
    """A prompt, ready to be rendered."""

    path: Path
    system: Template
    user: tuple[tuple[Part, Template], ...]
    sampling: Sampling


@dataclass(frozen=True)
class PartedPrompt:
    """The chat messages, each `{role, content}`, that ask a question, and the parts of each."""

    messages: tuple[Message, ...]
    parts: tuple[Parts, ...]


FRAME, SMALL = data_folder("prompts") / "frame", data_folder("prompts") / "small"
"""The questions about the present moment, and their replacements for small models."""


def load_prompt(name: str, folder: Path | None = None) -> Prompt:
    """The prompt of that name, from Ariadne's own folder by default; read once.

    Raises:
        UserError: there is no such file, or it is not a prompt.
    """
    return _read((folder or data_folder("prompts")) / f"{name}.yaml")


def prompt_names() -> list[str]:
    """The names of Ariadne's own prompts."""
    return sorted({path.stem for folder in (data_folder("prompts"), FRAME) for path in folder.glob("*.yaml")})


def sampling_of(question: Question[Any], override: Mapping[str, float | str | None]) -> Sampling:
    """The sampling options of a question: its prompt's, overridden by `override` and the question.

    Raises:
        UserError: the prompt does not exist.
    """
    sampling = load_prompt(question.name, question.prompts).sampling
    if question.max_tokens is not None:
        sampling = sampling.model_copy(update={"max_tokens": min(sampling.max_tokens, question.max_tokens)})
    own = {} if question.temperature is None else {"temperature": question.temperature}
    return sampling.model_copy(update={k: v for k, v in {**override, **own}.items() if v is not None})


def rendered(question: Question[Any]) -> PartedPrompt:
    """A question as chat messages, with their parts. Inputs are data, never templates.

    A `Repair` adds the earlier reply and its error to the same messages.

    Raises:
        UserError: the prompt does not exist, or uses a name that the question does not have.
    """
    prompt = load_prompt(question.name, question.prompts)
    system = _fill(prompt, [("rules", prompt.system)], question.inputs)
    messages = [("system", system)] if system else []
    messages.append(("user", _fill(prompt, prompt.user, question.inputs)))
    if question.repair:
        messages += [("assistant", [("rules", _clip(question.repair.reply))])]
        messages += [("user", [("rules", _objection(question, question.repair.error))])]
    return PartedPrompt(
        tuple({"role": role, "content": "".join(text for _, text in texts)} for role, texts in messages),
        tuple(_lines_of(texts) for _, texts in messages),
    )


def sendable(messages: Sequence[Message]) -> list[Message]:
    """Messages with lone surrogates replaced, so they can be encoded."""
    return [{name: encodable(said) for name, said in message.items()} for message in messages]


@cached(None)
def _read(path: Path) -> Prompt:
    from jinja2 import TemplateError

    try:
        file = _merged(path)
        templates = _environment()
        system = templates.from_string(file.system)
        user = tuple((part, templates.from_string(text)) for said in file.user for part, text in said.items())
    except OSError as error:
        raise UserError(f"there is no prompt '{path.stem}': {path} cannot be read ({error.strerror})") from error
    except (yaml.YAMLError, UnicodeDecodeError, TemplateError) as error:
        raise UserError(f"{path} is not a prompt: {line_of(error)}") from error
    except ValidationError as error:
        raise UserError(f"{path} is not a prompt: {problem(error)}") from error
    return Prompt(path, system, user, Sampling.model_validate(file.model_dump(include=set(Sampling.model_fields))))


def _merged(path: Path) -> PromptFile:
    """A prompt file merged with its shared file."""
    file = _file(path)
    if not file.shared:
        return file
    base = _file(path.parent / "shared" / f"{file.shared}.yaml")
    tasks = (_file(path.with_stem(name)).task for name in file.together)
    return file.model_copy(update={"system": "\n".join([base.system, *tasks]), "user": base.user + file.user})


def _file(path: Path) -> PromptFile:
    return PromptFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@cache
def _environment() -> Environment:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters |= {"world": _marked, "by_place": by_place, "ways": untried}
    return environment


def _marked(text: str) -> str:
    """The world's text between marks that it cannot close; a command before it stays outside."""
    command, end, said = text.partition("\n") if text.startswith(COMMAND) else ("", "", text)
    said = said.replace(OPENING, "<").replace(CLOSING, ">")
    return f"{command}{end}{OPENING}{said}{CLOSING}" if said else text


def _fill(prompt: Prompt, sections: Iterable[tuple[Part, Template]], inputs: Inputs) -> list[tuple[Part, str]]:
    """The texts of a message by their parts, without white space around the message."""
    from jinja2 import TemplateError

    try:
        texts = [(part, template.render(inputs)) for part, template in sections]
    except TemplateError as error:
        raise UserError(f"{prompt.path}: {error}") from error
    while texts and not texts[0][1].strip():
        del texts[0]
    while texts and not texts[-1][1].strip():
        del texts[-1]
    if texts:
        texts[0] = (texts[0][0], texts[0][1].lstrip())
        texts[-1] = (texts[-1][0], texts[-1][1].rstrip())
    return texts


def _lines_of(texts: Iterable[tuple[Part, str]]) -> Parts:
    """The number of lines of each part, in order. The last line of a message has no line break."""
    ends = [part for part, text in texts for _ in range(text.count("\n"))]
    last = [part for part, _ in texts][-1:]
    return tuple((part, len(list(lines))) for part, lines in groupby([*ends, *last]))


def _objection(question: Question[Any], error: str) -> str:
    answer: type[BaseModel] = question.answer
    return (
        f"That reply cannot be used: {error}\n"
        f"Answer the same question again, with one JSON object of this form and nothing else:\n"
        f"{sketch(answer, frozenset(question.choices))}"
    )


def _clip(reply: str) -> str:
    """The start of an earlier reply: a long one is usually a loop, which the model would continue."""
    return truncated(reply.strip() or "(nothing)", QUOTED)
