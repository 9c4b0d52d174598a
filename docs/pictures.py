"""Draw the documents' pictures, of plays and evaluations that are made for them. `tools/figures.py` calls it.

python docs/pictures.py moving screens --out FOLDER
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ariadne.events import Acted, Event
from ariadne.history import History
from ariadne.record import read_events
from ariadne.report.moving import write_gif
from ariadne.report.race import write_race
from ariadne.report.report import write_report
from ariadne.report.view import viewing
from ariadne.screen.picture import picture
from ariadne.screen.scene import Watched

HERE = Path(__file__).parent
GAME = "treasure-hunt"
VERDICT = "eval --games treasure-hunt --memories arigraph,full-history,none --seeds 201-203"
LIFE = "eval --games errands --memories arigraph,full-history,none --seeds 201-208"
"""README's first example of an evaluation."""
STEP, READS, FAR = 24, 23, 100
"""The steps that are shown: of a hunt in a terminal, and in a page, where it has just read a note; and of a race."""
LINES = 21
COLUMNS = 110
SCREENS = ((80, 24), (120, 40))
DESK, TELEPHONE = {"width": 1400, "height": 900}, {"width": 400, "height": 860}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def moving(out: Path) -> None:
    """How a memory moves from step to step."""
    write_gif([played("arigraph")], out / "moving.gif")


def screens(out: Path) -> None:
    """The live screen in two sizes."""
    events = list(read_events(next(played("arigraph").glob("episodes/*/events.jsonl"))))
    for width, height in SCREENS:
        (out / f"screen-{width}.svg").write_text(screen(events, STEP, width, height), encoding="utf-8")


def pages(out: Path) -> None:
    """An episode's page on a desk and on a telephone."""
    page = write_report([played("arigraph")], Path("page.html")).resolve().as_uri()
    with photographer() as photograph:
        photograph(f"{page}#{READS}", DESK, out / "page.png")
        photograph(f"{page}#{READS}", TELEPHONE, out / "page-400.png")


def race(out: Path) -> None:
    """Two memories in one game, side by side."""
    lanes = [played(memory, "errands") for memory in ("arigraph", "none")]
    page = write_race(lanes, Path("race.html")).resolve().as_uri()
    with photographer() as photograph:
        photograph(f"{page}#{FAR}", DESK, out / "race.png")


def view(out: Path) -> None:
    """The list of runs."""
    for memory in ("arigraph", "none"):
        run = played(memory)
    (run / "note.txt").write_text("#baseline The same house without a memory.", encoding="utf-8")
    ariadne(*VERDICT.split())
    with photographer() as photograph, viewing(Path("runs")) as address:
        photograph(address, DESK, out / "view.png")


def verdict(out: Path) -> None:
    """The beginning of a scorecard in a terminal."""
    said = "".join(ariadne(*VERDICT.split()).splitlines(keepends=True)[:LINES])
    (out / "verdict.svg").write_text(framed(said, f"ariadne {VERDICT}"), encoding="utf-8")


def life(out: Path) -> None:
    """The verdict of README's first evaluation, which is printed, and what a step of it costs."""
    print(ariadne(*LIFE.split(), "--quiet", colours=False), end="")
    ariadne("report", "last", "--figures", "figures")
    shutil.copy(Path("figures") / "price-errands.svg", out / "price.svg")


PICTURES = {each.__name__: each for each in (moving, screens, pages, race, view, verdict, life)}


def main() -> None:
    """The command."""
    parser = ArgumentParser(description="Play, and draw pictures of the documents.")
    parser.add_argument("names", nargs="*", default=[*PICTURES], choices=PICTURES)
    parser.add_argument("--out", type=Path, default=HERE)
    options = parser.parse_args()
    out = options.out.resolve()
    for name in options.names:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            PICTURES[name](out)


def ariadne(*arguments: object, colours: bool = True) -> str:
    """What a command says on stdout.

    Raises:
        CalledProcessError: it failed.
    """
    command = [sys.executable, "-m", "ariadne", *map(str, arguments)]
    # Without ARIADNE_HOME, runs are in the current folder, and no picture names another.
    kept = {name: value for name, value in os.environ.items() if name != "ARIADNE_HOME"}
    drawn = {"FORCE_COLOR": "1", "COLUMNS": str(COLUMNS)} if colours else {}
    return subprocess.run(command, env={**kept, **drawn}, stdout=subprocess.PIPE, text=True, check=True).stdout


def played(memory: str, game: str = GAME) -> Path:
    """The run of a play with a memory."""
    return Path(json.loads(ariadne("play", game, "--memory", memory, "--json"))["run"])


def screen(events: Sequence[Event], step: int, width: int, height: int) -> str:
    """The live screen right after the decision of a step, as SVG."""
    watched = Watched()
    for event in events:
        scene = watched.see(event)
        if isinstance(event, Acted) and event.step == step:
            scene = replace(scene, ended=event.time)
            break
    console = Console(record=True, file=io.StringIO(), width=width, height=height, force_terminal=True)
    console.print(picture(scene, width, height), height=height)
    return drawn(console, f"ariadne play {History.of(events).started.game}")


def framed(said: str, title: str) -> str:
    """What a command said in a terminal, as SVG."""
    text = Text.from_ansi(said)
    console = Console(record=True, file=io.StringIO(), width=COLUMNS, force_terminal=True)
    console.print(text)
    return drawn(console, title)


def drawn(console: Console, title: str) -> str:
    """A terminal's picture that fetches no font from anywhere."""
    return re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=title), flags=re.DOTALL)


@contextmanager
def photographer() -> Iterator[Any]:
    """What takes a picture of what a browser shows at an address, in a window of a size."""
    from playwright.sync_api import sync_playwright

    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit(f"no browser to draw with: install one of {', '.join(BROWSERS)}")

    def photograph(address: str, size: dict[str, int], path: Path) -> None:
        page = running.new_page(viewport=size, reduced_motion="reduce")
        page.goto(address, wait_until="load")
        page.wait_for_timeout(500)
        page.screenshot(path=path)
        page.close()

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        yield photograph
        running.close()


if __name__ == "__main__":
    main()
