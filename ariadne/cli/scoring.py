"""The command `scorecard`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ariadne.cli.options import option
from ariadne.errors import UserError


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
    """Make a scorecard from the events of runs, whether they have ended or not."""
    from ariadne.evaluate import tables
    from ariadne.evaluate.scorecard import build
    from ariadne.games.knobs import unknown

    if form not in tables.FORMATS:
        raise UserError(f"format: {unknown(form, tables.FORMATS)}")
    card = build(runs, baseline)
    if out:
        tables.write(out, tables.FORMATS[form](card))
    elif form == "table":
        tables.show(card, sys.stdout)
    else:
        sys.stdout.write(tables.FORMATS[form](card))
