"""Answering `plan` and `explore`: sub-goals that stay until they are met.

A plan is revised, not rebuilt: what is met or pointless is removed, what is unfinished keeps its words and position,
what a note or a recipe asks for is added, and each reason says how far its sub-goal has come. The goal's instructions
come first, step by step; a step that is done stays done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ariadne.geography import direction_of
from ariadne.models.question import Inputs
from ariadne.reasoner.playing.errands import errand_plan
from ariadne.reasoner.playing.goals import COOK, OTHER, TIDY, task
from ariadne.reasoner.playing.house import is_put, settled, tidying, to_bring_back
from ariadne.reasoner.playing.kitchen import called_here, cooking
from ariadne.reasoner.playing.means import TIDYING, commands
from ariadne.reasoner.playing.picture import situation
from ariadne.reasoner.playing.rounds import round_now
from ariadne.reasoner.playing.shown import COMMAND, lines
from ariadne.reasoner.playing.situation import Situation
from ariadne.reasoner.playing.unlisted import in_mind, is_asked
from ariadne.reasoner.reading.instructions import steps
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import CUTS, HEATS, STATES, bare, mentions
from ariadne.reasoner.reading.notes import IS_KEY, KEYS, LOCKS, READABLE, named
from ariadne.reasoner.reading.relations import EXAMINED, INVENTORY
from ariadne.reasoner.reading.sub_goals import Shut, SubGoal, read_sub_goal
from ariadne.reasoner.sense.kinds import Similarity

AT_REST = "Nothing more to do | everything lies where it belongs, as far as I can tell"
_MADE = {**CUTS, **HEATS}
# The states of a thing after each verb.
_STATES = {
    "open": ("open",),
    "unlock": ("unlocked", "open"),
    "close": ("closed", "locked"),
    "lock": ("locked",),
    "read": (EXAMINED,),
    **{verb: (made,) for verb, made in _MADE.items()},
}
AHEAD, MOST = 10, 38
"""The largest numbers of upcoming steps and of sub-goals in a plan."""
_DROPPED = ("", "explore", "revisit")
"""Sub-goals that are not kept from one plan to the next: rounds are planned anew."""


def edits(inputs: Inputs, similarity: Similarity) -> dict[str, Any]:
    """Return the edits of the plan."""
    now = plan(inputs, similarity)
    return {"plan": changes(inputs, now["plan"]), "explore": now["explore"]}


def changes(inputs: Inputs, after: Sequence[str]) -> list[str]:
    """Return the edits from the old plan to the new one: the new beginning; an unchanged end is left alone.

    A sub-goal about what was just done is stated again, or it would count as met.
    """
    before = lines(inputs, "plan")
    *_, last = "", *COMMAND.findall(str(inputs.get("observation", "")))
    left, new = list(before), [] if before == list(after) else list(after)
    while new and new[-1] in left and not mentions(last, read_sub_goal(new[-1]).intent.thing):
        del left[left.index(new.pop()) :]
    gone = [number for number, line in enumerate(before, 1) if line not in after]
    return [*(f"drop {number}" for number in gone), *new]


def plan(inputs: Inputs, similarity: Similarity) -> dict[str, Any]:
    """Return the revised plan, and whether it needs exploration."""
    if is_asked(inputs):
        return {"plan": in_mind(inputs), "explore": False}
    now = situation(inputs)
    now.plan = [replace(goal, intent=_meant(goal.intent, now)) for goal in now.plan]
    if now.asked:
        goals = errand_plan(now)
        return {"plan": list(map(str, goals)), "explore": any(goal.intent.verb == "explore" for goal in goals)}
    kind, shut = task(now.goal, similarity), list(_shut(now))
    told: list[Intent] = []
    known = list(to_bring_back(now)) if kind == TIDY else []
    if known and not now.exits:
        goals, explore = known, False
    elif kind == TIDY:
        explore = bool(now.exits) or not now.plan
        asked = (*tidying(now, similarity), *(goal.intent for goal in known))
        goals = _goals(now, told, iter(asked), similarity)
        goals = [goal for goal in (round_now(now, bool(goals)), *goals) if goal]
        # Everything is tidy, the game continues, and a door does not open: perhaps the goal meant something else. Other
        # sub-goals in the plan show that this was doubted, even after the door opened.
        doubted = shut or any(goal.intent.verb not in ("", *TIDYING) for goal in now.plan)
        if doubted and not any(goal.intent.verb in TIDYING for goal in goals):
            told, explore = _told(now), True
            goals = _goals(now, told, _asked(now, OTHER), similarity)
    else:
        told = _told(now)
        goals = _goals(now, told, _asked(now, kind), similarity)
        # A number beyond the last of several steps says that all are done.
        end = 0 if told or (count := len(steps(now.goal))) < 2 else count + 1
        present = [goal.intent for goal in goals if goal.intent not in told[1:]]
        explore = not goals or bool(end) or any(_unknown(intent, now) for intent in present)
        goals += [SubGoal(Intent("explore", step=end), f"{len(now.exits) or 'no'} known")] * explore
    return {"plan": [*(map(str, goals) if goals else [AT_REST]), *map(str, shut)], "explore": explore}


def _goals(now: Situation, told: Sequence[Intent], asked: Iterator[Intent], similarity: Similarity) -> list[SubGoal]:
    """The steps of the goal, the rest of the plan, and other demands, each with its reason."""
    kept = [goal for goal in now.plan if goal.intent.verb not in _DROPPED and not goal.intent.step and not goal.shut]
    wanted: dict[str, SubGoal] = {}
    for goal in (*map(SubGoal, told), *kept, *map(SubGoal, asked)):
        wanted.setdefault(str(goal.intent), goal)
    goals = [settled(goal, now, similarity) if goal.intent.verb == "tidy" else goal for goal in wanted.values()]
    goals = _ordered([goal for goal in goals if goal.intent.step or not is_met(goal.intent, now)])[:MOST]
    return [goal if goal.intent.verb == "tidy" else _explained(goal.intent, told, now) for goal in goals]


def explore(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Answer the exploration check: whether the plan contains a sub-goal to explore."""
    return {"explore": any(read_sub_goal(line).intent.verb == "explore" for line in lines(inputs, "plan"))}


def _shut(now: Situation) -> Iterator[SubGoal]:
    """Doors that did not open with what was carried: each was examined or tried, and is still closed."""
    known = {goal.intent.thing: goal for goal in now.plan if goal.shut}
    for (room, way), door in now.doors.items():
        goal = known.get(door)
        if (room, way) in now.ways or now.is_state(door, "open", "unlocked"):
            continue
        if room == now.here and (goal or now.done[-1:] in ([f"examine {door}"], [f"open {door}"])):
            had = goal.shut.had if goal and goal.shut else ()
            yield SubGoal(Intent("open", door), shut=Shut(room, way, tuple(dict.fromkeys((*had, *now.carried)))))
        elif goal and goal.shut and goal.shut.room == room:
            yield goal


def _steps(now: Situation) -> list[Intent]:
    """The goal's steps, with references resolved."""
    return [_meant(step, now) for step in steps(now.goal)]


def _meant(intent: Intent, now: Situation) -> Intent:
    """Return a sub-goal with its references resolved: an unknown name stands for the only thing whose name ends with
    it.

    A goal says `the sextant` if the game says `keeper's sextant`.
    """
    return replace(intent, thing=_known_as(intent.thing, now), other=_known_as(intent.other, now))


def _known_as(name: str, now: Situation) -> str:
    known = {*now.places, *now.doors.values(), *now.rooms}
    called = [thing for thing in known if thing.endswith(f" {name}")]
    return called[0] if name and name not in known and len(called) == 1 else called_here(name, now)


def _told(now: Situation) -> list[Intent]:
    """Return the next of the goal's several steps that are left.

    The plan's numbers say which were done before the last command; without them, all commands are checked.
    """
    told = [step for step in _steps(now) if step.step]
    numbers = [goal.intent.step for goal in now.plan if goal.intent.step]
    at = min(numbers) - 1 if numbers else 0
    if not numbers:
        for command in now.done:
            at += at < len(told) and _is(command, told[at], now)
    elif at < len(told):
        at += _just_done(told[at], now)
    while at < len(told) and (told[at].verb != "go" or told[at].is_visit) and is_met(told[at], now):
        at += 1
    return told[at : at + AHEAD]


def _just_done(step: Intent, now: Situation) -> bool:
    """Whether the last command did a step; a move counts only from the step's origin."""
    if not now.done or not _is(now.done[-1], step, now):
        return False
    *_, before = now.been[:-1] or [""]
    return step.verb != "go" or not before or (before != now.here and now.origin in ("", before))


def _is(command: str, step: Intent, now: Situation) -> bool:
    return any(re.fullmatch(pattern, command) for pattern in commands(step, now))


def _asked(now: Situation, kind: str) -> Iterator[Intent]:
    """Demands besides the goal's steps."""
    yield from _reading(now)
    if kind == COOK or now.recipe:
        yield from cooking(now)
    if not now.recipe:
        yield from _unlocking(now)
    yield from _named(now)


def _reading(now: Situation) -> Iterator[Intent]:
    """Read what can be read, and what was found locked away unless the goal names it; once."""
    for thing in (*now.visible, *now.carried):
        found = now.is_state(now.places[thing], "open") and bool(named(now.places[thing], LOCKS))
        is_clue = found and not (named(thing, KEYS) or now.is_state(thing, *STATES) or mentions(now.goal, thing))
        if (READABLE.search(thing) or is_clue) and not now.was_read(thing):
            yield Intent("read", thing)


def _unlocking(now: Situation) -> Iterator[Intent]:
    """Take keys, open the locks that they are said to open, and take what was inside."""
    for thing in now.visible:
        if IS_KEY.search(thing):
            yield Intent("take", thing)
    for lock, key in now.opens.items():
        if lock not in now.opened and not now.is_state(lock, "open", "unlocked"):
            yield Intent("unlock", lock, key)
    for thing in now.visible:
        if now.is_state(thing, "unlocked"):
            yield Intent("open", thing)


def _named(now: Situation) -> Iterator[Intent]:
    """Do what a goal of one step says; else deal with things here that it names."""
    told = _steps(now)
    yield from told if len(told) == 1 else ()
    for thing in now.visible:
        if mentions(now.goal, thing) and not told:
            yield Intent("unlock" if named(thing, LOCKS) else "take", thing)


def is_met(intent: Intent, now: Situation) -> bool:
    """Whether a sub-goal is visibly met, or has become pointless."""
    match intent.verb:
        case "take":
            return now.has(intent.thing) or (now.has("meal") and intent.thing in now.recipe)
        case "unlock" if intent.thing in now.opened:
            return True
        case "read":
            return now.was_read(intent.thing)
        case "put":
            return now.places.get(intent.thing, INVENTORY) == intent.other
        case "tidy":
            return is_put(intent, now)
        case "go" if intent.is_visit:
            return bool(now.here) and now.here in (intent.thing, now.room_of(intent.thing))
        case "go":
            return [direction_of(command) for command in now.done[-1:]] == [intent.thing]
        case "prepare":
            return now.has("meal")
        case verb:
            return now.is_state(intent.thing, *_STATES.get(verb, ()))


def _ordered(goals: list[SubGoal]) -> list[SubGoal]:
    """The meal comes last, after later additions, and so does the step that has to wait for it."""
    last = ("prepare", "eat")
    waits = any(goal.intent.verb in last for goal in goals[:1]) and not all(goal.intent.step for goal in goals)

    def place(goal: SubGoal) -> int:
        verb, step = goal.intent.verb, goal.intent.step
        return last.index(verb) + 1 if verb in last and (waits or not step) else 0

    return sorted(goals, key=place)


def _unknown(intent: Intent, now: Situation) -> bool:
    """Whether something that a sub-goal needs has not been found."""
    names: tuple[str, ...] = (intent.thing, intent.other)
    if intent.verb in ("tidy", "explore", "prepare") or (intent.verb == "go" and not intent.is_visit):
        return False
    if intent.verb == "take":
        names = (intent.thing,)
    elif intent.thing == "meal" or intent.verb in _MADE:
        names = (intent.other,)
    return any(name and not now.has(name) and not _located(name, now) for name in names)


def _located(name: str, now: Situation) -> bool:
    """Whether the way to a thing is known; having heard of its place is not enough."""
    place = now.room_of(bare(name))
    return place in now.rooms or bare(name) in now.rooms


def _explained(intent: Intent, told: Sequence[Intent], now: Situation) -> SubGoal:
    """Return a sub-goal with its reason: how far it has come."""
    if intent in told[1:] or not now.here:
        return SubGoal(intent, "as instructed")
    if intent.verb == "go" and intent.step and not intent.is_visit:
        is_same = intent in [first.intent for first in now.plan[:1]]
        return SubGoal(intent, origin=now.origin if is_same and now.origin else now.here)
    known = []
    for name in dict.fromkeys(name for name in (intent.other, intent.thing) if name):
        if now.has(name):
            known.append(f"I have the {name}")
        elif room := now.room_of(bare(name)):
            known.append(f"the {name} is in the {room}")
        elif intent.verb not in ("go", "prepare", "eat"):
            known.append(f"the {name} is not found yet")
    return SubGoal(intent, ", ".join(known) or "to be done")
