"""The command `memory merge`."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

import typer

from ariadne.cli.keeping import File, Scope, tell
from ariadne.cli.options import Embedder, Json


def merge(
    file: File,
    alias: Annotated[str, typer.Argument(help="The name to replace.", metavar="ALIAS")],
    name: Annotated[str, typer.Argument(help="The name to keep.", metavar="NAME")],
    scope: Scope = "",
    as_json: Json = False,
    embedder: Embedder = None,
) -> None:
    """Merge two names of one thing: facts of the alias, known and future, go under the name."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with AriGraph.open(file, embedder=embedder, scope=scope) as memory:
        change = asyncio.run(memory.merge(alias, name))
    removed, added = [*map(str, change.removed)], [*map(str, change.added)]
    if as_json:
        return print(json.dumps({"added": added, "removed": removed}))
    tell([*(f"- {each}" for each in removed), *(f"+ {each}" for each in added)])
