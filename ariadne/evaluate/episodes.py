"""An episode as its events tell it: what a scorecard is made from, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.runs.events import Event, read_events
from ariadne.runs.summary import Entry, Summary

FINISHED = frozenset({"won", "lost", "over", "steps"})
UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Use:
    """Calls to a model and their tokens; those of cached replies count as if they had been asked."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: Use) -> Use:
        return Use(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True)
class Step:
    """One step of an episode.

    Attributes:
        number: from 1.
        score: the raw score after it.
        use: what was asked in it; what was asked before the first step counts for the first.
        vertices, edges: the size of the graph after it; None before the memory has told it, or where it keeps none.
        added, removed: how many triplets it learned and dropped.
    """

    number: int
    score: float
    use: Use
    vertices: int | None
    edges: int | None
    added: int
    removed: int


@dataclass(frozen=True)
class Played:
    """One episode.

    Attributes:
        path: its file of events.
        summary: the keys of `play --json`; counted from the events so far where the episode has not ended.
        why: won, lost, over, steps, left, stopped or failed; unfinished if its end is not in the events.
        error: what failed, in one line.
        walkthrough_length: the commands of the game's walkthrough; None where nobody knows.
        attempts: whether the memory learns from one repeat to the next, so that repeats are attempts in sequence.
        kinds: what was asked, by kind of question, repairs with the kind that they repair.
        repairs, cached: how many of the calls were repairs, and answered from a cache.
        retries: how many tries at an endpoint failed.
        steps: one entry a step.
    """

    path: Path
    summary: Summary
    why: str
    error: str
    max_steps: int | None
    walkthrough_length: int | None
    attempts: bool
    embedder: str | None
    versions: Mapping[str, str]
    kinds: Mapping[str, Use]
    repairs: int
    cached: int
    retries: int
    texts_embedded: int | None
    steps: Sequence[Step]

    @property
    def is_finished(self) -> bool:
        """Whether it was played to an end that says something about the agent, and so counts in means."""
        return self.why in FINISHED

    @property
    def normalized(self) -> float | None:
        """The normalized score, floored at 0; None for a world without a score."""
        score = self.summary.normalized_score
        return None if score is None else max(score, 0.0)

    @property
    def instance(self) -> Instance:
        """The game and its seed."""
        return Instance(self.summary.game, self.summary.seed)

    @property
    def late(self) -> Sequence[Step]:
        """The last quarter of its steps, at least one."""
        return self.steps[len(self.steps) * 3 // 4 :]


@dataclass(frozen=True)
class Instance:
    """One game that all agents can play: what clusters episodes, and pairs them."""

    game: str
    seed: int | None

    @property
    def order(self) -> tuple[str, int]:
        """Sorts by game, then seed; a seed that nobody knows comes first."""
        return self.game, -1 if self.seed is None else self.seed


def episode_files(run: Path) -> list[Path]:
    """The files of events of a run's episodes, in order of their numbers.

    Raises:
        UserError: the folder is no run.
    """
    folder = run / "episodes"
    if not folder.is_dir():
        why = "it has no folder 'episodes'" if run.is_dir() else "there is no such folder"
        raise UserError(f"{run} is no run: {why}")
    return sorted(folder.glob("*/events.jsonl"), key=_number)


def played(run: Path) -> Iterator[Played]:
    """The episodes of a run; one that has not begun, so that nothing is known of it, is left out.

    Raises:
        UserError: the folder is no run, or its events are damaged.
    """
    for path in episode_files(run):
        if episode := read_episode(path):
            yield episode


def read_episode(path: Path) -> Played | None:
    """The episode of a file of events; None if it has not begun.

    Raises:
        UserError: the events are damaged.
    """
    try:
        events = list(read_events(path))
        return _episode(path, events) if events else None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UserError(f"{path} does not hold an episode's events; it was changed by hand or is damaged") from error


def _number(path: Path) -> tuple[int, str]:
    name = path.parent.name
    number = name.partition("-")[0]
    return int(number) if number.isdecimal() else 0, name


def _episode(path: Path, events: Sequence[Event]) -> Played:
    started = events[0]
    if started["event"] != "episode_started":
        raise ValueError("the first event is no start")
    questions = _of_kind(events, "question")
    ended = next(iter(_of_kind(events, "episode_ended")), None)
    summary = _summary(ended) if ended else _summary_so_far(events, questions)
    return Played(
        path=path,
        summary=summary,
        why=ended["why"] if ended else UNFINISHED,
        error=ended["error"] if ended else "",
        max_steps=started.get("max_steps"),
        walkthrough_length=started.get("walkthrough_length"),
        attempts=bool(started.get("attempts")),
        embedder=started.get("embedder"),
        versions=dict(started.get("versions") or {}),
        kinds=_kinds(questions),
        repairs=sum(bool(question["repair"]) for question in questions),
        cached=sum(bool(question.get("cached")) for question in questions),
        retries=len(_of_kind(events, "retried")),
        texts_embedded=(ended or {}).get("texts_embedded"),
        steps=_steps(events),
    )


def _of_kind(events: Iterable[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind]


def _summary(ended: Event) -> Summary:
    return Summary.model_validate({name: ended[name] for name in Summary.model_fields})


def _summary_so_far(events: Sequence[Event], questions: Sequence[Event]) -> Summary:
    """What the summary would be if the episode had ended with its last event."""
    started = events[0]
    scored = _of_kind(events, "scored")
    last: Event = scored[-1] if scored else {"score": 0.0, "maximum": 0.0, "won": False, "lost": False}
    use = sum(map(used, questions), Use())
    costs = [question["usage"]["cost_usd"] for question in questions]
    return Summary(
        **{field.name: started[field.name] for field in fields(Entry)},
        score=last["score"],
        max_score=last["maximum"],
        normalized_score=max(last["score"], 0) / last["maximum"] if last["maximum"] else None,
        won=last["won"],
        lost=last["lost"],
        steps=len(_of_kind(events, "acted")),
        moves=max(0, len(_of_kind(events, "turn")) - 1),
        invalid_actions=len(_of_kind(events, "invalid")),
        model_calls=use.calls,
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        cost_usd=None if None in costs else sum(costs),
        seconds=round(events[-1]["time"] - started["time"], 3),
    )


def used(question: Event) -> Use:
    """What one `question` event used."""
    usage: Mapping[str, Any] = question["usage"]
    return Use(1, usage["prompt_tokens"], usage["completion_tokens"])


def _kinds(questions: Iterable[Event]) -> dict[str, Use]:
    kinds: dict[str, Use] = {}
    for question in questions:
        kind = question["kind"]
        kinds[kind] = kinds.get(kind, Use()) + used(question)
    return dict(sorted(kinds.items()))


def _steps(events: Sequence[Event]) -> tuple[Step, ...]:
    """The series of an episode. What no event of a step tells is as it was after the step before."""
    by_step: dict[int, list[Event]] = {}
    for event in events:
        by_step.setdefault(max(event["step"], 1), []).append(event)
    steps: list[Step] = []
    now = Step(0, 0.0, Use(), None, None, 0, 0)
    for number in range(1, max(event["step"] for event in events) + 1):
        fresh = replace(now, number=number, use=Use(), added=0, removed=0)
        now = reduce(_after, by_step.get(number, ()), fresh)
        steps.append(now)
    return tuple(steps)


def _after(step: Step, event: Event) -> Step:
    kind = event["event"]
    if kind == "question":
        return replace(step, use=step.use + used(event))
    if kind == "scored":
        return replace(step, score=event["score"])
    if kind == "learned":
        return replace(
            step,
            vertices=event.get("vertices", step.vertices),
            edges=event.get("edges", step.edges),
            added=step.added + len(event.get("added", ())),
            removed=step.removed + len(event.get("removed", ())),
        )
    return step
