"""The command `memory learn`: a text paragraph by paragraph, or the messages of a chat, into a memory's file."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ariadne.cli.exits import Stopped
from ariadne.cli.keeping import File, Json, Scope, contents_of, metadata_of, moment_of, tell
from ariadne.cli.options import READER, done_with, option, reader, stoppable, takes
from ariadne.errors import AriadneError, Failure, UserError
from ariadne.files import LONGEST_LINE, read_at_most
from ariadne.text import counted, one_line

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.messages import Dated
    from ariadne.memory.arigraph.core.episodes import Metadata
    from ariadne.memory.arigraph.core.results import Change
    from ariadne.models.model import Model

STDIN = "-"


@dataclass(frozen=True)
class Part:
    """What is learned at once: a paragraph, or messages of one time.

    Attributes:
        size: how many texts it becomes.
    """

    text: str = ""
    messages: Sequence[Dated] = ()

    @property
    def size(self) -> int:
        return len(self.messages) or 1

    @property
    def time(self) -> datetime | None:
        return self.messages[0].at if self.messages else None

    @property
    def said(self) -> dict[str, Any]:
        """What `AriGraph.learn` is given."""
        return {"texts": self.text, "messages": [each.model_dump(exclude={"at"}) for each in self.messages]}


@dataclass
class Lesson:
    """What is being learned.

    Attributes:
        parts: those that are not left out. `unit`: what is counted: paragraphs or messages.
        skip: how many of them are left out. `count`: how many there are with those.
        given: how the command was told what to learn.
        time: when that was so, of parts that do not say it themselves.
        origin, metadata: what the memory is told of the texts. `handed`: their facts, and those that ended.
        scope: whose part of the memory learns them.
        before: how many texts the memory held before; None until that is known.
    """

    file: Path
    parts: Sequence[Part]
    unit: str
    skip: int
    count: int
    given: str
    time: datetime | None
    origin: str
    metadata: Metadata
    handed: Mapping[str, Any]
    scope: str
    before: int | None = None

    @property
    def done(self) -> int:
        """How many of them are in the file."""
        return self.skip + (
            0 if self.before is None else len(contents_of(self.file, self.scope).episodic.nodes) - self.before
        )

    @property
    def how_to_go_on(self) -> str:
        done = self.done
        scope = f" --scope {shlex.quote(self.scope)}" if self.scope else ""
        return (
            f"{done} of {counted(self.count, self.unit)} learned; "
            f"go on with: ariadne memory learn {shlex.quote(str(self.file))} {self.given} --skip {done}{scope}"
        )


@takes(*READER, "embedder")
def learn(
    file: File,
    texts: Annotated[
        list[str] | None, typer.Argument(help="What to learn; - reads it from stdin.", metavar="TEXT")
    ] = None,
    source: Annotated[Path | None, option("A file with the text.", None, "--from", metavar="PATH")] = None,
    messages: Annotated[
        Path | None,
        option("A file with a chat: JSON or JSON Lines of role, content, name, at; - reads stdin.", metavar="PATH"),
    ] = None,
    time: Annotated[str | None, option("When that was so, in ISO 8601.", metavar="TIME", show_default="now")] = None,
    skip: Annotated[
        int, option("Paragraphs or messages at the beginning that are learned already.", metavar="N", min=0)
    ] = 0,
    origin: Annotated[
        str,
        option("Which document this is, or who told it.", None, "--source", metavar="NAME", show_default="PATH"),
    ] = "",
    metadata: Annotated[
        list[str] | None, option("What else is to be known of it, such as page=2.", metavar="NAME=VALUE")
    ] = None,
    fact: Annotated[
        list[str] | None, option("A fact of it: 'subject, relation, object'.", None, "--fact", metavar="FACT")
    ] = None,
    ended: Annotated[
        list[str] | None, option("A known fact that holds no more.", None, "--ended", metavar="FACT")
    ] = None,
    scope: Scope = "",
    quiet: Annotated[bool, option("One line at the end.", None, "--quiet")] = False,
    as_json: Json = False,
    *,
    choices: dict[str, Any],
) -> None:
    """Learn a text, paragraph by paragraph (blank lines part them), or a chat. With a model it reads the facts; without
    one the texts are kept, and the facts that you name. What was told of is kept, whatever comes after."""
    if bool(texts) + bool(source) + bool(messages) != 1:
        raise UserError(
            "say what to learn: as TEXT, as - to read it from stdin, with --from PATH, or a chat with --messages PATH"
        )
    path = source or messages
    given = f"--{'from' if source else 'messages'} {shlex.quote(str(path))}" if path else "with the same text"
    told = {"--time": [time] if time else [], "--source": [origin] if origin else [], "--metadata": metadata or []}
    given += "".join(f" {name} {shlex.quote(value)}" for name, values in told.items() for value in values)
    handed = {"facts": fact or [], "ended": ended or []}
    if (fact or ended) and (path or texts == [STDIN] or len(texts or []) > 1):
        raise UserError("--fact and --ended say what one TEXT tells: learn others one by one")
    paragraphs = [] if messages else _paragraphs(texts or [], source)
    if texts and (fact or ended):
        paragraphs = texts  # Facts that are handed belong to the text as a whole.
    chat = _chat(messages) if messages else []
    unit, count = ("message", len(chat)) if messages else ("paragraph", len(paragraphs))
    if skip >= count:
        raise UserError(f"--skip {skip} leaves nothing to learn: there is {counted(count, unit)}")
    parts = [*map(Part, paragraphs[skip:]), *_conversations(chat[skip:])]
    name = origin or ("" if path in (None, Path(STDIN)) else str(path))
    known = metadata_of(metadata or [])
    lesson = Lesson(file, parts, unit, skip, count, given, moment_of(time), name, known, handed, scope)
    who = reader(choices)
    try:
        asyncio.run(stoppable(_learn(lesson, (who, choices.get("embedder")), quiet, as_json)))
    except (KeyboardInterrupt, asyncio.CancelledError) as error:
        raise Stopped(f"stopped; {lesson.how_to_go_on}") from error
    except AriadneError as error:
        kind = UserError if error.exit_code == UserError.exit_code else Failure
        raise kind(f"{error} ({lesson.how_to_go_on})" if lesson.done > skip else str(error)) from error


def _paragraphs(texts: list[str], source: Path | None) -> list[str]:
    from ariadne.memory.arigraph.api.asking import paragraphs

    for text in texts:
        if text != STDIN and _is_file(text):
            raise UserError(f"{one_line(text)} is a file: --from {shlex.quote(text)} learns what it says")
    if texts == [STDIN]:
        source = Path(STDIN)
    found = paragraphs(_read(source) if source else "\n\n".join(texts))
    if not found:
        raise UserError("there is nothing to learn: the text is empty")
    return found


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # A text that can be no path: too long, or with a null byte.
        return False


def _chat(source: Path) -> list[Dated]:
    from ariadne.memory.arigraph.api.messages import read_chat

    text = _read(source)
    try:
        found = read_chat(text)
    except UserError as error:
        raise UserError(f"{_named(source)}: {error}") from error
    if not found:
        raise UserError(f"there is nothing to learn: nobody says anything in {_named(source)}")
    return found


def _conversations(chat: Sequence[Dated]) -> list[Part]:
    """Messages of one time that follow each other are learned as one conversation."""
    return [Part(messages=[*messages]) for _, messages in groupby(chat, lambda message: message.at)]


def _read(source: Path) -> str:
    """What a file says, or stdin.

    Raises:
        UserError: it cannot be read, or is no text.
    """
    try:
        is_stdin = source == Path(STDIN)
        content = sys.stdin.buffer.read() if is_stdin else read_at_most(source, LONGEST_LINE)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{_named(source)} is no text in UTF-8") from error


def _named(source: Path) -> str:
    return "stdin" if source == Path(STDIN) else str(source)


async def _learn(lesson: Lesson, who: tuple[Model | str | None, str | None], quiet: bool, as_json: bool) -> None:
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    model, embedder = who
    added: list[str] = []
    removed: list[str] = []
    unread = 0
    done = lesson.skip
    try:
        with AriGraph(model, embedder, lesson.file, scope=lesson.scope) as memory:
            lesson.before = len(memory.episodic.nodes)
            for part in lesson.parts:
                change = await memory.learn(
                    **part.said,
                    **lesson.handed,
                    time=part.time or lesson.time,
                    source=lesson.origin,
                    metadata=lesson.metadata,
                )
                added += map(str, change.added)
                removed += map(str, change.removed)
                unread += bool(change.failed)
                if not (quiet or as_json):
                    is_read = model is not None or any(lesson.handed.values())
                    _tell(change, _which(lesson, done, part), is_read)
                done += part.size
            facts, texts = len(memory.graph), len(memory.episodic.nodes)
    finally:
        await done_with(model)
    if as_json:
        told = {f"{lesson.unit}s": done - lesson.skip, "added": added, "removed": removed, "unusable": unread}
        return print(json.dumps({**told, "facts": facts, "texts": texts}, ensure_ascii=False))
    print(
        f"{counted(done - lesson.skip, lesson.unit)}: {counted(len(added), 'fact')} learned, {len(removed):,} dropped; "
        f"{lesson.file} holds {counted(facts, 'fact')} and {counted(texts, 'text')}"
        + (f"; the model's replies to {unread} could not be used" if unread else "")
    )


def _which(lesson: Lesson, done: int, part: Part) -> str:
    """Which part this is; empty if there are no others."""
    if part.size == lesson.count:
        return ""
    several = f"s {done + 1} to {done + part.size}" if part.size > 1 else f" {done + 1}"
    return f"{lesson.unit}{several} of {lesson.count}:"


def _tell(change: Change, which: str, is_read: bool) -> None:
    unknown = [f"? {each}: was to end, and does not hold" for each in change.unmatched]
    nothing = [] if change.added or change.removed or unknown else [f"  {_nothing(is_read, change.failed)}"]
    lines = [*(f"- {each}" for each in change.removed), *unknown, *(f"+ {each}" for each in change.added), *nothing]
    tell([which, *lines] if which else lines)


def _nothing(is_read: bool, failed: Sequence[str]) -> str:
    """Why a part changed no fact; `is_read` if a model, or the user, said what it tells."""
    if not is_read:
        return "kept as a text: name a model with --model to have its facts read, or say them with --fact"
    return f"the model's reply could not be used: {' '.join(failed[0].split())}" if failed else "nothing new"
