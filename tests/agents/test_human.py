from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from ariadne.agents.human import Console, Human, Lines
from ariadne.worlds.world import Turn

TURN = Turn("", "A hall.", "You carry a coin.", ("drop coin", "go east", "save goat"), "hall")


class Typist:
    """A player who types these lines."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self.offered: list[Sequence[str]] = []

    async def __call__(self, commands: Sequence[str], hint: str) -> str | None:
        self.offered.append(commands)
        return self._lines.pop(0) if self._lines else None


async def sent(*lines: str) -> tuple[list[str], str]:
    """What reaches the world, and what the player is told otherwise."""
    told = StringIO()
    human = Human(Typist(*lines), told)
    commands = []
    while decision := await human.decide([TURN]):
        commands.extend(decision.commands)
    return commands, told.getvalue()


async def test_any_command_is_sent_valid_or_not() -> None:
    assert await sent("go east", "  Dance   wildly ", "x coin") == (["go east", "dance wildly", "x coin"], "")


@pytest.mark.parametrize("line", ["quit", "Q", " exit "])
async def test_quit_leaves(line: str) -> None:
    assert await sent("look", line, "go east") == (["look"], "")


async def test_the_end_of_the_input_leaves() -> None:
    assert await sent() == ([], "")


@pytest.mark.parametrize(
    "line",
    ["save", "RESTORE", "undo",],
)  # fmt: skip
async def test_interpreter_commands_are_blocked(line: str) -> None:
    commands, told = await sent(line)
    assert commands == []
    assert " ".join(line.lower().split()) in told


@pytest.mark.parametrize("line", ["take key. go east", "take key then go east", "look; look"])
async def test_two_commands_at_once_are_refused(line: str) -> None:
    commands, told = await sent(line)
    assert commands == []
    assert "one command" in told


async def test_tab_takes_the_valid_command_that_is_offered() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()) as session:
        keys.send_text("coin")
        typing = asyncio.create_task(Console()(TURN.commands, TURN.inventory))
        async with asyncio.timeout(30):
            while session.app is None or session.app.current_buffer.complete_state is None:
                await asyncio.sleep(0.01)
        keys.send_text("\t\n")
        assert await typing == "drop coin"


async def test_control_c_interrupts_the_prompt() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("loo\x03")
        with pytest.raises(KeyboardInterrupt):
            await Console()(TURN.commands, TURN.inventory)


@pytest.fixture
def pipe() -> Iterator[tuple[int, Lines]]:
    reading, writing = os.pipe()
    with os.fdopen(reading) as source:
        yield writing, Lines(source)


async def test_lines_of_a_pipe_are_read_as_they_come(pipe: tuple[int, Lines]) -> None:
    writing, lines = pipe
    os.write(writing, b"look\ngo ea")
    assert await lines((), "") == "look"
    asyncio.get_running_loop().call_later(0.01, os.write, writing, "st\ncaf\xe9\xff".encode("latin-1"))
    assert await lines((), "") == "go east"
    os.close(writing)
    assert await lines((), "") == "caf��"
    assert await lines((), "") is None


async def test_waiting_for_a_line_can_be_interrupted(pipe: tuple[int, Lines]) -> None:
    writing, lines = pipe
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(lines((), ""), 0.01)
    os.write(writing, b"look\n")
    assert await lines((), "") == "look"
    os.close(writing)


async def test_lines_of_a_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "commands.txt"
    path.write_text("look\n\ngo east")
    with path.open() as source:
        lines = Lines(source)
        assert [await lines((), "") for _ in range(4)] == ["look", "", "go east", None]
