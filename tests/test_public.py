"""The public surface stays put: what is exported is what is promised."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ariadne
from ariadne import errors

PROMISED = ["AriGraph", "Change", "Edge", "EpisodeNode", "Found", "Options", "Triplet", "__version__", "wait"]


def test_what_is_exported_is_what_is_promised() -> None:
    assert sorted(ariadne.__all__) == PROMISED


@pytest.mark.parametrize("name", PROMISED)
def test_each_name_can_be_imported(name: str) -> None:
    scope: dict[str, object] = {}
    exec(f"from ariadne import {name}", scope)
    if name != "__version__":
        assert scope[name].__doc__


def test_all_of_them_at_once() -> None:
    scope: dict[str, object] = {}
    exec("from ariadne import *", scope)
    assert set(PROMISED) <= set(scope)


def test_what_is_not_promised_is_an_ordinary_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Minotaur'"):
        ariadne.Minotaur  # noqa: B018


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "ariadne-agent"
    assert ariadne.__version__ == project["version"]


def test_the_package_is_typed() -> None:
    assert (Path(ariadne.__file__).parent / "py.typed").is_file()


def test_every_error_of_ours_is_one_of_the_tree() -> None:
    for module in pkgutil.walk_packages(ariadne.__path__, "ariadne."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == module.name:
                assert issubclass(value, errors.AriadneError), f"{module.name}.{name}"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UserError("no"), 2),
        (errors.MissingPackage("this", "that"), 2),
        (errors.Failure("no"), 1),
        (errors.AnswerError("no"), 1),
    ],
)
def test_an_error_knows_its_exit_code(error: errors.AriadneError, code: int) -> None:
    assert error.exit_code == code


def test_a_missing_package_names_the_command_that_mends_it() -> None:
    assert "pip install 'ariadne-agent[local]'" in str(errors.MissingPackage("a model", "ariadne-agent[local]"))


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "[name for name in ('numpy', 'networkx', 'openai', 'textworld', 'torch') if name in sys.modules]"
    code = f"import sys, ariadne; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
