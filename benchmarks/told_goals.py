"""How well the rules model parses goals in other people's words.

    python benchmarks/told_goals.py

`goals.yaml` contains 60 goals with their steps, written by a language model in the styles of five people, without
access to the rules. Every second goal, from the first on, was used for development; the others are only counted. Prints
a line of Markdown for both halves: the number of goals that were parsed correctly step for step, and precision and
recall of the steps in their order. A tool that a step names or leaves out does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import yaml

from ariadne.reasoner.reading.instructions import steps
from ariadne.reasoner.reading.intents import Intent

GOALS = Path(__file__).parent / "goals.yaml"


def told(step: Intent) -> str:
    """A step in the form of `goals.yaml`."""
    if step.verb == "put":
        return f"put {step.thing} at {step.other}"
    return f"go to {step.thing}" if step.is_visit else f"{step.verb} {step.thing}"


def same(read: Sequence[str], meant: Sequence[str]) -> int:
    """The number of steps that two lists share, in order."""
    return sum(block.size for block in SequenceMatcher(None, read, meant, autojunk=False).get_matching_blocks())


def main() -> None:
    print("| goals | step for step | precision of the steps | recall |\n| --- | --: | --: | --: |")
    goals = yaml.safe_load(GOALS.read_text(encoding="utf-8"))
    for name, half in (("developed on", goals[::2]), ("held out", goals[1::2])):
        pairs = [
            ([told(step) for step in steps(goal["goal"])], [step.split(" with ")[0] for step in goal["steps"]])
            for goal in half
        ]
        shared = sum(same(read, meant) for read, meant in pairs)
        precision, recall = (shared / sum(len(pair[side]) for pair in pairs) for side in (0, 1))
        exact = sum(read == meant for read, meant in pairs)
        print(f"| {name} | {exact} of {len(pairs)} | {precision:.2f} | {recall:.2f} |")


if __name__ == "__main__":
    main()
