from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.splitting import parts, pieces

SENTENCE = "The mill by the river was sold to a baker. "


def test_a_long_text_is_cut_between_sentences() -> None:
    found = parts(SENTENCE * 80)
    assert len(found) > 1
    assert all(part.startswith("The mill") and part.endswith("baker.") for part in found)
    assert all(len(part.split()) <= 300 for part in found)


def test_of_a_long_text_each_line_is_a_piece() -> None:
    long, longer = SENTENCE * 10, SENTENCE * 30
    assert pieces(f"{long}\n\n{longer}") == [long.strip(), longer.strip()]


def test_scripts_without_blanks_are_cut_by_their_stops() -> None:
    found = parts("磨坊被卖给了面包师。" * 800)
    assert len(found) > 1
    assert all(part.endswith("。") and len(part) <= 4000 for part in found)


@given(
    st.text(max_size=9000)
    | st.lists(st.sampled_from(["a. ", "word ", "\n", "。", "x" * 500]), max_size=800).map("".join)
)
def test_nothing_but_blanks_is_lost(text: str) -> None:
    for split in (parts, pieces):
        found = split(text)
        assert "".join("".join(found).split()) == "".join(text.split())
        assert all(len(part) <= 4000 and len(part.split()) <= 300 for part in found)
