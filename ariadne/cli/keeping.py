"""The commands `memory show|export|import`, and helpers of all `memory` commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.options import Force, Json, Root, option, status
from ariadne.errors import UserError
from ariadne.files import read_lines, replaced
from ariadne.text import counted, truncated

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.core.metadata import Metadata
    from ariadne.memory.arigraph.core.state import Contents

File = Annotated[Path, typer.Argument(help="The memory's file.", metavar="FILE")]
Scope = Annotated[
    str, option("Part of the memory, e.g. of one user: user:42.", "--scope", metavar="NAME", show_default=False)
]


def show(
    file: File,
    vertex: Annotated[
        str | None,
        typer.Argument(help="A vertex, to list its facts, past and present.", metavar="VERTEX", show_default=False),
    ] = None,
    at: Annotated[
        str | None, option("The facts after this step, or at this time (ISO 8601).", metavar="STEP|TIME")
    ] = None,
    limit: Annotated[int, option("List only the newest N facts.", metavar="N", min=1)] = 20,
    scope: Scope = "",
    as_json: Json = False,
) -> None:
    """Print the size and the newest facts of a memory, or all facts of a vertex."""
    from ariadne.screen.remembered import as_data, as_line, edges_of, neighbours, sizes

    contents = contents_of(file, scope)
    moment = None if at is None else _step_or_time(at)
    edges = edges_of(contents, vertex, moment)
    near = [] if vertex is None else neighbours(edges, vertex, moment)
    listed = edges[-limit:]
    count = sizes(contents)
    if as_json:
        content: dict[str, Any] = count if vertex is None else {"vertex": vertex, "neighbours": near}
        return print(json.dumps({**content, "edges": [as_data(each) for each in listed]}))
    if vertex is None:
        prefix = "" if at is None else f"{counted(len(edges), 'fact')} at {at}; by now "
        facts, vertices = counted(count["facts"], "fact"), counted(count["vertices"], "vertex", "vertices")
        texts, steps = counted(count["texts"], "text"), counted(count["steps"], "step")
        tell([f"{file}: {prefix}{facts} ({count['ever']:,} ever), {vertices}, {texts}, {steps}"])
    elif near:
        tell([f"joined to: {', '.join(near)}"])
    if len(edges) > limit:
        tell([f"the newest {limit} of {len(edges):,}:"])
    tell(f"  {as_line(each)}" for each in listed)
    if not edges:
        tell([f"no facts{'' if vertex is None else f' of {vertex}'}{'' if at is None else f' at {at}'}"])


def export(
    file: File,
    out: Annotated[Path | None, option("Output file.", metavar="PATH", show_default="stdout")] = None,
    scope: Annotated[
        str | None, option("Only this part of the memory.", metavar="NAME", show_default="all parts")
    ] = None,
    force: Force = False,
) -> None:
    """Write a memory with its history as JSON Lines, which `import` reads."""
    lines = (f"{line}\n" for line in _exported_lines(file, scope))
    if out is None:
        sys.stdout.writelines(lines)
        return
    replaced(out, lines, force)
    print(out)


def import_(
    file: Annotated[Path, typer.Argument(help="File of the new memory.", metavar="FILE")],
    source: Annotated[Path, typer.Argument(help="An export, or a run.", metavar="SOURCE")],
    step: Annotated[
        int | None,
        option("Of a run: the memory as it was at this step.", metavar="N", show_default="the last"),
    ] = None,
    embedder: Annotated[str, option("Embedder, as for `play`.", metavar="NAME")] = "minilm",
    scope: Scope = "",
    root: Root = None,
) -> None:
    """Make a memory from an export or from the memory of a run."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.runs.named import find_run

    if file.exists():
        raise UserError(f"{file} already exists: name another file, or remove it")
    source = find_run(source, root)
    with status("making embeddings", shown=sys.stderr.isatty()):
        if source.is_dir() or source.name == "events.jsonl":
            made = AriGraph.from_run(source, step, embedder=embedder, scope=scope)
        elif step is not None:
            raise UserError(f"--step is for runs, and {source} is not a run")
        else:
            made = _exported(source, embedder, scope)
        scopes = [made.scope(name) for name in made.scopes()]
        nodes = [node for each in scopes for node in each.episodic.nodes]
        # A file opened read-only cannot keep embeddings, and would make them at every query.
        made.texts.rows([node.observation for node in nodes])
        made.save(file)
    print(f"{file}: {counted(sum(len(each.facts()) for each in scopes), 'fact')}, {counted(len(nodes), 'text')}")


def contents_of(file: Path, scope: str = "") -> Contents:
    from ariadne.memory.arigraph.storage.store import Store

    with reading(file), closing(Store(file, read_only=True)) as store:
        return store.load(scope, whole=True)


def _exported_lines(file: Path, scope: str | None) -> Iterator[str]:
    """The lines of one scope, or of all that are not empty."""
    from ariadne.memory.arigraph.api.exchange import to_lines
    from ariadne.memory.arigraph.storage.store import Store

    with reading(file), closing(Store(file, read_only=True)) as store:
        for name in store.scopes() if scope is None else [scope]:
            contents = store.load(name, whole=True)
            if contents.step or name in ("", scope):
                yield from to_lines(contents, name)


def reading(file: Path) -> AbstractContextManager[object]:
    """A status line while a large memory is read."""
    return status(f"reading {file}", shown=sys.stderr.isatty())


def _exported(source: Path, embedder: str, scope: str) -> AriGraph:
    """The memory in an export."""
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.api.exchange import from_lines

    try:
        scopes = {name: each for name, each in from_lines(read_lines(source)).items() if each.step or name}
        if scope and len(scopes) > 1:
            raise UserError(f"it has {len(scopes)} scopes: import them without --scope")
        return AriGraph.holding({scope or name: each for name, each in scopes.items()}, embedder=embedder, scope=scope)
    except UserError as error:
        there = "" if str(source) in str(error) else f"{source}: "
        raise UserError(f"{there}{error}") from error


def moment_of(said: str | None) -> datetime | None:
    """Parse the time of an option, in UTC; None if it was not given."""
    from ariadne.memory.arigraph.core.dated import utc

    if said is None:
        return None
    try:
        moment = datetime.fromisoformat(said)
    except ValueError as error:
        raise UserError(
            f"{truncated(said, 40)} is not an ISO 8601 time, such as 2026-03-01 or 2026-03-01T12:30+01:00"
        ) from error
    return utc(moment)


def metadata_of(said: Iterable[str]) -> Metadata:
    """Parse options such as `page=2`; JSON numbers and booleans keep their type.

    Raises:
        UserError: One has no name or no value, or a number is not finite.
    """
    from ariadne.memory.arigraph.retrieval.request import as_metadata

    found = {}
    for each in said:
        name, mark, value = each.partition("=")
        if not name or not mark:
            raise UserError(f"--metadata {truncated(each, 40)} must be NAME=VALUE, such as page=2")
        found[name] = _plain(value)
    return as_metadata(found)


def _plain(value: str) -> str | int | float | bool:
    try:
        parsed = json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return value
    return parsed if isinstance(parsed, str | int | float) else value


def _step_or_time(said: str) -> int | datetime:
    if said.isdecimal() and len(said) < 8:
        return int(said)
    moment = moment_of(said)
    assert moment is not None
    return moment


def tell(lines: Iterable[str]) -> None:
    """Print lines with text of models and users, without terminal control characters."""
    from ariadne.text import safe

    for line in lines:
        print(safe(line, None))
    sys.stdout.flush()
