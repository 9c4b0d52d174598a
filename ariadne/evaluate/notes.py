"""The notes of a scorecard: what a reader has to know besides the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ariadne.evaluate.arms import Arm, arm_of
from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.episodes import LIMITS, Played
from ariadne.evaluate.statistics import FEWEST_PAIRS
from ariadne.events import Use
from ariadne.gather import gathered
from ariadne.text import counted

# A percentile interval from few clusters is too narrow.
FEWEST_INSTANCES = 10
MOST_ERRORS = 5


def about(episodes: Sequence[Played], card: Scorecard, pairs: Sequence[tuple[Arm, Arm]]) -> list[str]:
    """Return the notes of a scorecard; `pairs` are the arms that are compared."""
    return [
        "Normalized scores are score / maximum, at least 0; raw scores are as the games gave them.",
        *_handicaps(episodes),
        *_left_out(episodes),
        *_cut_short(episodes),
        *_failures(episodes),
        *in_part(sum(each.cut for each in episodes), sum(each.salvaged for each in episodes)),
        *refused(sum(each.refused for each in episodes)),
        *_twice(episodes),
        *_unread(episodes),
        *_attempts(card),
        *_rough(card),
        *_coverage(episodes),
        *_mixed(episodes),
        *_unpaired(card, pairs),
        *_tokens(episodes),
    ]


def refused(calls: int) -> Iterator[str]:
    """The note on refused calls."""
    if calls:
        yield f"The model or a filter refused {counted(calls, 'call')}; the results count as they are."


def in_part(cut: int, salvaged: int) -> Iterator[str]:
    """The note on replies that are incomplete."""
    if cut or salvaged:
        yield (
            f"{counted(cut, 'reply', 'replies')} ended at the token limit (cut), and only a part of "
            f"{counted(salvaged, 'reply', 'replies')} was usable (salvaged); --max-tokens raises the limit."
        )


def _handicaps(episodes: Sequence[Played]) -> Iterator[str]:
    games = gathered((each.summary.handicap, each.summary.game) for each in episodes)
    for handicap, names in sorted(games.items()):
        if handicap:
            yield (
                f"Played with a handicap ({handicap}): {', '.join(dict.fromkeys(names))}. The player was told what no "
                "player of the story sees; these scores do not compare with scores without it."
            )


def _left_out(episodes: Sequence[Played]) -> Iterator[str]:
    why = Counter(episode.why for episode in episodes if not episode.is_finished)
    if not why:
        return
    listed = ", ".join(f"{number} {name}" for name, number in sorted(why.items()))
    yield f"Means leave out {why.total()} of {counted(len(episodes), 'episode')}, which the rows count: {listed}."
    failed = [episode for episode in episodes if episode.error]
    for episode in failed[:MOST_ERRORS]:
        yield f"Failed: {_named(episode)}: {episode.error}"
    if len(failed) > MOST_ERRORS:
        yield f"{counted(len(failed) - MOST_ERRORS, 'more episode')} failed; the JSON has all errors."


def _cut_short(episodes: Sequence[Played]) -> Iterator[str]:
    why = Counter(episode.why for episode in episodes if episode.why in LIMITS - {"steps"})
    if why:
        listed = ", ".join(f"{number} of {name}" for name, number in sorted(why.items()))
        some = f"{why.total()} of {counted(len(episodes), 'episode')}"
        yield f"{some} ended at a limit per episode, and count as they are: {listed}."


def _failures(episodes: Sequence[Played]) -> Iterator[str]:
    retries = sum(episode.retries for episode in episodes)
    repairs = sum(episode.repairs for episode in episodes)
    if retries or repairs:
        yield (
            f"{counted(retries, 'failed call')} to an endpoint, each retried; "
            f"{counted(repairs, 'unusable reply', 'unusable replies')}, each asked for once more. Calls and tokens "
            "include repairs, but not failed calls."
        )


def _named(episode: Played) -> str:
    arm = arm_of(episode)
    parts = [arm.name, *([arm.model] if arm.model else [])]
    summary = episode.summary
    return f"{summary.game}, seed {summary.seed}, {', '.join(parts)}, repeat {summary.repeat}"


def _twice(episodes: Sequence[Played]) -> Iterator[str]:
    times = Counter((episode.unit, arm_of(episode), episode.summary.repeat) for episode in episodes)
    if twice := sum(number - 1 for number in times.values()):
        yield (
            f"{twice} of the episodes have the game, seed, agent, memory, model and repeat of another one, as when "
            "runs of one plan are merged: each counts as a separate episode."
        )


def _unread(episodes: Sequence[Played]) -> Iterator[str]:
    unread = Counter(arm_of(episode).name for episode in episodes if episode.is_unread)
    for name, number in sorted(unread.items()):
        yield (
            f"The rules could read nothing of what {name} recalled in {counted(number, 'episode')}: they played as "
            "without a memory, so its score says nothing about it."
        )


def _attempts(card: Scorecard) -> Iterator[str]:
    names = sorted({row.arm for row in card.overall if row.parts("attempt")})
    if names:
        yield (
            f"Repeats of {', '.join(names)} are attempts in sequence, each with the lessons of those before. Means "
            "are over all attempts; a table shows the attempts one by one."
        )


def _rough(card: Scorecard) -> Iterator[str]:
    if any(row.units < FEWEST_INSTANCES for row in card.overall):
        yield (
            f"Bootstrap intervals from fewer than {FEWEST_INSTANCES} game instances (game × seed) are too narrow; a "
            "single instance has no interval."
        )
    comparisons = card.compared("score")
    few = sum(comparison.pairs < FEWEST_PAIRS for comparison in comparisons)
    if few:
        yield (
            f"{few} of {len(comparisons)} comparisons have fewer than {FEWEST_PAIRS} pairs, with which the "
            "signed-rank test cannot fall below p = 0.05."
        )


def _coverage(episodes: Iterable[Played]) -> Iterator[str]:
    covered: dict[Arm, set[object]] = {}
    for episode in episodes:
        instances = covered.setdefault(arm_of(episode), set())
        if episode.is_finished:
            instances.add(episode.unit)
    if len({frozenset(instances) for instances in covered.values()}) > 1:
        yield (
            "Not all arms finished the same game instances, so overall means are over different games; comparisons "
            "are on common instances only."
        )


def _mixed(episodes: Sequence[Played]) -> Iterator[str]:
    """Notes on rows that mix different settings."""
    for what, settings in (
        ("step limits", {(each.summary.game, arm_of(each), str(each.max_steps or "none")) for each in episodes}),
        ("limits", {(each.summary.game, arm_of(each), each.limits or "none") for each in episodes}),
        ("embedders", {(each.summary.game, arm_of(each), each.embedder or "none") for each in episodes}),
    ):
        ordered = sorted(settings, key=lambda entry: (entry[0], entry[1].order, entry[2]))
        for (game, arm), values in gathered(((game, arm), value) for game, arm, value in ordered).items():
            if len(values) > 1:
                yield f"{game}, {arm.name}: episodes with different {what} are in one row: {', '.join(values)}."
    versions = {each.versions["ariadne"] for each in episodes if "ariadne" in each.versions}
    if len(versions) > 1:
        yield f"The episodes were played by different versions of Ariadne: {', '.join(sorted(versions))}."


def _unpaired(card: Scorecard, pairs: Sequence[tuple[Arm, Arm]]) -> Iterator[str]:
    compared = {(first.name, first.model) for first, _ in pairs}
    for row in card.overall:
        if row.arm != card.baseline and (row.arm, row.model) not in compared:
            yield f"{row.arm} with {row.model} has no comparison: {card.baseline} did not play with that model."


def _tokens(episodes: Sequence[Played]) -> Iterator[str]:
    if any(episode.summary.model == "rules" for episode in episodes):
        yield "Tokens of the rules reasoner are characters / 4 of what a language model would be sent and would reply."
    asked = sum((use for episode in episodes for use in episode.kinds.values()), Use())
    if asked.cached_tokens or asked.cost_usd:
        yield (
            f"A provider would have kept {asked.kept_tokens / asked.prompt_tokens:.0%} of the prompts' tokens; the "
            f"endpoint reported {asked.cached_tokens / asked.prompt_tokens:.0%} as cached, and the cost includes the "
            "discount for these."
        )
    if any(episode.cached for episode in episodes):
        yield "Cached replies cost nothing; their tokens count as if they had been asked for."
    if any(episode.summary.cost_usd is None for episode in episodes):
        yield "Costs are unknown if the price of a model is."
