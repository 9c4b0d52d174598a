from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.delta import DeltaCoder, difference, joined

LINES = st.lists(st.sampled_from(["", "> go north", "You see a red key.", "You see a table.", "x" * 300]), min_size=1)


def asked(*contents: str, kind: str = "act") -> dict[str, object]:
    prompt = [{"role": "user", "content": content} for content in contents]
    return {"event": "question", "kind": kind, "prompt": prompt}


def text(*numbers: int) -> str:
    return "\n".join(f"What was seen at step {number}." * 5 for number in numbers)


def written(*events: dict[str, object]) -> list[str]:
    pieces = DeltaCoder()
    return [json.dumps(pieces.encode(event)) for event in events]


@given(old=LINES, new=LINES)
def test_a_text_is_its_pieces_put_together(old: Sequence[str], new: Sequence[str]) -> None:
    assert joined(old, json.loads(json.dumps(difference(old, new)))) == new


@given(texts=st.lists(st.lists(LINES, min_size=1, max_size=2), max_size=6))
def test_events_are_read_as_they_were_written(texts: Sequence[Sequence[Sequence[str]]]) -> None:
    events = [asked(*("\n".join(lines) for lines in each)) for each in texts]
    events += [{"event": "recalled", "text": "\n".join(each[0]), "facts": []} for each in texts]
    pieces = DeltaCoder()
    assert [pieces.decode(json.loads(line)) for line in written(*events)] == events


def test_repeated_text_is_not_written_again() -> None:
    first, second = written(asked(text(*range(50))), asked(text(*range(51))))
    assert json.loads(second)["prompt"][0]["content"] == [[0, 50], text(50)]
    assert len(second) < len(first) / 10


def test_a_history_that_loses_its_front_is_still_known() -> None:
    before, after = (f"Left out: {left}.\n" + text(*range(left, left + 50)) for left in (3, 5))
    _, second = written(asked(before), asked(after))
    assert json.loads(second)["prompt"][0]["content"] == ["Left out: 5.", [3, 48], text(53, 54)]


def test_questions_of_each_kind_follow_their_own() -> None:
    *_, last = written(asked(text(1, 2, 3), kind="act"), asked(text(7, 8, 9), kind="plan"), asked(text(1, 2, 3)))
    assert json.loads(last)["prompt"][0]["content"] == [[0, 3]]


def test_a_resumed_file_refers_to_earlier_texts() -> None:
    whole = DeltaCoder()
    whole.encode(asked(text(1, 2, 3)))
    taken_up = DeltaCoder()
    taken_up.remember(asked(text(1, 2, 3)))
    assert taken_up.encode(asked(text(1, 2, 3, 4))) == whole.encode(asked(text(1, 2, 3, 4)))


@pytest.mark.parametrize(
    "pieces",
    [7, [None], [[0, 1, 2]], [[0.0, 1]], [[-1, 2]], [[0, 0]], [[0, 4]], [[1, 1], [0, 1]], [[0, 10**30]],],
)  # fmt: skip
def test_pieces_of_nothing_are_refused(pieces: object) -> None:
    with pytest.raises(ValueError, match=r"lines|pieces|piece"):
        joined(["a", "b", "c"], pieces)


@given(copies=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), max_size=20))
def test_few_pieces_never_make_a_text_longer_than_what_was_written(copies: Sequence[tuple[int, int]]) -> None:
    old = list("abcde")
    try:
        lines = joined(old, [list(copy) for copy in copies])
    except ValueError:
        return
    assert len(lines) <= len(old)
