"""The commands `memory learn|ask|show|export|import`: an AriGraph in a file, for plain text."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.options import option, status, stoppable
from ariadne.errors import AriadneError, Failure, UserError
from ariadne.exits import Stopped

if TYPE_CHECKING:
    from ariadne.memory.arigraph.arigraph import Change, Found
    from ariadne.memory.arigraph.store import Contents
    from ariadne.models.model import Model

STDIN = "-"


@dataclass
class Lesson:
    """A text that is being learned.

    Attributes:
        parts: its paragraphs. `skip`: how many of them are left out.
        before: how many texts the memory held before; None until that is known.
    """

    file: Path
    parts: Sequence[str]
    skip: int
    source: Path | None
    before: int | None = None

    @property
    def done(self) -> int:
        """How many paragraphs are in the file."""
        return self.skip + (0 if self.before is None else len(_contents(self.file).episodic.nodes) - self.before)

    @property
    def how_to_go_on(self) -> str:
        done, said = self.done, f"--from {self.source}" if self.source else "with the same text"
        return (
            f"{done} of {len(self.parts)} paragraphs are in; "
            f"go on with: ariadne memory learn {self.file} {said} --skip {done}"
        )


memory = typer.Typer(help="A memory in a file: learn texts, ask it, look into it.", add_completion=False)

File = Annotated[Path, typer.Argument(help="The memory's file.", metavar="FILE")]
ModelName = Annotated[
    str, option("Who reads: rules (built in, simple), a model at an endpoint, or a .gguf file.", metavar="NAME")
]
BaseUrl = Annotated[
    str | None,
    option("The model's endpoint; the key comes from OPENAI_API_KEY.", metavar="URL", show_default="OpenAI's"),
]
EmbedderName = Annotated[
    str | None, option("Who compares texts, as for `play`.", metavar="NAME", show_default="the file's, else minilm")
]


@memory.command()
def learn(
    file: File,
    texts: Annotated[
        list[str] | None, typer.Argument(help="What to learn; - reads it from stdin.", metavar="[TEXT]...")
    ] = None,
    source: Annotated[Path | None, option("A file with the text.", None, "--from", metavar="PATH")] = None,
    time: Annotated[str | None, option("When that was so, in ISO 8601.", metavar="TIME", show_default="now")] = None,
    skip: Annotated[int, option("Paragraphs at the beginning that are learned already.", metavar="N", min=0)] = 0,
    quiet: Annotated[bool, option("One line at the end.", None, "--quiet")] = False,
    model: ModelName = "rules",
    base_url: BaseUrl = None,
    embedder: EmbedderName = None,
) -> None:
    """Learn a text, paragraph by paragraph: blank lines part them. What was told of is kept, whatever comes after."""
    from ariadne.memory.arigraph.asking import paragraphs

    parts = paragraphs(_text(texts or [], source))
    if not parts:
        raise UserError("there is nothing to learn: the text is empty")
    if skip >= len(parts):
        raise UserError(f"--skip {skip} leaves nothing to learn: the text has {len(parts)} paragraphs")
    lesson = Lesson(file, parts, skip, source)
    moment = _moment(time)
    try:
        asyncio.run(stoppable(_learn(lesson, moment, (model, base_url, embedder), quiet)))
    except (KeyboardInterrupt, asyncio.CancelledError) as error:
        raise Stopped(f"stopped; {lesson.how_to_go_on}") from error
    except AriadneError as error:
        kind = UserError if error.exit_code == UserError.exit_code else Failure
        raise kind(f"{error} ({lesson.how_to_go_on})" if lesson.done > skip else str(error)) from error


@memory.command()
def ask(
    file: File,
    query: Annotated[str, typer.Argument(help="A question, or what to look for.", metavar="QUERY")],
    model: Annotated[
        str, option("With a model other than rules, there is an answer in words, too.", metavar="NAME")
    ] = "rules",
    base_url: BaseUrl = None,
    embedder: EmbedderName = None,
    depth: Annotated[int, option("How deep the search goes.", metavar="N", min=1)] = 2,
    width: Annotated[int, option("Facts that a text retrieves.", metavar="N", min=1)] = 6,
    episodes: Annotated[int, option("Texts that are recalled.", metavar="N", min=0)] = 2,
    as_json: Annotated[bool, option("One JSON object.", None, "--json")] = False,
) -> None:
    """Recall facts, and the texts that they come from."""
    from ariadne.screen.remembered import iso, when

    if not query.strip():
        raise UserError("there is nothing to look for: the query is empty")
    found, said = asyncio.run(stoppable(_ask(file, query, (model, base_url, embedder), (depth, width, episodes))))
    if as_json:
        texts = [{"text": node.observation, "step": node.step, "time": iso(node.time)} for node in found.episodes]
        return print(json.dumps({"answer": said, "facts": [str(fact) for fact in found.facts], "episodes": texts}))
    if said is not None:
        _print([said, ""])
    _print(["facts:", *(f"  {fact}" for fact in found.facts)] if found.facts else ["no facts"])
    for node in found.episodes:
        _print(["", f"text of {when(node.time, node.step)}:", *(f"  {line}" for line in node.observation.splitlines())])


@memory.command()
def show(
    file: File,
    vertex: Annotated[
        str | None, typer.Argument(help="Whose facts, past and present.", metavar="[VERTEX]", show_default=False)
    ] = None,
    at: Annotated[str | None, option("As it was after a step, or at a time (ISO 8601).", metavar="STEP|TIME")] = None,
    limit: Annotated[int, option("Facts that are listed at most, the newest.", metavar="N", min=1)] = 20,
    as_json: Annotated[bool, option("One JSON object.", None, "--json")] = False,
) -> None:
    """Say how much there is and what is new, or tell all about a vertex."""
    from ariadne.screen.remembered import as_data, as_line, edges_of, neighbours, sizes

    contents = _contents(file)
    moment = None if at is None else _step_or_time(at)
    edges = edges_of(contents, vertex, moment)
    near = [] if vertex is None else neighbours(edges, vertex, moment)
    count = sizes(contents)
    if as_json:
        content: dict[str, Any] = count if vertex is None else {"vertex": vertex, "neighbours": near}
        return print(json.dumps({**content, "edges": [as_data(edge) for edge in edges[-limit:]]}))
    if vertex is None:
        told = "{facts:,} facts ({ever:,} ever), {vertices:,} vertices, {texts:,} texts, {steps:,} steps"
        _print([f"{file}: {told.format(**count)}"])
    elif near:
        _print([f"joined to: {', '.join(near)}"])
    if len(edges) > limit:
        _print([f"the newest {limit} of {len(edges):,}:"])
    _print(f"  {as_line(edge)}" for edge in edges[-limit:])


@memory.command()
def export(
    file: File,
    form: Annotated[str, option("How it is written.", None, "--format", metavar="jsonl|graphml")] = "jsonl",
    out: Annotated[Path | None, option("Write it into this file.", metavar="PATH", show_default="stdout")] = None,
) -> None:
    """Write all of a memory, its history too: JSON Lines, which `import` reads, or GraphML for other tools."""
    from ariadne.games.knobs import unknown
    from ariadne.memory.arigraph.exchange import to_graphml, to_lines

    if form not in ("jsonl", "graphml"):
        raise UserError(f"format: {unknown(form, ('jsonl', 'graphml'))}")
    contents = _contents(file)
    pieces: Iterable[str] = (f"{line}\n" for line in to_lines(contents))
    if form == "graphml":
        pieces = [to_graphml(contents).decode()]
    if out is None:
        sys.stdout.writelines(pieces)
        return
    try:
        with out.open("w", encoding="utf-8", newline="\n") as content:
            content.writelines(pieces)
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror or error}") from error


@memory.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="The new memory's file.", metavar="FILE")],
    source: Annotated[Path, typer.Argument(help="What `export` wrote, or a run's folder.", metavar="SOURCE")],
    step: Annotated[
        int | None,
        option("Of a run: the memory with which this step was decided.", metavar="N", show_default="the last"),
    ] = None,
    embedder: Annotated[str, option("Who compares texts, as for `play`.", metavar="NAME")] = "minilm",
) -> None:
    """Make a new memory from an export, or from what an agent remembered in a run."""
    from ariadne.memory.arigraph.arigraph import AriGraph

    if file.exists():
        raise UserError(f"{file} is there already: name another file, or remove it")
    with status("making embeddings", shown=sys.stderr.isatty()):
        if source.is_dir() or source.name == "events.jsonl":
            made = AriGraph.from_run(source, step, embedder=embedder)
        elif step is not None:
            raise UserError(f"--step is for runs: {source} is none")
        else:
            made = AriGraph.holding(_exported(source), embedder=embedder)
        made.save(file)
    print(f"{file}: {len(made.facts()):,} facts, {len(made.episodic.nodes):,} texts")


async def _learn(
    lesson: Lesson, time: datetime | None, choice: tuple[str, str | None, str | None], quiet: bool
) -> None:
    from ariadne.memory.arigraph.arigraph import AriGraph, Options

    name, base_url, embedder = choice
    added = removed = 0
    model = _model(name, base_url)
    try:
        with AriGraph(model or name, embedder, lesson.file, options=Options(calls="text")) as memory:
            lesson.before = len(memory.episodic.nodes)
            for number, part in enumerate(lesson.parts[lesson.skip :], lesson.skip + 1):
                change = await memory.learn(part, time=time)
                added, removed = added + len(change.added), removed + len(change.removed)
                if not quiet:
                    _tell(change, number, len(lesson.parts))
            facts = len(memory.facts())
    finally:
        if model:
            await model.close()
    count = len(lesson.parts) - lesson.skip
    print(
        f"{count} paragraph{'s' * (count != 1)}: {added:,} facts learned, {removed:,} dropped; "
        f"{lesson.file} holds {facts:,}"
    )


def _tell(change: Change, number: int, count: int) -> None:
    head = [f"paragraph {number} of {count}:"] if count > 1 else []
    nothing = [] if change.added or change.removed else ["  nothing new"]
    _print([*head, *(f"- {each}" for each in change.removed), *(f"+ {each}" for each in change.added), *nothing])


async def _ask(
    file: Path, query: str, choice: tuple[str, str | None, str | None], limits: tuple[int, int, int]
) -> tuple[Found, str | None]:
    from ariadne.memory.arigraph.arigraph import AriGraph
    from ariadne.memory.arigraph.asking import answer, consult
    from ariadne.models.ask import asking

    name, base_url, embedder = choice
    model = _model(name, base_url)
    try:
        with AriGraph.open(file, "rules", embedder, read_only=True) as memory:
            found = await consult(memory, query, *limits)
        return found, await answer(asking(model), query, found) if model else None
    finally:
        if model:
            await model.close()


def _model(name: str, base_url: str | None) -> Model | None:
    """The language model of that name; None for the rules, which a memory makes itself."""
    from ariadne.models.registry import RULES, load_model

    return None if name == RULES and base_url is None else load_model(name, base_url)


def _text(texts: list[str], source: Path | None) -> str:
    """What is to be learned.

    Raises:
        UserError: nothing was said, or twice, or the file cannot be read.
    """
    if bool(texts) == bool(source):
        raise UserError("say what to learn: as TEXT, as - to read it from stdin, or with --from PATH")
    try:
        if source:
            return source.read_text(encoding="utf-8-sig")
        return sys.stdin.buffer.read().decode("utf-8-sig") if texts == [STDIN] else "\n\n".join(texts)
    except UnicodeDecodeError as error:
        raise UserError(f"{source or 'stdin'} is no text in UTF-8") from error
    except OSError as error:
        raise UserError(f"cannot read {source}: {error.strerror or error}") from error


def _contents(file: Path) -> Contents:
    from ariadne.memory.arigraph.store import Store

    with closing(Store(file, read_only=True)) as store:
        return store.load()


def _exported(source: Path) -> Contents:
    from ariadne.memory.arigraph.exchange import from_lines

    try:
        with source.open(encoding="utf-8") as lines:
            return from_lines(lines)
    except UserError as error:
        raise UserError(f"{source}: {error}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{source} is no export of a memory") from error
    except OSError as error:
        raise UserError(f"cannot read {source}: {error.strerror or error}") from error


def _moment(said: str | None) -> datetime | None:
    try:
        return None if said is None else datetime.fromisoformat(said)
    except ValueError as error:
        raise UserError(f"{said} is no time in ISO 8601, such as 2026-03-01 or 2026-03-01T12:30+01:00") from error


def _step_or_time(said: str) -> int | datetime:
    if said.isdecimal() and len(said) < 8:
        return int(said)
    moment = _moment(said)
    assert moment is not None
    return moment.astimezone()


def _print(lines: Iterable[str]) -> None:
    """Lines that hold what models and texts said, without anything that a terminal would obey."""
    from ariadne.screen.words import safe

    for line in lines:
        print(safe(line, None))
    sys.stdout.flush()
