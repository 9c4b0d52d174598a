"""The command `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from ariadne.cli.options import Root, Runs, option
from ariadne.errors import UserError


def report(
    runs: Runs,
    out: Annotated[
        Path | None,
        option(
            "Where to put it: a folder, or a file that ends in .html.",
            metavar="DIR|FILE",
            show_default="the first run's folder",
        ),
    ] = None,
    race: Annotated[bool, option("Show two episodes of the same game side by side, in step.")] = False,
    gif: Annotated[Path | None, option("Draw one episode as a moving picture, and no page.", metavar="FILE")] = None,
    figures: Annotated[
        Path | None, option("Draw figures for papers as well, as SVG and PNG, into this folder.", metavar="DIR")
    ] = None,
    root: Root = None,
) -> None:
    """Make pages that open in a browser, from disk: the scorecard with charts, and each episode step by step."""
    from ariadne.report.figures import figures as draw_figures
    from ariadne.report.moving import write_gif
    from ariadne.report.race import write_race
    from ariadne.report.report import write_report
    from ariadne.runs.named import find_run

    if gif:
        _check_place(gif)
    runs = [find_run(run, root) for run in runs]
    if gif:
        print(write_gif(runs, gif))
        return
    print(write_race(runs, out) if race else write_report(runs, out))
    for path in draw_figures(runs, figures) if figures else ():
        print(path)


def _check_place(file: Path) -> None:
    """See that a moving picture can be put there, before it is drawn.

    Raises:
        UserError: its name says that it is something else, or there is no such folder.
    """
    if file.suffix.lower() != ".gif":
        raise UserError(f"gif: the name of such a file ends in .gif, not like {file.name}")
    if not file.parent.is_dir():
        raise UserError(f"there is no folder {file.parent}: make it, or name another")
