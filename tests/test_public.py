"""The public names are exactly those promised."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ariadne
import arigraph
from ariadne import errors

PROMISED = [
    "Answer",
    "AriGraph",
    "Call",
    "Change",
    "Edge",
    "EpisodeNode",
    "Found",
    "Options",
    "Receipt",
    "Retired",
    "Schema",
    "Spent",
    "Stats",
    "Text",
    "Triplet",
    "__version__",
    "wait",
]


def test_what_is_exported_is_what_is_promised() -> None:
    assert sorted(arigraph.__all__) == PROMISED
    assert set(PROMISED) <= set(dir(arigraph))


@pytest.mark.parametrize("name", PROMISED)
def test_each_name_is_described(name: str) -> None:
    assert getattr(arigraph, name).__doc__
    assert name in (arigraph.__doc__ or "")


@pytest.mark.parametrize("package", [ariadne, arigraph])
def test_the_packages_are_typed(package: ModuleType) -> None:
    assert (Path(package.__file__ or "").parent / "py.typed").is_file()


@pytest.mark.slow
def test_every_error_of_ours_is_one_of_the_tree() -> None:
    for module in pkgutil.walk_packages(ariadne.__path__, "ariadne."):
        if module.name.endswith("__main__"):
            continue
        try:
            known = vars(importlib.import_module(module.name))
        except errors.MissingPackage:
            continue  # The extra is not installed.
        for name, value in known.items():
            if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == module.name:
                assert issubclass(value, errors.AriadneError), f"{module.name}.{name}"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UserError("no"), 2),
        (errors.MissingPackage("this"), 2),
        (errors.Failure("no"), 1),
        (errors.AnswerError("no"), 1),
    ],
)
def test_an_error_knows_its_exit_code(error: errors.AriadneError, code: int) -> None:
    assert error.exit_code == code


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "[name for name in ('numpy', 'networkx', 'openai', 'textworld', 'torch') if name in sys.modules]"
    code = f"import sys, ariadne; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_library_loads_nothing_of_the_reasoner() -> None:
    code = "import sys, arigraph; print([name for name in sys.modules if name.startswith('ariadne.reasoner')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
