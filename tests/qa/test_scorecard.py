from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.evaluate.card import ArmResult, Scorecard
from ariadne.qa.scorecard import build
from ariadne.qa.tables import page
from tests.qa.asking import write_item


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Four questions by two methods; one of the second failed, and one has no end yet."""
    path = tmp_path / "run"
    for number, (ours, theirs) in enumerate([(1.0, 0.5), (1.0, 0.0), (0.5, 0.5)]):
        write_item(
            path, 2 * number + 1, f"q{number}", "arigraph-blend", f1=ours, ranking=[1, 4, 0, 2, 3], cached=number == 0
        )
        write_item(path, 2 * number + 2, f"q{number}", "bm25", f1=theirs, ranking=[1, 0, 4, 2, 3])
    write_item(path, 7, "q3", "arigraph-blend", ranking=[0, 2, 3])
    write_item(path, 8, "q3", "bm25", why="failed")
    write_item(path, 9, "q4", "bm25", why="")
    return path


def row(card: Scorecard, method: str) -> ArmResult:
    (found,) = [row for row in card.rows if row.arm == method]
    return found


def test_means_are_over_what_was_finished(run: Path) -> None:
    card = build([run])
    ours, bm25 = row(card, "arigraph-blend"), row(card, "bm25")
    f1, finished = ours.metrics["f1"], bm25.metrics["finished"]
    assert (f1.n, f1.mean, ours.mean("exact")) == (4, 0.875, 0.75)
    assert (finished.n, finished.total, bm25.total("failed"), bm25.total("unfinished")) == (5, 3, 1, 1)
    assert bm25.mean("f1") == pytest.approx(1 / 3)
    assert f1.ci95
    assert f1.ci95[0] <= 0.875 <= f1.ci95[1]
    assert [(ours.mean(f"recall_{k}"), ours.mean(f"all_found_{k}")) for k in (2, 3, 5)] == [(0.75, 0.75)] * 3
    assert [(bm25.mean(f"recall_{k}"), bm25.mean(f"all_found_{k}")) for k in (2, 3, 5)] == [(0.5, 0), (1, 1), (1, 1)]
    assert any("1 question failed, 1 unfinished" in note for note in card.notes)


def test_a_cached_reply_counts_at_its_list_price_and_was_not_paid(run: Path) -> None:
    ours = row(build([run]), "arigraph-blend")
    assert ours.total("cached") == 1
    assert ours.metrics["paid_usd"].total == 1.5
    # gpt-4o-mini: 0.15 and 0.60 dollars a million tokens.
    assert ours.mean("cost_usd") == pytest.approx((1.5 + 1000 * 0.15e-6 + 10 * 0.6e-6) / 4)
    assert [ours.mean(name) for name in ("prompt_tokens", "model_seconds", "seconds")] == [1000, 2, 3]


def test_methods_are_compared_on_the_questions_that_both_finished(run: Path) -> None:
    card = build([run])
    assert card.baseline == "bm25"
    by_measure = {comparison.metric: comparison for comparison in card.comparisons}
    assert set(by_measure) == {"exact", "f1", "recall_2", "recall_3", "recall_5", "tokens"}
    f1 = by_measure["f1"]
    assert (f1.arm, f1.pairs, f1.unpaired, f1.better, f1.equal, f1.worse) == ("arigraph-blend", 3, 1, 2, 1, 0)
    assert f1.difference == pytest.approx(0.5)
    # One comparison of a measure needs no correction.
    assert f1.p == f1.p_holm
    other = build([run], "arigraph-blend")
    assert {comparison.arm for comparison in other.comparisons} == {"bm25"}
    assert [-(comparison.difference or 0) for comparison in other.comparisons] == [
        comparison.difference for comparison in card.comparisons
    ]


def test_the_verdict_is_of_recall_where_nothing_was_answered(tmp_path: Path) -> None:
    retrieved = tmp_path / "retrieved"
    write_item(retrieved, 1, "q", "bm25", f1=None, ranking=[1, 0, 4], why="retrieved")
    assert page(build([retrieved])).verdict == [
        "On musique bm25 scored recall @5 100.0; there is nothing to compare it with."
    ]
