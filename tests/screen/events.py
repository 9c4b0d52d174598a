"""Events as an episode writes them, for tests of their readers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from ariadne import events
from ariadne.events import Event, Usage, written

E = TypeVar("E", bound=Event)

ENTRY: dict[str, Any] = {
    "game": "hunt",
    "agent": "ariadne",
    "memory": "arigraph",
    "model": "rules",
    "seed": 1,
    "repeat": 1,
    "run": "runs/1",
}


def at(step: int, event: E) -> E:
    """The event at a step, each of which begins a second after the one before."""
    return replace(event, step=step, time=100.0 + step)


def started(**fields: Any) -> events.EpisodeStarted:
    fields = {**ENTRY, "goal": "Find the treasure.", "max_steps": 150, **fields}
    return at(0, events.EpisodeStarted(**fields))


def turn(observation: str, location: str = "hall", command: str = "", step: int = 1, **fields: Any) -> events.TurnEvent:
    shown = {"inventory": "You carry nothing.", "commands": ("look",), "done": False, "status": "valid", **fields}
    return at(step, events.TurnEvent(command=command, observation=observation, location=location, **shown))


def question(
    prompt: str = "", reply: str = "", step: int = 1, cost_usd: float | None = 0.01, **fields: Any
) -> events.QuestionEvent:
    about = {"kind": "act", "repair": False, "error": "", "seconds": 1.5, "usage": Usage(1000, 50, 0, cost_usd)}
    told = ({"role": "user", "content": prompt},)
    return at(step, events.QuestionEvent(prompt=told, reply=reply, **{**about, **fields}))


def retried(error: str, seconds: float = 2) -> events.Retried:
    return at(1, events.Retried(kind="act", error=error, seconds=seconds))


def learned(added: list[str], removed: list[str] = [], step: int = 1, **fields: Any) -> events.LearnedEvent:  # noqa: B006
    return at(step, events.LearnedEvent(added=tuple(added), removed=tuple(removed), episodes=(), **fields))


def recalled(facts: list[str], episodes: list[str], exits: list[str], text: str = "") -> events.Recalled:
    return at(1, events.Recalled(facts=tuple(facts), episodes=tuple(episodes), exits=tuple(exits), text=text))


def planned(*plan: str) -> events.Planned:
    return at(1, events.Planned(plan=plan, explore=True))


def acted(action: str, reason: str = "", *commands: str, step: int = 1) -> events.Acted:
    return at(step, events.Acted(action=action, reason=reason, commands=commands or (action,)))


def invalid(said: str, action: str = "look") -> events.Invalid:
    return at(1, events.Invalid(said=said, action=action))


def scored(score: float, maximum: float = 5, step: int = 1) -> events.Scored:
    return at(step, events.Scored(score=score, maximum=maximum, won=False, lost=False))


def ended(why: str = "won", **fields: Any) -> events.EpisodeEnded:
    summary = {
        **ENTRY,
        "score": 5.0,
        "max_score": 5.0,
        "normalized_score": 1.0,
        "won": why == "won",
        "lost": False,
        "steps": 2,
        "moves": 3,
        "invalid_actions": 0,
        "model_calls": 6,
        "prompt_tokens": 6000,
        "completion_tokens": 300,
        "cost_usd": None,
        "seconds": 1.25,
    }
    return at(2, events.EpisodeEnded(why=why, error="", **{**summary, **fields}))


def file_of(events: Iterable[Event]) -> str:
    """What a file holds in which each text is written whole."""
    return "".join(json.dumps(written(event)) + "\n" for event in events)


def an_episode() -> list[Event]:
    """A short one, with every kind of event that a watcher is shown."""
    return [
        started(),
        turn("-= Hall =-\nYou are in a hall.\n\nThere is a key.", step=0, commands=("go east", "take key")),
        question(),
        learned(["hall, has exit, east", "key, is in, hall"]),
        recalled(["key, is in, hall"], [], ["hall, has exit, east"]),
        planned("Take the key | it is here", "Explore | one exit"),
        acted("take key", "it is here"),
        turn("Taken.", command="take key"),
        scored(1),
        learned(["key, is in, inventory"], ["key, is in, hall"]),
        recalled(["key, is in, inventory"], ["> look There was a key."], ["hall, has exit, east"]),
        acted("go to attic", "the treasure is there", "go east", "go north"),
        turn("-= Gallery =-", "gallery", "go east", commands=("go west", "go north")),
        turn("-= Attic =-\nThe treasure!", "attic", "go north", commands=("go south",)),
        scored(5),
        ended(),
    ]
