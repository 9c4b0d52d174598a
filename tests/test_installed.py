"""Ariadne in other environments: its origin, and its coexistence with the GraphQL library `ariadne`."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from ariadne.errors import MissingPackage
from ariadne.installed import requirement
from tests.command import ROOT


def place(folder: Path) -> Path:
    """A folder of packages with ours, laid out as in the wheel."""
    package = folder / "ariadne"
    (package / "_data").mkdir(parents=True)
    for path in (ROOT / "ariadne").glob("[!_.]*"):
        (package / path.name).symlink_to(path)
    for name in ("__init__.py", "__main__.py"):
        (package / name).symlink_to(ROOT / "ariadne" / name)
    for name in ("prompts", "games", "plans"):
        (package / "_data" / name).symlink_to(ROOT / name)
    (folder / "arigraph").symlink_to(ROOT / "arigraph")
    return folder


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages of a folder first, and without the checkout."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); " + arguments[0]
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments[1:]], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        ({"url": "file:///a%20b/checkout", "dir_info": {"editable": True}}, "/a b/checkout[qa]"),
        (
            {"url": "https://host/us/arigraph", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}},
            "arigraph[qa] @ git+https://host/us/arigraph@0a1b",
        ),
        (None, "arigraph[qa]"),
    ],
)
def test_more_of_ariadne_comes_from_where_ariadne_came_from(
    tmp_path: Path, origin: dict[str, object] | None, said: str
) -> None:
    info = place(tmp_path) / "arigraph-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arigraph\nVersion: 1\n", encoding="utf-8")
    if origin:
        (info / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
    done = python(tmp_path, "from ariadne.installed import requirement; print(requirement('qa'))")
    assert (done.stdout, done.stderr) == (f"{said}\n", "")


def test_more_of_a_checkout_comes_from_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert requirement("qa") == ".[qa]"
    assert requirement() == "."
    monkeypatch.chdir(tmp_path)
    assert requirement("qa") == f"{ROOT}[qa]"


@pytest.fixture
def graphql_under(tmp_path: Path) -> Path:
    """Packages with ours installed over the GraphQL library, which has lost its first file."""
    folder = place(tmp_path / "packages")
    (folder / "ariadne" / "executable_schema.py").touch()
    return folder


@pytest.fixture
def graphql_over(graphql_under: Path) -> Path:
    """Packages with the GraphQL library installed over ours, whose first file is replaced."""
    first = graphql_under / "ariadne" / "__init__.py"
    first.unlink()
    first.write_text("class QueryType: ...\n", encoding="utf-8")
    return graphql_under


COMMAND = "import sys; from ariadne.cli import run; sys.exit(run(sys.argv[1:]))"
LIBRARY = "from arigraph import AriGraph; print(*AriGraph().sync.learn(facts=['ada, lives in, rome']).added)"


@pytest.mark.parametrize("packages", ["graphql_under", "graphql_over"])
def test_beside_the_graphql_library_command_and_memory_work(packages: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(packages)
    assert python(folder, LIBRARY).stdout == "ada, lives in, rome\n"
    done = python(folder, COMMAND, "--version")
    assert (done.stdout.split()[0], done.stderr) == ("ariadne", "")


def test_a_graphql_library_instead_of_a_checkout_is_reported(tmp_path: Path) -> None:
    (tmp_path / "ariadne").mkdir()
    (tmp_path / "ariadne" / "__init__.py").write_text("class QueryType: ...\n", encoding="utf-8")
    done = python(tmp_path, f"sys.path.insert(1, {str(ROOT)!r}); import arigraph")
    assert "ImportError: another package named `ariadne`" in done.stderr


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("ariadne.gym", "gymnasium", "gym"),
        ("ariadne.training.verifiers", "verifiers.v1", "verifiers"),
        ("arigraph.openai_agents", "agents", "agents"),
    ],
)
def test_a_missing_extra_is_named(module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingPackage, match=rf"pip install '.*\[{extra}\]'"):
        importlib.import_module(module)
