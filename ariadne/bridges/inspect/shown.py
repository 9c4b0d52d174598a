"""An episode in Inspect's viewer: in the transcript, between the calls to the model, and as a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import TaskState

from ariadne.events import Acted, EpisodeEnded, EpisodeStarted, Event, Invalid, LearnedEvent, Planned, Scored, TurnEvent
from ariadne.screen.words import ending, plays, points
from ariadne.text import one_line, safe

SOURCE = "ariadne"
MOST_FACTS = 40
"""The largest number of learned facts listed at a step."""


class Shown:
    """A `Watch` that shows every turn, the learned facts, each new plan, and the end.

    In the conversation the game is the user, the player the assistant.
    """

    def __init__(self, state: TaskState) -> None:
        self._state = state
        self._turn: TurnEvent | None = None
        self._plan: Sequence[str] = ()

    def __call__(self, event: Event) -> None:
        match event:
            case EpisodeStarted():
                self._start(event)
            case Acted():
                self._act(event)
            case Invalid():
                _tell(f"no valid action was named: {_code(event.said)}; {_code(event.action)} is done instead")
            case TurnEvent():
                self._turn = event
                self._state.messages.append(ChatMessageUser(content=_seen(event)))
            case Scored() if self._turn:
                _tell(_as_markdown(self._turn, event))
            case LearnedEvent() if event.added or event.removed:
                _tell("learned", *_listed("+", event.added), *_listed("-", event.removed))
            case Planned() if event.plan and event.plan != self._plan:
                self._plan = event.plan
                _tell("plan", *_listed("", event.plan))
            case EpisodeEnded():
                _tell(*map(_plain, ending(event)), *([f"error: {_plain(event.error)}"] if event.error else []))

    def _start(self, event: EpisodeStarted) -> None:
        parts = [part for part in (event.instructions, f"Goal: {event.goal}" if event.goal else "") if part]
        self._state.messages.append(ChatMessageSystem(content=safe("\n\n".join([plays(event), *parts]), None)))
        _tell(f"**{_plain(plays(event))}**", *([f"goal: {_plain(event.goal)}"] if event.goal else []))

    def _act(self, event: Acted) -> None:
        commands = [command for command in event.commands if command != event.action]
        sent = f" ({', '.join(map(_code, commands))})" if commands else ""
        _tell(f"**step {event.step}** {_code(event.action)}{sent}", *([_plain(event.reason)] if event.reason else []))
        text = f"{event.reason}\n\n> {event.action}" if event.reason else f"> {event.action}"
        self._state.messages.append(ChatMessageAssistant(content=safe(text, None)))


def _tell(*paragraphs: str) -> None:
    transcript().info("\n\n".join(paragraphs), source=SOURCE)


def _seen(turn: TurnEvent) -> str:
    return safe("\n\n".join(part for part in (turn.observation, turn.inventory) if part), None)


def _as_markdown(turn: TurnEvent, score: Scored) -> str:
    """A turn: the command, the observation, the state of the game."""
    head = f"{_code(turn.command)} → " if turn.command else ""
    maximum = f" of {points(score.maximum)}" if score.maximum else ""
    stands = "won" if score.won else "lost" if score.lost else f"{points(score.score)}{maximum}"
    return f"{head}score **{stands}**\n\n{_block(_seen(turn))}"


def _listed(mark: str, texts: Iterable[str]) -> list[str]:
    """Texts as one list, shortened if long."""
    lines = [f"- {mark} {_code(text)}" if mark else f"- {_plain(text)}" for text in texts]
    more = [f"- {mark} and {len(lines) - MOST_FACTS} more"] if len(lines) > MOST_FACTS else []
    return ["\n".join(lines[:MOST_FACTS] + more)] if lines else []


def _block(text: str) -> str:
    """A text in a fence that its content cannot close."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


def _code(text: str) -> str:
    """A text on one line, in code marks that its content cannot close."""
    line = one_line(text)
    marks = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{marks} {line} {marks}" if "`" in line else f"`{line}`"


def _plain(text: str) -> str:
    """A text on one line, escaped for Markdown and HTML."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&-])", r"\\\1", one_line(text))
