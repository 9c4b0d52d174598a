"""Answering `act`: an action for the first sub-goal that anything can be done for.

Means-ends analysis: do what a sub-goal wants here and now; else take what it needs; else go where that is known to be;
else search closed things here, then untried exits. The current step of the goal's instructions comes first; if nothing
serves the plan, explore.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.errands import SHUT
from ariadne.reasoner.playing.exploring import (
    GIVE_UP,
    ValidAction,
    curious,
    just_done,
    leave,
    look_over,
    opening,
    pick_up,
    see_again,
)
from ariadne.reasoner.playing.goals import TIDY, task
from ariadne.reasoner.playing.house import astray, next_room, put_down
from ariadne.reasoner.playing.means import MEALS_IN, TIDYING, commands, cooking_left, gathered, needs, sites
from ariadne.reasoner.playing.picture import situation
from ariadne.reasoner.playing.routes import towards
from ariadne.reasoner.playing.shown import lines, shown_turns, text
from ariadne.reasoner.playing.situation import STOP, Situation, distances
from ariadne.reasoner.playing.steering import TURNS, Bearings, look_around, steer
from ariadne.reasoner.playing.unlisted import is_asked, likely_action
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import HEATS, bare, called, mentions, sentences
from ariadne.reasoner.reading.notes import NEGATED
from ariadne.reasoner.sense.kinds import Similarity

_EARLY = ("take", "read")
"""What may be done before its step is due."""
# A goal that refers to a later or a written text for what to do.
_OBEYING = re.compile(
    r"\b(?:do|follow|obey)\b[^.!?]*\b(?:says?|tells?|instructions?|orders?|commands?)\b", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b(?:the|an?|some) ")
_BARRED = re.compile(r"\b(?:have to|must|need to) open (.+?) first\b", re.IGNORECASE)


def act(inputs: Inputs, similarity: Similarity) -> dict[str, object]:
    """Return a valid action with a reason."""
    chosen = choose(inputs, similarity)
    return {"reason": chosen.reason, "action": chosen.name}


def choose(inputs: Inputs, similarity: Similarity) -> ValidAction:
    """Return a valid action in its original spelling."""
    if is_asked(inputs):
        return ValidAction(*likely_action(inputs, [line.partition(" | ")[0] for line in lines(inputs, "plan")]))
    now = situation(inputs)
    # Things without a better place are put back last: one may still be found.
    plan = [goal for goal in now.plan if goal.intent.verb and not goal.shut and goal.reason != SHUT]
    wanted = [goal.intent for goal in sorted(plan, key=lambda goal: goal.intent.is_back)]
    told, others = [each for each in wanted if each.step], [each for each in wanted if not each.step]
    is_tidying = not now.asked and task(now.goal, similarity) == TIDY
    action = (
        _open_what_bars(text(inputs, "observation"), now)
        or (_obey(text(inputs, "observation"), now) if _OBEYING.search(now.goal) and not now.recipe else None)
        or _serve(told[:1], now)
        or _first(_at_once(intent, now) for intent in (*told, *others) if intent.verb in _EARLY or intent in others)
        or _first(_fetch_tool(intent, now) for intent in others)
        or (_steer(wanted, inputs, now) if now.actions.keys() >= TURNS else None)
        or (_tidy_on(wanted, now, similarity) if is_tidying else None)
        or (_go_round(others, now) if now.knows_recipe else None)
        or _first(_go_there(intent, now) or _make_do(intent, now, similarity) for intent in others)
        or (None if is_tidying and any(intent.verb in TIDYING for intent in wanted) else pick_up(now))
        or look_over(now, unlocks=True)
        or _serve(told[1:], now)
        or (see_again(now) or _give_up(now) if now.asked else None)
        or curious(now, is_tidying)
    )
    return replace(action, name=now.actions[action.name])


def _give_up(now: Situation) -> ValidAction | None:
    """End an errand undone, so the next one is given."""
    return ValidAction(GIVE_UP, "I see no way to do this") if GIVE_UP in now.actions else None


def _serve(intents: Sequence[Intent], now: Situation) -> ValidAction | None:
    """Return what some sub-goals need most: to be done, a tool, or a route."""
    ways = (_at_once, _fetch_tool, _go_there)
    return _first(way(intent, now) for way in ways for intent in intents)


def _first(choices: Iterator[ValidAction | None]) -> ValidAction | None:
    return next((choice for choice in choices if choice), None)


def _open_what_bars(seen: str, now: Situation) -> ValidAction | None:
    """Open the door that the world says is in the way."""
    if (barred := _BARRED.search(seen)) and (action := f"open {bare(barred[1])}") in now.actions:
        return ValidAction(action, f"the {bare(barred[1])} bars the way")
    return None


def _obey(seen: str, now: Situation) -> ValidAction | None:
    """Do what the last text says, word for word except articles; else read it again."""
    orders = [_ARTICLE.sub("", sentence.lower()) for sentence in sentences(seen) if not NEGATED.search(sentence)]
    for action in now.actions:
        if any(mentions(sentence, action) for sentence in orders) and not just_done(action, now):
            return ValidAction(action, "this is what I am told to do")
    for action in now.actions:
        if action.startswith("read ") and not just_done(action, now):
            return ValidAction(action, "it may tell what to do now")
    return None


def _steer(wanted: Sequence[Intent], inputs: Inputs, now: Situation) -> ValidAction | None:
    """Turn and move until facing what a sub-goal wants, then do that."""
    chart = Bearings.of(shown_turns(inputs))
    for intent in wanted:
        command = steer(chart, intent, now.carried)
        if command in now.actions:
            return ValidAction(command, f"this way I {intent.phrase}", intent)
        if faced := chart.faced(intent.thing):
            return _at_once(replace(intent, thing=faced), now)
    command = look_around(chart, now.done)
    return ValidAction(command, "I look for what I want") if command in now.actions else None


def _at_once(intent: Intent, now: Situation) -> ValidAction | None:
    """Return the valid action that does what a sub-goal wants, if any."""
    if intent.verb in ("prepare", "eat") and not intent.step and cooking_left(now):
        return None
    where = intent.other if intent.verb == "drop" else now.origin if intent.verb == "go" and not intent.is_visit else ""
    if where not in ("", now.here):
        return None
    for pattern in commands(intent, now):
        for action in now.actions:
            in_vain = intent.verb in HEATS and action in now.tried
            if re.fullmatch(pattern, action) and not just_done(action, now) and not in_vain:
                return ValidAction(action, f"as planned: {intent.phrase}", intent)
    return None


def _fetch_tool(intent: Intent, now: Situation) -> ValidAction | None:
    for name in needs(intent, now):
        if not now.has(name) and (taken := _at_once(Intent("take", name), now)):
            return ValidAction(taken.name, _use(name, intent), intent)
    return None


def _use(name: str, intent: Intent) -> str:
    """What a thing is taken for."""
    if intent.verb != "tidy":
        return f"I need the {name} to {intent.phrase}"
    if intent.is_back or not intent.other:
        return "it may be out of place: the other rooms will tell"
    return f"it seems to belong at the {intent.other}"


def _go_there(intent: Intent, now: Situation) -> ValidAction | None:
    """Walk to the known place of the next thing that a sub-goal needs; with everything in hand, to where it is done."""
    missing = [need for need in needs(intent, now) if not now.has(need)]
    for name in missing or sites(intent, now):
        room = now.room_of(name) or (name if name in now.rooms else "")
        if f"examine {name}" in now.actions or room == now.here:
            if choice := _open_up(name, intent, now) or _make_room(name, intent, now):
                return choice
        elif (
            now.is_state(holder := now.places.get(name, ""), "locked") or now.is_shut(holder) or now.left_in_vain(room)
        ):
            continue
        elif action := towards(room, now):
            return ValidAction(action, f"the {name} is in the {room}: {intent.phrase}", intent)
    return None


def _go_round(intents: Sequence[Intent], now: Situation) -> ValidAction | None:
    """Once it is known what to gather and where to use it, go first to rooms where nothing has to be brought later, the
    nearest first, and to the meal's room last."""
    missing = {intent: [name for name in gathered(intent, now) if not now.has(name)] for intent in intents}
    used_in = {intent: now.room_of(site) or site for intent in intents for site in sites(intent, now)[:1]}
    lie_in = {intent: {now.room_of(name) for name in names} for intent, names in missing.items()}
    waiting = [room for intent, room in used_in.items() if lie_in[intent] - {room}]
    rooms = {room for found in lie_in.values() for room in found}
    rooms |= {room for intent, room in used_in.items() if not missing[intent]}
    away = distances(now.ways, [now.here])
    known = [room for room in rooms if room in away]
    if not known or now.here in known:
        return None
    room = min(known, key=lambda each: (waiting.count(each), each == MEALS_IN, away[each], each))
    way = towards(room, now)
    return ValidAction(way, f"something is to be gathered or used in the {room}") if way else None


def _make_room(name: str, intent: Intent, now: Situation) -> ValidAction | None:
    """If something in reach cannot be taken, the hands may be full: put down what is needed least."""
    is_wanted = name in needs(intent, now) or (intent.verb == "take" and name == intent.thing)
    # While anything can be taken, the hands are not full.
    takes = any(action.startswith("take ") for action in now.actions) and now.done[-1:] != [f"take {name}"]
    if takes or now.has(name) or not is_wanted or f"examine {name}" not in now.actions:
        return None
    busy = [name for goal in now.plan for name in (*needs(goal.intent, now), goal.intent.other)]
    # What was put down here before and is in hand again was put down in vain.
    spare = [thing for thing in now.carried if thing not in needs(intent, now) and f"drop {thing}" not in now.tried]
    for thing in sorted(spare, key=lambda each: (each in busy, each in now.recipe)):
        for action in now.actions:
            if re.fullmatch(rf"drop {called(thing)}|put {called(thing)} (?:on|in|into) .+", action):
                return ValidAction(action, f"I cannot take the {name} to {intent.phrase}; my hands may be full", intent)
    return None


def _open_up(name: str, intent: Intent, now: Situation) -> ValidAction | None:
    """Open the container of a thing, or the one it goes into; look at one that does not open."""
    if intent.verb == "go" and not intent.is_visit:
        return leave(now.here, intent.thing, now)
    for holder in (name, now.places.get(name, "")):
        if way := opening(holder, now):
            return ValidAction(way, f"the {holder} is closed")
        look = f"examine {holder}"
        if now.is_state(holder, "closed") and look in now.actions and look not in now.tried:
            return ValidAction(look, f"the {holder} does not open")
    return None


def _make_do(intent: Intent, now: Situation, similarity: Similarity) -> ValidAction | None:
    """Put a thing down next to its place, if the place does not accept it."""
    is_there = intent.verb == "tidy" and now.has(intent.thing) and now.room_of(intent.other) == now.here
    action = put_down(intent, now, similarity) if is_there and not now.is_state(intent.other, "closed") else ""
    return ValidAction(action, f"the {intent.other} does not take the {intent.thing}", intent) if action else None


def _tidy_on(wanted: Sequence[Intent], now: Situation, similarity: Similarity) -> ValidAction | None:
    """Bring things where an earlier life put them and stop there if that life gained no more. Without such a life,
    continue the rounds."""
    if STOP in now.actions:
        return ValidAction(STOP, "all is as I left it in an earlier life, which came to no more")
    if now.to_bring() and not now.exits:
        here = _first(_go_there(intent, now) for intent in wanted if now.here == _room_of(intent, now))
        room = next_room(now)
        way = towards(room, now)
        return here or (ValidAction(way, f"something is to be fetched or put in the {room}") if way else None)
    return _take_along(now, similarity) or look_over(now) or see_again(now)


def _room_of(intent: Intent, now: Situation) -> str:
    """The room where a thing to tidy is fetched or put."""
    name = intent.other if now.has(intent.thing) else intent.thing
    return now.room_of(name) or name


def _take_along(now: Situation, similarity: Similarity) -> ValidAction | None:
    """Take things that lie around, to find their places later."""
    for thing in astray(now, similarity):
        if action := _at_once(Intent("take", thing), now):
            return ValidAction(action.name, f"the {thing} lies about here")
    return None
