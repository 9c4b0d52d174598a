"""The commands `memory forget|erase`."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.keeping import File, Json, Scope, tell
from ariadne.cli.options import option, takes
from ariadne.errors import UserError
from ariadne.text import counted

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.erasing import Receipt

What = Annotated[
    str | None,
    typer.Argument(
        help='A name, "subject, relation, object", or a text that was learned.', metavar="WHAT", show_default=False
    ),
]
Source = Annotated[str | None, option("The texts that come from there.", None, "--source", metavar="NAME")]
Everything = Annotated[bool, option("All there is, of the scope.", None, "--everything")]


@takes("embedder")
def forget(
    file: File,
    what: What = None,
    source: Source = None,
    scope: Scope = "",
    everything: Everything = False,
    *,
    choices: dict[str, Any],
) -> None:
    """Let facts hold no more, and recall the texts that say them no more. Both stay in the history."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    _check(what, source, everything)
    with AriGraph.open(file, embedder=choices.get("embedder"), scope=scope) as memory:
        before = memory.episodic.forgotten
        gone = asyncio.run(memory.forget(what, source=source, scope=scope))
        texts = memory.episodic.forgotten - before
    if not gone and not texts:
        raise UserError("there is nothing to forget: no fact that holds says it, and no text that is recalled")
    tell(f"- {triplet}" for triplet in gone)
    print(f"{counted(len(gone), 'fact')} and {counted(texts, 'text')} forgotten; the history in {file} keeps them")


@takes("embedder")
def erase(
    file: File,
    what: What = None,
    source: Source = None,
    scope: Scope = "",
    everything: Everything = False,
    yes: Annotated[bool, option("Ask nothing.", None, "--yes")] = False,
    as_json: Json = False,
    *,
    choices: dict[str, Any],
) -> None:
    """Erase for good what `forget` would forget, and what no other text tells: out of the history and the file."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    _check(what, source, everything)
    with AriGraph.open(file, embedder=choices.get("embedder"), scope=scope) as memory:
        if not yes:
            _confirm(file)
        receipt = asyncio.run(memory.erase(what, source=source, scope=scope))
    print(json.dumps(asdict(receipt)) if as_json else _said(receipt, file))


def _check(what: str | None, source: str | None, everything: bool) -> None:
    if source == "":
        raise UserError("an empty --source names no text: say where the texts come from")
    if everything == (what is not None or source is not None):
        raise UserError("say what: WHAT, --source NAME, or --everything alone")


def _confirm(file: Path) -> None:
    """Ask whoever is there.

    Raises:
        UserError: nobody is, or they do not want it.
    """
    if not sys.stdin.isatty():
        raise UserError("erasing cannot be undone: say --yes")
    if not typer.confirm(f"Erase it from {file} for good?", err=True):
        raise UserError("nothing is erased")


def _said(receipt: Receipt, file: Path) -> str:
    counts = (
        counted(len(receipt.facts), "fact"),
        counted(len(receipt.texts), "text"),
        counted(receipt.vertices, "vertex", "vertices"),
        counted(receipt.ties, "tie"),
        counted(receipt.embeddings, "embedding"),
        counted(receipt.replies, "kept reply", "kept replies"),
    )
    return f"erased from {file}: {', '.join(counts)}; copies, exports and runs of it are not touched"
