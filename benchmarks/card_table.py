"""Print a scorecard's rows as a small Markdown table, from `ariadne eval --json` or `ariadne scorecard --json` on
stdin.

    ariadne eval --games cleaning --memories rag,none --json | python benchmarks/card_table.py score steps
    ariadne scorecard last --json | python benchmarks/card_table.py --overall score steps tokens

With several games and several players, the more numerous ones become rows, and the others columns; otherwise each row
gets a line. Tokens are those of prompts and replies per step; `price` is the cost of a step in prompt tokens, as in
scorecards.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
MEASURES: Mapping[str, Callable[[Row], str]] = {
    "score": lambda row: _number(_mean(row, "score"), ".2f"),
    "interval": lambda row: " to ".join(_number(end, ".2f") for end in _of(row, "score", "ci95") or ()) or "-",
    "won": lambda row: f"{_of(row, 'won', 'total') or 0:.0f} of {_of(row, 'finished', 'total'):.0f}",
    "steps": lambda row: _number(_mean(row, "steps"), ".1f"),
    "moves": lambda row: _number(_mean(row, "moves"), ".1f"),
    "× walk": lambda row: _number(_mean(row, "walkthrough_ratio"), ".2f"),
    "tokens": lambda row: _number(_tokens(row), ",.0f"),
    "price": lambda row: _number(_mean(row, "price_per_step"), ",.0f"),
    "context": lambda row: _number(_mean(row, "context"), ",.0f"),
}


def _of(row: Row, metric: str, what: str) -> Any:
    return row["metrics"].get(metric, {}).get(what)


def _mean(row: Row, metric: str) -> float | None:
    mean: float | None = _of(row, metric, "mean")
    return mean


def _tokens(row: Row) -> float | None:
    prompt, completion = (_mean(row, f"{kind}_per_step") for kind in ("prompt", "completion"))
    return None if prompt is None or completion is None else prompt + completion


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def table(rows: Sequence[Row], measures: Sequence[str]) -> str:
    """The rows, with some of their measures."""
    games, names = ([*dict.fromkeys(row[key] for row in rows)] for key in ("unit", "arm"))
    if len(games) > 1 and len(names) > 1:
        return "\n".join(_crossed(rows, games, names, measures))
    keys = [key for key, values in (("unit", games), ("arm", names)) if len(values) > 1 or key == "arm"]
    if len(games) > 1:
        keys.remove("arm")
    lines = [[*(f"`{row[key]}`" for key in keys), *(MEASURES[measure](row) for measure in measures)] for row in rows]
    return "\n".join(_lines(["player" if key == "arm" else "game" for key in keys], measures, lines))


def _crossed(rows: Sequence[Row], games: Sequence[str], names: Sequence[str], measures: Sequence[str]) -> Iterator[str]:
    found = {(row["unit"], row["arm"]): row for row in rows}
    games_down = len(games) > len(names)
    downs, overs = (games, names) if games_down else (names, games)

    def cell(down: str, over: str, measure: str) -> str:
        row = found.get((down, over) if games_down else (over, down))
        return MEASURES[measure](row) if row else "-"

    heads = [f"`{over}`: {measure}" for over in overs for measure in measures]
    lines = [[f"`{down}`", *(cell(down, over, measure) for over in overs for measure in measures)] for down in downs]
    return _lines(["game" if games_down else "player"], heads, lines)


def _lines(keys: Sequence[str], heads: Sequence[str], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    for cells in ([*keys, *heads], ["---"] * len(keys) + ["--:"] * len(heads), *lines):
        yield f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="+", choices=MEASURES, metavar="MEASURE", help=", ".join(MEASURES))
    parser.add_argument("--overall", action="store_true", help="over all games")
    options = parser.parse_args()
    card = json.load(sys.stdin)
    print(table(card["overall" if options.overall else "rows"], options.measures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
