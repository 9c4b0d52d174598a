"""Games with every memory, played by the built-in reasoner: recollections decide actions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from ariadne.config import PlayConfig
from ariadne.embed.cache import Similarity
from ariadne.events import Acted, Event
from ariadne.memory.registry import MEMORIES
from ariadne.models.model import Reply
from ariadne.models.question import A, Question
from ariadne.reasoner import RulesModel
from ariadne.reasoner.playing.picture import situation
from ariadne.runs.play import Position, play_episode
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared

pytestmark = pytest.mark.nightly

SHORT = 300
"""A short log, so the past is soon known only to the memory."""
ALIKE = 0.9
"""The share of moments in which two memories with equal recollections agree on the places of things."""
UNLIKE = ("none", "rag", "simulacra", "hipporag-style", "mem0-style", "graphiti-style", "summary")


class Observed(RulesModel):
    """The rules, with where they believe things to be at each decision."""

    def __init__(self, similarity: Similarity) -> None:
        super().__init__(similarity)
        self.known: list[Mapping[str, str]] = []

    async def answer(self, question: Question[A]) -> Reply[A]:
        if question.name in ("one", "decide"):
            self.known.append(situation(question.inputs).places)
        return await super().answer(question)


@dataclass(frozen=True)
class Game:
    """What was done with a memory, step by step, and what was known at each."""

    actions: Sequence[str]
    known: Sequence[Mapping[str, str]]

    def knows_as(self, other: Game) -> bool:
        """Whether both told nearly always the same of where things are."""
        same = sum(mine == others for mine, others in zip(self.known, other.known, strict=True))
        return same >= ALIKE * len(self.known)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "steps"), [("cleaning", 30), ("treasure-hunt-hard", 60)])
def test_different_recollections_lead_to_different_actions(name: str, steps: int, tmp_path: Path) -> None:
    models: list[Observed] = []

    def load(name: str, *, similarity: Similarity, **_: Any) -> Observed:
        models.append(Observed(similarity))
        return models[-1]

    resources = Resources(load=load)
    games = {memory: _played(name, memory, steps, resources, models, tmp_path / memory) for memory in MEMORIES}
    alike = [(a, b) for a, b in combinations(games, 2) if games[a].actions == games[b].actions]
    assert [pair for pair in alike if not games[pair[0]].knows_as(games[pair[1]])] == []
    assert not [pair for pair in alike if {*pair} <= {*UNLIKE}]


def _played(name: str, memory: str, steps: int, resources: Resources, models: Sequence[Observed], folder: Path) -> Game:
    """Some steps of a game; nothing but its memory is told of what the log is too short for."""
    config = PlayConfig(game=name, seed=1, memory=memory, model="rules", max_steps=steps, log_tokens=SHORT)
    actions: list[str] = []

    def watch(event: Event) -> None:
        if isinstance(event, Acted):
            actions.append(event.action)

    with prepared(config, resources) as setup:
        models[-1].known = []
        asyncio.run(play_episode(setup, Run(folder), Position(), watch))
    return Game(actions, models[-1].known)
