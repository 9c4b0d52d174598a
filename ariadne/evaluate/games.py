"""Names of games that tell apart what only shares a name, and of one game are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from ariadne.evaluate.episodes import Played
from ariadne.gather import gathered

DIGITS = 6
"""Of a digest, where nothing else tells two games apart."""


@dataclass(frozen=True)
class Named:
    """A game as a record tells of it.

    Attributes:
        digest: what it is; empty where nobody told. `origin`: what it is with any seed.
        source: the file that it was named by.
    """

    name: str
    seed: int | None
    digest: str
    origin: str
    source: str


@dataclass(frozen=True)
class _Kind:
    """What games of one name may differ in: what they are made from, and what came of it where that differs, too."""

    origin: str
    digest: str = ""


def told_apart(episodes: Sequence[Played]) -> list[Played]:
    """Episodes with names of games that tell different ones apart."""
    games = [
        Named(each.summary.game, each.summary.seed, each.summary.digest, each.origin, each.source) for each in episodes
    ]
    return [
        replace(each, summary=replace(each.summary, game=name))
        for each, name in zip(episodes, names_of(games), strict=True)
    ]


def names_of(games: Sequence[Named]) -> list[str]:
    """What each game is called: `kitchen`, or `kitchen (a/kitchen.yaml)` where another one has that name.

    Those that tell no digest, as records of earlier versions, are known by name alone.
    """
    names: dict[Named, str] = {}
    for name, alike in gathered((game.name, game) for game in games).items():
        kinds = _kinds(alike)
        said = _names(name, kinds)
        names |= {game: said.get(kind, name) for game, kind in kinds.items()}
    return [names.get(game, game.name) for game in games]


def _kinds(games: Iterable[Named]) -> dict[Named, _Kind]:
    """The kind of each of the games of one name that tells what it is."""
    known = dict.fromkeys(game for game in games if game.digest)
    made = gathered(((game.origin, game.seed), game.digest) for game in known)
    return {game: _Kind(game.origin, game.digest if len({*made[game.origin, game.seed]}) > 1 else "") for game in known}


def _names(name: str, kinds: Mapping[Named, _Kind]) -> dict[_Kind, str]:
    """What games of one name are called where there are several kinds of them; the file that a kind was first named by
    tells it from others."""
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
    """A name with the end of its path, and the digest where several have that."""
    parts = [end] * bool(end) + ([(kind.digest or kind.origin)[:DIGITS]] if kind else [])
    return f"{name} ({', '.join(parts)})" if parts else name


def _ends(paths: Iterable[str]) -> dict[str, str]:
    """As much of the end of each path as tells it from the others."""
    parts = {path: Path(path).parts for path in paths}
    for length in count(1):
        ends = {path: "/".join(own[-length:]).replace("//", "/") for path, own in parts.items()}
        if len({*ends.values()}) == len(ends):
            return ends
    return {}
