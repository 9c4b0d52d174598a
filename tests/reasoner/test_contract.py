"""The reasoner's contract: it sees only a question's inputs, and knows no game."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne import reasoner
from ariadne.files import data_folder
from ariadne.games.catalogue import load_catalogue
from ariadne.reasoner.model import RULES, same_words
from tests.reasoner.scenes import names, prose
from tests.reasoner.test_model import QUESTIONS
from tests.test_layers import imported

# The files are parsed once for these tests and those of all layers.
pytestmark = pytest.mark.xdist_group("layers")

FOLDER = Path(reasoner.__file__).parent
MODULES = sorted(FOLDER.rglob("*.py"))

# What the reasoner may import from the package: itself, questions and replies, triplets and plurals.
KNOWN = (
    "ariadne.reasoner",
    "ariadne.models.model",
    "ariadne.models.question",
    "ariadne.models.answers",
    "ariadne.models.prompt",
    "ariadne.models.prices",
    "ariadne.geography",
    "ariadne.plurals",
    "ariadne.triplet",
    "ariadne.caches",
    "ariadne.errors",
)

# Run in its own process, since an audit hook cannot be removed: the files that answering opens, and the answers.
WATCHED = """
import asyncio, json, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from ariadne.reasoner import RulesModel
from tests.reasoner.test_model import QUESTIONS, TIDYING
opened.clear()
said = [asyncio.run(RulesModel().answer(question)).text for question in (*QUESTIONS.values(), *TIDYING)]
print(json.dumps([opened, said]))
"""
ROOT = Path(__file__).parents[2]


def test_the_rules_import_nothing_of_games_worlds_memories_or_runs() -> None:
    for path in MODULES:
        for module in imported(path):
            assert module.startswith(KNOWN), f"{path.name} imports {module}"


# Packages on one line are independent; imports go down.
ROOMS = (("lexicon",), ("reading", "sense"), ("playing",), ("remembering",), ("model",), ("__init__",))
FLOOR = {room: number for number, rooms in enumerate(ROOMS) for room in rooms}


def test_a_room_of_the_reasoner_knows_those_below_it() -> None:
    for path in MODULES:
        here = path.relative_to(FOLDER).parts[0].removesuffix(".py")
        for module in imported(path):
            _, layer, there, *_ = *module.split("."), "__init__"
            if layer == "reasoner" and there != here:
                assert FLOOR[there] < FLOOR[here], f"{path.name} imports {module}"


def strings(path: Path) -> Iterator[str]:
    """All string constants of a module except docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield node.value


# Words that kitchens need.
SHARED = {
    "toaster": "one of the things that heat food, by which notes say what each is for",
    "orange": "a colour, among the others",
}


def test_no_string_in_the_rules_is_the_name_of_a_thing_in_the_catalogue() -> None:
    things = load_catalogue().things.keys() - SHARED.keys()
    for path in MODULES:
        for text in strings(path):
            # Alternatives of a pattern and words of a list count separately.
            parts = {text, *text.split("|"), *text.split()}
            assert not {part.strip().lower() for part in parts} & things, path.name


def test_no_string_in_the_rules_names_a_file_of_a_game() -> None:
    presets = {path.stem for path in data_folder("games").glob("*.yaml")}
    for path in MODULES:
        for text in strings(path):
            assert not text.endswith((".z8", ".z5", ".ulx"))
            assert text not in presets - {"cooking", "cleaning"}, f"{path.name}: {text}"


def watched(seed: int) -> list[list[str]]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": str(seed),
    }
    done = subprocess.run(
        [sys.executable, "-c", WATCHED], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
    )
    told: list[list[str]] = json.loads(done.stdout)
    return told


def test_answering_opens_no_file_of_others_and_does_not_depend_on_the_order_of_sets() -> None:
    opened, said = watched(1)
    files = {(ROOT / name).resolve() for name in opened}
    assert FOLDER / "sense" / "kinds.yaml" in files
    own = (FOLDER, data_folder("prompts"), *map(Path, _libraries()))
    for path in files:
        assert any(path.is_relative_to(folder.resolve()) for folder in own), f"the reasoner opened {path}"
    assert watched(2)[1] == said


def _libraries() -> Iterator[str]:
    """The folders of Python and of packages that may be imported late."""
    import sysconfig

    yield from {sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    yield "/dev"


@pytest.mark.parametrize("name", RULES)
def test_the_same_inputs_have_the_same_answer_and_stay_as_they_are(name: str) -> None:
    inputs: Mapping[str, Any] = QUESTIONS[name].inputs
    before = json.dumps(inputs)
    first = RULES[name](inputs, same_words)
    for other in RULES:
        RULES[other](QUESTIONS[other].inputs, same_words)
    assert RULES[name](inputs, same_words) == first
    assert json.dumps(inputs) == before


@given(
    st.lists(prose, min_size=1, max_size=3), st.lists(names.map("take {}".format), min_size=1, max_size=5, unique=True)
)
def test_what_was_answered_before_leaves_no_trace(texts: list[str], actions: list[str]) -> None:
    inputs: dict[str, str | list[str]] = {
        **dict.fromkeys(("observations", "history", "facts", "known"), texts),
        "observation": texts[0],
        "plan": [f"{action} | soon" for action in actions],
        "actions": actions,
    }
    asked = {name: {**inputs, "new": texts if name == "replace" else "1"} for name in RULES}
    fresh = {name: rule(asked[name], same_words) for name, rule in RULES.items()}
    assert {name: rule(asked[name], same_words) for name, rule in reversed(RULES.items())} == fresh
