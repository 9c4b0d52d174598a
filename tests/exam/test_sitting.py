from __future__ import annotations

from collections.abc import Sequence

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.exam.play import Play
from ariadne.exam.questions import questions_of
from ariadne.exam.sitting import Graded, sit
from ariadne.memory.memory import Cue, Held, Memory, Recollection
from ariadne.memory.registry import MEMORIES, MemoryKit, find_memory
from ariadne.models.ask import Asking
from ariadne.models.registry import load_model
from ariadne.record import ignore
from ariadne.worlds.world import Turn
from tests.conftest import SMALL, Game
from tests.exam.plays import by_hand, life_by_hand, played
from tests.nightly import mostly_nightly

# The games are played once for all tests.
pytestmark = pytest.mark.xdist_group("exam")


def made(name: str, minilm: MiniLM) -> Memory:
    texts = TextCache(minilm)
    ask = Asking(load_model("rules", similarity=texts.similarity))
    return find_memory(name).build(MemoryKit(ask, texts, ignore, width=6, depth=2, episodes=2, calls="three"))


async def examined(memory: Memory, play: Play) -> list[Graded]:
    return [marked async for marked in sit(memory, play, questions_of(play))]


def truth(marks: Sequence[Graded]) -> float:
    return sum(each.mark.truth for each in marks) / len(marks)


def stale(marks: Sequence[Graded]) -> float:
    return sum(each.mark.stale for each in marks) / max(sum(each.mark.said for each in marks), 1)


@pytest.mark.parametrize("family", mostly_nightly(SMALL, ["cooking", "errands"]))
async def test_arigraph_holds_the_truth_and_nothing_stale(family: str, game: Game, minilm: MiniLM) -> None:
    marks = await examined(made("arigraph", minilm), played(game(family)))
    assert truth(marks) >= 0.95
    assert stale(marks) <= 0.02


async def test_a_full_history_holds_the_truth_of_now_with_all_that_was_so_once(game: Game, minilm: MiniLM) -> None:
    marks = [each for each in await examined(made("full-history", minilm), played(game("treasure-hunt")))
             if each.question.kind == "now"]  # fmt: skip
    assert truth(marks) == 1
    assert stale(marks) > 0.3


async def test_no_memory_knows_the_present_turn_alone_and_takes_no_tokens(game: Game, minilm: MiniLM) -> None:
    marks = await examined(made("none", minilm), played(game("cleaning")))
    past = [each for each in marks if each.question.kind in ("before", "when", "last seen")]
    assert truth(past) < 0.2
    assert {each.tokens for each in marks} == {0}


class Liar(Memory):
    """A memory that says the same of everything."""

    async def recall(self, cue: Cue) -> Recollection:
        return Recollection(("apple, is in, moon", "box, is in, moon", "box, is, locked"))


async def test_a_memory_that_tells_falsehoods_is_found_out() -> None:
    marks = await examined(Liar(), by_hand())
    now = [each for each in marks if each.question.kind == "now" and each.question.step == 4]
    assert (len(now) > 0, truth(now), stale(now)) == (True, 0, 1)


class Witness(Memory):
    """A memory that keeps what it is given."""

    def __init__(self) -> None:
        self.given: list[object] = []
        self.asked: list[tuple[int, Cue]] = []

    async def begin(self, goal: str) -> None:
        self.given.append(goal)

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        self.given.append((tuple(turns), tuple(plan)))

    async def recall(self, cue: Cue) -> Recollection:
        self.asked.append((len(self.given), cue))
        return Recollection()

    async def end(self, outcome: str) -> None:
        self.given.append(outcome)


async def test_a_memory_is_told_the_turns_one_by_one_and_nothing_of_the_truth() -> None:
    witness, play = Witness(), by_hand()
    await examined(witness, play)
    assert witness.given == ["Play.", *(((turn,), ()) for turn in play.turns), "over"]
    # After the goal and the turns up to its step, and before any later one.
    assert [(heard, cue.question, cue.turn) for heard, cue in witness.asked] == [
        (1 + question.step, question.text, play.turns[question.step - 1]) for question in questions_of(play)
    ]
    assert not any(cue.plan or cue.actions for _, cue in witness.asked)


class Dated(Memory):
    """A memory of one fact, and of the turn that told it."""

    async def recall(self, cue: Cue) -> Recollection:
        return Recollection(held=(Held("cup, is on, shelf", 3, 4, life_by_hand().turns[2]),))


async def test_who_is_told_by_whom_and_for_which_errand_reads_the_turns_that_tell_it() -> None:
    tokens = {each.question.kind: each.tokens for each in await examined(Dated(), life_by_hand())}
    assert tokens["first"] == tokens["now"] < tokens["who"] == tokens["errand"]


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_nightly(MEMORIES, ["arigraph-blend", "hiagent", "rag", "summary"]))
async def test_every_memory_can_be_examined_with_the_rules(name: str, game: Game, minilm: MiniLM) -> None:
    play = played(game("cooking"))
    assert len(await examined(made(name, minilm), play)) == len(questions_of(play))
