"""The commands `report`, `replay` and `view`: runs as pages, and on the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Annotated

from ariadne.cli.options import Episode, Force, Root, Run, Runs, option
from ariadne.errors import UserError


def report(
    runs: Runs,
    out: Annotated[
        Path | None,
        option(
            "Output folder, or a file that ends in .html.",
            metavar="DIR|FILE",
            show_default="the first run's folder",
        ),
    ] = None,
    race: Annotated[bool, option("Show two episodes of one game side by side.")] = False,
    gif: Annotated[
        Path | None, option("Write one episode as an animated GIF instead of a page.", metavar="FILE")
    ] = None,
    figures: Annotated[
        Path | None, option("Also write figures for papers (SVG and PNG) into this folder.", metavar="DIR")
    ] = None,
    force: Force = False,
    root: Root = None,
) -> None:
    """Write pages for a browser: the scorecard with charts, and each episode step by step."""
    from ariadne.report.figures import figures as draw_figures
    from ariadne.report.moving import write_gif
    from ariadne.report.race import write_race
    from ariadne.report.report import write_report
    from ariadne.runs.named import find_run

    if gif:
        _check_place(gif)
    runs = [find_run(run, root) for run in runs]
    if gif:
        print(write_gif(runs, gif, force))
        return
    print(write_race(runs, out, force) if race else write_report(runs, out, force))
    for path in draw_figures(runs, figures, force) if figures else ():
        print(path)


def replay(
    run: Run,
    episode: Episode = None,
    root: Root = None,
) -> None:
    """Step through an episode in the terminal: what the agent saw, knew, recalled, planned and did, and its prompts."""
    from ariadne.episode_files import find_episode
    from ariadne.report import replay as screen
    from ariadne.runs.named import find_run

    path = find_episode(find_run(run, root), episode)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise UserError("a replay needs a terminal")
    screen.replay(path)


def view(
    root: Root = None,
    port: Annotated[int | None, option("Port.", metavar="N", min=1, max=65535, show_default="a free one")] = None,
) -> None:
    """Serve a page of all runs on this machine until Ctrl-C: filter, open, compare and follow them."""
    from ariadne.report.view import viewing
    from ariadne.runs import settings

    place = root or settings.runs()
    if root and not root.is_dir():
        raise UserError(f"there is no folder {root}: name the folder of the runs with --runs DIR")
    with suppress(KeyboardInterrupt), viewing(place, port or 0) as address:
        print(f"view at {address} (Ctrl-C ends it)", flush=True)
        Event().wait()


def _check_place(file: Path) -> None:
    """Check the path of a GIF before it is drawn."""
    if file.suffix.lower() != ".gif":
        raise UserError(f"--gif {file.name}: the name must end in .gif")
    if not file.parent.is_dir():
        raise UserError(f"there is no folder {file.parent}: create it, or name another")
