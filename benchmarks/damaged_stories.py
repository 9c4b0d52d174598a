"""Damaged stories, opened and played for a few steps: each is refused, fails in one line, or can be played.

    python benchmarks/damaged_stories.py                      300 stories
    python benchmarks/damaged_stories.py --stories 20 --first 100

Half are from a TextWorld game of ours (for every fifth, the `.json` is damaged instead of the story), half are
Inform's. Damaged stories get the correct length and checksum; otherwise they would not reach an engine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from ariadne.errors import AriadneError, UserError  # noqa: E402
from ariadne.games.make import make_game  # noqa: E402
from ariadne.games.presets import load_preset  # noqa: E402
from ariadne.worlds import sandbox  # noqa: E402
from ariadne.worlds.registry import find_game  # noqa: E402
from tests.damage import damaged  # noqa: E402

COMMANDS = tuple(
    "look/inventory/north/open door/take all/south/east/examine me/drop all/west/unlock door with key/wait".split("/")
)
UNITS = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 7: 8, 8: 8}


@dataclass(frozen=True)
class Ended:
    """The outcome of a story.

    Attributes:
        how: refused, failed or played.
        said: the error line if it was not played.
        steps: commands that it answered.
    """

    how: str
    said: str
    steps: int


def spoiled(path: Path, number: int, folder: Path) -> Path:
    """A damaged copy of a story with its files; the same for the same number."""
    dice = Random(number)
    copy = folder / f"{number}{path.suffix}"
    if (written := path.with_suffix(".json")).is_file():
        content = written.read_bytes()
        copy.with_suffix(".json").write_bytes(damaged(content, dice) if number % 5 == 0 else content)
        shutil.copy(path.with_suffix(".yaml"), copy.with_suffix(".yaml"))
    content = path.read_bytes()
    if not (written.is_file() and number % 5 == 0):
        for _ in range(dice.choice((1, 4, 16))):
            content = damaged(content, dice) or content
        content = repaired(content)
    copy.write_bytes(content)
    return copy


def repaired(story: bytes) -> bytes:
    """A story with a correct length and checksum in its header."""
    if len(story) < 64 or story[0] not in UNITS:
        return story
    unit = UNITS[story[0]]
    length = min(len(story) // unit, 0xFFFF)
    story = story[:0x1A] + length.to_bytes(2, "big") + story[0x1C:]
    checksum = sum(story[0x40 : length * unit]) & 0xFFFF
    return story[:0x1C] + checksum.to_bytes(2, "big") + story[0x1E:]


def played(story: Path) -> Ended:
    """Open a story and play it for some steps, as an episode does."""
    steps = 0
    try:
        with closing(find_game(str(story)).open()) as world:
            turn = world.reset()
            for command in (*world.walkthrough[: len(COMMANDS)], *COMMANDS):
                if turn.done:
                    break
                turn = world.step(command)
                steps += 1
    except AriadneError as error:
        if not str(error) or "\n" in str(error):
            raise ValueError(f"{story} did not fail in one line: {error!r}") from error
        return Ended("refused" if isinstance(error, UserError) else "failed", str(error), steps)
    return Ended("played", "", steps)


def ends(stories: list[Path], numbers: range) -> Iterator[tuple[int, Ended]]:
    """The outcomes of damaged copies, alternating between stories."""
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            yield number, played(spoiled(stories[number % len(stories)], number, Path(folder)))


def sound_stories(folder: Path) -> list[Path]:
    """A TextWorld story, and an Inform story if its compiler is installed."""
    stories = [make_game(load_preset("treasure-hunt"), 1, folder)]
    if shutil.which("inform"):
        source, story = ROOT / "tests" / "worlds" / "stories" / "lighthouse.inf", folder / "lighthouse.z5"
        subprocess.run(["inform", source, story], check=True, stdout=subprocess.DEVNULL)
        stories.append(story)
    return stories


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first story")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for opening and for each step")
    parser.add_argument("--verbose", action="store_true", help="print each outcome")
    asked = parser.parse_args()
    sandbox.STEP_SECONDS = sandbox.OPENING_SECONDS = asked.seconds
    began, hows, reasons = time.monotonic(), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number, end in ends(sound_stories(Path(folder)), range(asked.first, asked.first + asked.stories)):
            hows[end.how] += 1
            if end.said:
                reasons[end.said.partition(": ")[2].partition(",")[0] or end.said.partition(" is ")[2]] += 1
            if asked.verbose:
                print(number, end.how, end.steps, end.said.replace(str(folder), ""), flush=True)
    # This line is printed only if no engine has ended this process.
    print(f"{asked.stories} stories in {time.monotonic() - began:.0f} s, one after the other by process {os.getpid()}:")
    print(", ".join(f"{count} {how}" for how, count in hows.most_common()))
    for reason, count in reasons.most_common(12):
        print(f"{count:>6}  {reason[:100]}")


if __name__ == "__main__":
    sys.exit(main())
