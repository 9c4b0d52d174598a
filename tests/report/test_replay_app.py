from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ariadne.cli import run
from ariadne.episode_files import whole_history
from ariadne.history import History
from ariadne.report.replay_app import ReplayApp
from ariadne.screen.map import maps
from tests.conftest import Game
from tests.report.hostile import ESCAPES, nasty_episode
from tests.screen.events import learned, started, turn

# The game is played once for all tests.
pytestmark = pytest.mark.xdist_group("replay")


@pytest.fixture(scope="module")
def hunt(game: Game, tmp_path_factory: pytest.TempPathFactory) -> History:
    """A small game that Ariadne played."""
    runs = tmp_path_factory.mktemp("runs")
    assert run(["play", str(game("treasure-hunt")), "--calls", "three", "--quiet", "--runs", str(runs)]) == 0
    (path,) = runs.glob("*/episodes/*/events.jsonl")
    return whole_history(path)


def screen(pilot: Pilot[None]) -> str:
    """The text on the screen, line by line; what a picture of it says."""
    lines: dict[str, str] = {}
    for y, text in re.findall(r'<text[^>]* y="([^"]+)"[^>]*>(.*?)</text>', pilot.app.export_screenshot(), re.DOTALL):
        lines[y] = lines.get(y, "") + html.unescape(text).replace("\xa0", " ")
    return "\n".join(lines.values())


async def press(pilot: Pilot[None], *keys: str) -> str:
    """What stands on the screen after some keys; `=text` is typed."""
    for key in keys:
        await pilot.press(*(key[1:] if key.startswith("=") else [key]))
    await pilot.pause()
    return screen(pilot)


def shown(pilot: Pilot[None]) -> int:
    """The step that is shown."""
    assert isinstance(pilot.app, ReplayApp)
    return pilot.app.step


async def test_arrows_and_pages_go_from_step_to_step_and_stay_within(hunt: History) -> None:
    last = len(hunt.steps) - 1
    assert last > 3
    async with ReplayApp(hunt).run_test() as pilot:
        for keys, step in (
            (["left"], 0),
            (["right", "right"], 2),
            (["left"], 1),
            (["pagedown"], min(11, last)),
            (["home"], 0),
            (["end"], last),
            (["right"], last),
            (["pageup"], max(last - 10, 0)),
            (["g", "=3", "enter"], 3),
            (["g", "=999", "enter"], 3),
            (["g", "=-1", "enter"], 3),
        ):
            await press(pilot, *keys)
            assert shown(pilot) == step, keys
        assert f"there is no step -1: they are 0 to {last}" in screen(pilot)


async def test_a_step_shows_what_the_agent_saw_learned_planned_and_did(hunt: History) -> None:
    step = hunt.steps[1]
    assert step.acted
    assert step.learned
    assert step.planned
    async with ReplayApp(hunt).run_test(size=(140, 40)) as pilot:
        text = await press(pilot, "right")
    for said in (step.acted.action, step.learned.added[0], step.planned.plan[0].partition(" |")[0]):
        assert said in text
    assert "step 1 of" in text


async def test_keys_switch_between_the_views(hunt: History) -> None:
    async with ReplayApp(hunt).run_test(size=(140, 40)) as pilot:
        await press(pilot, "right")
        assert "● " in await press(pilot, "2")
        assert f"[{maps(hunt.steps)[1].here}]" in await press(pilot, "3")
        text = await press(pilot, "4")
        assert "1 of 3 learn" in text
        assert "You are an agent" in text
        assert "Recall" in await press(pilot, "1")


async def test_a_vertex_is_chosen_by_name_or_from_the_list() -> None:
    facts = [turn("A hall.", step=0), learned(["key, is in, hall", "lamp, is, red"])]
    later = learned(["lamp, is, blue"], ["lamp, is, red"], step=2)
    async with ReplayApp(History.of([started(), *facts, later])).run_test() as pilot:
        assert "key, is in, hall" in await press(pilot, "right", "2")
        assert "● lamp, is, red  since 1" in await press(pilot, "v", "=LAM", "enter")
        assert "○ lamp, is, red  since 1 until 2" in await press(pilot, "right")
        assert "● key, is in, hall" in await press(pilot, "home", "right", "up")
        assert "'blue'" in await press(pilot, "v", "=blue", "enter")
        assert "nothing is known" in await press(pilot, "home")


async def test_a_search_goes_to_the_next_step_that_holds_the_text_and_round_the_end() -> None:
    turns = [turn(text, command="wait", step=step) for step, text in enumerate(("dust", "a [gem]", "dust", "A [GEM]"))]
    async with ReplayApp(History.of([started(), *turns])).run_test() as pilot:
        assert "'[gem]' is in 3 steps" in await press(pilot, "slash", "=[gem]", "enter")
        assert shown(pilot) == 1
        for key, step in (("n", 2), ("n", 3), ("n", 1), ("N", 3), ("N", 2)):
            await press(pilot, key)
            assert shown(pilot) == step
        assert "'gold' is in no steps" in await press(pilot, "slash", "=gold", "enter")
        assert shown(pilot) == 2
        assert "'gold'" not in await press(pilot, "escape")


async def test_what_only_a_prompt_holds_is_shown_there_at_its_place(hunt: History) -> None:
    async with ReplayApp(hunt).run_test() as pilot:
        text = await press(pilot, "slash", "=Reply with JSON", "enter")
        assert "Reply with JSON" in text
        assert "1 of 3 learn" not in text
        assert shown(pilot) == 1
        await press(pilot, "n")
        assert shown(pilot) == 2
        assert "Reply with JSON" in screen(pilot)


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
async def test_hostile_texts_break_and_hide_nothing(size: tuple[int, int]) -> None:
    async with ReplayApp(nasty_episode()).run_test(size=size) as pilot:
        for key in ("right", *"2341", "home", "end"):
            assert not set(await press(pilot, key)) & set(ESCAPES[:1] + "\x07\r")
        await press(pilot, "slash", "=[/nothing] [@", "enter")
        assert pilot.app.is_running
        assert shown(pilot) == 0


async def test_an_episode_that_has_only_begun_can_be_shown(tmp_path: Path) -> None:
    async with ReplayApp(History.of([started()])).run_test() as pilot:
        for key in ("right", *"1234", "n", "end", "v", "=x", "enter"):
            await press(pilot, key)
        assert "step 0 of 0" in screen(pilot)
