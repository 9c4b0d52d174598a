"""What a watcher sees of an episode while it is played, made of its history and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ariadne.events import (
    Acted,
    EpisodeStarted,
    Event,
    Learned,
    Planned,
    Question,
    Recalled,
    Retried,
    Turn,
)  # fmt: skip
from ariadne.geography import direction_of
from ariadne.history import History
from ariadne.screen.map import EMPTY, WorldMap
from ariadne.screen.words import ending, who, why
from ariadne.text import one_line, safe
from ariadne.triplet import triplets_of

_DOING: Mapping[type[Event], str] = {
    Turn: "learning ...", Learned: "recalling ...", Recalled: "planning ...", Planned: "choosing ...",
    Acted: "acting ...",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """An episode at a moment; texts are safe to show.

    Attributes:
        doing: what the agent is busy with; how it ended, once it has.
        sub_goals: of the plan, each with its reason.
        commands: what the action sends.
        cost_usd: None where a price is unknown.
        failure: why the last try to reach the model failed; empty when it answered.
        ending: the summary, once there is one.
    """

    who: str = ""
    goal: str = ""
    doing: str = ""
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
    sub_goals: tuple[tuple[str, str], ...] = ()
    action: str = ""
    reason: str = ""
    commands: tuple[str, ...] = ()
    map: WorldMap = EMPTY
    ending: tuple[str, ...] = ()


class Watched:
    """An episode that is being watched, from its first event on: each event leads to another scene."""

    def __init__(self) -> None:
        self.scene = Scene()
        self._history: History | None = None
        self._map = EMPTY

    def see(self, event: Event) -> Scene:
        """The scene after an event."""
        if self._history:
            self._history.add(event)
        elif isinstance(event, EpisodeStarted):
            self._history = History(event, whole=False)
        if isinstance(event, Turn):
            self._map = self._map.after(event)
        elif isinstance(event, Recalled):
            for way in triplets_of(event.exits):
                if direction := direction_of(way.object):
                    self._map = self._map.with_exits(way.subject, [direction])
        if self._history:
            self.scene = _scene(self._history, self._map)
        return self.scene


def _scene(history: History, world: WorldMap) -> Scene:
    now, started, ended = history.steps[-1], history.started, history.ended
    tried = next((event for event in history.latest() if isinstance(event, Question | Retried)), None)
    scene = Scene(
        who=who(started),
        goal=one_line(started.goal),
        doing=next((_DOING[type(event)] for event in history.latest() if type(event) in _DOING), ""),
        began=started.time,
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
    if turn := history.last(Turn):
        scene = replace(scene, observation=safe(turn.observation), inventory=one_line(turn.inventory))
    if learned := history.last(Learned):
        scene = replace(scene, added=_lines(learned.added), removed=_lines(learned.removed))
    if recalled := history.last(Recalled):
        facts, episodes = _lines(recalled.facts), _lines(recalled.episodes)
        scene = replace(scene, facts=facts, episodes=episodes, notes=safe(recalled.text))
    if planned := history.last(Planned):
        parts = [line.partition("|") for line in _lines(planned.plan)]
        scene = replace(scene, sub_goals=tuple((goal.strip(), reason.strip()) for goal, _, reason in parts))
    if acted := history.last(Acted):
        action, reason, commands = one_line(acted.action), one_line(acted.reason), _lines(acted.commands)
        scene = replace(scene, action=action, reason=reason, commands=commands)
    if ended:
        scene = replace(scene, ended=ended.time, doing=why(ended), ending=tuple(ending(ended)))
    return scene


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(one_line(text) for text in texts)
