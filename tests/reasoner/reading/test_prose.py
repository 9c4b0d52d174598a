from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.reasoner.model import same_words
from ariadne.reasoner.reading.prose import Extractor
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.remembering.learn import read_texts as read
from ariadne.triplet import Triplet, clean
from benchmarks.notebooks import notebooks
from tests.reasoner.scenes import prose


def answered(*texts: str, known: Sequence[str] = ()) -> dict[str, Any]:
    return read({"texts": texts, "known": known}, same_words)


def said(*texts: str) -> list[str]:
    triplets: list[str] = answered(*texts)["triplets"]
    return triplets


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        ("Alice lives in Paris.", ["alice, lives in, paris"]),
        ("Alice moved to Berlin.", ["alice, moved to, berlin"]),
        (
            "The Real L Word is an American reality television series aired on Showtime",
            ["real l word, is, american reality television series", "real l word, aired on, showtime"],
        ),
        (
            "Acme Corp, which was founded by Bob Smith in 1999, makes bicycles.",
            ["acme corp, was founded by, bob smith", "acme corp, was founded in, 1999", "acme corp, makes, bicycles"],
        ),
        (
            "Bob, who lives in Rome, likes tea, coffee and cake.",
            ["bob, lives in, rome", "bob, likes, tea", "bob, likes, coffee", "bob, likes, cake"],
        ),
        ("Bob and Carol met in Oslo.", ["bob, met in, oslo", "carol, met in, oslo"]),
        ("Paris is the capital of France.", ["france, capital, paris"]),
        ("In 2020 Carol moved to Oslo.", ["carol, moved to, oslo", "carol, moved in, 2020"]),
        ("When Bob left Rome, Carol bought a boat.", ["bob, left, rome", "carol, bought, boat"]),
        ("Bob sold his car and moved to Oslo.", ["bob, moved to, oslo"]),
        ("The man who wrote the report works at Acme.", ["man, wrote, report", "man, works at, acme"]),
        ("The film directed by Bob won a prize.", ["film, directed by, bob", "film, won, prize"]),
        (
            "Dave, a French painter, was born on May 4, 1929 in Lyon.",
            ["dave, is, french painter", "dave, was born on, may 4 1929", "dave, was born in, lyon"],
        ),
        ("Dave was mayor from 1990 to 1995.", ["dave, was, mayor", "dave, was mayor from, 1990 to 1995"]),
        (
            'J. R. R. Tolkien wrote "The Hobbit". He taught at Oxford.',
            ["j. r. r. tolkien, wrote, the hobbit", "j. r. r. tolkien, taught at, oxford"],
        ),
        (
            "The poet John Keats admired Alice's brother Tom.",
            ["john keats, is, poet", "tom, is, alice's brother", "john keats, admired, tom"],
        ),
        ("To the east is a wide desert.", []),
        ("There is a bakery in Main Street.", ["bakery, is in, main street"]),
        ("Alice does not eat meat.", ["alice, does not eat, meat"]),
        ("I live in Paris and I'm allergic to nuts.", ["i, live in, paris", "i, am allergic to, nuts"]),
        ("It is an old and beautiful city.", []),
        ("Where is the key?", []),
        ("", []),
    ],
)
def test_what_a_sentence_states(text: str, triplets: list[str]) -> None:
    assert set(said(text)) >= set(triplets)
    if not triplets:
        assert said(text) == []


@pytest.mark.parametrize(
    ("text", "triplet"),
    [
        ("Alice is a doctor. She works for Acme.", "alice, works for, acme"),
        ("Alice works for Acme Corp. It was founded in 1999.", "acme corp, was founded in, 1999"),
        ("Kizir River is in Russia. Its source is in the hills.", "kizir river, source is in, hills"),
        ("Bob met Tom. He admired him.", "bob, met, tom"),
        ("Niagara Falls is in Canada. The falls are high.", "niagara falls, are, high"),
    ],
)
def test_pronouns_and_short_names_mean_what_was_spoken_of(text: str, triplet: str) -> None:
    assert triplet in said(text)


@pytest.mark.parametrize(
    ("text", "triplet"),
    [
        ("The Lions play in Leeds. The coach is Ann Lee.", "lions, coach, ann lee"),
        ("The Lima Chess Club meets on Tuesdays. The club has 24 members.", "lima chess club, has, 24 members"),
        ("The Lima Chess Club meets on Tuesdays. Its chair is Ann Lee.", "lima chess club, chair, ann lee"),
        ("Acme is a firm in Leeds. The firm makes bikes.", "acme, makes, bikes"),
        ("The museum is old. Bo Ek left. Ann Lee took over as director.", "museum, director, ann lee"),
        ("Bo Ek left. Ann Lee has replaced Bo Ek as captain of the Lions.", "lions, captain, ann lee"),
        ("Bo Ek left. Ann Lee was elected chair of Acme.", "acme, chair, ann lee"),
        ("Bo Ek left. Ann Lee became the CEO of Acme.", "acme, ceo, ann lee"),
        ("Bo Ek left. The Lions have a new coach, Ann Lee.", "lions, coach, ann lee"),
        ("Bo Ek left. His dog is called Rex.", "bo ek, dog, rex"),
        ("Bo Ek left. The chair of Acme, Ann Lee, lives in Rome.", "acme, chair, ann lee"),
        ("Bo Ek left. The chair of Acme, Ann Lee, lives in Rome.", "ann lee, lives in, rome"),
        ("Ann Lee lives with her husband, Bo. He is tall.", "ann lee, husband, bo"),
        ("Acme is old. Its headquarters are in Leeds.", "acme, headquarters are in, leeds"),
        ("Ann Lee left Acme and now works for Globex. She is tall.", "ann lee, works for, globex"),
        ("The Lima Lions now play in Leeds. They are old.", "lima lions, play in, leeds"),
        ("The shed is old. It is blue now.", "shed, is, blue"),
        ("Ann sat there. The code of the safe is zanzibarro.", "safe, code, zanzibarro"),
        ("Bo left. The Lions play in the first division.", "lions, play in, first division"),
    ],
)
def test_what_was_named_before_is_spoken_of_by_its_role_or_its_kind(text: str, triplet: str) -> None:
    assert triplet in said(text)


@pytest.mark.parametrize(
    ("text", "triplet"),
    [
        ("The key is in the drawer. The party is on Friday.", "party, is on, friday"),
        ("Ann Lee is old. She works as a nurse.", "ann lee, works as, nurse"),
        ("The Lions are old. Ann Lee lives in Rome. The car is red.", "car, is, red"),
    ],
)
def test_a_thing_by_itself_is_nobodys(text: str, triplet: str) -> None:
    assert triplet in said(text)


def test_what_somebody_is_told_to_do_first_states_nothing() -> None:
    assert said("Open the door and you see Ann Lee.") == []


def test_a_pronoun_without_anybody_before_it_states_nothing() -> None:
    assert said("She lives in Paris.") == []


def test_pronouns_reach_from_one_text_into_the_next() -> None:
    assert said("Alice is a doctor.", "She lives in Paris.")[-1] == "alice, lives in, paris"


def test_lines_that_are_broken_to_a_width_are_one_sentence() -> None:
    text = "Alice, whom everybody in the village knew by her first name,\nlives in Paris."
    assert "alice, lives in, paris" in said(text)


def test_the_text_of_a_game_is_read_as_one() -> None:
    kitchen = "-= Kitchen =-\nYou see a closed fridge. There is an exit to the north."
    assert set(said(kitchen)) == {"fridge, is in, kitchen", "fridge, is, closed", "kitchen, has exit, north"}
    assert set(said("On the table you see a rusty key. The fridge is closed.")) >= {"rusty key, is on, table"}
    opened = answered("-= Kitchen =-\nYou see an open fridge.", known=["fridge, is, closed"])
    assert opened["replaced"] == ["fridge, is, closed -> fridge, is, open"]


@pytest.mark.parametrize(
    ("known", "text", "new"),
    [
        ("alice, lives in, paris", "Alice moved to Berlin.", "alice, moved to, berlin"),
        ("alice, moved to, paris", "Alice has moved to Berlin.", "alice, has moved to, berlin"),
        ("alice, lives in, paris", "Alice no longer lives in Paris.", "alice, no longer lives in, paris"),
        ("alice, works for, acme", "Alice now works for Globex.", "alice, works for, globex"),
        ("alice, works for, acme", "Alice left Acme.", "alice, left, acme"),
        ("alice, likes, tea", "Alice does not like tea.", "alice, does not like, tea"),
        ("shop, is, open", "The shop is closed.", "shop, is, closed"),
        ("lamp, is on, table", "The lamp is in the attic.", "lamp, is in, attic"),
        ("my favourite colour, is, red", "My favourite colour is blue.", "my favourite colour, is, blue"),
        ("bob, is, 41 years old", "Bob is 42 years old.", "bob, is, 42 years old"),
        ("club, meets on, mondays", "Bob left. The club now meets on Fridays.", "club, meets on, fridays"),
        ("shop, is closed on, mondays", "Bob left. The shop is closed on Fridays now.", "shop, is closed on, fridays"),
        ("rye, costs, four euros", "Rye now costs five euros.", "rye, costs, five euros"),
    ],
)
def test_what_can_only_be_one_way_outdates_what_was_known(known: str, text: str, new: str) -> None:
    assert answered(text, known=[known])["replaced"] == [f"{known} -> {new}"]


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("alice, likes, tea", "Alice likes coffee."),
        ("alice, works for, acme", "Alice works for Globex."),
        ("alice, is, doctor", "Alice is a painter."),
        ("alice, lives in, paris", "Alice lives in Paris."),
        ("alice, lives in, paris", "Paris is in France. Alice lives in France."),
        ("alice, lives in, paris", "Bob moved to Berlin."),
        ("alice, lives in, paris", "Alice travelled to Berlin."),
        ("alice, lives in, paris", "Alice did not move to Berlin."),
        ("bob's dog, is, brown", "Bob's dog is old."),
        ("alice, lives in, rome", "In 2020 Alice lived in Paris."),
        ("alice, has lived in, rome", "Alice was living in Paris in 2020."),
        ("alice, lived in, paris", "Alice lives in Rome since 2026."),
        ("alice, speaks, french", "Alice now speaks German."),
        ("acme, has, office", "Bob left. Acme now has a dog."),
        ("alice, visited, oslo", "Bob left. Alice visited Rome today."),
        ("alice, worked in, oslo", "Bob left. Alice worked in Rome today."),
        ("alice, is allergic to, nuts", "Bob left. Alice is now allergic to fish."),
    ],
)
def test_what_may_hold_beside_the_known_outdates_nothing(known: str, text: str) -> None:
    assert answered(text, known=[known])["replaced"] == []


def test_what_is_dated_earlier_outdates_nothing_that_is_dated_later() -> None:
    known = ["alice, lives in, rome", "alice, lives since, 2026"]
    assert answered("Alice moved to Paris in 2020.", known=known)["replaced"] == []
    (replaced,) = answered("Alice moved to Paris in 2028.", known=known)["replaced"]
    assert replaced == "alice, lives in, rome -> alice, moved to, paris"


_WORDS = (
    "Alice Bob Acme Paris she he it they which who that whose is was has not now lives lived works moved founded by in"
    " of to from the a an her its old city, company and or but when because 1999 (born) starring named . . , ; – ' \" -"
).split(" ")
texts = st.one_of(prose, st.lists(st.sampled_from(_WORDS), max_size=25).map(" ".join), st.text(max_size=60))


def test_a_text_without_an_end_is_read_in_no_time() -> None:
    for piece in ("Alice and ", "which is ", "( ", ". . ", "...", ", A is B, ", "who lives in, "):
        assert isinstance(said(piece * 20_000), list)


@given(st.lists(texts, max_size=3), st.lists(texts, max_size=3))
def test_whatever_is_read_every_triplet_and_every_replacement_can_be_parsed(
    read_texts: list[str], known: list[str]
) -> None:
    answer = answered(*read_texts, known=known)
    for line in answer["triplets"]:
        assert str(Triplet.parse(line)) == line
    for line in answer["replaced"]:
        old, _, new = line.partition(" -> ")
        assert Triplet.parse(old)
        assert str(Triplet.parse(new)) in answer["triplets"]


@given(st.lists(st.sampled_from(_WORDS), max_size=25).map(" ".join))
def test_the_words_of_a_triplet_are_those_of_the_text(text: str) -> None:
    spoken = set(re.findall(r"\w+", clean(text))) | {"is", "s"}
    for line in said(text):
        assert set(re.findall(r"\w+", line)) <= spoken


def test_what_is_so_now_in_one_text_is_no_news_of_the_next() -> None:
    extractor = Extractor()
    extractor.read("Ann Lee sat there. The shed is blue now.")
    extractor.read("Bo Ek lives in Rome.")
    assert extractor.news == {Fact("shed", "is", "blue")}


def test_a_phrase_without_its_noun_is_no_office() -> None:
    extractor = Extractor()
    extractor.read("Ann started in Bath and, as, it is of the.")
    assert Fact("ann", "started in", "bath") in extractor.found


def test_no_fact_lacks_an_end_or_a_relation() -> None:
    extractor = Extractor()
    extractor.read("Places where a faith has been established as a, In 1960, Jersey Airlines ordered.")
    assert all(all(fact) for fact in extractor.found)


_TOLD = [text.split() for writer in notebooks("develop").values() for each in writer for text in each["texts"]]
_PIECES = st.builds(
    lambda words, start, length, end: " ".join(words[start : start + length]) + end,
    st.sampled_from(_TOLD),
    st.integers(0, 9),
    st.integers(1, 13),
    st.sampled_from([".", ",", "", ";", " and", "?", ":"]),
)


@settings(max_examples=300)
@given(st.lists(_PIECES, min_size=1, max_size=3).map(" ".join))
def test_a_text_that_breaks_off_anywhere_breaks_nothing(text: str) -> None:
    extractor = Extractor()
    extractor.read(text)
    assert all(all(fact) for fact in extractor.found)


def test_a_sentence_that_says_one_thing_is_read_alike_alone_and_among_others() -> None:
    told = "Goaltender is associated with the sport of rugby."
    (alone,) = said(told)
    assert alone in said(f"Ann is a nurse. {told} Bob came.")
    assert alone in said(f"Ann is a nurse.\n{told}")


def test_a_sentence_whose_pronoun_stands_for_a_name_is_told_of_that() -> None:
    assert said("Ann came. She is the director of Acme.")[-1] == "acme, director, ann"


def test_what_stands_between_an_article_and_a_name_is_of_the_value() -> None:
    assert said("Bob drives a red Toyota.") == ["bob, drives, red toyota"]
    assert said("Bob has a sister Ann.") == ["bob, has sister, ann"]


def test_a_particle_is_no_thing() -> None:
    assert not any(triplet.endswith(", up") for triplet in said("Sue stood up, and Tom left Acme."))


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        ("Ben Stone, the CEO, lives in Oslo.", ["ben stone, is, ceo", "ben stone, lives in, oslo"]),
        ("Ben, 34, lives in Oslo.", ["ben, lives in, oslo"]),
        (
            "The kit contains a hammer, two saws, and a drill.",
            [f"kit, contains, {what}" for what in ("hammer", "two saws", "drill")],
        ),
        ("Ann likes tea, coffee, and cake.", [f"ann, likes, {what}" for what in ("tea", "coffee", "cake")]),
        ("Ann and Ben live in Oslo.", ["ann, live in, oslo", "ben, live in, oslo"]),
        ("The order has been shipped.", ["order, is, shipped"]),
        ("Ann lives in Oslo.\nShe works for Acme.", ["ann, lives in, oslo", "ann, works for, acme"]),
        ("Acme is based in Oslo.\nIt was founded by Ben.", ["acme, is based in, oslo", "acme, was founded by, ben"]),
        ("Ann bought a car. It is red.", ["ann, bought, car", "car, is, red"]),
        ("The back door is locked.", ["back door, is, locked"]),
        ("Ben became team lead in May.", ["ben, became, team lead", "ben, became team lead in, may"]),
        ("The author of 1984 is George Orwell.", ["1984, author, george orwell"]),
        ("Ben resigned as chair of Acme.", ["ben, resigned as chair of, acme"]),
        ("Ann also works for Globex.", ["ann, also works for, globex"]),
        ("Ann works for Globex, too.", ["ann, also works for, globex"]),
        ("Who owns the shop?", []),
        ("If it rains, the match is on Monday.", []),
        ("Ben thinks Ann lives in Oslo.", []),
        ("2026-03-01: Ann joined Acme.", ["ann, joined, acme"]),
        ("Ann likes jazz and plays the cello.", ["ann, likes, jazz", "ann, plays, cello"]),
        ("The shop sells bread and makes cakes.", ["shop, sells, bread", "shop, makes, cakes"]),
        ("Ann paints the fence and her brother plants a tree.", ["ann, paints, fence", "ann's brother, plants, tree"]),
        ("Ben is ill, so Ann drives the bus.", ["ben, is, ill", "ann, drives, bus"]),
        ("Ann bought Ben a watch.", ["ann, bought, watch", "ann, bought watch for, ben"]),
        (
            "Ann gave her boss a book in May.",
            ["ann, gave, book", "ann, gave book to, ann's boss", "ann, gave book in, may"],
        ),
        ("The judge called Ben a liar.", ["judge, called liar, ben"]),
        ("Head office reset the code to 12.", ["head office, reset, code", "head office, reset code to, 12"]),
        (
            "In the team, Ann fills the position of keeper.",
            ["ann, fills position of, keeper", "ann, fills position of keeper in, team"],
        ),
        ("It rains. The restaurant I like best is the Ritz.", ["i, like, ritz"]),
        ("We have a new code: 4471.", ["code, is, 4471", "we, have, new code"]),
        ("Ann was here: 3 pages.", []),
        ("Ben met Ann two years ago.", ["ben, met, ann"]),
        ("Ben dined in Oslo last week.", ["ben, dined in, oslo"]),
        ("In May Ben moved to Oslo.", ["ben, moved to, oslo", "ben, moved in, may"]),
        ("The book club is reading Dune.", ["book club, is reading, dune"]),
        ("The bills go in the box from now on.", ["bills, go in, box"]),
        ("Eva is ill, so Ben has Ann as a teacher now.", ["eva, is, ill", "ben, teacher, ann"]),
        ("Ben studied law in Oslo.", ["ben, studied, law", "ben, studied law in, oslo"]),
    ],
)
def test_plain_notes_are_read_as_they_are_meant(text: str, triplets: list[str]) -> None:
    assert said(text) == triplets


@pytest.mark.parametrize(
    ("text", "triplet"),
    [
        ("Ann's boss is nice.", "ann's boss, is, nice"),
        ("Ann's husband is a cook.", "ann's husband, is, cook"),
        ("Ann's boss is Ben.", "ann, boss, ben"),
        ("The color of the flag is red.", "flag, color, red"),
    ],
)
def test_how_and_of_what_kind_somebodys_own_is_is_not_who_that_is(text: str, triplet: str) -> None:
    assert said(text) == [triplet]
