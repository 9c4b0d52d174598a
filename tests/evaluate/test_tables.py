from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.scorecard import build
from ariadne.evaluate.sections.of_card import page
from ariadne.evaluate.tables import FORMATS, as_json, as_markdown, as_text, defused, plain, save, write
from tests.evaluate.cards import in_a_terminal
from tests.evaluate.runs import Told, write_run

# The card is made once for all tests.
pytestmark = pytest.mark.xdist_group("tables")

NASTY = "a|b [red]x[/red] <b> *y* \x1b[31m\u202e`z`"


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Scorecard:
    """A card on which every table has something to say, with the longest names and large numbers."""
    names = ("arigraph", "arigraph-no-exploration", "full-history", "reflexion")
    games = ("treasure-hunt-hardest", "cooking-level-1")
    models = ("gpt-4-0125-preview", "llama-3.3-70b-instruct")
    episodes = [
        Told(
            game=game,
            memory=memory,
            model=model,
            scores=(0, place),
            asked={"learn": 100_000, "importance": 1_234_567},
            grown=(3000, 2000) if place < 2 else (),
            cost=12.345,
            seconds=98_765.4,
            statuses=("valid", "invalid"),
            contexts=(123_456, 234_567),
            repeat=repeat,
            more={"walkthrough_length": 1, "attempts": memory == "reflexion"},
        )
        for place, memory in enumerate(names)
        for game in games
        for model in models
        for repeat in range(1, 6)
    ]
    failed = Told(game=games[0], model=models[0], seed=9, why="failed", error="the endpoint " * 20)
    return build([write_run(tmp_path_factory.mktemp("run"), *episodes, failed)])


@pytest.fixture
def nasty_card(tmp_path: Path) -> Scorecard:
    episodes = (Told(game=NASTY, memory=memory, model="=1+1") for memory in (NASTY, "rag"))
    return build([write_run(tmp_path / "nasty", *episodes, Told(game=NASTY, seed=2, why="failed", error=NASTY))])


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_table_is_wider_than_the_terminal_and_no_number_is_cut(card: Scorecard, width: int) -> None:
    text = in_a_terminal(page(card), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for section in page(card).sections:
        assert section.title in " ".join(text.split())
        for group in section.groups:
            for line in group.lines:
                for place, cell in enumerate(line):
                    assert place in section.words or cell in text


def test_a_table_is_drawn_whole_where_it_fits_and_else_in_parts_that_name_their_lines(card: Scorecard) -> None:
    heads = [section.columns[1] for section in page(card).sections]
    for width, is_whole in ((200, True), (40, False)):
        lines = in_a_terminal(page(card), width).splitlines()
        tables = sum(1 for line in lines if line.startswith("──"))
        assert (tables == len(heads)) == is_whole
        assert sum(1 for line in lines if line.startswith("arigraph ")) >= tables - 1


def test_sentences_are_as_wide_as_the_terminal(card: Scorecard) -> None:
    remark = max((section.remark for section in page(card).sections), key=len)
    assert remark in in_a_terminal(page(card), len(remark)).splitlines()
    assert remark not in in_a_terminal(page(card), len(remark) - 1).splitlines()


def test_in_a_pipe_a_line_of_a_table_is_one_line(card: Scorecard) -> None:
    shown = [" ".join(line.split()) for line in as_text(page(card)).splitlines()]
    for section in page(card).sections:
        assert section.remark in shown or not section.remark
        for group in section.groups:
            for line in group.lines:
                assert " ".join(" ".join(line).split()) in shown


def test_lines_of_all_games_stand_where_there_are_several(card: Scorecard, nasty_card: Scorecard) -> None:
    scores, others = (page(each).sections[0] for each in (card, nasty_card))
    assert [group.title for group in scores.groups] == ["cooking-level-1", "treasure-hunt-hardest", "all games"]
    assert len(others.groups) == 1


def test_markdown_has_whole_tables_with_the_game_in_every_line(card: Scorecard) -> None:
    blocks = [block.splitlines() for block in as_markdown(page(card)).split("\n\n") if block.startswith("| ")]
    assert len(blocks) == len(page(card).sections)
    for block in blocks:
        assert len({line.count("|") for line in block}) == 1
        assert {line.split(" | ")[0] for line in block[2:]} <= {
            "| treasure-hunt-hardest",
            "| cooking-level-1",
            "| all games",
        }


def test_text_of_games_is_shown_and_never_obeyed(nasty_card: Scorecard) -> None:
    assert r"a\|b \[red\]x\[/red\] \<b\> \*y\* \[31m \`z\`" in as_markdown(page(nasty_card))
    assert "a|b [red]x[/red] <b> *y* [31m `z`" in as_text(page(nasty_card)).replace("\n", " ")
    for form, render in FORMATS.items():
        assert "\x1b" not in render(page(nasty_card))
        assert "\u202e" not in render(page(nasty_card)) or form == "json"


@given(text=st.text(st.characters(codec=None)))
def test_plain_text_is_one_line_that_can_be_printed(text: str) -> None:
    assert plain(text).isprintable()
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize("sign", "=+-@＝＋－＠﹢")
def test_a_cell_that_begins_with_a_sign_of_formulas_in_any_width_is_a_text(sign: str) -> None:
    assert defused(f"{sign}1") == f"'{sign}1"
    assert defused(f"1{sign}") == f"1{sign}"


def test_a_card_is_saved_in_a_runs_folder_again_and_again(card: Scorecard, tmp_path: Path) -> None:
    save(page(card), tmp_path)
    save(page(card), tmp_path)
    assert (tmp_path / "scorecard.json").read_text(encoding="utf-8") == as_json(page(card))
    assert (tmp_path / "scorecard.md").read_text(encoding="utf-8") == as_markdown(page(card))
    assert {path.name for path in tmp_path.iterdir()} == {"scorecard.json", "scorecard.md"}


def test_a_file_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot write"):
        write(tmp_path / "nowhere" / "card.md", "x")
