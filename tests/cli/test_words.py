"""What the command line says to mistakes: one line, exit code 2, and nothing left behind."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.worlds.registry import find_game
from tests.evaluate.runs import Told, write_run
from tests.qa.asking import musique

# A command line, and what its line says. All is said in a folder in which `a_folder`, a short text, a plan, files that
# are no YAML, no chat or no text, a run, and one that has no episode yet are.
WORDS = [
    # The command itself.
    ("ply cooking", "No such command 'ply'. Did you mean 'play', 'replay'?"),
    ("--vesrion", "No such option: --vesrion (Possible options: --version)"),
    ("cache stat", "Did you mean 'stats'?"),
    ("games shwo", "Did you mean 'show'?"),
    ("memory shwo text.txt", "Did you mean 'show'?"),
    # Games, and files for them.
    ("play", "name a GAME"),
    ("play cookin", "game: unknown name 'cookin'; did you mean cooking"),
    ("play zzz", "error: game: unknown name 'zzz'; `ariadne games` lists all"),
    ("play gripper/99", "there is no gripper/99: the tasks are gripper/1 to gripper/20"),
    ("play a_folder", "a_folder is a folder: name a file in it"),
    ("play a_folder/x.z8", "there is no file a_folder/x.z8"),
    ("play text.txt", "text.txt is not a Z-machine story"),
    ("play odd.yaml", "odd.yaml is not readable YAML: line 2, column 8: mapping values are not allowed here"),
    ("games show", "Missing argument 'GAME'"),
    ("games show tresure-hunt", "did you mean treasure-hunt"),
    ("games show nowhere.z8", "there is no file nowhere.z8"),
    ("generate-games", "name a preset (cleaning, "),
    ("generate-games cookin", "did you mean cooking"),
    ("generate-games cooking --seeds 5-1", "runs backwards"),
    ("generate-games a_folder", "a_folder is a folder: name a file in it"),
    ("generate-games odd.yaml", "odd.yaml is not readable YAML: line 2, column 8"),
    ("exam cooking --model-for act=m", "asks no such question, only these: learn, summarize, importance; leave it out"),
    ("exam cookin", "did you mean cooking"),
    ("exam a_folder", "a_folder is a folder: name a file in it"),
    # Who plays, remembers, answers and compares.
    ("play cooking --agent ariadn", "there is no agent ariadn; did you mean ariadne?"),
    ("play cooking --agent robot", "there is no agent robot; known are ariadne, "),
    ("play cooking --memory ful-history", "there is no memory ful-history; did you mean full-history?"),
    ("play cooking --memory zzz", "there is no memory zzz; known are arigraph, "),
    ("play cooking --model lost.gguf", "there is no model file lost.gguf"),
    ("play cooking --model a_folder.gguf", "a_folder.gguf is a folder: name a model file in it"),
    ("play cooking --model-for one=lost.gguf", "there is no model file lost.gguf"),
    (
        "play cooking --model-for act=m",
        "--model-for act: of no use, since with --calls one ariadne (arigraph) asks no ",
    ),
    ("play cooking --temperature-for plan=1", "only these: one; leave it out, or say --calls act, three, paper"),
    ("play cooking --embedder word2vec", "there is no embedder word2vec"),
    ("play cooking --memory-file a_folder", "a_folder is a folder: name the file of a memory"),
    ("play cooking --memory-file text.txt", "text.txt is not a memory"),
    ("play cooking --memory-file nowhere.db", "there is no memory nowhere.db"),
    ("play nowhere.pddl", "there is no file nowhere.pddl"),
    ("play cooking --seed x", "Invalid value for '--seed'"),
    ("play cooking --pace x", "Invalid value for '--pace'"),
    ("play PROBLEM --seed 7", "is one game, whatever the seed: leave the seed out"),
    ("games show PROBLEM --seed 7", "is one game, whatever the seed"),
    ("play PROBLEM --memory rag --episodic-similarity", "which rag does not use"),
    ("play PROBLEM --memory arigraph-blend --episodic-similarity", "--memory arigraph"),
    ("play PROBLEM --model gpt-4o", "no key for OpenAI: set OPENAI_API_KEY"),
    ("play PROBLEM --embedder openai --embedder-base-url host", "must look like http://"),
    ("play PROBLEM --runs /dev/null", "choose another with --runs DIR"),
    ("play PROBLEM --temperature-for acts=1", "did you mean act"),
    ("play PROBLEM --max-tokens 90", "max_tokens needs a language model"),
    ("play PROBLEM --model m --reasoning-effort much", "'--reasoning-effort': Input should be 'minimal', 'low'"),
    ("play PROBLEM --agent random --memory rag", "--memory: not used by random (no model, no memory)"),
    ("play PROBLEM --agent walkthrough --calls one --model m", "--calls, --model: not used by walkthrough"),
    ("play cooking --max-steps 0", "max-steps"),
    ("play cooking --quite", "No such option: --quite (Possible options: --otel, --quiet)"),
    ("models check lost.gguf", "there is no model file lost.gguf"),
    ("models check tiny --base-url host", "must look like http://"),
    ("models check gpt-4.1-mini", "no key for OpenAI: set OPENAI_API_KEY"),
    ("models check rules --temperature 1", "temperature needs a language model"),
    ("models check", "Missing argument 'NAME'"),
    ("models --base-url http://127.0.0.1:9/v1", "nothing answers at http://127.0.0.1:9/v1"),
    # Memories.
    ("memory learn new.db text.txt", "text.txt is a file: learn its text with --from text.txt"),
    # Pages.
    ("report run --gif run.txt", "the name must end in .gif"),
    ("report run --gif nowhere/run.gif", "there is no folder nowhere"),
    ("report", "Missing argument"),
    ("report nowhere", "nowhere is not a run of games or questions: there is no such folder"),
    ("report run --out text.txt/in/it", "cannot make"),
    ("report run run --gif run.gif", "name one run, not 2"),
    ("report run run --race", "has 2 episodes: name one"),
    # Settings.
    ("config memry", "config: unknown name 'memry'; did you mean memory?"),
    ("config memory ful-history", "there is no memory ful-history; did you mean full-history?"),
    ("config base_url nowhere", "must look like http"),
    ("config base_url http://models.example/v1", "to another address: remove it there"),
    ("config --remove", "name a setting"),
    ("config model x --remove", "--remove takes no VALUE"),
    ("config model --user", "--user needs a value"),
    # Evaluations.
    ("eval", "name the games"),
    ("eval --games tresure-hunt", "did you mean treasure-hunt"),
    ("eval --games ,", "games"),
    ("eval --games cooking --seeds 5-1", "Invalid value for '--seeds' / '--seed': the range 5-1 runs backwards"),
    ("eval --games cooking --memories arigrap", "there is no memory arigrap; did you mean arigraph"),
    ("eval --games cooking --agents robot", "there is no agent robot"),
    ("eval --games cooking --agents human", "ariadne play --agent human"),
    ("eval --games cooking --models lost.gguf", "there is no model file lost.gguf"),
    ("eval --games cooking --embedder word2vec", "there is no embedder word2vec"),
    ("eval --games cooking --model-for learn", "'learn' is not a pair"),
    ("eval --games cooking --model-for lern=a", "did you mean learn"),
    ("eval --games cooking --memories none,rag --model-for one=m", "only these: decide, importance; leave it out"),
    ("eval --games cooking --temperature-for rag/decide=1", "no agent has the memory rag; leave it out"),
    ("eval paper --memories none --temperature-for summarize=1", "only these: explore, plan, act; leave it out"),
    ("eval --games cooking --baseline rag", "baseline: unknown name 'rag'"),
    ("eval --games cooking --calls four", "calls"),
    ("eval --games cooking --navigation map", "navigation"),
    ("eval --games cooking --agents random,walkthrough --memories rag", "--memories: not used by random, walkthrough"),
    ("eval --games PROBLEM --seeds 1-3", "one game each, whatever the seed"),
    ("eval --games PROBLEM --handicap actions", "only stories have handicaps"),
    ("eval --games cooking --episodic-similarity --memories rag,none", "which rag, none does not use"),
    ("eval --games cooking --repeats 0", "repeats"),
    ("eval --games cooking --temperature 0", "temperature needs a language model"),
    ("eval --games cooking --run-usd 0", "'--run-usd': Input should be greater than 0"),
    ("eval --games cooking --run-usd lots", "run-usd"),
    ("eval --games cooking --base-url http://host/v1", "--base-url needs the name of a model"),
    ("eval --games cooking --models m --base-url http://me:secret@host/v1", "must not contain a user"),
    ("eval --gmaes cooking", "--gmaes"),
    ("eval nowhere.yaml", "cannot read the plan nowhere.yaml"),
    ("eval a_folder", "cannot read the plan a_folder: it is a folder: name a file in it"),
    ("eval odd.yaml", "the plan odd.yaml is not readable YAML: line 2, column 8"),
    ("eval cooking", "there is no plan cooking: known are hiagent, paper"),
    ("eval plan.yaml", "did you mean memories"),
    ("eval --resume nowhere", "there is no run nowhere"),
    ("eval --resume a_folder", "a_folder is not a run: it has no config.yaml"),
    ("eval --resume text.txt", "there is no run text.txt"),
    ("eval --resume a_folder --games cooking --width 3", "leave out --width, --games"),
    ("eval plan.yaml --resume a_folder", "leave out PLAN"),
    # Questions and examinations.
    ("qa nowhere.json --model m", "nowhere.json: No such file"),
    ("qa a_folder --model m", "a_folder: it is a folder: name a file in it"),
    ("qa text.txt --model m", "line 1: not JSON"),
    ("qa text.txt --method bm52 --model m", "method: unknown name 'bm52'; did you mean bm25?"),
    ("qa musique.jsonl", "name a language model with --model NAME"),
    ("qa musique.jsonl --model rules", "name a language model with --model NAME"),
    ("qa musique.jsonl --retrieval-only --method arigraph,bm25", "name a language model with --model NAME"),
    ("qa musique.jsonl --model m --limit 1 --sample 1", "cannot be used together"),
    ("qa musique.jsonl --model m --limit 1 --seed 1", "--seed needs --sample N"),
    ("qa musique.jsonl --model m --sample 3", "musique.jsonl has only 2 questions"),
    ("qa musique.jsonl --retrieval-only --method full-context", "has no ranking to measure"),
    ("qa musique.jsonl --model m --baseline dense", "baseline: unknown name 'dense'"),
    ("qa musique.jsonl --model m --model-for act=n", "--model-for: unknown name 'act'"),
    ("qa musique.jsonl --model m --model-for recognize=n", "arigraph asks no such question, only these: read, "),
    ("qa musique.jsonl --model m --retrieval-only --model-for qa_answer=n", "--model-for qa_answer: of no use"),
    ("qa musique.jsonl --model m --base-url ftp://x", "the base URL must look like"),
    ("qa musique.jsonl copy.jsonl --model m", "copy.jsonl: the question 2hop__0_0 is in another file"),
    ("qa", "name a file of questions"),
    ("qa musique.jsonl --resume a_folder --top 4", "leave out FILE, --top"),
    ("exam", "name the games"),
    ("exam cooking --seeds x", "no number"),
    ("exam cooking --temperature 1", "temperature needs a language model"),
    ("exam cooking --base-url http://127.0.0.1:1", "--base-url needs a language model"),
    ("exam cooking --memory arigrap", "there is no memory arigrap; did you mean arigraph"),
    # What runs came to.
    ("scorecard", "Missing argument"),
    ("scorecard nowhere", "nowhere is not a run of games or questions: there is no such folder"),
    ("scorecard a_folder", "is not a run of games or questions: it has no folder 'episodes'"),
    ("scorecard begun", "no episodes yet in"),
    ("scorecard run --baseline raq", "baseline: unknown name 'raq'; did you mean rag?"),
    ("scorecard run --format xml", "format: unknown name 'xml'; known are csv, json, md, table."),
    ("scorecard run --out nowhere/card", "cannot write"),
    ("replay run", "has 2 episodes: name one by its folder; the number is the first part of its name: 1-hunt-"),
    ("replay run 7", "has no episode 7"),
    # Memories in files.
    ("memory learn a_folder 'Ada lives in Rome.'", "a_folder is a folder: name the file of a memory"),
    ("memory learn text.txt 'Ada lives in Rome.'", "text.txt is not a memory: it is another program's file"),
    ("memory learn new.db", "name one text to learn"),
    ("memory learn new.db --from a_folder", "cannot read a_folder: it is a folder"),
    ("memory learn new.db 'Ada lives in Rome.' --embedder word2vec", "there is no embedder word2vec"),
    ("memory learn new.db 'Ada lives in Rome.' --model lost.gguf", "there is no model file lost.gguf"),
    ("memory learn nowhere/new.db 'Ada lives in Rome.'", "there is no folder nowhere"),
    ("memory learn new.db 'Ada lives in Rome.' --from text.txt", "name one text to learn"),
    ("memory learn new.db --from binary", "binary is not UTF-8 text"),
    ("memory learn new.db --messages binary", "binary is not UTF-8 text"),
    ("memory learn new.db --messages object.json", "message 1 cannot be learned: role: Field required"),
    ("memory learn new.db 'Ada lives in Rome.' --time 0001-01-01T00:00+05:00", "is beyond the calendar"),
    ("memory ask new.db who --temperature 1", "temperature needs a language model"),
    ("memory show nowhere.db", "there is no memory nowhere.db"),
    ("memory show a_folder", "a_folder is a folder: name the file of a memory"),
    ("memory ask new.db who --since 1000000000000000000000000000000", "is not an ISO 8601 time"),
    ("memory import new.db nowhere", "nowhere"),
    ("memory import new.db a_folder", "a_folder"),
    ("mcp", "Missing option '--memory'"),
    ("mcp --memory text.txt", "text.txt is not a memory"),
    ("mcp --memory nowhere.db --read-only", "there is no memory"),
    ("mcp --memory new.db --port 1", "--port needs --http"),
    ("mcp --memory new.db --embedder none", "there is no embedder none"),
    ("mcp --memory new.db --base-url http://127.0.0.1:1", "--base-url needs the name of a model"),
    ("mcp --memory new.db --reasoning-effort low", "reasoning_effort needs a language model"),
    ("mcp --memory new.db --reasoning-effort a", "'--reasoning-effort'"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which all is said."""
    (tmp_path / "text.txt").write_text("Buy milk.\n")
    (tmp_path / "plan.yaml").write_text("games: cooking\nmemory: rag\n")
    (tmp_path / "object.json").write_text("{}")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\xff")
    (tmp_path / "odd.yaml").write_text("family: treasure-hunt\n  knobs: {rooms: 3}\n")
    for folder in ("a_folder", "a_folder.gguf", "begun/episodes"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(musique(tmp_path), tmp_path / "copy.jsonl")
    write_run(tmp_path / "run", Told(), Told(memory="rag"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return tmp_path


def contents(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(("line", "said"), WORDS, ids=[line for line, _ in WORDS])
def test_a_mistake_is_one_clear_line_and_leaves_nothing_behind(
    line: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(here)
    arguments: Sequence[str] = shlex.split(line.replace("PROBLEM", str(find_game("gripper/1").source)))
    assert run(arguments) == 2
    output, problems = capsys.readouterr()
    assert output == ""
    (told,) = problems.splitlines()
    assert told.startswith("error: ")
    assert said in told
    assert "secret" not in told
    assert contents(here) == before


@pytest.mark.parametrize("command", ["play", "report", "eval", "play --resume", "generate-games", "memory import m.db"])
def test_a_path_that_the_system_refuses_is_one_clear_line(
    command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command.split(), "x" * 5000]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.endswith("x: File name too long")
    assert len(told) < 300


@pytest.mark.parametrize("command", ["scorecard run --out", "exam", "report", "memory show"])
def test_a_link_that_leads_to_itself_is_one_clear_line(
    command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "loop.yaml").symlink_to("loop.yaml")
    assert run([*command.split(), "loop.yaml"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_it_says_which_version_it_is(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([option]) == 0
    assert capsys.readouterr().out.startswith("ariadne ")


@pytest.mark.parametrize("command", ["play", "eval", "qa", "exam"])
def test_help_shows_the_everyday_options_and_help_all_every_option(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = options(command, "--help", capsys)
    every = options(command, "--help-all", capsys)
    assert len(shown) <= 17 if command == "play" else len(shown) <= 15
    assert {"--help", "--help-all", "--base-url"} <= shown < every
    assert "--max-tokens" in every - shown
    assert options(command, "--help", capsys) == shown


def options(command: str, help_option: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The options that a help text lists, each by its first name."""
    assert run([command, help_option]) == 0
    return set(re.findall(r"^│ (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))


@pytest.mark.parametrize("command", ["", "play", "eval", "memory learn", "scorecard"])
def test_the_help_tells_no_types_of_python(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    text = capsys.readouterr().out
    assert "--help" in text
    assert not [word for word in text.split() if word.startswith("<")]
