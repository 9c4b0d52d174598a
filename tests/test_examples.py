from __future__ import annotations

import pytest

from ariadne.agents.example import Example, find_example
from ariadne.files import data_folder
from ariadne.worlds.pddl.tasks import DOMAINS
from tools.make_examples import as_text

EVERY_DOMAIN = ("textworld", "jericho", *DOMAINS)


def example(domain: str) -> Example:
    found = find_example(domain)
    assert found is not None
    return found


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_example_of_a_pddl_world_is_what_that_world_answers(domain: str) -> None:
    assert (data_folder("prompts") / "examples" / f"{domain}.yaml").read_text(encoding="utf-8") == as_text(domain)


@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_every_domain_has_an_example_with_a_failure_that_is_looked_at_again(domain: str) -> None:
    shown = example(domain)
    failed = [number for number, milestone in enumerate(shown.milestones, 1) if not milestone.met]
    looked = [step.retrieve for milestone in shown.milestones for step in milestone.steps if step.retrieve]
    assert failed
    assert looked
    assert f"Action: retrieve({looked[0]})" in shown.as_subgoals(retrieval=True)
    assert "retrieve(" not in shown.as_subgoals(retrieval=False)
    assert "retrieve(" not in shown.as_pairs()
    assert "Subgoal:" not in shown.as_pairs()
    assert shown.milestones[-1].met
