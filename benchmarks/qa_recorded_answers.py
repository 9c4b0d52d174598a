"""Check the metric of `ariadne qa` with the answers of the authors' recorded run on MuSiQue, whose figures are known.

    python benchmarks/qa_recorded_answers.py --data DIR

DIR contains `musique200.jsonl` and `musique200_recorded_extraction.jsonl`. The latter's lines have an `id` and a
`direct_answer`. On the 200 recorded answers exact match is 25.0 and F1 36.5, if the metric is the official script's.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import mean

from ariadne.errors import AriadneError, UserError
from ariadne.qa.datasets import load_items
from ariadne.qa.metrics import AnswerMarks, marks

QUESTIONS, RECORDED = "musique200.jsonl", "musique200_recorded_extraction.jsonl"


def measured(folder: Path) -> list[AnswerMarks]:
    """The marks of the recorded answers, in the order of the questions.

    Raises:
        UserError: a file is missing or damaged, or a question has no recorded answer.
    """
    path = folder / RECORDED
    try:
        entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        said = {entry["id"]: str(entry["direct_answer"]) for entry in entries}
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: a line is not a recorded answer ({error})") from error
    items = load_items(folder / QUESTIONS)
    missing = [item.id for item in items if item.id not in said]
    if missing:
        raise UserError(f"{path} has no answer to {missing[0]}")
    return [marks(said[item.id], item.answers, item.verdicts) for item in items]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder of the two files")
    try:
        results = measured(parser.parse_args().data)
    except AriadneError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    exact, f1 = (100 * mean(getattr(one, name) for one in results) for name in ("exact", "f1"))
    print(f"{len(results)} recorded answers: EM {exact:.1f} / F1 {f1:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
