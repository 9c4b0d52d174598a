"""A game as a conversation: the game is the user and the player the assistant, as in the examples that `ariadne export
--format sft` makes of runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ariadne.evaluate.examples import as_message, as_system
from ariadne.gym import TextGame
from ariadne.training.facts import FactMarks, mark_facts
from ariadne.training.reply import read_reply
from ariadne.worlds.registry import find_game
from ariadne.worlds.world import Score, Turn


@dataclass(frozen=True)
class EpisodeState:
    """The state of an episode.

    Attributes:
        normalized_score: in a world without a score, 1 for a win, otherwise 0.
        facts: the value of the stated facts; None if they were not asked for, or there was no answer.
    """

    normalized_score: float
    won: bool
    lost: bool
    steps: int
    invalid_actions: int
    commands: tuple[str, ...]
    facts: FactMarks | None = None


class Conversation:
    """One episode of a game, one message and answer at a time. Synchronous: a step may take a while.

    Args:
        game, seed, max_steps: as for `TextGame`.

    Raises:
        UserError: there is no such game.
    """

    def __init__(self, game: str, seed: int | None = None, max_steps: int | None = None) -> None:
        self._env = TextGame(game, seed, max_steps)
        self._game = find_game(game, seed)
        self._score = Score(0, 0)
        self._commands: list[str] = []
        self._stated: list[str] = []
        self._invalid = 0
        self.system = ""
        """What the player always knows; set by `begin`."""

    def begin(self) -> str:
        """Start from the beginning and return the first message."""
        _, info = self._env.reset()
        self._commands, self._stated, self._invalid = [], [], 0
        self._score = _score(info)
        self.system = as_system(info["instructions"], info["goal"])
        return self._message()

    def answer(self, text: str) -> str | None:
        """Take an answer and return the next message; None if the episode is over."""
        reply = read_reply(text)
        _, _, ended, cut, info = self._env.step(reply.command)
        self._commands.append(reply.command)
        self._stated += reply.facts
        self._score = _score(info)
        self._invalid += self._seen.status == "invalid"
        return None if ended or cut else self._message()

    def outcome(self, facts: bool = False) -> EpisodeState:
        """Return the state of the episode.

        Args:
            facts: whether to judge the stated facts, against what the player could know at the last answer.
        """
        share = self._score.normalized
        marks = mark_facts(self._game, self._commands[:-1], self._stated) if facts and self._commands else None
        return EpisodeState(
            normalized_score=float(self._score.won) if share is None else share,
            won=self._score.won,
            lost=self._score.lost,
            steps=len(self._commands),
            invalid_actions=self._invalid,
            commands=tuple(self._commands),
            facts=marks,
        )

    def close(self) -> None:
        """Free the game's resources."""
        self._env.close()

    def _message(self) -> str:
        return as_message(self._seen)

    @property
    def _seen(self) -> Turn:
        assert self._env.turn is not None, "there is a turn from `begin` on"
        return self._env.turn


def _score(info: dict[str, Any]) -> Score:
    return Score(info["score"], info["max_score"], info["won"], info["lost"])
