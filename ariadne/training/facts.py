"""Scores for stated facts: the share of a player's possible knowledge that was stated correctly.

The truth comes from the game's engine, and the player never sees it. As in examinations of memory (`ariadne/exam`), the
commands are replayed in a world that reveals the places and states of things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ariadne.errors import UserError
from ariadne.exam import facts
from ariadne.exam.known import PlayerKnowledge, known_at
from ariadne.exam.play import replay
from ariadne.exam.truth import Topic
from ariadne.worlds.registry import Game
from ariadne.worlds.textworld import check_story


@dataclass(frozen=True)
class FactMarks:
    """Stated facts compared with the truth.

    Attributes:
        known: places and states of things that the player has seen and that still hold.
        right: the number of these that were stated.
        wrong: the number of things with a wrong stated place or state. True facts that were never seen are neither.
    """

    known: int
    right: int
    wrong: int

    @property
    def f1(self) -> float:
        """Return the harmonic mean of the recall of known facts and the precision of stated ones."""
        return 2 * self.right / (self.known + self.right + self.wrong) if self.right else 0.0


def check_told(game: Game) -> None:
    """Check that a game's engine reveals the truth; make the game if it does not exist.

    Raises:
        UserError: the engine does not.
    """
    game.make()
    try:
        check_story(game.source)
    except UserError as error:
        raise UserError(
            f"facts_reward: {game.name} is not a TextWorld game, so facts cannot be judged: leave it out"
        ) from error


def mark_facts(game: Game, commands: Sequence[str], stated: Iterable[str]) -> FactMarks:
    """Judge facts against what a player can know after these commands.

    Args:
        stated: as triplets, in order. If a place or state is stated again, the last one counts.

    Raises:
        UserError: it is not a TextWorld game. Failure: TextWorld cannot start it.
    """
    play = replay(game, commands)
    (known,) = known_at(play, [len(play.moments)])
    return _marks(dict(fact for line in stated for fact in facts.told(line)), known)


def _marks(claimed: dict[Topic, str], known: PlayerKnowledge) -> FactMarks:
    truth = known.moment.truth.values
    right = sum(topic in known.pasts and known.value(topic) == value for topic, value in claimed.items())
    wrong = sum(truth.get(topic) != value for topic, value in claimed.items())
    return FactMarks(len(known.pasts), right, wrong)
