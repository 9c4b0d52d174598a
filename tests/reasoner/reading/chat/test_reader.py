from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.chat import Speech, read_speech
from ariadne.triplet import Triplet
from tests.reasoner.scenes import prose

WEDNESDAY = date(2026, 3, 4)


def said(text: str, speaker: str = "sam", addressee: str = "") -> list[str]:
    return [str(Triplet(*fact)) for fact in read_speech(Speech(speaker, addressee, WEDNESDAY, text))]


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        ("i work as a nurse", ["sam, works as, nurse"]),
        ("im 34 and live in Bristol", ["sam, is, 34", "sam, lives in, bristol"]),
        ("My rent is $1,200 a month", ["sam's rent | is | $1,200 a month"]),
        ("I need 3.5 kg of flour", ["sam, needs, 3.5 kg of flour"]),
        ("I have two cats and a dog", ["sam, has, two cats", "sam, has, dog"]),
        ("My sister Ann moved to Rome", ["ann, is, sam's sister", "ann, moved to, rome"]),
        ("My boss, Dana, hates tea", ["dana, is, sam's boss", "dana, hates, tea"]),
        (
            "My cousin Ben, who lives in Wales, has a farm",
            ["ben, is, sam's cousin", "ben, lives in, wales", "ben, has, farm"],
        ),
        ("I have a dog named Rex", ["rex, is, dog", "sam, has, rex"]),
        ("Moved to Berlin!", ["sam, moved to, berlin"]),
        ("i have a cat i also like tea", ["sam, has, cat", "sam, likes, tea"]),
        ("I'm allergic to nuts and so is my brother", ["sam, is allergic to, nuts"]),
        ("me n my sister share a flat", ["sam, shares, flat", "sam's sister, shares, flat"]),
        ("It turns out I'm adopted", []),
        ("I went to school in Bath", ["sam, went to, school", "sam, went to school in, bath"]),
        ("I was born and raised in Cork", ["sam, was raised in, cork"]),
        ("I lent Anna my bike", ["sam, lent, sam's bike", "sam, lent bike to, anna"]),
        ("I've never been to Asia", ["sam, has never been to, asia"]),
        ("I used to smoke", ["sam, used to, smoke"]),
        ("Ann is the mother of Tom", ["ann, is mother of, tom"]),
        ("I'm 5 ft tall but I can't swim", ["sam, is, 5 ft tall", "sam, cannot, swim"]),
        ("We have a boat", ["sam, has, boat"]),
        (
            "Our house was built in 1890 and painted by Ann",
            ["sam's house, was built in, 1890", "sam's house, was painted by, ann"],
        ),
        ("Dad retired in 2010 and Mum teaches yoga", ["sam's dad, retired in, 2010", "sam's mum, teaches, yoga"]),
        ("My son, aged 11, has a drum", ["sam's son, has, drum"]),
        ("I've given up on Rust and gone back to Lisp", ["sam, has given up on, rust", "sam, has gone back to, lisp"]),
        ("The keys will be handed over on 20 March", ["keys, will be handed over on, 2026-03-20"]),
        ("My husband Arne says he'll stop", ["arne, is, sam's husband"]),
        ("I'm vegan now btw", ["sam, is, vegan"]),
        ("Oslo had its first snow on Tuesday", ["oslo, had, first snow", "oslo, had first snow on, 2026-03-03"]),
        ("Mum had her operation on Tuesday", ["sam's mum, had, operation", "sam's mum, had operation on, 2026-03-03"]),
        ("I play for Acme and tore my ACL", ["sam, plays for, acme", "sam, tore, sam's acl"]),
        ("My mum lives in Rome, pray for me", ["sam's mum, lives in, rome"]),
        ("I bought a ticket for the gala on Friday", ["sam, bought, ticket", "sam, bought ticket for, gala"]),
        ("We got the keys to a flat in Rome", ["sam, got, keys", "sam, got keys to, flat"]),
        ("I have 40 euros till Friday", ["sam, has, 40 euros", "sam, has 40 euros until, 2026-03-06"]),
        ("She's sold it. My car's been stolen", ["sam's car, is, stolen"]),
    ],
)
def test_people_speak_of_themselves_and_theirs(text: str, triplets: list[str]) -> None:
    assert said(text) == triplets


@pytest.mark.parametrize(
    "text",
    [
        "hey, how's it going?",
        "Where do you live",
        "Please remind me that I live in Rome",
        "Tell me about Rome",
        "I wish I lived in Rome",
        "I think I live in Rome",
        "If I lived in Rome I'd be happy",
        "Tom says I live in Rome",
        "Thanks, you're great!",
        "I'm so tired",
        "The weather is nice",
        "I love it",
        "I should eat fish",
        "I want a dog",
        "asking for a friend, who is the moon",
        "I cried a bit ngl",
        "We named the puppy Rex",
        "what a game",
        "Coffee makes me anxious",
        "She lives in Rome",
        "I have no idea",
        "I almost bought a boat",
        "I eat neither meat nor fish",
        "It's not that I hate fish",
        "I'm not sure I live in Rome",
        "I dreamed I was a bird",
        "I'm supposed to work on Monday",
        "In my novel, Tom lives in Rome",
        "Write a story where I am a king",
        "I haven't sold my car",
        "I wouldn't say I'm vegan",
        "I live in Rome, I think",
        "Not once did I eat fish",
        "Only on Mondays do I eat fish",
        "Translate this: I live in Rome. I have a dog.",
        "'I live in Rome,' said the king.",
        "Imagine I live in Rome. I have a dog.",
        "lol",
        "",
    ],
)
def test_what_states_nothing_gives_nothing(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        ("I have two cats: Miso and Pixel.", ["sam, has, two cats"]),
        ("My sister has two dogs, Rex and Bo.", ["sam's sister, has, two dogs"]),
        ("I met my boss, Dana, in Rome.", ["dana, is, sam's boss", "sam, met, dana"]),
        ("My husband, Arne works at Acme.", ["arne, works at, acme"]),
        ("I got early access.", ["sam, got, early access"]),
        ("My dog is early on Mondays.", []),
        ("I bought a bike like Tom's.", ["sam, bought, bike"]),
        ("My sister hates fish more than meat.", ["sam's sister, hates, fish"]),
        ("My house has over 20 rooms.", ["sam's house, has, over 20 rooms"]),
        ("I started a job at Acme after.", ["sam, started, job", "sam, started job at, acme"]),
        ("I bought a car made in Italy.", ["sam, bought, car"]),
        ("I gave the lamp to whom it may.", []),
        ("My number is 12 and 13.", []),
        ("I like tea, obviously and coffee.", ["sam, likes, tea"]),
        ("I went with my mother and father with Tom.", ["sam, went with, sam's mother"]),
        ("I do not own a car but own a bike.", ["sam, does not own, car", "sam, owns, bike"]),
        ("I plan to sell my car and buy a bike.", ["sam, plans to sell, sam's car"]),
        ("My cat is black not white.", ["sam's cat, is, black"]),
        ("I waited an hour.", []),
    ],
)
def test_of_what_is_added_to_a_phrase_it_is_read_up_to_where_that_is_plain(text: str, triplets: list[str]) -> None:
    assert said(text) == triplets


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        ("I'm allergic to nuts, my son only to cats", ["sam, is allergic to, nuts"]),
        (
            "I speak Dutch with my mother and Thai with my father",
            ["sam, speaks, dutch", "sam, speaks dutch with, sam's mother"],
        ),
        ("Ann lives in Perth and Max in Galway", ["ann, lives in, perth"]),
        ("My sister has a dog and my brother two cats", []),
        ("I like my coffee black", []),
        ("I got my hair cut by Max", []),
        ("My boss makes me nervous", []),
        ("I'm off on Friday", []),
        ("I earn more than Max", []),
        ("I work with a woman from Ghana", ["sam, works with, woman"]),
        ("I don't eat meat with them", []),
        ("The dog sleeps in our bed and the cat on the sofa", ["dog, sleeps in, sam's bed"]),
        ("I work for the same firm as my brother", ["sam, works for, same firm"]),
        ("Tom or Jess has the key", []),
        ("My brother owes me 200 quid and my sister twice that", ["sam's brother, owes, 200 quid"]),
    ],
)
def test_of_a_clause_with_words_left_over_nothing_is_guessed(text: str, triplets: list[str]) -> None:
    assert said(text) == triplets


@pytest.mark.parametrize(
    "text",
    [
        "My dad is 82. Worked in the mines.",
        "Silver estate, parked outside Rome, sold to Max.",
        "Our first, Benedita, turned three.",
        "I want to move to Rome and work at Fiat.",
        "I was fired and moved to Rome.",
    ],
)
def test_what_has_no_subject_is_the_speakers_only_where_that_is_plain(text: str) -> None:
    assert not any(triplet.startswith("sam, ") and "fired" not in triplet for triplet in said(text))


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        ("I don't eat meat any more", ["sam, does not eat, meat"]),
        ("I no longer eat meat", ["sam, does not eat, meat"]),
        ("I'm no longer vegan", ["sam, is not, vegan"]),
        ("I didn't eat", []),
        ("I haven't seen Rome", []),
    ],
)
def test_what_is_not_so_is_a_fact_where_it_lasts(text: str, triplets: list[str]) -> None:
    assert said(text) == triplets


@pytest.mark.parametrize(
    ("text", "triplets"),
    [
        (
            "I quit my job at Acme last Friday",
            ["sam, quit, sam's job", "sam, quit job at, acme", "sam, quit job on, 2026-02-27"],
        ),
        ("In 2020, I moved to Rome", ["sam, moved to, rome", "sam, moved to rome in, 2020"]),
        (
            "I play golf on Mondays and chess on Fridays",
            ["sam, plays, golf", "sam, plays, chess", "sam, plays golf on, mondays", "sam, plays chess on, fridays"],
        ),
        ("My birthday is on the 14th of June", ["sam's birthday, is on, 14 june"]),
        (
            "The fair is in Rome, from 12 to 26 June",
            ["fair, is in, rome", "fair, is in rome from, 2026-06-12 to 2026-06-26"],
        ),
    ],
)
def test_a_time_is_a_fact_of_its_own(text: str, triplets: list[str]) -> None:
    assert said(text) == triplets


@pytest.mark.parametrize(
    ("text", "triplet"),
    [
        ("Tom is my boss. He's from Glasgow.", "tom, is from, glasgow"),
        ("I met Anna and her brother Max. He plays golf.", "max, plays, golf"),
        ("I met Anna and her brother Max. She plays golf.", "anna, plays, golf"),
        ("My parents live in Rome. They have a boat.", "sam's parents, have, boat"),
        ("My car is a Skoda. It has a radio.", "sam's car, has, radio"),
        ("My wife and I have a boat. We live in Rome.", "sam's wife, lives in, rome"),
        ("My wife's name is Ines and she teaches maths", "ines, teaches, maths"),
    ],
)
def test_a_pronoun_is_who_was_named(text: str, triplet: str) -> None:
    assert triplet in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "My son and Tom are here. I saw him with golf clubs and he has a boat.",
        "I met Anna and Lucy. She plays golf.",
        "Tom and Bob know Rome. He has a boat.",
        "They have a boat.",
        "Why did my aunt do that? My sister is a nurse. She has a boat.",
        "I work for Acme. My friend whom you met. It has a boat.",
        "I gave the lamp to whom it may. I have a laptop. It is a boat.",
    ],
)
def test_a_pronoun_that_may_be_several_is_nobody(text: str) -> None:
    assert not any("golf" in triplet or "boat" in triplet for triplet in said(text))


@pytest.mark.parametrize(
    "taken_back", ["Scratch that.", "no wait,", "Sorry, forget that -", "Correction:", "I take that back!", "Wait, no:"]
)
def test_what_is_taken_back_is_not_told(taken_back: str) -> None:
    told = f"I have a cat. I live in Rome. {taken_back} I live in Leeds."
    assert said(told, "sam") == ["sam, has, cat", "sam, lives in, leeds"]


def test_what_only_sounds_like_taking_back_takes_nothing_back() -> None:
    assert said("I live in Rome. I take that back road to work.", "sam")[0] == "sam, lives in, rome"
    assert said("I live in Rome. Scratch that itch!", "sam") == ["sam, lives in, rome"]


def test_who_found_something_founded_nothing() -> None:
    assert said("I found my keys in the car.", "sam") == []
    assert said("Ann founded a school in 2010.", "sam") == ["ann, founded, school", "ann, founded school in, 2010"]


def test_you_are_who_is_spoken_to() -> None:
    assert said("You live in Rome", "ann", "sam") == ["sam, lives in, rome"]
    assert said("You live in Rome", "sam") == []


def test_what_a_machine_says_of_itself_is_of_nobody() -> None:
    assert said("I have no feelings, but I live in a cloud. My name is Bot.", "") == []


_WORDS = (
    "i you we my her his it they he she Sam Ann Rome cat cats is am are was not never no longer live lives moved quit"
    " eat eats have has had been to in at on of with for since 2019 May last year , and but because who which so if the"
    " a two 3.5 kg named called sister boss got used going dog's 's want think . ? !"
).split(" ")
texts = st.one_of(prose, st.lists(st.sampled_from(_WORDS), max_size=30).map(" ".join), st.text(max_size=60))
PRONOUNS = {"i", "you", "he", "she", "it", "they", "we", "me", "him", "them", "us", "this", "that"}


@given(texts)
def test_every_triplet_can_be_parsed_and_names_somebody(text: str) -> None:
    for line in said(text, "sam", "ann"):
        triplet = Triplet.parse(line)
        assert str(triplet) == line
        assert PRONOUNS.isdisjoint(triplet.vertices)


def test_a_text_without_an_end_is_read_in_no_time() -> None:
    for piece in (
        "I live and ",
        "who is ",
        "( ",
        ". . ",
        "my sister Ann, ",
        "since May ",
        "I am ",
        "so so ",
        ":) ",
        "not ",
    ):
        assert isinstance(said(piece * 10_000), list)
