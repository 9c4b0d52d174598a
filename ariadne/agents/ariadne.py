"""Ariadne: learn, recall, plan, act (AriGraph, section 3, figure 2)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ariadne.agents.actor import Actor
from ariadne.agents.agent import Decision, Setting
from ariadne.agents.choices import as_action
from ariadne.agents.chooser import THEN, Chooser
from ariadne.agents.decider import Decider
from ariadne.agents.frame import Frame, in_frame
from ariadne.agents.framing import Framing
from ariadne.agents.planner import Planner, PlanState
from ariadne.agents.registry import LOG_TOKENS
from ariadne.agents.sub_goals import name, names, says
from ariadne.agents.surprise import Surprise
from ariadne.agents.tried import Offer
from ariadne.agents.walker import Walker
from ariadne.agents.working_memory import WorkingMemory, recall, recent_turns
from ariadne.events import Planned
from ariadne.memory.memory import STOP, Experienced, Memory
from ariadne.memory.registry import Calls
from ariadne.models.answers import Action, Edits, ExploringEdits
from ariadne.record import Record
from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache

Navigation = Literal["agent", "memory"]

ANYWHERE = Setting()
IN_FRAME = ("one", "two", "three")
"""Ways of asking in which the present moment is shown in the frame; the others show the paper's last turns."""
SEVERAL = 4
"""How many actions a reply may give."""
STILL = 4
"""Decisions after which the plan is looked at again, though nothing new was seen."""


@dataclass(frozen=True)
class AriadneOptions:
    """How Ariadne works.

    Attributes:
        calls: `three` questions a step (learn, plan, act), `two` (learn, decide), `one` for all of that, or the six of
            the `paper`; in `act` they are the paper's, and the configuration says who learns and plans.
        recent: how many turns before the current one are kept in the paper's working memory at most.
        log_tokens: how long the log of the frame may become.
        navigation: whose routes `go to` takes: the agent's own, with any memory, or the memory's alone, if it has any
            (AriGraph, section 3).
        choices: how many actions are shown at first; None for all.
    """

    calls: Calls = "one"
    recent: int = 5
    log_tokens: int = LOG_TOKENS
    navigation: Navigation = "agent"
    choices: int | None = None


class Ariadne:
    """The paper's agent: the memory may be any, planner and actor stay the same.

    Args:
        ask: what the memory asks by, too, so that it is shown the frame.
        texts: the cache of embeddings, for what is near to a plan or to what was said.
    """

    _frame: Frame | None
    _walker: Walker
    _surprise: Surprise
    _plan: PlanState

    def __init__(
        self,
        memory: Memory,
        ask: Framing,
        record: Record,
        options: AriadneOptions = AriadneOptions(),
        setting: Setting = ANYWHERE,
        texts: TextCache | None = None,
    ) -> None:
        self._memory = memory
        self._ask = ask
        self._record = record
        self._options = options
        self._setting = setting
        chooser = Chooser(ask, record, texts, options.choices, 1 if options.calls == "act" else SEVERAL)
        answer = ExploringEdits if options.calls == "act" else Edits
        self._planner = Planner(ask, answer, separate=options.calls == "paper")
        self._actor = Actor(chooser)
        self._decider = Decider(chooser) if options.calls in ("one", "two") else None
        self._guide = memory if options.navigation == "memory" else None
        self._start("")

    async def begin(self, goal: str) -> None:
        self._start(goal)
        await self._memory.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """What to do now; None when everything was tried and nothing is learned any more."""
        self._walker.see(turns)
        self._new += turns
        if self._frame is None:
            return await self._in_window(turns[-1])
        self._frame.see(turns)
        self._surprise.see(turns, self._ahead)
        if self._options.calls == "three":
            self._plan = self._without_done(self._plan)
            self._is_touched |= self._touches(self._plan)
        if self._surprise.is_one:
            self._ahead.clear()
        if not self._ahead and self._options.calls != "one":
            await self._learn()
        offer = self._offer(turns[-1])
        if offer and self._ahead and (action := as_action(self._ahead.popleft(), offer.actions, turns[-1].free)):
            return self._decision(action, "as decided before", turns[-1])
        self._ahead.clear()
        return await self._in_frame(self._frame, offer, turns[-1])

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)

    def _start(self, goal: str) -> None:
        own, options = self._setting, self._options
        self._goal = goal
        self._walker = Walker(self._guide, self._record, self._memory)
        self._plan = PlanState()
        self._new: list[Turn] = []
        self._turns: list[Turn] = []
        self._ahead: deque[str] = deque()
        self._surprise = Surprise()
        self._since_plan = 0
        self._is_touched = False
        in_frame = options.calls in IN_FRAME
        self._frame = Frame(goal, own.rules, own.instructions, options.log_tokens, own.steps) if in_frame else None
        self._ask.frame = self._frame

    def _offer(self, turn: Turn) -> Offer | None:
        """What to choose from; to stop as well, where all is as an earlier life left it and that came to no more."""
        offer = self._walker.offer(turn)
        is_done = offer and not turn.free and isinstance(self._memory, Experienced) and self._memory.is_done()
        return replace(offer, actions=[*offer.actions, STOP]) if offer and is_done else offer

    def _decision(self, action: str, reason: str, turn: Turn) -> Decision | None:
        return None if action == STOP else Decision(action, reason, self._walker.commands(action, turn))

    async def _learn(self) -> None:
        """Tell the memory of the turns that it was not told of yet."""
        turns, self._new = self._new, []
        if turns:
            await self._memory.observe(turns, self._plan.sub_goals)

    async def _in_window(self, turn: Turn) -> Decision | None:
        """Decide as the paper does, by the last turns and what is recalled now."""
        self._turns += self._new
        await self._learn()
        offer = self._offer(turn)
        if offer is None:
            return None
        working = await recall(
            self._memory, self._record, self._goal, recent_turns(self._turns, self._options.recent),
            self._plan.sub_goals, self._plan.explore, self._setting.instructions, offer.actions,
        )  # fmt: skip
        if self._options.calls == "paper":
            working = in_frame(working)
        await self._revise(working)
        working = replace(working, plan=self._plan.sub_goals, explore=self._plan.explore)
        chosen = await self._actor.choose(working, offer)
        # The paper does one thing a step, whatever is to follow.
        first = chosen.action.partition(THEN)[0]
        return self._decision(first, chosen.reason, turn)

    async def _in_frame(self, frame: Frame, offer: Offer | None, turn: Turn) -> Decision | None:
        """Decide by the snapshot and the log; ask what there is something to ask about."""
        new = len(self._new)
        learning = asyncio.create_task(self._learn())
        try:
            known = await self._ask.held_back(learning) if self._options.calls == "one" and offer else None
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
        """An action, once the plan is revised, which is recorded; a memory that waits for it is told what was read."""
        plan = self._plan.sub_goals
        unread = 0 if known is None else new
        working = await frame.recall(self._memory, self._record, plan, offer.actions, unread)
        if self._decider:
            if known is None and self._options.calls == "one" and self._ask.was_asked:
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
        """Whether there is something to plan about: there is no plan, something new was met or read, something was done
        to what a sub-goal is about, or the same plan has stood for some steps."""
        new = self._surprise.is_one or self._surprise.tells
        return not self._plan.sub_goals or new or self._is_touched or self._since_plan >= STILL

    def _touches(self, plan: PlanState) -> bool:
        """Whether what was just done has changed something that a sub-goal names."""
        done = self._surprise.command if self._surprise.had_effect else ""
        return any(names(line, done) for line in plan.sub_goals)

    def _without_done(self, plan: PlanState) -> PlanState:
        """A plan without the sub-goal that says what was just done, if that had an effect that one sees."""
        done = self._surprise.command if self._surprise.had_effect else ""
        met = next((line for line in plan.sub_goals if done and says(name(line), done)), None)
        return replace(plan, sub_goals=tuple(line for line in plan.sub_goals if line != met))

    async def _revise(self, working: WorkingMemory) -> None:
        self._plan = await self._planner.revise(working)
        # In the frame ways not tried are always shown, whether they are needed or not.
        explore = self._frame is None and self._plan.explore
        self._record(Planned(plan=tuple(self._plan.sub_goals), explore=explore))
