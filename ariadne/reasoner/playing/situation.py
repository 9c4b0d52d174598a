"""The reasoner's knowledge at a step: everything that a question shows, read into one picture.

Oldest first, so newer facts win: prose and episodes from memory, then facts, recent turns, the observation, the
inventory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from ariadne.caches import cached
from ariadne.geography import direction_of
from ariadne.models.question import Inputs
from ariadne.reasoner.playing.shown import (
    COMMAND,
    NOW,
    ShownPassage,
    lines,
    passages,
    shown_turns,
    stated,
    text,
    triplets,
)
from ariadne.reasoner.reading.errands import ASKED
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import EATEN, OPENNESS, bare, headings, unmade
from ariadne.reasoner.reading.notes import OPENS, READABLE, USED_FOR
from ariadne.reasoner.reading.read import (
    EXAMINED,
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
    carried,
    read,
)
from ariadne.reasoner.reading.records import connection, way_of
from ariadne.reasoner.reading.sub_goals import BestPlace, SubGoal, read_sub_goal

GO_TO = "go to "
STOP = "stop playing"
"""Offered if an earlier life's result cannot be improved here."""

Exit = tuple[str, str]
"""A room and a direction."""

WAS_LAST = "was last "
"""The prefix of a relation for a thing's place at the end of an earlier life."""
_BEFORE = {"open": "closed", "close": "open", "unlock": "locked", "lock": "closed"}
"""The state of a thing before each verb."""


LATELY = ShownPassage(NOW)
"""The passage of the recent turns: all of it still holds."""


@dataclass(frozen=True)
class Earlier:
    """Knowledge from earlier lives: the first places of things, and exits with known destinations."""

    places: Mapping[str, str]
    ways: frozenset[Exit]


@dataclass
class Situation:
    """One picture of the world, as far as a question shows it.

    Attributes:
        places: for each thing, what it is in or on.
        on_floor: things on a floor.
        loose: things here without a stated place on it: they can be taken, and are in nothing else.
        lay: for each thing without a better place so far, its original place.
        states: for each thing, its states (open, locked, sliced, …).
        opens: for each lock, the key that is said to open it, or did.
        knows_recipe: whether the recipe was read in an earlier life.
        opened: locks that were opened with their keys. `told`: what has been read. `read`: what was read in an
            earlier life.
        recipe: ingredients in order. `to_be`: for each ingredient, its preparation, in order.
        uses: for each way of heating, the appliance.
        actions: the valid ones in lower case, in which all names are compared, each with its original spelling.
        tried: actions that were done in this place before.
        visible: what is in the present room, in order.
        done: the recent commands, oldest first. `been`: the rooms of the recent turns.
        told_of: rooms and furniture whose contents are completely known.
        came: rooms entered from an unstated room, each with the direction taken.
        origin: where the plan's first step begins; empty if it does not say.
        exits: unexplored ones, nearest first: as memory lists them, or those without a known destination; without
            those behind a door that did not open, until something more is carried.
        homes: for each thing that an earlier life moved, its last place.
        asked: the current errand, as it was given; else empty.
        first, first_states: the first places and states of things.
        barred: for each exit behind a door that did not open, what was carried then.
        ways: the destination of each exit. `seen_exits`: all exits that were read of.
    """

    goal: str
    here: str
    carried: list[str]
    made: dict[str, set[str]]
    plan: Sequence[SubGoal]
    actions: Mapping[str, str]
    exits: list[Exit]
    places: dict[str, str] = field(default_factory=dict)
    on_floor: set[str] = field(default_factory=set)
    loose: set[str] = field(default_factory=set)
    lay: dict[str, str] = field(default_factory=dict)
    states: dict[str, set[str]] = field(default_factory=dict)
    opens: dict[str, str] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    recipe: list[str] = field(default_factory=list)
    to_be: dict[str, list[str]] = field(default_factory=dict)
    knows_recipe: bool = False
    uses: dict[str, str] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    doors: dict[Exit, str] = field(default_factory=dict)
    barred: dict[Exit, Sequence[str]] = field(default_factory=dict)
    ways: dict[Exit, str] = field(default_factory=dict)
    seen_exits: dict[Exit, None] = field(default_factory=dict)
    rooms: set[str] = field(default_factory=set)
    tried: frozenset[str] = frozenset()
    origin: str = ""
    asked: str = ""
    first: dict[str, str] = field(default_factory=dict)
    first_states: dict[str, str] = field(default_factory=dict)
    visible: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    been: list[str] = field(default_factory=list)
    told_of: set[str] = field(default_factory=set)
    came: list[Exit] = field(default_factory=list)

    @property
    def is_blank(self) -> bool:
        """Whether nothing about the world was read."""
        known = (self.places, self.states, self.ways, self.seen_exits, self.exits, self.opens, self.recipe, self.uses)
        return not any((*known, self.told))

    def move(self, way: str) -> str:
        """The valid action that goes this way from here, in any wording; else empty."""
        return next((action for action in self.actions if direction_of(action) == way), "")

    def is_shown(self, room: str) -> bool:
        """Whether a room is shown by the recent turns or the recollection."""
        return room in self.been or room in self.told_of

    def left_in_vain(self, room: str) -> bool:
        """Whether a room was visited recently, with nothing but walking since."""
        for place, command in zip_longest(reversed(self.been), reversed(self.done), fillvalue=""):
            if place == room:
                return True
            if command and not (is_move(command) or command.startswith("look")):
                return False
        return False

    def room_of(self, thing: str) -> str:
        """The room of a thing, or of its last known holder; empty if unknown."""
        beside = [room for (room, _), door in self.doors.items() if door == thing]
        if beside:
            return self.here if self.here in beside else beside[0]
        seen = set()
        place = self.places.get(thing, "")
        while place in self.places and place not in seen and place not in self.rooms:
            seen.add(place)
            place = self.places[place]
        return place

    def to_bring(self) -> list[str]:
        """Things that are not where an earlier life put them, and can be brought there."""
        known = {*self.rooms, *self.carried}
        found = [thing for thing in self.homes if self.has(thing) or self.room_of(thing) in known]
        return [thing for thing in found if self.places.get(thing) != self.homes[thing]]

    def was_read(self, thing: str) -> bool:
        """Whether a thing's text is known."""
        is_recipe = self.knows_recipe and bool(READABLE.search(thing))
        return self.is_state(thing, EXAMINED) or thing in self.read or is_recipe

    def is_shut(self, thing: str) -> bool:
        """Whether a key is known for a thing that is not yet open."""
        is_open = thing in self.opened or self.is_state(thing, "open", "unlocked")
        return thing in self.opens and not is_open

    def has(self, thing: str) -> bool:
        """Whether the player carries it."""
        return thing in self.carried

    def is_state(self, thing: str, *states: str) -> bool:
        """Whether a thing is in one of these states."""
        return bool(self.states.get(thing, set()) & set(states)) or bool(self.made.get(thing, set()) & set(states))


def situation(inputs: Inputs) -> Situation:
    """Read a question's inputs."""
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
    )
    now.rooms |= {now.here, *(room for room, _ in now.exits)}
    now.rooms |= {action.removeprefix(GO_TO) for action in now.actions if action.startswith(GO_TO)}
    for goal in now.plan:
        if goal.home:
            _take_in_home(now, goal.intent, goal.home)
        if goal.shut:
            now.doors[goal.shut.room, goal.shut.way] = goal.intent.thing
    earlier = _take_in_earlier(now, inputs)
    now.asked = _asked(inputs)
    _take_in_first(now, lines(inputs, "first"))
    for passage in passages(inputs):
        _take_in_passage(now, passage)
    believed = dict(now.places)
    _take_in(now, (fact for fact in _read(now.goal, "") if fact.relation in (REQUIRES, TO_BE)))
    history = shown_turns(inputs)
    # Without recent turns the notes cover everything up to the present one.
    here = "" if history[:-1] else ["", *headings(text(inputs, "notes"))][-1]
    for turn in history:
        here = _take_in_turn(now, turn, here)
        _was_done(now, turn, here)
    _join(now)
    # A memory that returns facts lists the exits too; for others they are collected from the texts while the plan is to
    # explore, and always for errands, which may need them at any time.
    facts = any(lines(inputs, name) for name in ("places", "facts", "recalled"))
    if not now.exits and not facts and (now.asked or _explores(now.plan)):
        now.exits = [exit for exit in _untried(now) if not (now.asked and _was_seen_to(exit, now))]
    if not any(room == now.here for room, _ in (*now.exits, *now.seen_exits)):
        now.exits = [*_unseen(now), *now.exits]
    now.barred = {(shut.room, shut.way): shut.had for shut in (goal.shut for goal in plan) if shut}
    now.exits = [exit for exit in now.exits if exit not in now.barred or set(now.carried) - set(now.barred[exit])]
    if now.to_bring():
        now.exits = [exit for exit in now.exits if exit not in earlier.ways]
    _give_up(now, believed)
    for thing in list(now.places):
        if now.places[thing] == INVENTORY and thing not in now.carried:
            del now.places[thing]
    for thing in now.carried:
        now.places[thing] = INVENTORY
    lying = {thing for thing, place in now.places.items() if place == now.here and f"take {thing}" in now.actions}
    now.loose = lying - now.on_floor
    now.on_floor |= lying
    now.visible = [thing for thing in now.places if not now.has(thing) and now.room_of(thing) == now.here]
    return now


def _take_in_earlier(now: Situation, inputs: Inputs) -> Earlier:
    """Read what is known from earlier lives: how the world begins, and what was learned."""
    _take_in(now, triplets(lines(inputs, "earlier")))
    earlier = Earlier(dict(now.places), frozenset(now.ways))
    for fact in stated(lines(inputs, "learned")):
        if fact.relation == HAS_OPENED:
            # What was opened then is shut again; the key still fits.
            now.opens[fact.object] = fact.subject
        elif fact.relation.startswith(WAS_LAST):
            now.homes[fact.subject] = fact.object
        else:
            _take_in(now, [fact])
            now.read |= {fact.subject} if fact.relation == TELLS else set()
    for fact in _read(text(inputs, "ending"), ""):
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


def is_move(command: str) -> bool:
    """Whether a command goes somewhere, in any wording."""
    return command.startswith("go ") or direction_of(command) is not None


def _explores(plan: Sequence[SubGoal]) -> bool:
    return not plan or any(goal.intent.verb == "explore" for goal in plan)


def _join(now: Situation) -> None:
    """Infer the exit by which a room was entered, if only one known room has it."""
    if not now.rooms <= {room for room, _ in now.seen_exits}:
        return
    for room, way in now.came:
        left = [exit for exit in now.seen_exits if exit[1] == way and exit[0] != room and exit not in now.ways]
        if len(left) == 1 and room not in now.ways.values():
            _take_in(now, map(ReadFact._make, connection(left[0][0], way, room)))


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
    """The exits of a room whose texts list none: valid moves not taken yet."""
    ways = [way for action in now.actions if action not in now.tried and (way := direction_of(action))]
    return [(now.here, way) for way in ways if (now.here, way) not in now.ways]


def distances(ways: Mapping[Exit, str], starts: Iterable[str]) -> dict[str, int]:
    """The number of moves to each room from the nearest start, over known connections."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        room = queue.popleft()
        for (origin, _), destination in ways.items():
            if origin == room and destination not in found:
                found[destination] = found[room] + 1
                queue.append(destination)
    return found


def _take_in_passage(now: Situation, passage: ShownPassage) -> None:
    """Read a past passage, each account separately, since it need not end in the room of the recent turns."""
    here = ""
    for turn in passage.turns:
        here = _take_in_turn(now, turn, here if COMMAND.match(turn) else "", passage)
        if passage.is_transcript and COMMAND.match(turn):
            _was_done(now, turn, here)
    _take_in_past(now, passage.over)
    _believe(now, passage.facts, passage)
    if passage.is_survey:
        _is_told(now, passage.facts)


def _take_in_turn(now: Situation, turn: str, here: str, told: ShownPassage = LATELY) -> str:
    """Read a turn that begins in a room; return the room where it ends."""
    rooms, command = headings(turn), COMMAND.match(turn)
    if command:
        _was_before(now, command[1])
    if command and rooms and not here and (way := direction_of(command[1].lower())):
        now.came.append((rooms[0], way))
    facts = _read(turn, here)
    _believe(now, facts, told)
    if rooms:
        _is_told(now, facts)
    return [here, *rooms][-1]


def _believe(now: Situation, facts: Iterable[ReadFact], told: ShownPassage) -> None:
    """Add a passage's facts that still hold."""
    _take_in(now, (fact for fact in facts if fact not in told.over))


def _is_told(now: Situation, facts: Iterable[ReadFact]) -> None:
    """Record the places whose contents are complete: they were entered, or the memory surveys them."""
    now.told_of.update(fact.object for fact in facts if fact.relation in PLACED)


def _was_done(now: Situation, turn: str, here: str) -> None:
    """Record the recent commands and rooms."""
    now.done += [command.strip() for command in COMMAND.findall(turn.lower())]
    now.been.append(here)


@cached(4096)
def _read(turn: str, here: str) -> tuple[ReadFact, ...]:
    """Cached, since many steps show the same turn."""
    return tuple(read(turn, here))


def _take_in(now: Situation, facts: Iterable[ReadFact]) -> None:
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


def _take_in_first(now: Situation, told: Iterable[str]) -> None:
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


def _take_in_home(now: Situation, intent: Intent, home: BestPlace) -> None:
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
