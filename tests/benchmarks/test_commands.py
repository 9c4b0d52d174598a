"""Every benchmark has a command that runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, environment

pytestmark = pytest.mark.nightly

COMMANDS = sorted(
    path.name for path in (ROOT / "benchmarks").glob("*.py") if "ArgumentParser" in path.read_text(encoding="utf-8")
)
SMALL_RUNS = (
    "by_hand.py --replay",
    "damaged_memories.py --count 10",
    "exam_grader.py",
    "indexes.py --triplets 2000",
    "faults.py --kinds cut --games 1 --steps 5",
    "shown.py --games gripper --steps 3",
    "small_model.py rules --games cooking-level-1 --seeds 1 --steps 2 --memories none --out {here} --recorded {here}",
)


def run(line: str, here: Path) -> subprocess.CompletedProcess[str]:
    name, *arguments = line.format(here=here).split()
    command = [sys.executable, str(ROOT / "benchmarks" / name), *arguments]
    return subprocess.run(command, env=environment(), cwd=here, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_tells_its_options(name: str, tmp_path: Path) -> None:
    done = run(f"{name} --help", tmp_path)
    assert (done.returncode, done.stdout[:6]) == (0, "usage:"), done.stderr


@pytest.mark.parametrize("line", SMALL_RUNS)
def test_a_small_run_ends_well(line: str, tmp_path: Path) -> None:
    done = run(line, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
