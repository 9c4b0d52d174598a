"""Make the in-context examples of PDDL worlds (`prompts/examples/<domain>.yaml`) from the scripts in `tools/examples/`.

    python -m tools.make_examples

The problems differ from the evaluation's tasks.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import yaml

from ariadne.files import data_folder
from ariadne.worlds.pddl.tasks import DOMAINS, open_pddl

SCRIPTS = Path(__file__).with_name("examples")


def example(domain: str) -> dict[str, Any]:
    """The example of a domain, with the world's answer at each step.

    Raises:
        ValueError: the script does not reach its goal.
    """
    script = yaml.safe_load((SCRIPTS / f"{domain}.yaml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "example.pddl"
        problem.write_text(script["problem"], encoding="utf-8")
        world = open_pddl(problem, domain=data_folder("games") / "pddl" / domain / "domain.pddl")
        opening = world.reset().observation
        milestones = []
        for milestone in script["milestones"]:
            steps: list[dict[str, Any]] = []
            for action in milestone["steps"]:
                verb, _, number = action.partition(" ")
                if verb == "retrieve":
                    steps.append({"retrieve": int(number)})
                else:
                    steps.append({"action": action, "observation": world.step(action).observation})
            milestones.append({"subgoal": milestone["subgoal"], "steps": steps, "met": milestone.get("met", True)})
    if not world.score().won:
        raise ValueError(f"the example of {domain} does not reach its goal")
    return {"goal": world.goal, "opening": opening, "milestones": milestones}


def as_text(domain: str) -> str:
    """The content of the example's file."""
    head = f"# Made by tools/make_examples.py from tools/examples/{domain}.yaml.\n"
    return head + yaml.safe_dump(example(domain), sort_keys=False, allow_unicode=True, width=110)


if __name__ == "__main__":
    for name in DOMAINS:
        (data_folder("prompts") / "examples" / f"{name}.yaml").write_text(as_text(name), encoding="utf-8")
