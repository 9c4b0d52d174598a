"""Episodes as tasks of a real Ray, on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluate.endpoint import standing
from tests.evaluate.evaluating import Group, card_of, evaluated, of_kind, only_run, presets, until

pytest.importorskip("ray")

pytestmark = pytest.mark.xdist_group("ray")


@pytest.fixture
def games(tmp_path: Path, built: Path) -> str:
    return presets(tmp_path, "cooking")


def ours(said: str) -> list[str]:
    """The lines that are not Ray's own word about how it is secured."""
    return [line for line in said.splitlines() if not line.startswith("Token authentication is enabled")]


def came_to(run: Path) -> list[tuple[float, int, int]]:
    return [(each.score, each.steps, each.moves) for each in card_of(run).played]


@pytest.mark.nightly
@pytest.mark.slow
def test_a_cluster_that_loses_a_node_loses_nothing_of_what_was_played_there(games: str, tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    plan = [
        "--games", games, "--memories", "none", "--seeds", "1,2", "--repeats", "1", "--max-steps", "4", "--model", "m",
        "--retries", "0", "--quiet", "--no-cache",
    ]  # fmt: skip
    with standing(tmp_path / "here.jsonl") as endpoint:
        evaluated(*plan, "--base-url", endpoint.url, "--runs", tmp_path / "here", "--processes", "0")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        lost = cluster.add_node(num_cpus=1)
        with (
            standing(tmp_path / "requests.jsonl", "--delay", "0.5") as endpoint,
            Group(
                "eval", *plan, "--base-url", endpoint.url, "--runs", tmp_path / "runs", "--ray", cluster.address
            ) as group,
        ):
            # Both nodes play, and tell of it.
            until(lambda: len(endpoint.requests()) >= 6, "the first questions")
            cluster.remove_node(lost, allow_graceful=False)
            _, problems = group.end()
            run = only_run(tmp_path / "runs")
            assert (group.process.returncode, ours(problems)) == (0, [])
            assert came_to(run) == came_to(only_run(tmp_path / "here"))
            assert len(of_kind(run, "question")) == 8
            assert len(endpoint.requests()) <= 8 + 2
    finally:
        cluster.shutdown()


@pytest.mark.nightly
@pytest.mark.slow
def test_a_mistake_is_one_line_there_too(games: str, tmp_path: Path) -> None:
    done = evaluated("--games", games, "--model", "gpt-4o", "--ray", "local", "--quiet", "--runs", tmp_path / "runs")
    assert done.returncode == 2
    (line,) = ours(done.stderr)
    assert line.startswith("error: no key for OpenAI")
