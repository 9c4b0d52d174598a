"""The overhead of playing a world in a separate process, compared with playing it in this one, alternating.

    python benchmarks/world_steps.py            the walkthroughs of three games, each played 10 times both ways

Printed for each game: the median processor time per step (all processes together) in this process, in separate ones,
and the difference; and the wall-clock time to open a world whose story is already open. At the end: the memory of
parallel worlds (PSS: shared memory is divided among the sharing processes).
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median

from ariadne.games.make import make_game
from ariadne.games.presets import load_preset
from ariadne.worlds.textworld import TextWorld, load_card, open_world
from ariadne.worlds.world import World

GAMES = ("treasure-hunt", "cooking", "cleaning")
ROW = "{:<16}{:>12}{:>12}{:>12}{:>14}"


def row(name: str, story: Path, repeats: int) -> str:
    here, there, opened = [], [], []
    with closing(open_world(story)):
        for _ in range(repeats):
            began = time.perf_counter()
            with closing(open_world(story)) as apart:
                apart.reset()
                opened.append(time.perf_counter() - began)
                there.append(walked(apart))
            with closing(TextWorld(story, load_card(story))) as near:
                near.reset()
                here.append(walked(near))
    added = median(far - near for near, far in zip(here, there, strict=True))
    told = (f"{1000 * seconds:.2f} ms" for seconds in (median(here), median(there), added, min(opened)))
    return ROW.format(name, *told)


def walked(world: World) -> float:
    """Processor seconds per step of the walkthrough, in all processes."""
    began = _processor()
    for command in world.walkthrough:
        world.step(command)
    return (_processor() - began) / len(world.walkthrough)


def memory(story: Path, worlds: int) -> float:
    """Megabytes of several worlds of a story, in the middle of it, and of their parent processes."""
    with ExitStack() as stack:
        opened = [stack.enter_context(closing(open_world(story))) for _ in range(worlds)]
        for world in opened:
            world.reset()
            for command in world.walkthrough[:12]:
                world.step(command)
        return sum(map(_pss, _below("self"))) / 1024


def _processor() -> float:
    """The scheduler's figures; processes that end during a measurement would be missing."""
    others = sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in _below("self"))
    return time.process_time() + others / 1e9


def _below(pid: int | str) -> list[int]:
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    direct = [int(child) for text in lists for child in text.split()]
    return direct + [each for child in direct for each in _below(child)]


def _pss(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--worlds", type=int, default=64, help="that are open at once")
    asked = parser.parse_args()
    print(ROW.format("game", "here", "apart", "added", "opened"))
    with tempfile.TemporaryDirectory() as folder:
        stories = [make_game(load_preset(name), 1, Path(folder)) for name in GAMES]
        for name, story in zip(GAMES, stories, strict=True):
            print(row(name, story, asked.repeats), flush=True)
        print(f"{asked.worlds} worlds of {GAMES[0]} at once: {memory(stories[0], asked.worlds):.0f} MB")
        print(f"of which 1 world: {memory(stories[0], 1):.0f} MB")


if __name__ == "__main__":
    main()
