"""A race of two episodes, as its page shows it in a real headless Chromium."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from ariadne.episode_files import find_episode, whole_history
from ariadne.report.race import write_race
from tests.command import ariadne
from tests.conftest import Game
from tests.evaluate.runs import Told, write_run
from tests.report.chromium import PHONE, Open, faults, scrolls_sideways
from tests.report.plays import nasty, write

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def other(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of the same hunt with another memory."""
    folder = tmp_path_factory.mktemp("other")
    done = ariadne("play", game("treasure-hunt"), "--quiet", "--memory", "rag", "--max-steps", "6", "--runs", folder)
    assert done.returncode in (0, 1)
    (played,) = folder.iterdir()
    return played


def tally(page: Any, lane: int) -> tuple[str, str, str]:
    """Score, facts and tokens of a lane."""
    score, facts, tokens = (page.inner_text(f"#lane-{lane} .{name}") for name in ("score", "facts", "tokens"))
    return score, facts, tokens.replace(",", "")


def test_both_are_at_the_same_step_and_who_has_ended_waits(
    visit: Open, hunt: Path, other: Path, tmp_path: Path
) -> None:
    lanes = [hunt.parent, other]
    histories = [whole_history(find_episode(lane)) for lane in lanes]
    page = visit(write_race(lanes, tmp_path / "race.html"))
    last = max(len(history.steps) for history in histories)
    assert page.inner_text("#number") == f"0 / {last}"
    acts = [[step.acted.action if step.acted else "" for step in history.steps] for history in histories]
    parted = next(step for step, (one, two) in enumerate(zip_longest(*acts, fillvalue="")) if one != two)
    page.click(".jump.parted")
    assert page.inner_text("#number") == f"{parted} / {last}"
    spent = [0, 0]
    for step in range(last + 1):
        page.locator("#slider").fill(str(step))
        assert page.inner_text("#number") == f"{step} / {last}"
        for lane, history in enumerate(histories):
            now = history.steps[min(step, len(history.steps) - 1)]
            if step < len(history.steps):
                spent[lane] += now.use.prompt_tokens + now.use.completion_tokens
            facts = str(len(history.graph_at(now.number))) if history.edges else "no graph"
            assert tally(page, lane) == (f"{now.score:.0f} of {now.maximum:.0f}", facts, str(spent[lane]))
    assert spent[0] != spent[1]
    assert not scrolls_sideways(page)
    assert not scrolls_sideways(visit(tmp_path / "race.html", viewport=PHONE))


@pytest.mark.nightly
def test_axe_finds_no_fault(visit: Open, hunt: Path, other: Path, tmp_path: Path, axe: str) -> None:
    assert faults(visit(write_race([hunt.parent, other], tmp_path / "race.html")), axe) == {}


@pytest.mark.nightly
def test_texts_that_try_to_do_harm_do_none(visit: Open, tmp_path: Path) -> None:
    write(tmp_path / "one", nasty())
    write(tmp_path / "two", nasty())
    page = visit(write_race([tmp_path / "one", tmp_path / "two"]), "#1")
    assert page.evaluate("window.harmed") is None
    assert page.locator("main img").count() == 0
    assert "<script>window.harmed = true</script>" in page.inner_text("#lane-1 .told")


def test_a_race_is_of_one_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path / "one", Told())
    write_run(tmp_path / "two", Told(seed=2))
    assert run(["report", str(tmp_path / "one"), str(tmp_path / "two"), "--race"]) == 2
    assert "hunt · seed 1 and hunt · seed 2" in capsys.readouterr().err


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_run_of_two_episodes_is_a_race(count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path / "run", *[Told()] * count)
    assert run(["report", str(tmp_path / "run"), "--race"]) == (0 if count == 2 else 2)
    assert (tmp_path / "run" / "race.html").is_file() == (count == 2)
    assert count == 2 or f"two episodes, not {count}" in capsys.readouterr().err
