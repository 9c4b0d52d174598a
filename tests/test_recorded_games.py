"""A game that a real model played goes again as it went: a prompt that changes by a character breaks that."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, environment
from tests.nightly import mostly_nightly

RECORDED = ROOT / "tests" / "recorded" / "small_model"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("memory", mostly_nightly(["arigraph", "full-history", "none", "summary"], ["arigraph"]))
def test_a_game_plays_again_as_recorded_with_each_memory(memory: str, tmp_path: Path) -> None:
    recorded = [*RECORDED.glob(f"*/{memory}/cooking-level-1-1.*")]
    for path in recorded:
        copy = tmp_path / path.relative_to(RECORDED)
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    command = [sys.executable, ROOT / "benchmarks" / "small_model.py", "--from", tmp_path, "--replay"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert recorded
    assert done.stdout.endswith(f"{len(recorded)} of {len(recorded)} replay as recorded\n"), done.stdout + done.stderr
