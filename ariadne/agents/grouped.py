"""The actions of a moment grouped into few lines: by verb, untried exits first."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from ariadne.agents.sub_goals import GO_TO, LINKS
from ariadne.gather import gathered

NEAREST = 8
"""Places listed for `go to`: the nearest, and those with annotations. `go to` accepts any visited place."""
PUT_DOWN = "drop"
"""Possible with everything that is carried."""
_LINKED = re.compile(rf" ({'|'.join(sorted(LINKS))}) ")


def grouped(
    actions: Sequence[str],
    known: Mapping[str, str],
    moves: Mapping[str, int],
    untried: Collection[str] = (),
    inventory: str = "",
) -> list[str]:
    """Group actions into lines.

    `take: key, box` stands for two actions, `put <key, box> on <bed, desk>` for four, and `anything carried: drop` for
    one for each thing carried. Annotations follow in brackets.

    Args:
        known: annotations of actions. `moves`: commands needed to go to a place.
        untried: exits that were never taken.
        inventory: the world's text about what is carried.
    """
    ways = [action for action in actions if action in untried]
    rest = [action for action in actions if action not in untried and action not in moves]
    phrases = _phrases([action for action in rest if " " in action], known)
    carried = [thing for thing, _ in phrases.get((PUT_DOWN, ""), ()) if f" {thing}" in inventory.lower()]
    held = {phrase: said for phrase, said in phrases.items() if len(carried) > 1 and _takes(said, carried)}
    lines = [f"not tried: {', '.join(ways)}"] if ways else []
    lines += _of_phrases({phrase: _without(said, carried, phrase in held) for phrase, said in phrases.items()})
    lines += [f"anything carried: {', '.join(' '.join(filter(None, phrase)) for phrase in held)}"] if held else []
    single = [_with(action, known.get(action, "")) for action in rest if " " not in action]
    return [*lines, *([", ".join(single)] if single else []), *_to_places(actions, known, moves)]


Phrase = tuple[str, str]
"""A verb, and what else it involves: `insert`, `into box`."""
Said = Sequence[tuple[str, str]]
"""The things a phrase applies to, each with its annotation."""


def _phrases(actions: Sequence[str], known: Mapping[str, str]) -> dict[Phrase, list[tuple[str, str]]]:
    """Group actions by phrase; actions with a second thing are found under that too."""
    found = []
    for action in actions:
        verb, _, names = action.partition(" ")
        thing, *link = _LINKED.split(names)
        is_pair = len(link) == 2
        found.append(((verb, " ".join(link) if is_pair else ""), (thing if is_pair else names, known.get(action, ""))))
    return gathered(found)


def _takes(said: Said, things: Collection[str]) -> bool:
    """Whether a phrase applies to all of these things, without an annotation."""
    named = dict(said)
    return all(named.get(thing) == "" for thing in things)


def _without(said: Said, carried: Collection[str], is_held: bool) -> Said:
    return [each for each in said if each[0] not in carried] if is_held else said


def _of_phrases(phrases: Mapping[Phrase, Said]) -> list[str]:
    """One line for each verb, and for each set of things it combines with the same others."""
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


def _to_places(actions: Sequence[str], known: Mapping[str, str], moves: Mapping[str, int]) -> list[str]:
    """The places for `go to`, each with its number of moves."""
    places = sorted((action for action in actions if action in moves), key=lambda action: moves[action])
    listed = [place for at, place in enumerate(places) if at < NEAREST or known.get(place)]
    words = [
        _with(place.removeprefix(GO_TO), "; ".join(filter(None, (str(moves[place]), known.get(place, "")))))
        for place in listed
    ]
    more = ", any place visited" if len(listed) < len(places) else ""
    return [f"{GO_TO.strip()} (moves): {', '.join(words)}{more}"] if places else []


def _with(action: str, known: str) -> str:
    return f"{action} ({known})" if known else action
