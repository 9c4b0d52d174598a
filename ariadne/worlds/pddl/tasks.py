"""Sources of PDDL worlds: the tasks that ship with Ariadne, and the user's files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ariadne.errors import UserError
from ariadne.files import data_folder
from ariadne.worlds.pddl.read import domain_named, domain_of, read_domain, read_problem
from ariadne.worlds.pddl.strips import GroundTask, ground
from ariadne.worlds.pddl.text import DomainText
from ariadne.worlds.pddl.text_file import parse_text_file, read_text_file
from ariadne.worlds.pddl.world import PddlWorld
from ariadne.worlds.registry import Game, WorldKind
from ariadne.yaml_file import read_model, read_yaml

DOMAINS = ("blocksworld", "gripper", "tyreworld", "barman")
MAX_STEPS = 30
"""HiAgent, section 4.1."""


class Reference(BaseModel):
    """The `.yaml` beside a problem: a plan that solves it, and facts about that plan."""

    model_config = ConfigDict(extra="forbid")

    length: int = Field(ge=0, description="the number of actions of the plan")
    shortest: bool = Field(default=False, description="whether the plan is proven to be shortest")
    proof: str = Field(default="", description="the proof")
    seed: int | None = Field(default=None, description="the seed of the problem's generator")
    plan: list[str] = Field(description="actions: a name and its objects, in the domain's order")


def task_names() -> list[str]:
    """Return the tasks that ship with Ariadne, by domain, sorted by number."""
    return [f"{domain}/{number}" for domain in DOMAINS for number in _numbers(domain)]


def open_pddl(problem: Path, domain: Path | None = None) -> PddlWorld:
    """Open the problem at a path, with the given domain file or the one beside it.

    Raises:
        UserError: a file is missing or invalid.
    """
    task = load(problem, domain)
    folder = (domain or problem).parent
    file = read_text_file(folder / "text.yaml", task.domain)
    reference = read_reference(problem)
    plan = [tuple(step.split()) for step in reference.plan] if reference else []
    for step in plan:
        if step not in task.by_name:
            raise UserError(f"{problem.with_suffix('.yaml')}: plan: there is no action {' '.join(step)}")
    shortest = reference is not None and reference.shortest
    return PddlWorld(task, DomainText(task.domain, file), plan, shortest)


def load(problem: Path, domain: Path | None = None) -> GroundTask:
    """Read and ground the task of a problem file.

    Raises:
        UserError: a file is missing or invalid.
    """
    if not problem.is_file():
        raise UserError(f"there is no file {problem}")
    rules = read_domain(domain or _domain_beside(problem))
    return ground(rules, read_problem(problem, rules))


def read_reference(problem: Path) -> Reference | None:
    """Read the reference of a problem; return None if there is no file.

    Raises:
        UserError: the file is invalid.
    """
    path = problem.with_suffix(".yaml")
    return read_model(Reference, read_yaml(path), str(path)) if path.is_file() else None


def _numbers(domain: str) -> list[int]:
    return sorted(int(path.stem) for path in _folder(domain).glob("*.pddl") if path.stem.isdecimal())


def _folder(domain: str) -> Path:
    return data_folder("games") / "pddl" / domain


def _domain_beside(problem: Path) -> Path:
    """`domain.pddl`, or the file in the same folder that defines the problem's domain."""
    wanted = domain_of(problem)
    files = sorted(problem.parent.glob("*.pddl"), key=lambda path: (path.name != "domain.pddl", path.name))
    for path in files:
        if domain_named(path) == wanted:
            return path
    raise UserError(f"{problem} needs the file of its domain {wanted} beside it, such as domain.pddl")


def _find(name: str, seed: int | None) -> Game | None:
    """The game of a domain, with the seed as the task's number; or of a problem's path."""
    if name in DOMAINS:
        number = 1 if seed is None else seed
        if number not in _numbers(name):
            last = _numbers(name)[-1]
            raise UserError(f"game: there is no {name}/{number}: the tasks are {name}/1 to {name}/{last}")
        return _game(name, _folder(name) / f"{number}.pddl", number)
    path = Path(name)
    return _game(path.stem, path, seed, seeded=False) if path.suffix == ".pddl" and path.is_file() else None


def _game(name: str, problem: Path, seed: int | None, seeded: bool = True) -> Game:
    return Game(
        name, problem, seed, MAX_STEPS, partial(open_pddl, problem),
        inside=partial(_inside, problem), files=partial(_files, problem), portable=not seeded, seeded=seeded,
    )  # fmt: skip


def _files(problem: Path) -> tuple[Path, ...]:
    return problem, problem.with_suffix(".yaml"), _domain_beside(problem), problem.with_name("text.yaml")


def _about(domain: str) -> str:
    return f"{parse_text_file(_folder(domain) / 'text.yaml').about} At most {MAX_STEPS} steps."


def _seeds(name: str, wanted: Sequence[int] | None) -> Sequence[int | None]:
    """The numbers of a domain's tasks, by default all; a problem file is one game."""
    if name not in DOMAINS:
        return (None,)
    for number in wanted or ():
        _find(name, number)
    return wanted or _numbers(name)


def _inside(problem: Path) -> Mapping[str, str]:
    """Facts about a problem for users: its actions and its size."""
    world = open_pddl(problem)
    kinds = Counter(world.task.problem.objects.values())
    size = ", ".join(f"{kind}: {number}" for kind, number in sorted(kinds.items()))
    proof = {"proof": "no plan is shorter than the walkthrough"} if world.shortest else {}
    return {"actions": ", ".join(world.text.actions), "size": size, **proof}


TASKS = WorldKind(_find, lambda: DOMAINS, _about, _seeds)
