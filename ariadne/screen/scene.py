"""The content of the live screen, derived from an episode's history alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ariadne.events import (
    Acted,
    EpisodeStarted,
    Event,
    LearnedEvent,
    Planned,
    QuestionEvent,
    Recalled,
    Resumed,
    Retried,
    TurnEvent,
)  # fmt: skip
from ariadne.geography import direction_of
from ariadne.history import History
from ariadne.screen.facts import KnownPlaces, sentence
from ariadne.screen.map import EMPTY, WorldMap
from ariadne.screen.trail import PlanPart, ShownAction, Trail
from ariadne.screen.words import answer, beside_walkthrough, ending, plays, why
from ariadne.text import names, one_line, safe
from ariadne.triplet import triplets_of

_DOING: Mapping[type[Event], str] = {
    TurnEvent: "learning ...", LearnedEvent: "recalling ...", Recalled: "planning ...", Planned: "choosing ...",
    Acted: "acting ...",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """An episode at a moment; texts are safe to show.

    Attributes:
        who: the game and its player.
        run: the run's folder.
        doing: what the agent is doing; after the end, how the episode ended.
        why: why it ended, as in the events; empty before the end.
        actions: the last actions, the latest last.
        sub_goals: those met recently, then the plan.
        added, removed, facts: as sentences.
        began: in seconds since 1970, plus the seconds of interruptions.
        things: the known things of each room; those that the goal or the plan names come first.
        cost_usd: None if a price is unknown.
        failure: why the last call to the model failed; empty if it succeeded.
        ending: the summary, after the end.
    """

    who: str = ""
    run: str = ""
    goal: str = ""
    doing: str = ""
    why: str = ""
    began: float | None = None
    ended: float | None = None
    step: int = 0
    max_steps: int | None = None
    moves: int = 0
    score: float = 0
    maximum: float = 0
    calls: int = 0
    tokens: int = 0
    cost_usd: float | None = 0.0
    invalid: int = 0
    failure: str = ""
    observation: str = ""
    inventory: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    notes: str = ""
    sub_goals: tuple[PlanPart, ...] = ()
    actions: tuple[ShownAction, ...] = ()
    map: WorldMap = EMPTY
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ending: tuple[str, ...] = ()


class Watched:
    """Makes scenes from the events of an episode, from its first event on."""

    def __init__(self) -> None:
        self.scene = Scene()
        self._history: History | None = None
        self._map = EMPTY
        self._known = KnownPlaces()
        self._trail = Trail()
        self._latest = self._away = 0.0

    def see(self, event: Event) -> Scene:
        """Return the scene after an event."""
        if isinstance(event, Resumed):
            self._away += event.time - self._latest
        self._latest = event.time
        if self._history:
            self._history.add(event)
        elif isinstance(event, EpisodeStarted):
            self._history = History(event, whole=False)
        self._known.see(event)
        self._trail.see(event)
        if isinstance(event, TurnEvent):
            self._map = self._map.after(event)
        elif isinstance(event, Recalled):
            for way in triplets_of(event.exits):
                if direction := direction_of(way.object):
                    self._map = self._map.with_exits(way.subject, [direction])
        if self._history:
            plan, actions = self._trail.plan, self._trail.actions
            scene = replace(_scene(self._history, self._map, self._away), sub_goals=plan, actions=actions)
            named = " ".join([scene.goal, *(each.goal for each in plan)]).lower()
            known = self._known.things(self._map.cells)
            if scene.why:
                known = _without(known, scene.inventory.lower())
            self.scene = replace(scene, things=_spoken_of_first(known, named))
        return self.scene


def _scene(history: History, world: WorldMap, away: float) -> Scene:
    """Make a scene of an episode that was interrupted for `away` seconds."""
    now, started, ended = history.steps[-1], history.started, history.ended
    began = started.time + away
    tried = next((event for event in history.latest() if isinstance(event, QuestionEvent | Retried)), None)
    scene = Scene(
        who=plays(started),
        run=one_line((ended or started).run),
        goal=one_line(started.goal),
        doing=next((_DOING[type(event)] for event in history.latest() if type(event) in _DOING), ""),
        began=began,
        step=now.number,
        max_steps=started.max_steps,
        moves=history.moves,
        score=now.score,
        maximum=now.maximum,
        calls=history.use.calls,
        tokens=history.use.tokens,
        cost_usd=history.use.cost_usd,
        invalid=history.counts["invalid"],
        failure=one_line(tried.error) if tried else "",
        map=world,
    )
    if turn := history.last(TurnEvent):
        scene = replace(scene, observation=safe(answer(turn, started.goal)), inventory=one_line(turn.inventory))
        if history.tasks.told and turn.status_line:
            scene = replace(scene, goal=one_line(turn.status_line))
    if learned := history.last(LearnedEvent):
        scene = replace(scene, added=_sentences(learned.added), removed=_sentences(learned.removed))
    if recalled := history.last(Recalled):
        facts, episodes = _sentences(recalled.facts), tuple(map(one_line, recalled.episodes))
        scene = replace(scene, facts=facts, episodes=episodes, notes=safe(recalled.text))
    if ended:
        # Show elapsed seconds, as during play: the event's own seconds exclude pauses of the screen.
        lasted = replace(ended, seconds=max(ended.time - began, 0.0))
        summary = (*ending(lasted), *beside_walkthrough(ended, started.walkthrough_length))
        scene = replace(scene, ended=ended.time, doing=why(ended), why=ended.why, ending=summary)
    return scene


def _sentences(facts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(sentence, facts))


def _without(things: Mapping[str, Sequence[str]], held: str) -> Mapping[str, tuple[str, ...]]:
    """Remove from rooms what the player carries: the memory has not learned what the last command took."""
    taken = set[str]()
    # Long names first: `treasure map` before `treasure`.
    for thing in sorted({thing for those in things.values() for thing in those}, key=len, reverse=True):
        if names(held, thing):
            taken.add(thing)
            held = held.replace(thing, "")
    return {room: tuple(thing for thing in those if thing not in taken) for room, those in things.items()}


def _spoken_of_first(things: Mapping[str, Sequence[str]], text: str) -> Mapping[str, tuple[str, ...]]:
    return {
        room: tuple(map(one_line, sorted(those, key=lambda thing: thing not in text))) for room, those in things.items()
    }
