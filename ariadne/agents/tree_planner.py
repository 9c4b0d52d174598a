"""Tree-Planner: several plans merged into a tree that is then walked (Hu et al. 2023, arXiv:2310.08582).

HiAgent's baseline (appendix C.2, table 4). One question samples the plans. At a fork, another question chooses by the
observations. An action that fails closes its branch, and the agent returns to the nearest fork.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ariadne.agents.agent import Decision, Setting
from ariadne.agents.choices import as_action
from ariadne.agents.chooser import Chooser, Unnamed, ask_for_action
from ariadne.agents.example import find_example
from ariadne.agents.pairs import in_pairs
from ariadne.agents.tried import Offer
from ariadne.agents.walker import Walker
from ariadne.agents.working_memory import WorkingMemory, recall
from ariadne.errors import AnswerError
from ariadne.events import Planned
from ariadne.memory.memory import Memory
from ariadne.models.answers import Plans, Step
from ariadne.models.model import Ask
from ariadne.models.question import Inputs, Question
from ariadne.record import Record
from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache

RECENT = 5
PLANS = 5
"""Plans asked for at once."""
SEPARATOR = ";"


@dataclass(eq=False)
class ActionNode:
    """An action after those that lead to it.

    Attributes:
        is_closed: whether it failed, or everything after it did.
    """

    action: str = ""
    parent: ActionNode | None = None
    children: dict[str, ActionNode] = field(default_factory=dict)
    is_closed: bool = False

    def grow(self, actions: Sequence[str]) -> None:
        """Add a plan below, merging what it shares with earlier ones (section 3.2 there)."""
        node = self
        for action in actions:
            node = node.children.setdefault(action.lower(), ActionNode(action, node))

    def open_children(self) -> list[ActionNode]:
        """The actions that may come next."""
        return [child for child in self.children.values() if not child.is_closed]


class TreePlanner:
    """Walks a tree of sampled plans, and samples new plans when the tree is used up.

    Args:
        texts: the cache of embeddings, to find actions near a reply.
    """

    _node: ActionNode

    def __init__(
        self, memory: Memory, ask: Ask, record: Record, setting: Setting, texts: TextCache | None = None
    ) -> None:
        self._memory = memory
        self._ask = ask
        self._record = record
        self._setting = setting
        self._chooser = Chooser(ask, record, texts)
        self._start("")

    async def begin(self, goal: str) -> None:
        self._start(goal)
        await self._memory.begin(goal)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        self._walker.see(turns)
        self._turns.extend(turns)
        await self._memory.observe(turns, ())
        if turns[-1].status == "invalid":
            self._node = _back_from(self._node)
        working = await recall(
            self._memory, self._record, self._goal, self._turns, instructions=self._setting.instructions
        )
        offer = self._walker.offer(turns[-1])
        if offer is None:
            return None
        action = await self._next(working, offer)
        return Decision(action, " → ".join(_path(self._node)), self._walker.commands(action, turns[-1]))

    async def end(self, outcome: str) -> None:
        await self._memory.end(outcome)

    def _start(self, goal: str) -> None:
        self._goal = goal
        self._turns: deque[Turn] = deque(maxlen=RECENT + 1)
        self._walker = Walker(record=self._record, memory=self._memory)
        self._node = ActionNode()

    async def _next(self, working: WorkingMemory, offer: Offer) -> str:
        """Return the next action of the tree and move to its node."""
        actions = offer.actions
        inputs = {**in_pairs(working), "tried": offer.tried}
        del inputs["plan"]
        try:
            while not (choices := self._possible(actions, working.turn.free)):
                self._node = await self._sampled(inputs, actions, working.turn.free)
            self._node = choices[0] if len(choices) == 1 else await self._chosen(inputs, choices)
            return as_action(self._node.action, actions, working.turn.free) or self._node.action
        except AnswerError as error:
            self._node = ActionNode(parent=self._node)
            return await self._chooser.instead(error, offer)

    def _possible(self, actions: Sequence[str], free: bool) -> list[ActionNode]:
        """Return the possible next nodes here or at the nearest fork before; empty if the tree is used up."""
        while True:
            children = self._node.open_children()
            possible = [child for child in children if as_action(child.action, actions, free)]
            if possible or self._node.parent is None:
                return possible
            self._node = _back_from(self._node)

    async def _sampled(self, inputs: Inputs, actions: Sequence[str], free: bool) -> ActionNode:
        """Sample new plans and return the root of their tree."""
        example = find_example(self._setting.domain)
        shown = {**inputs, "example": example.as_pairs() if example else "", "actions": actions}
        answer = await self._ask(Question("plans", {**shown, "count": str(PLANS)}, Plans, use=_steps))
        root = ActionNode()
        for steps in _steps(answer):
            if steps and (first := as_action(steps[0], actions, free)):
                root.grow([first, *steps[1:]])
        if not root.children:
            raise Unnamed("; ".join(answer.plans))
        self._record(Planned(plan=tuple(answer.plans), explore=False))
        return root

    async def _chosen(self, inputs: Inputs, choices: Sequence[ActionNode]) -> ActionNode:
        """Choose a branch by what was observed (grounded deciding, section 3.3 there)."""
        actions = [child.action for child in choices]
        question = Question("branch", {**inputs, "actions": actions}, Step)
        step = await ask_for_action(self._ask, question, lambda said: as_action(said, actions))
        return next(child for child in choices if child.action == step.action)


def _steps(said: Plans) -> list[list[str]]:
    """The actions of each plan."""
    return [[" ".join(step.split()) for step in plan.split(SEPARATOR) if step.strip()] for plan in said.plans]


def _back_from(failed: ActionNode) -> ActionNode:
    """Close a node that failed and return the nearest one before it with open children."""
    failed.is_closed = True
    while (node := failed.parent or ActionNode()).parent and not node.open_children():
        node.is_closed, failed = True, node
    return node


def _path(node: ActionNode) -> list[str]:
    """The actions that lead to a node, in order."""
    actions: list[str] = []
    while node.parent is not None and node.action:
        actions.append(node.action)
        node = node.parent
    return actions[::-1]
