"""Plays whose replies a large language model wrote, one request at a time, from the request alone.

    python benchmarks/by_hand.py                      the table of the kept plays
    python benchmarks/by_hand.py --replay             also replay them with their replies and today's prompts
    python benchmarks/by_hand.py --keep NAME RUN      keep the play in a run's folder under a name

The cost of a step is that of a provider with a prompt cache: a prompt token costs 1, or 0.1 if the prompt shares its
beginning with an earlier one (counted as OpenAI does: from 1,024 tokens on, in steps of 128, the answer form before the
messages), and a reply token costs 4. Tokens are characters / 4.
`prompt` and `reply` are tokens per question; `kept` is the cached share of prompts, from step 15 on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import lzma
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from recorded_games import Recorded
from shown import STORY, playable

from ariadne.config import PlayConfig
from ariadne.episode_files import whole_history
from ariadne.events import QuestionEvent
from ariadne.models import answers
from ariadne.models.form import schema_name, strict_schema
from ariadne.models.recorded import RecordedModel, RecordedReply
from ariadne.prefixes import Prefixes, price
from ariadne.runs.play import play as played
from ariadne.runs.run import Run, new_run
from ariadne.runs.setup import prepared

KEPT = Path(__file__).parents[1] / "tests" / "recorded" / "by_hand"
ENDING = ".jsonl.xz"
FORMS: dict[str, type[BaseModel]] = {
    "one": answers.Lived,
    "decide": answers.Decided,
    "learn": answers.Noted,
    "plan": answers.Edits,
    "act": answers.Action,
}
FROM = 15
"""The first step that counts for the cached share: earlier prompts are too short to be cached."""


class Asked(BaseModel):
    """A question as it was sent, and the reply."""

    name: str
    step: int
    messages: list[dict[str, str]]
    reply: str


class Head(BaseModel):
    """A play's configuration and result."""

    game: str
    seed: int | None
    memory: str
    calls: str
    max_steps: int
    score: float
    max_score: float
    steps: int


@dataclass(frozen=True)
class Play:
    """A kept play."""

    head: Head
    asked: Sequence[Asked]

    @classmethod
    def load(cls, path: Path) -> Play:
        """Read what `save` wrote."""
        with lzma.open(path, "rt", encoding="utf-8") as file:
            first, *rest = file.read().splitlines()
        return cls(Head.model_validate_json(first), [Asked.model_validate_json(line) for line in rest])

    @classmethod
    def of(cls, run: Run) -> Play:
        """The single play in a run's folder."""
        config, path = PlayConfig.load(run.config), run.found(1)
        assert path
        history = whole_history(path)
        summary = history.summary()
        head = Head(
            game=Path(config.game).with_suffix(STORY.suffix).name if Path(config.game).is_file() else config.game,
            seed=config.seed, memory=config.memory, calls=config.calls, max_steps=config.max_steps or 0,
            score=summary.score or 0, max_score=summary.max_score or 0, steps=summary.steps,
        )  # fmt: skip
        return cls(head, [_asked(question) for step in history.steps for question in step.questions])

    def save(self, path: Path) -> None:
        """Write it, compressed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{line.model_dump_json()}\n" for line in (self.head, *self.asked))
        path.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))


@dataclass(frozen=True)
class Cost:
    """The cost of a play's questions in tokens; `late` is that of the steps from `FROM` on."""

    prompts: float = 0.0
    cached: float = 0.0
    replies: float = 0.0
    late: float = 0.0
    late_cached: float = 0.0

    @property
    def all(self) -> float:
        """In prompt tokens."""
        return price(self.prompts, self.cached, self.replies)


def cost(play: Play) -> Cost:
    """The cost of a play at a provider with a prompt cache."""
    before = Prefixes()
    sums = [0.0] * 5
    for asked in play.asked:
        whole = _form(asked.name) + json.dumps(asked.messages, ensure_ascii=False)
        cached = before.kept(whole)
        late = asked.step >= FROM
        told = (len(whole) / 4, cached, len(asked.reply) / 4, late * len(whole) / 4, late * cached)
        sums = [one + more for one, more in zip(sums, told, strict=True)]
    return Cost(*sums)


async def replay(play: Play) -> Play:
    """Replay with the kept replies, in their order for each question, and with today's prompts.

    Raises:
        UserError: there are more questions than replies.
    """
    head, resources = play.head, Recorded()
    resources.now = RecordedModel([RecordedReply(name=asked.name, reply=asked.reply) for asked in play.asked])
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        source = str(STORY.with_name(head.game)) if head.game.endswith(STORY.suffix) else head.game
        (game,) = stack.enter_context(playable([source]))
        said = {"game": game, "seed": head.seed, "memory": head.memory, "calls": head.calls, "model": "by-hand"}
        config = PlayConfig.model_validate({**said, "max_steps": head.max_steps})
        with new_run(folder, "replay") as run:
            await played(stack.enter_context(prepared(config, resources)), run)
        return Play.of(run)


def table(plays: Sequence[tuple[str, Play]]) -> str:
    """The plays, a line each."""
    columns = "play | memory | `--calls` | score | steps | questions | prompt | kept | reply | price of a step".split(
        " | "
    )
    lines = [_row(columns), _row(["---"] * 3 + ["---:"] * 7)]
    for _, play in plays:
        head, spent, count = play.head, cost(play), len(play.asked)
        game = head.game if head.seed is None else f"{head.game} --seed {head.seed}"
        late = f"{spent.late_cached / spent.late:.0%}" if spent.late else "-"
        score, cost_of_one = f"{head.score:g} of {head.max_score:g}", f"{spent.all / head.steps:,.0f}"
        tokens = f"{spent.prompts / count:,.0f}", late, f"{spent.replies / count:.0f}", cost_of_one
        lines.append(_row([f"`{game}`", head.memory, head.calls, score, str(head.steps), str(count), *tokens]))
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _form(name: str) -> str:
    form = {"name": schema_name(FORMS[name]), "schema": strict_schema(FORMS[name]), "strict": True}
    return json.dumps({"type": "json_schema", "json_schema": form}, ensure_ascii=False)


def _asked(question: QuestionEvent) -> Asked:
    messages: list[dict[str, Any]] = [dict(message) for message in question.prompt]
    return Asked(name=question.kind, step=question.step, messages=messages, reply=question.reply)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", nargs=2, metavar=("NAME", "RUN"))
    parser.add_argument("--replay", action="store_true")
    options = parser.parse_args(arguments)
    if options.keep:
        name, run = options.keep
        Play.of(Run(Path(run))).save(KEPT / f"{name}{ENDING}")
    plays = [(path.name.removesuffix(ENDING), Play.load(path)) for path in sorted(KEPT.glob(f"*{ENDING}"))]
    print(table(plays))
    differing = 0
    for name, play in plays if options.replay else ():
        again = asyncio.run(replay(play))
        now, then = again.head, play.head
        is_same = (now.score, now.steps) == (then.score, then.steps)
        differing += not is_same
        went = "replays as kept" if is_same else f"replays differently: {now.score:g} in {now.steps} steps"
        print(f"{name}: {went}; a step costs {cost(again).all / now.steps:,.0f} with today's prompts")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
