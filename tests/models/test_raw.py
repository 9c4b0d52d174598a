from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.events import Usage
from ariadne.models.model import Retry, UnreadableReply
from ariadne.models.raw import RawReply
from tests.models.questions import act, judge, list_triplets

USAGE = Usage(90, 11, 64, 0.5)
TRIES = (Retry("HTTP 429", 1.5),)


@pytest.mark.parametrize("cached", [True, False])
async def test_a_stored_reply_is_returned_with_all_its_fields(prompts: Path, cached: bool) -> None:
    reply = await RawReply('{"explore": true}', USAGE, 2.5, "", TRIES, cached).answer_to(judge(prompts))
    assert reply.answer.explore is True
    assert (reply.text, reply.usage, reply.seconds) == ('{"explore": true}', USAGE, 2.5)
    assert (reply.retries, reply.cached) == (TRIES, cached)


async def test_a_stored_unreadable_reply_keeps_its_error(prompts: Path) -> None:
    """Even if it can be read: the episode continued from that error."""
    with pytest.raises(UnreadableReply, match=r"^cut at 60 tokens$") as raised:
        await RawReply('{"explore": true}', USAGE, 2.5, "cut at 60 tokens", TRIES, True).answer_to(judge(prompts))
    error = raised.value
    assert (error.text, error.usage, error.seconds) == ('{"explore": true}', USAGE, 2.5)
    assert (error.retries, error.cached) == (TRIES, True)


async def test_a_stored_reply_that_no_longer_fits_is_unreadable(prompts: Path) -> None:
    with pytest.raises(UnreadableReply, match="action: Field required") as raised:
        await RawReply('{"explore": true}', USAGE, 2.5).answer_to(act(prompts))
    assert raised.value.usage == USAGE


async def test_a_stored_reply_remembers_that_it_was_cut(prompts: Path) -> None:
    assert (await RawReply('{"explore": true}', USAGE, 2.5, cut=True).answer_to(judge(prompts))).cut
    with pytest.raises(UnreadableReply) as raised:
        await RawReply("", USAGE, 2.5, "cut at 60 tokens", cut=True).answer_to(judge(prompts))
    assert raised.value.cut


async def test_a_stored_reply_is_salvaged_again(prompts: Path) -> None:
    reply = await RawReply('{"triplets": ["key, is on, table", "ta', USAGE, 2.5).answer_to(list_triplets(prompts))
    assert (reply.answer.triplets, reply.salvaged) == (["key, is on, table"], True)
