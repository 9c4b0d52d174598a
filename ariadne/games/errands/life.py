"""A life in a house: its errands, one after the other, each drawn from how everything is when it is told."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from ariadne.games.errands.alike import plural
from ariadne.games.errands.chores import chores_for, holds
from ariadne.games.errands.foods import COOKBOOK
from ariadne.games.errands.home import CARRIED, Home, State
from ariadne.games.errands.walks import Walk, follow, shortest_walk
from ariadne.worlds.card import Errand, News, Wish

PERSONS = ("cook", "gardener", "neighbour", "plumber", "babysitter", "painter")
LONG = 3
"""Errands after which a thing was moved long ago."""
OLDEST = 3
"""In the second half one of so many things is asked for: of those that fit, those known for longest."""
IN_ROOM = 0.5
"""How likely a thing is asked for in a room, not on or in a piece of furniture."""
LATE = 0.4
"""How much of a life errands that ask for what was before come later than others."""


@dataclass(frozen=True)
class Idea:
    """An errand that could be told now."""

    text: str
    wishes: tuple[Wish, ...]


class Stuck(Exception):
    """No errand of those that are left can be told."""


class Life:
    """Draws errands, and plays the shortest walk of each.

    Attributes:
        errands: those that were drawn.
        state: how everything is after them.
    """

    def __init__(self, home: Home, state: State, rng: random.Random) -> None:
        self.errands: list[Errand] = []
        self.state = deepcopy(state)
        self._home = home
        self._first = state
        self._rng = rng
        self._changed: dict[str, int] = {}
        self._left: dict[str, int] = {}
        self._seen: dict[str, int] = {}
        self._pairs = dict(home.pairs)
        self._singles = dict(home.singles)
        self._dishes = list(home.dishes.values())
        self._ideas: Mapping[str, Callable[[], Idea | None]] = {
            "fetch": self._fetch,
            "put_back": self._put_back,
            "beside": self._beside,
            "alike": self._alike,
            "as_it_was": self._as_it_was,
            "shut": self._shut,
            "dish": self._dish,
            "inside": self._inside,
        }

    def live(self, kinds: Sequence[str], news: int) -> None:
        """Draw an errand of each of these kinds, in their order as far as that can be.

        Raises:
            Stuck: none of those that are left can be told.
        """
        left = list(kinds)
        self._length = len(left)
        told_before = set(self._rng.sample(range(1, self._length), min(news, self._length - 1)))
        while left:
            heard = [each for each in [self._hear()] if each] if len(self.errands) in told_before else []
            kind, idea = self._first_possible(left)
            left.remove(kind)
            self._do(kind, idea, heard)

    def _first_possible(self, kinds: Iterable[str]) -> tuple[str, Idea]:
        for kind in dict.fromkeys(kinds):
            idea = self._ideas[kind]()
            if idea and not all(holds(self._home, self.state, wish) for wish in idea.wishes):
                return kind, idea
        raise Stuck

    def _do(self, kind: str, idea: Idea, heard: Sequence[News]) -> None:
        chores = chores_for(self._home, self.state, idea.wishes)
        walk = shortest_walk(self._home, self.state, chores)
        before = deepcopy(self.state)
        follow(self.state, chores, walk)
        self.state.prepared.update(wish.thing for wish in idea.wishes if wish.thing in self._home.dishes)
        self._look_around(walk, before)
        now, then = {**self.state.lies, **self.state.shut}, {**before.lies, **before.shut}
        self._note({name for name in now if now[name] != then[name]})
        self.errands.append(
            Errand(kind=kind, text=idea.text, wishes=idea.wishes, news=tuple(heard), walk=walk.commands)
        )

    @property
    def _number(self) -> int:
        return len(self.errands)

    def _note(self, names: Iterable[str]) -> None:
        """Note that these are moved, opened or shut now."""
        self._changed.update(dict.fromkeys(names, self._number))
        self._left = {**dict.fromkeys(names, self._number), **self._left}

    def _look_around(self, walk: Walk, before: State) -> None:
        """Note which things were seen on a walk."""
        for thing, place in [*before.lies.items(), *self.state.lies.items()]:
            if self._home.room_of.get(place) in walk.rooms and self.state.shut.get(place, "open") == "open":
                self._seen[thing] = self._number

    # What may be asked for.

    @property
    def _free(self) -> list[str]:
        """Things that may be asked for or moved: no tools, and none that are kept for other errands."""
        kept = {thing for pair in self._pairs.values() for thing in pair} | set(self._singles.values())
        return [thing for thing in self.state.lies if thing not in kept and thing not in self._home.tools]

    @property
    def _targets(self) -> list[str]:
        """Furniture that things may be brought to."""
        return [piece for piece in self._home.pieces if piece not in self._pairs and piece not in self._singles]

    def _choose(self, things: Sequence[str], since: Mapping[str, int]) -> str | None:
        """One of the things; in the second half of a life, one of those that are known since the earliest errands."""
        if 2 * self._number < self._length:
            return self._rng.choice(things) if things else None
        known = sorted((thing for thing in things if thing in since), key=lambda thing: since[thing])
        return self._rng.choice(known[:OLDEST] or things) if things else None

    def _place(self, thing: str) -> str:
        return self.state.lies[thing]

    def _room(self, thing: str) -> str:
        place = self._place(thing)
        return self.state.room if place == CARRIED else self._home.room_of[place]

    def _into_room(self, what: str, *things: str) -> Idea | None:
        """To bring things to a room where none of them is; anywhere in it, so that nothing may lie there alone."""
        alone = {self._home.room_of[piece] for piece in (*self._pairs, *self._singles)}
        taken = alone | {self._room(thing) for thing in things}
        rooms = [room for room in self._home.house.rooms if room not in taken]
        if not rooms:
            return None
        room = self._rng.choice(rooms)
        places = self._home.places_in(room)
        return Idea(f"Bring {what} to the {room}.", tuple(Wish(thing=thing, places=places) for thing in things))

    # The kinds of errand.

    def _fetch(self) -> Idea | None:
        thing = self._choose(self._free, self._seen)
        if thing is None:
            return None
        elsewhere = [piece for piece in self._targets if self._home.room_of[piece] != self._room(thing)]
        if not elsewhere or self._rng.random() < IN_ROOM:
            return self._into_room(f"the {thing}", thing)
        place = self._rng.choice(elsewhere)
        preposition = "into" if place in self._home.containers else "on"
        return Idea(f"Put the {thing} {preposition} the {place}.", (Wish(thing=thing, places=(place,)),))

    def _put_back(self) -> Idea | None:
        first = self._first.lies
        away = [thing for thing in self._free if self._place(thing) != first[thing] and self._was_long_ago(thing)]
        thing = self._choose(away, self._left)
        if thing is None:
            return None
        return Idea(f"Put the {thing} back where it first was.", (Wish(thing=thing, places=(first[thing],)),))

    def _was_long_ago(self, thing: str) -> bool:
        """Whether many errands were told since a thing was moved."""
        return self._number - self._changed[thing] >= LONG

    def _beside(self) -> Idea | None:
        thing = self._choose([thing for pair in self._pairs.values() for thing in pair], self._seen)
        if thing is None:
            return None
        (other,) = set(self._pairs.pop(self._place(thing))) - {thing}
        return self._into_room(f"the thing beside the {other}", thing)

    def _inside(self) -> Idea | None:
        thing = self._choose(list(self._singles.values()), self._seen)
        if thing is None:
            return None
        container = self._place(thing)
        del self._singles[container]
        return self._into_room(f"what is in the {container}", thing)

    def _alike(self) -> Idea | None:
        apart = [word for word, things in self._home.alike.items() if len({self._place(each) for each in things}) > 1]
        if not apart:
            return None
        word = self._rng.choice(apart)
        return self._into_room(f"all the {plural(word)}", *self._home.alike[word])

    def _as_it_was(self) -> Idea | None:
        was = self._first.shut
        opened = [each for each in self._home.containers_in_order if self._now(each) != was[each] != "open"]
        if not opened:
            return None
        container = min(opened, key=lambda each: self._changed[each])
        wish = Wish(thing=container, states=(was[container],))
        return Idea(f"Leave the {container} as it first was.", (wish,))

    def _shut(self) -> Idea | None:
        container = self._rng.choice(self._home.containers_in_order)
        if self._now(container) != "open" and self._rng.random() < 0.5:
            return Idea(f"Open the {container}.", (Wish(thing=container, states=("open",)),))
        if container in self._home.keys:
            return Idea(f"Lock the {container}.", (Wish(thing=container, states=("locked",)),))
        return Idea(f"Close the {container}.", (Wish(thing=container, states=("closed",)),))

    def _now(self, container: str) -> str:
        return self.state.shut[container]

    def _dish(self) -> Idea | None:
        if not self._dishes:
            return None
        dish = self._dishes.pop()
        place = self._rng.choice([piece for piece in self._targets if piece not in self._home.containers])
        text = f"Prepare the {dish.food} as the {COOKBOOK} says, and put it on the {place}."
        return Idea(text, (Wish(thing=dish.food, places=(place,), states=dish.states),))

    # What others do.

    def _hear(self) -> News | None:
        """A thing is moved where the player is not."""
        things = [thing for thing in self._free if thing in self._seen and self._is_elsewhere(self._place(thing))]
        if not things:
            return None
        thing = self._rng.choice(things)
        places = [place for place in self._targets if self._is_elsewhere(place) and place != self._place(thing)]
        if not places:
            return None
        place = self._rng.choice(places)
        text = f"The {self._rng.choice(PERSONS)} has taken the {thing} to the {place}."
        self.state.lies[thing] = place
        self._note({thing})
        return News(thing=thing, place=place, text=text)

    def _is_elsewhere(self, place: str) -> bool:
        return place != CARRIED and self._home.room_of[place] != self.state.room


def in_order(by_kind: Mapping[str, int], rng: random.Random) -> list[str]:
    """The kinds of a life's errands in random order, those that ask for what was before rather late."""
    late = ("put_back", "as_it_was", "beside", "inside")
    drawn = [(rng.random() + LATE * (kind in late), kind) for kind, number in by_kind.items() for _ in range(number)]
    return [kind for _, kind in sorted(drawn)]
