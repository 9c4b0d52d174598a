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
from ariadne.cli.merging import aliases, merge, unmerge
from ariadne.cli.options import DRAWN, option, reader, stoppable, takes, text
from ariadne.cli.tending import check, reembed, stats, vacuum
from ariadne.errors import UserError

if TYPE_CHECKING:
    from ariadne.memory.arigraph.episodes import Metadata
    from ariadne.memory.arigraph.results import Answer, Found
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

    @property
    def is_narrowed(self) -> bool:
        """Whether only some texts are looked at: what they say is not answered from all."""
        return bool(self.source or self.since or self.until or self.metadata)


@takes(
    "base_url", *DRAWN, "embedder",
    model=text("With a model other than rules, there is an answer in words, too.", show_default="rules"),
)  # fmt: skip
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
    """Answer from facts that hold now, and recall what else is near."""
    from ariadne.screen.remembered import in_doubt, iso, when

    if not query.strip():
        raise UserError("there is nothing to look for: the query is empty")
    who = reader(choices)
    span = moment_of(since), moment_of(until)
    inquiry = Inquiry(file, scope, query, depth, width, episodes, source, *span, metadata_of(metadata or []))
    with reading(file):
        found, known, said = asyncio.run(stoppable(_ask(inquiry, who, choices.get("embedder"))))
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
                    "answer": said if said is not None else known.text or None,
                    "confidence": known.confidence,
                    "path": [str(fact) for fact in known.path],
                    "texts": [node.observation for node in known.texts],
                    "doubts": {str(fact): str(edge.triplet) for fact, edge in known.doubts.items()},
                    "facts": [str(fact) for fact in found.facts],
                    "episodes": texts,
                }
            )
        )
    if said is not None:
        tell([said, ""])
    elif known:
        told = [line for node in known.texts for line in node.observation.splitlines()]
        tell([known.text, *(f"  {fact}{in_doubt(known.doubts.get(fact))}" for fact in known.path)])
        tell([*(f"  {line}" for line in told), ""])
    elif query.rstrip().endswith("?") and not inquiry.is_narrowed:
        tell(["no answer is known", ""])
    tell(["facts:", *(f"  {fact}" for fact in found.facts)] if found.facts else ["no facts"])
    for node in found.episodes:
        source = f", from {node.source}" if node.source else ""
        tell(
            [
                "",
                f"text of {when(node.time, node.step)}{source}:",
                *(f"  {line}" for line in node.observation.splitlines()),
            ]
        )


async def _ask(inquiry: Inquiry, model: Model | None, embedder: str | None) -> tuple[Found, Answer, str | None]:
    """What is recalled, what is known without a model, and what a model says."""
    from ariadne.memory.arigraph.arigraph import AriGraph
    from ariadne.memory.arigraph.asking import CHAINS, answer, consult
    from ariadne.memory.arigraph.results import Answer
    from ariadne.models.ask import asking

    try:
        with AriGraph.open(inquiry.file, "rules", embedder, scope=inquiry.scope, read_only=True) as memory:
            found = await consult(
                memory,
                inquiry.query,
                inquiry.depth,
                inquiry.width,
                inquiry.episodes,
                source=inquiry.source,
                since=inquiry.since,
                until=inquiry.until,
                metadata=inquiry.metadata,
            )
            known = [] if inquiry.is_narrowed else await memory.answers(inquiry.query, CHAINS)
        best = next(iter(known), Answer())
        return found, best, await answer(asking(model), inquiry.query, found, known) if model else None
    finally:
        if model:
            await model.close()


memory = typer.Typer(help="A memory in a file: learn texts, ask it, look into it.", add_completion=False)
for command in (learn, ask, show, merge, unmerge, aliases, forget, erase, export, check, stats, vacuum, reembed):
    memory.command()(command)
memory.command("import")(import_)
