"""Ariadne: learn, recall, plan, act (AriGraph, section 3, figure 2)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from ariadne.agents.actor import Actor
from ariadne.agents.agent import Decision, Setting
from ariadne.agents.choices import as_action
from ariadne.agents.chooser import THEN, Chooser
from ariadne.agents.decider import Decider
from ariadne.agents.frame import Frame
from ariadne.agents.framed import in_frame
from ariadne.agents.planner import Planner, PlanState
from ariadne.agents.registry import Thinking
from ariadne.agents.sub_goals import name, names, says
from ariadne.agents.surprise import Surprise
from ariadne.agents.tried import Offer
from ariadne.agents.walker import Walker
from ariadne.agents.working_memory import WorkingMemory, recall, recent_turns
from ariadne.events import Planned
from ariadne.memory.memory import STOP, Experienced
from ariadne.models.answers import Action, Edits, ExploringEdits
from ariadne.record import Record
from ariadne.worlds.world import Turn

ANYWHERE = Setting()
IN_FRAME = ("one", "two", "three")
"""Values of `--calls` that show the present moment in the frame; the others show the paper's last turns."""
RECENT = 5
"""Maximum number of turns before the current one in the paper's working memory."""
SEVERAL = 4
"""Maximum number of actions in one reply."""
STILL = 4
"""Decisions after which the plan is revised even if nothing new was seen."""


class Ariadne:
    """The paper's agent. Any memory works with the same planner and actor."""

    _frame: Frame | None
    _walker: Walker
    _surprise: Surprise
    _plan: PlanState

    def __init__(self, record: Record, thinking: Thinking, setting: Setting = ANYWHERE) -> None:
        self._memory = thinking.memory
        self._ask = thinking.ask
        self._calls = thinking.calls
        self._log_tokens = thinking.log_tokens
        self._record = record
        self._setting = setting
        is_act = self._calls == "act"
        chooser = Chooser(self._ask, record, thinking.texts, thinking.choices, 1 if is_act else SEVERAL)
        self._planner = Planner(self._ask, ExploringEdits if is_act else Edits, separate=self._calls == "paper")
        self._actor = Actor(chooser)
        self._decider = Decider(chooser) if self._calls in ("one", "two") else None
        self._guide = self._memory if thinking.navigation == "memory" else None
        self._start("")

    async def begin(self, goal: str) -> None:
        self._start(goal)
        await self._memory.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """Return the next decision; None if everything was tried and nothing new is learned."""
        self._walker.see(turns)
        self._new += turns
        if self._frame is None:
            return await self._in_window(turns[-1])
        self._frame.see(turns)
        self._surprise.see(turns, self._ahead)
        if self._calls == "three":
            self._plan = self._without_done(self._plan)
            self._is_touched |= self._touches(self._plan)
        if self._surprise.is_one:
            self._ahead.clear()
        if not self._ahead and self._calls != "one":
            await self._learn()
        offer = self._offer(turns[-1])
        if offer and self._ahead and (action := as_action(self._ahead.popleft(), offer.actions, turns[-1].free)):
            return self._decision(action, "as decided before", turns[-1])
        self._ahead.clear()
        return await self._in_frame(self._frame, offer, turns[-1])

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)

    def _start(self, goal: str) -> None:
        own = self._setting
        self._goal = goal
        self._walker = Walker(self._guide, self._record, self._memory)
        self._plan = PlanState()
        self._new: list[Turn] = []
        self._turns: list[Turn] = []
        self._ahead: deque[str] = deque()
        self._surprise = Surprise()
        self._since_plan = 0
        self._is_touched = False
        in_frame = self._calls in IN_FRAME
        self._frame = Frame(goal, own.rules, own.instructions, self._log_tokens, own.steps) if in_frame else None
        self._ask.frame = self._frame

    def _offer(self, turn: Turn) -> Offer | None:
        """Return the actions to choose from. Stopping is among them if an earlier life left the world as it is now, and
        its score did not rise."""
        offer = self._walker.offer(turn)
        is_done = offer and not turn.free and isinstance(self._memory, Experienced) and self._memory.is_done()
        return replace(offer, actions=[*offer.actions, STOP]) if offer and is_done else offer

    def _decision(self, action: str, reason: str, turn: Turn) -> Decision | None:
        return None if action == STOP else Decision(action, reason, self._walker.commands(action, turn))

    async def _learn(self) -> None:
        """Have the memory observe the turns it has not seen yet."""
        turns, self._new = self._new, []
        if turns:
            await self._memory.observe(turns, self._plan.sub_goals)

    async def _in_window(self, turn: Turn) -> Decision | None:
        """Decide as in the paper: by the last turns and what is recalled now."""
        self._turns += self._new
        await self._learn()
        offer = self._offer(turn)
        if offer is None:
            return None
        working = await recall(
            self._memory, self._record, self._goal, recent_turns(self._turns, RECENT),
            self._plan.sub_goals, self._plan.explore, self._setting.instructions, offer.actions,
        )  # fmt: skip
        if self._calls == "paper":
            working = in_frame(working)
        await self._revise(working)
        working = replace(working, plan=self._plan.sub_goals, explore=self._plan.explore)
        chosen = await self._actor.choose(working, offer)
        # The paper does one thing a step, so later actions of the reply are dropped.
        first = chosen.action.partition(THEN)[0]
        return self._decision(first, chosen.reason, turn)

    async def _in_frame(self, frame: Frame, offer: Offer | None, turn: Turn) -> Decision | None:
        """Decide by the snapshot and the log, asking only what is needed."""
        new = len(self._new)
        learning = asyncio.create_task(self._learn())
        try:
            known = await self._ask.held_back(learning) if self._calls == "one" and offer else None
            if known is None:
                await learning
            if offer is None:
                return None
            chosen = await self._chosen(frame, offer, known, new)
            await learning
        finally:
            self._ask.settle(None)
            learning.cancel()
        first, *more = [part.strip() for part in chosen.action.split(THEN)]
        self._ahead.extend(more)
        return self._decision(first, chosen.reason, turn)

    async def _chosen(self, frame: Frame, offer: Offer, known: Sequence[str] | None, new: int) -> Action:
        """Revise and record the plan, then choose an action. A memory that waits for the reply gets its facts."""
        plan = self._plan.sub_goals
        unread = 0 if known is None else new
        working = await frame.recall(self._memory, self._record, plan, offer.actions, unread)
        if self._decider:
            if known is None and self._calls == "one" and self._ask.was_asked:
                known, new = (), 0
            self._plan, chosen, read = await self._decider.decide(working, offer, known, new)
            self._ask.settle(read)
            self._record(Planned(plan=tuple(self._plan.sub_goals), explore=False))
            return chosen
        self._since_plan += 1
        if self._is_to_plan():
            self._since_plan, self._is_touched = 0, False
            await self._revise(working)
        return await self._actor.choose(replace(working, plan=self._plan.sub_goals), offer)

    def _is_to_plan(self) -> bool:
        """Whether to revise the plan: it is empty, something new was met or read, something in a sub-goal was changed,
        or the plan has stood for `STILL` steps."""
        new = self._surprise.is_one or self._surprise.tells
        return not self._plan.sub_goals or new or self._is_touched or self._since_plan >= STILL

    def _touches(self, plan: PlanState) -> bool:
        """Whether the last command changed something that a sub-goal names."""
        done = self._surprise.command if self._surprise.had_effect else ""
        return any(names(line, done) for line in plan.sub_goals)

    def _without_done(self, plan: PlanState) -> PlanState:
        """Return the plan without the sub-goal that the last command did, if that had a visible effect."""
        done = self._surprise.command if self._surprise.had_effect else ""
        met = next((line for line in plan.sub_goals if done and says(name(line), done)), None)
        return replace(plan, sub_goals=tuple(line for line in plan.sub_goals if line != met))

    async def _revise(self, working: WorkingMemory) -> None:
        self._plan = await self._planner.revise(working)
        # The frame always shows untried exits.
        explore = self._frame is None and self._plan.explore
        self._record(Planned(plan=tuple(self._plan.sub_goals), explore=explore))
