"""The commands `memory merge|check|stats|vacuum`."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ariadne.cli.keeping import File, Scope, reading, tell
from ariadne.cli.options import Embedder, Json
from ariadne.errors import Failure, UserError
from ariadne.text import counted


def merge(
    file: File,
    alias: Annotated[str, typer.Argument(help="The name to replace.", metavar="ALIAS")],
    name: Annotated[str, typer.Argument(help="The name to keep.", metavar="NAME")],
    scope: Scope = "",
    as_json: Json = False,
    embedder: Embedder = None,
) -> None:
    """Merge two names of one thing: all facts of the alias, now and later, use the name."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with AriGraph.open(file, embedder=embedder, scope=scope) as memory:
        change = asyncio.run(memory.merge(alias, name))
    removed, added = [*map(str, change.removed)], [*map(str, change.added)]
    if as_json:
        return print(json.dumps({"added": added, "removed": removed}))
    tell([*(f"- {each}" for each in removed), *(f"+ {each}" for each in added)])


def check(file: File, as_json: Json = False, embedder: Embedder = None) -> None:
    """Find inconsistencies in a memory, in all scopes; exit code 1 if there are any."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with (
        reading(file),
        AriGraph.open(file, embedder=embedder, read_only=True) as memory,
    ):
        problems = asyncio.run(memory.check())
    if as_json:
        print(json.dumps({"problems": problems}))
    else:
        tell(problems or [f"{file}: no problems"])
    if problems:
        raise Failure(f"{file} has {counted(len(problems), 'problem')}: restore an earlier copy")


def stats(file: File, scope: Scope = "", as_json: Json = False, embedder: Embedder = None) -> None:
    """Print the size of a memory."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    with reading(file), AriGraph.open(file, embedder=embedder, scope=scope, read_only=True) as memory:
        counts = memory.stats()
    if as_json:
        return print(json.dumps(asdict(counts)))
    facts = f"{counted(counts.facts, 'fact')} ({counts.ever:,} ever), {counted(counts.vertices, 'vertex', 'vertices')}"
    texts = f"{counted(counts.texts, 'text')} and {counts.forgotten:,} forgotten, {counted(counts.steps, 'step')}"
    size = f"{counted(counts.scopes, 'scope')}, {counts.bytes / 1e6:.1f} MB"
    tell([f"{file}: {facts}, {texts}; {size}; embedder {counts.embedder}"])


def vacuum(file: File) -> None:
    """Shrink the file of a memory and overwrite deleted data."""
    from ariadne.memory.arigraph.storage.store import Store

    _must_be_there(file)
    with closing(Store(file)) as store:
        before = store.size()
        store.vacuum()
        print(f"{file}: {before / 1e6:.1f} MB before, {store.size() / 1e6:.1f} MB now")


def _must_be_there(file: Path) -> None:
    if not file.exists():
        raise UserError(f"there is no memory {file}")
