"""Runs as play and eval leave them, with the numbers that a test needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ariadne import events
from ariadne.events import Usage
from ariadne.runs.events import EventLog
from ariadne.runs.run import Run
from tests.screen import events as screen
from tests.screen.events import learned


@dataclass(frozen=True)
class Told:
    """An episode to be written; one step for each of `scores`, which are those after it.

    Attributes:
        asked: kind of question -> its prompt tokens, at each step; completion tokens are a tenth.
        grown: at each step, how many triplets are added; one of the earlier ones is removed at each step but the first.
        statuses, contexts: what became of each step's command, and how many tokens were recalled for it; old runs tell
            neither.
        recalled: what memory recalls at each step.
        tasks: the number of the task at hand at first and after each step, of several.
        waits: before tries at the endpoint that were made again.
        more: further fields of `episode_started`.
        ends: whether its end is written.
    """

    scores: Sequence[float] = (1.0, 2.0, 3.0, 4.0)
    game: str = "hunt"
    agent: str = "ariadne"
    memory: str | None = "arigraph"
    model: str | None = "rules"
    seed: int | None = 1
    repeat: int = 1
    why: str = "steps"
    error: str = ""
    maximum: float = 4.0
    cost: float | None = 0.0
    seconds: float = 1.0
    asked: Mapping[str, int] = field(default_factory=lambda: {"learn": 100, "act": 200})
    grown: Sequence[int] = ()
    statuses: Sequence[str] = ()
    contexts: Sequence[int] = ()
    recalled: str = ""
    tasks: Sequence[int] = ()
    waits: Sequence[float] = ()
    max_steps: int | None = 9
    limits: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    ends: bool = True

    def write(self, run: Path, number: int = 1) -> Path:
        """Write its events into a run's folder."""
        log = EventLog(Run(run).events(number, self.game, self.agent, self.repeat))
        who = {name: getattr(self, name) for name in ("game", "agent", "memory", "model", "seed", "repeat")}
        who["run"] = str(run)
        setting = {"max_steps": self.max_steps, "embedder": "minilm", "versions": {"ariadne": "0.1.0"}}
        log(events.EpisodeStarted(**who, **setting, **self.more))
        tasks = iter(self.tasks)
        self._turn(log, 0.0, task=next(tasks, 0))
        for seconds in self.waits:
            log(events.Retried(kind="act", error="429", seconds=seconds))
        for place, score in enumerate(self.scores):
            log.step += 1
            for kind, tokens in self.asked.items():
                question(log, kind, tokens, self.cost)
            if self.grown:
                added = [f"a, is, {place}-{each}" for each in range(self.grown[place])]
                edges = sum(self.grown[: place + 1]) - place
                log(learned(added, ["b"] if place else [], vertices=edges + 1, edges=edges))
            if self.contexts or self.recalled:
                log(recalled(self.contexts[place] if self.contexts else None, self.recalled))
            log(events.Acted(action="look", reason="", commands=("look",)))
            self._turn(log, score, self.statuses[place] if self.statuses else "", next(tasks, 0))
        if self.ends:
            log(
                events.EpisodeEnded(
                    why=self.why, error=self.error, limits=self.limits, **self._summary(who), texts_embedded=7
                )
            )
        log.close()
        return log.path

    def _turn(self, log: EventLog, score: float, status: str = "", task: int = 0) -> None:
        log(turn(status))
        won = self.why == "won" and score == self.scores[-1]
        log(events.Scored(score=score, maximum=self.maximum, won=won, lost=self.why == "lost", task=task))

    def _summary(self, who: Mapping[str, Any]) -> dict[str, Any]:
        steps, calls = len(self.scores), len(self.scores) * len(self.asked)
        prompt = steps * sum(self.asked.values())
        score = self.scores[-1] if self.scores else 0.0
        return {
            **who,
            "score": score,
            "max_score": self.maximum,
            "normalized_score": max(score, 0) / self.maximum if self.maximum else None,
            "won": self.why == "won",
            "lost": self.why == "lost",
            "steps": steps,
            "moves": steps,
            "invalid_actions": 0,
            "model_calls": calls,
            "prompt_tokens": prompt,
            "completion_tokens": prompt // 10,
            "cost_usd": None if self.cost is None else self.cost * calls,
            "seconds": self.seconds,
        }


def question(log: EventLog, kind: str, tokens: int, cost: float | None = 0.0, **more: Any) -> None:
    """Write one exchange with a model."""
    usage = Usage(tokens, tokens // 10, 0, cost)
    log(screen.question(kind=kind, **{"usage": usage, "seconds": 0.1, **more}))


def recalled(context_tokens: int | None = None, text: str = "") -> events.Recalled:
    return events.Recalled(facts=(), episodes=(), exits=(), text=text, context_tokens=context_tokens)


def turn(status: str = "", command: str = "look") -> events.TurnEvent:
    return screen.turn("A room.", "room", command, inventory="", commands=(), status=status)


def write_run(run: Path, *episodes: Told) -> Path:
    """Write all episodes into one run's folder."""
    for number, episode in enumerate(episodes, 1):
        episode.write(run, number)
    return run
