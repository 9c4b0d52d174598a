"""Agents that ask one question a step: with sub-goals (HiAgent, section 3) or without (the standard strategy).

The memory decides what they see of the past; the paper's strategies are pairs of such an agent and a memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ariadne.agents.agent import Decision, Setting
from ariadne.agents.choices import LONGEST, as_action, match_action
from ariadne.agents.chooser import Chooser, Unnamed, ask_for_action
from ariadne.agents.example import find_example
from ariadne.agents.pairs import in_pairs
from ariadne.agents.tried import Offer
from ariadne.agents.walker import Walker
from ariadne.agents.working_memory import recall
from ariadne.errors import AnswerError
from ariadne.events import Planned
from ariadne.memory.memory import Memory, Operable
from ariadne.models.answers import Step, SubgoalStep
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.record import Record
from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache

RECENT = 5
"""Turns shown before the present one if the memory does not show them."""
IN_A_ROW = 2
"""Maximum number of memory operations in a row; then an action must follow."""


class StepAgent:
    """Asks for one action a step.

    Args:
        subgoals: whether it works through sub-goals, which it passes to its memory.
        own_routes: whether `go to` uses the agent's own routes; else the memory's.
        texts: the cache of embeddings, to find actions near a reply.
    """

    def __init__(
        self,
        memory: Memory,
        ask: Ask,
        record: Record,
        setting: Setting,
        subgoals: bool = True,
        own_routes: bool = True,
        texts: TextCache | None = None,
    ) -> None:
        self._memory = memory
        self._ask = ask
        self._record = record
        self._setting = setting
        self._chooser = Chooser(ask, record, texts)
        self._subgoals = subgoals
        self._guide = None if own_routes else memory
        self._start("")

    async def begin(self, goal: str) -> None:
        self._start(goal)
        await self._memory.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        self._walker.see(turns)
        self._turns.extend(turns)
        await self._memory.observe(turns, self._plan)
        offer = self._walker.offer(turns[-1])
        if offer is None:
            return None
        answers: list[Turn] = []
        for operations_left in range(IN_A_ROW, -1, -1):
            step = await self._step(offer, answers, operations_left > 0)
            if isinstance(step, SubgoalStep):
                self._turn_to(step.subgoal)
            answer = await self._operate(step.action) if operations_left else None
            if answer is None:
                break
            answers.append(Turn(step.action, answer))
        return await self._decision(step.action, offer, turns[-1])

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)

    def _start(self, goal: str) -> None:
        self._goal = goal
        self._plan: tuple[str, ...] = ()
        self._turns: deque[Turn] = deque(maxlen=RECENT + 1)
        self._walker = Walker(self._guide, self._record, self._memory)

    async def _decision(self, action: str, offer: Offer, turn: Turn) -> Decision:
        """Return the commands for an action. If it looks like an operation that the memory does not know, return those
        for a valid action."""
        if not self._walker.commands(action, turn):
            action = await self._chooser.instead(Unnamed(action), offer, self._plan)
        return Decision(action, self._plan[0] if self._plan else "", self._walker.commands(action, turn))

    def _turn_to(self, subgoal: str) -> None:
        """Start a sub-goal, unless it is the current one in another spelling."""
        if subgoal and not match_action(subgoal, self._plan):
            self._plan = (subgoal,)
            self._record(Planned(plan=tuple(self._plan), explore=False))

    async def _operate(self, action: str) -> str | None:
        """Return the memory's answer to an operation; None if the action is not one."""
        if not self._subgoals or not isinstance(self._memory, Operable):
            return None
        return await self._memory.handle(action, self._plan)

    async def _step(self, offer: Offer, said: Sequence[Turn], operable: bool) -> Step | SubgoalStep:
        """Ask for an action; `said`: the memory's answers to operations since the last one."""
        working = await recall(
            self._memory,
            self._record,
            self._goal,
            self._turns,
            self._plan,
            instructions=self._setting.instructions,
        )
        actions = offer.actions
        operations = self._memory.operations if self._subgoals and isinstance(self._memory, Operable) else ()
        inputs = {
            **in_pairs(working, said),
            "example": self._example(bool(operations)),
            "actions": actions,
            "tried": offer.tried,
        }

        def accept(action: str) -> str | None:
            if _is_operation(action, operations) and not match_action(action, actions):
                return action if operable and len(action) <= LONGEST else None
            return as_action(action, actions, working.turn.free)

        try:
            if self._subgoals:
                inputs["operations"] = operations
                return await ask_for_action(self._ask, Question("subgoal_step", inputs, SubgoalStep), accept)
            del inputs["plan"]
            return await ask_for_action(self._ask, Question("step", inputs, Step), accept)
        except AnswerError as error:
            return Step(action=await self._chooser.instead(error, offer, self._plan))

    def _example(self, retrieval: bool) -> str:
        example = find_example(self._setting.domain)
        if example is None:
            return ""
        return example.as_subgoals(retrieval) if self._subgoals else example.as_pairs()


def _is_operation(action: str, operations: Sequence[str]) -> bool:
    """Whether an action begins like an operation: with `retrieve` for `retrieve(number): shows …`."""
    return action.lower().startswith(tuple(form.partition("(")[0] for form in operations))
