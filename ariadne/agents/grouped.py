"""The actions of a moment as few lines, none twice: by what is done, ways that were never gone first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from ariadne.agents.sub_goals import GO_TO, LINKS
from ariadne.gather import gathered

NEAREST = 8
"""Places that `go to` names: the nearest, and those of which something is known; it takes any that was visited."""
_LINKED = re.compile(rf" ({'|'.join(sorted(LINKS))}) ")


def grouped(
    actions: Sequence[str], known: Mapping[str, str], moves: Mapping[str, int], untried: Collection[str] = ()
) -> list[str]:
    """Actions as lines.

    `take: key, box` stands for two, `put <key, box> on <bed, desk>` for four; what is known of one follows in brackets.

    Args:
        known: what is known of actions. `moves`: how many commands those take that go to a place.
        untried: ways that were never gone.
    """
    ways = [action for action in actions if action in untried]
    places = sorted((action for action in actions if action in moves), key=lambda action: moves[action])
    rest = [action for action in actions if action not in untried and action not in moves]
    single = [_with(action, known.get(action, "")) for action in rest if " " not in action]
    verbs = gathered((verb, names) for verb, space, names in (each.partition(" ") for each in rest) if space)
    lines = [f"not tried: {', '.join(ways)}"] if ways else []
    for verb, named in verbs.items():
        lines += _of_verb(verb, named, {each: known.get(f"{verb} {each}", "") for each in named})
    lines += [", ".join(single)] if single else []
    return lines + (_to_places(places, known, moves) if places else [])


def _of_verb(verb: str, named: Sequence[str], known: Mapping[str, str]) -> Iterator[str]:
    """The actions of a verb: those of two things that go with each other at will in one, the others in another line."""
    pairs = gathered((parts[1], (parts[0], parts[2])) for each in named if len(parts := _LINKED.split(each)) == 3)
    left = list(named)
    for link, two in pairs.items():
        firsts, seconds = (list(dict.fromkeys(side)) for side in zip(*two, strict=True))
        names = [f"{first} {link} {second}" for first, second in two]
        if len(two) == len(firsts) * len(seconds) > len(firsts) + len(seconds) - 1 and not any(map(known.get, names)):
            left = [each for each in left if each not in names]
            yield f"{verb} <{', '.join(firsts)}> {link} <{', '.join(seconds)}>"
    if left:
        yield f"{verb}: {', '.join(_with(each, known[each]) for each in left)}"


def _to_places(places: Sequence[str], known: Mapping[str, str], moves: Mapping[str, int]) -> list[str]:
    told = [place for at, place in enumerate(places) if at < NEAREST or known.get(place)]
    words = [_with(place.removeprefix(GO_TO), _told(moves[place], known.get(place, ""))) for place in told]
    more = ", any place visited" if len(told) < len(places) else ""
    return [f"{GO_TO.strip()}: {', '.join(words)}{more}"]


def _told(moves: int, known: str) -> str:
    return f"{moves} move{'s' * (moves > 1)}{f'; {known}' if known else ''}"


def _with(action: str, known: str) -> str:
    return f"{action} ({known})" if known else action
