"""The kinds of errand: each draws an errand that is possible at a moment, or returns None."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ariadne.games.errands.alike import plural
from ariadne.games.errands.foods import COOKBOOK
from ariadne.games.errands.moment import Moment
from ariadne.worlds.card import Wish

LONG = 5
"""A move counts as long ago after this many errands."""
IN_ROOM = 0.5
"""Probability that an errand's place is a room, not a piece of furniture."""


@dataclass(frozen=True)
class Idea:
    """A possible errand."""

    text: str
    wishes: tuple[Wish, ...]


def fetch(now: Moment) -> Idea | None:
    """Bring a thing to a room, or put it on or into something in another room."""
    thing = now.choose(now.free, now.seen)
    if thing is None:
        return None
    elsewhere = [piece for piece in now.targets if now.home.room_of[piece] != now.room(thing)]
    if not elsewhere or now.rng.random() < IN_ROOM:
        return _bring(now, f"the {thing}", thing)
    place = now.rng.choice(elsewhere)
    preposition = "into" if place in now.home.containers else "on"
    return Idea(f"Put the {thing} {preposition} the {place}.", (Wish(thing=thing, places=(place,)),))


def put_back(now: Moment) -> Idea | None:
    """Return a thing, moved long ago, to its first place."""
    first = now.first.lies
    away = [each for each in now.free if now.place(each) != first[each] and now.number - now.changed[each] >= LONG]
    thing = now.choose(away, now.left)
    if thing is None:
        return None
    return Idea(f"Put the {thing} back where it first was.", (Wish(thing=thing, places=(first[thing],)),))


def beside(now: Moment) -> Idea | None:
    """Bring one thing of a pair."""
    thing = now.choose([thing for pair in now.pairs.values() for thing in pair], now.seen)
    if thing is None:
        return None
    (other,) = set(now.pairs[now.place(thing)]) - {thing}
    return _bring(now, f"the thing beside the {other}", thing)


def inside(now: Moment) -> Idea | None:
    """Bring the only thing in a container."""
    thing = now.choose(list(now.singles.values()), now.seen)
    return _bring(now, f"what is in the {now.place(thing)}", thing) if thing else None


def alike(now: Moment) -> Idea | None:
    """Bring all things of a kind to one room."""
    apart = [word for word, things in now.home.alike.items() if len({now.place(each) for each in things}) > 1]
    if not apart:
        return None
    word = now.rng.choice(apart)
    return _bring(now, f"all the {plural(word)}", *now.home.alike[word])


def as_it_was(now: Moment) -> Idea | None:
    """Shut a container that was opened."""
    was = now.first.shut
    opened = [each for each in now.home.containers_in_order if now.state.shut[each] != was[each] != "open"]
    if not opened:
        return None
    container = min(opened, key=lambda each: now.changed[each])
    return Idea(f"Leave the {container} as it first was.", (Wish(thing=container, states=(was[container],)),))


def shut(now: Moment) -> Idea | None:
    """Open, close or lock a container."""
    container = now.rng.choice(now.home.containers_in_order)
    if now.state.shut[container] != "open" and now.rng.random() < 0.5:
        verb, state = "Open", "open"
    elif container in now.home.keys:
        verb, state = "Lock", "locked"
    else:
        verb, state = "Close", "closed"
    return Idea(f"{verb} the {container}.", (Wish(thing=container, states=(state,)),))


def dish(now: Moment) -> Idea | None:
    """Prepare a food."""
    left = [each for each in now.home.dishes.values() if each.food not in now.state.prepared]
    if not left:
        return None
    place = now.rng.choice([piece for piece in now.targets if piece not in now.home.containers])
    text = f"Prepare the {left[-1].food} as the {COOKBOOK} says, and put it on the {place}."
    return Idea(text, (Wish(thing=left[-1].food, places=(place,), states=left[-1].states),))


def _bring(now: Moment, what: str, *things: str) -> Idea | None:
    rooms = now.rooms_for(things)
    if not rooms:
        return None
    room = now.rng.choice(rooms)
    places = now.home.places_in(room)
    return Idea(f"Bring {what} to the {room}.", tuple(Wish(thing=thing, places=places) for thing in things))


IDEAS: Mapping[str, Callable[[Moment], Idea | None]] = {
    each.__name__: each for each in (fetch, put_back, beside, alike, as_it_was, shut, dish, inside)
}
"""The kinds of errand, by the names that knobs and cards use."""
