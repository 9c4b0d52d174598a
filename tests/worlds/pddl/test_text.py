from __future__ import annotations

import re

import pytest

from ariadne.worlds.pddl.schema import Atom
from ariadne.worlds.pddl.text import CHECK, LOOK, sentences
from tests.worlds.pddl.walks import DOMAINS, world

# A capital letter, words, a verb that agrees with one thing, and more words.
SENTENCE = re.compile(r"[A-Z][a-z0-9 ]*? (is|has|contains|dispenses|comes|was)( [a-z0-9-]+)+\.|You have [a-z0-9 ]+\.")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_predicate_is_said_in_a_sentence(domain: str) -> None:
    played = world(f"{domain}/1")
    assert played.text.file.predicates.keys() == played.task.domain.predicates.keys()
    for atom in played.task.atoms:
        said = sentences([played.text.fact(atom)])
        assert SENTENCE.fullmatch(said), said
        assert said.count(".") == 1


@pytest.mark.parametrize("domain", DOMAINS)
def test_different_facts_are_said_differently(domain: str) -> None:
    played = world(f"{domain}/3")
    said = [played.text.fact(atom) for atom in played.task.atoms]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_instructions_tell_every_action_with_what_it_needs_and_does(domain: str) -> None:
    played = world(f"{domain}/1")
    lines = played.instructions.splitlines()
    for name in played.task.domain.schemas:
        (told,) = [line for line in lines if line.startswith(f"- {played.text.signature(name)}: ")]
        assert re.fullmatch(r"- [a-z<> -]+: [a-z].*\w\.", told)
        assert "?" not in told
    for question in (CHECK, LOOK):
        assert sum(line.startswith(f"- {question}: ") for line in lines) == 1


def test_sentences_are_sorted_naturally() -> None:
    assert sentences(["ball10 is red", "ball2 is red", "a dog barks", "a dog barks"]) == (
        "A dog barks. Ball2 is red. Ball10 is red."
    )


def test_things_are_called_by_their_names_in_sentences() -> None:
    text = world("tyreworld/1").text
    assert text.fact(Atom("inside", ("wrench", "boot"))) == "the wrench is in the boot"
