"""The commands `memory merge|unmerge`: two names of one thing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.keeping import File, Json, Scope, tell
from ariadne.cli.options import takes

if TYPE_CHECKING:
    from ariadne.memory.arigraph.arigraph import AriGraph
    from ariadne.memory.arigraph.results import Change


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
    _rename(lambda memory: memory.merge(alias, name), file, scope, choices, as_json)


@takes("embedder")
def unmerge(
    file: File,
    alias: Annotated[str, typer.Argument(help="The name that is to stand for itself again.", metavar="ALIAS")],
    scope: Scope = "",
    as_json: Json = False,
    *,
    choices: dict[str, Any],
) -> None:
    """Let an alias be a name of its own again, with what was known of it; what was learned since is the other's."""
    _rename(lambda memory: memory.unmerge(alias), file, scope, choices, as_json)


def _rename(
    rename: Callable[[AriGraph], Coroutine[Any, Any, Change]],
    file: Path,
    scope: str,
    choices: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Have names merged or parted, and tell what that changed."""
    from ariadne.memory.arigraph.arigraph import AriGraph

    with AriGraph.open(file, embedder=choices.get("embedder"), scope=scope) as memory:
        change = asyncio.run(rename(memory))
    removed, added = [*map(str, change.removed)], [*map(str, change.added)]
    if as_json:
        return print(json.dumps({"added": added, "removed": removed}))
    tell([*(f"- {each}" for each in removed), *(f"+ {each}" for each in added)])
