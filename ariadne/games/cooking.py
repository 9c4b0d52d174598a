"""Cooking (AriGraph, Appendix E): TextWorld's cooking challenge, from the First TextWorld Problems.

Find the cookbook, gather the ingredients of its recipe, cut and cook each as written, prepare the meal and eat it. A
wrong or repeated cut or cooking loses the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, permutations
from typing import Any, Literal

from pydantic import Field, model_validator

from ariadne.errors import UserError
from ariadne.games.draft import Draft, maker_options
from ariadne.games.house import House, WalkRecorder
from ariadne.games.knobs import Knobs
from ariadne.worlds.floor_plan import FloorPlan, floor_plan

_GRILLS = " with BBQ"


class CookingKnobs(Knobs):
    """The parameters of a Cooking game."""

    rooms: Literal[1, 6, 9, 12] = 9
    ingredients: int = Field(default=3, ge=1, le=5)
    fetch: int | None = Field(
        default=None,
        ge=0,
        description="ingredients to find; the player starts with the others; None: all",
    )
    cut: bool = Field(default=True, description="whether ingredients have to be cut")
    cook: bool = Field(default=True, description="whether ingredients have to be cooked")
    closed: bool = Field(default=False, description="whether doors and containers are closed at the start")
    inventory_limit: bool = Field(default=False, description="whether hands hold only the ingredients")
    foods: Literal["all", "train", "valid", "test"] = Field(
        default="all", description="the challenge's split that the foods come from"
    )

    @model_validator(mode="after")
    def _possible(self) -> CookingKnobs:
        if self.fetch is not None and self.fetch > self.ingredients:
            raise ValueError(f"{self.fetch} ingredients to fetch, but the recipe has {self.ingredients}")
        return self


def build(knobs: CookingKnobs, seed: int) -> Draft:
    """Return the Cooking game of these knobs and this seed."""
    settings = {
        "recipe": knobs.ingredients,
        "take": knobs.ingredients if knobs.fetch is None else knobs.fetch,
        "cook": knobs.cook,
        "cut": knobs.cut,
        "open": knobs.closed,
        "drop": knobs.inventory_limit,
        "go": knobs.rooms,
        "recipe_seed": 0,  # the recipe comes from the game's seed
        "split": "" if knobs.foods == "all" else knobs.foods,
    }
    game = _draw(settings, knobs, seed)
    commands = shorten(game.metadata["walkthrough"])
    if not knobs.closed:
        commands = [command for command in commands if not command.startswith("open ")]
    if not knobs.inventory_limit:
        commands = [command for command in commands if command != "drop knife"]
    elif knobs.cut and knobs.ingredients > 1:
        commands = cut_together(commands)
    return Draft(
        game=game,
        goal="Find the cookbook in the kitchen, follow its recipe, and eat the meal that you have prepared.",
        briefing=_briefing(knobs),
        maximum=game.max_score,
        walkthrough=tuple(straighten(commands, floor_plan(game.serialize()))),
    )


def _draw(settings: Mapping[str, Any], knobs: CookingKnobs, seed: int) -> Any:
    """Make TextWorld's challenge with these settings.

    TextWorld fails if foods must be cut and it draws one that cannot be, such as salt; then draw again.
    """
    from textworld.challenges.tw_cooking import cooking

    others = random.Random(f"cooking {seed}")
    for draw in range(100):
        options = maker_options(others.randrange(2**32) if draw else seed, knobs.wording_seed)
        try:
            return cooking.make(settings, options)
        except ValueError:
            continue
    raise UserError(f"the challenge finds no {knobs.ingredients} foods that can be cut; ask for fewer ingredients")


def _briefing(knobs: CookingKnobs) -> str:
    sentences = [
        "Read the recipe with 'examine cookbook': it lists the ingredients and what to do with each of them.",
        "Gather all ingredients; take exactly the ones that it names.",
        "To fry something, cook it with the stove; to roast it, with the oven; to grill it, with the BBQ.",
        "To slice, dice or chop something, you need a knife in your hands.",
        "If an ingredient already is as the recipe wants it, leave it so.",
        "A wrong way of cutting or cooking, or doing it twice, spoils the ingredient, and the game is lost.",
        "When you carry all ingredients, each as it should be, 'prepare meal' in the kitchen and 'eat meal'.",
    ]
    if knobs.inventory_limit:
        sentences.insert(-1, "You cannot carry many things at once: drop what you don't need now.")
    if knobs.closed:
        sentences.insert(-1, "Doors and containers may be closed: open them.")
    return " ".join(sentences)


def shorten(commands: list[str]) -> list[str]:
    """Return the walkthrough without inventory checks, needless drops and takes, and repeated openings."""
    kept: list[str] = []
    for command in commands:
        if command == "inventory" or (command.startswith("open ") and command in kept):
            continue
        if kept and kept[-1].startswith("drop ") and command == kept[-1].replace("drop", "take", 1):
            kept.pop()
        else:
            kept.append(command)
    return kept


def cut_together(commands: list[str]) -> list[str]:
    """Return the walkthrough with the knife taken once for all cuts, even when the ingredients fill the hands.

    TextWorld's walkthrough drops an ingredient for the knife, and the knife for that ingredient, at each cut.
    """
    takes_knife = next(command for command in commands if command.startswith("take knife"))
    cuts = [command for command in commands if command.endswith(" with knife")]
    first, *_, last = (cut.split(" ", 1)[1].removesuffix(" with knife") for cut in cuts)
    return [
        *commands[: commands.index(takes_knife) - 1],
        *(f"drop {last}", takes_knife, *cuts[:-1]),
        *(f"drop {first}", f"take {last}", cuts[-1]),
        *("drop knife", f"take {first}"),
        *commands[commands.index("prepare meal") :],
    ]


def straighten(commands: list[str], plan: FloorPlan) -> list[str]:
    """Return the walkthrough as one shortest tour from the kitchen through all rooms where something is done.

    TextWorld's walkthrough fetches the ingredients in the order of the recipe and walks to the BBQ for each.
    """
    kitchen = plan.room_of("cookbook")
    doors = {rooms: door.name for rooms, door in plan.doors.items() if door.state == "closed"}
    opens_door = {f"open {name}" for name in doors.values()}
    errands = [command for command in commands if not command.startswith("go ") and command not in opens_door]
    begin = next(number for number in range(len(errands)) if _prepares(errands[number], errands[:number]))
    grills = tuple(command for command in errands if command.endswith(_GRILLS))
    at_rooms: dict[str, list[str]] = {kitchen: []}
    for command in errands[:begin]:
        at_rooms.setdefault(_room(command, plan) or kitchen, []).append(command)
    at_kitchen = at_rooms.pop(kitchen)
    stops = [(room, tuple(chores)) for room, chores in at_rooms.items()]
    stops += [(plan.room_of("BBQ"), grills)] if grills else []

    def walked(order: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
        walk = WalkRecorder(House({}, plan.exits, doors), plan.start)
        for room, chores in [(kitchen, at_kitchen), *order, (kitchen, [])]:
            walk.go(room)
            walk.commands += chores
        return walk.commands

    rounds = (walked(order) for order in permutations(stops) if _can_grill(grills, order))
    return [*min(rounds, key=len), *(command for command in errands[begin:] if command not in grills)]


def _prepares(command: str, before: Iterable[str]) -> bool:
    """Whether a command needs the ingredients, or drops one to free a hand for the knife."""
    has_taken = any(earlier.startswith("take ") for earlier in before)
    return command.startswith(("cook ", "take knife", "prepare ")) or (command.startswith("drop ") and has_taken)


def _room(command: str, plan: FloorPlan) -> str:
    """The room where something is taken or opened; empty for any other command."""
    verb, _, thing = command.partition(" ")
    return plan.room_of(thing.split(" from ")[0]) if verb in ("take", "open") else ""


def _can_grill(grills: Sequence[str], order: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """Whether everything to be grilled is fetched before."""
    foods = [command.removeprefix("cook ").removesuffix(_GRILLS) for command in grills]
    later = list(dropwhile(lambda stop: stop[1] != grills, order)) if grills else []
    return not any(
        command.split(" from ")[0] == f"take {food}" for _, chores in later for command in chores for food in foods
    )
