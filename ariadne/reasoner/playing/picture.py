"""A question's inputs, read into one situation.

Oldest first, so newer facts win: prose and episodes from memory, then facts, recent turns, the observation, the
inventory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ariadne.geography import direction_of
from ariadne.models.question import Inputs
from ariadne.reasoner.playing.intake import (
    facts_of,
    note_done,
    take_in,
    take_in_first,
    take_in_home,
    take_in_passage,
    take_in_turn,
)
from ariadne.reasoner.playing.shown import lines, passages, shown_turns, stated, text, triplets
from ariadne.reasoner.playing.situation import GO_TO, Exit, Situation, distances
from ariadne.reasoner.reading.errands import ASKED
from ariadne.reasoner.reading.language import bare, headings, unmade
from ariadne.reasoner.reading.read import carried
from ariadne.reasoner.reading.records import connection
from ariadne.reasoner.reading.relations import HAS_OPENED, INVENTORY, PLACED, REQUIRES, TELLS, TO_BE, ReadFact
from ariadne.reasoner.reading.sub_goals import SubGoal, read_sub_goal

WAS_LAST = "was last "
"""The prefix of a relation for a thing's place at the end of an earlier life."""
_LEADS = re.compile(r"(\w+) \((?:perhaps )?to ")
"""A way in a line of annotated actions: `go: south (to hall), up (perhaps to attic)`."""


@dataclass(frozen=True)
class Earlier:
    """Knowledge from earlier lives: the first places of things, and exits with known destinations."""

    places: Mapping[str, str]
    ways: frozenset[Exit]


def situation(inputs: Inputs) -> Situation:
    """Read a question's inputs."""
    now = _presented(inputs)
    earlier = _take_in_earlier(now, inputs)
    now.asked = _asked(inputs)
    take_in_first(now, lines(inputs, "first"))
    for passage in passages(inputs):
        take_in_passage(now, passage)
    believed = dict(now.places)
    take_in(now, (fact for fact in facts_of(now.goal, "") if fact.relation in (REQUIRES, TO_BE)))
    _take_in_turns(now, inputs)
    _join(now)
    _set_exits(now, inputs, earlier)
    _give_up(now, believed)
    _set_what_is_here(now)
    return now


def _presented(inputs: Inputs) -> Situation:
    """The situation according to the goal, inventory, plan and valid actions."""
    things, plan = carried(text(inputs, "inventory")), list(map(read_sub_goal, lines(inputs, "plan")))
    now = Situation(
        goal=text(inputs, "goal"),
        here=bare(text(inputs, "location")),
        carried=[unmade(name)[0] for name in things],
        made={unmade(name)[0]: set(unmade(name)[1]) for name in things},
        plan=plan,
        actions={action.lower(): action for action in lines(inputs, "actions")},
        tried=frozenset(action.lower() for action in lines(inputs, "tried")),
        origin=plan[0].origin if plan else "",
        exits=[(fact.subject, fact.object) for fact in triplets(lines(inputs, "exits"))],
        known_ways=frozenset(way for line in lines(inputs, "annotated") for way in _LEADS.findall(line)),
    )
    now.rooms |= {now.here, *(room for room, _ in now.exits)}
    now.rooms |= {action.removeprefix(GO_TO) for action in now.actions if action.startswith(GO_TO)}
    for goal in plan:
        if goal.home:
            take_in_home(now, goal.intent, goal.home)
        if goal.shut:
            now.doors[goal.shut.room, goal.shut.way] = goal.intent.thing
            now.barred[goal.shut.room, goal.shut.way] = goal.shut.had
    return now


def _take_in_turns(now: Situation, inputs: Inputs) -> None:
    """Read the recent turns, oldest first."""
    history = shown_turns(inputs)
    # Without recent turns the notes cover everything up to the present one.
    here = "" if history[:-1] else ["", *headings(text(inputs, "notes"))][-1]
    for turn in history:
        here = take_in_turn(now, turn, here)
        note_done(now, turn, here)


def _set_exits(now: Situation, inputs: Inputs, earlier: Earlier) -> None:
    """Set the exits that are worth a try."""
    # A memory that returns facts lists the exits too; for others they are collected from the texts while the plan is to
    # explore, and always for errands, which may need them at any time.
    facts = any(lines(inputs, name) for name in ("places", "facts", "recalled"))
    if not now.exits and not facts and (now.asked or _explores(now.plan)):
        now.exits = [exit for exit in _untried(now) if not (now.asked and _was_seen_to(exit, now))]
    if not any(room == now.here for room, _ in (*now.exits, *now.seen_exits)):
        now.exits = [*_unseen(now), *now.exits]
    now.exits = [exit for exit in now.exits if exit not in now.barred or set(now.carried) - set(now.barred[exit])]
    if now.to_bring():
        now.exits = [exit for exit in now.exits if exit not in earlier.ways]


def _set_what_is_here(now: Situation) -> None:
    """Set what is carried, what lies loose, and what is in the present room."""
    for thing in [thing for thing, place in now.places.items() if place == INVENTORY]:
        if thing not in now.carried:
            del now.places[thing]
    for thing in now.carried:
        now.places[thing] = INVENTORY
    lying = {thing for thing, place in now.places.items() if place == now.here and f"take {thing}" in now.actions}
    now.loose = lying - now.on_floor
    now.on_floor |= lying
    now.visible = [thing for thing in now.places if not now.has(thing) and now.room_of(thing) == now.here]


def _take_in_earlier(now: Situation, inputs: Inputs) -> Earlier:
    """Read what is known from earlier lives: how the world begins, and what was learned."""
    take_in(now, triplets(lines(inputs, "earlier")))
    earlier = Earlier(dict(now.places), frozenset(now.ways))
    for fact in stated(lines(inputs, "learned")):
        if fact.relation == HAS_OPENED:
            # What was opened then is shut again; the key still fits.
            now.opens[fact.object] = fact.subject
        elif fact.relation.startswith(WAS_LAST):
            now.homes[fact.subject] = fact.object
        else:
            take_in(now, [fact])
            now.read |= {fact.subject} if fact.relation == TELLS else set()
    for fact in facts_of(text(inputs, "ending"), ""):
        if fact.relation in PLACED and fact.object not in (INVENTORY, "", earlier.places.get(fact.subject)):
            now.homes[fact.subject] = fact.object
    now.knows_recipe = bool(now.recipe)
    return earlier


def _give_up(now: Situation, believed: Mapping[str, str]) -> None:
    """Drop an outdated belief that a thing is here, if it is out of reach and nothing hides it."""
    for thing, place in believed.items():
        is_believed = now.places.get(thing) == place and now.room_of(thing) == now.here
        is_hidden = f"open {place}" in now.actions or now.is_state(place, "closed", "locked") or now.is_shut(place)
        is_seen = f"examine {thing}" in now.actions or f"examine {place}" not in now.actions
        if is_believed and not (is_hidden or is_seen):
            del now.places[thing]


def _asked(inputs: Inputs) -> str:
    """The current errand: from beside the text, else the last one given."""
    for told in (text(inputs, "progress"), *reversed(shown_turns(inputs))):
        if found := ASKED.findall(told):
            return str(found[-1])
    return ""


def _explores(plan: Sequence[SubGoal]) -> bool:
    return not plan or any(goal.intent.verb == "explore" for goal in plan)


def _join(now: Situation) -> None:
    """Infer the exit by which a room was entered, if only one known room has it."""
    if not now.rooms <= {room for room, _ in now.seen_exits}:
        return
    for room, way in now.came:
        left = [exit for exit in now.seen_exits if exit[1] == way and exit[0] != room and exit not in now.ways]
        if len(left) == 1 and room not in now.ways.values():
            take_in(now, map(ReadFact._make, connection(left[0][0], way, room)))


def _untried(now: Situation) -> list[Exit]:
    """The exits without a known destination, nearest first; for this room only passable ones."""
    left = [
        (room, way)
        for room, way in now.seen_exits
        if (room, way) not in now.ways
        and (room != now.here or not now.actions or now.move(way) or (room, way) in now.doors)
    ]
    distance = distances(now.ways, [now.here])
    return sorted(left, key=lambda each: distance.get(each[0], len(distance)))


def _was_seen_to(exit: Exit, now: Situation) -> bool:
    """Whether the plan says that the exits of a room were tried, beyond the recent turns: a memory may not recall how
    an exit was taken."""
    return exit[0] not in now.been and any(exit[0] in goal.seen for goal in now.plan)


def _unseen(now: Situation) -> list[Exit]:
    """The exits of a room whose texts list none: valid moves not taken yet, and not annotated with where they lead."""
    ways = [way for action in now.actions if action not in now.tried and (way := direction_of(action))]
    return [(now.here, way) for way in ways if way not in now.known_ways and (now.here, way) not in now.ways]
