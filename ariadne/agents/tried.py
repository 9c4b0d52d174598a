"""Action outcomes by state, which keep every agent from walking in circles."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ariadne.agents.sub_goals import things
from ariadne.events import Circled
from ariadne.record import Record
from ariadne.routes import shortest_ways
from ariadne.triplet import clean
from ariadne.worlds.world import Turn

IN_VAIN = " (in vain)"
"""Marks an action that changed nothing here and printed nothing new."""
LATELY = 8
"""Decisions for which an action is not repeated or undone right away."""
ROUNDS = 2
"""Times a cycle may be walked before something else has to be done."""


@dataclass(frozen=True)
class ShownState:
    """What the world shows of its state.

    The plan is not part of it: a model that rewords its plan at each step may still walk in circles.

    Attributes:
        commands: the valid ones, which depend on what is in sight and its condition.
        age: in a world without places, where states look alike, the number of commands that did something so far.
    """

    place: str
    inventory: str
    commands: tuple[str, ...]
    age: int = 0


@dataclass(frozen=True)
class Offer:
    """What an agent may choose from.

    Attributes:
        actions: sorted.
        tried: actions that were done in this place before, or anywhere if nothing changed; and those that are left
            out, marked as in vain.
        times: how often each action was done in this place.
        failed: the last action, if nothing changed.
        idle: actions that only printed a text so far.
        exits: untried exits that lead to no known place.
        back: actions that lead to a visited place.
        moves: commands needed by each `go to`.
        to_and_fro: actions that return to the previous place after coming from there.
    """

    actions: list[str]
    tried: list[str]
    times: Mapping[str, int] = field(default_factory=dict)
    failed: Collection[str] = ()
    idle: Collection[str] = ()
    exits: Collection[str] = ()
    back: Collection[str] = ()
    to_and_fro: Collection[str] = ()
    again: Collection[str] = ()
    own: Collection[str] = ()
    moves: Mapping[str, int] = field(default_factory=dict)
    there: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Tried:
    """Remembers the actions taken in each state of one episode.

    Something is *learned* if a text is read, or a state seen, for the first time. A cycle is a return to a state with
    nothing learned since.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._here = ShownState("", "", ())
        self._action = ""
        self._answer = ("", "", "")
        self._said: set[str] = set()
        self._when: dict[ShownState, dict[str, int]] = {}
        self._last: dict[str, Turn] = {}
        self._only_at: dict[str, str] = {}
        self._done_at: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._failed: set[str] = set()
        self._idle: set[str] = set()
        self._vain: defaultdict[ShownState, set[str]] = defaultdict(set)
        self._now = self._learned = 0
        self._visits: Counter[ShownState] = Counter()
        self._open: dict[ShownState, list[str]] = {}
        self._led: dict[tuple[ShownState, str], ShownState] = {}
        self._age = 0
        self._changed: deque[frozenset[str]] = deque(maxlen=LATELY)

    def see(self, turns: Sequence[Turn]) -> None:
        """Record the outcome of the last action."""
        before, here = self._here, self._state(turns)
        texts = {turn.observation.strip() for turn in turns} - self._said
        is_new = here not in self._when
        self._now += 1
        self._said |= texts
        self._here = here
        self._when.setdefault(here, {})
        self._last[clean(turns[-1].location)] = turns[-1]
        for turn in turns:
            place = clean(turn.location)
            for command in turn.commands:
                if self._only_at.setdefault(command, place) != place:
                    self._only_at[command] = ""
        if self._action:
            self._when[before][self._action] = self._now
            self._led[before, self._action] = here
            done = {self._action, turns[0].command}
            self._done_at[before.place].update(done)
            self._failed = done if here == before else set()
            # What only prints a text prints it everywhere.
            self._idle = self._idle | done if here == before else self._idle - done
            self._changed.append(things(self._action) if here != before and here.place == before.place else frozenset())
            answer = before.place, self._action, turns[-1].observation.strip()
            # If neither commands nor the inventory are shown, a short answer does not reveal what changed.
            no_news = answer == self._answer if turns[-1].free and not turns[-1].inventory else not texts
            if here == before and (no_news or turns[-1].status == "invalid"):
                self._vain[here].add(self._action)
            self._answer = answer
        self._action = ""
        if texts or is_new:
            self._learned = self._now
            self._visits.clear()
            self._open.clear()
        self._visits[here] += 1

    def own(self, place: str) -> Sequence[str] | None:
        """The actions that were valid only in this place at its last decision, and were never done there.

        None if no decision was made there, or if other things were carried then.
        """
        last = self._last.get(place)
        if last is None or last.inventory != self._here.inventory:
            return None
        done = self._done_at[last.location]
        return [command for command in last.commands if self._only_at[command] == place and command not in done]

    def took(self, action: str) -> None:
        """Note the decision made in the present state."""
        self._action = action

    def offer(self, actions: Sequence[str], free: bool = False) -> Offer | None:
        """Return the actions to choose from now, without those that changed nothing in this state.

        Returns None if everything was tried everywhere and nothing new is learned.

        After a cycle was walked twice, only one group remains: actions never tried in this state; else those not tried
        since something was learned; else those that lead to a state with untried actions. Actions known to change
        nothing do not count.

        Args:
            free: whether the world takes commands that are not listed, so there is always something left to try.
        """
        here, vain = self._here, self._vain[self._here]
        left = [action for action in actions if action not in vain] or list(actions)
        self._open[here] = [action for action in left if action in here.commands and action not in self._idle]
        if self._visits[here] > ROUNDS:
            new = self._untried(here) or self._way_on()
            if (new or not free) and (withheld := [action for action in left if action not in new]):
                self._record(Circled(withheld=tuple(withheld)))
                left = new
        times = self._done_at[here.place]
        done = {*times} | self._idle if here.place else set()
        tried = [action for action in left if action in done]
        if not left and not free:
            return None
        return Offer(
            left,
            [*tried, *(action + IN_VAIN for action in sorted(vain))],
            dict(times),
            self._failed,
            self._idle,
            again=[action for action in left if (what := things(action)) and what in self._changed],
        )

    def _untried(self, state: ShownState) -> list[str]:
        """The actions never tried in a state, else those not tried since something was learned."""
        when = self._when[state]
        late = [action for action in self._open[state] if when.get(action, 0) <= self._learned]
        return [action for action in late if action not in when] or late

    def _way_on(self) -> list[str]:
        """The first action of a shortest route, among those taken before, to a state with something left to try."""

        def leads(state: ShownState) -> Iterator[tuple[str, ShownState]]:
            led = ((action, self._led.get((state, action))) for action in self._open[state])
            return ((action, end) for action, end in led if end in self._open)

        ways = shortest_ways([self._here], leads)
        return next((way[:1] for state, way in ways.items() if way and self._untried(state)), [])

    def _state(self, turns: Sequence[Turn]) -> ShownState:
        last = turns[-1]
        if last.location:
            return ShownState(last.location, last.inventory, last.commands)
        self._age += sum(turn.status == "valid" for turn in turns)
        return ShownState("", last.inventory, last.commands, self._age)
