"""The benchmark of faults holds what it tells, and sees what does not hold."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import quote

import pytest
from faulty import KEY, Row, Size, asked_again
from hypothesis import given
from hypothesis import strategies as st
from leaks import leaks

from tests.command import benchmark
from tests.conftest import Game

pytestmark = pytest.mark.nightly

GOOD = Row(
    kind="busy", size=Size(games=1, steps=2), calls=9, faulty=3, complete=2, steps=4, code=0, again=0, memory=400.0,
    events=0.1, seconds=3.0, amiss=(),
)  # fmt: skip


@pytest.mark.slow
def test_a_kind_of_fault_holds_and_says_so(game: Game, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "built").symlink_to(game("treasure-hunt").parent.parent)
    done = benchmark("faults", "--kinds", "cut", "--games", "1", "--steps", "20", "--into", tmp_path)
    tables = [line.split() for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert [(cells[0], cells[-1]) for cells in tables if cells] == [("fault", "holds"), ("cut", "yes")]
    assert int(tables[1][2]) > 0
    assert (tmp_path / "cut" / "runs").is_dir()


def test_no_other_kind_is_taken() -> None:
    done = benchmark("faults", "--kinds", "busy,bored")
    assert done.returncode == 2
    assert "no kind of fault: bored" in done.stderr


def test_what_holds_has_no_problems_and_each_problem_is_told() -> None:
    assert GOOD.problems == []
    bad = Row(
        kind="busy", size=Size(games=1, steps=2), calls=9, faulty=3, complete=1, steps=3, code=1, again=2, memory=600.0,
        events=0.1, seconds=3.0, amiss=("the key in page.html (raw)",),
    )  # fmt: skip
    assert bad.problems == [
        "exit code 1", "1 episodes not complete", "3 steps of 4", "2 answered questions asked again",
        "600 MB of memory", "the key in page.html (raw)",
    ]  # fmt: skip


def test_a_question_is_asked_again_where_it_was_answered_well_before() -> None:
    def request(digest: str, trouble: str = "") -> dict[str, str]:
        return {"digest": digest, "trouble": trouble}

    assert asked_again([request("a"), request("b", "cut"), request("b", "cut"), request("b"), request("c")]) == 0
    assert asked_again([request("a"), request("b"), request("a", "cut"), request("a"), request("b")]) == 3


@given(
    st.sampled_from([str, str.lower, lambda key: quote(key, safe=""), lambda key: key.replace("/", r"\/")]),
    st.binary(max_size=40),
    st.binary(max_size=40),
    st.booleans(),
)
def test_a_planted_key_is_found_in_every_form(
    tmp_path_factory: pytest.TempPathFactory, form: object, before: bytes, after: bytes, coded: bool
) -> None:
    assert callable(form)
    path = tmp_path_factory.mktemp("planted") / "events.jsonl"
    content = before + (KEY if coded else form(KEY)).encode() + after
    path.write_bytes(base64.b64encode(content) if coded else content)
    assert [found.partition(" (")[0] for found in leaks(KEY, [path.parent])] == [str(path)]


def test_a_good_part_of_a_key_is_found_and_none_is_found_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "below" / "stderr"
    path.parent.mkdir()
    path.write_text(f"error: Bearer {KEY[:20]} ...")
    assert leaks(KEY, [tmp_path]) == [f"{path} (raw)"]
    path.write_text("error: Bearer sk-... " * 1000)
    assert leaks(KEY, [tmp_path]) == []
