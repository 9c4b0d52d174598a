from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from ariadne.agents.frame import KEPT, MOST_ENDED, MOST_FALSE, Frame
from ariadne.agents.framed import Framed
from ariadne.memory.full_history import FullHistory
from ariadne.memory.memory import Cue, Memory, Recollection, Survey
from ariadne.worlds.world import Turn
from tests.agents.notebook import Notebook
from tests.scripted import Events

RULES = "Nobody may whistle."
LONG = 40
"""The tokens of a log that a few turns fill."""

NOTHING, NOWHERE = Recollection(), Survey()


class Atlas(Notebook):
    """A memory with a given recollection and survey."""

    def __init__(self, recalled: Recollection = NOTHING, survey: Survey = NOWHERE) -> None:
        super().__init__()
        self.recalled, self.surveyed = recalled, survey

    async def recall(self, cue: Cue) -> Recollection:
        await super().recall(cue)
        return self.recalled

    def survey(self, plan: Sequence[str], whole: bool = True) -> Survey:
        return self.surveyed


def at(place: str, command: str = "wait", text: str = "It is quiet.") -> Turn:
    return Turn(command, f"-= {place.title()} =-\n{text}", "", ("wait",), place)


async def shown(frame: Frame, memory: Memory, *batches: Turn | Sequence[Turn], plan: Sequence[str] = ()) -> Framed:
    """Working memory after some decisions, with a recall at each."""
    for batch in batches:
        frame.see([batch] if isinstance(batch, Turn) else batch)
        working = await frame.recall(memory, Events(), plan, ())
    return working


def hours(count: int) -> list[Turn]:
    """Turns, each with something new."""
    return [at("hall", text=f"The clock strikes {hour}.") for hour in range(count)]


async def test_a_recalled_statement_is_shown_until_a_snapshot_has_it() -> None:
    frame, memory = Frame("Win."), Atlas(Recollection(statements=("The lamp is lit.",)))
    first = await shown(frame, memory, at("hall"))
    assert (first.snapshot.notes, first.past) == ("The lamp is lit.", [])
    memory.recalled = Recollection(statements=("The lamp is lit.", "The door is shut."))
    later = await shown(frame, memory, at("attic"))
    assert (later.snapshot.notes, later.past) == ("The lamp is lit.", ["The door is shut."])


async def test_the_log_has_every_turn_since_the_snapshot_once_and_only_grows() -> None:
    frame, seen = Frame("Win."), hours(6)
    logs = [(await shown(frame, Atlas(), turn)).log for turn in seen]
    assert logs[-1] == [turn.as_text() for turn in seen[:-1]]
    assert all(later[: len(log)] == log for log, later in pairwise(logs))


async def test_a_room_that_is_seen_unchanged_is_as_before() -> None:
    back = at("hall", "go west")
    working = await shown(Frame("Win."), Atlas(), at("hall", "look"), at("yard", "go east"), back)
    assert working.seen == "> go west\n-= Hall =-\n(as before)"
    changed = await shown(Frame("Win."), Atlas(), at("hall", "look"), at("hall", "look", "It rains in."))
    assert "It rains in." in changed.seen


async def test_the_rules_are_pinned_and_leave_the_first_turn() -> None:
    start = replace(at("hall", ""), observation=f"{RULES}\n\n-= Hall =-\nIt is quiet.")
    working = await shown(Frame("Win.", RULES), Atlas(), start)
    assert working.seen == "-= Hall =-\nIt is quiet."
    assert working.inputs()["rules"] == RULES


async def test_now_shows_the_step_and_the_status_line() -> None:
    assert (await shown(Frame("Win."), Atlas(), *hours(2))).progress == "step 2"
    scored = replace(at("hall"), status_line="Score: 5")
    assert (await shown(Frame("Win.", steps=9), Atlas(), scored)).progress == "step 1 of 9 (Score: 5)"


async def test_a_long_log_is_replaced_by_a_snapshot_except_the_last_turns() -> None:
    memory = Atlas(survey=Survey(places=("box, is in, hall",)))
    frame, seen = Frame("Win.", most=LONG), hours(12)
    first, *later = [await shown(frame, memory, turn) for turn in seen]
    assert (first.snapshot.step, first.snapshot.places) == (1, ())
    again = next(working for working in later if working.snapshot.step > 1)
    step = again.snapshot.step
    assert again.snapshot.places == ("box, is in, hall",)
    assert [*again.log, again.seen] == [turn.as_text() for turn in seen[step - KEPT : step]]


async def test_between_snapshots_the_beginning_stays_the_same() -> None:
    memory = Atlas(Recollection(facts=("box, is, red",)))
    frame = Frame("Win.")
    first = await shown(frame, memory, *hours(1))
    memory.recalled = Recollection(facts=("box, is, red", "mat, is, wet"))
    memory.surveyed = Survey(places=("mat, is in, hall",))
    second = await shown(frame, memory, at("hall"))
    assert second.snapshot == first.snapshot
    assert second.context()["recalled"] == ["mat, is, wet"]


async def half_full(memory: Atlas, plan: Sequence[str]) -> tuple[Frame, Framed]:
    """A frame whose log is more than half full, with a snapshot of a plan."""
    frame = Frame("Win.", most=2 * LONG)
    for turn in hours(5):
        working = await shown(frame, memory, turn, plan=plan)
    assert working.snapshot.step == 1
    return frame, working


async def test_a_new_snapshot_lists_unchanged_places_first() -> None:
    frame, ways = Frame("Win.", most=LONG), ("hall, is north of, yard", "yard, is south of, hall")
    memory = Atlas(survey=Survey((*ways, "mat, is in, hall", "rake, is in, yard")))
    await shown(frame, memory, *hours(9))
    memory.surveyed = Survey((*ways, "egg, is in, hall", "mat, is in, hall", "rake, is in, yard"))
    after = await shown(frame, memory, *hours(9))
    assert after.snapshot.places == (*ways, "rake, is in, yard", "egg, is in, hall", "mat, is in, hall")


async def test_a_plan_that_has_ended_brings_a_snapshot_sooner() -> None:
    frame, _ = await half_full(Atlas(), ["find the key | locked"])
    assert (await shown(frame, Atlas(), at("yard"), plan=["find the key | locked", "rest"])).snapshot.step == 1
    assert (await shown(frame, Atlas(), at("yard"), plan=["go home | late"])).snapshot.step == 7


async def test_an_outdated_snapshot_is_replaced_sooner() -> None:
    rooms = tuple(f"thing {number}, is in, hall" for number in range(MOST_FALSE + 1))
    memory, frame = Atlas(survey=Survey(places=rooms)), Frame("Win.", most=2 * LONG)
    working = await shown(frame, memory, *hours(10))
    assert working.snapshot.places == rooms
    memory.surveyed = Survey(places=rooms[1:])
    assert (await shown(frame, memory, *hours(2))).snapshot.places == rooms
    memory.surveyed = Survey()
    assert (await shown(frame, memory, at("yard"))).snapshot.places == ()


async def test_the_log_of_full_history_never_ends() -> None:
    memory, seen = FullHistory(), hours(30)
    await memory.begin("Win.")
    frame = Frame("Win.", most=LONG)
    for turn in seen:
        await memory.observe([turn], [])
        working = await shown(frame, memory, turn)
    assert working.log == [turn.as_text() for turn in seen[:-1]]
    assert working.snapshot.step == 1
    assert not working.snapshot.notes


async def test_a_recollection_of_the_whole_past_replaces_the_log() -> None:
    history = Recollection(history=tuple(hours(2)), complete=True)
    working = await shown(Frame("Win."), Atlas(history), *hours(3))
    assert working.log == []
    assert "strikes 1" in str(working.context()["notes"])


async def test_the_cue_has_all_shown_turns_with_their_steps() -> None:
    memory, note = Atlas(), at("hall", "read note", "Beware of the dog.")
    memory.surveyed = Survey(texts=(note,))
    first, *others = hours(3)
    working = await shown(Frame("Win."), memory, first, others)
    (_, cue) = memory.cues
    assert list(cue.recent) == [note, first, *others[:-1]]
    assert cue.steps == {turn.as_text(): step for turn, step in zip((first, *others), (1, 2, 2), strict=True)}
    assert working.snapshot.texts == (note,)


async def test_past_turns_show_their_step_and_ended_facts() -> None:
    long_ago = at("yard", "look", "A red box.")
    frame, memory = Frame("Win.", most=LONG), Atlas()
    await shown(frame, memory, long_ago, *hours(12))
    memory.recalled = Recollection(episodes=(long_ago,), ended=(("box, is, red",),))
    past = [*(await shown(frame, memory, at("attic"))).past]
    assert past == [f"{long_ago.as_text()} (seen at step 1)\n(no longer so: box, is, red)"]


async def test_mostly_ended_or_visible_past_turns_are_left_out() -> None:
    over = tuple(f"thing {number}, is, gone" for number in range(MOST_ENDED + 1))
    memory = Atlas(Recollection(episodes=(at("yard"), at("hall")), ended=(over, ())))
    assert (await shown(Frame("Win."), memory, at("hall"))).past == []


async def test_a_surveyed_place_stays_as_before_across_snapshots() -> None:
    for memory, text in ((Atlas(), "(as before)"), (Notebook(), "It is quiet.")):
        working = await shown(Frame("Win.", most=LONG), memory, at("yard"), *hours(12), at("yard", "go east"))
        assert working.snapshot.step > 1
        assert working.seen == f"> go east\n-= Yard =-\n{text}"


async def test_unread_turns_are_in_no_snapshot() -> None:
    frame, memory, walk = Frame("Win.", most=LONG), Atlas(), hours(12)
    frame.see(walk)
    await frame.recall(memory, Events(), (), (), unread=len(walk))
    more = hours(KEPT + 2)
    frame.see(more)
    working = await frame.recall(memory, Events(), (), (), unread=len(more))
    assert working.snapshot.step == 1
    assert len(working.log) + 1 == len(more)


async def test_a_question_about_the_newest_turns_begins_as_the_others_do_and_has_no_plan() -> None:
    frame = Frame("Win.", RULES)
    working = await shown(frame, Atlas(), *hours(2), plan=["rest"])
    asked = frame.to_learn(2)
    assert (asked["new"], "plan" in asked) == ("2", False)
    for name in ("goal", "rules", "taken", "places", "facts", "texts", "episodes", "history", "observation"):
        assert asked[name] == working.inputs()[name]


def test_on_arrival_the_described_contents_are_not_asked_about() -> None:
    frame = Frame("Win.")
    frame.see([at("hall"), at("yard", "go east", "A box and a mat in the yard.")])
    assert frame.that_may_have_ended(["box, is in, yard", "box, is, red"], 1) == ["box, is, red"]


def test_things_just_handled_are_asked_about() -> None:
    frame = Frame("Win.")
    frame.see([at("yard", "go east", "A box in the yard."), at("yard", "take box", "Taken.")])
    assert frame.that_may_have_ended(["box, is in, yard"], 2) == ["box, is in, yard"]


def test_other_facts_of_visible_things_are_asked_about() -> None:
    frame = Frame("Win.")
    frame.see([at("hall"), at("yard", "go east", "A red box in the yard."), at("yard", "take pin", "Taken.")])
    known = ["box, is in, yard", "box, is, green", "hat pin, is in, yard", "hat, is in, yard"]
    assert frame.that_may_have_ended(known, 2) == ["box, is, green", "hat pin, is in, yard"]
    assert frame.that_may_have_ended(known, 1) == ["hat pin, is in, yard"]


@pytest.mark.parametrize(("unread", "taken"), [(0, 3), (2, 2), (6, 1)])
async def test_a_snapshot_dates_from_the_last_read_step(unread: int, taken: int) -> None:
    frame, memory = Frame("Win.", most=0), Atlas(survey=Survey(places=("key, is in, box",)))
    await shown(frame, memory, Turn("", "A hall."))
    frame.see([Turn(f"go {way}", f"Room {way}.") for way in ("north", "east", "up", "down")])
    frame.see([Turn("take key", "Taken."), Turn("wait", "Time passes.")])
    working = await frame.recall(memory, Events(), (), (), unread)
    assert (working.snapshot.step, working.snapshot.places) == (taken, ("key, is in, box",))
    assert len(working.log) + 1 == max(KEPT, unread)
