"""Sentences whose parts stand where they are emphasised, in their plain order."""

from __future__ import annotations

import pytest

from ariadne.reasoner.reading.plain_order import Plain, in_plain_order


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("Knox founded it", Plain("Knox founded it".split())),
        ("It was Knox who founded it", Plain("Knox founded it".split())),
        ("In Peru , the capital is Lima", Plain("the capital of Peru is Lima".split())),
        ("Musically , Ann goes for jazz", Plain("Ann goes for jazz".split())),
        ("Right now , Ann is mayor", Plain("Ann is mayor".split(), is_now=True)),
        ("At present , Ann is mayor", Plain("Ann is mayor".split(), is_now=True)),
        ("the book that I am reading is Dune", Plain("I am reading Dune".split())),
        ("Bo is the person to whom Ann is married", Plain("Ann is married to Bo".split())),
        ("the sport of judo is the one to which Ann is tied", Plain("Ann is tied to the sport of judo".split())),
        ("there is a link between Ann and judo", Plain("Ann is linked to judo".split())),
        ("judo has to do with Japan", Plain("judo is linked to Japan".split())),
        ("the citizens of Peru include Ann Lee", Plain("Ann Lee is a citizen of Peru".split())),
        ("for Ann , the mother tongue is Thai", Plain("the mother tongue of Ann is Thai".split())),
        ("It was in Bath , Maine , that Ann worked", Plain("Ann worked in Bath , Maine".split())),
        ("Peru has made Lima its capital", Plain("the capital of Peru is Lima".split())),
        ("people know Ann for her songs", Plain("Ann is known for her songs".split())),
        ("the music you hear from Ann is jazz", Plain("the music that you hear from Ann is jazz".split())),
        ("as director , Ann runs Acme", Plain("Ann runs Acme as director".split())),
        ("as its capital , Peru has Lima", Plain("the capital of Peru is Lima".split())),
    ],
)
def test_what_stands_first_goes_where_it_belongs_or_is_left_out(sentence: str, plain: Plain) -> None:
    words = sentence.split()
    words[0] = words[0].lower() if words[0] in ("It", "In") else words[0]
    assert in_plain_order(words) == plain


@pytest.mark.parametrize(
    "sentence",
    [
        "Emily , come here",
        "Italy , my love , is far",
        "Acme , which Bob founded , makes bicycles",
        "Paul , Duke of Parma , founded it",
        "in May , Ann came",
        "in the morning , Ann drinks tea",
        "for a year , Ann lived here",
        "with a smile , Ann left",
        "as a child , Ann lived here",
        "there is a bridge between Bath and Leeds",
        "Ann has a lot to do with that name",
        "the rules of Ann include much",
        "Ann made its owner rich",
    ],
)
def test_names_clauses_and_times_stay_where_they_are(sentence: str) -> None:
    assert in_plain_order(sentence.split()) == Plain(sentence.split())
