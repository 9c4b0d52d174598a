from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.full_history import FullHistory
from ariadne.memory.memory import Keeper
from ariadne.worlds.world import Turn
from tests.memory.moments import RECENT, at, live

histories = st.lists(
    st.builds(at, st.text("ab \n", max_size=30), st.sampled_from(["", "look", "go east"])), min_size=1, max_size=20
)


def whole(turns: list[Turn]) -> str:
    return "\n".join(turn.as_text() for turn in turns)


@given(turns=histories)
async def test_history_and_recent_turns_are_all_turns_once(turns: list[Turn]) -> None:
    recalled = await live(FullHistory(), turns)
    assert recalled.notes() == whole(turns[: -RECENT - 1])
    assert (recalled.facts, recalled.episodes, recalled.exits) == ((), (), ())


@given(turns=histories, context_tokens=st.integers(1, 60))
async def test_a_limit_drops_the_oldest_turns_with_a_note(turns: list[Turn], context_tokens: int) -> None:
    older = [turn.as_text() for turn in turns[: -RECENT - 1]]
    lines = (await live(FullHistory(context_tokens), turns)).notes()
    kept = next(
        count
        for count in range(len(older), -1, -1)
        if sum(-(-len(text) // 4) for text in older[len(older) - count :]) <= context_tokens
    )
    newest = older[len(older) - kept :]
    if kept == len(older):
        assert lines == "\n".join(newest)
    else:
        left_out = len(older) - kept
        note = f"(The oldest turns are left out: {left_out} of {len(older)}.)"
        assert lines == "\n".join([note, *newest])


def test_keeps_all_is_false_with_a_limit() -> None:
    """Then an agent never shortens its log."""
    whole = FullHistory()
    assert isinstance(whole, Keeper)
    assert whole.keeps_all
    assert not FullHistory(context_tokens=100).keeps_all
