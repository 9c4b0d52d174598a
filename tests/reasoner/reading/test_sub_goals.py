from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import WAYS
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.language import CUTS, HEATS
from ariadne.reasoner.reading.sub_goals import BestPlace, Shut, SubGoal, read_sub_goal
from tests.reasoner.scenes import names, prose

_ALONE = ("take", "drop", "open", "close", "read", "eat", "find", "prepare", "put", "unlock", *CUTS, *HEATS)
_WITH = ("take", "put", "unlock", *CUTS, *HEATS)

intents = st.one_of(
    st.just(Intent("explore")),
    st.just(Intent("revisit")),
    st.builds(Intent, st.just("go"), st.sampled_from(WAYS)),
    st.builds(Intent, st.just("tidy"), names),
    st.builds(Intent, st.sampled_from(_ALONE), names),
    st.builds(Intent, st.sampled_from(_WITH), names, names),
)
rooms = st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)
kept = st.one_of(
    st.builds(SubGoal, intents, st.sampled_from(["soon", "the key is in the hall", ""])),
    st.builds(SubGoal, intents, origin=names),
    st.builds(SubGoal, intents, seen=rooms),
    st.builds(SubGoal, intents, left=rooms),
    st.builds(SubGoal, intents, shut=st.builds(Shut, names, st.sampled_from(WAYS), rooms | st.just(()))),
    st.builds(
        lambda home, is_back: SubGoal(Intent("tidy", "lamp", home.holder, is_back), home=home),
        st.builds(BestPlace, names, names, names | st.just("")),
        st.booleans(),
    ),
)


@given(kept, st.integers(0, 12))
def test_a_line_of_a_plan_means_what_it_was_written_for(goal: SubGoal, step: int) -> None:
    # A numbered step is never about tidying.
    goal = goal if goal.home else replace(goal, intent=replace(goal.intent, step=step))
    assert replace(read_sub_goal(str(goal)), reason=goal.reason) == goal


@given(intents, prose)
def test_the_reason_does_not_change_what_is_to_be_done(intent: Intent, reason: str) -> None:
    assert replace(read_sub_goal(f"{intent} | {reason}").intent, other=intent.other) == intent


@given(prose)
def test_any_line_can_be_read(line: str) -> None:
    intent = read_sub_goal(line).intent
    assert intent.thing or intent.verb in ("", "explore", "revisit")
