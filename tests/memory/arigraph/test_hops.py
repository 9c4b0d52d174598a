"""Questions that a memory answers by itself, hop by hop over the facts that hold now."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.errors import Failure
from ariadne.memory.arigraph.options import FOR_TEXTS
from ariadne.memory.arigraph.results import Answer
from ariadne.models.question import A, Question
from arigraph import AriGraph, Options, Triplet, wait
from tests.scripted import Script

TOLD = [
    "Alice works for Acme Corp.",
    "Acme Corp was founded by Eva Long.",
    "Acme Corp was founded by Bob Smith.",
    "Bob Smith lives in Oslo.",
    "Oslo is the capital of Norway.",
    "Norway's currency is the krone.",
    "Alice is married to Carl.",
    "Carl plays the position of goalkeeper.",
    "The author of The Cat in the Hat is Dora Lind.",
    "Dora Lind was born in Lima.",
    "Lima is located in the country of Peru.",
    "Alice likes tea.",
    "Alice likes coffee.",
    "Alice likes cake.",
    "Globex was founded by Eva Long.",
    "Eva Long lives in Bern.",
    "Eva Long lives in Rome.",
]


@pytest.fixture(scope="session")
def texts(minilm: MiniLM) -> TextCache:
    """One cache for all of these memories: each text is embedded once."""
    return TextCache(minilm)


@pytest.fixture(scope="session")
def memory(texts: TextCache) -> AriGraph:
    return learned(texts, TOLD)


def learned(texts: TextCache, told: Iterable[str], path: Path | None = None, options: Options = FOR_TEXTS) -> AriGraph:
    """A memory that has read texts by the built-in rules, one after the other."""
    memory = AriGraph("rules", texts, path, options=options)
    for text in told:
        wait(memory.learn(text))
    return memory


def path_of(answer: Answer) -> list[str]:
    return [*map(str, answer.path)]


def sources_of(answer: Answer) -> list[list[str]]:
    return [[node.observation for node in nodes] for nodes in answer.sources]


@pytest.mark.parametrize(
    ("question", "values", "path"),
    [
        ("Where does Bob Smith live?", ["oslo"], ["bob smith, lives in, oslo"]),
        ("Which company does Alice work for?", ["acme corp"], ["alice, works for, acme corp"]),
        ("What is the capital of Norway?", ["oslo"], ["norway, capital, oslo"]),
        ("What is Norway's capital?", ["oslo"], ["norway, capital, oslo"]),
        ("Which position does Carl play?", ["goalkeeper"], ["carl, plays position of, goalkeeper"]),
        ("Who wrote the cat in the hat?", ["dora lind"], ["cat in the hat, author, dora lind"]),
        ("where does bob smith live?", ["oslo"], ["bob smith, lives in, oslo"]),
    ],
)
def test_one_hop(memory: AriGraph, question: str, values: list[str], path: list[str]) -> None:
    answer = wait(memory.answer(question))
    assert (answer.text, [*answer.values]) == (", ".join(values), values)
    assert path_of(answer) == path


@pytest.mark.parametrize(
    ("question", "value", "path"),
    [
        (
            "Where does the founder of Acme Corp live?",
            "oslo",
            ["acme corp, was founded by, bob smith", "bob smith, lives in, oslo"],
        ),
        (
            "Who founded the company that Alice works for?",
            "bob smith",
            ["alice, works for, acme corp", "acme corp, was founded by, bob smith"],
        ),
        (
            "Which position does Alice's husband play?",
            "goalkeeper",
            ["alice, is married to, carl", "carl, plays position of, goalkeeper"],
        ),
        (
            "Where was the author of The Cat in the Hat born?",
            "lima",
            ["cat in the hat, author, dora lind", "dora lind, was born in, lima"],
        ),
        (
            "In which country is the birthplace of the author of The Cat in the Hat?",
            "peru",
            [
                "cat in the hat, author, dora lind",
                "dora lind, was born in, lima",
                "lima, is located in country of, peru",
            ],
        ),
        (
            "Where does the founder of the company that Alice works for live?",
            "oslo",
            ["alice, works for, acme corp", "acme corp, was founded by, bob smith", "bob smith, lives in, oslo"],
        ),
    ],
)
def test_several_hops(memory: AriGraph, question: str, value: str, path: list[str]) -> None:
    answer = wait(memory.answer(question))
    assert (answer.text, path_of(answer)) == (value, path)


@pytest.mark.parametrize(
    ("question", "value", "path"),
    [
        ("Who is Carl married to?", "alice", ["alice, is married to, carl"]),
        ("Who lives in Oslo?", "bob smith", ["bob smith, lives in, oslo"]),
        ("Of which country is Oslo the capital?", "norway", ["norway, capital, oslo"]),
    ],
)
def test_from_the_other_end(memory: AriGraph, question: str, value: str, path: list[str]) -> None:
    answer = wait(memory.answer(question))
    assert (answer.text, path_of(answer)) == (value, path)


def test_one_goes_on_from_what_a_value_names(texts: TextCache) -> None:
    memory = learned(texts, ["Bo is a Norway national.", *TOLD])
    answer = wait(memory.answer("What is the currency of the country of which Bo is a national?"))
    assert (answer.text, path_of(answer)) == ("krone", ["bo, is, norway national", "norway, currency, krone"])


def test_a_fact_is_asked_for_in_any_wording_of_its_relation(memory: AriGraph) -> None:
    assert wait(memory.answer("What is the seat of government of Norway?")).values == ("oslo",)


def test_what_is_asked_in_some_respect_is_no_time(texts: TextCache) -> None:
    memory = learned(texts, ["When it comes to style, Ann Lee goes in for jazz."])
    assert wait(memory.answer("When it comes to style, what does Ann Lee go in for?")).values == ("jazz",)


def test_several_values_are_all_of_the_answer(memory: AriGraph) -> None:
    answer = wait(memory.answer("What does Alice like?"))
    assert {*answer.values} == {"tea", "coffee", "cake"}
    assert answer.text == ", ".join(answer.values)


def test_the_newest_holds(memory: AriGraph, texts: TextCache) -> None:
    assert wait(memory.answer("Where does Eva Long live?")).values == ("rome",)
    assert wait(memory.answer("Who founded Acme Corp?")).values == ("bob smith",)
    # Whether facts retire each other or not.
    undecided = learned(texts, TOLD, options=Options(supersede="never"))
    assert [str(edge.triplet) for edge in undecided.facts() if "founded" in edge.triplet.relation][:2] == [
        "acme corp, was founded by, eva long",
        "acme corp, was founded by, bob smith",
    ]
    assert wait(undecided.answer("Who founded Acme Corp?")).values == ("bob smith",)
    assert wait(undecided.answer("What does Alice like?")).text.count(", ") == 2


def test_what_is_learned_and_forgotten_counts_at_once(texts: TextCache) -> None:
    memory = learned(texts, ["Bob Smith lives in Oslo."])
    question = "Where does Bob Smith live?"
    assert wait(memory.answer(question)).text == "oslo"
    wait(memory.learn("Bob Smith lives in Lima."))
    assert wait(memory.answer(question)).text == "lima"
    wait(memory.forget("lima"))
    assert not wait(memory.answer(question))


@pytest.mark.parametrize(
    "question",
    [
        # Unknown things.
        "Who is the mayor of Berlin?",
        "How old is Zed?",
        # Unknown relations of known things.
        "How old is Alice?",
        "What is Alice's shoe size?",
        "What is the phone number of Bob Smith?",
        "What is the population of Norway?",
        "What colour is Carl's car?",
        "Where does Alice live?",
        # No question at all.
        "",
        "?!",
    ],
)
def test_what_is_not_known_is_not_answered(memory: AriGraph, question: str) -> None:
    answer = wait(memory.answer(question))
    assert not answer
    assert answer == Answer()


def test_an_empty_memory_answers_nothing(texts: TextCache) -> None:
    memory = AriGraph("rules", texts)
    assert wait(memory.answer("Where does Alice live?")) == Answer()
    assert wait(memory.answers("Where does Alice live?", 5)) == []


def test_sources_are_the_texts_that_tell_each_fact_of_the_path(texts: TextCache) -> None:
    memory = learned(texts, TOLD)
    wait(memory.learn("Bob Smith lives in Oslo. He likes tea.", source="letter.txt"))
    answer = wait(memory.answer("Where does the founder of Acme Corp live?"))
    assert sources_of(answer) == [
        ["Acme Corp was founded by Bob Smith."],
        ["Bob Smith lives in Oslo.", "Bob Smith lives in Oslo. He likes tea."],
    ]
    assert answer.sources[1][-1].source == "letter.txt"
    assert answer.sources == tuple(memory.sources(fact) for fact in answer.path)
    wait(memory.forget(source="letter.txt"))
    answer = wait(memory.answer("Where does the founder of Acme Corp live?"))
    assert sources_of(answer)[1] == ["Bob Smith lives in Oslo."]
    assert answer.sources == tuple(memory.sources(fact) for fact in answer.path)


def test_confidence_tells_what_is_asked_from_what_is_known(memory: AriGraph) -> None:
    same = wait(memory.answer("What is the capital of Norway?"))
    (near,) = wait(memory.answers("Who employs Alice?", 1, threshold=0))
    assert 0 <= near.confidence < same.confidence <= 1
    assert same.confidence > 0.9


def test_the_likeliest_answer_is_first_and_each_goes_another_way(memory: AriGraph) -> None:
    question = "Who is the founder of the company that Alice works for?"
    several = wait(memory.answers(question, 5))
    assert several[0] == wait(memory.answer(question))
    assert 1 < len(several) <= 5
    assert len({answer.path for answer in several}) == len(several)
    assert [answer.path for answer in wait(memory.answers(question, 2))] == [answer.path for answer in several[:2]]


def test_less_likely_answers_are_given_to_who_asks_for_them(memory: AriGraph) -> None:
    question = "What is the age of Alice?"
    assert wait(memory.answers(question, 3)) == []
    guesses = wait(memory.answers(question, 3, threshold=0))
    assert 0 < len(guesses) <= 3
    confidences = [answer.confidence for answer in guesses]
    assert confidences == sorted(confidences, reverse=True)
    assert max(confidences) < 0.5


def test_an_answer_takes_no_more_hops_than_it_may(memory: AriGraph) -> None:
    question = "Where does the founder of Acme Corp live?"
    assert path_of(wait(memory.answer(question, hops=2))) == [
        "acme corp, was founded by, bob smith",
        "bob smith, lives in, oslo",
    ]
    assert all(len(answer.path) <= 1 for answer in wait(memory.answers(question, 9, hops=1)))
    assert max(len(answer.path) for answer in wait(memory.answers(question, 9))) > 1


def test_no_path_leads_back_to_where_it_has_been(memory: AriGraph) -> None:
    for answer in wait(memory.answers("Who founded the company that Alice works for?", 30)):
        facts = answer.path
        assert len({*facts}) == len(facts)
        assert all({*one.vertices} & {*other.vertices} for one, other in pairwise(facts))


def test_no_path_goes_from_who_made_a_thing_to_what_else_they_made(texts: TextCache) -> None:
    memory = learned(texts, ["The developer of Lumen is Acme Corp.", "Acme Corp developed Torch."])
    for answer in wait(memory.answers("Who developed Lumen?", 30, threshold=0.0)):
        assert "torch" not in answer.values


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (["The employer of Ann Lee is Acme Corp.", "Acme Labs has Ann Lee as its chief."], "employer", "acme corp"),
        (["The sport of Ann Lee is rugby union.", "Ulster Rugby has Ann Lee as its coach."], "sport", "rugby union"),
    ],
)
def test_what_has_somebody_is_no_news_of_what_they_are(
    texts: TextCache, told: list[str], question: str, answer: str
) -> None:
    memory = learned(texts, told, options=Options(supersede="always"))
    assert len(memory.facts()) == 2
    assert wait(memory.answer(f"What is the {question} of Ann Lee?")).text == answer


def test_a_path_goes_no_further_than_the_question_asks(texts: TextCache) -> None:
    told = ["Ann Lee's position is keeper.", "The keeper's sport is hockey.", "Hockey was created in Canada."]
    memory = learned(texts, told)
    assert wait(memory.answer("What is Ann Lee's playing position?")).text == "keeper"
    assert wait(memory.answer("When it comes to the keeper, which sport are we talking about?")).text == "hockey"
    assert wait(memory.answer("Where was the sport of the position of Ann Lee created?")).text == "canada"


def test_no_model_is_asked_and_nothing_changes(texts: TextCache) -> None:
    script = Script(read={"triplets": ["bob smith, lives in, oslo"], "replaced": []})
    memory = AriGraph(script.model, texts)
    wait(memory.learn("Bob Smith lives in Oslo."))
    before, history = len(script.asked), memory.history()
    assert wait(memory.answer("Where does Bob Smith live?")).path == (Triplet("bob smith", "lives in", "oslo"),)
    assert len(script.asked) == before
    assert memory.history() == history


def test_a_memory_that_is_only_read_answers(texts: TextCache, tmp_path: Path) -> None:
    async def nobody(question: Question[A], /) -> A:
        raise Failure(f"asked {question.name}")

    learned(texts, TOLD, tmp_path / "memory.db").close()
    with AriGraph(nobody, texts, tmp_path / "memory.db", read_only=True) as memory:
        answer = wait(memory.answer("Where does the founder of Acme Corp live?"))
    assert answer.text == "oslo"
    assert sources_of(answer)[0] == ["Acme Corp was founded by Bob Smith."]


def test_a_scope_answers_from_what_it_holds_alone(texts: TextCache, tmp_path: Path) -> None:
    with learned(texts, ["Bob Smith lives in Oslo."], tmp_path / "memory.db") as memory:
        other = memory.scope("user:42")
        assert not wait(other.answer("Where does Bob Smith live?"))
        wait(other.learn("Bob Smith lives in Rome."))
        assert wait(other.answer("Where does Bob Smith live?")).text == "rome"
        assert wait(memory.answer("Where does Bob Smith live?")).text == "oslo"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where is the key?", "drawer"),
        ("Where's the key?", "drawer"),
        ("What is in the drawer?", "key"),
        ("What is Sam?", "vegan"),
        ("Where is Sam?", "lisbon"),
        ("When is the party?", "friday"),
        ("Where is the drawer?", "desk"),
        ("What is the drawer?", ""),
        ("What is in the desk?", "drawer"),
        ("Where is the key made?", ""),
        ("What does Sam do?", ""),
        ("Where is Ana?", ""),
        ("Where is Bo?", ""),
        ("Where is the desk?", ""),
    ],
)
async def test_a_question_may_ask_no_more_than_what_or_where_something_is(question: str, answer: str) -> None:
    memory = AriGraph()
    await memory.learn("The key is in the drawer. Sam is vegan. Sam is in Lisbon. The party is on Friday.")
    await memory.learn("The drawer is in the desk. Ana works in Leeds. Bo is vegan.")
    assert (await memory.answer(question)).text == answer


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (
            ["The bills are kept in the green box.", "Please note that bills go in the black box from now on."],
            "Where are the bills kept?",
            "black box",
        ),
        (["Bo is 41 years old.", "Bo turned 42 yesterday. We had cake."], "How old is Bo?", "42 years old"),
        (
            ["The server runs Debian 11.", "I upgraded the server to Debian 12 last night."],
            "What does the server run?",
            "debian 12",
        ),
        (["My brother Arne is a baker.", "My brother Lasse is a plumber."], "What does my brother Arne do?", "baker"),
        (["Leo's teacher is Mrs. Fink.", "Leo has Mr. Ek as a teacher now."], "Who is Leo's teacher?", "mr. ek"),
    ],
)
async def test_what_was_told_last_in_other_words_is_so(texts: list[str], question: str, answer: str) -> None:
    memory = AriGraph()
    for text in texts:
        await memory.learn(text)
    assert (await memory.answer(question)).text == answer


async def test_what_one_has_may_be_asked_for_by_who_has_it() -> None:
    memory = AriGraph()
    for text in ("Bo's car is a green Fiat.", "The code of our door is 7.", "Our wifi password is tulip."):
        await memory.learn(text)
    assert (await memory.answer("What car does Bo have?")).text == "green fiat"
    assert (await memory.answer("What is the wifi password?")).text == "tulip"
    await memory.learn("I set a new wifi password today: rose.")
    assert (await memory.answer("What is our wifi password?")).text == "rose"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was Greet born?", "1951"),
        ("Where was Greet born?", "zwolle"),
        ("Where is the car?", "main street"),
        ("Who does Nadia work for?", ""),
        ("Is the car in Main Street?", ""),
        ("How old is Nadia?", ""),
        ("What is parked in Main Street?", "car"),
        ("Who does Nadia not work for?", "delta"),
    ],
)
async def test_a_question_says_what_kind_of_answer_it_wants(question: str, answer: str) -> None:
    memory = AriGraph()
    await memory.learn(
        "Greet was born in Zwolle in 1951. The car is parked in Main Street. Nadia does not work for Delta."
    )
    assert (await memory.answer(question)).text == answer


async def test_the_only_thing_of_a_kind_is_meant_by_its_kind_and_somebody_by_a_given_name() -> None:
    memory = AriGraph()
    for text in ("The Saint Anne choir sings on Sundays. It is old.", "The choir has a pianist, Ann Lee. She is tall."):
        await memory.learn(text)
    await memory.learn("Becky Lawson lives in Rome. She is old.")
    await memory.learn("Becky now works in Oslo.")
    assert (await memory.answer("Who is the pianist of the Saint Anne choir?")).text == "ann lee"
    assert (await memory.answer("Where does Becky Lawson work?")).text == "oslo"


async def test_what_is_told_of_a_thing_of_somebody_may_be_asked_of_them() -> None:
    memory = AriGraph()
    await memory.learn("Ann Lee lives with her husband, Bo Ek. She is tall.")
    assert (await memory.answer("Who is Ann Lee's husband?")).text == "bo ek"


async def test_a_president_is_no_treasurer() -> None:
    memory = AriGraph()
    await memory.learn("The president of Acme is Ann Lee. The office is old.")
    await memory.learn("Bo Ek is now the treasurer of Acme.")
    assert (await memory.answer("Who is the president of Acme?")).text == "ann lee"


async def test_who_asks_may_be_known_by_name() -> None:
    memory = AriGraph()
    await memory.learn(messages=[{"role": "user", "content": "I'm Nadia. I live in Porto. My boss is Rita."}])
    assert (await memory.answer("Where do I live?")).text == "porto"
    assert (await memory.answer("Who is my boss?")).text == "rita"


async def test_a_thing_is_where_it_was_put_last_in_whatever_way_it_stands_to_that() -> None:
    memory = AriGraph()
    await memory.learn("The ladder is in the garage. The chess club meets on Mondays.")
    await memory.learn("Tom put the ladder behind the shed.")
    assert (await memory.answer("Where is the ladder?")).text == "shed"
    assert (await memory.answer("When does the chess club meet?")).text == "mondays"


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (["Ann lives in Oslo.", "Ann used to live in Rome."], "Where does Ann live?", "oslo"),
        (["Ann works for Acme.", "Ann wants to work for Globex."], "Who does Ann work for?", "acme"),
        (["Ann works for Acme.", "Ann wants to work for Globex."], "Who does Ann want to work for?", "globex"),
        (["Acme's chair is Ben.", "Acme's former chair is Carl."], "Who is Acme's chair?", "ben"),
        (["Acme's chair is Ben.", "Acme's former chair is Carl."], "Who is Acme's former chair?", "carl"),
        (["Acme was founded in 1999."], "Who founded Acme?", ""),
    ],
)
def test_what_is_not_so_now_is_told_only_where_it_is_asked_for(
    texts: TextCache, told: list[str], question: str, answer: str
) -> None:
    assert wait(learned(texts, told).answer(question)).text == answer


def test_several_values_that_one_sentence_tells_are_all_told(texts: TextCache) -> None:
    found = wait(learned(texts, ["Ann works for Acme and Globex."]).answer("Who does Ann work for?"))
    assert {*found.values} == {"acme", "globex"}


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Ann's brother is Dan.", "Who is Ann's sister?"),
        ("Ann's brother is Dan.", "Who is Ann's landlord?"),
        ("Ann's dog is Rex.", "Who is Ann's son?"),
        ("Ann got married in Rome in June.", "Who did Ann marry?"),
        ("Ann's flight is on Friday.", "Which airline is Ann's flight with?"),
    ],
)
def test_a_chain_to_another_kind_of_thing_is_no_answer(told: str, question: str, texts: TextCache) -> None:
    assert not any(answer.path for answer in wait(learned(texts, [told]).answers(question, 3)))


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("Ann's wife is Mia.", "Who is Ann's spouse?", "mia"),
        ("Ann's doctor is Dr. Lee.", "Who is Ann's physician?", "dr. lee"),
    ],
)
def test_a_kind_of_what_is_asked_for_is_an_answer(told: str, question: str, answer: str, texts: TextCache) -> None:
    assert wait(learned(texts, [told]).answer(question)).text == answer


def test_what_was_does_not_answer_what_is(texts: TextCache) -> None:
    memory = learned(texts, ["Ann lives in Graz.", "Ann lived in Wels until 2010.", "Bob lived in Linz."])
    assert wait(memory.answer("Where does Ann live?")).text == "graz"
    assert wait(memory.answer("Where did Ann live?")).text == "wels"
    assert wait(memory.answer("Where does Bob live?")).text == "linz"
