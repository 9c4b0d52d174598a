"""The benchmark of games that nobody here wrote: which it plays and what it says; how well they go is not judged."""

from __future__ import annotations

from ariadne.events import Summary
from benchmarks.foreign_games import KINDS
from benchmarks.rules_scores import HEADINGS, ROW, row


def summary(steps: int, score: float | None, won: bool = False) -> Summary:
    return Summary(
        game="small", agent="ariadne", memory="arigraph", model="rules", seed=1, repeat=1, score=score or 0,
        max_score=1, normalized_score=score, won=won, lost=False, steps=steps, moves=steps, invalid_actions=0,
        model_calls=3 * steps, prompt_tokens=0, completion_tokens=0, cost_usd=0.0, seconds=1.0, run="runs/1",
    )  # fmt: skip


def cells(kind: str, *games: tuple[Summary, int]) -> list[str]:
    return row(kind, games).split()


def test_a_row_gives_the_means_over_all_games_and_of_moves_over_those_that_were_won() -> None:
    games = [(summary(10, 1.0, won=True), 5), (summary(30, 0.5), 10), (summary(16, 1.0, won=True), 4)]
    assert cells("simple-brief", *games) == ["simple-brief", "0.83", "2/3", "18.7", "18.7", "3.00", "3.00", "0.0", "0"]


def test_a_kind_of_which_no_game_was_won_has_no_moves_when_won() -> None:
    assert cells("custom", (summary(100, 0.0), 6))[2:7] == ["0/1", "100.0", "100.0", "16.67", "-"]


def test_a_game_without_a_score_counts_as_nothing() -> None:
    assert cells("custom", (summary(9, None), 9), (summary(9, 1.0, won=True), 9))[1] == "0.50"


def test_a_row_stands_under_its_headings() -> None:
    kind = max(KINDS, key=len)
    assert len(row(kind, [(summary(100, 1.0, won=True), 3)] * 20)) == len(ROW.format(*HEADINGS))
