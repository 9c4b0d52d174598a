"""Draw the README's pictures of an episode: its page at one step, by a real Chromium, and how its memory moves.

ariadne play treasure-hunt
python docs/page.py runs/<id> 21
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from ariadne.report.moving import write_gif
from ariadne.report.report import write_report

WIDTH, HEIGHT = 1280, 900
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars")


def main() -> None:
    """The command."""
    parser = ArgumentParser(description="Draw an episode's page at a step, and its moving picture.")
    parser.add_argument("run", type=Path, help="the folder of a run of one episode")
    parser.add_argument("step", type=int, help="the step that is shown")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("page.png"))
    parser.add_argument("--gif", type=Path, default=Path(__file__).with_name("moving.gif"))
    arguments = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        parser.error(f"no browser to draw with: install one of {', '.join(BROWSERS)}")
    draw(browser, arguments.run, arguments.step, arguments.out)
    write_gif([arguments.run], arguments.gif)


def draw(browser: str, run: Path, step: int, out: Path) -> None:
    """Write the picture.

    Raises:
        CalledProcessError: the browser failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = write_report([run], Path(folder) / "page.html")
        subprocess.run(
            [
                browser, *ARGUMENTS, f"--user-data-dir={folder}/browser", f"--window-size={WIDTH},{HEIGHT}",
                f"--screenshot={out.resolve()}", f"{page.resolve().as_uri()}#step={step}",
            ],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip


if __name__ == "__main__":
    main()
