"""The command `scorecard`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TextIO

import typer

from ariadne.cli.options import option
from ariadne.errors import UserError
from ariadne.files import write

# A card in some format, and how it is shown on a terminal.
Told = tuple[str, Callable[[TextIO], None]]


def scorecard(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs; several are merged.", metavar="RUN...")],
    form: Annotated[str, option("How it is told.", None, "--format", metavar="table|json|md|csv")] = "table",
    baseline: Annotated[
        str | None,
        option(
            "Which memory or agent all others are compared with.", metavar="NAME", show_default="arigraph, or standard"
        ),
    ] = None,
    out: Annotated[Path | None, option("Write it into this file.", metavar="FILE", show_default="stdout")] = None,
) -> None:
    """Make a scorecard from the events of runs of games, or of `ariadne qa`, whether they have ended or not."""
    from ariadne.evaluate import tables
    from ariadne.qa.answered import is_qa
    from ariadne.registry import unknown

    if form not in tables.FORMATS:
        raise UserError(f"format: {unknown(form, tables.FORMATS)}")
    of_questions = [is_qa(run) for run in runs]
    if len(set(of_questions)) > 1:
        raise UserError("runs of games and runs of ariadne qa have scorecards of their own: name the one or the other")
    text, show = (_of_questions if all(of_questions) else _of_games)(runs, baseline, form)
    if out:
        write(out, text)
        print(out)
    elif form == "table":
        show(sys.stdout)
    else:
        sys.stdout.write(text)


def _of_games(runs: list[Path], baseline: str | None, form: str) -> Told:
    from ariadne.evaluate import tables
    from ariadne.evaluate.scorecard import build

    card = build(runs, baseline)
    return tables.FORMATS[form](card), lambda output: tables.show(card, output)


def _of_questions(runs: list[Path], baseline: str | None, form: str) -> Told:
    from ariadne.qa import tables
    from ariadne.qa.scorecard import build

    card = build(runs, baseline)
    return tables.FORMATS[form](card), lambda output: tables.show(card, output)
