"""What a memory answers of notebooks that contradict themselves: what holds now, what was never changed, or nothing.

    python benchmarks/notebooks.py [report|develop] [--errors] [--json]

A memory with the default settings, read by the built-in rules, learns the texts of a notebook of `notebooks.yaml` one
after the other and answers its questions by hops. Right is an answer whose first value is one of those that are marked,
whatever article or preposition stands before it, or begins with it (`24 members` for `24`); of what is unknown, none.
Wrong are other answers, of what has changed mostly what was. `report` is what is reported; give `--errors` for
`develop` alone, for a part that was seen measures nothing more.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.sync import wait

NOTEBOOKS = Path(__file__).parent / "notebooks.yaml"
KINDS = ("changed", "kept", "unknown")


def answered(notebook: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Sequence[str]]]:
    """The questions of a notebook, each with the values that a memory answers."""
    memory = AriGraph()
    for text in notebook["texts"]:
        wait(memory.learn(text))
    return [(question, wait(memory.answer(question["q"])).values) for question in notebook["questions"]]


def is_right(values: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the first of an answer's values is one of those that are wanted; without any, whether there is none."""
    said = bare(values[0]) if values else ""
    return any(said == bare(each) or said.startswith(f"{bare(each)} ") for each in wanted) if wanted else not said


def bare(name: str) -> str:
    return re.sub(r"^(?:(?:in|at|on|of|from) )?(?:(?:the|an?) )?", "", name.lower().strip(" ."))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("report", "develop"), nargs="?", default="report")
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for notebook in yaml.safe_load(NOTEBOOKS.read_text(encoding="utf-8"))[options.part]:
        for question, values in answered(notebook):
            outcome = "right" if is_right(values, question["a"]) else "wrong" if values else "none"
            counts[question["kind"], outcome] += 1
            if options.errors and outcome != "right":
                print(f"{question['kind']}: {question['q']} {question['a']} and not {list(values)}")
    table = {kind: {outcome: counts[kind, outcome] for outcome in ("right", "wrong", "none")} for kind in KINDS}
    if options.json:
        return print(json.dumps(table))
    for kind, outcomes in table.items():
        print(f"{kind}: {outcomes['right']} of {sum(outcomes.values())} right, {outcomes['wrong']} wrong")
    return None


if __name__ == "__main__":
    main()
