"""Earlier lives in a memory, and the worlds in which they were played.

A life begins with a text that answers no command. Texts outside of lives are notes. Lives whose places look alike were
played in the same world, which is reset for each: so the first place and state of each thing are what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ariadne.geography import exit_of, held, is_spatial, read_connection
from ariadne.memory.arigraph.agent.surveying import placed, spaced
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, remembered
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.state import Contents
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn, read_turn

QUALITIES = frozenset({"is", "has been", "was", "state"})
"""Relations between a thing and its state."""
INVENTORY = "inventory"
"""The place of carried things."""
LAST = "was last"
"""The beginning of the relation in a fact about a thing's place at the end of a life."""
ALIKE = 0.6
"""The least share of common words in two descriptions of the same place."""


@dataclass(frozen=True, eq=False)
class LifeScene:
    """A turn of a life.

    Attributes:
        place: empty until a text names one. `look`: the description below the place's name, if the text has it.
    """

    turn: Turn
    facts: tuple[Triplet, ...]
    place: str
    look: str | None

    def is_answer_like(self, other: LifeScene) -> bool:
        """Whether both turns describe the same place, or answer the same command there."""
        is_same = self.turn.command == other.turn.command or (self.look is not None and other.look is not None)
        return self.place == other.place and is_same


@dataclass(frozen=True, eq=False)
class Life:
    """An earlier play."""

    scenes: Sequence[LifeScene]

    @cached_property
    def looks(self) -> Mapping[str, str]:
        """The first descriptions of places."""
        return {scene.place: scene.look for scene in reversed(self.scenes) if scene.look is not None}

    @cached_property
    def placed(self) -> Mapping[str, LifeScene]:
        """The scene that first told the place of each thing."""
        scenes = ((scene, fact) for scene in reversed(self.scenes) for fact in scene.facts)
        return {thing: scene for scene, fact in scenes if (thing := placed(fact)[0])}

    @cached_property
    def first(self) -> Mapping[Triplet, LifeScene]:
        """The connections, and the first places and states of things; each with the scene that first told it."""
        met: dict[str, LifeScene] = {}
        found: dict[Triplet, LifeScene] = {}
        for scene in self.scenes:
            for fact in scene.facts:
                for vertex in fact.vertices:
                    met.setdefault(vertex, scene)
                if fact not in found and self._was_first(fact, scene, met[fact.subject]):
                    found[fact] = scene
        return found

    @cached_property
    def learned(self) -> tuple[Triplet, ...]:
        """The facts that are not about places and states, e.g. what opens what, or a recipe."""
        told = dict.fromkeys(fact for scene in self.scenes for fact in scene.facts)
        return tuple(fact for fact in told if not (is_spatial(fact) or held(fact) or fact.relation in QUALITIES))

    @cached_property
    def left(self) -> Mapping[str, Triplet]:
        """The last places of the things that were moved."""
        last = {thing: fact for scene in self.scenes for fact in scene.facts if (thing := placed(fact)[0])}
        still = {thing: (INVENTORY, self._first_holder(thing)) for thing in last}
        return {thing: fact for thing, fact in last.items() if placed(fact)[1] not in still[thing]}

    @cached_property
    def ending(self) -> str:
        """The last turn, if it was not read."""
        return "" if self.scenes[-1].facts else self.scenes[-1].turn.as_text()

    @cached_property
    def idle(self) -> int:
        """The number of steps since anything was found or moved."""
        told: dict[str | Triplet, Triplet] = {}
        idle = 0
        for scene in self.scenes:
            news = {placed(fact)[0] or fact: fact for fact in scene.facts if is_spatial(fact) or held(fact)}
            idle = idle + 1 if news.items() <= told.items() else 0
            told.update(news)
        return idle

    def _was_first(self, fact: Triplet, scene: LifeScene, met: LifeScene) -> bool:
        thing, holder = placed(fact)
        if thing:
            is_made = holder == INVENTORY and scene is not self.scenes[0]
            return not is_made and self.placed[thing] is scene
        # A state that is told later than the thing itself has changed: a box is open because it was opened.
        return is_spatial(fact) or (fact.relation in QUALITIES and met is scene)

    def _first_holder(self, thing: str) -> str:
        return next(holder for each, holder in map(placed, self.placed[thing].facts) if each == thing)


@dataclass(frozen=True, eq=False)
class LivedWorld:
    """A world, as the lives in it saw it.

    Attributes:
        lives: the newest first. Newer lives override older ones.
    """

    lives: tuple[Life, ...]

    @cached_property
    def looks(self) -> Mapping[str, str]:
        """The first descriptions of places."""
        return {place: look for life in reversed(self.lives) for place, look in life.looks.items()}

    @cached_property
    def first(self) -> Mapping[Triplet, LifeScene]:
        """The first facts, each with its scene. A thing's place in an older life counts only if no newer one met the
        thing or looked there."""
        return {
            fact: scene
            for number, life in enumerate(self.lives)
            for fact, scene in life.first.items()
            if all(_leaves(newer, fact) for newer in self.lives[:number])
        }

    @cached_property
    def learned(self) -> tuple[Triplet, ...]:
        """What was learned in this world, and the last places of moved things."""
        left = {thing: fact for life in reversed(self.lives) for thing, fact in life.left.items()}
        last = (as_last(thing, fact) for thing, fact in left.items())
        return tuple(dict.fromkeys([*(fact for life in reversed(self.lives) for fact in life.learned), *last]))

    def likeness(self, place: str, look: str) -> int:
        """1 if a place looks as known, -1 if not, 0 if it is unknown."""
        known = self.looks.get(place)
        return 0 if known is None else 1 if are_alike(known, look) else -1

    def is_of(self, life: Life) -> bool:
        """Whether a life seems to be in this world."""
        begins = life.scenes[0]
        if begins.look is None:
            return begins.turn == self.lives[0].scenes[0].turn
        votes = Counter(self.likeness(place, look) for place, look in life.looks.items())
        return begins.place in self.looks and votes[1] > votes[-1]


@dataclass(frozen=True)
class Past:
    """All that is known from earlier lives.

    Attributes:
        nodes: all texts, the oldest first. `worlds`: the newest first.
    """

    nodes: Sequence[EpisodeNode] = ()
    worlds: Sequence[LivedWorld] = ()


NO_PAST = Past()


def parted(contents: Contents) -> tuple[Contents, Past]:
    """Split the contents of a memory into notes and earlier lives."""
    nodes = [*contents.episodic.nodes]
    notes, worlds = _parted(nodes)
    noted, told = ({fact for node in some for fact in node.triplets} for some in (notes, nodes))
    edges = (edge for edge in contents.graph.history() if edge.triplet in noted or edge.triplet not in told)
    episodic = EpisodicMemory()
    for node in notes:
        episodic.append(node)
    return Contents(SemanticGraph(edges), episodic, contents.step), Past(nodes, worlds)


def _parted(nodes: Iterable[EpisodeNode]) -> tuple[list[EpisodeNode], list[LivedWorld]]:
    """The notes among some texts, and the worlds of the lives, the newest first."""
    notes: list[EpisodeNode] = []
    lives: list[list[EpisodeNode]] = []
    for node in filter(remembered, nodes):
        if not read_turn(node.observation).command:
            lives.append([])
        (lives[-1] if lives else notes).append(node)
    notes += [life[0] for life in lives if len(life) == 1]
    worlds: list[LivedWorld] = []
    for life in (_life(life) for life in reversed(lives) if len(life) > 1):
        known = next((world for world in worlds if world.is_of(life)), None)
        if known:
            worlds[worlds.index(known)] = LivedWorld((*known.lives, life))
        else:
            worlds.append(LivedWorld((life,)))
    return notes, worlds


def below(observation: str, place: str) -> str | None:
    """The text below a line with the name of a place; None if there is no such line."""
    name, told = spaced(place), observation.splitlines()
    at = next((at for at, line in enumerate(told) if name.strip() and spaced(line) == name), None)
    return None if at is None else "\n".join(told[at + 1 :])


def are_alike(one: str, other: str) -> bool:
    """Whether two texts have most of their words in common."""
    words, others = ({*spaced(text).split()} for text in (one, other))
    return len(words & others) >= ALIKE * len(words | others)


def as_last(thing: str, fact: Triplet) -> Triplet:
    """Turn a fact about a thing's place into one about its last place: `lamp, was last on, desk`."""
    relation = fact.relation.removeprefix("is ") if fact.subject == thing else "in"
    return Triplet(thing, f"{LAST} {relation}", placed(fact)[1])


def _leaves(newer: Life, fact: Triplet) -> bool:
    """Whether a newer life does not contradict an older fact about a thing's place: it neither met the thing nor saw
    the place."""
    thing, holder = placed(fact)
    if not thing:
        return is_spatial(fact) or fact.subject not in newer.placed
    return thing not in newer.placed and holder not in newer.looks


def _life(nodes: Sequence[EpisodeNode]) -> Life:
    """A life from its texts. The place of a scene is the last one that a heading named."""
    facts = [fact for node in nodes for fact in node.triplets]
    ends = [end for fact in facts if (way := read_connection(fact)) for end in (way.origin, way.destination)]
    exits = [exit_[0] for fact in facts if (exit_ := exit_of(fact))]
    names = dict.fromkeys([*ends, *exits, *filter(None, (placed(fact)[1] for fact in facts))])
    headings = {spaced(name): name for name in names}
    scenes: list[LifeScene] = []
    place = ""
    for node in nodes:
        turn = read_turn(node.observation)
        lines = map(spaced, turn.observation.splitlines())
        named = next((headings[line] for line in lines if line in headings), None)
        place = named or place
        scenes.append(LifeScene(turn, node.triplets, clean(place), below(turn.observation, named) if named else None))
    return Life(scenes)
