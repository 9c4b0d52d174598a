"""What a watcher sees, folded from events and nothing else: `after(scene, event)` is the next scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ariadne.geography import direction_of
from ariadne.record import Event
from ariadne.screen.map import EMPTY, WorldMap
from ariadne.screen.words import ending, who
from ariadne.text import one_line, safe
from ariadne.triplet import Triplet


@dataclass(frozen=True)
class Scene:
    """An episode at a moment; texts are safe to show.

    Attributes:
        doing: what the agent is busy with.
        sub_goals: of the plan, each with its reason.
        commands: what the action sends.
        cost_usd: None where a price is unknown.
        trouble: why the last try to reach the model failed; empty when it answered.
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
    trouble: str = ""
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


def after(scene: Scene, event: Event) -> Scene:
    """The scene after an event. Kinds of events that it does not know change nothing but the step."""
    scene = replace(scene, step=event["step"])
    change = _CHANGES.get(event["event"])
    return change(scene, event) if change else scene


def _started(scene: Scene, event: Event) -> Scene:
    return replace(
        scene,
        who=who(event),
        goal=one_line(event["goal"]),
        max_steps=event["max_steps"],
        began=event["time"],
    )


def _turn(scene: Scene, event: Event) -> Scene:
    commands = event["commands"]
    direction = direction_of(event["command"]) if event["command"] else None
    world = scene.map.moved(direction, event["location"])
    world = world.with_exits(world.here, [way for command in commands if (way := direction_of(command))])
    return replace(
        scene,
        observation=safe(event["observation"]),
        inventory=one_line(event["inventory"]),
        moves=scene.moves + bool(event["command"]),
        map=world,
        doing="learning ...",
    )


def _scored(scene: Scene, event: Event) -> Scene:
    return replace(scene, score=event["score"], maximum=event["maximum"])


def _question(scene: Scene, event: Event) -> Scene:
    usage = event["usage"]
    unknown = scene.cost_usd is None or usage["cost_usd"] is None
    return replace(
        scene,
        calls=scene.calls + 1,
        tokens=scene.tokens + usage["prompt_tokens"] + usage["completion_tokens"],
        cost_usd=None if unknown else (scene.cost_usd or 0) + usage["cost_usd"],
        trouble=one_line(event["error"]),
    )


def _retried(scene: Scene, event: Event) -> Scene:
    return replace(scene, trouble=one_line(event["error"]))


def _learned(scene: Scene, event: Event) -> Scene:
    return replace(scene, added=_lines(event["added"]), removed=_lines(event["removed"]), doing="recalling ...")


def _recalled(scene: Scene, event: Event) -> Scene:
    world = scene.map
    for room, directions in _by_room(event["exits"]).items():
        world = world.with_exits(room, directions)
    return replace(
        scene,
        facts=_lines(event["facts"]),
        episodes=_lines(event["episodes"]),
        notes=safe(event["text"]),
        map=world,
        doing="planning ...",
    )


def _planned(scene: Scene, event: Event) -> Scene:
    parts = [line.partition("|") for line in _lines(event["plan"])]
    return replace(
        scene,
        sub_goals=tuple((goal.strip(), reason.strip()) for goal, _, reason in parts),
        doing="choosing ...",
    )


def _acted(scene: Scene, event: Event) -> Scene:
    return replace(
        scene,
        action=one_line(event["action"]),
        reason=one_line(event["reason"]),
        commands=_lines(event["commands"]),
        doing="acting ...",
    )


def _invalid(scene: Scene, event: Event) -> Scene:
    return replace(scene, invalid=scene.invalid + 1)


def _ended(scene: Scene, event: Event) -> Scene:
    return replace(scene, ending=tuple(ending(event)), ended=event["time"], doing=event["why"])


def _lines(texts: list[str]) -> tuple[str, ...]:
    return tuple(one_line(text) for text in texts)


def _by_room(exits: list[str]) -> Mapping[str, list[str]]:
    """The directions in exits such as `hall, has exit, north`, room by room."""
    found: dict[str, list[str]] = {}
    for text in exits:
        try:
            way = Triplet.parse(text)
        except ValueError:
            continue
        if direction := direction_of(way.object):
            found.setdefault(way.subject, []).append(direction)
    return found


_CHANGES: Mapping[str, Callable[[Scene, Mapping[str, Any]], Scene]] = {
    "episode_started": _started,
    "turn": _turn,
    "scored": _scored,
    "question": _question,
    "retried": _retried,
    "learned": _learned,
    "recalled": _recalled,
    "planned": _planned,
    "acted": _acted,
    "invalid": _invalid,
    "episode_ended": _ended,
}
