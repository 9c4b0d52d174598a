"""Earlier lives: what plays of before told of the worlds that they were played in.

A life begins with a text that answers no command. What was told besides is a note and belongs to no life. Lives whose
places look alike are lives in one world, which begins anew with each of them: of each thing it counts where it was and
how it stood when it was first met.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ariadne.geography import exit_of, held, is_spatial, read_connection
from ariadne.memory.arigraph.core.contents import Contents
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, remembered
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn, read_turn

QUALITIES = frozenset({"is", "has been", "was", "state"})
"""Relations that say how a thing stands."""
INVENTORY = "inventory"
"""Where things are that one carries."""
LAST = "was last"
"""How a fact begins that says where a thing was at the end of a life."""
ALIKE = 0.6
"""The share of words that two looks of a place have in common at least."""
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class Scene:
    """What was seen once in a life.

    Attributes:
        place: where; empty if no text named it yet. `look`: what the text tells below that name, if it names it.
    """

    turn: Turn
    facts: tuple[Triplet, ...]
    place: str
    look: str | None

    def is_answer_like(self, other: Scene) -> bool:
        """Whether the other answers the same in the same place: both look around there, or do the same."""
        is_same = self.turn.command == other.turn.command or (self.look is not None and other.look is not None)
        return self.place == other.place and is_same


@dataclass(frozen=True, eq=False)
class Life:
    """A play of before."""

    scenes: Sequence[Scene]

    @cached_property
    def looks(self) -> Mapping[str, str]:
        """How places looked when they were first seen."""
        return {scene.place: scene.look for scene in reversed(self.scenes) if scene.look is not None}

    @cached_property
    def placed(self) -> Mapping[str, Scene]:
        """By thing, what told first where it was; of what was first met in the hands, where it was made."""
        found: dict[str, Scene] = {}
        for scene in self.scenes:
            for fact in scene.facts:
                if pair := held(fact):
                    found.setdefault(pair[0], scene)
        return found

    @cached_property
    def first(self) -> Mapping[Triplet, Scene]:
        """What was so when the things that it is about were first met, and the ways; each with what told it first."""
        met: dict[str, Scene] = {}
        found: dict[Triplet, Scene] = {}
        for scene in self.scenes:
            for fact in scene.facts:
                for vertex in fact.vertices:
                    met.setdefault(vertex, scene)
                if fact not in found and self._was_first(fact, scene, met[fact.subject]):
                    found[fact] = scene
        return found

    @cached_property
    def learned(self) -> tuple[Triplet, ...]:
        """What tells neither where things are nor how they stand: what opens what, what a recipe asks for."""
        told = (fact for scene in self.scenes for fact in scene.facts)
        return tuple(dict.fromkeys(fact for fact in told if not _is_of_moment(fact)))

    @cached_property
    def left(self) -> Mapping[str, Triplet]:
        """By thing, where it was at the end, of those that were put elsewhere than where they were first."""
        last = {pair[0]: fact for scene in self.scenes for fact in scene.facts if (pair := held(fact))}
        holders = {thing: _holder(fact) for thing, fact in last.items()}
        moved = {thing for thing, holder in holders.items() if holder not in (INVENTORY, self._first_holder(thing))}
        return {thing: fact for thing, fact in last.items() if thing in moved}

    @cached_property
    def ending(self) -> str:
        """What was seen last, if nobody read it any more."""
        return "" if self.scenes[-1].facts else self.scenes[-1].turn.as_text()

    @cached_property
    def idle(self) -> int:
        """How long it went on after anything was found, or was put elsewhere."""
        told: dict[object, Triplet] = {}
        idle = 0
        for scene in self.scenes:
            news = {_topic(fact): fact for fact in scene.facts if is_spatial(fact) or held(fact)}
            idle = idle + 1 if news.items() <= told.items() else 0
            told.update(news)
        return idle

    def _was_first(self, fact: Triplet, scene: Scene, met: Scene) -> bool:
        if pair := held(fact):
            is_made = pair[1] == INVENTORY and scene is not self.scenes[0]
            return not is_made and self.placed[pair[0]] is scene
        # A quality that showed only after the thing itself did came about later: a box is open because it was opened.
        return is_spatial(fact) or (fact.relation in QUALITIES and met is scene)

    def _first_holder(self, thing: str) -> str:
        return next(pair[1] for fact in self.placed[thing].facts if (pair := held(fact)) and pair[0] == thing)


@dataclass(frozen=True, eq=False)
class World:
    """What the lives in one world tell of it.

    Attributes:
        lives: the newest first: what it tells goes before what older ones do.
    """

    lives: tuple[Life, ...]

    @cached_property
    def looks(self) -> Mapping[str, str]:
        """How places looked when they were first seen."""
        return {place: look for life in reversed(self.lives) for place, look in life.looks.items()}

    @cached_property
    def first(self) -> Mapping[Triplet, Scene]:
        """What was so at first, each with what told it. What a newer life did not find where an older one did is not
        believed."""
        found: dict[Triplet, Scene] = {}
        for number, life in enumerate(self.lives):
            newer = self.lives[:number]
            found.update(
                {fact: scene for fact, scene in life.first.items() if all(_leaves(each, fact) for each in newer)}
            )
        return found

    @cached_property
    def learned(self) -> tuple[Triplet, ...]:
        """What was learned in it, and where things were at the end of the newest life that put them there."""
        left = {thing: fact for life in reversed(self.lives) for thing, fact in life.left.items()}
        last = (as_last(thing, fact) for thing, fact in left.items())
        return tuple(dict.fromkeys([*(fact for life in reversed(self.lives) for fact in life.learned), *last]))

    def likeness(self, place: str, look: str) -> int:
        """1 if a place looks as it was known, -1 if it does not, 0 if it is not known."""
        known = self.looks.get(place)
        return 0 if known is None else 1 if are_alike(known, look) else -1

    def is_of(self, life: Life) -> bool:
        """Whether a life seems to be one in this world."""
        begins = life.scenes[0]
        if begins.look is None:
            return begins.turn == self.lives[0].scenes[0].turn
        votes = Counter(self.likeness(place, look) for place, look in life.looks.items())
        return begins.place in self.looks and votes[1] > votes[-1]


@dataclass(frozen=True)
class Past:
    """What is known from earlier lives.

    Attributes:
        nodes: all texts from before, the oldest first. `worlds`: those that the lives were in, the newest first.
    """

    nodes: Sequence[EpisodeNode] = ()
    worlds: Sequence[World] = ()


NO_PAST = Past()


def parted(contents: Contents) -> tuple[Contents, Past]:
    """What a memory holds beside the lives in it, and the lives."""
    nodes = [*contents.episodic.nodes]
    notes, worlds = _parted(nodes)
    noted, told = ({fact for node in some for fact in node.triplets} for some in (notes, nodes))
    edges = (edge for edge in contents.graph.history() if edge.triplet in noted or edge.triplet not in told)
    episodic = EpisodicMemory()
    for node in notes:
        episodic.append(node)
    return Contents(SemanticGraph(edges), episodic, contents.step), Past(nodes, worlds)


def _parted(nodes: Iterable[EpisodeNode]) -> tuple[list[EpisodeNode], list[World]]:
    """Notes, and the worlds of the lives among some texts, those of the newest lives first."""
    notes: list[EpisodeNode] = []
    lives: list[list[EpisodeNode]] = []
    for node in filter(remembered, nodes):
        if not read_turn(node.observation).command:
            lives.append([])
        (lives[-1] if lives else notes).append(node)
    notes += [life[0] for life in lives if len(life) == 1]
    worlds: list[World] = []
    for life in (_life(life) for life in reversed(lives) if len(life) > 1):
        known = next((world for world in worlds if world.is_of(life)), None)
        if known:
            worlds[worlds.index(known)] = World((*known.lives, life))
        else:
            worlds.append(World((life,)))
    return notes, worlds


def said_by_several(worlds: Sequence[World]) -> tuple[list[Triplet], list[Triplet]]:
    """Where things were first, and what was learned, as far as two worlds say the same."""

    def common(told: Iterable[Iterable[Triplet]]) -> list[Triplet]:
        return [fact for fact, times in Counter(fact for facts in told for fact in facts).items() if times > 1]

    where = common([fact for fact in world.first if held(fact)] for world in worlds)
    return where, common(world.learned for world in worlds)


def below(observation: str, place: str) -> str | None:
    """What a text tells below the name of a place; None if the name heads nothing."""
    name = _WORDS.findall(place.lower())
    told = observation.splitlines()
    at = next((at for at, line in enumerate(told) if name and _WORDS.findall(line.lower()) == name), None)
    return None if at is None else "\n".join(told[at + 1 :])


def are_alike(one: str, other: str) -> bool:
    """Whether two texts have most of their words in common."""
    words, others = ({*_WORDS.findall(text.lower())} for text in (one, other))
    return len(words & others) >= ALIKE * len(words | others)


def as_last(thing: str, fact: Triplet) -> Triplet:
    """The fact that says where a thing was last, of the one that says that it is there: `lamp, was last on, desk`."""
    relation = fact.relation.removeprefix("is ") if fact.subject == thing else "in"
    return Triplet(thing, f"{LAST} {relation}", _holder(fact))


def is_last(fact: Triplet) -> bool:
    """Whether a fact says where a thing was last."""
    return fact.relation.startswith(f"{LAST} ")


def _is_of_moment(fact: Triplet) -> bool:
    return is_spatial(fact) or held(fact) is not None or fact.relation in QUALITIES


def _topic(fact: Triplet) -> object:
    """What a fact is about: of where a thing is, the thing."""
    pair = held(fact)
    return pair[0] if pair else fact


def _holder(fact: Triplet) -> str:
    pair = held(fact)
    return pair[1] if pair else ""


def _leaves(newer: Life, fact: Triplet) -> bool:
    """Whether a newer life leaves it to an older one to say where a thing was: it met it nowhere, and did not look
    where the older one found it."""
    pair = held(fact)
    if pair is None:
        return is_spatial(fact) or fact.subject not in newer.placed
    return pair[0] not in newer.placed and pair[1] not in newer.looks


def _life(nodes: Sequence[EpisodeNode]) -> Life:
    """A life of its texts, each with the place that the newest heading named."""
    facts = [fact for node in nodes for fact in node.triplets]
    ends = [end for fact in facts if (way := read_connection(fact)) for end in (way.origin, way.destination)]
    exits = [exit_[0] for fact in facts if (exit_ := exit_of(fact))]
    names = dict.fromkeys([*ends, *exits, *filter(None, map(_holder, facts))])
    headings = {" ".join(_WORDS.findall(name.lower())): name for name in names}
    scenes: list[Scene] = []
    place = ""
    for node in nodes:
        turn = read_turn(node.observation)
        lines = (" ".join(_WORDS.findall(line.lower())) for line in turn.observation.splitlines())
        named = next((headings[line] for line in lines if line in headings), None)
        place = named or place
        scenes.append(Scene(turn, node.triplets, clean(place), below(turn.observation, named) if named else None))
    return Life(scenes)
