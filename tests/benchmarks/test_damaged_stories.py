"""Damaged stories that reach the engines, a sample: none ends the process, and evaluations go on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from damaged_stories import ends, spoiled

from ariadne.worlds import sandbox
from tests.conftest import Game
from tests.evaluate.evaluating import card_of, evaluated, only_run

pytestmark = pytest.mark.nightly

SAMPLE = 20


def test_a_damaged_story_is_refused_or_fails_in_a_line_or_plays_on(
    game: Game, lighthouse: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "STEP_SECONDS", 1.0)
    monkeypatch.setattr(sandbox, "OPENING_SECONDS", 5.0)
    found = [end for _, end in ends([game("treasure-hunt"), lighthouse], range(SAMPLE))]
    assert len(found) == SAMPLE
    assert {end.how for end in found} >= {"failed", "played"}


def test_an_evaluation_goes_on_without_the_stories_that_crash(
    game: Game, compiled: Game, lighthouse: Path, tmp_path: Path
) -> None:
    closed = next(end.said for _, end in ends([lighthouse], range(1, 99, 2)) if end.how == "failed")
    number = int(Path(closed.split(":")[0]).stem)
    crashing = Path(shutil.copy(compiled("trap"), tmp_path / "trap.z5"))
    crashing.with_suffix(".yaml").write_text("walkthrough: [look, hoard]")
    stories = [spoiled(lighthouse, number, tmp_path), crashing, game("treasure-hunt")]
    done = evaluated(
        "--games", ",".join(map(str, stories)), "--agents", "random,walkthrough", "--repeats", "1", "--max-steps", "3",
        "--processes", "0", "--runs", tmp_path / "runs",
    )  # fmt: skip
    run = only_run(tmp_path / "runs")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("error: 3 of 6 episodes failed")
    assert {(each.game, each.agent, each.why) for each in card_of(run).played} == {
        ("trap", "random", "steps"),
        ("trap", "walkthrough", "failed"),
        ("small-treasure-hunt", "random", "steps"),
        ("small-treasure-hunt", "walkthrough", "won"),
    }
    told = {each.error for each in card_of(run).played if each.error}
    assert told == {f"{crashing}: the story crashed its interpreter, at 'hoard'"}
