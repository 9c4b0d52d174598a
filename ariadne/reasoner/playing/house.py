"""Tidying a house: what is out of place, and where it belongs.

The whole house is seen twice before anything is put down (`rounds.py`). Things that may be out of place are taken
along; each sub-goal's reason keeps the best place found so far, which may be the original one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.reasoner.playing.rounds import is_comparing, is_exploring
from ariadne.reasoner.playing.situation import Situation, distances
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import called
from ariadne.reasoner.reading.relations import INVENTORY
from ariadne.reasoner.reading.sub_goals import BestPlace, SubGoal
from ariadne.reasoner.sense.kinds import Similarity
from ariadne.reasoner.sense.sense import LOYALTY, PossiblePlace, companion, score

DOUBTFUL = -0.5
"""A thing with a lower score at its place is taken along, to be judged when more of the house is known."""


def tidying(now: Situation, similarity: Similarity) -> Iterator[Intent]:
    """Return what may be out of place here, while the house is being explored, and carried things that the plan does
    not explain; nothing is judged twice."""
    for thing in now.visible:
        place = _place_of(thing, now)
        new = place and (is_exploring(now) or now.done[-1:] == [f"open {place.holder}"])
        if place and new and score(thing, place, similarity) < DOUBTFUL:
            yield Intent("tidy", thing, place.holder, is_back=True)
    known = {goal.intent.thing for goal in now.plan}
    # If a door did not open, things are carried to it.
    if not any(goal.shut for goal in now.plan):
        yield from (Intent("tidy", thing) for thing in now.carried if thing not in known)


def to_bring_back(now: Situation) -> Iterator[SubGoal]:
    """Things that an earlier life moved from their first place, and found no better place for."""
    for thing in now.to_bring():
        holder = now.homes[thing]
        yield SubGoal(Intent("tidy", thing, holder), home=BestPlace(holder, now.room_of(holder) or holder))


def next_room(now: Situation) -> str:
    """Return the next room for fetching or putting things: the one to which the fewest things must be brought later,
    then the nearest; else empty."""
    things = now.to_bring()
    homes = {thing: now.room_of(now.homes[thing]) or now.homes[thing] for thing in things}
    rooms = {homes[thing] if now.has(thing) else now.room_of(thing) for thing in things} - {now.here}
    away = distances(now.ways, [now.here])

    def cost(room: str) -> tuple[int, int, str]:
        later = sum(homes[thing] == room and not now.has(thing) for thing in things)
        return later, away.get(room, len(away)), room

    return min(rooms, key=cost, default="")


def astray(now: Situation, similarity: Similarity) -> Iterator[str]:
    """Yield loose things here, never taken here, that may be out of place. If everything seems tidy and the game
    continues, yield those for which a better place is known."""
    for thing in now.visible:
        if thing not in now.loose or f"take {thing}" in now.tried:
            continue
        here = score(thing, _place(now.here, now.here, now), similarity)
        others = (score(thing, other, similarity) for other in _holders(now)) if _at_rest(now) else ()
        if here < DOUBTFUL or here < max(others, default=here):
            yield thing


def _at_rest(now: Situation) -> bool:
    return not any(goal.intent.verb for goal in now.plan)


def put_down(intent: Intent, now: Situation, similarity: Similarity) -> str:
    """Return the valid action that puts a thing in the best place here that accepts it; else empty.

    The place where a thing seems to belong may not accept it: some stoves are not supporters.
    """
    found: dict[str, float] = {}
    for action in now.actions:
        if match := re.fullmatch(rf"(?:put|insert) {called(intent.thing)} (?:on|into|in) (.+)", action):
            found[action] = score(intent.thing, _place(match[1], now.here, now), similarity)
    return max(found, key=lambda action: found[action], default="")


def settled(goal: SubGoal, now: Situation, similarity: Similarity) -> SubGoal:
    """Return a sub-goal to tidy with the best known place for its thing, possibly its original one.

    The most similar thing there is kept as well: without it, the place would score lower from afar.
    """
    thing = goal.intent.thing
    if known := next((each for each in to_bring_back(now) if each.intent.thing == thing), None):
        return known
    place, is_back = _best(goal, now, similarity)
    if place is None:
        return SubGoal(goal.intent, "no good place for it is known yet")
    home = BestPlace(place.holder, place.room, companion(thing, place, similarity))
    return SubGoal(Intent("tidy", thing, place.holder, is_back), home=home)


def _best(goal: SubGoal, now: Situation, similarity: Similarity) -> tuple[PossiblePlace | None, bool]:
    """Return the best place for a thing, and whether it is merely the original one.

    A decision made after the whole house was seen stays, even if another place looks better once a similar thing is
    there.
    """
    thing, holder = goal.intent.thing, goal.intent.other
    so_far = _place(holder, now.room_of(holder) or holder, now) if holder else None
    if so_far and not is_comparing(now) and goal in now.plan:
        return so_far, goal.intent.is_back
    scores = {place: score(thing, place, similarity) for place in _holders(now)}
    best = max(scores, key=lambda place: scores[place], default=None)
    if so_far and best and best.holder != holder:
        is_worse = scores[best] <= score(thing, so_far, similarity) + LOYALTY * goal.intent.is_back
        return (so_far, goal.intent.is_back) if is_worse else (best, False)
    return (so_far, goal.intent.is_back) if so_far else (best, False)


def is_put(intent: Intent, now: Situation) -> bool:
    """Whether the thing of a sub-goal to tidy was just put down in its place, or a similar one."""
    last = now.done[-1] if now.done else ""
    if re.fullmatch(f"drop {called(intent.thing)}", last):
        return intent.other == now.here
    return bool(re.match(f"(?:put|insert) {called(intent.thing)} ", last))


def _place_of(thing: str, now: Situation) -> PossiblePlace | None:
    """The place of a portable thing; None for furniture."""
    holder = now.places[thing]
    if thing in now.on_floor:
        return _place(now.here, now.here, now)
    return None if holder == now.here else _place(holder, now.here, now)


def _holders(now: Situation) -> list[PossiblePlace]:
    """Known furniture: what stands in a room and was not found lying there."""
    return [
        _place(thing, room, now)
        for thing, room in now.places.items()
        if room in now.rooms and room != INVENTORY and thing not in now.on_floor
    ]


def _place(holder: str, room: str, now: Situation) -> PossiblePlace:
    """A place with its known contents; furniture in a room says nothing about the floor.

    Things taken along to be judged still count at their original place, so that similar things stay together.
    """
    on_floor = holder == room
    lying = [thing for thing, place in now.places.items() if place == holder and (thing in now.on_floor) == on_floor]
    lay = [thing for thing, place in now.lay.items() if place == holder]
    return PossiblePlace(holder, room, tuple(dict.fromkeys((*lying, *lay))))
