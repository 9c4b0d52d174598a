"""Answers from texts, where no chain of facts leads to one."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.episodes import EpisodeNode
from ariadne.memory.arigraph.options import Options
from ariadne.memory.arigraph.results import Answer
from ariadne.memory.arigraph.weighing import weighed
from ariadne.sync import wait
from ariadne.triplet import Triplet

VAN = (
    "Bought a second-hand van from a man called Tolly Grange for 4,200. It's a white Ford with a dent in one door.",
    "Had the van resprayed dark green on Monday. The garage couldn't do anything about the dent.",
)
CLUB = (
    "The Thursday chess club meets in the back room of the Plough. The yearly fee is 24 pounds.",
    "The fee went up to 30 pounds because the clocks need replacing.",
)


def learned(*texts: str) -> AriGraph:
    memory = AriGraph()
    for text in texts:
        wait(memory.learn(text))
    return memory


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (VAN, "What colour is the van?", "dark green"),
        (CLUB, "What is the annual fee of the chess club?", "30 pounds"),
    ],
)
def test_a_text_answers_what_no_fact_does_by_what_is_newest(texts: tuple[str, ...], question: str, answer: str) -> None:
    found = wait(learned(*texts).answer(question))
    assert found.text == answer
    assert found.newest
    assert found.newest.node.observation == texts[-1]


def test_an_answer_from_a_text_has_no_path_but_the_text() -> None:
    found = wait(learned(*VAN).answer("What colour is the van?"))
    assert found.path == ()
    assert [told.observation for told in found.texts] == [VAN[1]]


def test_a_text_that_was_forgotten_answers_nothing() -> None:
    memory = learned(*VAN)
    wait(memory.forget(VAN[1]))
    assert "green" not in wait(memory.answer("What colour is the van?")).text


def test_what_a_text_tells_of_a_fact_that_has_ended_is_no_answer() -> None:
    memory = learned("Ann Lee lives in Oslo.", "Ann Lee lives in Rome.")
    assert "oslo" not in [answer.text for answer in wait(memory.answers("Where does Ann Lee live?", 9, threshold=0))]


@pytest.mark.parametrize(
    "question",
    [
        "Where does Bo Ek live?",
        "What is the phone number of Ann Lee?",
        "Ann Lee?",
        "Where is Bo?",
        "",
        "?",
        "Is it Oslo?",
    ],
)
def test_what_no_text_says_is_not_answered(question: str) -> None:
    memory = learned("Ann Lee lives in Oslo and plays the cello.", "Her sister does not work for Acme.")
    assert not wait(memory.answer(question))


def test_what_is_denied_is_no_answer() -> None:
    memory = learned("Nadia does not eat meat, and drinks tea.")
    assert "meat" not in [answer.text for answer in wait(memory.answers("What does Nadia eat?", 9, threshold=0))]


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Ann resigned as president of Acme.", "Who is the president of Acme?", ""),
        ("Ann is the president of Acme. Ann resigned as president of Acme.", "Who is the president of Acme?", ""),
        ("Ann resigned as president of Acme.", "Who resigned as president of Acme?", "ann"),
        ("Ann resigned as president of Acme.", "Who was the president of Acme?", "ann"),
    ],
)
def test_what_has_ended_answers_who_asks_what_was(text: str, question: str, answer: str) -> None:
    memory = learned(text)
    assert wait(memory.answer(question)).text.lower() == answer


def node(step: int, said: str, *facts: Triplet) -> EpisodeNode:
    return EpisodeNode(step, said, facts)


LIVES = Triplet("ann", "lives in", "oslo")
CHAIN = Answer("oslo", ("oslo",), (LIVES,), ((node(1, "Ann lives in Oslo.", LIVES),),), confidence=0.98)
TEXT = Answer("rome", ("rome",), texts=(node(2, "Ann has a flat in Rome now."),), confidence=0.7)


def test_a_newer_text_that_was_not_read_is_believed() -> None:
    first, second = weighed([CHAIN], [TEXT])
    assert (first.text, first.confidence) == ("rome", 0.7)
    assert (second.text, second.confidence) == ("oslo", pytest.approx(0.3))


@pytest.mark.parametrize(
    "text",
    [
        replace(TEXT, texts=(node(0, "Ann has a flat in Rome now."),)),  # older
        replace(TEXT, texts=(node(2, "Bo has a flat in Rome now."),)),  # of somebody else
        replace(TEXT, texts=(node(2, "Ann was in Rome.", Triplet("ann", "was in", "rome")),)),  # read
        replace(TEXT, confidence=0.4),
    ],
)
def test_a_chain_stands_against_any_other_text(text: Answer) -> None:
    first, second = weighed([CHAIN], [text])
    assert (first.text, first.confidence) == ("oslo", 0.98)
    assert second.confidence < 0.03


def test_a_chain_stands_where_the_reader_is_trusted_but_for_a_newer_text_that_is_sure() -> None:
    assert weighed([CHAIN], [TEXT], supersede="never")[0].text == "oslo"
    assert weighed([CHAIN], [replace(TEXT, confidence=0.6)], supersede="always")[0].text == "oslo"
    assert weighed([CHAIN], [TEXT], supersede="always")[0].text == "rome"
    older = replace(TEXT, texts=(node(0, "Ann has a flat in Rome now."),))
    assert weighed([CHAIN], [older], supersede="always")[0].text == "oslo"


def test_a_newer_text_that_tells_another_relation_denies_nothing() -> None:
    for said, text in (("was born in", "oslo"), ("has her lodgings in", "rome")):
        read = replace(TEXT, texts=(node(2, f"Ann {said} Rome.", Triplet("ann", said, "rome")),))
        assert weighed([CHAIN], [read], supersede="always")[0].text == text


def test_of_two_values_that_are_plainly_asked_for_the_newer_holds_where_there_is_one() -> None:
    rents = Triplet("ann", "rents rooms in", "rome")
    newer = Answer("rome", ("rome",), (rents,), ((node(2, "Ann rents rooms in Rome.", rents),),), confidence=0.96)
    assert [answer.text for answer in weighed([CHAIN, newer], [], supersede="always")] == ["rome", "oslo"]
    assert [answer.text for answer in weighed([CHAIN, newer], [], supersede="never")] == ["oslo", "rome"]
    assert weighed([CHAIN, replace(newer, confidence=0.8)], [], supersede="always")[0].text == "oslo"
    born = replace(newer, path=(Triplet("ann", "was born in", "rome"),))
    assert weighed([CHAIN, born], [], supersede="always")[0].text == "oslo"


def test_a_chain_of_several_facts_comes_before_texts_where_every_relation_takes_one_value() -> None:
    path = (LIVES, Triplet("oslo", "is led by", "bo"))
    unlikely = Answer(
        "bo", ("bo",), path, tuple((node(step, str(fact), fact),) for step, fact in enumerate(path)), (), 0.3
    )
    assert [answer.text for answer in weighed([unlikely], [TEXT], supersede="always")] == ["bo", "rome"]
    assert weighed([unlikely], [TEXT])[0].text == "rome"


def test_an_unlikely_chain_and_a_text_that_say_the_same_come_first_where_every_relation_takes_one_value() -> None:
    far = Answer("bo", ("bo",), (LIVES, Triplet("oslo", "is led by", "bo")), ((), ()), (), 0.06)
    near = replace(CHAIN, confidence=0.05)
    said = replace(TEXT, text="oslo", values=("oslo",), confidence=0.7)
    first, *others = weighed([far, near], [TEXT, said], supersede="always")
    assert (first.text, first.confidence, first.path) == ("oslo", 0.7, (LIVES,))
    assert [each.text for each in others] == ["bo", "rome"]
    assert all(each.confidence <= 0.06 for each in others)


def test_a_fact_of_a_text_that_was_not_read_whole_is_as_likely_as_both_say() -> None:
    half = replace(CHAIN, sources=((node(1, "Ann left Paris last May and rents a room in Oslo.", LIVES),),))
    assert weighed([half], [])[0].confidence == 0
    same = Answer("oslo", ("oslo",), texts=half.sources[0], confidence=0.4)
    assert weighed([half], [same])[0].confidence == pytest.approx(sqrt(0.98 * 0.4), abs=1e-4)
    assert weighed([half], [same])[0].path == (LIVES,)


def test_a_fact_that_is_not_plainly_asked_for_is_as_likely_as_both_say() -> None:
    likely = replace(CHAIN, confidence=0.9)
    assert weighed([likely], [])[0].confidence == 0.9
    assert [answer.text for answer in weighed([likely], [TEXT])] == ["rome", "oslo"]
    same = Answer("oslo", ("oslo",), texts=likely.sources[0], confidence=0.4)
    assert weighed([likely], [same, TEXT])[0].text == "rome"
    assert weighed([likely], [same])[0].confidence == pytest.approx(0.6)


def test_a_sentence_with_names_of_others_answers_if_its_text_names_who_is_asked_about() -> None:
    piet = "Piet van Loon started on Monday. He works in room 212, and comes by train from Gouda."
    assert "212" in wait(learned(piet).answer("In which room does Piet work?")).text
    others = learned(piet, "Ruth works in room 305 with Bo.")
    texts = [each.text for each in wait(others.answers("In which room does Piet work?", 20, threshold=0))]
    assert "room 305" not in texts


def test_a_thing_that_is_somewhere_is_no_place() -> None:
    found = wait(learned("The drawer is in the desk of the hall.").answers("Where is the desk?", 9, threshold=0))
    assert "drawer" not in [each.text for each in found if not each.path]


def test_of_a_long_text_few_sentences_are_compared_and_of_a_long_sentence_its_beginning() -> None:
    memory = learned("Line. " + "The log says that a pump was started again at noon on the upper deck. " * 2000)
    wait(memory.learn("The van was painted green " + "and then it was washed " * 2000))
    wait(memory.answer("What colour is the van?"))
    phrases = memory._state.passages._phrases
    assert phrases.texts_embedded < 1000
    wait(memory.learn("The pump's readings: " + " ".join(map(str, range(1000, 1200))) + "."))
    before = phrases.texts_embedded
    assert wait(memory.answers("What is the reading of the pump?", 99, threshold=0))
    assert phrases.texts_embedded - before < 400
    assert max(map(len, phrases._row_of)) < 2000


def test_what_a_text_tells_something_of_is_no_answer() -> None:
    found = wait(learned("Norway's currency is the krone.").answers("What is the money of Norway?", 9, threshold=0))
    assert "currency" not in [each.text for each in found]


def test_what_the_question_names_itself_is_no_answer() -> None:
    memory = learned("The old van of Tolly Grange stands in the yard of the Plough, and is dark green.")
    found = wait(memory.answers("Which van does Tolly Grange have?", 9, threshold=0))
    assert {"tolly grange", "van"}.isdisjoint(each.text.lower() for each in found if not each.path)


def test_of_several_values_what_was_told_last_comes_first() -> None:
    memory = learned("Kate Dorsey plays the widow.", "Alice Penn now plays the widow.")
    assert wait(memory.answer("Who plays the widow?")).values[0] == "alice penn"


def test_another_fact_of_the_same_thing_does_not_speak_against_a_chain() -> None:
    currency = Triplet("norway", "currency", "krone")
    chain = replace(CHAIN, path=(Triplet("norway", "capital", "oslo"),))
    text = replace(TEXT, texts=(node(2, "Norway's currency is the krone.", currency),))
    assert weighed([chain], [text])[0].text == "oslo"
    capital = Triplet("norway", "capital", "rome")
    text = replace(TEXT, texts=(node(2, "Norway's capital is Rome.", capital),))
    assert weighed([chain], [text])[0].text == "rome"


def test_a_chain_that_says_what_a_text_does_is_as_likely() -> None:
    moved = Triplet("ann", "moved to", "rome")
    unlikely = replace(CHAIN, text="rome", values=("rome",), path=(moved,), confidence=0.01)
    first, second = weighed([CHAIN, unlikely], [TEXT])
    assert (first.text, first.path, first.confidence) == ("rome", (moved,), 0.7)
    assert second.confidence == pytest.approx(0.3)
    half = replace(CHAIN, sources=((node(1, "Ann left Paris last May and rents a room in Oslo.", LIVES),),))
    same = Answer("oslo", ("oslo",), texts=half.sources[0], confidence=0.4)
    assert weighed([half, unlikely], [TEXT, same])[0].text == "rome"


def test_of_what_a_fact_says_the_part_that_is_asked_for_is_the_answer() -> None:
    memory = learned("Ann lives in Oslo. She has a dog called Rex.", "Ann moved to Rome in May.")
    found = wait(memory.answer("What is the name of Ann's dog?"))
    assert (found.text, [str(fact) for fact in found.path]) == ("rex", ["ann, has, dog called rex"])


def test_where_every_relation_takes_one_value_only_texts_that_name_what_is_asked_about_answer() -> None:
    told = ("Gala RFC has its ground in Netherdale.", "Rains RFC was much liked in Camborne.")
    always = AriGraph(options=Options(supersede="always"))
    for text in told:
        wait(always.learn(text))
    found = wait(always.answers("Where does Rains RFC have its ground?", 9, threshold=0))
    assert found
    assert all("rains" in answer.texts[0].observation.lower() for answer in found if answer.texts)


@pytest.mark.parametrize("how", ["relocated", "shifted", "transferred"])
def test_a_newer_text_with_a_word_of_change_is_believed_against_a_fact(how: str) -> None:
    memory = learned("The exam takes place in room 12.", f"The exam has been {how} to room 30.")
    assert wait(memory.answer("Where does the exam take place?")).text == "room 30"


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (" ".join(VAN), "What colour is the van?", "dark green"),
        ("The rent is 900 euros. The rent was raised to 950 euros.", "How much is the rent?", "950 euros"),
        ("The meeting is on Monday.\nThe meeting was moved to Tuesday.", "When is the meeting?", "tuesday"),
    ],
)
def test_of_one_text_that_changes_what_it_told_the_later_sentence_answers(
    text: str, question: str, answer: str
) -> None:
    found = wait(learned(text).answer(question))
    assert found.text == answer
    assert answer in found.newest.said.lower() if found.newest else False


def test_a_line_of_a_long_text_is_searched_as_a_text_of_its_own() -> None:
    lines = [f"The badge of person {number} is number {1000 + number}." for number in range(120)]
    memory = learned("\n".join([*lines, *CLUB]))
    found = wait(memory.answers("What is the annual fee of the chess club?", 1, threshold=0.3))
    assert found[0].text == "30 pounds"


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (("Room 12 is booked by Anna.", "Room 14 is booked by Ben."), "Who booked room 12?", "anna"),
        (("Room 12 is booked by Anna.", "Room 14 is booked by Ben."), "Who booked room 16?", ""),
        (("The front door code is 4411.", "The back door code is 5522."), "What is the front door code?", "4411"),
        (("Anna Weber lives in Paris.", "Anna Schmidt lives in Rome."), "Where does Anna Weber live?", "paris"),
        (
            ("The blue bin is emptied on Mondays.", "The red bin is emptied on Fridays."),
            "When is the blue bin emptied?",
            "mondays",
        ),
    ],
)
@pytest.mark.parametrize("is_one", [False, True])
def test_what_is_told_of_a_thing_with_a_name_like_it_is_no_news(
    told: tuple[str, ...], question: str, answer: str, is_one: bool
) -> None:
    memory = learned(" ".join(told)) if is_one else learned(*told)
    assert wait(memory.answer(question)).text == answer
