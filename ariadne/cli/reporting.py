"""The command `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ariadne.cli.options import option


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs; several are merged.", metavar="RUN...")],
    out: Annotated[
        Path | None,
        option(
            "Where to put it: a folder, or a file that ends in .html.",
            metavar="DIR|FILE",
            show_default="the first run's folder",
        ),
    ] = None,
    figures: Annotated[
        Path | None, option("Draw figures for papers as well, as SVG and PNG, into this folder.", metavar="DIR")
    ] = None,
) -> None:
    """Make pages that open in a browser, from disk: the scorecard with charts, and each episode step by step."""
    from ariadne.report.figures import figures as draw_figures
    from ariadne.report.report import write_report

    print(write_report(runs, out))
    for path in draw_figures(runs, figures) if figures else ():
        print(path)
