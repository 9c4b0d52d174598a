"""The command `config`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from ariadne.cli import completing
from ariadne.cli.options import Json, option
from ariadne.errors import UserError
from ariadne.text import one_line


def config(
    name: Annotated[
        str | None,
        typer.Argument(help="model, base_url, memory or runs.", metavar="NAME", autocompletion=completing.settings),
    ] = None,
    value: Annotated[str | None, typer.Argument(help="The new value.", metavar="VALUE")] = None,
    user: Annotated[bool, option("Change your user file, which applies in all folders.", "--user")] = False,
    remove: Annotated[bool, option("Remove the setting.", "--remove")] = False,
    as_json: Json = False,
) -> None:
    """Show or change settings, the defaults of options, in the ariadne.toml of this folder or of the user."""
    from ariadne.keys import api_key
    from ariadne.runs.settings import change, check_name, folders, in_effect, users

    if name is not None:
        check_name(name)
    if name is None and (user or remove):
        raise UserError("name a setting: ariadne config model NAME")
    if remove and value is not None:
        raise UserError("--remove takes no VALUE")
    if remove or value is not None:
        path = users() if user else folders()
        change(path, str(name), value)
        return print(one_line(f"{path}: {name} = {value}" if value is not None else f"{path}: {name} removed"))
    if user:
        raise UserError(f"--user needs a value: ariadne config {name} VALUE --user")
    settings = {each: said for each, said in in_effect().items() if name in (None, each)}
    has_key = bool(api_key())
    if as_json:
        shown = {each: asdict(said) for each, said in settings.items()}
        key = {} if name else {"api_key": {"is_set": has_key, "by": "OPENAI_API_KEY"}}
        return print(json.dumps(shown | key, ensure_ascii=False))
    for each, said in settings.items():
        print(one_line(f"{each} = {said.value}  ({said.by})"))
    if name is None:
        print(f"the API key is {'set' if has_key else 'not set'}  (OPENAI_API_KEY)")
    if not settings:
        print(f"{name} is not set in {folders()} or {users()}", file=sys.stderr)
