"""File and process have the same contents, for any texts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.exchange import from_lines, to_lines
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.storage.store import Store
from ariadne.triplet import clean
from arigraph import AriGraph, Edge, Triplet, wait
from tests.memory.arigraph.libraries import Letters, library

KEY = "sk-0123456789-Abcdefgh"
IN_BASE64 = b64encode(f"x{KEY}".encode()).decode()
PIECES = [
    "\ud800",
    "\ud83d",
    "\ude00",
    "\0",
    "\r\n",
    "\x85",
    "\u2028",
    "e\u0301",
    "İ",
    "ǅ",
    "|",
    "(",
    "null",
    KEY,
    IN_BASE64,
]
texts = st.lists(st.characters(exclude_categories=()) | st.sampled_from(PIECES), max_size=8).map("".join)
facts = st.tuples(texts, texts, texts).filter(lambda parts: all(map(clean, parts)))
numbers = st.integers(-(10**300) + 1, 10**300 - 1) | st.floats(allow_nan=False, allow_infinity=False)
metadata = st.dictionaries(texts, texts | numbers | st.booleans(), max_size=3)

Held = tuple[tuple[Edge, ...], list[EpisodeNode]]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def held(memory: AriGraph) -> Held:
    """The contents of a memory, after checking its file."""
    assert not wait(memory.check())
    return memory.history(), [*memory.told()]


def lives(path: Path) -> Iterator[Held]:
    """The contents of a file for its writer, for a reader, and as an export."""
    for is_reader in (False, True):
        with AriGraph.open(path, embedder=Letters(), read_only=is_reader) as memory:
            yield held(memory)
    with closing(Store(path, read_only=True)) as store:
        contents = from_lines([*to_lines(store.load())])[""]
    yield contents.graph.history(), [*contents.episodic.nodes]


@settings(max_examples=12)
@given(text=texts, fact=facts, other=facts, source=texts, said=metadata)
@example(
    "Dan lives in \ud800Bonn.", ("dan", "lives in", "\ud800bonn"), ("dan", "is", "?"), "\ud83d", {"\ud83d": "\ude00"}
)
@example("\ud83d\ude00", ("\ud83d", "is", "\ude00"), ("dan", "likes", "\ud83d\ude00"), "", {"a": 10**299, "\0": "\0"})
@example(f"my key is {KEY}", ("my key", "is", KEY), (f"({KEY})", "is", f"[{KEY}]"), KEY, {KEY: KEY})
def test_file_and_process_have_the_same_contents(
    text: str, fact: tuple[str, str, str], other: tuple[str, str, str], source: str, said: Metadata
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "m.db"
        with AriGraph(embedder=Letters(), path=path) as memory:
            wait(memory.learn(text, facts=[fact], source=source, metadata=said))
            wait(memory.learn(text, facts=[other], ended=[fact], source=source, metadata=said))
            here = held(memory)
            assert [str(edge.triplet) for edge in memory.history(fact[0])]
            assert memory.sources(memory.facts()[-1].triplet)
        assert all(there == here for there in lives(path))
        assert KEY not in repr(here)
        assert KEY.encode() not in path.read_bytes()


@settings(max_examples=12)
@given(text=texts, fact=facts, said=metadata, number=st.integers(0, 2))
@example("\ud800", ("\ud800", "is", "\ud83d"), {"\ud800": "\ud800"}, 0)
def test_learned_values_are_found_by_their_own_text(
    text: str, fact: tuple[str, str, str], said: Metadata, number: int
) -> None:
    with TemporaryDirectory() as folder, library(Path(folder) / "m.db") as memory:
        wait(memory.learn(text, facts=[fact], source=text, metadata=said))
        (edge,) = [edge for edge in memory.facts() if edge.triplet == Triplet(*fact)]
        assert edge in memory.history(fact[0])
        assert edge in memory.history(fact[2])
        assert memory.sources(edge.triplet)
        wait(memory.recall(text, exclude=[text], plan=[text], metadata=said))
        wait(memory.answer(text))
        with suppress(UserError):
            wait(memory.merge(fact[0], text))
        named = {"what": text} if number == 0 else {"source": text} if number == 1 else {"metadata": said or {"": ""}}
        if text.strip() and (said or number != 2):
            wait(memory.forget(**named))
            assert not [node for node in memory.told() if node.forgotten is None]
            wait(memory.erase(**named))
            assert not memory.told()
        assert not wait(memory.check())


@settings(max_examples=12)
@given(said=st.lists(st.tuples(texts, texts), min_size=1, max_size=3))
def test_messages_are_stored_like_texts(said: list[tuple[str, str]]) -> None:
    messages = [{"role": "user", "name": name, "content": content} for name, content in said if clean(name)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "m.db"
        with AriGraph(embedder=Letters(), path=path) as memory:
            wait(memory.learn(messages=messages))
            here = held(memory)
        assert all(there == here for there in lives(path))


@pytest.mark.parametrize("digits", [300, 5000])
def test_a_number_with_too_many_digits_is_refused(digits: int, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with AriGraph(embedder=Letters(), path=path) as memory:
        with pytest.raises(UserError, match="'page'"):
            wait(memory.learn("Ada lives in Paris.", metadata={"page": -(10**digits)}))
        assert held(memory) == ((), [])


def test_a_number_with_the_digits_of_a_key_becomes_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "1234567890")
    with AriGraph(embedder=Letters(), path=tmp_path / "m.db") as memory:
        wait(memory.learn("Ada lives in Paris.", metadata={"phone": 1234567890}))
        here = held(memory)
        assert here[1][0].metadata == {"phone": "(key)"}
    assert all(there == here for there in lives(tmp_path / "m.db"))


@pytest.mark.parametrize("name", ["user:\ud800", "\ud83d\ude00", KEY])
def test_an_unstorable_name_of_a_scope_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="scope"):
        AriGraph(embedder=Letters(), scope=name)
