"""Working memory in chunks, `m_t = (g0, s0, …, gn, a, o, …)` (HiAgent, section 3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne import events
from ariadne.memory.hiagent import HiAgentMemory, Switches
from ariadne.worlds.world import Turn
from tests.memory.moments import at, cue
from tests.scripted import Events, Says, Script, shown

BOOT, WRENCH, NUT = "Open the boot", "Fetch the wrench", "Loosen the nut"
START = at("The boot is closed.", "")
OPENED = at("Boot is open.", "open boot")
LOOKED = at("A wrench is in the boot.", "look")
FETCHED = at("You have wrench.", "fetch wrench")
FAILED = at("Nothing happens.", "loosen nut2")
LOOSE = at("The nut is loose.", "loosen nut")

SUMMARY, MET, NOT_MET = "The boot is open.", "The sub-goal is met.", "The sub-goal is not met."
SAYS: Says = {"summary": SUMMARY, "met": True}


class Fixture:
    """A memory with a scripted model. The last turn is the present one."""

    def __init__(self, fold: Says = SAYS, **switches: Any) -> None:
        self.script, self.events = Script(fold=fold), Events()
        self.memory = HiAgentMemory(self.script.ask, self.events, Switches(**switches))
        self.now = START

    async def live(self, *steps: tuple[str, Turn]) -> Fixture:
        """Play an episode of turns with their sub-goals."""
        await self.memory.begin("The tyre is changed.")
        await self.see("", START)
        for subgoal, turn in steps:
            await self.see(subgoal, turn)
        return self

    async def see(self, subgoal: str, *turns: Turn) -> None:
        await self.memory.observe(turns, (subgoal,) if subgoal else ())
        self.now = turns[-1]

    async def told(self) -> list[str]:
        """The lines of the history, without the present turn."""
        recollection = await self.memory.recall(cue(self.now))
        assert recollection.complete
        return recollection.notes().splitlines()


TYRE = ((BOOT, OPENED), (BOOT, LOOKED), (WRENCH, FETCHED), (NUT, FAILED), (NUT, LOOSE))


async def test_past_sub_goals_have_summaries_and_the_current_one_has_turns() -> None:
    answers: Says = [{"summary": "The boot is open.", "met": True}, {"summary": "You have it.", "met": False}]
    fixture = await Fixture(answers).live(*TYRE)
    assert await fixture.told() == [
        "The boot is closed.",
        f"1 Subgoal: {BOOT}",
        f"The boot is open. {MET}",
        f"2 Subgoal: {WRENCH}",
        f"You have it. {NOT_MET}",
        f"3 Subgoal: {NUT}",
        "> loosen nut2",
        "Nothing happens.",
    ]


async def test_the_summarizer_sees_the_sub_goal_and_its_turns_once() -> None:
    fixture = await Fixture().live(*TYRE)
    first, second = fixture.script.asked
    assert (first.name, first.inputs["goal"], first.inputs["subgoal"]) == ("fold", "The tyre is changed.", BOOT)
    assert list(first.inputs["turns"]) == [OPENED.as_text(), LOOKED.as_text()]
    assert list(second.inputs["turns"]) == [FETCHED.as_text()]
    assert BOOT in shown(first)
    assert LOOKED.as_text() in shown(first)
    await fixture.told()
    await fixture.see(NUT, LOOSE)
    assert len(fixture.script.asked) == 2


async def test_the_present_turn_is_left_out_and_turns_of_a_walk_are_included() -> None:
    fixture = await Fixture().live()
    assert await fixture.told() == []
    await fixture.see(BOOT, LOOKED, OPENED, FETCHED)
    told = "\n".join(await fixture.told())
    assert told == "\n".join([START.as_text(), f"1 Subgoal: {BOOT}", LOOKED.as_text(), OPENED.as_text()])


@pytest.mark.parametrize(
    "bad", ["Well, I cannot say.", {"summary": "", "met": True}, {"met": True}, "<think>Hm.</think>"]
)
async def test_the_last_observation_replaces_an_unusable_summary(bad: Any) -> None:
    fixture = await Fixture(bad).live(*TYRE[:3])
    assert (await fixture.told())[1:3] == [f"1 Subgoal: {BOOT}", LOOKED.observation]
    assert fixture.script.names == ["fold", "fold"]
    assert fixture.events.of("folded")[0].summary == LOOKED.observation


async def test_a_summary_keeps_its_lines_as_a_recipe_has_them() -> None:
    fixture = await Fixture({"summary": " Recipe\n  dice the apple\n", "met": False}).live(*TYRE[:3])
    assert (await fixture.told())[2:4] == ["Recipe", f"  dice the apple {NOT_MET}"]


async def test_without_summaries_the_last_observation_is_used() -> None:
    fixture = await Fixture(summarize=False).live(*TYRE)
    assert await fixture.told() == [
        START.as_text(),
        f"1 Subgoal: {BOOT}", LOOKED.observation,
        f"2 Subgoal: {WRENCH}", FETCHED.observation,
        f"3 Subgoal: {NUT}", *FAILED.as_text().splitlines(),
    ]  # fmt: skip
    assert fixture.script.asked == []


@pytest.mark.parametrize(
    "operation",
    ["retrieve(1)", "Retrieve(1)", "retrieve 1", "`retrieve(1)`", "retrieve(1).", "retrieve( 1 )",
     "retrieve(sub-goal 1)", "retrieve(subgoal_1)", "retrieve(number=1)", "retrieve[1]", "retrieve (1)"],
)  # fmt: skip
async def test_retrieve_shows_the_turns_of_a_sub_goal(operation: str) -> None:
    fixture = await Fixture().live(*TYRE)
    folded = await fixture.told()
    said = await fixture.memory.handle(operation, (NUT,))
    assert said
    assert "1" in said
    assert await fixture.told() == [
        *folded[:2], *OPENED.as_text().splitlines(), *LOOKED.as_text().splitlines(), *folded[3:],
    ]  # fmt: skip
    assert fixture.events[-1] == events.Retrieved(number=1, subgoal=BOOT)


async def test_retrieved_turns_are_shown_until_the_next_sub_goal() -> None:
    fixture = await Fixture().live(*TYRE)
    await fixture.memory.handle("retrieve(1)", (NUT,))
    await fixture.memory.handle("retrieve(2)", (NUT,))
    await fixture.see(NUT, LOOSE)
    assert {"> open boot", "> fetch wrench"} <= {*await fixture.told()}
    await fixture.see("Jack up the hub", at("It is up.", "jack-up hub"))
    assert [line for line in await fixture.told() if line.startswith(">")] == []
    assert (await fixture.told())[1:3] == [f"1 Subgoal: {BOOT}", f"{SUMMARY} {MET}"]
    assert [question.inputs["subgoal"] for question in fixture.script.asked] == [BOOT, WRENCH, NUT]


async def test_operations_stay_in_place_until_the_next_sub_goal() -> None:
    fixture = await Fixture().live(*TYRE)
    said = [await fixture.memory.handle(f"retrieve({number})", (NUT,)) for number in (1, 9)]
    # What was asked at the present turn is left to the caller, as that turn is.
    assert [line for line in await fixture.told() if "retrieve" in line] == []
    tightened = at("The nut is tight.", "tighten nut")
    await fixture.see(NUT, tightened, FETCHED)
    assert (await fixture.told())[-10:] == [
        *FAILED.as_text().splitlines(), *LOOSE.as_text().splitlines(),
        "> retrieve(1)", said[0], "> retrieve(9)", said[1], *tightened.as_text().splitlines(),
    ]  # fmt: skip
    await fixture.see("Jack up the hub", at("It is up.", "jack-up hub"))
    assert [line for line in await fixture.told() if "retrieve" in line] == []


async def test_a_sub_goal_that_begins_with_retrieve_keeps_it_shown() -> None:
    """HiAgent, appendix B.2: `Subgoal: try again`, `Action: retrieve(1)`, and then the action."""
    fixture = await Fixture().live((BOOT, OPENED), (NUT, FAILED))
    again = "Loosen the nut again"
    said = await fixture.memory.handle("retrieve(2)", (again,))
    assert said
    assert "2" in said
    folded = [event.number for event in fixture.events.of("folded")]
    assert folded == [1, 2]
    # The present turn is the one that is asked for: the caller shows it.
    assert await fixture.told() == [START.as_text(), f"1 Subgoal: {BOOT}", f"{SUMMARY} {MET}", f"2 Subgoal: {NUT}"]
    await fixture.see(again, LOOSE)
    assert (await fixture.told())[3:] == [
        f"2 Subgoal: {NUT}", *FAILED.as_text().splitlines(), f"3 Subgoal: {again}", "> retrieve(2)", said,
    ]  # fmt: skip
    assert len(fixture.script.asked) == 2


async def test_an_empty_sub_goal_keeps_its_number_without_a_question() -> None:
    fixture = await Fixture().live((BOOT, OPENED))
    await fixture.memory.handle("retrieve(1)", (WRENCH,))
    await fixture.see(NUT, LOOSE)
    told = await fixture.told()
    assert [line for line in told if "Subgoal:" in line] == [
        f"1 Subgoal: {BOOT}", f"2 Subgoal: {WRENCH}", f"3 Subgoal: {NUT}",
    ]  # fmt: skip
    assert [question.inputs["subgoal"] for question in fixture.script.asked] == [BOOT]


@pytest.mark.parametrize("number", ["3", "4", "0", "99"])
async def test_retrieving_an_unknown_sub_goal_changes_nothing(number: str) -> None:
    fixture = await Fixture().live(*TYRE)
    before = await fixture.told()
    said = await fixture.memory.handle(f"retrieve({number})", (NUT,))
    assert said
    assert "no sub-goal" in said
    assert len(said) < 200
    assert await fixture.told() == before
    assert fixture.events.of("retrieved") == []


@pytest.mark.parametrize(
    "command",
    ["look", "retrieve", "retrieve ball", "fetch wrench 1", "please retrieve(1)", "", f"retrieve({'9' * 5000})"],
)
async def test_commands_are_not_operations(command: str) -> None:
    fixture = await Fixture().live(*TYRE)
    assert await fixture.memory.handle(command, (WRENCH,)) is None
    assert len(fixture.events) == 2


@pytest.mark.parametrize(
    ("switches", "some"),
    [({}, True), ({"summarize": False}, True), ({"retrieve": False}, False), ({"fold": False}, False)],
)
async def test_retrieve_is_offered_only_if_something_can_be_hidden(switches: dict[str, bool], some: bool) -> None:
    fixture = Fixture()
    fixture.memory = HiAgentMemory(fixture.script.ask, fixture.events, Switches(**switches))
    await fixture.live(*TYRE)
    assert [line.partition("(")[0] for line in fixture.memory.operations] == (["retrieve"] if some else [])
    assert (await fixture.memory.handle("retrieve(1)", (NUT,)) is not None) is some


async def test_retrieve_is_offered_after_the_first_folding() -> None:
    fixture = await Fixture().live()
    assert fixture.memory.operations == ()
    await fixture.see(BOOT, OPENED)
    assert fixture.memory.operations == ()
    await fixture.see(WRENCH, FETCHED)
    assert len(fixture.memory.operations) == 1
    await fixture.memory.handle("retrieve(1)", (WRENCH,))
    assert len(fixture.memory.operations) == 1
    await fixture.memory.end("lost")
    await fixture.live()
    assert fixture.memory.operations == ()


async def test_operations_are_not_summarized() -> None:
    """They are in no summary, and not in a chunk that is shown again."""
    for summarize in (True, False):
        fixture = await Fixture(summarize=summarize).live((BOOT, OPENED), (WRENCH, FETCHED))
        await fixture.memory.handle("retrieve(1)", (WRENCH,))
        await fixture.see(WRENCH, LOOKED)
        await fixture.memory.handle("retrieve(1)", (WRENCH,))
        await fixture.see(NUT, LOOSE)
        assert "retrieve" not in "".join(shown(question) for question in fixture.script.asked)
        assert "shown above" not in "\n".join(await fixture.told())
        await fixture.memory.handle("retrieve(2)", (NUT,))
        assert [line for line in await fixture.told() if line.startswith(">")] == ["> fetch wrench", "> look"]


async def test_near_limits_the_sub_goals_shown() -> None:
    fixture = await Fixture(near=1).live(*TYRE)
    assert [line for line in await fixture.told() if "Subgoal:" in line] == [
        f"2 Subgoal: {WRENCH}",
        f"3 Subgoal: {NUT}",
    ]
    await fixture.memory.handle("retrieve(1)", (NUT,))
    assert (await fixture.told())[1:3] == [f"1 Subgoal: {BOOT}", *OPENED.as_text().splitlines()[:1]]


STEPS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.integers(1, 3), st.lists(st.integers(0, 6), max_size=2)),
    min_size=1,
    max_size=12,
)


@given(steps=STEPS, opening=st.integers(1, 3), fold=st.booleans(), summarize=st.booleans())
async def test_every_turn_is_shown_once_unless_its_chunk_is_folded(
    steps: list[tuple[str, int, list[int]]], opening: int, fold: bool, summarize: bool
) -> None:
    fixture = Fixture()
    fixture.memory = HiAgentMemory(fixture.script.ask, fixture.events, Switches(fold=fold, summarize=summarize))
    await fixture.memory.begin("G")
    turns = [at(f"opening {number}.", "wait") for number in range(opening)]
    await fixture.see("", *turns)
    whole, chunks, unfolded = {turn.observation for turn in turns}, [], set[int]()
    for step, (subgoal, count, asked) in enumerate(steps):
        turns = [at(f"turn {step} {number}.", f"do {step} {number}") for number in range(count)]
        if not chunks or chunks[-1][0] != subgoal:
            chunks.append((subgoal, []))
            unfolded.clear()
        chunks[-1][1].extend(turn.observation for turn in turns)
        await fixture.see(subgoal, *turns)
        for number in asked:
            await fixture.memory.handle(f"retrieve({number})", (subgoal,))
        unfolded |= {number for number in asked if 1 <= number < len(chunks)}
        told = await fixture.told()
        shown = set(whole)
        for number, (_, observations) in enumerate(chunks, 1):
            if not fold or number == len(chunks) or number in unfolded:
                shown |= set(observations)
            elif not summarize:
                shown.add(observations[-1])
        assert sorted(line for line in told if line.startswith(("opening", "turn"))) == sorted(
            shown - {fixture.now.observation}
        )
        assert [line for line in told if "Subgoal:" in line] == [
            f"{number} Subgoal: {name}" for number, (name, _) in enumerate(chunks, 1)
        ]
    assert fold or (fixture.script.asked, fixture.events) == ([], [])
