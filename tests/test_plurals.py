from __future__ import annotations

import pytest

from ariadne.plurals import singular, singulars


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("boxes", "box"),
        ("houses", "house"),
        ("glasses", "glass"),
        ("toothbrushes", "toothbrush"),
        ("shoes", "shoe"),
        ("tomatoes", "tomato"),
        ("cherries", "cherry"),
        ("pies", "pie"),
        ("cookies", "cookie"),
        ("bookshelves", "bookshelf"),
        ("knives", "knife"),
        ("gloves", "glove"),
        ("menus", "menu"),
        ("women", "woman"),
        ("people", "person"),
    ],
)
def test_the_form_of_a_plural_tells_the_noun(several: str, one: str) -> None:
    assert singular(several) == one


@pytest.mark.parametrize(
    "word", ["", "s", "gas", "bus", "cactus", "glass", "tennis", "lens", "news", "series", "sheep"]
)
def test_what_only_ends_like_a_plural_stays(word: str) -> None:
    assert singular(word) == word


def test_several_singulars_are_offered() -> None:
    assert "bus" in singulars("buses")
    assert "wharf" in singulars("wharves")
    assert "policeman" in singulars("policemen")
