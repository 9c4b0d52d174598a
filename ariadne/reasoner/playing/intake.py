"""Adding facts, turns and passages to a situation; what is added later wins."""

from __future__ import annotations

from collections.abc import Iterable

from ariadne.caches import cached
from ariadne.geography import direction_of
from ariadne.reasoner.playing.shown import COMMAND, NOW, ShownPassage, stated
from ariadne.reasoner.playing.situation import Situation
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import EATEN, OPENNESS, headings
from ariadne.reasoner.reading.notes import OPENS, USED_FOR
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.records import way_of
from ariadne.reasoner.reading.relations import (
    EXIT,
    HAS_OPENED,
    INVENTORY,
    IS,
    LEADS,
    ON_FLOOR,
    PLACED,
    REQUIRES,
    TELLS,
    TO_BE,
    ReadFact,
)
from ariadne.reasoner.reading.sub_goals import BestPlace

_BEFORE = {"open": "closed", "close": "open", "unlock": "locked", "lock": "closed"}
"""The state of a thing before each verb."""

LATELY = ShownPassage(NOW)
"""The passage of the recent turns: all of it is still true."""


def take_in_passage(now: Situation, passage: ShownPassage) -> None:
    """Read a past passage, each account separately, since it need not end in the room of the recent turns."""
    here = ""
    for turn in passage.turns:
        here = take_in_turn(now, turn, here if COMMAND.match(turn) else "", passage)
        if passage.is_transcript and COMMAND.match(turn):
            note_done(now, turn, here)
    _take_in_past(now, passage.over)
    _believe(now, passage.facts, passage)
    if passage.is_survey:
        _is_told(now, passage.facts)


def take_in_turn(now: Situation, turn: str, here: str, told: ShownPassage = LATELY) -> str:
    """Read a turn that begins in a room; return the room where it ends."""
    rooms, command = headings(turn), COMMAND.match(turn)
    if command:
        _was_before(now, command[1])
    if command and rooms and not here and (way := direction_of(command[1].lower())):
        now.came.append((rooms[0], way))
    facts = facts_of(turn, here)
    _believe(now, facts, told)
    if rooms:
        _is_told(now, facts)
    return [here, *rooms][-1]


def _believe(now: Situation, facts: Iterable[ReadFact], told: ShownPassage) -> None:
    """Add a passage's facts that are still true."""
    take_in(now, (fact for fact in facts if fact not in told.over))


def _is_told(now: Situation, facts: Iterable[ReadFact]) -> None:
    """Record the places whose contents are complete: they were entered, or the memory surveys them."""
    now.told_of.update(fact.object for fact in facts if fact.relation in PLACED)


def note_done(now: Situation, turn: str, here: str) -> None:
    """Record the recent commands and rooms."""
    now.done += [command.strip() for command in COMMAND.findall(turn.lower())]
    now.been.append(here)


@cached(4096)
def facts_of(turn: str, here: str) -> tuple[ReadFact, ...]:
    """Cached, since many steps show the same turn."""
    return tuple(read(turn, here))


def take_in(now: Situation, facts: Iterable[ReadFact]) -> None:
    """Add facts, each in place of what it contradicts."""
    for subject, relation, thing in facts:
        if relation in PLACED:
            now.places.pop(subject, None)
            now.places[subject] = thing
            if thing != INVENTORY:
                now.first.setdefault(subject, thing)
            (now.on_floor.add if relation == ON_FLOOR else now.on_floor.discard)(subject)
        elif relation == IS:
            _set_state(now, subject, thing)
            if thing == EATEN:
                now.places.pop(subject, None)
        elif relation == HAS_OPENED:
            now.opened.add(thing)
            now.opens[thing] = subject
        elif relation == OPENS:
            now.opens[thing] = subject
        elif relation in (EXIT, LEADS) or way_of(relation):
            _take_in_way(now, subject, relation, thing)
        elif relation == REQUIRES and thing not in now.recipe:
            now.recipe.append(thing)
        elif relation == TO_BE and thing not in now.to_be.setdefault(subject, []):
            now.to_be[subject].append(thing)
        elif relation == USED_FOR:
            now.uses[thing] = subject
        elif relation == TELLS:
            now.told.add(subject)


def take_in_first(now: Situation, told: Iterable[str]) -> None:
    """Add what a memory recalls of first states, and of the commands that caused them."""
    for line in told:
        fact, _, command = line.rstrip(")").partition(" (by ")
        _was_before(now, command)
        _take_in_past(now, stated([fact]))


def _take_in_past(now: Situation, facts: Iterable[ReadFact]) -> None:
    """Add past states, which are the first ones if those are unknown."""
    for subject, relation, thing in facts:
        if relation in PLACED and thing != INVENTORY:
            now.first.setdefault(subject, thing)
        elif relation == IS and thing in OPENNESS:
            now.first_states.setdefault(subject, thing)


def _was_before(now: Situation, command: str) -> None:
    """Record the state of a thing before a command opened or closed it."""
    verb, _, thing = command.lower().partition(" ")
    name = thing.partition(" with ")[0]
    if verb == "unlock" and now.first_states.get(name) == "closed":
        now.first_states[name] = "locked"
    elif verb in _BEFORE:
        now.first_states.setdefault(name, _BEFORE[verb])


def take_in_home(now: Situation, intent: Intent, home: BestPlace) -> None:
    """Add a plan's best place for a thing."""
    now.rooms.add(home.room)
    if home.holder != home.room:
        now.places[home.holder] = home.room
    if home.like:
        now.places[home.like] = home.holder
        now.on_floor |= {home.like} if home.holder == home.room else set()
    if intent.is_back:
        now.lay[intent.thing] = home.holder


def _take_in_way(now: Situation, subject: str, relation: str, thing: str) -> None:
    if relation == EXIT:
        now.rooms.add(subject)
        now.seen_exits[subject, thing] = None
    elif relation == LEADS:
        way, _, room = thing.partition(" from ")
        now.doors[room, way] = subject
    else:
        now.rooms |= {subject, thing}
        now.ways[thing, way_of(relation)] = subject


def _set_state(now: Situation, thing: str, state: str) -> None:
    states = now.states.setdefault(thing, set())
    if state in OPENNESS:
        states -= OPENNESS
        now.first_states.setdefault(thing, state)
    states.add(state)
