"""The errands of a house in sequence, each drawn from the state when it is given."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy

from ariadne.errors import UserError
from ariadne.games.errands.chores import chores_for, holds
from ariadne.games.errands.home import CARRIED, Home, HouseState
from ariadne.games.errands.ideas import IDEAS, Idea
from ariadne.games.errands.moment import Moment
from ariadne.games.errands.walks import follow, shortest_walk
from ariadne.worlds.card import Errand, News

PERSONS = ("cook", "gardener", "neighbour", "plumber", "babysitter", "painter")
LATE = 0.4
"""The delay of errands about the past, as a share of all errands."""


class Stuck(UserError):
    """None of the remaining errands is possible."""


def live(home: Home, first: HouseState, kinds: Sequence[str], news: int, rng: random.Random) -> list[Errand]:
    """Draw an errand of each of these kinds, in this order if possible, and do each by a shortest walk.

    Args:
        news: how often another person moves a thing, if possible.

    Raises:
        Stuck: none of the remaining errands is possible.
    """
    now = Moment(home, first, rng, len(kinds))
    moves = set(rng.sample(range(1, now.length), min(news, now.length - 1)))
    left, errands = list(kinds), list[Errand]()
    while left:
        heard = _hear(now) if now.number in moves else None
        kind, idea = _first_possible(now, left)
        left.remove(kind)
        walk = _do(now, idea)
        errands.append(Errand(kind=kind, text=idea.text, wishes=idea.wishes, news=(heard,) if heard else (), walk=walk))
        now.number += 1
    return errands


def in_order(by_kind: Mapping[str, int], rng: random.Random) -> list[str]:
    """Return the kinds of errands in random order, with those about the past later."""
    late = ("put_back", "as_it_was", "beside", "inside")
    drawn = [(rng.random() + LATE * (kind in late), kind) for kind, number in by_kind.items() for _ in range(number)]
    return [kind for _, kind in sorted(drawn)]


def _first_possible(now: Moment, kinds: Iterable[str]) -> tuple[str, Idea]:
    for kind in dict.fromkeys(kinds):
        idea = IDEAS[kind](now)
        if idea and not all(holds(now.home, now.state, wish) for wish in idea.wishes):
            return kind, idea
    raise Stuck("the house has too little for its errands: take another seed, more things, or fewer errands")


def _do(now: Moment, idea: Idea) -> tuple[str, ...]:
    """Do an errand; return the commands of its walk."""
    before = deepcopy(now.state)
    chores = chores_for(now.home, now.state, idea.wishes)
    walk = shortest_walk(now.home, now.state, chores)
    follow(now.state, chores, walk)
    now.state.prepared.update(wish.thing for wish in idea.wishes if wish.thing in now.home.dishes)
    now.look_around(walk, before)
    was, is_now = {**before.lies, **before.shut}, {**now.state.lies, **now.state.shut}
    now.note(name for name in is_now if is_now[name] != was[name])
    now.release(idea.wishes)
    return walk.commands


def _hear(now: Moment) -> News | None:
    """Let another person move a thing seen before, outside the player's room; None if no thing can be moved."""

    def is_elsewhere(place: str) -> bool:
        return place != CARRIED and now.home.room_of[place] != now.state.room

    things = [thing for thing in now.free if thing in now.seen and is_elsewhere(now.place(thing))]
    if not things:
        return None
    thing = now.rng.choice(things)
    places = [place for place in now.targets if is_elsewhere(place) and place != now.place(thing)]
    if not places:
        return None
    place = now.rng.choice(places)
    now.state.lies[thing] = place
    now.note([thing])
    who = now.rng.choice(PERSONS)
    return News(thing=thing, place=place, who=who, text=f"The {who} has taken the {thing} to the {place}.")
