"""The command `memory learn`: learn a text paragraph by paragraph, or the messages of a chat."""

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

from ariadne.cli.exit_codes import Stopped
from ariadne.cli.keeping import File, Scope, contents_of, metadata_of, moment_of, tell
from ariadne.cli.options import Json, chosen, done_with, option, reader, stoppable
from ariadne.errors import AriadneError, Failure, UserError
from ariadne.files import LONGEST_LINE, read_at_most
from ariadne.text import counted, one_line

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.messages import Dated
    from ariadne.memory.arigraph.core.metadata import Metadata
    from ariadne.memory.arigraph.core.results import Change
    from ariadne.models.model import Model

STDIN = "-"


@dataclass(frozen=True)
class LearnPart:
    """What is learned at once: a paragraph, or the messages of one time.

    Attributes:
        size: The number of texts that it becomes.
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
        """Arguments of `AriGraph.learn`."""
        return {"texts": self.text, "messages": [each.model_dump(exclude={"at"}) for each in self.messages]}


@dataclass
class LearnJob:
    """The work of one command.

    Attributes:
        parts: The parts to learn, without the skipped ones.
        unit: What is counted: paragraph or message.
        skip: The number of skipped parts.
        count: The number of all parts.
        given: The options that name the text, for the command that resumes.
        time: The time of parts that have none.
        origin: The source of the texts.
        metadata: The metadata of the texts.
        handed: The facts of the texts, and those that they end.
        scope: The part of the memory that learns.
        before: The number of texts that the memory had before, or None if that is not known yet.
    """

    file: Path
    parts: Sequence[LearnPart]
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
        """The number of parts that are in the file."""
        return self.skip + (
            0 if self.before is None else len(contents_of(self.file, self.scope).episodic.nodes) - self.before
        )

    @property
    def how_to_go_on(self) -> str:
        done = self.done
        scope = f" --scope {shlex.quote(self.scope)}" if self.scope else ""
        return (
            f"{done} of {counted(self.count, self.unit)} learned; "
            f"resume with: ariadne memory learn {shlex.quote(str(self.file))} {self.given} --skip {done}{scope}"
        )


def learn(
    context: typer.Context,
    file: File,
    texts: Annotated[list[str] | None, typer.Argument(help="The text; - reads stdin.", metavar="TEXT")] = None,
    source: Annotated[Path | None, option("File of the text.", "--from", metavar="PATH")] = None,
    messages: Annotated[
        Path | None,
        option("File of a chat: JSON or JSON Lines of role, content, name, at; - reads stdin.", metavar="PATH"),
    ] = None,
    time: Annotated[str | None, option("Time of the text, in ISO 8601.", metavar="TIME", show_default="now")] = None,
    skip: Annotated[int, option("Skip the first N paragraphs or messages.", metavar="N", min=0)] = 0,
    origin: Annotated[
        str,
        option("Source of the text: a document or a person.", "--source", metavar="NAME", show_default="PATH"),
    ] = "",
    metadata: Annotated[list[str] | None, option("Metadata of the text, such as page=2.", metavar="NAME=VALUE")] = None,
    fact: Annotated[
        list[str] | None, option("A fact of the text: 'subject, relation, object'.", "--fact", metavar="FACT")
    ] = None,
    ended: Annotated[list[str] | None, option("A known fact that the text ends.", "--ended", metavar="FACT")] = None,
    scope: Scope = "",
    quiet: Annotated[bool, option("Print only one line at the end.", "--quiet")] = False,
    as_json: Json = False,
) -> None:
    """Learn a text, paragraph by paragraph (separated by blank lines), or a chat. A model extracts the facts; without
    one the memory keeps the texts and the facts that you give. Every paragraph is saved before it is reported."""
    from ariadne.memory.arigraph.api.learning import as_facts

    choices = chosen(context)
    if bool(texts) + bool(source) + bool(messages) != 1:
        raise UserError("name one text to learn: TEXT, - for stdin, --from PATH, or a chat with --messages PATH")
    path = source or messages
    given = f"--{'from' if source else 'messages'} {shlex.quote(str(path))}" if path else "with the same text"
    options = {"--time": [time] if time else [], "--source": [origin] if origin else [], "--metadata": metadata or []}
    given += "".join(f" {name} {shlex.quote(value)}" for name, values in options.items() for value in values)
    handed = {"facts": as_facts(fact or []), "ended": as_facts(ended or [])}
    if (fact or ended) and (path or texts == [STDIN] or len(texts or []) > 1):
        raise UserError("--fact and --ended need exactly one TEXT: learn several one by one")
    paragraphs = [] if messages else _paragraphs(texts or [], source)
    if texts and (fact or ended):
        paragraphs = texts  # Given facts belong to the whole text.
    chat = _chat(messages) if messages else []
    unit, count = ("message", len(chat)) if messages else ("paragraph", len(paragraphs))
    if skip >= count:
        raise UserError(f"--skip {skip} leaves nothing to learn: there is {counted(count, unit)}")
    parts = [*map(LearnPart, paragraphs[skip:]), *_conversations(chat[skip:])]
    name = origin or ("" if path in (None, Path(STDIN)) else str(path))
    known = metadata_of(metadata or [])
    lesson = LearnJob(file, parts, unit, skip, count, given, moment_of(time), name, known, handed, scope)
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
            raise UserError(f"{one_line(text)} is a file: learn its text with --from {shlex.quote(text)}")
    if texts == [STDIN]:
        source = Path(STDIN)
    found = paragraphs(_read(source) if source else "\n\n".join(texts))
    if not found:
        raise UserError("nothing to learn: the text is empty")
    return found


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # Not a possible path: too long, or with a null byte.
        return False


def _chat(source: Path) -> list[Dated]:
    from ariadne.memory.arigraph.api.messages import read_chat

    text = _read(source)
    try:
        found = read_chat(text)
    except UserError as error:
        raise UserError(f"{_named(source)}: {error}") from error
    if not found:
        raise UserError(f"nothing to learn: {_named(source)} has no messages")
    return found


def _conversations(chat: Sequence[Dated]) -> list[LearnPart]:
    """Group adjacent messages of one time, which are learned as one conversation."""
    return [LearnPart(messages=[*messages]) for _, messages in groupby(chat, lambda message: message.at)]


def _read(source: Path) -> str:
    """Read a file, or stdin."""
    try:
        is_stdin = source == Path(STDIN)
        content = sys.stdin.buffer.read() if is_stdin else read_at_most(source, LONGEST_LINE)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{_named(source)} is not UTF-8 text") from error


def _named(source: Path) -> str:
    return "stdin" if source == Path(STDIN) else str(source)


async def _learn(lesson: LearnJob, who: tuple[Model | str | None, str | None], quiet: bool, as_json: bool) -> None:
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
        counts = {f"{lesson.unit}s": done - lesson.skip, "added": added, "removed": removed, "unusable": unread}
        return print(json.dumps({**counts, "facts": facts, "texts": texts}, ensure_ascii=False))
    print(
        f"{counted(done - lesson.skip, lesson.unit)}: {counted(len(added), 'fact')} learned, {len(removed):,} ended; "
        f"{lesson.file} holds {counted(facts, 'fact')} and {counted(texts, 'text')}"
        + (f"; {counted(unread, 'reply', 'replies')} of the model could not be used" if unread else "")
    )


def _which(lesson: LearnJob, done: int, part: LearnPart) -> str:
    """The number of a part; empty if there is only one."""
    if part.size == lesson.count:
        return ""
    several = f"s {done + 1} to {done + part.size}" if part.size > 1 else f" {done + 1}"
    return f"{lesson.unit}{several} of {lesson.count}:"


def _tell(change: Change, which: str, is_read: bool) -> None:
    unknown = [f"? {each}: not a current fact, so it was not ended" for each in change.unmatched]
    nothing = [] if change.added or change.removed or unknown else [f"  {_nothing(is_read, change.failed)}"]
    lines = [*(f"- {each}" for each in change.removed), *unknown, *(f"+ {each}" for each in change.added), *nothing]
    tell([which, *lines] if which else lines)


def _nothing(is_read: bool, failed: Sequence[str]) -> str:
    """State why a part changed no fact; `is_read` if a model or the user gave its facts."""
    if not is_read:
        return "kept as text: add --model NAME to extract facts, or give them with --fact"
    return f"the model's reply could not be used: {' '.join(failed[0].split())}" if failed else "nothing new"
