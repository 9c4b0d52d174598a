"""Text from outside, made fit for whatever it is handed to."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.cli import run
from ariadne.text import LONGEST, encodable, one_line, safe, truncated
from tests.command import environment

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("é", "é"),
        ("a\ud83d", "a?"),
        ("\ude00\ud83d", "??"),
        ("\ud83d\ude00!", "\U0001f600!"),
    ],
)
def test_half_a_surrogate_pair_becomes_a_question_mark(text: str, fit: str) -> None:
    assert encodable(text) == fit


@given(ANY)
def test_any_text_can_be_encoded_and_stays_what_it_was_where_it_could_be(text: str) -> None:
    fit = encodable(text)
    assert fit.encode().decode() == fit
    assert encodable(fit) == fit


@given(ANY, st.integers(0, 20))
def test_a_text_that_was_shortened_is_not_shortened_again(text: str, most: int) -> None:
    once = truncated(text, most)
    assert truncated(once, most) == once
    assert len(once) <= most + 4
    assert once == text or once.startswith(text[:most])


KEY = "sk-test-0123456789abcdef"
HOSTILE = "\x1b]0;mine\x07\x1b[2J\x1b[31mred\x9b1m \u202edettirw\x1b[0m"
OBEYED = ("\x1b]", "\x1b[2J", "\x07", "\x9b", "\u202e")
GUARDED = "import sys, warnings, logging, threading; from ariadne.text import guard; guard(); "


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[Hcleared", "cleared"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31mred", " 31mred"),
        ("bell\x07 back\x08", "bell  back "),
        ("two\r\nlines", "two\nlines"),
        ("[bold]not bold[/bold] <script>", "[bold]not bold[/bold] <script>"),
        ("right\u202eleft", "right left"),
    ],
)
def test_a_terminal_finds_nothing_to_obey(text: str, shown: str) -> None:
    assert safe(text) == shown


@given(st.text())
def test_only_line_feeds_are_left_of_the_control_characters(text: str) -> None:
    assert all(sign == "\n" or sign >= " " for sign in safe(text))
    assert "\n" not in one_line(text)
    safe(text).encode("utf-8")


def test_a_key_is_not_cut_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert KEY[:8] not in safe("x" * (LONGEST - 12) + KEY)


@pytest.mark.parametrize(
    "code",
    [
        "print(TEXT, file=sys.stderr)",
        "raise ValueError(TEXT)",
        "thread = threading.Thread(target=int, args=[TEXT]); thread.start(); thread.join()",
    ],
)
def test_what_is_written_on_stderr_is_plain_text_without_keys(code: str) -> None:
    code = f"TEXT = {HOSTILE + KEY!r}; {GUARDED}{code}"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(OPENAI_API_KEY=KEY), capture_output=True, text=True, check=False
    )
    assert "red" in done.stderr
    assert KEY not in done.stderr
    assert not any(sign in done.stderr for sign in (*OBEYED, "\x1b"))


def test_a_terminal_shows_colours_and_text_on_stdout() -> None:
    shown = _on_a_terminal(f"{GUARDED}print({HOSTILE!r} + {KEY!r})")
    assert "\x1b[31mred" in shown
    assert not any(sign in shown for sign in (*OBEYED, KEY))


def test_a_command_line_that_is_wrong_is_quoted_harmlessly(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["play", HOSTILE], ["play", f"--{HOSTILE}"], [HOSTILE], ["games", "show", HOSTILE]):
        assert run(arguments) == 2
        said = capsys.readouterr().err
        assert "red" in said
        assert not any(sign in said for sign in (*OBEYED, "\x1b"))
        assert said.count("\n") == 1


def _on_a_terminal(code: str) -> str:
    ours, theirs = pty.openpty()
    try:
        subprocess.run([sys.executable, "-c", code], env=environment(OPENAI_API_KEY=KEY), stdout=theirs, check=True)
        return os.read(ours, 10_000).decode()
    finally:
        os.close(theirs)
        os.close(ours)
