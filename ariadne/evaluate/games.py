"""Distinct names for different games that share a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from ariadne.evaluate.episodes import Played
from ariadne.gather import gathered

DIGITS = 6
"""Digits of a digest, shown if nothing else distinguishes two games."""


@dataclass(frozen=True)
class NamedGame:
    """A game as it was recorded.

    Attributes:
        digest: empty if unknown. `origin`: the digest with any seed. `source`: the file it was named by.
    """

    name: str
    seed: int | None
    digest: str
    origin: str
    source: str


@dataclass(frozen=True)
class _Kind:
    """The origin of a game, and its digest if games of one origin and seed differ."""

    origin: str
    digest: str = ""


def told_apart(episodes: Sequence[Played]) -> list[Played]:
    """Rename the games of episodes so that different games have different names."""
    games = [
        NamedGame(each.summary.game, each.summary.seed, each.summary.digest, each.origin, each.source)
        for each in episodes
    ]
    return [
        replace(each, summary=replace(each.summary, game=name))
        for each, name in zip(episodes, names_of(games), strict=True)
    ]


def names_of(games: Sequence[NamedGame]) -> list[str]:
    """Name each game: `kitchen`, or `kitchen (a/kitchen.yaml)` if another game is called kitchen.

    Games without a digest, from records of earlier versions, are known by name alone.
    """
    names: dict[NamedGame, str] = {}
    for name, alike in gathered((game.name, game) for game in games).items():
        kinds = _kinds(alike)
        found = _names(name, kinds)
        names |= {game: found.get(kind, name) for game, kind in kinds.items()}
    return [names.get(game, game.name) for game in games]


def _kinds(games: Iterable[NamedGame]) -> dict[NamedGame, _Kind]:
    """The kind of each game of one name that has a digest."""
    known = dict.fromkeys(game for game in games if game.digest)
    made = gathered(((game.origin, game.seed), game.digest) for game in known)
    return {game: _Kind(game.origin, game.digest if len({*made[game.origin, game.seed]}) > 1 else "") for game in known}


def _names(name: str, kinds: Mapping[NamedGame, _Kind]) -> dict[_Kind, str]:
    """Distinct names for kinds that share a name: each gets the end of the path that it was first named by."""
    sources = {kind: alike[0].source for kind, alike in gathered((kind, game) for game, kind in kinds.items()).items()}
    if len(sources) < 2:
        return {}
    ends = _ends({*sources.values()} - {""})
    sharing = gathered((source, kind) for kind, source in sources.items())
    return {
        kind: _name(name, ends.get(source, ""), kind if len(sharing[source]) > 1 else None)
        for kind, source in sources.items()
    }


def _name(name: str, end: str, kind: _Kind | None) -> str:
    """A name with the end of its path, and with its digest if several share the path."""
    parts = [end] * bool(end) + ([(kind.digest or kind.origin)[:DIGITS]] if kind else [])
    return f"{name} ({', '.join(parts)})" if parts else name


def _ends(paths: Iterable[str]) -> dict[str, str]:
    """The shortest ends of paths that are all different."""
    parts = {path: Path(path).parts for path in paths}
    for length in count(1):
        ends = {path: "/".join(own[-length:]).replace("//", "/") for path, own in parts.items()}
        if len({*ends.values()}) == len(ends):
            return ends
    return {}
