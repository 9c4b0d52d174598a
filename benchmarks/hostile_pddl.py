"""Hostile PDDL files: each is refused in one line, or can be played.

    python benchmarks/hostile_pddl.py [--seed 0] [--files 60]

Makes files of several kinds and of random sizes, opens them, and prints the time that this took and the message.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ariadne.errors import UserError
from ariadne.worlds.pddl.tasks import open_pddl


@dataclass(frozen=True)
class Hostile:
    """A domain and a problem of one kind."""

    kind: str
    domain: str
    problem: str


@dataclass(frozen=True)
class Ending:
    """The outcome for one: the message, or the size of the task; and the time in seconds."""

    kind: str
    said: str
    seconds: float

    @property
    def is_clear(self) -> bool:
        """Whether the message is one line."""
        return len(self.said.splitlines()) == 1


def hostile_files(dice: Random) -> Iterator[Hostile]:
    """An endless series of hostile files, kind by kind; the same for the same dice."""
    for make in cycle(KINDS):
        domain, problem = make(dice)
        yield Hostile(make.__name__.strip("_").replace("_", " "), domain, problem)


def opened(hostile: Hostile, folder: Path) -> Ending:
    """Open one as a player's command does, and look around if it can be played."""
    (folder / "domain.pddl").write_text(hostile.domain, encoding="utf-8", errors="surrogatepass")
    (folder / "problem.pddl").write_text(hostile.problem, encoding="utf-8", errors="surrogatepass")
    began = time.perf_counter()
    try:
        world = open_pddl(folder / "problem.pddl", domain=folder / "domain.pddl")
        world.reset()
        said = f"plays, with {len(world.task.actions):,} actions"
    except UserError as error:
        said = str(error).replace(str(folder), "")
    return Ending(hostile.kind, said, time.perf_counter() - began)


def _domain(actions: str = "", types: str = "", predicates: str = "(p ?x)", constants: str = "") -> str:
    needs = ":strips :typing :negative-preconditions :equality"
    parts = [types and f"(:types {types})", constants and f"(:constants {constants})", f"(:predicates {predicates})"]
    return f"(define (domain d) (:requirements {needs}) {' '.join(parts)} {actions or _action()})"


def _action(number: int = 0, parameters: int = 1, need: str = "", effect: str = "(p ?x0)", kinds: str = "") -> str:
    variables = " ".join(f"?x{each}" for each in range(parameters)) + kinds
    return f"(:action a{number} :parameters ({variables}) :precondition (and {need}) :effect (and {effect}))"


def _problem(objects: str = "o0 o1", init: str = "(p o0)", goal: str = "(p o1)") -> str:
    return f"(define (problem q) (:domain d) (:objects {objects}) (:init {init}) (:goal (and {goal})))"


def _names(count: int, name: str = "o") -> str:
    return " ".join(f"{name}{number}" for number in range(count))


def _parameters(dice: Random) -> tuple[str, str]:
    return _domain(_action(parameters=dice.randint(9, 5000))), _problem(_names(dice.randint(20, 500)))


def _schemas_each_under_the_limit(dice: Random) -> tuple[str, str]:
    actions = " ".join(_action(number, 2) for number in range(dice.randint(20, 800)))
    return _domain(actions), _problem(_names(dice.randint(150, 300)))


def _bindings(dice: Random) -> tuple[str, str]:
    return _domain(_action(parameters=2)), _problem(_names(dice.randint(300, 500)))


def _effects(dice: Random) -> tuple[str, str]:
    many = range(dice.randint(50, 500))
    predicates = " ".join(f"(p{number} ?x ?y)" for number in many)
    effects = " ".join(f"(p{number} ?x0 ?x1)" for number in many)
    action = _action(parameters=2, effect=effects)
    return _domain(action, predicates=predicates), _problem(_names(200), "", "(p0 o0 o1)")


def _preconditions(dice: Random) -> tuple[str, str]:
    need = " ".join(f"(s o{number})" for number in range(dice.randint(500, 5000)))
    action, names = _action(parameters=2, need=need), _names(5000)
    return _domain(action, predicates="(p ?x) (s ?x)", constants=names), _problem("z", need)


def _search_that_finds_nothing(dice: Random) -> tuple[str, str]:
    length, size = dice.randint(8, 20), dice.randint(12, 25)
    need = " ".join(f"(s ?x{number} ?x{number + 1})" for number in range(length - 1)) + " (s ?x0 ?x0)"
    pairs = " ".join(f"(s o{one} o{two})" for one in range(size) for two in range(size) if one != two)
    return _domain(_action(parameters=length, need=need), predicates="(p ?x) (s ?x ?y)"), _problem(_names(size), pairs)


def _equalities(dice: Random) -> tuple[str, str]:
    count = dice.randint(6, 20)
    need = " ".join(f"(= ?x{number} ?x{number + 1})" for number in range(count - 1))
    return _domain(_action(parameters=count, need=need)), _problem(_names(30))


def _nesting(dice: Random) -> tuple[str, str]:
    deep, word = dice.randint(60, 100_000), dice.choice(("and", "not"))
    need = f"({word} " * deep + "(p ?x0)" + ")" * deep
    return _domain(_action(need=need)), _problem()


def _nested_goal(dice: Random) -> tuple[str, str]:
    deep = dice.randint(60, 100_000)
    return _domain(), _problem(goal="(and " * deep + "(p o1)" + ")" * deep)


def _brackets(dice: Random) -> tuple[str, str]:
    return dice.choice("()") * dice.randint(1000, 900_000), _problem()


def _brackets_and_blanks(dice: Random) -> tuple[str, str]:
    return _domain(("(" + " " * dice.randint(1, 500)) * 1500), _problem()


def _blanks(dice: Random) -> tuple[str, str]:
    mark = dice.choice((":action", ":parameters (", "(:domain", "(define (domain"))
    return _domain(mark + dice.choice(" \n\t") * dice.randint(10_000, 900_000)), _problem()


def _objects(dice: Random) -> tuple[str, str]:
    return _domain(), _problem(_names(dice.randint(10_000, 100_000)))


def _constants(dice: Random) -> tuple[str, str]:
    return _domain(constants=_names(dice.randint(5000, 100_000), "c")), _problem()


def _types_in_a_row(dice: Random) -> tuple[str, str]:
    count = dice.randint(500, 8000)
    types = " ".join(f"t{number} - t{number + 1}" for number in range(count))
    kinds = " ".join(f"o{number} - t{number}" for number in range(2, 1000))
    return _domain(_action(kinds=f" - t{count}"), types=types), _problem(f"o0 o1 - t0 {kinds}")


def _types_in_a_circle(dice: Random) -> tuple[str, str]:
    count = dice.randint(1, 3000)
    types = " ".join(f"t{number} - t{(number + 1) % count}" for number in range(count))
    return _domain(_action(kinds=" - t0"), types=types), _problem("o0 o1 - t0")


def _either(dice: Random) -> tuple[str, str]:
    count = dice.randint(100, 2000)
    kinds = f" - (either {_names(count, 't')})"
    objects = " ".join(f"o{number} - t{number % count}" for number in range(2000))
    return _domain(_action(parameters=2, kinds=kinds), types=_names(count, "t")), _problem(objects)


def _long_names(dice: Random) -> tuple[str, str]:
    name = "p" * dice.randint(201, 400_000)
    return _domain(_action(effect=f"({name} ?x0)"), predicates=f"({name} ?x)"), _problem("o0 o1", "", f"({name} o1)")


def _arguments(dice: Random) -> tuple[str, str]:
    count = dice.randint(500, 10_000)
    action = _action(effect=f"(p {'?x0 ' * count})")
    return _domain(action, predicates=f"(p {_names(count, '?y')})"), _problem(goal=f"(p {'o1 ' * count})", init="")


def _facts(dice: Random) -> tuple[str, str]:
    facts = " ".join(f"(p o{number})" for number in range(dice.randint(5000, 60_000)))
    return _domain(), _problem(_names(3000), facts)


def _same_again(dice: Random) -> tuple[str, str]:
    return _domain(_action() * dice.randint(2, 4000)), _problem(goal="(p o1)" * dice.randint(2, 4000))


def _cut_off(dice: Random) -> tuple[str, str]:
    whole = _domain(_action(parameters=3, need="(p ?x1) (not (= ?x0 ?x2))"))
    return whole[: dice.randrange(len(whole))], _problem()


def _made_of_its_words(dice: Random) -> tuple[str, str]:
    words = _domain(_action(2, 3)).replace("(", " ( ").replace(")", " ) ").split()
    return " ".join(dice.choice(words) for _ in range(dice.randint(10, 3000))), _problem()


def _no_text(dice: Random) -> tuple[str, str]:
    return "".join(dice.choice("\0\ud800(\u202e;\x1b") for _ in range(dice.randint(1, 2000))), _problem()


KINDS: tuple[Callable[[Random], tuple[str, str]], ...] = (
    _parameters, _schemas_each_under_the_limit, _bindings, _effects, _preconditions, _search_that_finds_nothing,
    _equalities, _nesting, _nested_goal, _brackets, _brackets_and_blanks, _blanks, _objects, _constants,
    _types_in_a_row, _types_in_a_circle, _either, _long_names, _arguments, _facts, _same_again, _cut_off,
    _made_of_its_words, _no_text,
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--files", type=int, default=60)
    options = parser.parse_args()
    slowest, unclear = 0.0, 0
    with TemporaryDirectory() as folder:
        for hostile in islice(hostile_files(Random(options.seed)), options.files):
            ending = opened(hostile, Path(folder))
            slowest = max(slowest, ending.seconds)
            unclear += not ending.is_clear
            clear = "" if ending.is_clear else "UNCLEAR "
            print(f"{ending.kind:29} {ending.seconds:6.2f} s  {clear}{ending.said[:110]!r}")
    print(f"{options.files} files, the slowest in {slowest:.2f} s, {unclear} unclear")
    return 1 if unclear else 0


if __name__ == "__main__":
    sys.exit(main())
