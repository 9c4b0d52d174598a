"""Tidying a house: what is out of place, and where it belongs.

The whole house is seen twice before anything is put down (`rounds.py`). What may be out of place is taken along; each
sub-goal's reason keeps the best place that was seen for it so far, which may turn out to be the one where it lay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.reasoner.playing.rounds import is_comparing, is_exploring
from ariadne.reasoner.playing.situation import Situation, distances
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import called
from ariadne.reasoner.reading.read import INVENTORY
from ariadne.reasoner.reading.sub_goals import Home, SubGoal
from ariadne.reasoner.sense.kinds import Similarity
from ariadne.reasoner.sense.sense import LOYALTY, Place, companion, score

DOUBTFUL = -0.5
"""What is below this score where it lies is taken along, to be judged when more of the house is known."""


def tidying(now: Situation, similarity: Similarity) -> Iterator[Intent]:
    """What may be out of place here, as long as the house is being looked over, and what is carried for no reason that
    the plan knows; nothing is judged twice."""
    for thing in now.visible:
        place = _place_of(thing, now)
        new = place and (is_exploring(now) or now.done[-1:] == [f"open {place.holder}"])
        if place and new and score(thing, place, similarity) < DOUBTFUL:
            yield Intent("tidy", thing, place.holder, is_back=True)
    known = {goal.intent.thing for goal in now.plan}
    # Where a door did not open, things are carried to it.
    if not any(goal.shut for goal in now.plan):
        yield from (Intent("tidy", thing) for thing in now.carried if thing not in known)


def to_bring_back(now: Situation) -> Iterator[SubGoal]:
    """What an earlier life put elsewhere than where it was first, and found no better place for."""
    for thing in now.to_bring():
        holder = now.homes[thing]
        yield SubGoal(Intent("tidy", thing, holder), home=Home(holder, now.room_of(holder) or holder))


def next_room(now: Situation) -> str:
    """Where to go next of the rooms in which something is to be fetched or put: where least must be brought later, of
    these the nearest; empty if there is none."""
    things = now.to_bring()
    homes = {thing: now.room_of(now.homes[thing]) or now.homes[thing] for thing in things}
    rooms = {homes[thing] if now.has(thing) else now.room_of(thing) for thing in things} - {now.here}
    away = distances(now.ways, [now.here])

    def cost(room: str) -> tuple[int, int, str]:
        later = sum(homes[thing] == room and not now.has(thing) for thing in things)
        return later, away.get(room, len(away)), room

    return min(rooms, key=cost, default="")


def astray(now: Situation, similarity: Similarity) -> Iterator[str]:
    """What is loose here and was never taken here, if it may be out of place; if all seems to be tidy and yet the game
    goes on, if a better place is known."""
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
    """The valid action that puts a thing to the best place here that takes it; empty if there is none.

    What a thing is thought to belong in or on need not take it: nothing can be put on some stoves.
    """
    found: dict[str, float] = {}
    for action in now.actions:
        if match := re.fullmatch(rf"(?:put|insert) {called(intent.thing)} (?:on|into|in) (.+)", action):
            found[action] = score(intent.thing, _place(match[1], now.here, now), similarity)
    return max(found, key=lambda action: found[action], default="")


def settled(goal: SubGoal, now: Situation, similarity: Similarity) -> SubGoal:
    """A sub-goal to tidy with the best place for its thing that is known now, be it the one where it lay.

    It keeps what is most like the thing there, without which the place would be thought less of from afar.
    """
    thing = goal.intent.thing
    if known := next((each for each in to_bring_back(now) if each.intent.thing == thing), None):
        return known
    place, is_back = _best(goal, now, similarity)
    if place is None:
        return SubGoal(goal.intent, "no good place for it is known yet")
    home = Home(place.holder, place.room, companion(thing, place, similarity))
    return SubGoal(Intent("tidy", thing, place.holder, is_back), home=home)


def _best(goal: SubGoal, now: Situation, similarity: Similarity) -> tuple[Place | None, bool]:
    """The best place for a thing, and whether it only lay there.

    What was decided when all was seen stays so, though a place may look better once something like it was put there.
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
    """Whether the thing of a sub-goal to tidy was just put down where it is to be, or somewhere like that."""
    last = now.done[-1] if now.done else ""
    if re.fullmatch(f"drop {called(intent.thing)}", last):
        return intent.other == now.here
    return bool(re.match(f"(?:put|insert) {called(intent.thing)} ", last))


def _place_of(thing: str, now: Situation) -> Place | None:
    """Where a thing that can be carried lies; None for furniture."""
    holder = now.places[thing]
    if thing in now.on_floor:
        return _place(now.here, now.here, now)
    return None if holder == now.here else _place(holder, now.here, now)


def _holders(now: Situation) -> list[Place]:
    """Furniture that is known: what stands in a room and was not found lying there."""
    return [
        _place(thing, room, now)
        for thing, room in now.places.items()
        if room in now.rooms and room != INVENTORY and thing not in now.on_floor
    ]


def _place(holder: str, room: str, now: Situation) -> Place:
    """A place with what is known to lie there; what stands in a room tells nothing about its floor.

    What is only taken along to be judged still counts where it lay: likes that were taken together go on as likes.
    """
    on_floor = holder == room
    lying = [thing for thing, place in now.places.items() if place == holder and (thing in now.on_floor) == on_floor]
    lay = [thing for thing, place in now.lay.items() if place == holder]
    return Place(holder, room, tuple(dict.fromkeys((*lying, *lay))))
