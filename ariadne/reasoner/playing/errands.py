"""Errands: the current errand as sub-goals about the things it refers to.

The plan keeps what a description refers to: what lay beside a book is no longer beside it once taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ariadne.reasoner.playing.kitchen import preparing
from ariadne.reasoner.playing.situation import GO_TO, Situation
from ariadne.reasoner.reading.errands import ReadErrand, Things, read_errand
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.notes import IS_KEY
from ariadne.reasoner.reading.relations import EXAMINED
from ariadne.reasoner.reading.sub_goals import SubGoal

EXPLORE, REVISIT, GIVE_UP = Intent("explore"), Intent("revisit"), Intent("give", "up")
_FIRST = {"open": "open", "closed": "close", "locked": "lock"}
SHUT = "it did not open"
"""The reason given for a container that stays closed until its key is known."""


def errand_plan(now: Situation) -> list[SubGoal]:
    """Return the sub-goals of the current errand: exploring if something unknown may still be found, then seeing known
    rooms again, and giving up if nothing is left to see."""
    errand = read_errand(now.asked)
    wanted = list(_wanted(errand, now)) if errand else []
    goals = _with_help([intent for intent in wanted if not is_done(intent, now)], now)
    again = list(_round(goals, now))
    if errand and _is_hopeless(errand, wanted, goals, now):
        goals = [GIVE_UP]
    elif not goals or any(_is_lost(intent, now) for intent in goals):
        unseen = [EXPLORE] if now.exits else _with_help(_next_to_see(now), now)
        again = again or ([] if unseen else list(_round_begun(goals, now)))
        goals += unseen or ([] if any(goal.left for goal in again) else [GIVE_UP])
    shut = [SubGoal(Intent("unlock", name), SHUT) for name in _shut(now)]
    return [*(SubGoal(intent, _reason(now), seen=_seen(intent, now)) for intent in goals), *again, *shut]


def _seen(intent: Intent, now: Situation) -> tuple[str, ...]:
    """The rooms already explored for a sub-goal in this errand."""
    if intent != EXPLORE:
        return ()
    before = [room for goal in now.plan for room in goal.seen] if _is_planned(now) else []
    return tuple(dict.fromkeys((*before, now.here)))


def _is_planned(now: Situation) -> bool:
    """Whether the plan is for this errand."""
    return any(goal.reason == _reason(now) for goal in now.plan)


def is_done(intent: Intent, now: Situation) -> bool:
    """Whether an errand's sub-goal is reached."""
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


def _wanted(errand: ReadErrand, now: Situation) -> Iterator[Intent]:
    """The intents of the errand itself, without preparations."""
    things = _meant_before(now) if errand.things.how in ("beside", "inside") else []
    for thing in things or _meant(errand.things, now):
        if errand.verb == "put":
            place = errand.place or now.first.get(thing, "")
            left = list(preparing(thing, errand.book, now)) if errand.book else []
            yield from left or [Intent("put", thing, place)]
        else:
            yield from _to_be(errand.verb or _FIRST.get(now.first_states.get(thing, ""), ""), thing)


def _meant_before(now: Situation) -> list[str]:
    """The things of this errand that the plan names."""
    return [goal.intent.thing for goal in now.plan if goal.reason == _reason(now) and goal.intent.verb == "put"]


def _round(goals: Sequence[Intent], now: Situation) -> Iterator[SubGoal]:
    """The round through known rooms in this errand's plan. It stays after its end, so no second one begins."""
    if _is_planned(now) and any(_is_lost(intent, now) for intent in goals):
        yield from (_to_see(goal.left, now) for goal in now.plan if goal.intent == REVISIT)


def _round_begun(goals: Sequence[Intent], now: Situation) -> Iterator[SubGoal]:
    """A new round, if something may be in a known room that is not fully recalled."""
    if any(_is_lost(intent, now) for intent in goals):
        yield _to_see([name for action in now.actions if (name := action.removeprefix(GO_TO)) != action], now)


def _to_see(rooms: Sequence[str], now: Situation) -> SubGoal:
    return SubGoal(REVISIT, _reason(now), left=tuple(room for room in rooms if not now.is_shown(room)))


def _meant(things: Things, now: Situation) -> Sequence[str]:
    """The things referred to, as far as they are known."""
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


def _to_be(verb: str, thing: str) -> Iterator[Intent]:
    """Close a thing before locking it."""
    if verb == "lock":
        yield Intent("close", thing)
    if verb:
        yield Intent(verb, thing)


def _with_help(wanted: Sequence[Intent], now: Situation) -> list[Intent]:
    helping = [each for intent in wanted for each in _helping(intent, now)]
    return [*dict.fromkeys((*helping, *wanted))]


def _helping(intent: Intent, now: Situation) -> Iterator[Intent]:
    """What comes first if a lock is in the way: fetching its key, or finding out which it is."""
    places = [intent.other] if now.has(intent.thing) else [now.places.get(intent.thing, ""), intent.other]
    for holder in [intent.thing] if intent.verb in ("open", "lock") else places:
        key = now.opens.get(holder, "")
        untried = holder not in now.opened and not now.is_state(holder, "open")
        if key and intent.verb != "lock" and (untried or now.is_state(holder, "locked")):
            yield Intent("unlock", holder, key)
        elif not key and (intent.verb == "lock" or _is_shut(holder, now)):
            yield from _keys(now)


def _is_shut(holder: str, now: Situation) -> bool:
    """Whether something does not open without its key."""
    return now.is_state(holder, "locked") or holder in _shut(now)


def _shut(now: Situation) -> list[str]:
    """What did not open, by the plan or by what is visible here."""
    here = (name for name in now.visible if f"open {name}" not in now.actions and _takes_nothing(name, now))
    names = dict.fromkeys((*(goal.intent.thing for goal in now.plan if goal.reason == SHUT), *here))
    return [name for name in names if not now.is_state(name, "open", "unlocked") and name not in now.opens]


def _takes_nothing(name: str, now: Situation) -> bool:
    """Whether a thing here is closed, by the text or by the valid actions with the carried things."""
    if now.places[name] != now.here or f"take {name}" in now.actions:
        return False
    puts = [
        action for action in now.actions if re.fullmatch(rf"(?:put|insert) .+ (?:on|into) {re.escape(name)}", action)
    ]
    return now.is_state(name, "closed") or (bool(now.carried) and not puts)


def _keys(now: Situation) -> Iterator[Intent]:
    """Find out what unknown keys open."""
    for thing in [*dict.fromkeys((*now.places, *now.carried))]:
        if IS_KEY.search(thing) and not now.is_state(thing, EXAMINED) and thing not in now.opens.values():
            yield Intent("read", thing)


def _is_hopeless(errand: ReadErrand, wanted: Sequence[Intent], goals: Sequence[Intent], now: Situation) -> bool:
    """Whether looking around cannot help: everything seems done and is not, or the original place is unknown."""
    if not goals:
        return errand.verb != "put" or bool(wanted)
    return any(goal.verb == "put" and not goal.other and _is_found(goal.thing, now) for goal in goals)


def _is_lost(intent: Intent, now: Situation) -> bool:
    """Whether the place of a sub-goal's thing is unknown; for a lock to open, that of its key."""
    names = [intent.other] if intent.verb == "unlock" else [intent.thing, intent.other]
    return any(name and not _is_found(name, now) for name in names)


def _is_found(name: str, now: Situation) -> bool:
    """Whether the place of a thing is known."""
    return now.has(name) or name in now.rooms or now.room_of(name) in now.rooms


def _next_to_see(now: Situation) -> list[Intent]:
    """What to look into next: here, else as planned."""
    planned = [goal.intent for goal in now.plan]
    left = sorted(_unseen(now), key=lambda each: (now.room_of(each.thing) != now.here, each not in planned))
    return left[:1]


def _unseen(now: Situation) -> Iterator[Intent]:
    """Unseen places of things: what is closed or locked, and furniture that was not looked at."""
    holders, doors = set(now.places.values()), set(now.doors.values())
    names = [name for name in now.places if not holders & {name} and name not in doors and not now.has(name)]
    yield from _keys(now)
    for name in names:
        opens = _is_found(now.opens[name], now) if name in now.opens else not _is_shut(name, now)
        if now.is_state(name, "closed", "locked", "unlocked") and opens:
            yield Intent("open", name)
    for name in names:
        is_furniture = now.places[name] in now.rooms and name not in now.on_floor
        if is_furniture and not now.is_state(name, EXAMINED, "open"):
            yield Intent("read", name)
