"""The command `runs`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from json import dumps
from typing import TYPE_CHECKING, Annotated

from ariadne.cli.options import Root, option
from ariadne.text import ENDLESS, one_line

if TYPE_CHECKING:
    from ariadne.report.listing import Listed


def runs(
    root: Root = None,
    game: Annotated[str | None, option("Only runs of this game.", metavar="NAME")] = None,
    memory: Annotated[str | None, option("Only runs with this memory or agent.", metavar="NAME")] = None,
    model: Annotated[str | None, option("Only runs with this model.", metavar="NAME")] = None,
    as_json: Annotated[bool, option("Print a JSON list.", "--json")] = False,
) -> None:
    """List runs, newest first: kind, games, players, state and score."""
    from ariadne.report.listing import chosen, listed
    from ariadne.runs import settings

    place = root or settings.runs()
    found = chosen(listed(place), game, memory, model)
    if as_json:
        print(dumps([run.told() for run in found], ensure_ascii=False, indent=2))
    elif found:
        _show(found)
    else:
        print(f"there are no runs in {place}", file=sys.stderr)


def _show(runs: Iterable[Listed]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from ariadne.report.runs_table import FEW, NUMBERS, cells

    console = Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else ENDLESS)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for column in FEW:
        is_number = column in NUMBERS
        table.add_column(column, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    for run in runs:
        table.add_row(*(Text(one_line(cell)) for cell in cells(run)))
    console.print(table)
