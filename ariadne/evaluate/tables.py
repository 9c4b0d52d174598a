"""A scorecard as tables for a terminal, as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ariadne.errors import UserError
from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.results import Experiment
from ariadne.evaluate.sections.section import Section
from ariadne.evaluate.verdict import verdict
from ariadne.files import write
from ariadne.keys import redacted
from ariadne.text import ENDLESS

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

GAP = 2
"""The space between two columns, in characters."""

# Characters that Markdown or HTML would interpret.
_MARKED = re.compile(r"([\\`*_{}\[\]<>#|~&$!])")
# What a spreadsheet would take for a formula, in these signs or full-width ones.
_FORMULA = tuple("=+-@")


@dataclass(frozen=True)
class ScorecardPage:
    """A scorecard of any kind, as people read it.

    Attributes:
        scope: what it covers.
        every: its sections, also those without lines.
    """

    card: Scorecard
    experiment: Experiment
    scope: str
    every: Sequence[Section]

    @cached_property
    def verdict(self) -> Sequence[str]:
        """Its conclusions, in sentences."""
        return verdict(self.card, self.experiment)

    @property
    def sections(self) -> Sequence[Section]:
        """Those that have lines."""
        return [section for section in self.every if section.groups]

    @property
    def headline(self) -> str:
        """What the scorecard covers, and the versions it was made with."""
        versions = ", ".join(f"{name} {' and '.join(numbers)}" for name, numbers in self.card.versions.items())
        return f"{self.scope}; {versions}" if versions else self.scope


def plain(text: str) -> str:
    """Text of a game or a model on one line, without keys and control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in redacted(text)).split())


def defused(text: str) -> str:
    """Plain text that a spreadsheet does not take for a formula."""
    text = plain(text)
    return f"'{text}" if unicodedata.normalize("NFKC", text[:1]) in _FORMULA else text


def as_json(page: ScorecardPage) -> str:
    """The whole scorecard; see docs/scorecard.md."""
    return json.dumps(page.card.model_dump(mode="json", by_alias=True), indent=2, ensure_ascii=False) + "\n"


def as_markdown(page: ScorecardPage) -> str:
    """Its verdict, tables and notes."""
    parts = [
        "# Scorecard",
        "\n".join(f"- {_marked(sentence)}" for sentence in page.verdict),
        _marked(page.headline) + ".",
    ]
    for section in page.sections:
        parts += [f"## {_marked(section.title)}", "\n".join(_markdown_lines(section, page.experiment.unit))]
        if section.remark:
            parts.append(_marked(section.remark))
    parts += ["## Notes", "\n".join(f"- {_marked(note)}" for note in page.card.notes)]
    parts += ["## Runs", "\n".join(f"- {_marked(run)}" for run in page.card.runs)]
    return "\n\n".join(parts) + "\n"


def as_csv(page: ScorecardPage) -> str:
    """One line per arm and unit. Nested parts become columns, such as `score_mean` and `score_ci95_low`."""
    return csv_of(
        [dict(_columns(row.model_dump(exclude={"by_step"}))) for row in (*page.card.rows, *page.card.overall)]
    )


def csv_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, whose texts are `defused` already."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_text(page: ScorecardPage) -> str:
    """The tables as plain text without line breaks, for other programs."""
    from rich.console import Console

    text = io.StringIO()
    _draw(page, Console(file=text, highlight=False, width=ENDLESS))
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def as_verdict(page: ScorecardPage) -> str:
    """The verdict, a sentence per line."""
    return "".join(f"{plain(sentence)}\n" for sentence in page.verdict)


FORMATS: Mapping[str, Callable[[ScorecardPage], str]] = {
    "table": as_text,
    "json": as_json,
    "md": as_markdown,
    "csv": as_csv,
}


def show(page: ScorecardPage, output: TextIO) -> None:
    """Print the tables; in a terminal with colours, as wide as it is."""
    if not output.isatty():
        output.write(as_text(page))
        return
    from rich.console import Console

    _draw(page, Console(file=output, highlight=False))


def save(page: ScorecardPage, run: Path) -> None:
    """Write scorecard.json and scorecard.md into a run's folder, atomically.

    Raises:
        UserError: the files are not writable.
    """
    for name, text in (("scorecard.json", as_json(page)), ("scorecard.md", as_markdown(page))):
        part, path = run / f".{name}.{os.getpid()}", run / name
        if path.is_symlink():
            raise UserError(f"cannot write {path}: it is a link; remove it")
        write(part, text, inside=True)
        part.replace(path)


def _columns(part: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in part.items():
        if name == "ci95":
            low, high = value or (None, None)
            yield from ((f"{prefix}{name}_low", low), (f"{prefix}{name}_high", high))
        elif isinstance(value, dict):
            yield from _columns(value, prefix if name == "metrics" else f"{plain(name).replace(' ', '_')}_")
        else:
            yield f"{prefix}{name}", defused(value) if isinstance(value, str) else value


def _marked(text: str) -> str:
    return _MARKED.sub(r"\\\1", plain(text))


def _markdown_lines(section: Section, unit: str) -> Iterator[str]:
    columns = (unit, "who", *section.columns[1:])
    aligned = (":--", *(":--" if column in section.words else "--:" for column in range(len(section.columns))))
    yield _markdown_line(columns)
    yield _markdown_line(aligned)
    for group in section.groups:
        for line in group.lines:
            yield _markdown_line((_marked(group.title), *map(_marked, line)))


def _markdown_line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _parts(page: ScorecardPage, width: int) -> Iterator[RenderableType]:
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
        yield from map(_table, _narrowed(section, width))
    yield Text()
    yield Text("Notes", style="bold")
    for note in page.card.notes:
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


def _narrowed(section: Section, width: int) -> Iterator[Section]:
    """Split a table into several: each has the names of the lines, and as many other columns as fit, at least one."""
    columns = range(len(section.columns))
    names = [*takewhile(section.words.__contains__, columns)]
    widths = [_narrowest(section, place) + GAP for place in columns]
    shown = names
    for place in columns[len(names) :]:
        if shown != names and sum(widths[each] for each in (*shown, place)) - GAP > width:
            yield _of_columns(section, shown)
            shown = names
        shown = [*shown, place]
    yield _of_columns(section, shown)


def _narrowest(section: Section, place: int) -> int:
    """The least width of a column in characters; words can be wrapped."""
    from rich.cells import cell_len

    titles = [plain(group.title) for group in section.groups] if place == 0 else []
    cells = [section.columns[place], *titles, *(plain(line[place]) for group in section.groups for line in group.lines)]
    parts = (part for cell in cells for part in (cell.split() if place in section.words else [cell]))
    return max(map(cell_len, parts), default=0)


def _of_columns(section: Section, shown: Sequence[int]) -> Section:
    groups = [
        replace(group, lines=[tuple(line[place] for place in shown) for line in group.lines])
        for group in section.groups
    ]
    words = frozenset(at for at, place in enumerate(shown) if place in section.words)
    return replace(section, columns=tuple(section.columns[place] for place in shown), groups=groups, words=words)


def _draw(page: ScorecardPage, console: Console) -> None:
    """Draw in a console. In a narrow terminal tables are split, so that no digits are lost."""
    for part in _parts(page, console.width):
        console.print(part)
