"""Parsing a language model's reply."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.training.reply import ParsedReply, read_reply


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("go east", "go east"),
        ("The key is east.\n\n go east \n", "go east"),
        ("<think>go west?\ngo north?</think>\ngo east", "go east"),
        ("<facts>lamp, is on, table</facts>go east", "go east"),
        ("go east\n<facts>lamp, is on, table</facts>", "go east"),
        ("<facts>lamp, is on, table\ngo east", ""),
        ("", ""),
    ],
)
def test_command_is_the_last_line_of_what_is_said_beside_facts(text: str, command: str) -> None:
    assert read_reply(text).command == command


def test_facts_are_parted_by_semicolons_and_lines() -> None:
    reply = read_reply("I see.\n<facts>lamp, is on, table; chest, is, locked;\nplayer, has, key</facts>\ngo east")
    assert reply == ParsedReply("go east", ("lamp, is on, table", "chest, is, locked", "player, has, key"))


def test_facts_are_those_of_the_answer_not_of_what_was_thought() -> None:
    assert read_reply("<facts>a, is in, b</facts></think><facts>c, is in, d</facts>look").facts == ("c, is in, d",)


def test_there_is_an_end_to_facts() -> None:
    assert len(read_reply(f"<facts>{'a, is in, b;' * 9999}</facts>look").facts) == 500
    assert read_reply(f"<facts>{'a' * 400}, is in, b; c, is in, d</facts>look").facts == ("c, is in, d",)


@given(st.text(alphabet="ab,;\n</>factshink ", max_size=300))
def test_any_text_is_read(text: str) -> None:
    reply = read_reply(text)
    assert "\n" not in reply.command
    assert reply.command in text
