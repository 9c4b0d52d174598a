"""What all tests share: a home of their own for what is written, small games that are made once, and a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from hypothesis import settings

import ariadne
from ariadne.files import data_folder
from ariadne.games.make import make_game
from ariadne.games.presets import preset_from
from tests.report.chromium import ARGUMENTS, AXE, browser_path

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.embed.embedder import Embedder

# Threads that wait for one another in a spin take most of the time of small matrices; set before numpy is there.
os.environ.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"))

# A busy machine is no failure.
settings.register_profile("usual", deadline=None, max_examples=25)
settings.register_profile("fast", deadline=None, max_examples=10)
settings.load_profile("usual")

Game = Callable[[str], Path]
NUMBERS = count()

SMALL: dict[str, dict[str, Any]] = {
    "treasure-hunt": {"rooms": 5, "keys": 2},
    "cooking": {"rooms": 1, "ingredients": 1},
    "cleaning": {"rooms": 3, "things": 10, "misplaced": 2},
    "errands": {
        "rooms": 4, "things": 18, "locked": 1, "doors": 1, "fetch": 3, "put_back": 2, "beside": 1, "alike": 1,
        "as_it_was": 1, "shut": 1, "dish": 1, "inside": 1, "news": 2,
    },
}  # fmt: skip

FOREIGN: dict[str, dict[str, Any]] = {
    "coin-collector": {"level": 3},
    "treasure-hunter": {"level": 2},
    "simple": {},
    "custom": {"rooms": 3, "objects": 5, "quest_length": 3},
    "ftwp": {"recipe": 1, "take": 1, "go": 1, "open": False, "cook": False, "cut": False},
}
"""TextWorld's own families."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `-m`, one in ten of the tests marked `nightly` runs: those whose id has a CRC that ends in 0."""

    def is_left(item: pytest.Item) -> bool:
        # pytest-xdist adds the group of a test to its id.
        group = item.get_closest_marker("xdist_group")
        own = item.nodeid.removesuffix(f"@{group.args[0]}") if group else item.nodeid
        return item.get_closest_marker("nightly") is not None and crc32(own.encode()) % 10 != 0

    if config.option.markexpr:
        return
    left = {item for item in items if is_left(item)}
    config.hook.pytest_deselected(items=[*left])
    items[:] = [item for item in items if item not in left]


@pytest.fixture(autouse=True)
def _own_home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test writes into the folder that it is run from. None plays the user's stories, asks the user's
    endpoint, or uses the user's key."""
    own = "tmp_path" in request.fixturenames  # Most tests write nothing: they get the name of a folder, and no folder.
    folder = request.getfixturevalue("tmp_path") if own else tmp_path_factory.getbasetemp() / f"of-{next(NUMBERS)}"
    monkeypatch.setenv("ARIADNE_HOME", str(folder / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    for name in ("ARIADNE_STORIES", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the workers of pytest-xdist share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def made_games(request: pytest.FixtureRequest, kept: Path) -> Path:
    """A folder of games, which stays from one run of pytest to the next while their makers are the same."""
    if not request.config.pluginmanager.hasplugin("cacheprovider"):
        return kept / "games"
    package = Path(ariadne.__file__).parent
    makers = sorted([*package.glob("games/**/*.py"), *package.glob("worlds/*.py")])
    said = [path.read_bytes() for path in (*makers, data_folder("games") / "catalogue.yaml")]
    folder = request.config.cache.mkdir("games") / f"{crc32(b''.join([*said, version('textworld').encode()])):x}"
    for old in folder.parent.iterdir():
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    return folder


@pytest.fixture(scope="session")
def game(made_games: Path) -> Game:
    """The story of a small game of a family, made when first asked for."""

    @cache
    def story(family: str) -> Path:
        content = {"family": family, "description": "Small.", "knobs": {**SMALL, **FOREIGN}[family]}
        preset = preset_from(f"small-{family}", content, family)
        return make_game(preset, 1, made_games / preset.folder)

    return story


@pytest.fixture(scope="session")
def story(game: Game) -> str:
    """A treasure hunt, as commands take it."""
    return str(game("treasure-hunt"))


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The story that a source in `tests/worlds/stories` becomes; none of them is TextWorld's."""
    if shutil.which("inform") is None:
        pytest.skip("needs the Inform 6 compiler: apt-get install inform6-compiler inform6-library")
    folder = tmp_path_factory.mktemp("stories")

    @cache
    def story(name: str) -> Path:
        source, story = Path(__file__).parent / "worlds" / "stories" / f"{name}.inf", folder / f"{name}.z5"
        done = subprocess.run(["inform", str(source), str(story)], capture_output=True, text=True, check=False)
        assert story.is_file(), done.stdout
        return story

    return story


@pytest.fixture(scope="session")
def lighthouse(compiled: Game) -> Path:
    """Six rooms, four points, a win and a death."""
    return compiled("lighthouse")


@pytest.fixture
def built(game: Game) -> Path:
    """The home of the test, where the small games that are made from files of presets are those of all tests."""
    home = Path(os.environ["ARIADNE_HOME"])
    (home / "games").mkdir(parents=True)
    (home / "games" / "built").symlink_to(game("cooking").parent.parent)
    return home


@pytest.fixture(scope="session")
def minilm() -> Embedder:
    from ariadne.embed.registry import load_embedder

    return load_embedder("minilm")


@pytest.fixture(scope="session")
def texts(minilm: Embedder) -> TextCache:
    """Where the vector of each text is made once."""
    from ariadne.embed.cache import TextCache

    return TextCache(minilm)


@pytest.fixture(scope="session")
def similarity(texts: TextCache) -> Callable[[str, str], float]:
    return texts.similarity


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = browser_path()
    if chromium is None:
        pytest.skip("needs a browser: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core; it is for tests, and no part of Ariadne."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, which fetches axe-core")
    folder = tmp_path_factory.mktemp("axe-core")
    done = subprocess.run([npm, "pack", AXE], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("npm cannot fetch axe-core")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()
