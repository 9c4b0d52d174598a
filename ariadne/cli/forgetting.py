"""The commands `memory forget|erase`."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ariadne.cli.keeping import File, Scope, tell
from ariadne.cli.options import Embedder, Json, option
from ariadne.errors import UserError
from ariadne.text import counted

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.forgetting import Receipt

What = Annotated[
    str | None,
    typer.Argument(help='A name, "subject, relation, object", or a learned text.', metavar="WHAT", show_default=False),
]
Source = Annotated[str | None, option("All texts of this source.", "--source", metavar="NAME")]
Everything = Annotated[bool, option("The whole scope.", "--everything")]


def forget(
    file: File,
    what: What = None,
    source: Source = None,
    scope: Scope = "",
    everything: Everything = False,
    embedder: Embedder = None,
) -> None:
    """End facts and stop recalling the texts that state them. Both stay in the history."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    _check(what, source, everything)
    with AriGraph.open(file, embedder=embedder, scope=scope) as memory:
        before = memory.episodic.nodes.forgotten()
        gone = asyncio.run(memory.forget(what, source=source, scope=scope))
        texts = memory.episodic.nodes.forgotten() - before
    if not gone and not texts:
        raise UserError("nothing to forget: no current fact and no text matches")
    tell(f"- {triplet}" for triplet in gone)
    print(f"{counted(len(gone), 'fact')} and {counted(texts, 'text')} forgotten; the history in {file} keeps them")


def erase(
    file: File,
    what: What = None,
    source: Source = None,
    scope: Scope = "",
    everything: Everything = False,
    yes: Annotated[bool, option("Do not ask for confirmation.", "--yes")] = False,
    as_json: Json = False,
    embedder: Embedder = None,
) -> None:
    """Erase facts, and the texts that state them, from the history and the file. Facts that other texts state stay."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    _check(what, source, everything)
    with AriGraph.open(file, embedder=embedder, scope=scope) as memory:
        if not yes:
            _confirm(file)
        receipt = asyncio.run(memory.erase(what, source=source, scope=scope))
    if not any(asdict(receipt).values()):
        raise UserError("nothing to erase: no fact and no text matches")
    print(json.dumps(asdict(receipt)) if as_json else _summary(receipt, file))


def _check(what: str | None, source: str | None, everything: bool) -> None:
    if source == "":
        raise UserError("--source is empty: name the source of the texts")
    if everything == (what is not None or source is not None):
        raise UserError("name what to forget: WHAT, --source NAME, or --everything alone")


def _confirm(file: Path) -> None:
    """Ask the user."""
    if not sys.stdin.isatty():
        raise UserError("erasing cannot be undone: confirm it with --yes")
    if not typer.confirm(f"Erase it from {file} permanently?", err=True):
        raise UserError("nothing was erased")


def _summary(receipt: Receipt, file: Path) -> str:
    counts = (
        counted(len(receipt.facts), "fact"),
        counted(len(receipt.texts), "text"),
        counted(receipt.vertices, "vertex", "vertices"),
        counted(receipt.ties, "tie"),
        counted(receipt.embeddings, "embedding"),
        counted(receipt.replies, "kept reply", "kept replies"),
    )
    return f"erased from {file}: {', '.join(counts)}; copies, exports and runs still have it"
