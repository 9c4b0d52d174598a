"""Checks the metric of `ariadne qa`: the answers of the authors' recorded run on MuSiQue have known figures.

    python benchmarks/qa_recorded_answers.py --data DIR

DIR holds `musique200.jsonl` and `musique200_recorded_extraction.jsonl`. Exact match is 25.0 and F1 36.5 if
the metric is that of the official script.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean

from ariadne.qa.datasets import load_items
from ariadne.qa.metrics import Marks, marks


def recorded(folder: Path) -> list[Marks]:
    """The marks of the recorded answers, in the order of the questions."""
    lines = (folder / "musique200_recorded_extraction.jsonl").read_text(encoding="utf-8").splitlines()
    said = {entry["id"]: str(entry["direct_answer"]) for entry in map(json.loads, lines)}
    items = load_items(folder / "musique200.jsonl")
    return [marks(said[item.id], item.answers, item.dataset) for item in items]


def main() -> None:
    parser = argparse.ArgumentParser(description="The metric of `ariadne qa` on recorded answers.")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="where the data is")
    results = recorded(parser.parse_args().data)
    exact, f1 = (100 * mean(getattr(one, name) for one in results) for name in ("exact", "f1"))
    print(f"{len(results)} recorded answers: EM {exact:.1f} / F1 {f1:.1f} (known: EM 25.0 / F1 36.5)")


if __name__ == "__main__":
    main()
