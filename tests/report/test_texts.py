from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.report.texts import Texts

PROSE = st.text(st.sampled_from("ab \n"), max_size=40)


def read(lines: list[str], runs: list[int]) -> str:
    """A text as the page puts it together."""
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return "\n".join(line for first, count in pairs for line in lines[first : first + count])


@given(st.lists(PROSE, max_size=8))
def test_what_is_put_in_can_be_read_again(texts: list[str]) -> None:
    kept = Texts()
    put = [kept.put(text) for text in texts]
    assert [read(kept.lines, runs) for runs in put] == texts
    assert len(set(kept.lines)) == len(kept.lines)


def test_a_prompt_that_repeats_another_takes_a_run_of_its_lines() -> None:
    kept = Texts()
    kept.put("one\ntwo\nthree")
    assert kept.put("new\none\ntwo\nthree") == [3, 1, 0, 3]
    assert kept.lines == ["one", "two", "three", "new"]


def test_what_a_terminal_would_obey_is_dropped_and_a_half_character_harms_nothing() -> None:
    kept = Texts()
    kept.put("\x1b[31mred\x1b[0m \ud800")
    "".join(kept.lines).encode()
    assert kept.lines == ["red  "]


def test_a_long_text_loses_its_end_and_says_so() -> None:
    kept = Texts(longest=10)
    assert read(kept.lines, kept.put("x" * 1010)) == "xxxxxxxxxx … (1,000 more characters in the events)"
    kept.put("x" * 10)
    assert kept.clipped == 1
