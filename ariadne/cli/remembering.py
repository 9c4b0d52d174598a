"""The command `memory ask`, and the group `memory`: an AriGraph in a file."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.forgetting import erase, forget
from ariadne.cli.keeping import File, Scope, export, import_, metadata_of, moment_of, reading, show, tell
from ariadne.cli.learning import learn
from ariadne.cli.options import Json, ReaderCommand, chosen, done_with, option, reader, stoppable
from ariadne.cli.tending import check, merge, stats, vacuum
from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.memory.arigraph.core.metadata import Metadata
    from ariadne.memory.arigraph.core.results import Answer, Found
    from ariadne.models.model import Model


SHOWN = 10
"""Facts that are printed."""


@dataclass(frozen=True)
class Inquiry:
    """A query of a memory: its depth and width, and which texts it may return."""

    file: Path
    scope: str
    query: str
    depth: int
    width: int
    episodes: int
    source: str | None
    since: datetime | None
    until: datetime | None
    metadata: Metadata


def ask(
    context: typer.Context,
    file: File,
    query: Annotated[str, typer.Argument(help="A question, or words to search for.", metavar="QUERY")],
    depth: Annotated[int, option("Depth of the search.", metavar="N", min=1)] = 2,
    width: Annotated[int, option("Facts recalled for each text.", metavar="N", min=1)] = 6,
    episodes: Annotated[int, option("Texts recalled.", metavar="N", min=0)] = 2,
    source: Annotated[str | None, option("Only texts of this source.", "--source", metavar="NAME")] = None,
    metadata: Annotated[
        list[str] | None, option("Only texts with this metadata, such as page=2.", metavar="NAME=VALUE")
    ] = None,
    since: Annotated[str | None, option("Only texts from this time on.", metavar="TIME")] = None,
    until: Annotated[str | None, option("Only texts up to this time.", metavar="TIME")] = None,
    scope: Scope = "",
    as_json: Json = False,
) -> None:
    """Recall facts and texts for a question; with a model, answer it and list the facts that support the answer."""
    from ariadne.screen.remembered import as_data, as_line, iso, when

    if not query.strip():
        raise UserError("the query is empty")
    choices = chosen(context)
    who = reader(choices)
    span = moment_of(since), moment_of(until)
    inquiry = Inquiry(file, scope, query, depth, width, episodes, source, *span, metadata_of(metadata or []))
    with reading(file):
        found, said = asyncio.run(stoppable(_ask(inquiry, who, choices.get("embedder"))))
    if as_json:
        texts = [
            {
                "text": node.observation,
                "step": node.step,
                "time": iso(node.time),
                "source": node.source,
                "metadata": dict(node.metadata),
            }
            for node in found.episodes
        ]
        return print(
            json.dumps(
                {
                    "answer": said and said.text,
                    "known": said and said.known,
                    "values": said and list(said.values),
                    "rests_on": said and [*map(as_data, said.facts)],
                    "facts": [str(fact) for fact in found.facts],
                    "episodes": texts,
                }
            )
        )
    if said is not None:
        tell([said.text, ""])
    lines = [f"  {edge.triplet if said is None else as_line(edge)}" for edge in found.edges]
    more = [f"  and {len(lines) - SHOWN} less relevant ones (--json prints all)"] if len(lines) > SHOWN else []
    tell(["facts:", *lines[:SHOWN], *more] if lines else ["no facts"])
    for node in found.episodes:
        source = f", from {node.source}" if node.source else ""
        tell(
            [
                "",
                f"text of {when(node.time, node.step)}{source}:",
                *(f"  {line}" for line in node.observation.splitlines()),
            ]
        )


async def _ask(inquiry: Inquiry, model: Model | str | None, embedder: str | None) -> tuple[Found, Answer | None]:
    """The facts and texts that are recalled; with a model, its answer and what supports it."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.core.results import Found

    texts: dict[str, Any] = {
        "source": inquiry.source, "since": inquiry.since, "until": inquiry.until, "metadata": inquiry.metadata,
    }  # fmt: skip
    try:
        with AriGraph.open(inquiry.file, model, embedder, scope=inquiry.scope, read_only=True) as memory:
            if model is not None and not isinstance(model, str):
                answer = await memory.answer(inquiry.query, **texts)
                return Found(answer.facts, answer.texts), answer
            searched = memory.searched(inquiry.query, inquiry.depth)
            return await memory.recall(searched, width=inquiry.width, episodes=inquiry.episodes, **texts), None
    finally:
        await done_with(model)


memory = typer.Typer(help="A memory in a file: learn texts, ask questions, inspect it.", add_completion=False)
for reading_command in (learn, ask):
    memory.command(cls=ReaderCommand)(reading_command)
for command in (show, merge, forget, erase, export, check, stats, vacuum):
    memory.command()(command)
memory.command("import")(import_)
