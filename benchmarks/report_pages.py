"""The speed of a large report in Chromium: until its pages are visible, and from one step to the next.

    python benchmarks/report_pages.py                     30 episodes of 150 steps, which are played first
    python benchmarks/report_pages.py --episodes 4
    python benchmarks/report_pages.py runs/one runs/two   a report of these

Printed for the index and the largest episode pages: size, time to the first contentful paint, and the time from the key
to the frame that shows the next step (mean and maximum). The budgets are 2 s and 100 ms.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from ariadne.report.report import write_report  # noqa: E402
from tests.report.chromium import ARGUMENTS, browser_path  # noqa: E402

GAME, STEPS, LARGEST = "cleaning-hard", 150, 3
ROW = "{:<52}{:>8}{:>12}{:>12}{:>12}"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
# From the key to the frame after the one in which the change is drawn.
STEP = """async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const times = [];
    for (let step = 0; step < Number(document.getElementById('slider').max); step += 1) {
        const start = performance.now();
        document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));
        await frame();
        times.push(performance.now() - start);
    }
    return times;
}"""


def played(folder: Path, episodes: int) -> list[Path]:
    """Play long episodes for the report."""
    arguments = ["--games", GAME, "--memories", "arigraph", "--seeds", f"1-{episodes}", "--max-steps", str(STEPS)]
    subprocess.run([sys.executable, "-m", "ariadne", "eval", *arguments, "--runs", str(folder)], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    return list(folder.iterdir())


def measured(browser: Any, path: Path, has_steps: bool) -> str:
    """A row about a page."""
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_timeout(500)
    paint = f"{page.evaluate(PAINT):.0f} ms"
    times = page.evaluate(STEP) if has_steps else []
    page.close()
    size = f"{path.stat().st_size / 1_000_000:.2f} MB"
    steps = [f"{sum(times) / len(times):.0f} ms", f"{max(times):.0f} ms"] if times else ["", ""]
    return ROW.format(path.name[:50], size, paint, *steps)


def report(runs: Sequence[Path], folder: Path) -> None:
    """Write the report of the runs, and print its measurements."""
    from playwright.sync_api import sync_playwright

    begun = time.perf_counter()
    first = write_report(runs, folder)
    pages = sorted(folder.glob("report/episodes/*.html"), key=lambda path: -path.stat().st_size)
    print(f"{len(pages) or 1} episodes, written in {time.perf_counter() - begun:.1f} s")
    print(ROW.format("", "size", "first paint", "step, mean", "longest"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        print(measured(browser, first, has_steps=not pages))
        for path in pages[:LARGEST]:
            print(measured(browser, path, has_steps=True))
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", type=Path)
    parser.add_argument("--episodes", type=int, default=30)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = chosen.runs or played(Path(folder) / "runs", chosen.episodes)
        report(runs, Path(folder) / "pages")


if __name__ == "__main__":
    main()
