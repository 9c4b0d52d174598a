"""The user is told what a resumed run would access."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.evaluate.plan import EvalPlan
from ariadne.qa.plan import QAPlan
from ariadne.runs.trust import check_trust, named_again, reach_of

EVIL = "http://evil.example/v1"


def plan(**said: Any) -> EvalPlan:
    return EvalPlan.model_validate({"games": "treasure-hunt", **said})


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"models": "recorded:replies.jsonl"},
        {"models": "gpt-4.1-mini"},
        {"models": "gpt-4.1-mini", "base_url": "https://api.openai.com/v1/"},
        {"embedder": "openai:text-embedding-3-small"},
        {"embedder": "minilm", "embedder_base_url": EVIL},
    ],
)
def test_built_in_models_and_the_users_own_address_need_no_trust(tmp_path: Path, said: dict[str, Any]) -> None:
    check_trust(tmp_path, reach_of(plan(**said)), False, [])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"models": "m", "base_url": EVIL}, [EVIL, f"--base-url {EVIL}"]),
        ({"models": "rules", "model_for": {"act": "m"}, "base_url": EVIL}, [EVIL]),
        ({"models": "recorded:replies.jsonl", "base_url": EVIL}, [EVIL]),
        ({"models": "m", "base_url": "https://api.openai.com.evil.example/v1"}, ["openai.com.evil"]),
        ({"embedder": "openai", "embedder_base_url": EVIL}, [EVIL, f"--embedder-base-url {EVIL}"]),
        ({"models": "evil.gguf"}, ["the model file evil.gguf"]),
        ({"model_for": {"act": "evil.gguf"}}, ["the model file evil.gguf"]),
        ({"embedder": "evil/model"}, ["the embedder evil/model"]),
        ({"embedder": "contriever"}, ["the embedder contriever"]),
        ({"models": "m", "base_url": EVIL, "embedder": "./folder/"}, [EVIL, "the embedder ./folder/"]),
    ],
)
def test_everything_else_is_listed_and_needs_trust(tmp_path: Path, said: dict[str, Any], told: list[str]) -> None:
    reach = reach_of(plan(**said))
    with pytest.raises(UserError, match="--trust") as raised:
        check_trust(tmp_path, reach, False, [])
    assert all(part in str(raised.value) for part in told)
    check_trust(tmp_path, reach, True, [])


def test_a_question_run_reaches_what_its_plan_says() -> None:
    questions = QAPlan(files=("questions.json",), models=("m",), base_url=EVIL, embedder="evil/model")
    reach = reach_of(questions)
    assert reach.addresses == {"--base-url": EVIL}
    assert len(reach.others) == 1


def test_an_address_that_is_named_again_is_agreed_to_and_no_other(tmp_path: Path) -> None:
    two = reach_of(plan(models="m", base_url=EVIL, embedder="openai", embedder_base_url="http://worse.example"))
    with pytest.raises(UserError, match=r"worse\.example"):
        check_trust(tmp_path, two, False, ["--base-url"])
    check_trust(tmp_path, two, False, ["--base-url", "--embedder-base-url"])
    with pytest.raises(UserError, match="model file"):
        check_trust(tmp_path, reach_of(plan(models="x.gguf")), False, ["--base-url"])


def test_an_address_that_is_printed_to_be_pasted_is_quoted(tmp_path: Path) -> None:
    address = "http://127.0.0.1/v1/$(touch${IFS}here)"
    with pytest.raises(UserError, match="resume with --trust") as raised:
        check_trust(tmp_path, reach_of(plan(models=["m"], base_url=address)), trust=False, said=())
    assert shlex.split(str(raised.value).partition(" or ")[2])[-1] == address


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, ""),
        ({"models": "m", "base_url": EVIL}, f" --base-url {EVIL}"),
        ({"models": "m", "base_url": EVIL, "embedder": "evil/model"}, " --trust"),
    ],
)
def test_what_a_stopped_run_prints_is_enough_to_resume_it(tmp_path: Path, said: dict[str, Any], told: str) -> None:
    reach = reach_of(plan(**said))
    assert named_again(reach) == told
    check_trust(tmp_path, reach, "--trust" in told, told.split())
