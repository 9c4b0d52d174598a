"""Cooking: from a recipe to sub-goals."""

from __future__ import annotations

from collections.abc import Iterator

from ariadne.reasoner.playing.situation import Situation
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import CUTS, HEATS

APPLIANCES = {
    "fry": ("stove", "cooker", "hob"),
    "roast": ("oven",),
    "grill": ("bbq", "barbecue", "barbeque", "grill"),
}
"""Appliances for heating, unless the game names others, with synonyms."""
HEATERS = tuple(name for names in APPLIANCES.values() for name in names)

BLADE = "knife"
"""The tool for cutting."""

_GERUNDS = {"fry": "frying", "roast": "roasting", "grill": "grilling"}
_VERBS = {made: verb for verb, made in {**CUTS, **HEATS}.items()}


def cooking(now: Situation) -> Iterator[Intent]:
    """Return what is left of the recipe: gather, cut and cook every ingredient, then the meal."""
    if now.has("meal"):
        yield Intent("eat", "meal")
        return
    if not now.recipe:
        yield Intent("read", "cookbook")
    blade = False
    for thing in now.recipe:
        if not now.has(thing):
            yield Intent("take", thing)
    for thing in now.recipe:
        for made in now.to_be.get(thing, ()):
            verb = _VERBS.get(made)
            if verb is None or now.is_state(thing, made):
                continue
            if verb in CUTS:
                blade = True
                yield Intent(verb, thing)
            else:
                yield Intent(verb, thing, appliance(verb, now))
    if blade and not now.has(BLADE):
        yield Intent("take", BLADE)
    if now.recipe:
        yield Intent("prepare", "meal")
        yield Intent("eat", "meal")


def preparing(thing: str, book: str, now: Situation) -> Iterator[Intent]:
    """Return what is left to prepare a food by a book, which is read first."""
    to_be = now.to_be.get(thing, ())
    if not to_be:
        yield Intent("read", book)
    for made in to_be:
        if (verb := _VERBS.get(made)) and not now.is_state(thing, made):
            yield Intent(verb, thing, "" if verb in CUTS else appliance(verb, now))


def appliance(verb: str, now: Situation) -> str:
    """The appliance of a way of heating."""
    return now.uses.get(_GERUNDS[verb]) or called_here(APPLIANCES[verb][0], now)


def blade(now: Situation) -> str:
    """The cutting tool, by its name in this world."""
    known = (*now.carried, *now.places)
    return next((name for name in known if name == BLADE or name.endswith(f" {BLADE}")), BLADE)


def called_here(name: str, now: Situation) -> str:
    """An appliance's name in this world, if one of its synonyms was seen; else the same name."""
    others = next((names for names in APPLIANCES.values() if name in names), ())
    return next((each for each in (name, *others) if each in now.places), name)
