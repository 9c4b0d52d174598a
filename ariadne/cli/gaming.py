"""Shared by `eval` and `exam`: games, which are made before the run starts and must not change while it lasts."""

from __future__ import annotations

import os
import sys
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from ariadne.cli.options import status
from ariadne.cli.running import RunCommand

if TYPE_CHECKING:
    from ariadne.games.make import MakeOutcome
    from ariadne.runs.kept import KeptGame
    from ariadne.runs.run import Run
    from ariadne.runs.trust import Configured
    from ariadne.worlds.registry import Game

P = TypeVar("P", bound="Configured")
J = TypeVar("J")


class GamesCommand(RunCommand[P, J]):
    """A command whose jobs play games."""

    @abstractmethod
    def game_of(self, job: J) -> tuple[str, int | None]:
        """The game of a job: its name and seed."""

    @abstractmethod
    def kept_games(self, plan: P) -> list[KeptGame]:
        """The games of a plan, with their digests if it is the plan of a run."""

    @abstractmethod
    def with_games(self, plan: P, games: Sequence[KeptGame]) -> P:
        """The plan with the digests and copies of its games, in their order."""

    @abstractmethod
    def as_it_was(self, plan: P, games: Sequence[KeptGame], run: Run) -> P:
        """The plan with the run's copies in place of these games."""

    def get_ready(self, jobs: list[J]) -> None:
        from ariadne.worlds.registry import find_game

        self._make([find_game(*each) for each in dict.fromkeys(map(self.game_of, jobs))])

    def begun(self, plan: P, run: Run) -> P:
        from ariadne.runs.kept import keep
        from ariadne.worlds.registry import find_game

        named = [(game.game, game.seed) for game in self.kept_games(plan)]
        return self.with_games(plan, [keep(run, *name, find_game(*name)) for name in named])

    def settled(self, plan: P, run: Run, as_it_was: bool) -> P:
        from ariadne.runs.kept import changed, refusal, told

        found = changed(run, [game for game in self.kept_games(plan) if game.digest], self._make)
        if not found:
            return plan
        if not as_it_was:
            raise refusal(found, run)
        self.tell(f"{told(found)}: resumed with the run's copy")
        return self.as_it_was(plan, list(found), run)

    def _make(self, games: Sequence[Game]) -> None:
        """Make the games that do not exist yet."""
        from ariadne.games.make import make_games

        def tell(outcome: MakeOutcome) -> None:
            if outcome.made:
                self.tell(f"made {outcome.game.source}")

        with status("making games", shown=sys.stderr.isatty() and not self.is_quiet):
            outcomes = make_games(games, os.cpu_count() or 1, tell)
        for outcome in outcomes:
            if outcome.error:
                raise outcome.error
