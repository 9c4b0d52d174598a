"""Print the scorecard of an examination as small Markdown tables, from `ariadne exam --json` on stdin.

    ariadne exam cleaning cooking --seeds 1-3 --json | python benchmarks/exam_table.py

For several presets it prints truth / stale for each memory and preset; then, over all of them, truth by kind of
question, the stale share, tokens per question, and the calls and prompt tokens of a play.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ariadne.exam.questions import KINDS

Row = Mapping[str, Any]


def by_preset(rows: Sequence[Row]) -> str:
    """Truth and stale statements, one line for each preset."""
    presets, memories = ([*dict.fromkeys(row[key] for row in rows)] for key in ("unit", "arm"))
    found = {(row["unit"], row["arm"]): row for row in rows}
    lines = [
        [f"`{preset}`", f"{found[preset, memories[0]]['metrics']['questions']['total']:,.0f}"]
        + [" / ".join(_share(found[preset, memory], metric) for metric in ("truth", "stale")) for memory in memories]
        for preset in presets
    ]
    return "\n".join(_lines(["preset", "questions", *memories], lines))


def by_kind(rows: Sequence[Row]) -> str:
    """Each memory's score by kind of question."""
    kinds = [kind for kind in KINDS if f"truth.{kind}" in rows[0]["metrics"]]
    heads = ["memory", "all", "stale", *(f"`{kind}`" for kind in kinds), "tokens", "calls", "prompt tokens"]
    lines = [
        [f"`{row['arm']}`"]
        + [_share(row, metric) for metric in ("truth", "stale", *(f"truth.{kind}" for kind in kinds))]
        + [f"{row['metrics'][name]['mean']:,.0f}" for name in ("tokens", "model_calls", "prompt_tokens")]
        for row in rows
    ]
    return "\n".join(_lines(heads, lines))


def _share(row: Row, metric: str) -> str:
    return f"{row['metrics'][metric]['mean']:.3f}" if metric in row["metrics"] else "-"


def _lines(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    for cells in (heads, ["---", *["--:"] * (len(heads) - 1)], *lines):
        yield f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    card = json.load(sys.stdin)
    several = len({row["unit"] for row in card["rows"]}) > 1
    if several:
        print("Truth / stale by preset:", by_preset(card["rows"]), "Over all of them, truth by kind:", sep="\n\n")
        print()
    print(by_kind(card["overall"] if several else card["rows"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
