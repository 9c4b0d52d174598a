from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ariadne.agents.agent import Agent, Decision
from ariadne.agents.random import RandomAgent
from ariadne.agents.walkthrough import Walkthrough
from ariadne.errors import Failure, UserError
from ariadne.events import EpisodeStarted, EpisodeSummary, Invalid, QuestionEvent, SummaryHead, TurnEvent, Usage, Use
from ariadne.models.answers import Explore
from ariadne.models.model import Reply, Retry
from ariadne.models.question import A, Question
from ariadne.record import read_events
from ariadne.runs.episode import Asker, Episode, Outcome
from ariadne.runs.events import EventLog
from ariadne.runs.limits import NO_LIMITS, Limits
from ariadne.runs.resume import ending_of
from ariadne.worlds.textworld import TextWorld, open_world
from ariadne.worlds.world import Turn
from tests.command import ariadne_here, events_of
from tests.conftest import Game
from tests.scripted import Script

ENTRY = SummaryHead(game="small", agent="tester", memory=None, model=None, seed=1, repeat=1, run="runs/1")


class Follower:
    """An agent that does what `choose` says at each step: a decision, None, or an error."""

    def __init__(self, *choices: Decision | BaseException | None) -> None:
        self._choices = list(choices)
        self.seen: list[Sequence[Turn]] = []
        self.outcome = ""

    async def begin(self, goal: str) -> None:
        pass

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        self.seen.append(turns)
        choice = self._choices.pop(0)
        if isinstance(choice, BaseException):
            raise choice
        return choice

    async def end(self, outcome: str) -> None:
        self.outcome = outcome


def do(*commands: str) -> Decision:
    return Decision(" and ".join(commands), "because", commands)


class Played:
    """An episode that is over, and its events."""

    def __init__(self, path: Path, outcome: Outcome | None) -> None:
        self.events: list[Any] = list(read_events(path))
        self.outcome = outcome
        self.end = self.events[-1]

    def of(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.name == kind]


async def played(
    story: Path,
    agent: Agent,
    folder: Path,
    max_steps: int | None = 50,
    fails: type[BaseException] | None = None,
    limits: Limits = NO_LIMITS,
) -> Played:
    path = folder / "events.jsonl"
    log = EventLog(path)
    outcome = None
    if isinstance(agent, Spender):
        agent.log = log
    with closing(open_world(story)) as world, closing(log):
        episode = Episode(world, agent, log, max_steps, briefing=world.briefing, limits=limits, entry=ENTRY)
        if fails:
            with pytest.raises(fails):
                await episode.play()
        else:
            outcome = await episode.play()
    return Played(path, outcome)


@pytest.fixture
def story(game: Game) -> Path:
    return game("treasure-hunt")


async def test_a_walkthrough_wins_and_the_log_holds_every_turn_and_score(story: Path, tmp_path: Path) -> None:
    with closing(open_world(story)) as world:
        commands = world.walkthrough
    done = await played(story, Walkthrough(commands), tmp_path, max_steps=None)
    assert done.end.why == "won"
    assert [turn.command for turn in done.of("turn")] == ["", *commands]
    assert [event.score for event in done.of("scored")][-1] == done.of("scored")[-1].maximum == 3
    assert done.of("turn")[-1].done


async def test_the_end_holds_the_whole_summary(story: Path, tmp_path: Path) -> None:
    end = (await played(story, RandomAgent("1"), tmp_path, max_steps=3)).end
    assert isinstance(end, EpisodeSummary)
    assert (end.why, end.steps, end.moves, end.agent, end.run) == ("steps", 3, 3, "tester", "runs/1")
    assert (end.texts_embedded, end.embedder_calls, end.error) == (None, None, "")


async def test_the_briefing_is_the_first_thing_that_is_said(story: Path, tmp_path: Path) -> None:
    agent = Follower(None)
    await played(story, agent, tmp_path)
    assert agent.seen[0][0].observation.startswith("The rooms of this house have lockers")


def test_goal_and_briefing_of_ones_own_go_before_the_worlds(tmp_path: Path) -> None:
    said = ("--goal", "Dance.", "--briefing", "Quick!")
    ariadne_here("play", "gripper/1", "--agent", "walkthrough", *said, "--runs", str(tmp_path), "--quiet")
    begun, first, *_ = events_of(tmp_path)
    assert isinstance(begun, EpisodeStarted)
    assert (begun.goal, begun.briefing) == ("Dance.", "Quick!")
    assert isinstance(first, TurnEvent)
    assert first.observation.startswith("Quick!\n\n")


async def test_the_turns_of_a_long_way_come_together(story: Path, tmp_path: Path) -> None:
    with closing(open_world(story)) as world:
        way = next(command for command in world.reset().commands if command.startswith("go "))
    back = {"go north": "go south", "go south": "go north", "go east": "go west", "go west": "go east"}[way]
    agent = Follower(do(way, back), do("look"), None)
    done = await played(story, agent, tmp_path)
    assert [turn.command for turn in agent.seen[1]] == [way, back]
    assert (done.end.steps, done.end.moves) == (2, 3)


async def test_a_command_that_leads_nowhere_ends_a_long_way(story: Path, tmp_path: Path) -> None:
    agent = Follower(do("look", "inventory"), None)
    await played(story, agent, tmp_path)
    assert [turn.command for turn in agent.seen[1]] == ["look"]


async def test_an_agent_may_leave(story: Path, tmp_path: Path) -> None:
    agent = Follower(do("look"), None)
    done = await played(story, agent, tmp_path)
    assert (done.end.why, done.end.steps, agent.outcome) == ("left", 1, "left")


@pytest.mark.parametrize(
    ("error", "why", "said"),
    [
        (Failure("the model\nis gone"), "failed", "the model is gone"),
        (ZeroDivisionError(), "failed", "ZeroDivisionError"),
        (asyncio.CancelledError(), "stopped", ""),
    ],
)
async def test_the_log_holds_the_end_however_it_comes(
    story: Path, tmp_path: Path, error: BaseException, why: str, said: str
) -> None:
    done = await played(story, Follower(do("look"), error), tmp_path, fails=type(error))
    assert (done.end.name, done.end.why, done.end.error) == ("episode_ended", why, said)
    assert done.end.steps == 1


async def test_stopping_an_episode_waits_for_the_worlds_command(story: Path, tmp_path: Path) -> None:
    """The engine is no Python: closed under a command, it takes the process with it."""
    began, may_end = threading.Event(), threading.Event()

    class Slow(TextWorld):
        def step(self, command: str) -> Turn:
            began.set()
            may_end.wait(10)
            return super().step(command)

    log = EventLog(tmp_path / "events.jsonl")
    with closing(Slow(story, None, "Wait.")) as world, closing(log):
        episode = Episode(world, Follower(do("look")), log, 5, entry=ENTRY)
        playing = asyncio.create_task(episode.play())
        await asyncio.to_thread(began.wait)
        playing.cancel()
        done, _ = await asyncio.wait([playing], timeout=0.1)
        assert not done
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await playing
    assert list(read_events(log.path))[-1].why == "stopped"


async def test_invalid_actions_are_counted_from_the_log(story: Path, tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    with closing(open_world(story)) as world, closing(log):
        log(Invalid(said="dance", action="look"))
        episode = Episode(world, Follower(None), log, 5, entry=ENTRY)
        assert episode.summary(await episode.play()).invalid_actions == 1


async def test_pauses_for_a_watcher_are_not_counted_as_time(story: Path, tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    began = asyncio.get_running_loop().time()
    with closing(open_world(story)) as world, closing(log):
        episode = Episode(world, Follower(do("look"), None), log, 5, entry=ENTRY, pause=partial(asyncio.sleep, 0.3))
        seconds = (await episode.play()).seconds
    assert asyncio.get_running_loop().time() - began >= seconds + 0.29


class Priced:
    """A model whose replies cost what it is told, after as many retries."""

    name = "priced"

    def __init__(self, *costs: float | None, retries: tuple[Retry, ...] = ()) -> None:
        self._costs = list(costs)
        self._retries = retries

    async def answer(self, question: Question[A]) -> Reply[A]:
        answer = question.answer.model_validate({"explore": True})
        return Reply(answer, "{}", Usage(100, 10, 0, self._costs.pop(0)), 0.5, self._retries)

    async def close(self) -> None:
        pass


async def asked(path: Path, model: Priced, times: int) -> tuple[Use, list[Any]]:
    log = EventLog(path)
    asker = Asker(model, log)
    for _ in range(times):
        await asker(Question("explore", {"location": "hall", "facts": [], "plan": ["Find it | it is lost"]}, Explore))
    log.close()
    return log.use, list(read_events(path))


async def test_every_exchange_and_every_retry_is_recorded(tmp_path: Path) -> None:
    model = Priced(0.5, retries=(Retry("HTTP 429: slow down", 1.5),))
    use, (retried, question) = await asked(tmp_path / "events.jsonl", model, 1)
    assert (retried.name, retried.error, retried.seconds) == ("retried", "HTTP 429: slow down", 1.5)
    assert (question.kind, question.reply, question.cached) == ("explore", "{}", False)
    assert "Find it" in question.prompt[-1]["content"]
    assert use == Use(1, 100, 10, 0.5)


async def test_a_question_is_asked_at_its_configured_temperature(tmp_path: Path) -> None:
    script = Script()
    with closing(EventLog(tmp_path / "events.jsonl")) as log:
        for temperatures in ({}, {"act": 1.0}, {"explore": 0.2}):
            asker = Asker(script.model, log, temperatures=temperatures)
            await asker(
                Question("explore", {"location": "hall", "facts": [], "plan": ["Find it | it is lost"]}, Explore)
            )
    assert [question.temperature for question in script.asked] == [None, None, 0.2]


async def test_one_unknown_price_makes_the_cost_of_the_episode_unknown(tmp_path: Path) -> None:
    use, _ = await asked(tmp_path / "events.jsonl", Priced(0.5, None, 0.5), 3)
    assert use.cost_usd is None


class Spender(Follower):
    """Uses so much for each of its decisions."""

    log: EventLog

    def __init__(self, tokens: int = 0, usd: float | None = 0.0) -> None:
        super().__init__(*[do("look")] * 9)
        self._usage = Usage(tokens, 0, 0, usd)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        self.log(QuestionEvent(kind="act", repair=False, prompt=(), reply="", error="", usage=self._usage, seconds=0.0))
        return await super().decide(turns)


class Hanging(Follower):
    """Decides once, and then waits for an answer that never comes."""

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        if self.seen:
            await asyncio.Event().wait()
        return await super().decide(turns)


@pytest.mark.parametrize(
    ("spends", "limits", "why", "steps"),
    [
        ({"tokens": 40}, Limits(tokens=100), "tokens", 3),
        ({"usd": 0.5}, Limits(usd=1.0), "cost", 2),
        ({"tokens": 40}, Limits(tokens=100_000, usd=1.0), "steps", 5),
    ],
)
async def test_an_episode_ends_at_its_limits(
    spends: dict[str, Any], limits: Limits, why: str, steps: int, story: Path, tmp_path: Path
) -> None:
    agent = Spender(**spends)
    done = await played(story, agent, tmp_path, max_steps=5, limits=limits)
    assert (done.end.why, done.end.steps, agent.outcome) == (why, steps, why)


async def test_a_limit_of_dollars_needs_a_known_price(story: Path, tmp_path: Path) -> None:
    done = await played(story, Spender(usd=None), tmp_path, limits=Limits(usd=1.0), fails=UserError)
    assert "use --episode-tokens" in done.end.error


async def test_the_time_limit_ends_an_episode_that_waits_for_an_answer(story: Path, tmp_path: Path) -> None:
    agent = Hanging(do("look"))
    done = await played(story, agent, tmp_path, limits=Limits(minutes=0.5 / 60))
    assert (done.end.why, done.end.error, agent.outcome) == ("time", "", "time")
    assert done.end.steps <= 1
    end = ending_of(tmp_path / "events.jsonl")
    assert end
    assert end.why == "time"


async def test_an_interruption_before_the_time_limit_counts_as_stopped(story: Path, tmp_path: Path) -> None:
    playing = asyncio.create_task(played(story, Hanging(do("look")), tmp_path, limits=Limits(minutes=5)))
    while not (tmp_path / "events.jsonl").exists():
        await asyncio.sleep(0.01)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert list(read_events(tmp_path / "events.jsonl"))[-1].why == "stopped"
