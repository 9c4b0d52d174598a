"""Check the statements that prompts make about the world: play games, and let their engines judge each statement.

    python benchmarks/shown.py                                  the usual games, with one question a step
    python benchmarks/shown.py --games cooking twx/coin --seeds 1-3 --calls three
    python benchmarks/shown.py --show 20                        also the first statements that are false or stale
    python benchmarks/shown.py --recorded DIR                   replay recordings of `small_model.py`

The rules play, with AriGraph; with `--wander` every second action is drawn from the listed choices, so more is undone,
left unfinished and revisited. `--games` takes the games of `ariadne play`, and the sources of Inform stories (`.inf`),
which are skipped without a compiler. `shown_engines.py` describes what each engine can be asked.

Kinds of statements:

- places: in the snapshot, that a thing is in or on a holder or a place, and its state.
- ways: in the snapshot, that a way leads to a place. Those with `perhaps` are counted separately, not in the totals.
- untried: in the snapshot, the untried ways and the actions, that there is an exit which was never used.
- facts: in the snapshot and what is also known, places and states of things, and ways.
- brackets: after actions, that a way leads to a place, that a thing is in a place, that something is (in vain).
- episodes: in past turns, their statements of places and states, at the step when they were seen.

A statement is false if it was never true in the episode (of a past turn: not true when seen). It is stale if it was
true once but no longer is. Two kinds count as told instead of stale: a statement of the snapshot that ended after the
snapshot was taken, since the later turns in the prompt report that; and one in a past turn that is marked as no longer
so. A statement without a topic in the engine is not judged.

Prints a table by family and kind: statements, judged ones, told ones, and the false and stale ones per thousand. The
exit code is 1 if more than 2 per thousand of all judged statements are false, or stale.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, get_args

from recorded_games import answering, files_in, game_path, load
from shown_engines import states
from shown_statements import KINDS, PERHAPS, Asked, Claim, Kind, Played, Verdict

from ariadne.cli.exit_codes import exit_code
from ariadne.config import ModelConfig, PlayConfig
from ariadne.events import Event, Scored
from ariadne.games.presets import preset_names
from ariadne.games.seeds import parse_seeds
from ariadne.models.model import Model, Reply
from ariadne.models.question import A, Question
from ariadne.runs.play import Position, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared
from ariadne.worlds.registry import find_game
from ariadne.worlds.textworldexpress.games import FOLDS, PREFIX
from ariadne.worlds.world import Score, Turn, World

MOST = 2.0
"""The limit of false statements, and of stale ones, per thousand."""
LEVELS = ("GoToRedBall", "PutNextLocal", "PickupLoc", "Open", "Unlock", "GoToSeq", "SynthLoc")
EXPRESS = ("cookingworld", "twc", "coin", "mapreader", "arithmetic", "sorting", "simonsays", "peckingorder")
TASKS = ("blocksworld", "gripper", "tyreworld", "barman")
STORY = Path(__file__).parents[1] / "tests" / "worlds" / "stories" / "lighthouse.inf"
COMPILER = "inform"
STEPS = 100
ROW = "{:16}{:10}{:>12}{:>9}{:>7}{:>9}{:>9}"
HEADINGS = ("family", "kind", "statements", "judged", "told", "false ‰", "stale ‰")


def usual_games() -> list[str]:
    """Every preset, some levels of BabyAI, the games of TextWorldExpress, a task of each PDDL domain, our own story."""
    others = [*(f"babyai/{each}" for each in LEVELS), *(f"twx/{each}" for each in EXPRESS), *TASKS]
    return [*preset_names(), *others, str(STORY)]


class Watched:
    """A world that records its turns."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.turns: list[Turn] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)

    def reset(self) -> Turn:
        """Start from the beginning."""
        self.turns = [self._world.reset()]
        return self.turns[0]

    def step(self, command: str) -> Turn:
        """Execute one command."""
        self.turns.append(self._world.step(command))
        return self.turns[-1]

    def score(self) -> Score:
        """The current score."""
        return self._world.score()


class Listening(Model):
    """A model that records every question."""

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self._model = model
        self.world: Watched | None = None
        self.asked: list[Asked] = []

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Return the model's answer."""
        assert self.world
        inputs = {name: said if isinstance(said, str) else tuple(said) for name, said in question.inputs.items()}
        self.asked.append(Asked(question.name, inputs, len(self.world.turns) - 1))
        return await self._model.answer(question)


class Wandering(Model):
    """A model with every second action drawn from the listed ones."""

    def __init__(self, model: Model, seed: int) -> None:
        self.name = model.name
        self._model = model
        self._dice = Random(seed)
        self._chosen = 0

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Return the model's answer, possibly with another action."""
        reply = await self._model.answer(question)
        actions = question.choices.get("action", ())
        self._chosen += bool(actions)
        if not actions or self._chosen % 2:
            return reply
        return replace(reply, answer=reply.answer.model_copy(update={"action": self._dice.choice(actions)}))


class Overheard(Resources):
    """Resources of an episode with one model, whose questions are recorded.

    Args:
        model: answers; None for the configured one. `wanders`: whether half of its actions are drawn.
    """

    def __init__(self, model: Model | None = None, wanders: bool = False) -> None:
        super().__init__()
        self._answering = model
        self._wanders = wanders
        self.listening: Listening

    def check(self, config: PlayConfig) -> None:
        """Do nothing: a recording needs no model file."""
        if self._answering is None:
            super().check(config)

    def model(self, name: str, config: ModelConfig) -> Model:
        """The model of the current episode."""
        model = self._answering or super().model(name, config)
        self.listening = Listening(Wandering(model, 0) if self._wanders else model)
        return self.listening


def played(config: PlayConfig, model: Model | None = None, wanders: bool = False) -> Played:
    """Play a game and record its engine's state after every turn.

    Args:
        model: answers instead of the configured one. `wanders`: whether half of the actions are drawn.

    Raises:
        UserError, Failure: the game cannot be played.
    """
    resources = Overheard(model, wanders)
    ends: dict[int, int] = {}
    with prepared(config, resources) as setup, tempfile.TemporaryDirectory() as folder:
        world = resources.listening.world = Watched(setup.world)

        def watch(event: Event) -> None:
            if isinstance(event, Scored):
                ends[event.step + 1] = len(world.turns) - 1

        asyncio.run(play_episode(replace(setup, world=world), Run(Path(folder)), Position(), watch))
        turns = world.turns
    commands = [turn.command for turn in turns[1:]]
    return Played(setup.game.title, turns, states(setup.game, commands), ends, resources.listening.asked)


def family_of(config: PlayConfig) -> str:
    """The row of a game in the table: the family of its preset, or the kind of its world."""
    game = find_game(config.game, config.seed)
    return str((game.preset or {}).get("family") or game.name.partition("/")[0])


class Table:
    """Counts statements by family and kind.

    Args:
        most: the number of distinct false or stale statements that are printed.
    """

    def __init__(self, most: int = 0) -> None:
        self._left = most
        self._shown: set[tuple[str, str]] = set()
        self._counted: Counter[tuple[str, Kind, Verdict]] = Counter()

    def add(self, family: str, play: Played) -> None:
        """Count the statements of a play."""
        for claim, verdict in play.verdicts():
            self._counted[family, claim.kind, verdict] += 1
            if verdict in ("false", "stale") and claim.kind != PERHAPS:
                self._show(play, claim, verdict)

    def rows(self) -> Iterator[str]:
        """The table, with totals of all families."""
        yield ROW.format(*HEADINGS)
        for family in dict.fromkeys(family for family, _, _ in self._counted):
            for kind in KINDS:
                if any((family, kind, verdict) in self._counted for verdict in get_args(Verdict)):
                    yield self._row(family, kind, [family], [kind])
        families = {family for family, _, _ in self._counted}
        yield from (self._row("all", kind, families, [kind]) for kind in KINDS)
        yield self._row("all", "all", families, [kind for kind in KINDS if kind != PERHAPS])

    @property
    def shares(self) -> tuple[float, float]:
        """The false and the stale statements per thousand."""
        count = self._count({family for family, _, _ in self._counted}, [kind for kind in KINDS if kind != PERHAPS])
        return _share(count, "false"), _share(count, "stale")

    def _show(self, play: Played, claim: Claim, verdict: Verdict) -> None:
        """Print a statement at its first occurrence."""
        if self._left and (play.name, claim.said) not in self._shown:
            self._shown.add((play.name, claim.said))
            self._left -= 1
            print(told(play, claim, verdict), flush=True)

    def _row(self, family: str, kind: str, families: Iterable[str], kinds: Sequence[Kind]) -> str:
        count = self._count(families, kinds)
        shares = (f"{_share(count, verdict):.1f}" for verdict in ("false", "stale"))
        return ROW.format(family, kind, count.total(), _judged(count), count["told"], *shares)

    def _count(self, families: Iterable[str], kinds: Sequence[Kind]) -> Counter[str]:
        found: Counter[str] = Counter()
        families = {*families}
        for (family, kind, verdict), number in self._counted.items():
            if family in families and kind in kinds:
                found[verdict] += number
        return found


def told(play: Played, claim: Claim, verdict: Verdict) -> str:
    """A false or stale statement, for people."""
    step = next((step for step, end in play.ends.items() if end >= claim.now), 0)
    return f"{verdict} {claim.kind} in {play.name} at step {step}: {claim.said}"


def _judged(count: Counter[str]) -> int:
    return count.total() - count["unjudged"]


def _share(count: Counter[str], verdict: str) -> float:
    return 1000 * count[verdict] / max(_judged(count), 1)


@contextmanager
def playable(games: Sequence[str]) -> Iterator[list[str]]:
    """Games, with sources of stories compiled, or skipped with a message if there is no compiler."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for game in games:
            source, story = Path(game), Path(folder, Path(game).stem).with_suffix(".z5")
            if source.suffix != ".inf":
                found.append(game)
            elif shutil.which(COMPILER) is None:
                print(
                    f"{source.name} is left out: it needs {COMPILER} (apt-get install inform6-compiler inform6-library)"
                )
            else:
                subprocess.run([COMPILER, str(source), str(story)], capture_output=True, check=True)
                found.append(str(story))
        yield found


def check(options: argparse.Namespace, table: Table) -> None:
    """Play games with the rules and count the statements."""
    with playable(options.games or usual_games()) as names:
        for seed, name in product(parse_seeds(options.seeds), names):
            config = PlayConfig(game=name, seed=_seed(name, seed), calls=options.calls, max_steps=options.steps)
            table.add(family_of(config), played(config, wanders=options.wander))


def _seed(name: str, number: int) -> int | None:
    """A game's seed with this number, from 1; None if the name is one game."""
    if not find_game(name).seeded:
        return None
    return FOLDS["test"][number - 1] if name.startswith(PREFIX) else number


def check_recorded(folder: Path, table: Table) -> None:
    """Replay recordings and count the statements."""
    for path in files_in(folder):
        recording = load(path)
        config = PlayConfig.model_validate({**recording.head.config, "game": game_path(recording.head.game)})
        table.add(f"{recording.head.calls} {recording.head.memory}", played(config, answering(recording)))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", metavar="GAME", help="instead of the usual ones")
    parser.add_argument("--seeds", default="1", help="such as 1-5,8, where games have seeds")
    parser.add_argument("--calls", choices=get_args(PlayConfig.model_fields["calls"].annotation), default="one")
    parser.add_argument("--steps", type=int, default=STEPS, help="of every game")
    parser.add_argument("--wander", action="store_true", help="draw every second action")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N that are false or stale")
    parser.add_argument("--recorded", type=Path, metavar="DIR", help="check these plays instead")
    options = parser.parse_args(arguments)
    table = Table(options.show)
    if options.recorded:
        check_recorded(options.recorded, table)
    else:
        check(options, table)
    print("\n".join(table.rows()))
    return int(max(table.shares) > MOST)


if __name__ == "__main__":
    sys.exit(exit_code(main))
