from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.qa.metrics import AnswerMarks, abstention, marks, normalized, recall

WORDS = st.lists(st.sampled_from("the an river Rhine Basel 1920 yes no north-west St. ".split()), max_size=6).map(
    " ".join
)
VERDICTS = st.booleans()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The  Rhine.", "rhine"),
        ("An apple, a day", "apple day"),
        ("theatre and anthem", "theatre and anthem"),
        ("U.S.A.", "usa"),
        ("St. John's", "st johns"),
        ("«Ça ira» – 1790", "«ça ira» – 1790"),
        ("a", ""),
    ],
)
def test_texts_are_normalized_as_the_official_scripts_do(text: str, expected: str) -> None:
    assert normalized(text) == expected


@given(st.text())
def test_normalizing_leaves_no_upper_case_no_ascii_punctuation_and_single_spaces(text: str) -> None:
    done = normalized(text)
    assert done == " ".join(done.split())
    assert not set(done) & set(string.punctuation + string.ascii_uppercase)
    assert not set(done.split()) & {"a", "an", "the"}


@pytest.mark.parametrize(
    ("said", "answers", "verdicts", "expected"),
    [
        ("The Rhine", ["rhine"], False, AnswerMarks(1, 1)),
        ("river Rhine valley", ["Rhine falls"], False, AnswerMarks(0, 2 / 5)),
        ("new new york", ["new york new york"], True, AnswerMarks(0, 6 / 7)),
        ("Basel", ["Bern", "Basle", "Basel"], False, AnswerMarks(1, 1)),
        ("yes", ["yes"], True, AnswerMarks(1, 1)),
        ("no", ["no man's land"], True, AnswerMarks(0, 0)),
        ("yes it is", ["yes"], False, AnswerMarks(0, 1 / 2)),
        ("", ["the"], True, AnswerMarks(1, 0)),
    ],
)
def test_answers_are_marked_as_the_official_scripts_do(
    said: str, answers: list[str], verdicts: bool, expected: AnswerMarks
) -> None:
    got = marks(said, answers, verdicts)
    assert (got.exact, got.f1) == pytest.approx((expected.exact, expected.f1))


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3), VERDICTS)
def test_marks_are_shares_and_a_match_is_worth_all(said: str, answers: list[str], verdicts: bool) -> None:
    got = marks(said, answers, verdicts)
    assert got.exact in (0.0, 1.0)
    assert 0 <= got.f1 <= 1
    if got.exact and normalized(said):
        assert got.f1 == 1


@given(WORDS, WORDS, VERDICTS)
def test_marks_are_the_same_both_ways_round_and_do_not_depend_on_case(one: str, other: str, verdicts: bool) -> None:
    assert marks(one, [other], verdicts) == marks(other, [one], verdicts)
    assert marks(one, [other], verdicts) == marks(one.upper(), [other], verdicts)


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3), WORDS, VERDICTS)
def test_an_alias_more_never_costs(said: str, answers: list[str], alias: str, verdicts: bool) -> None:
    few, more = marks(said, answers, verdicts), marks(said, [*answers, alias], verdicts)
    assert more.exact >= few.exact
    assert more.f1 >= few.f1


@pytest.mark.parametrize(
    ("ranking", "supporting", "k", "expected"),
    [
        ([3, 1, 2], [1, 2], 2, 1 / 2),
        ([3, 1, 2], [1, 2], 3, 1),
        ([3], [1, 2], 5, 0),
        ([], [1], 2, 0),
        ([1, 2], [0, 1, 2, 3], 2, 1 / 2),
    ],
)
def test_recall_is_the_share_of_what_is_needed_that_was_found(
    ranking: list[int], supporting: list[int], k: int, expected: float
) -> None:
    assert recall(ranking, supporting, k) == pytest.approx(expected)


@given(st.permutations(range(6)), st.sets(st.integers(0, 5), min_size=1))
def test_recall_never_falls_with_k_and_is_complete_at_the_end(ranking: list[int], supporting: set[int]) -> None:
    values = [recall(ranking, supporting, k) for k in range(7)]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0, 1)


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("That is not mentioned in the conversation.", True),
        ("There is no information available", True),
        ("mentioned", False),
    ],
)
def test_of_what_nothing_tells_an_answer_is_right_that_says_so_and_never_half_right(said: str, right: bool) -> None:
    assert abstention(said) == AnswerMarks(float(right), float(right))
