"""Errands in one house, given one after another. Those of the second half ask for what was seen in the first.

The transcript of a game of thirty steps fits in a prompt; here the decisive facts are hundreds of steps old. All of
TextWorld's quests exist from the start (see `ErrandsScoring`), so the game has none; its card lists the errands.
"""

from __future__ import annotations

import glob
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

from ariadne.games.draft import Draft, maker_options
from ariadne.games.errands.foods import COOKBOOK, FOODS, KNIFE, OVEN, STOVE
from ariadne.games.errands.home import Home, HouseState, draw_home
from ariadne.games.errands.knobs import ErrandsKnobs
from ariadne.games.errands.life import Stuck, in_order, live
from ariadne.games.house import build_rooms
from ariadne.games.notes import PLAIN
from ariadne.worlds.card import Errand, ErrandsScoring
from ariadne.worlds.errands import GIVE_UP
from ariadne.worlds.moving import MOVING

GOAL = "Do the errands of this house. They are told one after the other."
BRIEFING = (
    "An errand is told when the one before it is done. If you cannot do one, "
    f"'{GIVE_UP}' ends it undone, and the next is told. "
    "To bring something to a room, leave it there: on the floor, or on or in a piece of furniture. "
    "Where something first was, and how it first was, is as you found it when you came. "
    "Others live here too, and now and then you are told that one of them has moved something. "
    f"Foods are prepared as the {COOKBOOK} in the kitchen says: 'examine {COOKBOOK}'. "
    f"To fry something, cook it with the {STOVE}; to roast it, cook it with the {OVEN}. "
    f"To slice, dice or chop something, you need the {KNIFE} in your hands. "
    "Containers and doors may be closed: open them. Some containers are locked, and what a key opens is told when you "
    "examine it. Keep in mind what you see: many errands ask for what you have seen long before."
)
TRIES = 50
"""Attempts to draw errands before a house counts as impossible."""


def build(knobs: ErrandsKnobs, seed: int) -> Draft:
    """Return the game of errands of these knobs and this seed.

    Raises:
        UserError: the house that this seed draws has too little for the errands.
    """
    rng = random.Random(f"errands {seed}")
    home, state = draw_home(knobs, rng)
    errands = draw_errands(knobs, home, state, rng)
    return Draft(
        game=_make(home, state, maker_options(seed, knobs.wording_seed)),
        goal=GOAL,
        briefing=BRIEFING,
        maximum=len(errands),
        walkthrough=tuple(command for errand in errands for command in errand.walk),
        scoring=ErrandsScoring(rooms=dict(home.room_of), errands=errands),
        source=MOVING,
    )


def draw_errands(knobs: ErrandsKnobs, home: Home, state: HouseState, rng: random.Random) -> list[Errand]:
    """Draw the errands of a house.

    Raises:
        Stuck: no attempt found as many of each kind as the knobs ask for.
    """
    for _ in range(TRIES - 1):
        with suppress(Stuck):
            return live(home, state, in_order(knobs.by_kind, rng), knobs.news, rng)
    return live(home, state, in_order(knobs.by_kind, rng), knobs.news, rng)


def _make(home: Home, state: HouseState, options: Any) -> Any:
    """Make the house in TextWorld, without quests."""
    import textworld

    options.kb = _knowledge()
    maker = textworld.GameMaker(options)
    places = build_rooms(maker, home.house)
    for piece in [*home.pieces, STOVE, OVEN]:
        kind = piece if piece in (STOVE, OVEN) else "c" if piece in home.containers else "s"
        places[piece] = maker.new(kind, piece)
        if piece in state.shut:
            places[piece].add_property(state.shut[piece])
        places[home.room_of[piece]].add(places[piece])
    opens = {key: container for container, key in home.keys.items()}
    for thing, place in state.lies.items():
        made = _thing(maker, home, thing, opens)
        places[place].add(made)
        if thing in opens:
            maker.add_fact("match", made, places[opens[thing]])
    return maker.build()


def _thing(maker: Any, home: Home, thing: str, opens: dict[str, str]) -> Any:
    if thing in opens:
        return maker.new("k", thing, PLAIN.format(key=thing, locker=opens[thing]))
    if thing == COOKBOOK:
        recipes = "\n".join(dish.says for dish in home.dishes.values())
        return maker.new("o", thing, f"You open the {COOKBOOK} and read:\n{recipes}")
    made = maker.new("f" if thing in home.dishes else "o", thing)
    for fact in FOODS[thing] if thing in home.dishes else ["sharp"] * (thing == KNIFE):
        made.add_property(fact)
    return made


def _knowledge() -> Any:
    """TextWorld's rules for houses and foods from its cooking challenge, without its recipe and meal."""
    from textworld.challenges.tw_cooking.cooking import KB_LOGIC_PATH
    from textworld.generator.data import TEXT_GRAMMARS_PATH, KnowledgeBase
    from textworld.logic import GameLogic

    paths = sorted(path for path in glob.glob(f"{KB_LOGIC_PATH}/*.twl") if Path(path).stem != "meal")
    return KnowledgeBase(GameLogic.load(paths), TEXT_GRAMMARS_PATH)
