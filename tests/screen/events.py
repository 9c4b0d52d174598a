"""Events as an episode writes them, for tests of screens."""

from __future__ import annotations

from typing import Any

from ariadne.record import Event

ENTRY = {
    "game": "hunt",
    "agent": "ariadne",
    "memory": "arigraph",
    "model": "rules",
    "seed": 1,
    "repeat": 1,
    "run": "runs/1",
}


def event(event: str, step: int = 1, /, **fields: Any) -> Event:
    return {"event": event, "step": step, "time": 100.0 + step, **fields}


def started(**fields: Any) -> Event:
    return event("episode_started", 0, **{**ENTRY, "goal": "Find the treasure.", "max_steps": 150, **fields})


def turn(observation: str, location: str = "hall", command: str = "", step: int = 1, **fields: Any) -> Event:
    shown = {"inventory": "You carry nothing.", "commands": ["look"], "done": False, **fields}
    return event("turn", step, command=command, observation=observation, location=location, **shown)


def question(cost_usd: float | None = 0.01, error: str = "") -> Event:
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "cached_tokens": 0, "cost_usd": cost_usd}
    return event("question", kind="act", usage=usage, error=error)


def learned(added: list[str], removed: list[str]) -> Event:
    return event("learned", added=added, removed=removed)


def recalled(facts: list[str], episodes: list[str], exits: list[str], text: str = "") -> Event:
    return event("recalled", facts=facts, episodes=episodes, exits=exits, text=text)


def planned(*plan: str) -> Event:
    return event("planned", plan=list(plan), explore=True)


def acted(action: str, reason: str, *commands: str) -> Event:
    return event("acted", action=action, reason=reason, commands=list(commands or (action,)))


def scored(score: float, maximum: float = 5) -> Event:
    return event("scored", score=score, maximum=maximum, won=False, lost=False)


def ended(why: str = "won", **fields: Any) -> Event:
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
    return event("episode_ended", 2, why=why, error="", **{**summary, **fields})


def an_episode() -> list[Event]:
    """A short one, with every kind of event that a watcher is shown."""
    return [
        started(),
        turn("-= Hall =-\nYou are in a hall.\n\nThere is a key.", step=0, commands=["go east", "take key"]),
        question(),
        learned(["hall, has exit, east", "key, is in, hall"], []),
        recalled(["key, is in, hall"], [], ["hall, has exit, east"]),
        planned("Take the key | it is here", "Explore | one exit"),
        acted("take key", "it is here"),
        turn("Taken.", command="take key"),
        scored(1),
        learned(["key, is in, inventory"], ["key, is in, hall"]),
        recalled(["key, is in, inventory"], ["> look There was a key."], ["hall, has exit, east"]),
        acted("go to attic", "the treasure is there", "go east", "go north"),
        turn("-= Gallery =-", "gallery", "go east", commands=["go west", "go north"]),
        turn("-= Attic =-\nThe treasure!", "attic", "go north", commands=["go south"]),
        scored(5),
        ended(),
    ]
