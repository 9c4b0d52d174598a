"""Draw the documents' pictures, of plays and an evaluation that are made for them: the live screen in two sizes, an
episode's page on a desk and on a telephone, a race, a verdict, the list of runs, and how a memory moves.

.venv/bin/pip install '.[test,figures]'
python docs/pictures.py
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
# README's first example of an evaluation.
EVAL = "eval --games errands --memories arigraph,full-history,none --seeds 201-203"
STEP = 24
LINES = 21
COLUMNS = 110
SCREENS = ((80, 24), (120, 40))
DESK, TELEPHONE = {"width": 1400, "height": 900}, {"width": 400, "height": 860}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """The command."""
    parser = ArgumentParser(description="Play, and draw every picture of the documents.")
    parser.add_argument("--out", type=Path, default=HERE)
    out = parser.parse_args().out.resolve()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        parser.error(f"no browser to draw with: install one of {', '.join(BROWSERS)}")
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        run, other = (played(memory) for memory in ("arigraph", "none"))
        verdict = "".join(ariadne(*EVAL.split()).splitlines(keepends=True)[:LINES])
        (out / "verdict.svg").write_text(framed(verdict, f"ariadne {EVAL}"), encoding="utf-8")
        (evaluation,) = Path("runs").glob("*-eval")
        ariadne("report", evaluation, "--figures", "figures")
        shutil.copy(Path("figures") / "price-errands.svg", out / "price.svg")
        events = list(read_events(next(run.glob("episodes/*/events.jsonl"))))
        for width, height in SCREENS:
            (out / f"screen-{width}.svg").write_text(screen(events, STEP, width, height), encoding="utf-8")
        write_gif([run], out / "moving.gif")
        page = write_report([run], Path("page.html")).resolve().as_uri()
        race = write_race([run, other], Path("race.html")).resolve().as_uri()
        with photographer(browser) as photograph, viewing(Path("runs")) as address:
            photograph(f"{page}#step={STEP}", DESK, out / "page.png")
            photograph(f"{page}#step={STEP}", TELEPHONE, out / "page-400.png")
            photograph(f"{race}#step={STEP}", DESK, out / "race.png")
            photograph(address, DESK, out / "view.png")


def ariadne(*arguments: object) -> str:
    """What a command says on stdout, in colours.

    Raises:
        CalledProcessError: it failed.
    """
    command = [sys.executable, "-m", "ariadne", *map(str, arguments)]
    # Without ARIADNE_HOME, runs are in the current folder, and no picture names another.
    colours = {
        **{name: value for name, value in os.environ.items() if name != "ARIADNE_HOME"},
        "FORCE_COLOR": "1",
        "COLUMNS": str(COLUMNS),
    }
    return subprocess.run(command, env=colours, stdout=subprocess.PIPE, text=True, check=True).stdout


def played(memory: str) -> Path:
    """The run of a play with a memory."""
    return Path(json.loads(ariadne("play", GAME, "--memory", memory, "--json"))["run"])


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
def photographer(browser: str) -> Iterator[Any]:
    """What takes a picture of what a browser shows at an address, in a window of a size."""
    from playwright.sync_api import sync_playwright

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
