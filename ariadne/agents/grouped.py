"""The actions of a moment as few lines, none twice: by what is done, ways that were never gone first."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from ariadne.agents.sub_goals import GO_TO, LINKS
from ariadne.gather import gathered

NEAREST = 8
"""Places that `go to` names: the nearest, and those of which something is known; it takes any that was visited."""
PUT_DOWN = "drop"
"""What can be done with whatever one carries."""
_LINKED = re.compile(rf" ({'|'.join(sorted(LINKS))}) ")


def grouped(
    actions: Sequence[str],
    known: Mapping[str, str],
    moves: Mapping[str, int],
    untried: Collection[str] = (),
    inventory: str = "",
) -> list[str]:
    """Actions as lines.

    `take: key, box` stands for two actions, `put <key, box> on <bed, desk>` for four, and `anything carried: drop` for
    as many as there are things; what is known of one follows in brackets.

    Args:
        known: what is known of actions. `moves`: how many commands those take that go to a place.
        untried: ways that were never gone.
        inventory: what is carried, as the world tells it.
    """
    ways = [action for action in actions if action in untried]
    rest = [action for action in actions if action not in untried and action not in moves]
    phrases = _phrases([action for action in rest if " " in action], known)
    carried = [thing for thing, _ in phrases.get((PUT_DOWN, ""), ()) if f" {thing}" in inventory.lower()]
    held = {phrase: said for phrase, said in phrases.items() if len(carried) > 1 and _takes(said, carried)}
    lines = [f"not tried: {', '.join(ways)}"] if ways else []
    lines += _of_phrases({phrase: _without(said, carried, phrase in held) for phrase, said in phrases.items()})
    lines += [f"anything carried: {', '.join(map(_named, held))}"] if held else []
    single = [_with(action, known.get(action, "")) for action in rest if " " not in action]
    return [*lines, *([", ".join(single)] if single else []), *_to_places(actions, known, moves)]


Phrase = tuple[str, str]
"""What is done, and with or to what else: `insert`, `into box`."""
Said = Sequence[tuple[str, str]]
"""Things that it is done to, each with what is known of that."""


def _phrases(actions: Sequence[str], known: Mapping[str, str]) -> dict[Phrase, list[tuple[str, str]]]:
    """Actions by what is done; those whose things have something else to do with by that as well."""
    found = []
    for action in actions:
        verb, _, names = action.partition(" ")
        thing, *link = _LINKED.split(names)
        is_pair = len(link) == 2
        found.append(((verb, " ".join(link) if is_pair else ""), (thing if is_pair else names, known.get(action, ""))))
    return gathered(found)


def _takes(said: Said, things: Collection[str]) -> bool:
    """Whether something can be done to all of some things, and nothing is known of that."""
    named = dict(said)
    return all(named.get(thing) == "" for thing in things)


def _without(said: Said, carried: Collection[str], is_held: bool) -> Said:
    return [each for each in said if each[0] not in carried] if is_held else said


def _of_phrases(phrases: Mapping[Phrase, Said]) -> list[str]:
    """A line for each verb, and for each of what it is done to the same things with."""
    lines: dict[str, list[str]] = {}
    alike = gathered(((verb, tuple(said)), link) for (verb, link), said in phrases.items() if said)
    for (verb, said), links in alike.items():
        names = ", ".join(_with(*each) for each in said)
        if links == [""]:
            lines.setdefault(f"{verb}:", []).append(names)
        elif len(said) == len(links) == 1:
            lines.setdefault(f"{verb}:", []).append(_with(f"{said[0][0]} {links[0]}", said[0][1]))
        else:
            by_word = gathered((word, thing) for word, _, thing in (link.partition(" ") for link in links))
            for word, things in by_word.items():
                lines[f"{verb} <{names}> {word} <{', '.join(things)}>"] = []
    return [f"{verb} {' | '.join(named)}".strip() for verb, named in lines.items()]


def _named(phrase: Phrase) -> str:
    return " ".join(filter(None, phrase))


def _to_places(actions: Sequence[str], known: Mapping[str, str], moves: Mapping[str, int]) -> list[str]:
    """The places that one can go to, with the number of moves."""
    places = sorted((action for action in actions if action in moves), key=lambda action: moves[action])
    told = [place for at, place in enumerate(places) if at < NEAREST or known.get(place)]
    words = [
        _with(place.removeprefix(GO_TO), "; ".join(filter(None, (str(moves[place]), known.get(place, "")))))
        for place in told
    ]
    more = ", any place visited" if len(told) < len(places) else ""
    return [f"{GO_TO.strip()} (moves): {', '.join(words)}{more}"] if places else []


def _with(action: str, known: str) -> str:
    return f"{action} ({known})" if known else action
