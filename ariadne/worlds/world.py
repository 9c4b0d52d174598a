"""The seam to everything that an agent can act in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Protocol

from ariadne.events import Status

_ARTICLE = re.compile(r"^(?:the|an?) (?=\S)", re.IGNORECASE)
PROMPT = "> "
"""What a command follows where a turn is told as text."""


@dataclass(frozen=True)
class Turn:
    """What a player sees after a command.

    Attributes:
        command: what was sent; empty at the start.
        observation: the world's text, without banner, prompt and status line.
        inventory: the world's text about what the player carries.
        commands: the valid commands, sorted; where `free`, those that the player was told of.
        location: the name of the place as the text gave it, lower case, without an article; empty if it never did.
        done: whether the game has ended.
        free: whether other commands than those listed may be given.
        status: what became of the command: `invalid` if nothing happened and the text says so, `meta` if it only asked
            the world for something, such as its valid actions.
        status_line: what stands above the text on a player's screen, such as the points and moves so far; empty where
            a world shows nothing there.
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
        # `The Cellar` and the cellar that a text speaks of are one place.
        object.__setattr__(self, "location", _ARTICLE.sub("", self.location))

    def as_text(self) -> str:
        """The turn as a reader sees it: the command after a prompt sign, then what the world said.

        What the world says first is no command, even if it looks like one.
        """
        if self.command:
            return f"{PROMPT}{self.command}\n{self.observation}"
        return f"\n{self.observation}" if self.observation.startswith(PROMPT) else self.observation


def briefed(turn: Turn, briefing: str) -> Turn:
    """The first turn as a player is told it: the briefing, if there is one, and then what the world shows."""
    return replace(turn, observation=f"{briefing}\n\n{turn.observation}") if briefing else turn


def read_turn(text: str) -> Turn:
    """The command and the observation of a turn that was kept as text."""
    first, end, rest = text.partition("\n")
    if end and first.startswith(PROMPT) and first != PROMPT:
        return Turn(first.removeprefix(PROMPT), rest)
    return Turn("", rest if rest.startswith(PROMPT) and not first else text)


@dataclass(frozen=True)
class Score:
    """How a game stands. It goes to the records, never to an agent or a memory.

    Attributes:
        score: points now.
        maximum: points that can be reached; 0 for a world without a score.
        task: in a world that sets several, the number of the one at hand, from 1; the last stays at hand. 0 elsewhere.
    """

    score: float
    maximum: float
    won: bool = False
    lost: bool = False
    task: int = 0

    @property
    def normalized(self) -> float | None:
        """score / maximum, floored at 0; None where the world keeps no score."""
        return max(self.score, 0) / self.maximum if self.maximum else None


class World(Protocol):
    """One game being played. Plain and synchronous; the play loop moves calls to a thread."""

    @property
    def domain(self) -> str:
        """What kind of world this is, for examples of how such a world is acted in: `textworld`, `gripper`, …"""

    @property
    def instructions(self) -> str:
        """How one acts here: the actions, with what they need and do. An agent is shown it at every step;
        empty where the valid commands are listed."""

    @property
    def goal(self) -> str:
        """What the player is asked to achieve, in a sentence or two."""

    @property
    def briefing(self) -> str:
        """What the player is told before the start besides the goal; may be empty."""

    @property
    def walkthrough(self) -> tuple[str, ...]:
        """Commands that are known to win, for the `walkthrough` agent only; empty if unknown."""

    def reset(self) -> Turn:
        """Start from the beginning."""

    def step(self, command: str) -> Turn:
        """Execute one command."""

    def score(self) -> Score:
        """How the game stands now."""

    def close(self) -> None:
        """Free what the world holds."""


def fewest_of(world: World) -> tuple[int, ...]:
    """The fewest commands for each task of a world that sets several, which has them as `fewest`; else none.

    Each counts from where the task before it ended. It goes to the records only, as the score does.
    """
    return tuple(getattr(world, "fewest", ()))
