from __future__ import annotations

import html
import json
import os
import string
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from urllib.parse import quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ariadne.keys import MARK, in_use, redacted, without_keys

KEY = "sk-test-0123456789abcdef"

Spell = Callable[[str], str]


def in_json(text: str) -> str:
    return json.dumps(text)[1:-1]


def of_php(text: str) -> str:
    return in_json(text).replace("/", "\\/")


def by_codes(text: str) -> str:
    return "".join(f"\\u{ord(each):04x}" for each in text)


OF_KEYS = string.ascii_letters + string.digits + "-_"
SPELLINGS: list[Spell] = [str, in_json, of_php, by_codes, lambda text: in_json(of_php(text))]

some_key = st.text(
    st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters='"\\'), min_size=8, max_size=24
)
some_text = st.text(max_size=30)


@pytest.fixture(autouse=True)
def _no_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")


def with_key(key: str, text: str) -> str:
    """The text redacted with this key in use."""
    os.environ["OPENAI_API_KEY"] = key
    return redacted(text)


@given(some_text, some_key, some_text, st.sampled_from(SPELLINGS))
@example("\n", KEY, '"', str)
def test_a_key_is_not_left_in_a_text_however_it_is_spelled(before: str, key: str, after: str, spell: Spell) -> None:
    said = spell(key)
    left = with_key(key, before + said + after)
    assert said not in left
    assert MARK in left


@given(some_text, st.text(OF_KEYS, min_size=8, max_size=24), some_text)
def test_a_usual_key_is_not_left_in_a_page_or_an_address(before: str, key: str, after: str) -> None:
    for spell in (html.escape, quote_plus):
        assert key not in with_key(key, spell(f"{before}{key}{after}"))


def test_of_two_keys_that_begin_alike_no_rest_is_left() -> None:
    in_use(f"{KEY} {KEY}-longer")
    assert redacted(f"{KEY}-longer {KEY}") == f"{MARK} {MARK}"


@given(some_text, st.text(OF_KEYS, min_size=8, max_size=24).map("sk-".__add__), some_text)
@example("\\", KEY, "\\")
def test_json_without_a_key_is_json_still(before: str, key: str, after: str) -> None:
    line = json.dumps({"said": before + key + after}, ensure_ascii=False)
    assert json.loads(with_key(key, line)).keys() == {"said"}


@given(some_text, some_key, some_text)
def test_a_key_is_not_left_in_a_value(before: str, key: str, after: str) -> None:
    os.environ["OPENAI_API_KEY"] = key
    value = without_keys({"said": [before + key + after, 1], before: {key: None}})
    assert key not in repr(value)
    assert value["said"][1] == 1


@given(st.text())
def test_text_without_a_key_stays_as_it_is(text: str) -> None:
    assert with_key(KEY, text) == text


def test_the_key_of_the_environment_is_always_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert redacted("Bearer sk-only-in-the-environment") == "Bearer sk-only-in-the-environment"
    monkeypatch.setenv("OPENAI_API_KEY", " sk-only-in-the-environment\n")
    assert redacted("Bearer sk-only-in-the-environment.") == f"Bearer {MARK}."


def test_each_word_of_a_header_is_a_key() -> None:
    in_use(f"Bearer {KEY}")
    assert redacted(f"token={KEY}") == f"token={MARK}"


@pytest.mark.parametrize("piece", ["\\", "\\u0073", KEY[:-1]])
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    in_use(KEY)

    def seconds(count: int) -> float:
        began = time.process_time()
        redacted(piece * count)
        return time.process_time() - began

    few, many = (min(seconds(count) for _ in range(3)) for count in (2_000, 16_000))
    assert many < 24 * few + 0.001


def test_keys_registered_by_several_threads_are_all_in_use() -> None:
    keys = [f"sk-of-thread-{number:04}" for number in range(48)]
    together = Barrier(8)

    def say(own: list[str]) -> None:
        together.wait(10)
        for key in own:
            in_use(key)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(say, (keys[start::8] for start in range(8))))
    assert redacted(" ".join(keys)) == " ".join(["(key)"] * len(keys))
