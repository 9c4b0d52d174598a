"""Plain statements, read whichever of their two ends they name first."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.prose import Extractor
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.statements import MOST_WORDS, stated
from tests.reasoner.scenes import prose


def said(sentence: str) -> str:
    """What a sentence states, as a line; empty if that is not one thing of one other."""
    statement = stated(sentence)
    return ", ".join(statement.fact) if statement else ""


@pytest.mark.parametrize(
    ("sentences", "fact"),
    [
        (
            ["The capital of France is Paris.", "Paris is the capital of France.", "France's capital is Paris."],
            "france, capital, paris",
        ),
        (
            ["The mayor of Paris is Ada Lu.", "Ada Lu is the mayor of Paris.", "Ada Lu serves as the mayor of Paris."],
            "paris, mayor, ada lu",
        ),
        (["Knox founded Methodism.", "It was Knox who founded Methodism."], "knox, founded, methodism"),
        (["Keats died in Rome.", "It was in Rome that Keats died."], "keats, died in, rome"),
        (["The founder of Methodism is Knox.", "Knox was the founder of Methodism."], "methodism, founder, knox"),
        (
            ["The author of The Cat in the Hat is Dora Lind.", "Dora Lind is the author of The Cat in the Hat."],
            "cat in the hat, author, dora lind",
        ),
        (["Ann’s husband is Carl.", "Carl is Ann's husband.", "The husband of Ann is Carl."], "ann, husband, carl"),
    ],
)  # fmt: skip
def test_the_same_said_from_either_end_is_one_fact(sentences: list[str], fact: str) -> None:
    assert [said(sentence) for sentence in sentences] == [fact] * len(sentences)


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Methodism was founded by Knox.", "methodism, was founded by, knox"),
        ("Alice is married to Bob.", "alice, is married to, bob"),
        ("The bus 12 goes through Lisbon.", "bus 12, goes through, lisbon"),
        ("Alice lives in Porto again.", "alice, lives in, porto"),
        ("The sport of judo originated in Japan.", "judo, originated in, japan"),
        ("The present mayor of Paris is Ada Lu.", "paris, mayor, ada lu"),
        ("Ada Lu is serving as mayor of Paris.", "paris, mayor, ada lu"),
        ("Ada Lu functions as the mayor of Paris.", "paris, mayor, ada lu"),
        ("Dune was thought up by Ada Lu.", "dune, was thought up by, ada lu"),
        ("Japan is the country where judo first took place.", "judo, country where first took place, japan"),
        ("Carl Dee plays the position of goalkeeper.", "carl dee, plays position of, goalkeeper"),
        ("Sumo was created in the country of Japan.", "sumo, was created in country of, japan"),
        ("The country where sumo was invented is Japan.", "sumo, country where was invented, japan"),
        ("The school where Bob Smith was educated is Eton.", "bob smith, school where was educated, eton"),
        ("The type of music that Bob Smith plays is jazz.", "bob smith, type of music that plays, jazz"),
        ("Bob Smith is a citizen of France.", "bob smith, is citizen of, france"),
        (
            "The headquarters of Acme Corp is located in the city of Oslo.",
            "acme corp, headquarters is located in city of, oslo",
        ),
        ("The name of the current head of state in France is Ada Lu.", "france, head of state in, ada lu"),
        ("Alice's favourite colour is blue.", "alice, favourite colour, blue"),
        ("Slovakia national football team is coached by Bo.", "slovakia national football team, is coached by, bo"),
        ("Alice is a United States citizen.", "alice, is, united states citizen"),
        ("Charles de Gaulle was born in Lille.", "charles de gaulle, was born in, lille"),
        ("The Prime Minister of Sweden is Bob Smith.", "sweden, prime minister, bob smith"),
        ("Dutch is a language that Ann speaks.", "ann, language that speaks, dutch"),
        ("France counts Bob Smith among its citizens.", "france, counts among citizens, bob smith"),
        ("Bob Smith lines up as a goalkeeper.", "bob smith, lines up as, goalkeeper"),
        ("Carl Dee has ties to ice hockey.", "carl dee, has ties to, ice hockey"),
        ("Keats passed away in Rome.", "keats, passed away in, rome"),
        ("Slovakia national football team's sport is football.", "slovakia national football team, sport, football"),
        ("ice hockey's country of origin is Canada.", "ice hockey, country of origin, canada"),
        ("Oslo is the city in which Acme was set up.", "acme, city in which was set up, oslo"),
        ("Oslo was the place of Ann Lee's death.", "ann lee, place of death, oslo"),
        ("The leader of Bo's band is Ann Lee.", "bo's band, leader, ann lee"),
        ("The head of Peru's army is Ann Lee.", "peru, head of army, ann lee"),
        ("Ann Lee and Bo Ray are wed to each other.", "ann lee, is wed to, bo ray"),
        ("The goalkeeper role is filled by Ann Lee.", "goalkeeper, role is filled by, ann lee"),
        ("The jazz genre is the one Ann Lee performs in.", "ann lee, genre that performs in, jazz"),
        ("Among the teams in judo is Alta IF.", "alta if, is among teams in, judo"),
        ("The officially used language of Peru is Spanish.", "peru, officially used language, spanish"),
        ("The religious ties of Iona College are with Islam.", "iona college, religious ties are with, islam"),
        ("The sport in which you come across the goalie is judo.", "goalie, sport in which you come across, judo"),
        ("Being a baker is Ann Lee's line of work.", "ann lee, line of work, baker"),
        ("It was in Peru that people first came up with judo.", "judo, is come up with in, peru"),
        ("The public knows Ann Lee for Dune.", "ann lee, is known for, dune"),
        ("The team uses Ann Lee as a goalie.", "ann lee, is used as, goalie"),
        ("The club named Ann Lee as its coach.", "club, named as coach, ann lee"),
        ("The hospital opened in Bath.", "hospital, opened in, bath"),
        ("The head office moved to Bath.", "head office, moved to, bath"),
        ("The dog barks.", ""),
        ("It was in Rome that people.", ""),
        ("It was in Rome that.", ""),
        ("Ann became as.", "ann, became, as"),
        ("The river flows by Bath into.", ""),
    ],
)
def test_what_is_said_of_a_name_stands_around_it(sentence: str, fact: str) -> None:
    assert said(sentence) == fact


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "Alice",
        ", is the mayor of Paris",
        "Is Alice in Paris?",
        "Alice is not the mayor of Paris.",
        "Bob never lived in Rome.",
        "She lives in Paris.",
        "It lives in Paris.",
        "There is a bakery in Main Street.",
        "My sister Hanna lives in Utrecht.",
        "Pim is nine years old and Teun is six.",
        "When Bob left Rome, Carol bought a boat.",
        "If Bob is the mayor of Rome, Carol is sad.",
        "Alice lives in Paris and works for Acme.",
        "Acme, which Bob founded, makes bicycles.",
        "Alice is a doctor.",
        "Alice is a doctor that Bob knows.",
        "Alice met Bob in the park.",
        "Alice gave the book to Bob on the train.",
        "Water is wet.",
        "Alice's children are Tom and Ann.",
        "Alice lives in " + "very " * MOST_WORDS + "Paris.",
    ],
)
def test_what_is_not_one_thing_of_one_other_is_left_to_who_reads_clauses(sentence: str) -> None:
    assert said(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "is_now"),
    [
        ("Alice now lives in Paris.", True),
        ("Alice currently lives in Paris.", True),
        ("Ada Lu is now the mayor of Paris.", True),
        ("At present, Ada Lu chairs Acme.", True),
        ("Alice lives in Paris.", False),
    ],
)
def test_a_statement_tells_whether_it_says_that_this_is_so_now(sentence: str, is_now: bool) -> None:
    statement = stated(sentence)
    assert statement
    assert statement.is_now == is_now


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Musically, Ann Lee belongs to the school of jazz.", "ann lee, belongs to school of, jazz"),
        ("In Peru, the role of capital belongs to Lima.", "peru, role of capital belongs to, lima"),
        ("Right now, Acme is headed by Bo Ek.", "acme, is headed by, bo ek"),
        ("In Peru, fine coffee is grown by Acme.", "peru, fine coffee is grown by, acme"),
        ("In Lima, Ann Lee holds the post of judge.", "ann lee, holds post of judge in, lima"),
        ("Leading the council of Peru at present is Ann Lee.", "ann lee, is leading council of, peru"),
        ("At the helm of Acme is Ann Lee.", "ann lee, is at helm of, acme"),
        ("Acting as mayor of Lima is Ann Lee.", "lima, mayor, ann lee"),
        ("In the chair at Acme there now sits Ann Lee.", "ann lee, sits in chair at, acme"),
        ("It is Ann Lee whom Bo Ek married.", "bo ek, married, ann lee"),
        ("It is rock music that Ann Lee plays.", "ann lee, plays, rock music"),
        ("It is the Roman Church to which Ann Lee belongs.", "ann lee, belongs to, roman church"),
        ("In sport, it is with judo that Ann Lee is identified.", "ann lee, sport is identified with, judo"),
        ("It is Ann Lee who now leads Acme.", "ann lee, leads, acme"),
        ("Lima is to be found in Peru.", "lima, is found in, peru"),
        ("Ann Lee is at present the mayor of Lima.", "lima, mayor, ann lee"),
        ("These days, Ann Lee is the mayor of Lima.", "lima, mayor, ann lee"),
    ],
)
def test_what_opens_a_sentence_for_emphasis_goes_where_it_belongs(sentence: str, fact: str) -> None:
    assert said(sentence) == fact


@pytest.mark.parametrize("opening", ["In 2020", "In May", "After lunch", "In the morning", "For a year", "By train"])
def test_a_phrase_before_a_sentence_is_left_to_who_reads_clauses(opening: str) -> None:
    assert said(f"{opening}, Ann Lee moved to Rome.") == ""


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("When it comes to style, Ann Lee goes in for jazz.", "ann lee, style goes in for, jazz"),
        ("As for faith, Ann Lee adheres to Islam.", "ann lee, faith adheres to, islam"),
        ("In medical terms, Ann Lee belongs to Acme.", "ann lee, medical belongs to, acme"),
        ("In the world of jazz, Ann Lee is a legend.", "ann lee, in world of jazz, legend"),
        ("By trade, Ann Lee is a baker.", "ann lee, trade, baker"),
        ("Ann Lee is a baker by trade.", "ann lee, trade, baker"),
        ("When it comes to Dune, the author is Ann Lee.", "dune, author, ann lee"),
        ("When it comes to Peru, the President is Ann Lee.", "peru, president, ann lee"),
        ("When it comes to the flute, the family in question is woodwind.", "flute, family, woodwind"),
        ("As far as faith goes, Ann Lee's is Islam.", "ann lee, faith, islam"),
        ("As far as faith is concerned, Ann Lee belongs to Islam.", "ann lee, faith belongs to, islam"),
        ("When it comes to business, Ann Lee's partner is Bo Ek.", "ann lee, business partner, bo ek"),
        ("When it comes to sport, Ann Lee is all about judo.", "ann lee, sport, judo"),
        ("As for its seat, Acme has it in Lima.", "acme, has seat in, lima"),
        ("As sports go, Ann Lee belongs to judo.", "ann lee, sport belongs to, judo"),
        ("In sport, the association of Ann Lee is with judo.", "ann lee, sport, judo"),
        ("In music, the style of Ann Lee is jazz.", "ann lee, style, jazz"),
        ("In the world of sport, Ann Lee stands for judo.", "ann lee, sport stands for, judo"),
        ("Ann Lee adheres to the Roman Church in matters of faith.", "ann lee, faith adheres to, roman church"),
    ],
)
def test_the_respect_in_which_something_is_told_tells_of_what_it_is_the_value(sentence: str, fact: str) -> None:
    assert said(sentence) == fact


@pytest.mark.parametrize(
    "sentence",
    [
        "By train, Ann Lee goes to Rome.",
        "By law, Ann Lee is a citizen.",
        "In the middle of the night, Ann Lee is a nurse.",
        "At the University of Rome, Ann Lee is a professor.",
        "In Lima, Ann Lee drinks tea.",
        "As for faith, she adheres to Islam.",
        "In town, Ann Lee plays the flute.",
        "When it comes to Ann, I am happy.",
    ],
)
def test_what_tells_when_where_or_how_is_no_such_respect(sentence: str) -> None:
    assert said(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("To Ann Lee we owe the origin of Judo.", "judo, origin is owed to, ann lee"),
        ("In the role of Eve you see Ann Lee.", "ann lee, is seen in role of, eve"),
        ("It is Ann Lee you hear on Radio Lima.", "ann lee, is heard on, radio lima"),
        ("For Judo we have the wit of Ann Lee to thank.", "ann lee, wit is to thank for, judo"),
    ],
)
def test_what_anybody_does_is_what_is_done(sentence: str, fact: str) -> None:
    assert said(sentence) == fact


@pytest.mark.parametrize(
    "sentence", ["To Ann Lee we owe money.", "In Rome we met Ann Lee.", "On Monday you see Bo Ek."]
)
def test_what_we_do_ourselves_is_left_to_who_reads_clauses(sentence: str) -> None:
    assert said(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Acme is headed by its founder, Ann Lee.", "acme, is headed by founder, ann lee"),
        ("Acme is run by its CEO, Ann Lee.", "acme, is run by ceo, ann lee"),
        ("Acme is under the control of Ann Lee.", "acme, is under control of, ann lee"),
        ("Acme has Ann Lee on its board.", "acme, has on board, ann lee"),
        ("Ann Lee's loyalty is to Acme.", "ann lee, loyalty is to, acme"),
        ("Ann Lee leads Peru's army.", "ann lee, leads army of, peru"),
        ("Ann Lee fed Bob's cat.", "ann lee, fed, bob's cat"),
        ("Ann Lee called Acme into existence.", "ann lee, called into existence, acme"),
        ("Dune made Ann Lee a legend.", "dune, made legend, ann lee"),
        ("Italy gave the world opera.", "italy, gave world, opera"),
        ("Ann Lee is a friend of ice hockey.", "ann lee, is friend of, ice hockey"),
        ("The rules of judo come from Japan.", "judo, rules come from, japan"),
        ("The Lima Bears belong to Acme.", "lima bears, belong to, acme"),
        ("The Duke of Kent is Ann Lee's cousin.", "ann lee, cousin, duke of kent"),
        ("The sport of the Peru football team is judo.", "peru football team, sport, judo"),
        ("The Kingdom of Peru counts Ann Lee among its poets.", "kingdom of peru, counts among poets, ann lee"),
        ("Ann Lee and Bo Ek are married.", "ann lee, is married to, bo ek"),
        ("Acme is led by a CEO, Ann Lee.", "acme, is led by ceo, ann lee"),
        ("Peru has a capital city, Lima.", "peru, capital city, lima"),
        ("Ann Lee has a son called Bo Ek.", "ann lee, son, bo ek"),
        ("The kind of music Ann Lee plays is jazz.", "ann lee, kind of music that plays, jazz"),
        ("Jazz is the sort of music Ann Lee plays.", "ann lee, sort of music that plays, jazz"),
        (
            "The Republic of Peru is the country of which Ann is a citizen.",
            "ann, country of which is citizen, republic of peru",
        ),
        (
            "Judo is the sport with which the Lima youth club is linked.",
            "lima youth club, sport with which is linked, judo",
        ),
        ("Credit for designing Dune goes to Ann Lee.", "dune, credit for designing goes to, ann lee"),
        ("Production of Dune lay with Acme.", "dune, production lay with, acme"),
        ("The post of CEO at Acme is held by Ann Lee.", "acme, post of ceo at is held by, ann lee"),
        ("Ann Lee fills the goalkeeper position.", "ann lee, fills position, goalkeeper"),
        ("Ann Lee performed Back to Bath.", "ann lee, performed, back to bath"),
        ("The fame of Ann Lee rests on Dune.", "ann lee, fame rests on, dune"),
        ("Dune made Ann Lee famous.", "dune, made famous, ann lee"),
        ("It was Ann Lee who brought the Dune movement into being.", "ann lee, brought into being, dune movement"),
        ("Peru has Ann Lee as its Governor.", "peru, governor, ann lee"),
        ("Dune is the work of the author Ann de Lee.", "dune, author, ann de lee"),
        ("Ann Lee plays in the country music genre.", "ann lee, plays in genre, country music"),
        ("Ann Lee's position is shooting guard.", "ann lee, position, shooting guard"),
        ("The Lima Bears play judo.", "lima bears, play, judo"),
        ("Bo's Inn's owner is Ann Lee.", "bo's inn, owner, ann lee"),
        ("The sport connected with the first base is judo.", "first base, sport connected with, judo"),
        ("Ann Lee received an award at King School, Bath.", "ann lee, received award at, king school, bath"),
        ("Ann Lee and Bo Ek are an engaged couple.", "ann lee, is engaged to, bo ek"),
    ],
)
def test_what_stands_beside_a_value_says_more_of_the_relation(sentence: str, fact: str) -> None:
    assert said(sentence) == fact


def test_who_made_a_thing_may_have_made_more_so_that_it_is_told_of_the_thing() -> None:
    assert said("Dune is the work of Ann Lee.") == "dune, is work of, ann lee"
    assert said("Dune is the fruit of research by Ann Lee.") == "dune, is fruit of research by, ann lee"


def test_what_somebody_does_with_a_thing_is_told_of_them_unless_they_made_it() -> None:
    assert said("The language spoken by Ann Lee is Czech.") == "ann lee, language spoken by, czech"
    assert said("Chess is the game played by Ann Lee.") == "ann lee, game played by, chess"
    assert said("The novel written by Ann Lee is Dune.") == ""


@pytest.mark.parametrize(
    "sentence",
    ["Ann Lee's sister is in Peru.", "Ann Lee's car is in Peru.", "Bo made Ann a cake.", "Ann and Bo are tall."],
)
def test_things_and_people_are_somewhere_and_made_themselves(sentence: str) -> None:
    assert said(sentence) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Lima is the capital of Peru.",
        "Lima is the capital of Peru. It is a city.",
        "Peru is a country. Its capital is Lima, which is a city.",
        "Peru is a country. The capital of Peru is Lima.",
        "The oldest city of Chile and the capital of Peru are here. Peru's capital is Lima.",
        "Lima, which is a city, is the largest port of the coast and capital of Peru.",
        "In 1535 Lima was founded and is the capital of Peru.",
    ],
)
def test_what_something_is_to_another_is_read_alike_in_any_text(text: str) -> None:
    extractor = Extractor()
    extractor.read(text)
    assert Fact("peru", "capital", "lima") in extractor.found


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ann's sister lives in Leeds.", ("ann's sister", "lives in", "leeds")),
        ("Ann's dog sleeps in the kitchen.", ("ann's dog", "sleeps in", "kitchen")),
        ("Ann's life came to its end in Leeds.", ("ann", "life came to end in", "leeds")),
        ("Ann's boat is old. The color of the boat is beautiful.", ("ann's boat", "color is", "beautiful")),
        ("The mayor of Leeds is Ann Bell. She is tall.", ("ann bell", "is", "tall")),
        ("The mayor of Leeds is Ann Bell. It is a city.", ("leeds", "is", "city")),
        ("The mayor of Leeds since 2020 is Ann Bell. Her deputy is Tom Reed.", ("ann bell", "deputy", "tom reed")),
        ("Bo is here. In 2020 the mayor of Leeds was Ann Bell.", ("ann bell", "was mayor in", "2020")),
        ("Bo is here. He is an uncle of Ann and the brother of Tom Reed and Eve.", ("eve", "brother", "bo")),
    ],
)
def test_what_goes_on_after_a_description_is_of_who_is_described(text: str, fact: tuple[str, str, str]) -> None:
    extractor = Extractor()
    extractor.read(text)
    assert Fact(*fact) in extractor.found


def test_a_reader_of_texts_tells_what_is_so_now() -> None:
    extractor = Extractor()
    extractor.read("Alice now lives in Paris.")
    assert extractor.news == {Fact("alice", "lives in", "paris")}


ENDS: list[Callable[[str, str, str], str]] = [
    lambda thing, what, value: f"The {what} of {thing} is {value}.",
    lambda thing, what, value: f"{value} is the {what} of {thing}.",
    lambda thing, what, value: f"{thing}'s {what} is {value}.",
    lambda thing, what, value: f"{value} is {thing}'s {what}.",
]
NAMES = ["France", "Ada Lu", "New York", "Charles de Gaulle", "Acme Corp", "Bo"]
WHAT = ["capital", "mayor", "chief executive officer", "favourite colour", "home town", "author"]


@given(st.permutations(NAMES), st.sampled_from(WHAT), st.sampled_from(ENDS))
def test_whatever_is_described_has_what_is_said_of_it(
    names: list[str], what: str, sentence: Callable[[str, str, str], str]
) -> None:
    thing, value = names[:2]
    assert said(sentence(thing, what, value)) == f"{thing}, {what}, {value}".lower()


_WORDS = (
    "Alice Alice's Paris Acme the a of is are was who that which it in by to as and not now The An It capital founder"
    " plays lives founded position , ; 's ’s ' \" - – & 1999 (so) “Dune”"
).split(" ")


@given(st.one_of(prose, st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join), st.text(max_size=40)))
def test_whatever_is_read_a_statement_joins_two_things_in_words_of_the_sentence(sentence: str) -> None:
    statement = stated(sentence)
    if statement:
        subject, relation, value = statement.fact
        assert subject
        assert relation
        assert value
        assert subject != value
        spoken = set(re.findall(r"\w+", sentence.lower())) | {"is", "am", "are"}
        assert set(re.findall(r"\w+", f"{subject} {relation} {value}")) <= spoken


def test_a_statement_without_an_end_is_read_in_no_time() -> None:
    for piece in ("The capital of ", "Alice's ", "is the ", "It was ", "who founded ", "Paris is the mayor of "):
        assert stated(piece * 20_000) is None
