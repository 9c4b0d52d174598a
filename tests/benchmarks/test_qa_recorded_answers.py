"""The benchmark of the metric, as its user runs it, on a few answers made for it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.command import benchmark
from tests.qa.asking import musique

ANSWERS = ["The town of Pisa.", "in Lucca", "Siena Arezzo", ""]


def recorded(folder: Path, answers: list[str]) -> subprocess.CompletedProcess[str]:
    """What it says of these answers to four questions."""
    musique(folder, 4).rename(folder / "musique200.jsonl")
    lines = (json.dumps({"id": f"2hop__{n}_{n}", "direct_answer": said}) + "\n" for n, said in enumerate(answers))
    (folder / "musique200_recorded_extraction.jsonl").write_text("".join(lines))
    return benchmark("qa_recorded_answers", "--data", folder)


def test_it_tells_exact_match_and_f1(tmp_path: Path) -> None:
    # 1 and 1; 0 and 2/3 with either answer; 0 and 2/3; 0 and 0.
    done = recorded(tmp_path, ANSWERS)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "4 recorded answers: EM 25.0 / F1 58.3\n"


def test_a_mistake_is_one_line(tmp_path: Path) -> None:
    done = recorded(tmp_path, ANSWERS[:3])
    assert done.returncode == 2
    assert done.stderr.endswith("has no answer to 2hop__3_3\n")
    assert done.stderr.count("\n") == 1
