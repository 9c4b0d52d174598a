"""An episode narrated in a sentence or two per step: what the player found, what changed, and what it did next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from ariadne.geography import held, is_spatial
from ariadne.history import History, PlayedStep
from ariadne.report.hanging import values_of
from ariadne.report.layout import short
from ariadne.report.moments import CARRIED, edges_of, moments
from ariadne.screen.words import points, why
from ariadne.text import counted, names, one_line
from ariadne.triplet import Triplet, clean, triplets_of

# The most names in a sentence, and the most characters of a plan or an action.
MOST, LONGEST = 3, 160
# States that only repeat what the player did, and the relation of doors, which are ways.
READ, LEADS = ("examined", "read"), re.compile(r"leads?\b")
TROUBLE = {"circled": "It was going in circles.", "invalid": "Its first choice was not a valid action."}


class Narration:
    """The sentences and timeline marks of an episode, for each step and for its end.

    Args:
        history: a whole one, with its events.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._moments = moments(history)
        self._edges = edges_of(history)
        self._values = values_of(self._moments)
        places = (pair[1] for edge in self._edges if (pair := held(edge.triplet)))
        subjects = (edge.triplet.subject for edge in self._edges)
        self._names = {*subjects, *places, *self._moments[-1].rooms} - self._values - {CARRIED}
        self._first: dict[str, int] = {}
        for edge in self._edges:
            for vertex in edge.triplet.vertices:
                self._first.setdefault(vertex, edge.valid_from)

    def summary(self) -> str:
        """Return what happens in the episode."""
        rooms, learned = len(self._moments[-1].rooms), self._history.edges
        dropped = sum(edge.valid_to is not None for edge in learned)
        visits = [f"visits {counted(rooms, 'room')}"] * bool(rooms)
        facts = [f"learns {counted(len(learned), 'fact')}, of which it later gives up {dropped:,}"] * bool(learned)
        clauses = " and ".join([*visits, *facts])
        end = self._end() if self._history.ended else "It has not ended."
        return f"{_capital(f'the player {clauses}.')} {end}" if clauses else end

    def tell(self, step: int) -> str:
        """Return what happens at a step; after the last one, how the episode ended."""
        if step == 0:
            here = self._moments[0].here
            return f"The game begins in {self._the(here)}." if here else "The game begins."
        if step == len(self._history.steps):
            return " ".join([*self._carried(step), self._end()])
        now = self._history.steps[step]
        trouble = [TROUBLE[other.name] for other in now.others if other.name in TROUBLE]
        wrong = [f"It gives up the belief that {self._clause(triplet)}." for triplet in self._wrong(step)[:1]]
        task = self._task(step)
        sentences = [*task, self._found(step), *wrong, *dict.fromkeys(trouble), *self._acted(now), *self._gained(step)]
        return " ".join(sentences)

    def marks(self, step: int) -> list[str]:
        """Return a step's marks on the timeline: `score`, `lost`, `found`, `plan`, `dropped` or `circled`.

        `lost` is a loss of points. `found` is a thing that the goal or the plan names, seen or taken for the first
        time. `dropped` is a fact that turned out to be wrong, not one that the player's own command ended.
        """
        if step >= len(self._history.steps):
            return []
        now = self._history.steps[step]
        return [
            *["score"] * (self._gain(step) > 0),
            *["lost"] * (self._gain(step) < 0),
            *["found"] * (step in self._finds),
            *["plan"] * bool(step > 1 and self.planned(step)),
            *["dropped"] * bool(self._wrong(step)),
            *["circled"] * any(other.name == "circled" for other in now.others),
        ]

    def planned(self, step: int) -> list[str]:
        """Return the sub-goals that are new in the plan of a step."""
        now = self._history.steps[step].planned
        if now is None:
            return []
        known = self.plan(step - 1)
        return [goal for line in now.plan if (goal := goal_of(line)) not in known]

    def plan(self, step: int) -> list[str]:
        """Return the sub-goals of the last plan up to a step."""
        found = next((each.planned for each in self._history.steps[step::-1] if each.planned), None)
        return [goal_of(line) for line in found.plan] if found else []

    @cached_property
    def _finds(self) -> set[int]:
        """The steps at which a wanted thing is found, once each.

        A seen thing is wanted if the goal or the plan of the step before names it; a taken thing, if the goal or the
        step's own plan does.
        """
        found: dict[str, int] = {}
        for edge in sorted(self._edges, key=lambda edge: edge.valid_from):
            thing, place = held(edge.triplet) or ("", "")
            if not thing or thing in found or thing in self._moments[-1].rooms:
                continue
            step = edge.valid_from
            asked = [self._history.started.goal, *self.plan(step if place == CARRIED else step - 1)]
            if names(clean(" ".join(asked)), thing):
                found[thing] = step
        return {*found.values()}

    def _task(self, step: int) -> list[str]:
        """The task just set, in a world that sets several."""
        if not self._history.tasks.told:
            return []
        before, now = (self._history.steps[at].seen[-1:] for at in (step - 1, step))
        lines = [turn.status_line for turn in (*before, *now)]
        return [f"{one_line(lines[-1], LONGEST)}"] * bool(lines and lines[-1] and len({*lines}) == len(lines))

    def _wrong(self, step: int) -> list[Triplet]:
        """The facts that ended although no command of the player was about them."""
        command = " ".join(turn.command for turn in self._history.steps[step].seen)
        ended = (edge.triplet for edge in self._history.edges if edge.valid_to == step)
        return [triplet for triplet in ended if triplet.subject not in command]

    def _found(self, step: int) -> str:
        before, now = self._moments[step - 1], self._moments[step]
        new = [edge.triplet for edge in self._edges if edge.valid_from == step]
        goals = self.planned(step)
        things = self._things(step, new)
        facts = self._facts(new, [*things, now.here], goals)
        clauses = [f"finds {_few(map(self._the, things))}"] * bool(things)
        clauses += [f"learns that {' and that '.join(map(self._clause, facts))}"] * bool(facts)
        if now.here and (step == 1 or now.here != before.here):
            way = "starts in" if step == 1 else "is back in" if now.here in before.rooms else "comes to"
            clauses = [f"{way} {self._the(now.here)}", *clauses]
        elif carried := self._carried(step):
            clauses = [carried[0].removeprefix("It ").rstrip("."), *clauses]
        # The player's own action is not news: `note, is, examined`.
        values = [
            each for each in new if each.object in self._values and not is_spatial(each) and each.object not in READ
        ]
        values.sort(key=lambda each: each.subject not in clean(" ".join(goals)))
        clauses = clauses or [f"learns that {self._clause(triplet)}" for triplet in values[:1]]
        if not clauses:
            answer = one_line(self._history.steps[step].seen[-1].observation) if self._history.steps[step].seen else ""
            clauses = [f"reads “{short(answer, LONGEST)}”" if answer else "learns nothing new"]
        # A thing found in a place does not make the place new.
        causes = (each.vertices[:1] if held(each) else each.vertices for each in facts)
        new_names = {*things, *chain.from_iterable(causes)}
        goal, is_cause = max(
            ((goal, any(name in clean(goal) for name in new_names)) for goal in goals),
            key=lambda pair: pair[1],
            default=("", False),
        )
        plan = f"{', so it' if is_cause else ', and now'} plans to {self._plain(goal)}" if goal else ""
        rest = f" (and {counted(len(goals) - 1, 'more step')})" if len(goals) > 1 else ""
        listed = ", ".join(clauses) if plan else _listed(clauses)
        return f"It {listed}{plan}{rest}."

    def _things(self, step: int, new: Sequence[Triplet]) -> list[str]:
        """The things seen for the first time."""
        rooms = self._moments[step].rooms
        placed = (pair[0] for triplet in new if (pair := held(triplet)) and pair[1] != CARRIED)
        return [name for name in dict.fromkeys(placed) if self._first[name] == step and name not in rooms]

    def _facts(self, new: Sequence[Triplet], clauses: Sequence[str], goals: Sequence[str]) -> list[Triplet]:
        """The new fact most related to the new goals; without goals, what was found in another place."""
        plan = clean(" ".join(goals))
        found: list[tuple[int, Triplet]] = []
        for triplet in new:
            is_way = is_spatial(triplet) or LEADS.match(triplet.relation)
            if is_way or triplet.object == CARRIED or triplet.subject in clauses:
                continue
            if not held(triplet) and (triplet.object in self._values or not goals):
                continue
            found.append((sum(vertex in plan for vertex in triplet.vertices), triplet))
        best = max((shared for shared, _ in found), default=0)
        return [triplet for shared, triplet in found if shared == best][: 1 if goals else 2]

    def _carried(self, step: int) -> list[str]:
        """What has come into the player's hand."""
        new = (edge.triplet for edge in self._edges if edge.valid_from == step)
        names = [pair[0] for triplet in new if (pair := held(triplet)) and pair[1] == CARRIED]
        return [f"It now has {_few(map(self._the, names))}."] * bool(names)

    def _acted(self, now: PlayedStep) -> list[str]:
        if now.acted is None:
            return []
        action = one_line(now.acted.action, LONGEST)
        verb, _, rest = action.partition(" ")
        does = f"it {_third(verb)} {self._with_articles(rest)}".rstrip()
        recalled = triplets_of(now.recalled.facts if now.recalled else ())
        reasons = [triplet for triplet in recalled if triplet.subject in action and not is_spatial(triplet)]
        does = f"it recalls that {self._clause(reasons[0])}: {does}" if reasons else does
        return [f"{_capital(does)}."]

    def _gain(self, step: int) -> float:
        steps = self._history.steps
        return steps[step].score - (steps[step - 1].score if step else 0.0)

    def _gained(self, step: int) -> list[str]:
        gain = self._gain(step)
        amount = f"{points(abs(gain))} {'point' if abs(gain) == 1 else 'points'}"
        return [f"That {'scores' if gain > 0 else 'costs'} {amount}."] * bool(gain)

    def _end(self) -> str:
        ended = self._history.ended
        assert ended is not None
        score = f", {points(ended.score)} of {points(ended.max_score)} points" if ended.max_score else ""
        return f"{_capital(why(ended))} after {counted(ended.steps, 'step')}{score}."

    def _clause(self, triplet: Triplet) -> str:
        """A triplet as a clause: `the steel key opens the ochre locker`."""
        where = "in its hand" if triplet.object == CARRIED else ""
        value = triplet.object if triplet.object in self._values else self._the(triplet.object)
        relation = "is" if where else re.sub(r"^to be\b", "is to be", triplet.relation)
        return one_line(f"{self._the(triplet.subject)} {relation} {where or value}", LONGEST)

    def _the(self, name: str) -> str:
        return one_line(f"the {name}" if self._moments[-1].rooms and name in self._names else name, LONGEST)

    def _plain(self, goal: str) -> str:
        goal = one_line(goal, LONGEST)
        return goal[:1].lower() + goal[1:]

    def _with_articles(self, text: str) -> str:
        return self._pattern.sub(r"the \1", text)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # Long names first: `steel key` before `key`.
        names = sorted(self._names if self._moments[-1].rooms else (), key=lambda name: (-len(name), name))
        return re.compile(rf"(?<!\bthe )\b({'|'.join(map(re.escape, names)) or '(?!)'})\b")


def goal_of(line: str) -> str:
    """Return the sub-goal in a line of a plan, without its number or its reason."""
    return re.sub(r"^step \d+: ", "", line.partition("|")[0].strip(), flags=re.IGNORECASE)


def _third(verb: str) -> str:
    """The third person of a verb: `goes`, `tries`, `takes`."""
    if re.search(r"(s|sh|ch|x|z|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _listed(parts: Sequence[str]) -> str:
    """Join parts of a sentence. A comma precedes the last `and` if a part has its own `and`."""
    comma = "," if any(" and " in part for part in parts[:-1]) else ""
    return f"{comma} and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def _few(names: Iterable[str]) -> str:
    shown = list(names)
    if len(shown) > MOST:
        shown = [*shown[: MOST - 1], f"{len(shown) - MOST + 1} more things"]
    return _listed(shown)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
