"""Generate PDDL problems from a seed, in the sizes of HiAgent's evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

ROOMS = ("rooma", "roomb")


@dataclass(frozen=True)
class Draft:
    """A generated problem; facts are words: `on b1 b2`.

    Attributes:
        objects: the names of each type.
        alike: groups of interchangeable objects.
    """

    domain: str
    objects: Mapping[str, Sequence[str]]
    init: Sequence[str]
    goal: Sequence[str]
    alike: Sequence[Sequence[str]] = ()

    def pddl(self, name: str) -> str:
        """The problem as a file."""
        objects = "\n".join(f"    {' '.join(names)} - {kind}" for kind, names in self.objects.items() if names)
        return (
            f"(define (problem {name})\n  (:domain {self.domain})\n  (:objects\n{objects})\n"
            f"  (:init\n{_lines(self.init)})\n  (:goal (and\n{_lines(self.goal)})))\n"
        )


def blocksworld(seed: int, blocks: int, goals: int) -> Draft:
    """Random towers; the goal has the wanted number of `on` atoms, all false at the start."""
    random = Random(f"blocksworld {seed}")
    names = [f"b{number}" for number in range(1, blocks + 1)]
    while True:
        order = random.sample(names, blocks)
        joined = set(random.sample(range(1, blocks), random.randint(0, blocks - 1)))
        init = ["arm-empty"]
        for number, block in enumerate(order):
            init.append(f"on {block} {order[number - 1]}" if number in joined else f"on-table {block}")
            if number + 1 not in joined:
                init.append(f"clear {block}")
        wanted = random.sample(names, blocks)
        goal = [f"on {wanted[place]} {wanted[place - 1]}" for place in sorted(random.sample(range(1, blocks), goals))]
        if not set(goal) & set(init):
            return Draft("blocksworld", {"block": names}, sorted(init), goal)


def gripper(seed: int, balls: int) -> Draft:
    """Balls change rooms, most in the same direction; with seed 0 all of them do, from the robot's room."""
    random = Random(f"gripper {seed}")
    names = [f"ball{number}" for number in range(1, balls + 1)]
    first, second = random.sample(ROOMS, 2) if seed else ROOMS
    often = random.choice((0.5, 0.8, 1.0)) if seed else 1.0
    starts = {ball: first if random.random() < often else second for ball in names}
    ends = {ball: second if random.random() < often else first for ball in names}
    robot = random.choice(ROOMS) if seed else ROOMS[0]
    init = [f"robot-in {robot}", "free left", "free right", *(f"ball-in {ball} {starts[ball]}" for ball in names)]
    goal = [f"ball-in {ball} {ends[ball]}" for ball in names]
    return Draft("gripper", {"room": ROOMS, "ball": names, "gripper": ("left", "right")}, init, goal)


def tyreworld(seed: int, hubs: int, wanted: Sequence[str]) -> Draft:
    """A car during a change of wheels.

    Args:
        wanted: for each hub with goals, one letter for each goal: m for its spare mounted, t for its nut tight, b for
            its flat wheel in the boot, i for its spare inflated, c for the boot closed.
    """
    random = Random(f"tyreworld {seed}")
    open_boot, tools_out, loose, pumped = (random.random() < 0.5 for _ in range(4))
    open_boot, pumped = open_boot or "c" in "".join(wanted), pumped and "i" not in "".join(wanted)
    init = ["unlocked boot", "unclosed boot" if open_boot else "closed boot"]
    init += [f"have {tool}" if tools_out else f"inside {tool} boot" for tool in ("wrench", "jack", "pump")]
    for n in range(1, hubs + 1):
        init += [f"on-ground hub{n}", f"fastened hub{n}", f"mounted w{n} hub{n}", f"intact r{n}", f"inside r{n} boot"]
        init += [f"{'loose' if loose else 'tight'} nuts{n} hub{n}", f"{'inflated' if pumped else 'flat'} r{n}"]
        init += [f"flat w{n}"]
    goal = []
    for n, letters in zip(random.sample(range(1, hubs + 1), len(wanted)), wanted, strict=True):
        goals = {
            "m": f"mounted r{n} hub{n}",
            "t": f"tight nuts{n} hub{n}",
            "b": f"inside w{n} boot",
            "i": f"inflated r{n}",
            "c": "closed boot",
        }
        goal += [goals[letter] for letter in letters]
    objects = {
        "container": ("boot",),
        "hub": [f"hub{n}" for n in range(1, hubs + 1)],
        "wheel": [f"{kind}{n}" for n in range(1, hubs + 1) for kind in "wr"],
        "nut": [f"nuts{n}" for n in range(1, hubs + 1)],
    }
    return Draft("tyreworld", objects, init, goal)


def barman(seed: int, shots: int, cocktails: int, wanted: str) -> Draft:
    """A bar with 3 ingredients. Each letter of `wanted` is a goal for one shot: c for a cocktail, i for an
    ingredient."""
    random = Random(f"barman {seed}")
    ingredients = [f"ingredient{n}" for n in range(1, 4)]
    mixed = [f"cocktail{n}" for n in range(1, cocktails + 1)]
    glasses = [f"shot{n}" for n in range(1, shots + 1)]
    init = ["hand-empty left", "hand-empty right", "on-table shaker1", "empty shaker1", "clean shaker1"]
    init += ["empty-level shaker1 l0", "at-level shaker1 l0", "next l0 l1", "next l1 l2"]
    init += [f"{what} {shot}" for shot in glasses for what in ("on-table", "empty", "clean")]
    init += [f"dispenses dispenser{n} ingredient{n}" for n in range(1, 4)]
    for name in mixed:
        first, second = random.sample(ingredients, 2)
        init += [f"first-part {name} {first}", f"second-part {name} {second}"]
    filled = random.sample(glasses, len(wanted))
    drinks = [random.choice(mixed if kind == "c" else ingredients) for kind in wanted]
    goal = [f"contains {shot} {drink}" for shot, drink in zip(filled, drinks, strict=True)]
    objects = {
        "hand": ("left", "right"),
        "level": ("l0", "l1", "l2"),
        "dispenser": [f"dispenser{n}" for n in range(1, 4)],
        "ingredient": ingredients,
        "cocktail": mixed,
        "shot": glasses,
        "shaker": ("shaker1",),
    }
    spare = [shot for shot in glasses if shot not in filled]
    return Draft("barman", objects, init, sorted(goal), [("left", "right"), spare])


def _lines(facts: Iterable[str]) -> str:
    return "\n".join(f"    ({fact})" for fact in facts)
