from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ariadne.agents import example
from ariadne.agents.agent import Setting
from ariadne.agents.example import find_example
from ariadne.agents.hiagent import StepAgent
from ariadne.errors import UserError
from ariadne.files import data_folder
from ariadne.memory.full_history import FullHistory
from ariadne.memory.hiagent import HiAgentMemory, Switches
from ariadne.worlds.world import Turn
from tests.scripted import Events, Script, shown

TYRE = """
goal: w1 is in boot.
opening: Boot is closed.
milestones:
  - subgoal: Loosen the nut.
    steps:
      - {action: loosen nut2, observation: Nothing happens.}
    met: false
  - subgoal: Find out why.
    steps:
      - {retrieve: 1}
      - {action: loosen nut1, observation: The nut is loose.}
      - {action: open boot, observation: Boot is open.}
"""
SUBGOALS = """Goal: w1 is in boot.
Boot is closed.
1 Subgoal: Loosen the nut.
Action: loosen nut2
Observation: Nothing happens. The sub-goal is not met.
2 Subgoal: Find out why.
Action: retrieve(1)
Observation: What was done for sub-goal 1 is shown.
Action: loosen nut1
Observation: The nut is loose.
Action: open boot
Observation: Boot is open. The sub-goal is met."""
PAIRS = """Goal: w1 is in boot.
Boot is closed.
Action: loosen nut2
Observation: Nothing happens.
Action: loosen nut1
Observation: The nut is loose.
Action: open boot
Observation: Boot is open."""

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write an example into the folder where examples are looked up."""
    folder = tmp_path / "prompts" / "examples"
    folder.mkdir(parents=True)
    monkeypatch.setattr(example, "data_folder", lambda name: tmp_path / name)
    find_example.cache_clear()

    def written(domain: str, text: str) -> Path:
        path = folder / f"{domain}.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    yield written
    find_example.cache_clear()


def test_an_example_is_told_under_numbered_sub_goals(write: Write) -> None:
    """HiAgent, appendix B.2."""
    write("tyre", TYRE)
    found = find_example("tyre")
    assert found is not None
    assert found.as_subgoals(retrieval=True) == SUBGOALS


def test_for_the_standard_strategy_there_are_pairs_alone(write: Write) -> None:
    """HiAgent, appendix B.1."""
    write("tyre", TYRE)
    found = find_example("tyre")
    assert found is not None
    assert found.as_pairs() == PAIRS


@pytest.mark.parametrize(
    ("memory", "subgoals", "told"),
    [
        (Switches(), True, SUBGOALS),
        (Switches(summarize=False), True, SUBGOALS),
        (None, False, PAIRS),
        (Switches(), False, PAIRS),
    ],
)
async def test_the_model_is_shown_the_example_of_its_world_in_its_own_notation(
    write: Write, memory: Switches | None, subgoals: bool, told: str
) -> None:
    write("tyre", TYRE)
    script = Script(subgoal_step=[f"Subgoal: part {number}\nAction: look" for number in range(3)])
    chosen = HiAgentMemory(script.ask, Events(), memory) if memory else FullHistory()
    agent = StepAgent(chosen, script.ask, Events(), Setting("tyre"), subgoals)
    await agent.begin("r1 is inflated.")
    for _ in range(3):
        await agent.decide([Turn("", "Boot is closed.", "", ("look",), "")])
    assert told in shown(script.of("subgoal_step" if subgoals else "step")[-1])


@pytest.mark.parametrize("switches", [Switches(retrieve=False), Switches(fold=False)])
async def test_without_retrieval_the_prompt_shows_no_example_of_it(write: Write, switches: Switches) -> None:
    write("tyre", TYRE)
    script = Script()
    agent = StepAgent(HiAgentMemory(script.ask, Events(), switches), script.ask, Events(), Setting("tyre"))
    await agent.begin("r1 is inflated.")
    await agent.decide([Turn("", "Boot is closed.", "", ("look",), "")])
    assert "2 Subgoal: Find out why.\nAction: loosen nut1" in shown(script.asked[0])
    assert "retrieve" not in shown(script.asked[0])


@pytest.mark.parametrize("domain", ["", "nowhere", "..", "/etc/passwd"])
def test_an_unknown_world_has_no_example(write: Write, domain: str) -> None:
    write("tyre", TYRE)
    assert find_example(domain) is None


def test_no_name_of_a_world_leads_out_of_the_folder(write: Write) -> None:
    path = write("tyre", TYRE)
    path.rename(path.parents[1] / "tyre.yaml")
    assert find_example("../tyre") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("goal: [", "is not a valid example"),
        (TYRE.replace("met: false", "mett: false"), "milestones.0.mett"),
        (TYRE.replace("{retrieve: 1}", "{retrieve: 2}"), "sub-goal 2 can only retrieve those before it"),
        (TYRE.replace("{retrieve: 1}", "{}"), "a step is an action with an observation"),
    ],
)
def test_an_invalid_example_file_is_a_one_line_error(write: Write, text: str, said: str) -> None:
    path = write("tyre", text)
    with pytest.raises(UserError) as raised:
        find_example("tyre")
    line = str(raised.value)
    assert said in line
    assert str(path) in line
    assert "\n" not in line
    assert "pydantic" not in line


def test_every_example_that_ships_can_be_shown() -> None:
    find_example.cache_clear()
    paths = sorted((data_folder("prompts") / "examples").glob("*.yaml"))
    assert paths
    for path in paths:
        found = find_example(path.stem)
        assert found is not None
        assert f"{len(found.milestones)} Subgoal: " in found.as_subgoals(retrieval=True)
