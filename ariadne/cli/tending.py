"""The commands `memory check|stats|vacuum|reembed`."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from ariadne.cli.exits import Stopped
from ariadne.cli.keeping import File, Json, Scope, reading, tell
from ariadne.cli.options import takes
from ariadne.errors import Failure, UserError
from ariadne.text import counted


@takes("embedder")
def check(file: File, as_json: Json = False, *, choices: dict[str, Any]) -> None:
    """Say what is inconsistent in a memory, in all of its scopes; exit code 1 if anything is."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with (
        reading(file),
        AriGraph.open(file, embedder=choices.get("embedder"), read_only=True) as memory,
    ):
        problems = asyncio.run(memory.check())
    if as_json:
        print(json.dumps({"problems": problems}))
    else:
        tell(problems or [f"{file}: all of it fits together"])
    if problems:
        raise Failure(f"{file} has {counted(len(problems), 'problem')}: take a copy of it from before")


@takes("embedder")
def stats(file: File, scope: Scope = "", as_json: Json = False, *, choices: dict[str, Any]) -> None:
    """Say how much a memory holds."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with reading(file), AriGraph.open(file, embedder=choices.get("embedder"), scope=scope, read_only=True) as memory:
        held = memory.stats()
    if as_json:
        return print(json.dumps(asdict(held)))
    facts = f"{counted(held.facts, 'fact')} ({held.ever:,} ever), {counted(held.vertices, 'vertex', 'vertices')}"
    texts = f"{counted(held.texts, 'text')} and {held.forgotten:,} forgotten, {counted(held.steps, 'step')}"
    size = f"{counted(held.scopes, 'scope')}, {held.bytes / 1e6:.1f} MB"
    tell([f"{file}: {facts}, {texts}; {size}; compared by {held.embedder}"])


def vacuum(file: File) -> None:
    """Give back what a memory's file has in excess, and leave nothing in it of what it once held."""
    from ariadne.memory.arigraph.storage.store import Store

    _must_be_there(file)
    with closing(Store(file)) as store:
        before = store.size()
        store.vacuum()
        print(f"{file}: {before / 1e6:.1f} MB before, {store.size() / 1e6:.1f} MB now")


def reembed(
    file: File,
    embedder: Annotated[str, typer.Argument(help="Who is to compare texts, as for `play`.", metavar="NAME")],
) -> None:
    """Have another embedder compare the texts of a memory. After a stop, the same command goes on where it was."""
    from ariadne.embed.registry import load_embedder
    from ariadne.memory.arigraph.api.maintained import reembed
    from ariadne.memory.arigraph.storage.store import Store

    _must_be_there(file)
    with closing(Store(file)) as store:
        try:
            reembed(store, load_embedder(embedder), _tell if sys.stderr.isatty() else None)
        except KeyboardInterrupt as error:
            raise Stopped(
                f"stopped; go on with: ariadne memory reembed {shlex.quote(str(file))} {shlex.quote(embedder)}"
            ) from error
    print(f"{file}: its texts are compared by {embedder}")


def _must_be_there(file: Path) -> None:
    if not file.exists():
        raise UserError(f"there is no memory {file}")


def _tell(done: int, count: int) -> None:
    print(f"{done:,} of {count:,} embeddings", file=sys.stderr)
