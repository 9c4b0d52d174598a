from __future__ import annotations

import pytest

from ariadne.reasoner.reading.chat import introduced


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi, I'm Sam!", "Sam"),
        ("hi im sam", "Sam"),
        ("My name is Ana Silva and I live here", "Ana Silva"),
        ("you can call me Xanthe", "Xanthe"),
        ("Hello. This is Tom from work", "Tom"),
        ("Hello, I'm Okonkwo, by the way", "Okonkwo"),
        ("I'm Ngozi Okonkwo", "Ngozi Okonkwo"),
        ("Sorry, I'm Anna", "Anna"),
        ("Oh no, my name is Anna, not Sam", "Anna"),
        ("Sorry, I'm late", ""),
        ("Hi, I'm German", ""),
        ("I'm Vegan", ""),
        ("I'm tired", ""),
        ("I'm Sam's brother", ""),
        ("This is Berlin", ""),
        ("My name is not important", ""),
        ("Is my name Sam?", ""),
        ("", ""),
    ],
)
def test_somebody_says_a_name(text: str, name: str) -> None:
    assert introduced(text) == name
