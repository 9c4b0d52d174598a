from __future__ import annotations

from collections.abc import Sequence

from ariadne.models.question import Inputs
from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.learn import read_texts

TIME = "Wednesday, 2026-03-04 12:00"


def heard(*messages: str, known: Sequence[str] = ()) -> dict[str, list[str]]:
    speakers = list(dict.fromkeys(message.partition(": ")[0] for message in messages))
    inputs: Inputs = {"texts": messages, "known": known, "speakers": speakers, "time": TIME}
    return read_texts(inputs, same_words)


def test_i_is_who_speaks() -> None:
    answer = heard("Sam: I live in Leeds.", "Ann: I live in York. My dog is old.")
    assert answer["triplets"] == ["sam, lives in, leeds", "ann, lives in, york", "ann's dog, is, old"]


def test_you_is_the_other_one_but_no_machine() -> None:
    assert heard("Sam: You live in York.", "Ann: Yes")["triplets"] == ["ann, lives in, york"]
    assert heard("Sam: You live in a cloud.", "assistant: You live in Leeds.")["triplets"] == ["sam, lives in, leeds"]


def test_times_are_seen_from_the_message() -> None:
    assert "sam, moved to york on, 2026-03-03" in heard("Sam: I moved to York yesterday")["triplets"]


def test_what_is_said_ends_what_is_known() -> None:
    answer = heard("Sam: I quit my job at Acme", known=["sam, works at, acme", "ann, works at, acme"])
    assert answer["replaced"] == ["sam, works at, acme -> sam, quit job at, acme"]


def test_a_job_that_one_has_now_is_in_the_place_of_the_last() -> None:
    known = ["sam, works for, acme"]
    assert heard("Sam: I work for Globex", known=known)["replaced"] == []
    assert len(heard("Sam: I work for Globex now", known=known)["replaced"]) == 1


def test_of_a_change_of_mind_in_one_chat_the_last_word_counts() -> None:
    answer = heard("Sam: I eat meat", "assistant: ok", "Sam: actually I don't eat meat any more")
    assert answer == {"triplets": ["sam, does not eat, meat"], "replaced": []}


def test_of_several_ends_the_last_is_told() -> None:
    answer = heard("Sam: I moved to Berlin", "Sam: I moved to Paris", known=["sam, lives in, leeds"])
    assert answer["triplets"] == ["sam, moved to, paris"]
    assert answer["replaced"] == ["sam, lives in, leeds -> sam, moved to, paris"]


def test_a_text_beside_messages_is_read_as_a_text() -> None:
    inputs: Inputs = {
        "texts": ["Bob lives in Rome.", "Sam: I know Bob"],
        "known": [],
        "speakers": ["Sam"],
        "time": TIME,
    }
    assert read_texts(inputs, same_words)["triplets"] == ["bob, lives in, rome", "sam, knows, bob"]


def test_a_message_that_holds_a_colon_is_still_its_speakers() -> None:
    assert heard("Sam: btw: I live in Leeds")["triplets"] == ["sam, lives in, leeds"]


def test_a_correction_takes_the_place_of_what_it_corrects() -> None:
    assert heard("Sam: My exam is on Monday. Sorry, Thursday.")["triplets"] == ["sam's exam, is on, 2026-03-05"]
    answer = heard("Sam: I'm Sam. My exam is on Monday.", "assistant: Noted.", "Sam: oops, Thursday. I live in Leeds.")
    assert answer["triplets"] == ["sam's exam, is on, 2026-03-05", "sam, lives in, leeds"]


def test_what_is_to_come_ends_nothing() -> None:
    known = ["sam, lives in, rome", "sam, works at, acme"]
    assert heard("Sam: I'm moving to Milan next year.", known=known)["replaced"] == []
    assert heard("Sam: I am starting at Globex in May.", known=known)["replaced"] == []
    assert len(heard("Sam: I moved to Milan.", known=known)["replaced"]) == 1


def test_a_reply_is_read_with_its_question() -> None:
    def replied(question: str, reply: str) -> list[str]:
        return heard(f"assistant: {question}", f"Sam: {reply}")["triplets"]

    assert replied("Nice! Where do you live?", "Leeds") == ["sam, lives in, leeds"]
    assert replied("What's your favourite food?", "ramen :)") == ["sam's favourite food, is, ramen"]
    assert replied("Do you like sushi?", "No") == ["sam, does not like, sushi"]
    assert replied("Where do you live?", "I live in York") == ["sam, lives in, york"]
    assert replied("How are you?", "fine thanks") == []
    assert replied("I live in a cloud.", "Leeds") == []


def test_a_subject_that_is_left_out_is_who_speaks() -> None:
    assert heard("Sam: love sushi")["triplets"] == ["sam, loves, sushi"]
    assert heard("Sam: allergic to nuts")["triplets"] == ["sam, is allergic to, nuts"]
    assert heard("Sam: mum lives in Oslo")["triplets"] == ["sam's mum, lives in, oslo"]
    assert heard("Sam: love you")["triplets"] == heard("Sam: love this")["triplets"] == []
