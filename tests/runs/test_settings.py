"""Settings: their precedence, and the limits for an untrusted folder's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.runs import settings

LOCAL, ELSEWHERE = "http://localhost:8080/v1", "https://models.example/v1"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARIADNE_HOME", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def user_says(text: str) -> None:
    settings.users().parent.mkdir(parents=True, exist_ok=True)
    settings.users().write_text(text, encoding="utf-8")


def folder_says(text: str) -> None:
    settings.folders().write_text(text, encoding="utf-8")


def test_a_folders_file_overrides_the_users_and_an_option_both() -> None:
    user_says('model = "users"\nmemory = "rag"\n')
    folder_says('model = "folders"\n')
    assert settings.playing({}) == {"model": "folders", "memory": "rag"}
    assert settings.playing({"model": "said", "memory": "none"}) == {"model": "said", "memory": "none"}


def test_the_endpoint_is_for_models_that_one_serves() -> None:
    user_says(f'model = "gpt"\nbase_url = "{ELSEWHERE}"\n')
    assert settings.answering({}) == {"model": "gpt", "base_url": ELSEWHERE}
    assert settings.answering({"model": "other"})["base_url"] == ELSEWHERE
    assert settings.answering({"models": "a,b"}, "models") == {"models": "a,b", "base_url": ELSEWHERE}
    for name in ("rules", "file.gguf", "recorded:replies.jsonl", "a,rules"):
        assert settings.answering({"models": name}, "models") == {"models": name}


def test_the_environment_overrides_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    user_says(f'model = "gpt"\nbase_url = "{ELSEWHERE}"\nruns = "mine"\n')
    monkeypatch.setenv("OPENAI_BASE_URL", LOCAL)
    monkeypatch.setenv("ARIADNE_HOME", str(tmp_path / "home"))
    assert settings.answering({}) == {"model": "gpt"}
    assert settings.runs() == tmp_path / "home" / "runs"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (f'model = "gpt"\nbase_url = "{ELSEWHERE}"', "OPENAI_API_KEY to another address"),
        (f'base_url = "{ELSEWHERE}"', "OPENAI_API_KEY to another address"),
        (f'model = "rules"\nbase_url = "{ELSEWHERE}"', "OPENAI_API_KEY to another address"),
        ('base_url = "http://localhost.evil.example/v1"', "to another address"),
        ('base_url = "http://localhost@evil.example/v1"', "base URL"),
        ('model = "theirs.gguf"', "run the model file theirs.gguf"),
        ('runs = "/var/runs"', "outside this folder"),
        ('runs = "../runs"', "outside this folder"),
        ('runs = "~/runs"', "outside this folder"),
    ],
)
def test_a_folders_file_cannot_name_what_the_user_has_not_chosen(said: str, why: str) -> None:
    folder_says(said)
    with pytest.raises(UserError, match=why):
        settings.known()


def test_a_folder_may_repeat_the_users_settings() -> None:
    same = f'model = "own.gguf"\nbase_url = "{ELSEWHERE}"\n'
    user_says(same)
    folder_says(same)
    assert {said.by for said in settings.known().values()} == {str(settings.folders())}


def test_a_folder_may_name_an_endpoint_on_this_machine() -> None:
    folder_says(f'model = "gpt"\nbase_url = "{LOCAL}"\nruns = "a/b"\n')
    assert settings.playing({}) == {"model": "gpt", "base_url": LOCAL}
    assert settings.runs() == Path("a/b")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("model = \n", r"not readable TOML: .*line 1"),
        ('modl = "x"', "did you mean model"),
        ("model = 3", "model: .*string"),
        ('model = ""', "model: .*at least 1"),
        ('memory = "arigrap"', r"ariadne.toml: there is no memory arigrap; did you mean arigraph"),
        ("x = " + "[" * 5000, "not readable TOML"),
        ("#" * 70_000, "too large"),
    ],
)
def test_an_invalid_file_is_refused_in_one_line(said: str, why: str) -> None:
    folder_says(said)
    with pytest.raises(UserError, match=why):
        settings.known()


def test_a_change_leaves_the_other_lines_as_they_are() -> None:
    folder_says('# ours\nmodel = "a"  # for now\n\nmemory = "rag"\n')
    settings.change(settings.folders(), "model", 'with "quotes" \\ and ü')
    settings.change(settings.folders(), "runs", "r")
    settings.change(settings.folders(), "memory", None)
    assert settings.folders().read_text(encoding="utf-8").splitlines() == [
        "# ours", 'model = "with \\"quotes\\" \\\\ and ü"', "", 'runs = "r"'
    ]  # fmt: skip
    assert settings.known()["model"].value == 'with "quotes" \\ and ü'


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("modl", "x", "did you mean model"),
        ("memory", "ful-history", "did you mean full-history"),
        ("base_url", "nowhere", "must look like http"),
        ("base_url", ELSEWHERE, "to another address"),
        ("model", "", "at least 1"),
    ],
)
def test_a_change_that_would_be_refused_later_is_refused_now(name: str, value: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        settings.change(settings.folders(), name, value)
    assert not settings.folders().exists()


def test_a_setting_in_an_unusual_form_is_not_changed() -> None:
    text = '"model" = "a"\n'
    folder_says(text)
    with pytest.raises(UserError, match="edit the file"):
        settings.change(settings.folders(), "model", "b")
    assert settings.folders().read_text(encoding="utf-8") == text
