from __future__ import annotations

import pytest

from ariadne.models.endpoint import OPENAI, address_of, is_openais, is_users

MINE, OTHER = "http://127.0.0.1:8080/v1", "https://models.example/v1"


def test_a_given_address_overrides_the_environment_which_overrides_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_of() == OPENAI
    monkeypatch.setenv("OPENAI_BASE_URL", f" {MINE}\n")
    assert address_of() == MINE
    assert address_of(OTHER) == OTHER
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    assert address_of() == OPENAI


def test_the_users_addresses_are_openais_and_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_users(f"{OPENAI}/")
    assert not is_users(MINE)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{MINE}/")
    assert is_users(OPENAI)
    assert is_users(MINE)
    assert not is_users(OTHER)


@pytest.mark.parametrize("address", ["https://api.openai.com.evil.example/v1", "http://api.openai.com/v1", OTHER])
def test_similar_addresses_are_not_openais(address: str) -> None:
    assert not is_openais(address)
