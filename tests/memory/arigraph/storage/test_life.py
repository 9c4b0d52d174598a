"""Any sequence of operations leaves a memory equal to a model in plain dictionaries."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from ariadne.memory.arigraph.core import filed
from arigraph import AriGraph, Triplet, wait
from tests.memory.arigraph.libraries import library

# Few, so that what happens concerns what happened before.
VERTICES = ["ada", "bob", "cy"]
triplets = st.builds(Triplet, st.sampled_from(VERTICES), st.just("knows"), st.sampled_from(VERTICES))

SCOPES = st.sampled_from(["", "user:1"])
SOURCES = st.sampled_from(["", "letter", "diary"])
NAMES = st.sampled_from(VERTICES)


@dataclass(frozen=True)
class Text:
    said: str
    tells: tuple[Triplet, ...]
    source: str
    is_forgotten: bool = False

    def says(self, words: str) -> bool:
        return f" {words} " in f" {' '.join(re.findall(r'[a-z]+', self.said))} "


@dataclass
class Plain:
    """The model of a scope: all facts, each with its validity, and the texts."""

    facts: list[tuple[Triplet, bool]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    @property
    def valid(self) -> list[Triplet]:
        return [triplet for triplet, is_valid in self.facts if is_valid]

    def end(self, is_ended: Callable[[Triplet], bool]) -> None:
        self.facts = [(triplet, is_valid and not is_ended(triplet)) for triplet, is_valid in self.facts]

    def learn(self, told: list[Triplet], denied: list[Triplet], source: str, said: str) -> None:
        self.end(lambda triplet: triplet in denied and triplet not in told)
        self.facts += [(triplet, True) for triplet in dict.fromkeys(told) if triplet not in self.valid]
        self.texts.append(Text(said, tuple(dict.fromkeys(told)), source))

    def forget(self, is_named: Callable[[Text], bool], is_ended: Callable[[Triplet], bool]) -> None:
        self.end(is_ended)
        said = {text.said for text in self.texts if is_named(text)}
        self.texts = [replace(text, is_forgotten=text.is_forgotten or text.said in said) for text in self.texts]

    def erase(self, is_named: Callable[[Text], bool], is_erased: Callable[[Triplet], bool]) -> None:
        said = {text.said for text in self.texts if is_named(text)}
        gone = [text for text in self.texts if text.said in said]
        left = [text for text in self.texts if text.said not in said]
        still_told = {triplet for text in left if not text.is_forgotten for triplet in text.tells}
        erased = {triplet for text in gone for triplet in text.tells} - still_told
        erased |= {triplet for triplet, _ in self.facts if is_erased(triplet)}
        self.facts = [fact for fact in self.facts if fact[0] not in erased]
        self.texts = [replace(text, tells=tuple(each for each in text.tells if each not in erased)) for text in left]


class Life(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.lives = 0
        self.memory = self.open()
        self.plain = {"": Plain(), "user:1": Plain()}

    @property
    def path(self) -> Path:
        return self.folder / f"{self.lives}" / "life.db"

    def open(self) -> AriGraph:
        self.path.parent.mkdir(exist_ok=True)
        return library(self.path)

    @rule(scope=SCOPES, told=st.lists(triplets, min_size=1, max_size=3), source=SOURCES)
    def learn(self, scope: str, told: list[Triplet], source: str) -> None:
        self.read(scope, told, [], source)

    @rule(scope=SCOPES, told=st.lists(triplets, max_size=2), denied=st.lists(triplets, min_size=1, max_size=2))
    def learn_what_denies(self, scope: str, told: list[Triplet], denied: list[Triplet]) -> None:
        self.read(scope, told, denied, "")

    def read(self, scope: str, told: list[Triplet], denied: list[Triplet], source: str) -> None:
        said = "\n".join([*map(str, told), *(f"not {triplet}" for triplet in denied)])
        wait(self.memory.scope(scope).learn(said, source=source))
        self.plain[scope].learn(told, denied, source, said)

    @rule(scope=SCOPES, name=NAMES, for_good=st.booleans())
    def lose_a_name(self, scope: str, name: str, for_good: bool) -> None:
        memory, plain = self.memory.scope(scope), self.plain[scope]
        wait(memory.erase(name) if for_good else memory.forget(name))
        lose = plain.erase if for_good else plain.forget
        lose(lambda text: text.says(name), lambda triplet: name in triplet.vertices)

    @rule(scope=SCOPES, triplet=triplets, for_good=st.booleans())
    def lose_a_triplet(self, scope: str, triplet: Triplet, for_good: bool) -> None:
        memory, plain = self.memory, self.plain[scope]
        wait(memory.erase(triplet, scope=scope) if for_good else memory.forget(triplet, scope=scope))
        lose = plain.erase if for_good else plain.forget
        words = f"{triplet.subject} {triplet.relation} {triplet.object}"
        lose(lambda text: text.says(words), lambda each: each == triplet)

    @rule(scope=SCOPES, source=st.none() | SOURCES)
    def erase_a_source_or_all(self, scope: str, source: str | None) -> None:
        wait(self.memory.erase(source=source, scope=scope))
        if source is None:
            self.plain[scope] = Plain()
        else:
            self.plain[scope].erase(lambda text: text.source == source, lambda triplet: False)

    @rule(is_killed=st.booleans())
    def open_again(self, is_killed: bool) -> None:
        """Close and reopen the file, or open a copy made while it is open."""
        before = self.path.parent
        if is_killed:
            self.lives += 1
            shutil.copytree(before, self.path.parent)
        self.memory.close()
        self.memory = self.open()

    @invariant()
    def holds_what_the_dictionary_says(self) -> None:
        for scope, plain in self.plain.items():
            memory = self.memory.scope(scope)
            history = [(edge.triplet, edge.valid_to is None) for edge in memory.history()]
            nodes = memory.episodic.nodes
            assert history == plain.facts
            assert [edge.triplet for edge in memory.facts()] == plain.valid
            assert [
                Text(node.observation, node.triplets, node.source, node.forgotten is not None) for node in nodes
            ] == plain.texts
            found = wait(memory.recall(VERTICES, width=99, episodes=99))
            assert set(found.facts) == set(plain.valid)
            assert {node.observation for node in found.episodes} == {
                text.said for text in plain.texts if not text.is_forgotten
            }

    def teardown(self) -> None:
        self.memory.close()
        shutil.rmtree(self.folder)


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=12, stateful_step_count=12)


@pytest.mark.nightly
def test_a_long_life_with_a_small_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filed, "_KEPT", 2)
    run_state_machine_as_test(Life, settings=settings(max_examples=40, stateful_step_count=40))
