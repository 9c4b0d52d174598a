"""What was tried in which state, and what came of it: the habit that keeps every agent from walking in circles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.record import Record
from ariadne.worlds.world import Turn

GO_TO = "go to "
"""How the action begins that walks to a place."""
IN_VAIN = " (in vain)"
"""How an action is marked that changed nothing here and told nothing new."""
ROUNDS = 2
"""How often a cycle may be walked before something else has to be done."""


@dataclass(frozen=True)
class State:
    """What the world shows of how things stand.

    A model's plan is no part of it: who says the same in other words each step walks in circles all the same.

    Attributes:
        commands: the valid ones, which tell what is in sight and in what condition.
        age: in a world without places, where states look alike, how many commands have done something so far.
    """

    place: str
    inventory: str
    commands: tuple[str, ...]
    age: int = 0


@dataclass(frozen=True)
class Offer:
    """What an agent may choose from.

    Attributes:
        actions: sorted; none if everything was tried, in all states that one comes to, and nothing is learned any more.
        tried: those of them that were done in this place before, or anywhere if nothing changed by it; and those that
            are left out, marked as in vain.
    """

    actions: list[str]
    tried: list[str]


class Tried:
    """Remembers, for one episode, the actions taken in each state.

    Something is *learned* when a text is read for the first time, or a state is seen for the first time. A cycle is a
    state that is come back to with nothing learned since.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._here = State("", "", ())
        self._action = ""
        self._said: set[str] = set()
        self._when: defaultdict[State, dict[str, int]] = defaultdict(dict)
        self._done_at: defaultdict[str, set[str]] = defaultdict(set)
        self._idle: set[str] = set()
        self._vain: defaultdict[State, set[str]] = defaultdict(set)
        self._now = self._learned = 0
        self._visits: Counter[State] = Counter()
        self._open: dict[State, set[str]] = {}
        self._age = 0

    def see(self, turns: Sequence[Turn]) -> None:
        """Take in what came of the last action."""
        before, here = self._here, self._state(turns)
        told = {turn.observation.strip() for turn in turns} - self._said
        is_new = here not in self._when
        self._now += 1
        self._said |= told
        self._here = here
        self._when[here].update()
        if self._action:
            self._when[before][self._action] = self._now
            if here.place != before.place:
                self._when[before][GO_TO + here.place] = self._now
            done = {self._action, turns[0].command}
            self._done_at[before.place] |= done
            # What only tells something tells it everywhere.
            self._idle = self._idle | done if here == before else self._idle - done
            if here == before and (not told or turns[-1].status == "invalid"):
                self._vain[here].add(self._action)
        self._action = ""
        if told or is_new:
            self._learned = self._now
            self._visits.clear()
            self._open.clear()
        self._visits[here] += 1

    def took(self, action: str) -> None:
        """Note what was decided in the present state."""
        self._action = action

    def offer(self, actions: Sequence[str], free: bool = False) -> Offer:
        """What of these to choose from now: nothing that was in vain in this very state.

        When a cycle was walked twice, what was never tried in this state goes before what was; then what was not tried
        since something was learned; then what was tried longest ago. What is known to change nothing comes last.

        Args:
            free: whether the world may know other commands, so that never all was tried.
        """
        here, vain = self._here, self._vain[self._here]
        left = [action for action in actions if action not in vain] or list(actions)
        self._open[here] = (set(left) & set(here.commands)) - self._idle
        if left and self._visits[here] > ROUNDS:
            left = [] if not free and self._is_exhausted() else self._narrowed(left)
        done = self._done_at[here.place] | self._idle if here.place else set()
        tried = [action for action in left if action in done]
        return Offer(left, [*tried, *(action + IN_VAIN for action in sorted(vain))])

    def _is_exhausted(self) -> bool:
        """Whether all commands were tried since something was learned, wherever one has come to since."""
        return all(self._is_late(state, action) for state, actions in self._open.items() for action in actions)

    def _is_late(self, state: State, action: str) -> bool:
        return self._when[state].get(action, 0) > self._learned

    def _narrowed(self, actions: list[str]) -> list[str]:
        when = self._when[self._here]
        doing = [action for action in actions if action not in self._idle]
        never = [action for action in doing if action not in when]
        early = [action for action in doing if not self._is_late(self._here, action)]
        among = doing if len(doing) > 1 else actions
        chosen = never or early or [min(among, key=lambda action: when.get(action, 0))]
        if len(chosen) < len(actions):
            self._record("circled", withheld=sorted(set(actions) - set(chosen)))
        return chosen

    def _state(self, turns: Sequence[Turn]) -> State:
        last = turns[-1]
        if last.location:
            return State(last.location, last.inventory, last.commands)
        self._age += sum(turn.status == "valid" for turn in turns)
        return State("", last.inventory, last.commands, self._age)
