"""How much of what a player can know somebody rightly knows: facts that were stated, judged by a game's engine.

What is true comes from the engine, and who plays never sees it: the commands are given again to a world that tells it,
as for examinations of memory (`ariadne/exam`), whose places and states of things these facts are about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ariadne.errors import UserError
from ariadne.exam import facts
from ariadne.exam.known import Known, known_at
from ariadne.exam.play import replay
from ariadne.exam.truth import Topic
from ariadne.worlds.registry import Game
from ariadne.worlds.textworld import check_story


@dataclass(frozen=True)
class Marks:
    """How facts stand to what is true.

    Attributes:
        known: places and states of things that the player has seen, and that are still so.
        right: how many of these were stated as they are.
        wrong: how many things were stated to be where, or as, they are not. What is so and was never seen is neither.
    """

    known: int
    right: int
    wrong: int

    @property
    def f1(self) -> float:
        """The harmonic mean of the share of what is known that was stated, and of what was stated that is so."""
        return 2 * self.right / (self.known + self.right + self.wrong) if self.right else 0.0


def check_told(game: Game) -> None:
    """See that the engine of a game tells what is true; makes the game if it is not there.

    Raises:
        UserError: it does not.
    """
    game.make()
    try:
        check_story(game.source)
    except UserError as error:
        raise UserError(
            f"facts_reward: {game.name} is no game of TextWorld's, and no other engine says what is true: leave it out"
        ) from error


def mark_facts(game: Game, commands: Sequence[str], stated: Iterable[str]) -> Marks:
    """Judge facts by what a player can know after these commands.

    Args:
        stated: as triplets. They add up: of a place or a state that is stated again, the last counts.

    Raises:
        UserError: it is no game of TextWorld's. Failure: TextWorld cannot start it.
    """
    play = replay(game, commands)
    (known,) = known_at(play, [len(play.moments)])
    return _marks(dict(said for line in stated for said in facts.told(line)), known)


def _marks(claimed: dict[Topic, str], known: Known) -> Marks:
    truth = known.moment.truth.values
    right = sum(topic in known.pasts and known.value(topic) == value for topic, value in claimed.items())
    wrong = sum(truth.get(topic) != value for topic, value in claimed.items())
    return Marks(len(known.pasts), right, wrong)
