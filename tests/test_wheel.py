"""What people install: the sdist is built from a checkout, the wheel from the sdist, and a game is played with it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest

import arigraph
from tests.test_own_pages import PLUGINS, page
from tests.test_readme import blocks

pytestmark = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.xdist_group("wheel")]

ROOT = Path(__file__).parent.parent
END = "-py3-none-any.whl"


@dataclass(frozen=True)
class Installed:
    """A fresh environment with the wheel, and a folder that has nothing to do with the checkout."""

    bin: Path
    elsewhere: Path

    def run(self, command: str, *arguments: str) -> str:
        return run([self.bin / command, *arguments], self.elsewhere)

    def install(self, *packages: Path) -> None:
        """Install wheels, and folders that are built here, with nothing that they depend on."""
        pip = [sys.executable, "-m", "pip", "--python", self.bin / "python", "install"]
        run([*pip, "--no-deps", "--no-index", "--no-build-isolation", *packages], self.elsewhere)


def run(command: list[str | Path], folder: Path) -> str:
    """What a command prints, with nothing of the tests' own environment in its way."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ARIADNE_HOME")}
    done = subprocess.run(
        command, cwd=folder, env=kept, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def left_behind(folder: str, names: list[str]) -> set[str]:
    """What a checkout holds besides its files."""
    here = Path(folder)
    written = {"runs"} if here == ROOT else {"built"} if here == ROOT / "games" else set()
    return {name for name in names if name.startswith(".") or name == "__pycache__"} | written


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a checkout in which games were built and played."""
    folder = tmp_path_factory.mktemp("build")
    checkout = folder / "checkout"
    shutil.copytree(ROOT, checkout, ignore=left_behind)
    for left in ("games/built/treasure-hunt-1.z8", "runs/1/episodes/1/events.jsonl"):
        (checkout / left).parent.mkdir(parents=True)
        (checkout / left).touch()
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist"], checkout)
    return next((folder / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    """The files in the wheel."""
    with ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Ariadne comes from the wheel; what it depends on from the environment of the tests."""
    environment, elsewhere = tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("elsewhere")
    EnvBuilder(symlinks=True).create(environment)
    python = environment / "bin" / "python"
    packages = Path(run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], elsewhere).strip())
    dependencies = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "dependencies.pth").write_text("\n".join(dependencies), encoding="utf-8")
    installed = Installed(environment / "bin", elsewhere)
    installed.install(wheel)
    return installed


def test_wheel_and_sdist_are_fit_for_an_index(wheel: Path) -> None:
    packages = sorted(wheel.parent.iterdir())
    assert [path.name for path in packages] == [f"arigraph-{arigraph.__version__}{end}" for end in (END, ".tar.gz")]
    said = run([sys.executable, "-m", "twine", "check", "--strict", *packages], wheel.parent)
    assert said.count("PASSED") == len(packages)


def test_prompts_and_presets_are_in_the_wheel(names: list[str]) -> None:
    here = [path.relative_to(ROOT) for folder in ("prompts", "games") for path in (ROOT / folder).rglob("*.*")]
    data = [path for path in here if path.suffix in (".yaml", ".pddl") and "built" not in path.parts]
    assert {".yaml", ".pddl"} == {path.suffix for path in data}
    assert {f"ariadne/_data/{path.as_posix()}" for path in data} <= set(names)
    assert "ariadne/py.typed" in names


def test_nothing_else_is_in_the_wheel(names: list[str]) -> None:
    assert {name.split("/")[0] for name in names} == {"ariadne", "ariadne_games", "arigraph", wheel_metadata(names)}
    assert not [name for name in names if "built" in name or name.endswith((".z8", ".jsonl", ".pyc"))]
    assert {name.split("/")[2] for name in names if name.startswith("ariadne/_data/")} == {"prompts", "games", "plans"}


def test_the_code_comes_from_the_wheel(installed: Installed) -> None:
    where = Path(installed.run("python", "-c", "import ariadne; print(ariadne.__file__)").strip())
    assert where.is_relative_to(installed.bin.parent)


def test_a_game_is_played_from_another_folder(installed: Installed) -> None:
    line = installed.run("ariadne", "play", "treasure-hunt", "--json")
    assert line.count("\n") == 1
    summary = json.loads(line)
    assert summary["won"]
    assert summary["normalized_score"] == 1
    assert {path.name for path in installed.elsewhere.iterdir()} == {"games", "runs"}
    assert list((installed.elsewhere / summary["run"]).rglob("events.jsonl"))


def test_the_plugins_of_the_pages_are_played(installed: Installed) -> None:
    """Those who add parts of their own need nothing but what is installed, and what `docs/own-*.md` tells."""
    installed.install(*PLUGINS)
    shutil.copy(ROOT / "tests" / "plugins" / "data_set" / "2wiki.json", installed.elsewhere)
    for plugin in PLUGINS:
        lines = [line for line in blocks("bash", page(plugin))[0].splitlines() if line.startswith("ariadne ")]
        assert lines
        for line in lines:
            installed.run(*shlex.split(line))
    for run in (installed.elsewhere / "runs").iterdir():
        card = json.loads(installed.run("ariadne", "scorecard", str(run), "--format", "json"))
        assert card.get("played") or card.get("rows")


def wheel_metadata(names: list[str]) -> str:
    return next(name.split("/")[0] for name in names if name.endswith("/METADATA"))
