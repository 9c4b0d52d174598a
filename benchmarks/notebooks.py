"""What a memory answers of notebooks that contradict themselves: what holds now, what was never changed, or nothing.

    python benchmarks/notebooks.py [report|develop] [--writer NAME] [--together N | --whole] [--facts] [--errors]

A memory with the default settings, read by the built-in rules, learns the texts of a notebook (`notebooks/`, a file a
writer, none of whom knew the reader) one after the other and answers its questions. Right is an answer whose first
value is one of those that are marked, whatever article or preposition stands before it, or begins with it (`24 members`
for `24`); of what is unknown, none. Wrong are other answers, of what has changed mostly what was. `report` is what is
reported; give `--errors` for `develop` alone, for a part that was seen measures nothing more. `--together 8` has a
memory learn eight notebooks and asks it of each, `--whole` each notebook as one text. `--facts` answers by chains of
facts alone, without texts.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.chains import THRESHOLD
from ariadne.sync import wait

NOTEBOOKS = Path(__file__).parent / "notebooks"
KINDS = ("changed", "kept", "unknown")
OUTCOMES = ("right", "wrong", "none")


def notebooks(part: str) -> dict[str, list[Mapping[str, Any]]]:
    """The notebooks of a part, by writers."""
    files = sorted((NOTEBOOKS / part).glob("*.yaml"))
    return {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in files}


def as_one_text(notebook: Mapping[str, Any]) -> Mapping[str, Any]:
    """A notebook whose texts are one."""
    return {**notebook, "texts": [" ".join(notebook["texts"])]}


def answered(
    group: Sequence[Mapping[str, Any]], by_facts: bool = False
) -> Iterator[tuple[Mapping[str, Any], Sequence[str]]]:
    """The questions of notebooks that one memory has learned, each with the values that it answers.

    Args:
        by_facts: answer by chains of facts alone.
    """
    memory = AriGraph()
    for notebook in group:
        for text in notebook["texts"]:
            wait(memory.learn(text))
    for notebook in group:
        for question in notebook["questions"]:
            if not by_facts:
                yield question, wait(memory.answer(question["q"])).values
                continue
            chains = wait(memory._chains(question["q"], 1))
            yield question, chains[0].values if chains and chains[0].confidence >= THRESHOLD else ()


def is_right(values: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the first of an answer's values is one of those that are wanted; without any, whether there is none."""
    said = bare(values[0]) if values else ""
    return any(said == bare(each) or said.startswith(f"{bare(each)} ") for each in wanted) if wanted else not said


def bare(name: str) -> str:
    return re.sub(r"^(?:(?:in|at|on|of|from) )?(?:(?:the|an?) )?", "", name.lower().strip(" ."))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("report", "develop"), nargs="?", default="report")
    parser.add_argument("--writer", help="only one writer's, such as clubs")
    parser.add_argument("--together", type=int, default=1, help="how many notebooks a memory learns")
    parser.add_argument("--whole", action="store_true", help="learn each notebook as one text")
    parser.add_argument("--facts", action="store_true", help="answer by chains of facts alone")
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    writers = {name: own for name, own in notebooks(options.part).items() if options.writer in (None, name)}
    if not writers:
        parser.error(f"no notebooks of {options.part} are by {options.writer}: {', '.join(notebooks(options.part))}")
    for writer, own in writers.items():
        every = [*map(as_one_text, own)] if options.whole else own
        for start in range(0, len(every), options.together):
            for question, values in answered(every[start : start + options.together], options.facts):
                outcome = "right" if is_right(values, question["a"]) else "wrong" if values else "none"
                counts[writer, question["kind"], outcome] += 1
                if options.errors and outcome != "right":
                    print(f"{question['kind']}: {question['q']} {question['a']} and not {list(values)}")
    table = {writer: {kind: {o: counts[writer, kind, o] for o in OUTCOMES} for kind in KINDS} for writer in writers}
    if options.json:
        return print(json.dumps(table))
    for writer, kinds in table.items():
        for kind, outcomes in kinds.items():
            right, wrong, every_one = outcomes["right"], outcomes["wrong"], sum(outcomes.values())
            print(f"{writer:10} {kind}: {right} of {every_one} right, {wrong} wrong")
    return None


if __name__ == "__main__":
    main()
