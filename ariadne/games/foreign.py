"""TextWorld's own families of games, with its maps, words and quests.

TextWorld's generators make them (`tw-make`); their settings are the knobs. TextWorld writes the goal and the
walkthrough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from pydantic import Field, model_validator

from ariadne.errors import UserError
from ariadne.games.draft import Draft, maker_options
from ariadne.games.knobs import Knobs

_MOST_ROOMS = 100
"""Most rooms of a `.z8`."""


class CoinCollectorKnobs(Knobs):
    """Coin Collector: a chain of rooms with a coin at its end."""

    level: int = Field(
        default=10,
        ge=1,
        le=300,
        description="the chain's length is level % 100; from 101 with dead ends, from 201 with twice as many",
    )

    @model_validator(mode="after")
    def _possible(self) -> CoinCollectorKnobs:
        rooms = ((self.level - 1) // 100 + 1) * ((self.level - 1) % 100 + 1)
        if rooms > _MOST_ROOMS:
            raise ValueError(f"level {self.level} has {rooms} rooms, and a story holds at most {_MOST_ROOMS}")
        return self


class TreasureHunterKnobs(Knobs):
    """Treasure Hunter: find one of two things; taking the other loses."""

    level: int = Field(default=15, ge=1, le=30, description="to 10 no doors, to 20 closed ones, then locked ones")


class SimpleKnobs(Knobs):
    """A Simple Game: a house of six rooms, with food to put on the stove."""

    rewards: Literal["dense", "balanced", "sparse"] = "balanced"
    goal: Literal["detailed", "brief", "none"] = Field(default="detailed", description="detail of the goal's text")
    test: bool = Field(default=False, description="use foods reserved for test games")


class CustomKnobs(Knobs):
    """Custom: any map with any quest that can be sampled from TextWorld's rules."""

    rooms: int = Field(default=6, ge=1, le=_MOST_ROOMS)
    objects: int = Field(default=12, ge=0, le=200, description="the least number of things")
    quest_length: int = Field(default=6, ge=1, le=30, description="actions of a quest")
    quest_breadth: int = Field(default=1, ge=1, le=5, description="conditions of a quest")
    quests: int = Field(default=1, ge=1, le=10, description="parallel quests")
    adjectives: bool = Field(default=False, description="more names of two words")
    blend: bool = Field(default=False, description="the goal joins several actions in one sentence")
    last_action: bool = Field(default=False, description="the goal states only the last action")
    numbers: bool = Field(default=False, description="names may end with a number")


class FtwpKnobs(Knobs):
    """Cooking, as in the First TextWorld Problems, by the skills that a game needs."""

    recipe: int = Field(default=3, ge=1, le=5, description="ingredients")
    take: int = Field(default=3, ge=0, le=5, description="ingredients that the player does not start with")
    go: Literal[1, 6, 9, 12] = Field(default=9, description="rooms")
    open: bool = Field(default=True, description="doors and containers are closed")
    cook: bool = True
    cut: bool = True
    drop: bool = Field(default=False, description="hands hold only the ingredients")
    recipe_seed: int = Field(default=0, ge=0)
    split: Literal["train", "valid", "test"] | None = Field(default=None, description="foods of the challenge's splits")

    @model_validator(mode="after")
    def _possible(self) -> FtwpKnobs:
        if self.take > self.recipe:
            raise ValueError(f"{self.take} ingredients to take, but the recipe has {self.recipe}")
        return self


def custom(knobs: CustomKnobs, seed: int) -> Draft:
    """Return a custom game."""
    from textworld.generator import make_game

    options = maker_options(seed, knobs.wording_seed)
    options.nb_rooms, options.nb_objects, options.nb_parallel_quests = knobs.rooms, knobs.objects, knobs.quests
    chaining, grammar = options.chaining, options.grammar
    chaining.min_length = chaining.max_length = chaining.max_depth = knobs.quest_length
    chaining.min_breadth = chaining.max_breadth = knobs.quest_breadth
    grammar.include_adj = knobs.adjectives
    grammar.blend_instructions, grammar.only_last_action = knobs.blend, knobs.last_action
    grammar.allowed_variables_numbering = knobs.numbers
    return _draft(lambda: make_game(options), seed)


def challenge(name: str, knobs: Knobs, seed: int) -> Draft:
    """Return a game of one of TextWorld's challenges, such as `tw-simple`, whose settings are the knobs."""
    from textworld.challenges import CHALLENGES

    _, make, _ = CHALLENGES[name]
    settings = knobs.model_dump(exclude={"wording_seed"})
    return _draft(lambda: make(settings, maker_options(seed, knobs.wording_seed)), seed)


def _draft(make: Callable[[], Any], seed: int) -> Draft:
    """Return TextWorld's game as a draft."""
    import textworld
    from textworld.generator import QuestGenerationError

    textworld.g_rng.set_seed(seed)
    try:
        game = make()
    except QuestGenerationError as error:
        raise UserError(f"TextWorld finds no such quest with seed {seed}: take another seed, or other knobs") from error
    walkthrough = tuple(_once_opened(game.walkthrough or ()))
    if not walkthrough:
        raise UserError(f"TextWorld has no walkthrough for seed {seed}: take another seed")
    return Draft(game, game.objective, "", float(game.max_score), walkthrough)


def _once_opened(commands: Iterable[str]) -> Iterator[str]:
    """Yield the walkthrough without invalid commands: TextWorld's cooking opens doors again on the way back."""
    opened: set[str] = set()
    for command in commands:
        if command not in opened:
            yield command
        if command.startswith("open "):
            opened.add(command)
        elif command.startswith("close "):
            opened.discard(command.replace("close ", "open ", 1))
