"""`text.yaml` beside a domain: the wording of facts and actions. Missing entries are made from names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from ariadne.errors import UserError
from ariadne.worlds.pddl.schema import Domain
from ariadne.yaml_file import read_model, read_yaml

VARIABLE = re.compile(r"\?[a-z][\w-]*")
IT = "?it"


class ActionText(BaseModel):
    """The wording of an action, with the variables of the domain file, such as `?block`."""

    model_config = ConfigDict(extra="forbid")

    command: str = Field(default="", description="its command, with all its variables")
    does: str = Field(default="", description="what it needs and does, in a sentence or two")


class TextFile(BaseModel):
    """The content of a `text.yaml`. Templates are parts of sentences without capital letter and full stop."""

    model_config = ConfigDict(extra="forbid")

    about: str = Field(default="", description="the domain in a sentence, for lists of games")
    setting: str = Field(default="", description="the player's role and place")
    shows: Literal["state", "changes"] = Field(
        default="state", description="the text after an action: the whole state, or only the changes"
    )
    location: str = Field(default="", description="the predicate whose only object is the player's place")
    names: dict[str, str] = Field(default_factory=dict, description="the names of objects in sentences")
    types: dict[str, str] = Field(default_factory=dict, description="the text about each object (?it) of a type")
    predicates: dict[str, str] = Field(default_factory=dict, description="the text of each true predicate")
    actions: dict[str, ActionText] = Field(default_factory=dict)


def read_text_file(path: Path, domain: Domain) -> TextFile:
    """Read the `text.yaml` of a domain; return an empty one if the file is missing.

    Raises:
        UserError: it cannot be read, or does not fit the domain.
    """
    file = parse_text_file(path)
    for wrong in _misfits(file, domain):
        raise UserError(f"{path}: {wrong}")
    return file


def parse_text_file(path: Path) -> TextFile:
    """Read a `text.yaml` without checking it against its domain.

    Raises:
        UserError: it cannot be read.
    """
    return read_model(TextFile, read_yaml(path) or {}, str(path)) if path.is_file() else TextFile()


def _misfits(file: TextFile, domain: Domain) -> Iterable[str]:
    for name, template in file.types.items():
        yield from _unknown(template, (IT,), f"types.{name}")
    for name, template in file.predicates.items():
        if name not in domain.predicates:
            yield f"the domain has no predicate {name}"
        else:
            yield from _unknown(template, domain.predicates[name], f"predicates.{name}")
    for name, text in file.actions.items():
        if name not in domain.schemas:
            yield f"the domain has no action {name}"
        elif text.command:
            variables = tuple(domain.schemas[name].parameters)
            yield from _unknown(text.command, variables, f"actions.{name}.command")
            yield from (
                f"actions.{name}.command: {variable} is missing" for variable in variables
                if variable not in VARIABLE.findall(text.command)
            )  # fmt: skip
    wordings: dict[str, str] = {}
    for name, text in file.actions.items():
        if text.command:
            other = wordings.setdefault(VARIABLE.sub("?", text.command), name)
            if other != name:
                yield f"actions: the commands of {other} and {name} read alike"
    if file.location and len(domain.predicates.get(file.location, ())) != 1:
        yield f"location: the domain has no predicate {file.location} of one object"


def _unknown(template: str, variables: Iterable[str], where: str) -> Iterable[str]:
    known = set(variables)
    return (f"{where}: there is no {each}" for each in VARIABLE.findall(template) if each not in known)
