"""The command `memory merge`: two names of one thing."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import typer

from ariadne.cli.keeping import File, Json, Scope, tell
from ariadne.cli.options import takes


@takes("embedder")
def merge(
    file: File,
    alias: Annotated[str, typer.Argument(help="The name that is given up.", metavar="ALIAS")],
    name: Annotated[str, typer.Argument(help="The name that stands for both.", metavar="NAME")],
    scope: Scope = "",
    as_json: Json = False,
    *,
    choices: dict[str, Any],
) -> None:
    """Let two names be one: what is known of the alias goes on under the name, and so does what is learned of it."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with AriGraph.open(file, embedder=choices.get("embedder"), scope=scope) as memory:
        change = asyncio.run(memory.merge(alias, name))
    removed, added = [*map(str, change.removed)], [*map(str, change.added)]
    if as_json:
        return print(json.dumps({"added": added, "removed": removed}))
    tell([*(f"- {each}" for each in removed), *(f"+ {each}" for each in added)])
