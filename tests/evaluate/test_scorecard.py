from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from ariadne.episode_files import whole_history
from ariadne.errors import UserError
from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.scorecard import build
from ariadne.evaluate.sections.of_card import page
from ariadne.events import EpisodeEnded, Usage
from ariadne.runs.events import EventLog
from tests.evaluate.cards import card_of, comparison_of, row_of, said, scored
from tests.evaluate.runs import Told, question, write_run


def test_a_row_is_the_mean_of_its_finished_episodes(tmp_path: Path) -> None:
    card = card_of(
        tmp_path,
        scored(1.0, why="won", seconds=2.0, cost=0.5, more={"walkthrough_length": 4}),
        scored(0.5, seed=2, seconds=4.0, cost=0.25),
        scored(0.0, seed=3, why="failed", error="gone", seconds=9.0, cost=1.0),
    )
    row = row_of(card, "arigraph")
    assert (row.metrics["finished"].n, *map(row.total, ("finished", "failed", "won"))) == (3, 2, 1, 1)
    score = row.metrics["score"]
    assert (score.n, score.mean, score.sd, score.ci95) == (2, 0.75, pytest.approx(0.353553391), (0.5, 1.0))
    assert (row.mean("points"), row.mean("max_points"), row.units) == (3, 4, 2)
    means = {"steps": 2, "moves": 2, "walkthrough_ratio": 0.5, "model_calls": 4, "seconds": 3, "cost_usd": 1.5}
    assert {name: row.mean(name) for name in means} == means
    assert row.total("paid_usd") == 7


def test_what_did_not_finish_is_counted_and_said_and_in_no_mean(tmp_path: Path) -> None:
    ends = ("failed", "stopped")
    others = [scored(0.0, seed=seed, why=why, error="x" * (why == "failed")) for seed, why in enumerate(ends, 2)]
    gone = scored(0.0, agent="human", memory=None, model=None, why="left")
    card = card_of(tmp_path, scored(1.0), *others, gone, scored(0.0, seed=9, ends=False))
    row = row_of(card, "arigraph")
    assert [row.total(end) for end in ("failed", "stopped", "unfinished", "finished")] == [1, 1, 1, 1]
    assert row.mean("score") == 1
    assert (row_of(card, "human").total("left"), row_of(card, "human").total("finished")) == (1, 0)
    assert (card.begun, card.total("finished"), card.total("failed")) == (5, 1, 1)
    assert said(card, "leave out 4 of 5 episodes, which the rows count: 1 failed, 1 left, 1 stopped, 1 unfinished")
    assert said(card, "Failed: hunt, seed 2, arigraph, rules, repeat 1: x")


def test_who_came_to_a_limit_of_his_own_is_finished_and_said(tmp_path: Path) -> None:
    ends = ("time", "tokens", "cost", "time")
    card = card_of(tmp_path, scored(1.0), *(scored(0.5, seed=seed, why=why) for seed, why in enumerate(ends, 2)))
    row = row_of(card, "arigraph")
    assert (row.total("finished"), row.total("unfinished"), row.mean("score")) == (5, 0, 0.6)
    assert said(card, "4 of 5 episodes ended at a limit per episode, and count as they are: 1 of cost, 2 of time")


def test_a_row_of_which_nothing_finished_has_counts_and_no_means(tmp_path: Path) -> None:
    row = row_of(card_of(tmp_path, scored(0.5, ends=False)), "arigraph")
    assert (row.metrics["finished"].n, row.total("unfinished"), row.units) == (1, 1, 0)
    assert {row.mean(name) for name in ("score", "top3", "steps", "price_per_step", "cost_usd")} == {None}


def test_scores_below_nothing_count_as_nothing_and_stay_as_they_are_when_raw(tmp_path: Path) -> None:
    card = card_of(tmp_path, Told(scores=(-2.0,)), Told(scores=(2.0,), seed=2))
    row = row_of(card, "arigraph")
    assert (row.mean("score"), row.mean("points")) == (0.25, 0)
    assert said(card, "at least 0")


def test_a_game_without_scores_has_no_mean(tmp_path: Path) -> None:
    card = card_of(tmp_path, Told(maximum=0.0), Told(maximum=0.0, memory="rag"))
    assert row_of(card, "arigraph").mean("score") is None
    assert card.compared("score") == []


@pytest.mark.parametrize(("repeats", "top3"), [(4, None), (5, 0.8), (6, None)])
def test_the_best_three_are_of_five(tmp_path: Path, repeats: int, top3: float | None) -> None:
    scores = (0.6, 1.0, 0.2, 0.8, 0.4, 0.0)[:repeats]
    card = card_of(tmp_path, *(scored(score, repeat=place) for place, score in enumerate(scores, 1)))
    assert row_of(card, "arigraph").mean("top3") == top3


def test_the_best_three_are_averaged_by_seed_and_left_out_unless_every_seed_has_five(tmp_path: Path) -> None:
    whole = [scored(score, repeat=place) for place, score in enumerate((0, 0.25, 0.5, 0.75, 1.0), 1)]
    second = [scored(0.25, seed=2, repeat=place) for place in range(1, 6)]
    assert row_of(card_of(tmp_path / "a", *whole, *second), "arigraph").mean("top3") == 0.5
    assert row_of(card_of(tmp_path / "b", *whole, *second[1:]), "arigraph").mean("top3") is None


def test_tokens_are_told_by_step_by_episode_and_by_kind(tmp_path: Path) -> None:
    card = card_of(
        tmp_path,
        Told(scores=(0,) * 8, asked={"learn": 100, "act": 300}),
        Told(scores=(0,) * 2, asked={"act": 300}, seed=2),
    )
    row = row_of(card, "arigraph")
    assert row.mean("prompt_per_step") == (8 * 400 + 2 * 300) / 10
    assert row.mean("prompt_per_episode") == (8 * 400 + 2 * 300) / 2
    assert row.mean("calls_per_episode") == (16 + 2) / 2
    kinds = row.parts("prompt_per_step")
    assert {kind: row.mean(f"prompt_per_step.{kind}") for kind in kinds} == {"act": 300, "learn": 80}
    of_kinds = (row.mean(f"completion_per_episode.{kind}") or 0 for kind in kinds)
    assert sum(of_kinds) == row.mean("completion_per_episode")
    assert row.mean("late_prompt_per_step") == pytest.approx((2 * 400 + 300) / 3)


def asked_once(folder: Path, **more: object) -> Scorecard:
    """The card of an episode of one step with one question more."""
    path = Told(scores=(1,), asked={"act": 1000}, ends=False).write(folder / "run")
    log = EventLog(path)
    log.step = 1
    question(log, "act", 3000, **more)  # type: ignore[arg-type]
    log(EpisodeEnded(**asdict(whole_history(path).summary()), why="over", error=""))
    log.close()
    return build([folder / "run"])


def test_tokens_are_computed_kept_or_written_and_cost_dollars(tmp_path: Path) -> None:
    usage = Usage(3000, 100, cached_tokens=1500, cost_usd=0.25)
    card = asked_once(tmp_path, kept=2000, usage=usage)
    row = row_of(card, "arigraph")
    by_step = {"prompt": 4000, "computed": 2000, "kept": 2000, "cached": 1500, "completion": 200, "price": 3000}
    assert {name: row.mean(f"{name}_per_step") for name in by_step} == by_step
    assert by_step["price"] == 2000 + 0.1 * 2000 + 4 * 200
    by_episode = {"computed": 2000, "kept": 2000, "cost_usd": 0.25}
    assert {name: row.mean(f"{name}_per_episode") for name in by_episode} == by_episode
    assert said(card, "A provider would have kept 50% of the prompts' tokens; the endpoint reported 38% as cached")


def test_replies_that_were_cut_or_used_in_part_are_counted_and_told(tmp_path: Path) -> None:
    card = asked_once(tmp_path, cut=True, salvaged=True)
    row = row_of(card, "arigraph")
    assert [row.total(name) for name in ("cut", "salvaged", "repairs")] == [1, 1, 0]
    assert said(card, "1 reply ended at the token limit (cut), and only a part of 1 reply was usable (salvaged)")
    (table,) = (section for section in page(card).sections if section.title == "What went wrong, and what was cached")
    assert (table.columns, table.groups[0].lines) == (("", "cut", "salvaged"), [("arigraph", "1", "1")])


def test_the_graph_is_that_at_the_end_with_its_growth_by_step(tmp_path: Path) -> None:
    card = card_of(tmp_path, Told(grown=(4, 2, 1, 1)), Told(memory="rag"))
    graph = {"edges": 5, "vertices": 6, "added_per_step": 2, "removed_per_step": 0.75}
    assert {name: row_of(card, "arigraph").mean(name) for name in graph} == graph
    assert not graph.keys() & row_of(card, "rag").metrics.keys()


def test_attempts_in_sequence_stand_apart_and_are_named(tmp_path: Path) -> None:
    more = {"attempts": True}
    scores = ((1, 1, 0.25), (1, 2, 0.75), (2, 1, 0.5))
    card = card_of(
        tmp_path,
        *(scored(score, memory="reflexion", seed=seed, repeat=repeat, more=more) for seed, repeat, score in scores),
    )
    row = row_of(card, "reflexion")
    attempts = {number: row.metrics[f"attempt.{number}"] for number in row.parts("attempt")}
    assert {number: (each.n, each.mean) for number, each in attempts.items()} == {"1": (2, 0.375), "2": (1, 0.75)}
    assert row.mean("score") == 0.5
    assert said(card, "Repeats of reflexion are attempts in sequence")


def test_an_unknown_price_is_unknown_and_not_nothing(tmp_path: Path) -> None:
    card = card_of(tmp_path, scored(1.0, cost=None), scored(1.0, seed=2, cost=1.0))
    row = row_of(card, "arigraph")
    assert (row.mean("cost_usd"), row.metrics["paid_usd"].total) == (None, None)
    assert said(card, "Costs are unknown")


def test_a_comparison_pairs_the_means_of_repeats_on_common_instances(tmp_path: Path) -> None:
    card = card_of(
        tmp_path,
        *(scored(score, repeat=repeat) for repeat, score in enumerate((0.0, 1.0), 1)),
        scored(1.0, seed=2),
        scored(1.0, seed=3),
        scored(1.0, memory="rag"),
        scored(0.25, memory="rag", seed=2),
        scored(0.0, memory="rag", seed=3, why="failed"),
        scored(0.0, memory="rag", seed=4),
    )
    comparison = comparison_of(card, "rag")
    assert comparison.baseline == "arigraph"
    assert (comparison.pairs, comparison.unpaired) == (2, 2)
    assert (comparison.mean, comparison.baseline_mean, comparison.difference) == (0.625, 0.75, -0.125)
    assert (comparison.better, comparison.equal, comparison.worse) == (1, 0, 1)
    assert said(card, "Not all arms finished the same game instances")


def test_six_better_of_six_are_significant_and_corrected_for_all_comparisons(tmp_path: Path) -> None:
    seeds = range(1, 7)
    card = card_of(
        tmp_path,
        *(scored(0.25, seed=seed) for seed in seeds),
        *(scored(0.25 + seed / 10, memory="rag", seed=seed) for seed in seeds),
        *(scored(0.25, memory="summary", seed=seed) for seed in seeds),
    )
    better, same = comparison_of(card, "rag"), comparison_of(card, "summary")
    assert (better.p, better.p_holm, better.effect) == (2 / 64, 4 / 64, 1)
    assert (same.p, same.p_holm, same.effect, same.difference, same.ci95) == (1, 1, 0, 0, (0, 0))
    assert not said(card, "pairs: there the signed-rank test")


def test_prices_are_compared_too_late_ones_apart(tmp_path: Path) -> None:
    card = card_of(tmp_path, Told(asked={"act": 100}), Told(memory="full-history", asked={"act": 400}))
    metrics = ("price_per_step", "late_price_per_step")
    assert [comparison_of(card, "full-history", metric=metric).ratio for metric in metrics] == [4, 4]


def test_all_games_are_compared_where_there_are_several(tmp_path: Path) -> None:
    card = card_of(
        tmp_path,
        *(scored(score, memory=memory, game=game) for memory, game, score in (
            ("arigraph", "hunt", 1.0), ("arigraph", "cooking", 0.5), ("rag", "hunt", 0.5), ("rag", "cooking", 0.25),
        )),
    )  # fmt: skip
    assert [(each.unit, each.arm) for each in card.compared("score")] == [
        ("cooking", "rag"),
        ("hunt", "rag"),
        (None, "rag"),
    ]
    assert comparison_of(card, "rag", None).difference == -0.375
    assert row_of(card, "arigraph", None).mean("score") == 0.75
    assert row_of(card, "arigraph", None).mean("points") is None


def test_memories_are_compared_under_the_same_model(tmp_path: Path) -> None:
    card = card_of(
        tmp_path,
        scored(1.0, model="big"),
        scored(0.5, model="small"),
        scored(0.75, memory="rag", model="big"),
        scored(0.25, memory="rag", model="tiny"),
        scored(0.0, agent="random", memory=None, model=None),
    )
    pairs = [(each.arm, each.model, each.baseline_model, each.difference) for each in card.compared("score")]
    assert pairs == [("rag", "big", "big", -0.25), ("random", None, "big", -1.0), ("random", None, "small", -0.5)]
    assert said(card, "rag with tiny has no comparison: arigraph did not play with that model")


def test_the_baseline_is_arigraph_or_standard_or_the_first_or_the_one_that_is_named(tmp_path: Path) -> None:
    rag, summary = scored(1.0, memory="rag"), scored(1.0, memory="summary")
    standard = scored(1.0, agent="standard", memory="full-history")
    assert card_of(tmp_path / "e", standard, summary, scored(1.0)).baseline == "arigraph"
    assert card_of(tmp_path / "f", summary, standard).baseline == "standard"
    assert card_of(tmp_path / "a", summary, rag, scored(1.0)).baseline == "arigraph"
    assert card_of(tmp_path / "b", summary, rag).baseline == "rag"
    assert card_of(tmp_path / "c", summary, rag, baseline="summary").baseline == "summary"
    with pytest.raises(UserError, match="unknown name 'summry'; did you mean summary"):
        card_of(tmp_path / "d", summary, rag, baseline="summry")


def test_merged_runs_count_both_and_say_so(tmp_path: Path) -> None:
    one, two = (write_run(tmp_path / name, scored(score)) for name, score in (("one", 0.0), ("two", 1.0)))
    card = build([one, two])
    row = row_of(card, "arigraph")
    assert (row.metrics["finished"].n, row.units, row.mean("score")) == (2, 1, 0.5)
    assert card.runs == [str(one), str(two)]
    assert said(card, "1 of the episodes have the game, seed")
    assert build([one, one / ".." / "one"]).begun == 1


def test_settings_that_differ_within_a_row_are_told(tmp_path: Path) -> None:
    card = card_of(tmp_path, scored(1.0))
    assert not said(card, "different")
    path = Told(seed=2, limits="500 tokens").write(tmp_path / "run", 2)
    path.write_text(path.read_text().replace('"minilm"', '"contriever"').replace('"0.1.0"', '"0.2.0"'))
    card = build([tmp_path / "run"])
    assert said(card, "hunt, arigraph: episodes with different embedders are in one row: contriever, minilm")
    assert said(card, "hunt, arigraph: episodes with different limits are in one row: 500 tokens, none")
    assert said(card, "different versions of Ariadne: 0.1.0, 0.2.0")
    assert card.versions == {"ariadne": ["0.1.0", "0.2.0"]}
