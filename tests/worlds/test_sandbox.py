"""Worlds in separate processes: stories that harm their interpreters, and the life of processes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import Failure, UserError
from ariadne.worlds import sandbox, story_file, textworld
from ariadne.worlds.ipc import OpenedWorld
from ariadne.worlds.sandbox import SandboxedWorld
from ariadne.worlds.world import Score
from tests.command import environment
from tests.conftest import Game
from tests.evaluate.evaluating import children, descendants, is_alive, until

PATIENCE = 20.0


@pytest.fixture
def trap(compiled: Game) -> Path:
    """A story whose verbs spin, flood, and write files."""
    return compiled("trap")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "STEP_SECONDS", 0.1)


@pytest.fixture
def no_zygote() -> None:
    """The next world gets a zygote that no other test has used."""
    before = processes()
    for pid in {*before} & {*children(os.getpid())}:
        os.kill(pid, signal.SIGKILL)
    until(lambda: not any(map(is_alive, before)), "the end of the processes", PATIENCE)


@pytest.fixture
def own_zygote(no_zygote: None, lighthouse: Path) -> int:
    """Only this test's worlds are in it."""
    assert plays(lighthouse)
    return zygote()


def processes() -> list[int]:
    """The processes of worlds, and all their children."""
    return [pid for pid, command in descendants(os.getpid()) if "zygote" in command]


def zygote() -> int:
    (found,) = [pid for pid in children(os.getpid()) if pid in processes()]
    return found


def plays(story: Path) -> bool:
    """Whether a world opens and answers."""
    with closing(story_file.open_story(story)) as world:
        return world.reset().location != "" and world.step("north").status == "valid"


def ended_by(act: Callable[[], object]) -> str:
    """The error line of a failed world."""
    with pytest.raises(Failure) as caught:
        act()
    line = str(caught.value)
    assert "\n" not in line
    return line


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("verb", ["spin", "flood"])
def test_a_story_that_loops_is_ended_and_the_next_world_plays(trap: Path, lighthouse: Path, verb: str) -> None:
    with closing(story_file.open_story(trap)) as world, closing(story_file.open_story(trap)) as other:
        world.reset()
        other.reset()
        line = ended_by(lambda: world.step(verb))
        assert (str(trap) in line, f"'{verb}'" in line) == (True, True)
        assert ended_by(world.reset) == line
        assert world.score() == Score(0, 0)
        assert other.step("look").observation.startswith("Cell")
    assert plays(lighthouse)


@pytest.mark.usefixtures("hasty")
def test_a_milestone_that_takes_too_long_ends_its_story(lighthouse: Path, tmp_path: Path) -> None:
    story = Path(shutil.copy(lighthouse, tmp_path / "slow.z5"))
    story.with_suffix(".yaml").write_text("milestones: ['(.+)+~']\n")
    with closing(story_file.open_story(story)) as world:
        assert "slow.z5" in ended_by(world.reset)


def test_a_story_that_crashes_fails_in_a_line_and_the_next_world_plays(trap: Path, lighthouse: Path) -> None:
    with closing(story_file.open_story(trap)) as world:
        world.reset()
        assert "crashed" in ended_by(lambda: world.step("hoard"))
    assert plays(lighthouse)


def test_a_story_writes_no_file(trap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = {*tmp_path.rglob("*"), *trap.parent.iterdir()}
    with closing(story_file.open_story(trap)) as world:
        world.reset()
        assert world.step("keep").observation == "Kept: 0."
        assert "Cannot open file" in world.step("scribble").observation
    assert {*tmp_path.rglob("*"), *trap.parent.iterdir()} == before


@pytest.mark.nightly
@pytest.mark.usefixtures("own_zygote")
def test_a_story_takes_no_more_memory_than_it_may(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    story = game("treasure-hunt")
    monkeypatch.setattr(sandbox, "MEMORY", 2**20)
    # Where it runs out decides whether Python says so or the engine crashes.
    assert ended_by(lambda: textworld.open_world(story)).endswith(", as it was opened")
    monkeypatch.undo()
    textworld.open_world(story).close()


def test_a_process_that_is_killed_in_the_middle_of_a_step_is_a_failure(trap: Path, lighthouse: Path) -> None:
    before = set(processes())
    with closing(story_file.open_story(trap, seed=2)) as world, ThreadPoolExecutor(1) as pool:
        world.reset()
        step = pool.submit(world.step, "spin")
        # A process of another world may begin or end meanwhile; only the one that plays has a child.
        (player,) = [child for story in set(children(zygote())) - before for child in children(story)]
        os.kill(player, signal.SIGKILL)
        assert ended_by(step.result) == f"{trap}: the story crashed its interpreter, at 'spin'"
    assert plays(lighthouse)


def test_a_world_can_be_closed_under_a_step(trap: Path) -> None:
    with closing(story_file.open_story(trap)) as world, ThreadPoolExecutor(1) as pool:
        world.reset()
        step = pool.submit(world.step, "spin")
        world.close()
        ended_by(step.result)
        assert "closed" in ended_by(world.reset)


@pytest.mark.nightly
def test_when_the_zygote_is_killed_its_worlds_fail_and_the_next_is_another(lighthouse: Path) -> None:
    with closing(story_file.open_story(lighthouse)) as world:
        world.reset()
        before = processes()
        os.kill(zygote(), signal.SIGKILL)
        until(lambda: not any(map(is_alive, before)), "the end of the processes", PATIENCE)
        assert ended_by(lambda: world.step("north")).startswith(f"{lighthouse}: ")
        assert plays(lighthouse)
        assert zygote() not in before


def test_when_an_idle_story_is_killed_it_is_opened_again(lighthouse: Path) -> None:
    assert plays(lighthouse)
    for story in children(zygote()):
        os.kill(story, signal.SIGKILL)
        until(lambda story=story: not is_alive(story), "its end", PATIENCE)
    assert plays(lighthouse)


@pytest.mark.parametrize("killed", [pytest.param(True, marks=pytest.mark.nightly), False], ids=["killed", "ends"])
def test_nothing_is_left_of_a_player_and_no_key_was_known(trap: Path, killed: bool) -> None:
    code = (
        "import sys; from pathlib import Path; from ariadne.worlds.story_file import open_story\n"
        "idle, busy = (open_story(Path(sys.argv[1]), seed) for seed in (1, 2))\n"
        "idle.reset(); busy.reset(); print('ready', flush=True)\n"
        "busy.step('spin') if len(sys.argv) > 2 else sys.stdin.read()"
    )
    player = subprocess.Popen(
        [sys.executable, "-c", code, trap, *(["spin"] if killed else [])],
        env=environment(OPENAI_API_KEY="sk-nobody-knows"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with player:
        assert player.stdout
        assert player.stdout.readline() == b"ready\n"
        below = [pid for pid, _ in descendants(player.pid)]
        assert len(below) == 1 + 2 + 2
        for pid in below:
            assert b"sk-nobody" not in Path(f"/proc/{pid}/environ").read_bytes()
            assert len(list(Path(f"/proc/{pid}/task").iterdir())) == 1
        if killed:
            player.kill()
    assert player.returncode == (-signal.SIGKILL if killed else 0)
    until(lambda: not any(map(is_alive, below)), "the end of all processes", PATIENCE)


def test_a_story_is_opened_once_for_all_players(lighthouse: Path, own_zygote: int) -> None:
    before = set(processes())
    with ThreadPoolExecutor(8) as pool:
        worlds = list(pool.map(lambda _: story_file.open_story(lighthouse, seed=2), range(8)))
    until(lambda: len(set(processes()) - before) == 1 + 8, "a process for each", PATIENCE)
    for world in worlds:
        world.reset()
    worlds[0].step("north")
    assert [world.step("look").location for world in worlds] == ["hall"] + 7 * ["quay"]
    for world in worlds:
        world.close()
    until(lambda: len(set(processes()) - before) == 1, "the end of the worlds", PATIENCE)


def test_a_few_idle_stories_are_kept(lighthouse: Path, own_zygote: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "IDLE", 2)
    for number in range(5):
        story_file.open_story(lighthouse, seed=number).close()
    until(lambda: len(children(own_zygote)) == 2, "two stories", PATIENCE)
    (keep, *_) = children(own_zygote)
    story_file.open_story(lighthouse, seed=3).close()
    assert keep in children(own_zygote)


def test_another_story_at_the_same_path_is_another(lighthouse: Path, compiled: Game, tmp_path: Path) -> None:
    story = tmp_path / "same.z5"
    told = []
    for source in (lighthouse, compiled("curt")):
        story.write_bytes(source.read_bytes())
        with closing(story_file.open_story(story)) as world:
            told.append(world.reset().location)
    assert told == ["quay", ""]


@pytest.mark.usefixtures("no_zygote")
def test_a_system_that_cannot_fork_is_told_so(lighthouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    with pytest.raises(UserError, match="fork"):
        story_file.open_story(lighthouse)


def test_invalid_text_is_rejected_safely(lighthouse: Path) -> None:
    with closing(story_file.open_story(lighthouse)) as world:
        world.reset()
        for command in ("\ud83d", "x" * 10**7, "\x00", "🚪" * 10**6):
            assert world.step(command).status == "invalid"
        assert world.step("north").location == "hall"


STANDING = {"score": 1, "maximum": 2.5, "won": False, "lost": False, "task": 3}
TURN = {"command": "", "observation": "", "inventory": "", "commands": [], "location": "", "done": False, "free": True}


def framed(message: object) -> bytes:
    content = json.dumps(message).encode()
    return struct.pack(">I", len(content)) + content


@given(
    st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=200).map(lambda content: struct.pack(">I", len(content)) + content),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["turn", "standing", "error"]), inner, max_size=3)
            ),
        ).map(framed),
        st.sampled_from(
            [
                framed({"turn": TURN | {"status": "odd"}, "standing": STANDING}),
                framed({"turn": TURN | {"done": 1}, "standing": STANDING}),
                framed({"turn": TURN, "standing": STANDING | {"score": float("nan")}}),
                framed({"turn": TURN, "standing": STANDING, "more": 1}),
                framed({"error": "\x1b[2Jboo\nhoo"}),
                struct.pack(">I", 2**32 - 1) + b"[" * 1000,
                framed(["["] * 10),
                struct.pack(">I", 100_000) + b"[" * 100_000,
            ]
        ),
    )
)
def test_whatever_a_process_answers_is_a_turn_or_a_failure(answer: bytes) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.sendall(answer)
        theirs.shutdown(socket.SHUT_WR)
        world = _world(ours)
        ended_by(lambda: world.step("look"))
        ours.close()


def test_what_can_be_read_is_a_turn() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(framed({"turn": TURN | {"status": "meta"}, "standing": STANDING}))
        world = _world(ours)
        assert world.step("look").status == "meta"
        assert repr(world.score()) == "Score(score=1, maximum=2.5, won=False, lost=False, task=3)"


def _world(connection: socket.socket) -> SandboxedWorld:
    order = sandbox.StoryOrder("jericho", Path("story.z5"), "", "")
    told = dict.fromkeys(("domain", "instructions", "goal", "briefing"), "")
    known = {**told, "walkthrough": (), "fewest": (), "known": False}
    opened = OpenedWorld.model_validate_json(json.dumps({**known, "standing": STANDING}))
    story = SimpleNamespace(order=order, leave=lambda: None)
    return SandboxedWorld(story, opened, connection)  # type: ignore[arg-type]
