"""The interface of everything that an agent can act in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Protocol

from ariadne.errors import UserError
from ariadne.events import Status

_ARTICLE = re.compile(r"^(?:the|an?) (?=\S)", re.IGNORECASE)
PROMPT = "> "
"""The prefix of a command in a turn's text."""


@dataclass(frozen=True)
class Turn:
    """What a player sees after a command.

    Attributes:
        command: the command that was sent; empty at the start.
        observation: the world's text, without banner, prompt and status line.
        inventory: the world's text about what the player carries.
        commands: the valid commands, sorted; if `free`, those listed for the player.
        location: the name of the place from the text, lower case, without an article; empty if unknown.
        done: whether the game has ended.
        free: whether unlisted commands are accepted, too.
        status: the result of the command: `invalid` if nothing happened and the text says so, `meta` if it only asked
            the world for information, such as its valid actions.
        status_line: the line above the text on a player's screen, e.g. with points and moves; empty if the world has
            none.
    """

    command: str
    observation: str
    inventory: str = ""
    commands: tuple[str, ...] = ()
    location: str = ""
    done: bool = False
    free: bool = False
    status: Status = "valid"
    status_line: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "commands", tuple(self.commands))
        # `The Cellar` and `the cellar` are the same place.
        object.__setattr__(self, "location", _ARTICLE.sub("", self.location))

    def as_text(self) -> str:
        """Return the turn as text: the command after a prompt sign, then the observation.

        An empty line precedes an observation that begins like a command.
        """
        if self.command:
            return f"{PROMPT}{self.command}\n{self.observation}"
        return f"\n{self.observation}" if self.observation.startswith(PROMPT) else self.observation


def briefed(turn: Turn, briefing: str) -> Turn:
    """Return the first turn, with the briefing (if any) before the observation."""
    return replace(turn, observation=f"{briefing}\n\n{turn.observation}") if briefing else turn


def read_turn(text: str) -> Turn:
    """Parse the command and the observation from a turn's text."""
    first, end, rest = text.partition("\n")
    if end and first.startswith(PROMPT) and first != PROMPT:
        return Turn(first.removeprefix(PROMPT), rest)
    return Turn("", rest if rest.startswith(PROMPT) and not first else text)


@dataclass(frozen=True)
class Score:
    """The score of a game. It is recorded, and never shown to an agent or a memory.

    Attributes:
        score: points now.
        maximum: the highest possible points; 0 for a world without a score.
        task: in a world with several tasks, the number of the current one, from 1; it stays at the last. Otherwise 0.
    """

    # Integers stay integers, also in messages between processes.
    score: int | float
    maximum: int | float
    won: bool = False
    lost: bool = False
    task: int = 0

    @property
    def normalized(self) -> float | None:
        """Return score / maximum, floored at 0; None if the world keeps no score."""
        return max(self.score, 0) / self.maximum if self.maximum else None


class World(Protocol):
    """One game being played. Plain and synchronous; the play loop moves calls to a thread."""

    @property
    def domain(self) -> str:
        """The kind of world, which selects the example plays: `textworld`, `gripper`, …"""

    @property
    def instructions(self) -> str:
        """How to act here: the actions with their preconditions and effects. Agents see this at every step. Empty if
        the valid commands are listed."""

    @property
    def goal(self) -> str:
        """The goal in a sentence or two."""

    @property
    def briefing(self) -> str:
        """Further text for the player before the start; may be empty."""

    @property
    def walkthrough(self) -> tuple[str, ...]:
        """Commands known to win, for the `walkthrough` agent only; empty if unknown."""

    def reset(self) -> Turn:
        """Start from the beginning."""

    def step(self, command: str) -> Turn:
        """Execute one command."""

    def score(self) -> Score:
        """The current score."""

    def close(self) -> None:
        """Free the world's resources."""


def complete(world: World) -> World:
    """Check that a world, perhaps of another package, is complete, and return it.

    Raises:
        UserError: an attribute or a method is missing.
    """
    for name in vars(World):
        if not name.startswith("_") and not hasattr(world, name):
            raise UserError(f"the world {type(world).__name__} has no `{name}`")
    return world


def fewest_of(world: World) -> tuple[int, ...]:
    """Return the fewest commands for each task of a world with several (its `fewest`); empty for other worlds.

    Each counts from the end of the previous task. Like the score, they are only recorded.
    """
    return tuple(getattr(world, "fewest", ()))
