"""Every public argument: one of a wrong kind is told in one line, and never as an error of Python's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from inspect import Parameter, isawaitable, signature
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from ariadne.errors import AriadneError, UserError
from ariadne.memory.arigraph.api.shared import MemorySettings
from ariadne.memory.arigraph.retrieval.request import Filters
from arigraph import AriGraph, Options, Schema, Text, wait
from tests.memory.arigraph.libraries import Letters, library

ODD = (
    5, None, b"x", "\ud800", object(), -1, True, 1.5, 10**30, float("nan"), "", "a\0b",
    (), [5], [None], {5: 5}, {"a": 5},
)  # fmt: skip
FACT = "ada, lives in, paris"
USUAL: dict[str, Any] = {
    "texts": ["Ada lives in Paris."],
    "queries": "Ada",
    "question": "Where does Ada live?",
    "triplet": FACT,
    "vertex": "ada",
    "origin": "hall",
    "destination": "cellar",
    "alias": "ada",
    "name": "ada lovelace",
    "what": "nobody",
    "embedder": Letters(),
    "path": "memory.db",
    "run": "run",
    "contents": {},
}
"""An argument for each parameter that needs one."""
CONSTRUCTORS = {"__init__", "open", "load", "from_run", "holding"}
METHODS = [
    name
    for name in (*vars(AriGraph), *vars(AriGraph.__mro__[1]), *vars(AriGraph.__mro__[2]), "__init__")
    if (name == "__init__" or not name.startswith("_")) and callable(getattr(AriGraph, name))
]


def named(method: str) -> Iterator[str]:
    """The names of the arguments of a method."""
    for name, parameter in signature(getattr(AriGraph, method)).parameters.items():
        if parameter.kind == Parameter.VAR_KEYWORD:
            yield from get_type_hints(Filters if name == "only" else MemorySettings, None, {"AsyncOpenAI": object})
        elif name != "self":
            yield name


def tried(use: Callable[[], Any]) -> None:
    """Use something, and check that an error is one of ours, in a line."""
    said = "done"
    try:
        made = use()
        if isawaitable(made):
            made = wait(made)  # type: ignore[arg-type]
        if isinstance(made, AriGraph):
            made.close()
    except AriadneError as error:
        said = str(error)
    assert said
    assert "\n" not in said


@pytest.mark.parametrize("method", dict.fromkeys(METHODS))
def test_a_method_tells_an_argument_of_a_wrong_kind(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    # Looking up other packages' models, and reading the system's certificates, would take most of the time.
    monkeypatch.setattr("ariadne.models.registry.entry_points", lambda **_: ())
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    parameters = signature(getattr(AriGraph, method)).parameters
    usual = {name: value for name, value in USUAL.items() if name in parameters}
    for name in named(method):
        memory = library()
        for odd in ODD:
            if not memory.facts():
                wait(memory.learn("Ada lives in Paris.", facts=[FACT]))
            model = {"model": "m", "base_url": "http://127.0.0.1:9/v1"} if method in CONSTRUCTORS else {}
            given = {**model, **usual, name: odd}
            use = AriGraph if method == "__init__" else getattr(memory, method)
            tried(partial(use, **given))


@pytest.mark.parametrize("kind", [Options, Schema, Text])
def test_a_setting_of_a_wrong_kind_is_told_before_it_is_used(kind: type[Any]) -> None:
    async def model(messages: object) -> str:
        return "{}"

    def used(made: Any) -> None:
        options = made if kind is Options else Options(schema=made if kind is Schema else None)
        memory = AriGraph(model, Letters(), options=options)
        wait(memory.learn_many([made if kind is Text else "Ada lives in Paris."]))
        wait(memory.recall("Ada"))

    for field in fields(kind):
        for odd in ODD:
            tried(lambda odd=odd, name=field.name: used(kind(**{name: odd})))  # type: ignore[misc]


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_is_refused_unless_facts_or_metadata_come_with_it(text: str) -> None:
    memory = library()
    for learn in (lambda: memory.learn(text), lambda: memory.learn_many([text])):
        with pytest.raises(UserError, match="nothing to learn: the text is empty"):
            wait(learn())
    wait(memory.learn("", facts=[FACT]))
    wait(memory.learn("", metadata={"page": 2}))
    assert memory.stats().texts == 2


def test_a_file_in_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no folder"):
        AriGraph(path=tmp_path / "none" / "people.db")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("work", [None, 5, library().stats()])
def test_only_coroutines_are_waited_for(work: Any) -> None:
    with pytest.raises(UserError, match="wait takes a coroutine"):
        wait(work)


async def test_a_misspelled_argument_is_refused_and_no_filter_or_scope_is_ignored(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="no argument 'scop'"):
        AriGraph(embedder=Letters(), path=tmp_path / "life.db", scop="user:1")  # type: ignore[call-arg]
    assert not [*tmp_path.iterdir()]
    memory = library()
    with pytest.raises(TypeError, match="no argument 'sourc'; there are at, metadata, since, source, until"):
        await memory.recall("Ada", sourc="letter.txt")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no argument 'budget'"):
        await memory.answer("Where is Ada?", budget=100)  # type: ignore[call-arg]
