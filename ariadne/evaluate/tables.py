"""A scorecard in the forms that people and programs read: a terminal's tables, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from pydantic import BaseModel

from ariadne.errors import UserError
from ariadne.evaluate.sections.section import Section
from ariadne.files import write
from ariadne.keys import redacted
from ariadne.text import ENDLESS

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDTH = 80

# What Markdown or HTML in it would make more of than the character that it is.
_MARKED = re.compile(r"([\\`*_{}\[\]<>#|~&$!])")
# What a spreadsheet would take for a formula, in these signs or full-width ones.
_FORMULA = tuple("=+-@")


@dataclass(frozen=True)
class Page:
    """A scorecard as people read it, whatever it is of.

    Attributes:
        card: all of it, for programs. `rows`: its rows for a spreadsheet, each with the same columns or fewer.
        verdict: what it comes to, in sentences. `headline`: what it is of.
        keys: what the groups of a section and the lines of a group are.
    """

    card: BaseModel
    verdict: Sequence[str]
    headline: str
    sections: Sequence[Section]
    notes: Sequence[str]
    runs: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    keys: tuple[str, str] = ("game", "who")


def plain(text: str) -> str:
    """Text of a game or a model on one line, without keys and without anything that a terminal would obey."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in redacted(text)).split())


def defused(text: str) -> str:
    """The same for a cell of a spreadsheet, which takes it for no formula."""
    text = plain(text)
    return f"'{text}" if unicodedata.normalize("NFKC", text[:1]) in _FORMULA else text


def as_json(page: Page) -> str:
    """The whole scorecard, as docs/scorecard.md describes it."""
    return json.dumps(page.card.model_dump(mode="json", by_alias=True), indent=2, ensure_ascii=False) + "\n"


def as_markdown(page: Page) -> str:
    """Its verdict, tables and notes."""
    parts = [
        "# Scorecard",
        "\n".join(f"- {_marked(sentence)}" for sentence in page.verdict),
        _marked(page.headline) + ".",
    ]
    for section in page.sections:
        parts += [f"## {_marked(section.title)}", "\n".join(_markdown_lines(section, page.keys))]
        if section.remark:
            parts.append(_marked(section.remark))
    parts += ["## Notes", "\n".join(f"- {_marked(note)}" for note in page.notes)]
    parts += ["## Runs", "\n".join(f"- {_marked(run)}" for run in page.runs)]
    return "\n\n".join(parts) + "\n"


def as_csv(page: Page) -> str:
    """One line a row."""
    columns = list(dict.fromkeys(column for row in page.rows for column in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(page.rows)
    return text.getvalue()


def as_text(page: Page) -> str:
    """The tables of a terminal as plain text for other programs, in which no line is broken."""
    from rich.console import Console

    text = io.StringIO()
    _draw(page, Console(file=text, highlight=False, width=ENDLESS), ENDLESS)
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def as_verdict(page: Page) -> str:
    """What it comes to, a sentence a line."""
    return "".join(f"{plain(sentence)}\n" for sentence in page.verdict)


FORMATS: Mapping[str, Callable[[Page], str]] = {
    "table": as_text,
    "json": as_json,
    "md": as_markdown,
    "csv": as_csv,
}


def show(page: Page, output: TextIO) -> None:
    """Show the tables; in a terminal with colours, and none wider than 80 columns."""
    if not output.isatty():
        output.write(as_text(page))
        return
    from rich.console import Console

    _draw(page, Console(file=output, highlight=False), WIDTH)


def save(page: Page, run: Path) -> None:
    """Put scorecard.json and scorecard.md into a run's folder; a kill leaves each as it was, or whole.

    Raises:
        UserError: the files cannot be written.
    """
    for name, text in (("scorecard.json", as_json(page)), ("scorecard.md", as_markdown(page))):
        part, path = run / f".{name}.{os.getpid()}", run / name
        if path.is_symlink():
            raise UserError(f"cannot write {path}: it is a link, which is not followed: remove it")
        write(part, text, inside=True)
        part.replace(path)


def bounds(name: str, ends: Sequence[float] | None) -> Iterator[tuple[str, float | None]]:
    """The columns that an interval becomes."""
    low, high = ends or (None, None)
    yield from ((f"{name}_low", low), (f"{name}_high", high))


def _marked(text: str) -> str:
    return _MARKED.sub(r"\\\1", plain(text))


def _markdown_lines(section: Section, keys: tuple[str, str]) -> Iterator[str]:
    columns = (*keys, *section.columns[1:])
    aligned = (":--", *(":--" if column in section.words else "--:" for column in range(len(section.columns))))
    yield _markdown_line(columns)
    yield _markdown_line(aligned)
    for group in section.groups:
        for line in group.lines:
            yield _markdown_line((_marked(group.title), *map(_marked, line)))


def _markdown_line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _parts(page: Page) -> Iterator[RenderableType]:
    from rich.text import Text

    for sentence in page.verdict:
        yield Text(plain(sentence), style="bold")
    yield Text()
    yield Text(f"{plain(page.headline)}.")
    for section in page.sections:
        yield Text()
        yield Text(plain(section.title), style="bold")
        if section.remark:
            yield Text(plain(section.remark), style="dim")
        yield _table(section)
    yield Text()
    yield Text("Notes", style="bold")
    for note in page.notes:
        yield Text(f"- {plain(note)}")


def _table(section: Section) -> RenderableType:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for place, column in enumerate(section.columns):
        words = place in section.words
        table.add_column(Text(column), justify="left" if words else "right", no_wrap=not words, overflow="fold")
    for group in section.groups:
        table.add_row(Text(plain(group.title), style="italic"))
        for line in group.lines:
            table.add_row(*(Text(plain(cell)) for cell in line))
    return table


def _draw(page: Page, console: Console, width: int) -> None:
    """Draw in a console, no wider than `width`. Tables go beyond a narrow one, where rows are continued on the next
    line: in less room they would lose names and digits."""
    from rich.console import Console
    from rich.table import Table

    wide = Console(file=console.file, highlight=False, width=max(console.width, WIDTH))
    for part in _parts(page):
        drawn = wide if isinstance(part, Table) else console
        drawn.print(part, width=min(drawn.width, width))
