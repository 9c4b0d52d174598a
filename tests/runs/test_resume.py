"""Interrupted episodes are resumed, wherever they were cut."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.config import PlayConfig
from ariadne.errors import Failure
from ariadne.evaluate.executor import EpisodeOrder, LocalExecutor
from ariadne.evaluate.jobs import Job
from ariadne.events import Event, Usage, written
from ariadne.memory.registry import Calls
from ariadne.models.answers import Explore
from ariadne.models.model import Model, Retry, UnreadableReply
from ariadne.models.question import Question
from ariadne.record import read_events
from ariadne.runs import limits
from ariadne.runs.events import Diverged
from ariadne.runs.play import Position, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.resume import NO_PAST, EarlierSession, Replay, ending_of, past_of
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared
from tests.conftest import Game
from tests.memory.test_registry import SAYS
from tests.nightly import mostly_nightly
from tests.screen.events import file_of, question, retried
from tests.scripted import Script, shown

STEPS = 5
# Fields that may differ between a resumed episode and an uninterrupted one.
PASSING = {"time", "seconds", "run"}


def whim(question: Question[Any]) -> int:
    """A number that nothing but the question decides, however its prompt is worded."""
    return crc32(repr((question.name, dict(question.inputs), question.repair)).encode())


def by_whim(question: Question[Any]) -> Any:
    """One or two valid actions, and sometimes a reply that needs a repair."""
    number = whim(question)
    if question.repair is None and number % 3 == 0:
        return "Hm."
    actions = question.choices["action"]
    first, second = (actions[place % len(actions)] for place in (number, number // 7))
    action = f"{first}; {second}" if number % 2 == 0 else first
    return {**SAYS["learn"], "plan": ["look around | nothing is known"], "reason": "why not", "action": action}


def step_by_whim(question: Question[Any]) -> str:
    """Some valid action, with another sub-goal now and then, after a look back wherever there is something to see."""
    actions, number = question.inputs["actions"], whim(question)
    subgoals = str(question.inputs["notes"]).count(" Subgoal: ")
    if subgoals >= 2 and "retrieve" not in str(question.inputs["observation"]):
        return "Action: retrieve(1)"
    subgoal = f"Subgoal: part {subgoals}\n" if subgoals < 2 or number % 2 else ""
    return f"{subgoal}Action: {actions[number % len(actions)]}"


class Whimsical(Script):
    """A script that decides by whim, and fails at one question, if it is told which."""

    def __init__(self, fails_at: int | None = None) -> None:
        super().__init__(**SAYS, one=by_whim, decide=by_whim, act=by_whim, subgoal_step=step_by_whim)
        self._fails_at = fails_at

    def _say(self, question: Question[Any]) -> Any:
        said = super()._say(question)
        if len(self.asked) == self._fails_at:
            raise Failure("the endpoint has gone")
        return said


class Table:
    """Plays a small game repeatedly, with shared resources."""

    def __init__(self, story: Path, agent: str = "ariadne", steps: int = STEPS, calls: Calls = "one") -> None:
        self._config = PlayConfig(game=str(story), max_steps=steps, agent=agent, calls=calls)
        self._resources = Resources()

    def play(self, run: Path, model: Model, memory: str = "arigraph", watch: Any = None) -> Path:
        """Play, or go on with, the only episode of a run; the path of its events."""
        found = Run(run).found(1)
        part = Position(past=past_of(found) if found else NO_PAST)

        async def play() -> None:
            with prepared(self._config.model_copy(update={"memory": memory}), self._resources) as setup:
                assert setup.backbone
                await play_episode(replace(setup, backbone=replace(setup.backbone, model=model)), Run(run), part, watch)

        try:
            asyncio.run(play())
        finally:
            path = Run(run).found(1)
        assert path
        return path


@pytest.fixture(scope="session")
def table(game: Game) -> Table:
    return Table(game("treasure-hunt"))


class Whole:
    """An uninterrupted episode."""

    def __init__(self, table: Table, run: Path, memory: str = "arigraph") -> None:
        self.script = Whimsical()
        self.memory = memory
        self.path = table.play(run, self.script.model, memory)
        self.content = self.path.read_bytes()
        self.events = list(read_events(self.path))


@pytest.fixture(scope="session")
def whole(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(table, tmp_path_factory.mktemp("whole"))


def lasting(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in written(event).items() if name not in PASSING}
        for event in events
        if event.name != "resumed"
    ]


def questions(events: Sequence[Event]) -> int:
    return sum(event.name == "question" for event in events)


def left(whole: Whole, run: Path, content: bytes) -> Path:
    """A run with these events of an interrupted episode."""
    path = run / "episodes" / whole.path.parent.name / "events.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def check_goes_on(table: Table, whole: Whole, run: Path) -> None:
    """Resume; the episode must equal the uninterrupted one, with no question asked twice."""
    path = Run(run).found(1)
    assert path
    known = questions(past_of(path).events)
    script, seen = Whimsical(), list[Event]()
    table.play(run, script.model, whole.memory, seen.append)
    events = list(read_events(path))
    assert lasting(events) == lasting(whole.events)
    assert lasting(seen) == lasting(whole.events)
    assert list(map(shown, script.asked)) == list(map(shown, whole.script.asked[known:]))
    assert path.read_bytes().endswith(b"\n")


def test_the_episode_has_all_that_could_go_wrong(whole: Whole) -> None:
    """The episode covers all event kinds that the tests below need."""
    kinds = Counter(event.name for event in whole.events)
    assert kinds["acted"] == STEPS
    assert any(event.name == "question" and event.repair for event in whole.events)
    assert any(event.name == "acted" and event.reason == "as decided before" for event in whole.events)
    assert whole.events[-1].why == "steps"


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.nightly)])
def test_an_episode_resumes_after_a_cut_at_any_line(table: Table, whole: Whole, tmp_path: Path, every: int) -> None:
    """Before it, in its middle, or before its line feed, in turn."""
    lines = whole.content.splitlines(keepends=True)
    for cut in range(0, len(lines), every):
        line = lines[cut]
        torn = (b"", line[: len(line) // 2], line[:-1])[cut % 3]
        left(whole, tmp_path / str(cut), b"".join(lines[:cut]) + torn)
        check_goes_on(table, whole, tmp_path / str(cut))


@pytest.mark.nightly
def test_an_episode_with_folds_and_retrievals_resumes(game: Game, tmp_path: Path) -> None:
    table = Table(game("treasure-hunt"), "hiagent", steps=8)
    whole = Whole(table, tmp_path / "whole", "hiagent")
    kinds = Counter(event.name for event in whole.events)
    assert min(kinds["folded"], kinds["retrieved"]) > 0
    lines = whole.content.splitlines(keepends=True)
    for cut in range(0, len(lines), 5):
        left(whole, tmp_path / str(cut), b"".join(lines[:cut]))
        check_goes_on(table, whole, tmp_path / str(cut))


@pytest.mark.nightly
@settings(max_examples=8)
@given(shares=st.lists(st.floats(0, 1), min_size=2, max_size=4))
def test_it_may_be_cut_again_and_again(
    table: Table, whole: Whole, shares: list[float], tmp_path_factory: pytest.TempPathFactory
) -> None:
    run = tmp_path_factory.mktemp("cuts")
    path = left(whole, run, whole.content)
    for share in shares:
        content = path.read_bytes()
        path.write_bytes(content[: int(share * len(content))])
        check_goes_on(table, whole, run)


@pytest.mark.parametrize("calls", mostly_nightly(["act", "two", "three", "paper"], ["act", "three"]))
def test_every_way_of_asking_resumes(game: Game, calls: Calls, tmp_path: Path) -> None:
    table = Table(game("treasure-hunt"), steps=4, calls=calls)
    whole = Whole(table, tmp_path / "whole")
    lines = whole.content.splitlines(keepends=True)
    for cut in range(0, len(lines), 7):
        left(whole, tmp_path / str(cut), b"".join(lines[:cut]))
        check_goes_on(table, whole, tmp_path / str(cut))


@pytest.mark.parametrize("memory", ["summary", "simulacra", "mem0-style", "graphiti-style", "hipporag-style", "none"])
def test_every_memory_resumes(table: Table, memory: str, tmp_path: Path) -> None:
    whole = Whole(table, tmp_path / "whole", memory)
    lines = whole.content.splitlines(keepends=True)
    for cut in (len(lines) // 3, len(lines) - 1):
        left(whole, tmp_path / str(cut), b"".join(lines[:cut]))
        check_goes_on(table, whole, tmp_path / str(cut))


def failing(table: Table, run: Path, at: int) -> Whimsical:
    script = Whimsical(fails_at=at)
    with pytest.raises(Failure, match="the endpoint has gone"):
        table.play(run, script.model)
    return script


@pytest.mark.parametrize("at", [1, 2, 4])
def test_a_failed_episode_resumes_before_the_failure(table: Table, whole: Whole, at: int, tmp_path: Path) -> None:
    script = failing(table, tmp_path, at)
    path = Run(tmp_path).found(1)
    assert path
    assert ending_of(path) is None
    assert questions(past_of(path).events) == at - 1
    assert list(map(shown, script.asked)) == list(map(shown, whole.script.asked[:at]))
    check_goes_on(table, whole, tmp_path)


def test_failing_again_and_again_loses_nothing(table: Table, whole: Whole, tmp_path: Path) -> None:
    for _ in range(3):
        failing(table, tmp_path, 2)
    path = Run(tmp_path).found(1)
    assert path
    assert questions(past_of(path).events) == 3
    check_goes_on(table, whole, tmp_path)


def test_questions_before_another_failure_are_not_asked_again(whole: Whole, tmp_path: Path) -> None:
    """The last question was answered; it was not the one that failed."""
    last = next(place for place, event in enumerate(whole.events) if event.name == "question")
    ended = replace(whole.events[-1], why="failed", error="the embedder has gone")
    lines = file_of([*whole.events[: last + 1], ended])
    path = left(whole, tmp_path, lines.encode())
    assert list(past_of(path).events) == whole.events[: last + 1]


def test_a_finished_episode_has_an_ending(whole: Whole, tmp_path: Path) -> None:
    assert ending_of(whole.path) == whole.events[-1]
    assert ending_of(tmp_path / "nothing.jsonl") is None
    assert past_of(tmp_path / "nothing.jsonl") == NO_PAST
    for why in ("stopped", "failed"):
        lines = file_of([whole.events[0], replace(whole.events[-1], why=why)])
        assert ending_of(left(whole, tmp_path, lines.encode())) is None


def test_time_between_sessions_is_not_time_played(whole: Whole, tmp_path: Path) -> None:
    def at(time: float, event: str = "said", **fields: Any) -> str:
        return json.dumps({"event": event, "step": 0, "time": time, **fields}) + "\n"

    lines = [at(100), at(103), at(110), at(5000, "resumed", kept=2), at(5001), at(5004), "torn"]
    past = past_of(left(whole, tmp_path, "".join(lines).encode()))
    assert past.seconds == 3 + 1 + 3
    assert [event.time for event in past.events] == [100, 103, 5000, 5001, 5004]


def changed(whole: Whole, kind: str, **fields: Any) -> bytes:
    """The events but for the last three, the last of a kind changed."""
    events = whole.events[:-3]
    place = max(place for place, event in enumerate(events) if event.name == kind)
    return file_of([*events[:place], replace(events[place], **fields), *events[place + 1 :]]).encode()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("turn", {"observation": "Another world."}),
        ("acted", {"action": "dance"}),
        ("question", {"prompt": ({"role": "user", "content": "Another question?"},)}),
        ("learned", {"edges": 1000}),
        ("episode_started", {"goal": "Dance."}),
    ],
)
def test_an_episode_that_diverges_cannot_be_resumed(
    table: Table, whole: Whole, kind: str, fields: dict[str, Any], tmp_path: Path
) -> None:
    left(whole, tmp_path, changed(whole, kind, **fields))
    with pytest.raises(Diverged) as raised:
        table.play(tmp_path, Whimsical().model)
    assert "\n" not in str(raised.value)


def test_a_newer_version_and_another_place_make_no_difference(table: Table, whole: Whole, tmp_path: Path) -> None:
    left(whole, tmp_path, changed(whole, "episode_started", run="elsewhere", versions={"ariadne": "0.0.1"}))
    path = table.play(tmp_path, Whimsical().model)
    assert lasting(list(read_events(path)))[1:] == lasting(whole.events)[1:]


def test_a_resumed_clock_continues_without_the_repetition(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TICK", 0.001)
    table = Table(game("treasure-hunt"), steps=30)
    whole = Whole(table, tmp_path / "whole", "none")
    lines = whole.content.splitlines(keepends=True)[:60]
    path = left(whole, tmp_path / "run", b"".join(lines))
    before = list(read_events(path))
    table._config = table._config.model_copy(update={"episode_minutes": past_of(path).seconds / 60})
    table.play(tmp_path / "run", Whimsical().model, "none")
    events = list(read_events(path))
    assert events[: len(before) - 1] == before[:-1]
    assert (events[-1].why, len(events) < len(whole.events)) == ("time", True)
    assert ending_of(path) == events[-1]


async def test_a_diverged_episode_is_set_aside_and_played_again(game: Game, tmp_path: Path) -> None:
    config = PlayConfig(game=str(game("treasure-hunt")), agent="random", max_steps=6)
    order = EpisodeOrder(Job(1, config, 1, 1))
    player = LocalExecutor(Run(tmp_path), lambda number, event: None, cache=False)
    await player.play(order)
    path = Run(tmp_path).found(1)
    assert path
    events = list(read_events(path))
    place = next(place for place, event in enumerate(events) if event.name == "scored")
    bad = [*events[:place], replace(events[place], score=99)]
    for aside in ("events-1-set-aside.jsonl", "events-2-set-aside.jsonl"):
        path.write_text(file_of(bad))
        await player.play(order)
        assert lasting(list(read_events(path))) == lasting(events)
        assert list(read_events(path.with_name(aside)))[: len(bad)] == bad
        assert Run(tmp_path).found(1) == path
    await player.close()


QUESTION = Question("explore", {"location": "hall", "facts": [], "plan": ["find the key | it is lost"]}, Explore)


def past_question(prompt: Any, **fields: Any) -> Event:
    told = {"reply": '{"explore": true}', "usage": Usage(9, 1, 0, 0.5), "seconds": 2.5, "cached": True}
    return replace(question(**{**told, **fields}), prompt=tuple(prompt))


async def test_replies_are_given_in_order_as_they_were_and_then_the_model_is_asked() -> None:
    past = EarlierSession(
        (
            retried("HTTP 500", 1.5),
            past_question(QUESTION.prompt.messages),
            past_question(QUESTION.prompt.messages, error="cut", reply="{"),
        )
    )
    script = Script(explore={"explore": False})
    model = Replay(script.model, past)

    first = await model.answer(QUESTION)
    assert first.answer.explore is True
    assert (first.usage, first.seconds, first.cached) == (Usage(9, 1, 0, 0.5), 2.5, True)
    assert first.retries == (Retry("HTTP 500", 1.5),)
    with pytest.raises(UnreadableReply, match="cut") as raised:
        await model.answer(QUESTION)
    assert (raised.value.text, raised.value.retries) == ("{", ())
    assert script.asked == []

    assert (await model.answer(QUESTION)).answer.explore is False
    assert len(script.asked) == 1
