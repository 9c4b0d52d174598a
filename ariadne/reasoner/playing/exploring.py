"""Exploring while no sub-goal can be served: search closed things, take untried exits, do untried actions."""

from __future__ import annotations

from dataclasses import dataclass

from ariadne.geography import direction_of
from ariadne.reasoner.playing.rounds import to_see_again
from ariadne.reasoner.playing.routes import towards
from ariadne.reasoner.playing.situation import GO_TO, Situation, is_move
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import CUTS, HEATS


@dataclass(frozen=True)
class ValidAction:
    """A valid action and its reason.

    Attributes:
        serves: the sub-goal that it serves, if any.
    """

    name: str
    reason: str
    serves: Intent | None = None


_LOOKING, _DOING = ("examine ", "read "), ("open ", "unlock ", "take ")
_LAST = ("eat ", "drop ", "give ", "cook ", *(f"{verb} " for verb in (*CUTS, *HEATS)))
"""Exploration tries these last: they need a close look, a free hand, or cannot be undone."""
_SAID = {_LOOKING: "look closer", ("look", "go "): "look around"}
GIVE_UP = "give up"


def just_done(action: str, now: Situation) -> bool:
    """Whether this was the last action: repeating it changes nothing."""
    return now.done[-1:] == [action] and not is_move(action) and action != GIVE_UP


def opening(thing: str, now: Situation) -> str:
    """The valid action that opens or unlocks a thing; else empty."""
    unlocking = (action for action in now.actions if action.startswith(f"unlock {thing} with "))
    return f"open {thing}" if f"open {thing}" in now.actions else next(unlocking, "")


def look_over(now: Situation, unlocks: bool = False) -> ValidAction | None:
    """Search: open what is closed or locked here, then take an untried exit."""
    doors = set(now.doors.values())
    for action in now.actions:
        if unlocks and action.startswith("unlock "):
            return ValidAction(action, "this can be unlocked")
    for action in now.actions:
        if action.startswith("open ") and action.removeprefix("open ") not in doors:
            return ValidAction(action, "something may be inside")
    # A door that did not open before may not open now either.
    for room, way in sorted(now.exits, key=lambda each: (each in now.barred, each[0] != now.here)):
        if choice := leave(room, way, now):
            return choice
    return None


def pick_up(now: Situation) -> ValidAction | None:
    """Take what may open a door that did not open: keys may have any name."""
    for action in now.actions:
        if now.barred and not now.recipe and action.startswith("take ") and action not in now.tried:
            return ValidAction(action, "this may open what is closed")
    return None


def see_again(now: Situation) -> ValidAction | None:
    """Continue the second round."""
    for room in to_see_again(now):
        return ValidAction(GO_TO + room, f"something may belong in the {room}")
    return None


def leave(room: str, way: str, now: Situation) -> ValidAction | None:
    """Take an untried exit: open its door, or walk to its room first."""
    if room != now.here:
        door = now.doors.get((room, way), "")
        if now.is_state(door, "locked"):
            return None
        reason = f"the exit {way} of the {room} is not explored yet"
        return ValidAction(action, reason) if (action := towards(room, now)) else None
    if (door := now.doors.get((room, way), "")) and (action := opening(door, now)):
        return ValidAction(action, f"the {door} bars the way {way}, which is not explored yet")
    if move := now.move(way):
        return ValidAction(move, f"the way {way} is not explored yet")
    look = f"examine {door}"
    return ValidAction(look, f"the {door} does not open") if look in now.actions and look not in now.tried else None


def curious(now: Situation, is_tidying: bool) -> ValidAction:
    """If nothing serves the plan: do what was never tried here, then revisit other places; eating and dropping come
    last.

    With a goal, it looks before it takes; while tidying, it touches nothing more.
    """
    verbs = _LOOKING if is_tidying else (*_LOOKING, *_DOING) if now.goal else (*_DOING, *_LOOKING)
    order = (*verbs, "go ", *([] if is_tidying else [""]))
    ranks = {
        action: next(rank for rank, verb in enumerate(order) if said.startswith(verb))
        for action in now.actions
        if action not in now.tried and (said := "go " if is_move(action) else action).startswith(order)
    }
    last = [action for action in ranks if action.startswith(_LAST)]
    known = [action for action in ranks if direction_of(action) in now.known_ways]
    places = [action for action in now.actions if action.startswith(GO_TO)]
    # Place after place, so that all are seen again, and not the same two.
    places.sort(key=lambda place: place < GO_TO + now.here)
    turns = {place: turn for turn, place in enumerate(places, 1)}
    others = (action for action in ranks if action not in (*last, *known))
    new = sorted(others, key=lambda each: (ranks[each], turns.get(each, 0)))
    for action in (*new, *places[:1], *known, *last, "look", *now.actions):
        if action in now.actions and not just_done(action, now):
            how = next((said for verbs, said in _SAID.items() if action.startswith(verbs)), "see what comes of it")
            return ValidAction(action, f"nothing that I know of serves the plan; I {how}")
    return ValidAction(next(iter(now.actions)), "there is nothing else to do")
