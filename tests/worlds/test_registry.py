from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.errors import UserError
from ariadne.worlds.registry import find_game, find_seeds
from ariadne.worlds.world import complete
from tests.conftest import Game
from tests.other_package import install


def copied(story: Path, folder: Path, card: bool) -> Path:
    for suffix in (".z8", ".json", ".yaml") if card else (".z8", ".json"):
        shutil.copy(story.with_suffix(suffix), folder / f"mine{suffix}")
    return folder / "mine.z8"


def test_a_story_with_a_card_is_the_game_on_its_card(game: Game) -> None:
    found = find_game(str(game("treasure-hunt")))
    assert (found.name, found.seed, found.max_steps) == ("small-treasure-hunt", 1, 150)
    assert len(found.digest()) == 16


def test_a_story_without_a_card_is_named_after_its_file(game: Game, tmp_path: Path) -> None:
    story = copied(game("treasure-hunt"), tmp_path, card=False)
    found = find_game(str(story))
    assert (found.name, found.seed, found.max_steps, found.preset) == ("mine", None, 150, None)
    assert find_game(str(story), seed=7).seed == 7


def test_a_story_that_textworld_did_not_write_is_jerichos(lighthouse: Path, tmp_path: Path) -> None:
    found = find_game(str(lighthouse))
    assert (found.name, found.seed, found.max_steps, found.preset) == ("lighthouse", None, 30, None)
    story = Path(shutil.copy(lighthouse, tmp_path / "mine.z5"))
    story.with_suffix(".yaml").write_text("max_steps: 12\ngoal: Light it.\n")
    found = find_game(str(story), seed=3)
    assert (found.name, found.seed, found.max_steps) == ("mine", 3, 12)
    with closing(found.open()) as world:
        assert (world.domain, world.goal, world.briefing) == ("jericho", "Light it.", "")
    story.with_suffix(".json").write_text("{}")
    with pytest.raises(UserError, match="was not written by TextWorld"):
        find_game(str(story))


def test_a_story_in_the_folder_goes_by_its_name(
    lighthouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIADNE_STORIES", str(lighthouse.parent))
    assert find_game("lighthouse").source == lighthouse
    with pytest.raises(UserError, match="unknown name 'zork'"):
        find_game("zork")
    monkeypatch.setenv("ARIADNE_STORIES", str(tmp_path / "gone"))
    assert find_game(str(lighthouse)).source == lighthouse
    with pytest.raises(UserError, match="there is no folder of stories"):
        find_game("lighthouse")


def test_a_seeded_game_of_a_kind_without_usual_seeds_is_evaluated_with_those_wanted(lighthouse: Path) -> None:
    assert find_seeds(str(lighthouse)) == (None,)
    assert find_seeds(str(lighthouse), (2, 3)) == (2, 3)


def test_a_world_without_an_attribute_is_told_by_its_name() -> None:
    with pytest.raises(UserError, match="the world object has no `domain`"):
        complete(object())  # type: ignore[arg-type]


def test_two_seeds_are_one_too_many() -> None:
    assert find_game("gripper/3", 3).seed == 3
    with pytest.raises(UserError, match="names seed 3, but --seed is 4"):
        find_game("gripper/3", 4)


def test_a_number_behind_the_name_of_a_single_game_is_refused() -> None:
    with pytest.raises(UserError, match="is one game, whatever the seed"):
        find_game(f"{find_game('gripper/3').source}/2")


def test_a_task_of_a_pddl_world_has_a_name() -> None:
    found = find_game("gripper/3")
    assert (found.name, found.seed, found.max_steps, found.preset) == ("gripper", 3, 30, None)
    assert found.source.name == "3.pddl"
    with closing(found.open()) as world:
        assert world.domain == "gripper"
        assert len(world.walkthrough) == 23


def test_a_pddl_problem_is_given_by_its_path(tmp_path: Path) -> None:
    source = find_game("gripper/3").source
    for name in ("domain.pddl", "3.pddl"):
        shutil.copy(source.with_name(name), tmp_path / name)
    found = find_game(str(tmp_path / "3.pddl"))
    assert (found.name, found.max_steps) == ("3", 30)
    with closing(found.open()) as world:
        assert world.domain == "gripper"


def test_a_number_behind_a_name_is_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("family: cooking\ndescription: Mine.\nmax_steps: 9\n")
    for found in (find_game(f"{path}/4"), find_game(str(path), 4)):
        assert (found.name, found.seed, found.max_steps) == ("mine", 4, 9)
    assert find_seeds(str(path), (4, 5)) == (4, 5)
    assert find_seeds(f"{path}/4", (7,)) == (None,)


LAMPS = '''
from dataclasses import dataclass, field
from pathlib import Path

from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.world import Score, Turn


@dataclass
class Lamps:
    """As many lamps as the seed says, each of which has to be lit."""

    count: int
    lit: set = field(default_factory=set)
    domain, instructions, goal, briefing = "lamps", "", "Light!", ""

    @property
    def walkthrough(self):
        return tuple(f"light lamp {number}" for number in range(self.count))

    def reset(self):
        self.lit = set()
        return self._turn("")

    def step(self, command):
        self.lit |= {command} & set(self.walkthrough)
        return self._turn(command)

    def score(self):
        return Score(len(self.lit), self.count, won=len(self.lit) == self.count)

    def close(self):
        pass

    def _turn(self, command):
        done = self.score().won
        return Turn(command, f"{len(self.lit)} lit.", "", () if done else self.walkthrough, "hall", done)


def find(name, seed):
    if name == "lamps":
        seed = seed or 2
        return Game(name, Path(__file__), seed, 7, lambda: Lamps(seed))


LAMPS = WorldKind(find, lambda: ["lamps"], lambda name: "Light them.", lambda name, wanted: wanted or (2, 3))
'''


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "ariadne.worlds", "lamps = lamps_world:LAMPS", LAMPS)


@pytest.mark.usefixtures("lamps")
def test_a_world_of_another_package_is_listed_shown_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    assert capsys.readouterr().out.endswith("\n\nlamps/2 … lamps/3  Light them.\n")
    assert run(["games", "show", "lamps/4"]) == 0
    assert "4 points" in capsys.readouterr().out
    assert run(["play", "lamps", "--seed", "5", "--agent", "walkthrough", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["game"], summary["seed"], summary["won"], summary["steps"]) == ("lamps", 5, True, 5)
    assert run(["play", "lamp"]) == 2
    assert "did you mean lamps" in capsys.readouterr().err


@pytest.mark.nightly
@pytest.mark.usefixtures("lamps")
def test_a_world_of_another_package_is_evaluated(capsys: pytest.CaptureFixture[str]) -> None:
    plan = ["--games", "lamps,lamps/1", "--agents", "ariadne", "--memories", "none", "--processes", "0"]
    assert run(["eval", *plan, "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith("episodes: 3; if all take all their steps, at most about 21 calls")
    assert run(["eval", *plan]) == 0
    assert "lamps" in capsys.readouterr().out


def test_a_world_that_cannot_be_loaded_is_one_clear_line_where_it_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(tmp_path, monkeypatch, "ariadne.worlds", "lamps = lamps_world:LAMPS", "import no_such_lamps")
    said = "lamps (ariadne.worlds) of lamps_world cannot be loaded: No module named 'no_such_lamps'"
    assert run(["play", "lamps"]) == 2
    assert capsys.readouterr().err == f"error: {said}\n"
    assert find_game("cooking").name == "cooking"
    assert run(["games"]) == 0
    assert capsys.readouterr().err == f"cannot list lamps: {said}\n"
