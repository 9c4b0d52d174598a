"""Compare Jericho's Z-machine with fernz, one in Python under the MIT licence: equality of output, and speed.

    pip install fernz==0.0.4
    python benchmarks/two_machines.py                     an Inform story and a TextWorld story
    python benchmarks/two_machines.py a.z3 b.z5           your own stories

Both get the same dice and the same commands: one half changes something in Jericho's machine, the other half consists
of words that the story knows, or directions. Before each command, another is tried and undone. Printed for each story:
the turns; those with equal text, status line, and memory (the writable part without the header); the processor time of
a step in fernz, also as a multiple of Jericho's; the most commands that were tried to list the valid actions; and the
processor time of that many steps in fernz.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from damaged_stories import sound_stories

from ariadne.geography import DIRECTIONS
from ariadne.worlds.apart import STEP_SECONDS
from ariadne.worlds.story_text import Page, clean, ending, read_page
from ariadne.worlds.valid_actions import valid_actions
from ariadne.worlds.zmachine import is_for_the_story, memory_of, read_story, reads_letters

HEADER = 64
ROW = "{:<20}{:>7}{:>7}{:>8}{:>8}{:>10}{:>10}{:>8}{:>10}"


@dataclass
class Seen:
    """The results for a story.

    Attributes:
        texts, statuses, memories: turns after which they were equal.
        of_jericho, of_fernz: processor seconds of all steps.
        tried: the most commands that were tried for one list of valid actions.
    """

    turns: int = 0
    texts: int = 0
    statuses: int = 0
    memories: int = 0
    of_jericho: float = 0.0
    of_fernz: float = 0.0
    tried: int = 0


def play(story: Path, seed: int, commands: int, seen: Seen) -> None:
    """Play a story in both machines until it ends or the number of commands is reached."""
    from fernz import FernzEnv
    from jericho import FrotzEnv

    dice = Random(seed)
    jericho, fernz = reads_letters(FrotzEnv(str(story), seed)), FernzEnv(story, seed=seed)
    words = [entry.word for entry in jericho.get_dictionary()]
    compare(read_page(jericho.reset()[0]), read_page(fernz.reset()[0].text), jericho, fernz, seen)
    for _ in range(commands):
        undone, command = (chosen(jericho, words, dice, seen) for _ in range(2))
        states = jericho.get_state(), fernz.get_state()
        for machine, state in zip((jericho, fernz), states, strict=True):
            machine.step(undone)
            machine.set_state(state)
        began = time.process_time()
        here = read_page(jericho.step(command)[0])
        between = time.process_time()
        there = read_page(fernz.step(command)[0].text)
        seen.of_jericho += between - began
        seen.of_fernz += time.process_time() - between
        compare(here, there, jericho, fernz, seen)
        if ending(here) or fernz.done:
            return


def compare(here: Page, there: Page, jericho: Any, fernz: Any, seen: Seen) -> None:
    seen.turns += 1
    seen.texts += clean(here) == clean(there)
    seen.statuses += here.status == there.status
    seen.memories += memory_of(jericho)[HEADER:] == fernz.get_state().ram[HEADER:]


def chosen(jericho: Any, words: list[str], dice: Random, seen: Seen) -> str:
    """A command for a machine, whose state is restored."""
    if dice.random() < 0.5:
        tried, step = 0, jericho.step

        def counted(command: str) -> Any:
            nonlocal tried
            tried += 1
            return step(command)

        jericho.step = counted
        listed = valid_actions(jericho)
        jericho.step = step
        seen.tried = max(seen.tried, tried)
        if listed:
            return dice.choice(listed)
    line = " ".join(dice.choices(words, k=dice.randint(1, 4)))
    return line if dice.random() < 0.5 and is_for_the_story(line) else dice.choice(DIRECTIONS)


def row(story: Path, plays: int, commands: int) -> str:
    seen = Seen()
    for seed in range(1, plays + 1):
        play(story, seed, commands, seen)
    steps = seen.turns - plays
    step = seen.of_fernz / steps
    alike = (seen.turns, seen.texts, seen.statuses, seen.memories)
    multiple = f"{seen.of_fernz / seen.of_jericho:.0f}"
    return ROW.format(story.name, *alike, f"{1000 * step:.0f} ms", multiple, seen.tried, f"{seen.tried * step:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", type=Path, nargs="*")
    parser.add_argument("--plays", type=int, default=2, help="of each story, each with other dice")
    parser.add_argument("--commands", type=int, default=15, help="of a play, at most")
    asked = parser.parse_args()
    warnings.filterwarnings("ignore", "Game '.*' is not fully supported")
    print(ROW.format("story", "turns", "text", "status", "memory", "a step", "multiple", "tried", "a list"))
    with tempfile.TemporaryDirectory() as folder:
        for story in asked.stories or sound_stories(Path(folder)):
            read_story(story)
            print(row(story, asked.plays, asked.commands), flush=True)
    print(f"A step may take {STEP_SECONDS:g} s of a processor, and a list of valid actions is one.")


if __name__ == "__main__":
    main()
