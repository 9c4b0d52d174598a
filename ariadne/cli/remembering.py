"""The command `memory ask`, and the group `memory` with its other commands: an AriGraph in a file."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.forgetting import erase, forget
from ariadne.cli.keeping import File, Json, Scope, export, import_, metadata_of, moment_of, reading, show, tell
from ariadne.cli.learning import learn
from ariadne.cli.merging import merge
from ariadne.cli.options import READER, done_with, option, reader, stoppable, takes
from ariadne.cli.tending import check, reembed, stats, vacuum
from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.memory.arigraph.core.metadata import Metadata
    from ariadne.memory.arigraph.core.results import Answer, Found
    from ariadne.models.model import Model


@dataclass(frozen=True)
class Inquiry:
    """What is looked for in a memory: a query, how far and how much, and in which texts."""

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


@takes(*READER, "embedder")
def ask(
    file: File,
    query: Annotated[str, typer.Argument(help="A question, or what to look for.", metavar="QUERY")],
    choices: dict[str, Any],
    depth: Annotated[int, option("How deep the search goes.", metavar="N", min=1)] = 2,
    width: Annotated[int, option("Facts that a text retrieves.", metavar="N", min=1)] = 6,
    episodes: Annotated[int, option("Texts that are recalled.", metavar="N", min=0)] = 2,
    source: Annotated[str | None, option("Only texts that come from there.", None, "--source", metavar="NAME")] = None,
    metadata: Annotated[list[str] | None, option("Only texts with that, such as page=2.", metavar="NAME=VALUE")] = None,
    since: Annotated[str | None, option("Only texts of this time or later.", metavar="TIME")] = None,
    until: Annotated[str | None, option("Only texts of this time or earlier.", metavar="TIME")] = None,
    scope: Scope = "",
    as_json: Json = False,
) -> None:
    """Recall what is near to a question; with a model, answer it, with what the answer rests on."""
    from ariadne.screen.remembered import as_data, as_line, iso, when

    if not query.strip():
        raise UserError("there is nothing to look for: the query is empty")
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
    tell(["facts:", *lines] if lines else ["no facts"])
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
    """What is recalled; with a model, what it answers, and what that rests on."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.api.asking import consult
    from ariadne.memory.arigraph.core.results import Found

    texts: dict[str, Any] = {
        "source": inquiry.source, "since": inquiry.since, "until": inquiry.until, "metadata": inquiry.metadata,
    }  # fmt: skip
    try:
        with AriGraph.open(inquiry.file, model, embedder, scope=inquiry.scope, read_only=True) as memory:
            if model is not None and not isinstance(model, str):
                said = await memory.answer(inquiry.query, **texts)
                return Found(said.facts, said.texts), said
            return await consult(memory, inquiry.query, inquiry.depth, inquiry.width, inquiry.episodes, **texts), None
    finally:
        await done_with(model)


memory = typer.Typer(help="A memory in a file: learn texts, ask it, look into it.", add_completion=False)
for command in (learn, ask, show, merge, forget, erase, export, check, stats, vacuum, reembed):
    memory.command()(command)
memory.command("import")(import_)
