"""An episode as its events tell it: what a scorecard is made from, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from ariadne.errors import UserError
from ariadne.evaluate.statistics import mean
from ariadne.evaluate.steps import Step, Use, known, steps_of, used
from ariadne.record import Event, events_of, read_events
from ariadne.runs.limits import COST, TIME, TOKENS
from ariadne.runs.summary import Entry, Summary

LIMITS = frozenset({"steps", TIME, TOKENS, COST})
FINISHED = frozenset({"won", "lost", "over", *LIMITS})
UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Played:
    """One episode.

    Attributes:
        path: its file of events.
        summary: the keys of `play --json`; counted from the events so far where the episode has not ended.
        why: won, lost, over, steps, time, tokens, cost, left, stopped or failed; unfinished if its end is not in the
            events.
        error: what failed, in one line.
        walkthrough_length: the commands of the game's walkthrough; None where nobody knows.
        attempts: whether the memory learns from one repeat to the next, so that repeats are attempts in sequence.
        kinds: what was asked, by kind of question, repairs with the kind that they repair.
        repairs, cached: how many of the calls were repairs, and answered from a cache.
        retries: how many tries at an endpoint failed.
        waited: seconds between those and the next tries.
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
    waited: float
    texts_embedded: int | None
    steps: Sequence[Step]

    @property
    def is_finished(self) -> bool:
        """Whether it was played to an end that says something about the agent, and so counts in means.

        An agent that thinks leaves when everything was tried: that is its result.
        """
        return self.why in FINISHED or (self.why == "left" and self.summary.model is not None)

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
    def steps_or_limit(self) -> int:
        """Its steps, but the limit where it was not won: an agent that gives in early is not quick."""
        steps = self.summary.steps
        return steps if self.summary.won or self.max_steps is None else self.max_steps

    @property
    def run_time(self) -> float:
        """Seconds without the waits before tries that were made again."""
        return max(0.0, self.summary.seconds - self.waited)

    @property
    def context(self) -> float | None:
        """Mean in-trial context of its steps, in tokens; None where no event tells."""
        return mean([step.context_tokens for step in self.steps if step.context_tokens is not None])

    @property
    def is_attainable(self) -> bool | None:
        """Whether the walkthrough fits into the limit; None where no walkthrough is known."""
        if not self.walkthrough_length:
            return None
        return self.max_steps is None or self.walkthrough_length <= self.max_steps

    def progress(self, number: int) -> float | None:
        """The normalized score after a step; after its end, that of its end. None for a world without a score."""
        if number >= len(self.steps) or not self.summary.max_score:
            return self.normalized
        return max(self.steps[number - 1].score, 0.0) / self.summary.max_score

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
    with events_of(path):
        # What was asked is by far the longest of an episode, and no number is made of it.
        events = [{name: event[name] for name in event if name != "prompt"} for event in read_events(path)]
        return _episode(path, events) if events else None


def _number(path: Path) -> tuple[int, str]:
    name = path.parent.name
    number = name.partition("-")[0]
    return int(number) if number.isdecimal() else 0, name


def _episode(path: Path, events: Sequence[Event]) -> Played:
    started = events[0]
    if started["event"] != "episode_started":
        raise ValueError("the first event is no start")
    questions = _of_kind(events, "question")
    retries = _of_kind(events, "retried")
    ended = next(iter(_of_kind(events, "episode_ended")), None)
    summary = _summary(ended) if ended else _summary_so_far(events, questions)
    return Played(
        path=path,
        summary=summary,
        why=ended["why"] if ended else UNFINISHED,
        error=ended["error"] if ended else "",
        max_steps=known(started, "max_steps"),
        walkthrough_length=known(started, "walkthrough_length"),
        attempts=bool(started.get("attempts")),
        embedder=started.get("embedder"),
        versions=dict(started.get("versions") or {}),
        kinds=_kinds(questions),
        repairs=sum(bool(question["repair"]) for question in questions),
        cached=sum(bool(question.get("cached")) for question in questions),
        retries=len(retries),
        waited=sum(float(retry["seconds"]) for retry in retries),
        texts_embedded=(ended or {}).get("texts_embedded"),
        steps=steps_of(events),
    )


def _of_kind(events: Iterable[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind]


def _summary(ended: Event) -> Summary:
    return Summary.model_validate({name: ended[name] for name in Summary.model_fields if name in ended})


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
        circled=len(_of_kind(events, "circled")),
        model_calls=use.calls,
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        cost_usd=None if None in costs else sum(costs),
        seconds=round(events[-1]["time"] - started["time"], 3),
    )


def _kinds(questions: Iterable[Event]) -> dict[str, Use]:
    kinds: dict[str, Use] = {}
    for question in questions:
        kind = question["kind"]
        kinds[kind] = kinds.get(kind, Use()) + used(question)
    return dict(sorted(kinds.items()))
