"""Errands: what is asked for at the moment, as sub-goals about the things that are meant.

Once it is known which things are meant, the plan keeps that: what lay beside a book lies there no more once it is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ariadne.reasoner.playing.kitchen import preparing
from ariadne.reasoner.playing.situation import Situation
from ariadne.reasoner.reading.errands import Errand, Things, read_errand
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.notes import IS_KEY
from ariadne.reasoner.reading.read import EXAMINED
from ariadne.reasoner.reading.sub_goals import SubGoal

EXPLORE, GIVE_UP = Intent("explore"), Intent("give", "up")


def errand_plan(now: Situation) -> list[SubGoal]:
    """The sub-goals of the errand at hand; to explore where something is not known that may still be found, and to give
    up where nothing is left to explore."""
    errand = read_errand(now.asked)
    wanted = list(_meant_before(now)) or (list(_wanted(errand, now)) if errand else [])
    wanted = [intent for intent in wanted if not is_done(intent, now)]
    helping = [each for intent in wanted for each in _helping(intent, now)]
    goals = [*dict.fromkeys((*helping, *wanted))]
    if not goals or any(_is_unknown(intent, now) for intent in goals):
        goals += [EXPLORE] if now.exits else [*_unopened(now)] or [GIVE_UP]
    return [SubGoal(intent, _reason(now)) for intent in goals]


def is_done(intent: Intent, now: Situation) -> bool:
    """Whether a sub-goal of an errand is reached."""
    match intent.verb:
        case "put":
            place = now.places.get(intent.thing, "")
            return not now.has(intent.thing) and intent.other in (place, now.room_of(intent.thing))
        case "open":
            return now.is_state(intent.thing, "open")
        case "close":
            return now.is_state(intent.thing, "closed", "locked")
        case "lock":
            return now.is_state(intent.thing, "locked")
        case "read":
            return now.is_state(intent.thing, EXAMINED)
        case _:
            return False


def _reason(now: Situation) -> str:
    return f"asked: {now.asked}"


def _meant_before(now: Situation) -> Iterator[Intent]:
    """What the plan has of this errand that moves things: it was found out before which are meant."""
    for goal in now.plan:
        if goal.reason == _reason(now) and goal.intent.verb == "put" and not is_done(goal.intent, now):
            yield goal.intent


def _wanted(errand: Errand, now: Situation) -> Iterator[Intent]:
    for thing in _named(errand.things, now):
        if errand.verb == "put":
            place = errand.place or now.first.get(thing, "")
            yield from preparing(thing, errand.book, now) if errand.book else ()
            yield Intent("put", thing, place)
        elif errand.verb:
            yield Intent(errand.verb, thing)
        else:
            yield from _as_first(thing, now)


def _named(things: Things, now: Situation) -> Sequence[str]:
    """The things that are meant, as far as they are known."""
    known = dict.fromkeys((*now.places, *now.carried))
    match things.how:
        case "kind":
            return [name for name in known if name.rpartition(" ")[2] == things.name]
        case "beside":
            place = now.places.get(things.name, "")
            beside = [name for name in known if name != things.name and now.places.get(name) == place]
            return beside if place and not now.has(things.name) else []
        case "inside":
            return [name for name in known if now.places.get(name) == things.name]
        case "name":
            return [things.name]


def _as_first(thing: str, now: Situation) -> Iterator[Intent]:
    first = now.first_states.get(thing, "")
    if first in ("closed", "locked"):
        yield Intent("close", thing)
    if first == "locked":
        yield Intent("lock", thing)
    if first == "open":
        yield Intent("open", thing)


def _helping(intent: Intent, now: Situation) -> Iterator[Intent]:
    """What has to be done first where a lock is in the way: its key is fetched, or found out."""
    places = [intent.other] if now.has(intent.thing) else [now.places.get(intent.thing, ""), intent.other]
    for holder in [intent.thing] if intent.verb in ("open", "lock") else places:
        if intent.verb == "lock" or now.is_state(holder, "locked"):
            if key := now.opens.get(holder, ""):
                yield from () if intent.verb == "lock" else (Intent("unlock", holder, key),)
            else:
                yield from _keys(now)


def _keys(now: Situation) -> Iterator[Intent]:
    """Find out what the keys open of which that is not known."""
    for thing in [*dict.fromkeys((*now.places, *now.carried))]:
        if IS_KEY.search(thing) and not now.is_state(thing, EXAMINED) and thing not in now.opens.values():
            yield Intent("read", thing)


def _is_unknown(intent: Intent, now: Situation) -> bool:
    """Whether it is not known where something is that a sub-goal is about."""
    names = [name for name in (intent.thing, intent.other) if name]
    if intent.verb == "put" and not intent.other:
        return True
    return intent.verb != "unlock" and any(
        not now.has(name) and name not in now.rooms and now.room_of(name) not in now.rooms for name in names
    )


def _unopened(now: Situation) -> list[Intent]:
    """The containers that were never seen open, the nearest by what is known of them last."""
    doors = set(now.doors.values())
    closed = [name for name in now.places if now.is_state(name, "closed") and name not in doors]
    return [Intent("open", name) for name in closed if name not in now.places.values()]
