"""Settings: defaults for options, from `ariadne.toml` in the current folder and the user's own.

An option overrides the environment (`OPENAI_BASE_URL`, `ARIADNE_HOME`), which overrides the folder's file, which
overrides the user's. A folder's file may come from a stranger. Therefore it can only name things on this machine or at
the user's own endpoint, and keep runs inside the folder.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from ariadne import files
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.memory.registry import find_memory
from ariadne.models.endpoint import OPENAI, VARIABLE, own_address
from ariadne.models.failures import check_address
from ariadne.models.registry import RULES, is_served
from ariadne.registry import unknown
from ariadne.runs.trust import reach_of
from ariadne.yaml_file import read_model

FILE = "ariadne.toml"
HERE = ("localhost", "127.0.0.1", "::1")
"""The names of this machine."""
_LARGEST = 2**16


class Settings(BaseModel):
    """Defaults for options."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    model: str | None = Field(default=None, min_length=1, description="the model of all commands that use one")
    base_url: str | None = Field(default=None, min_length=1, description="the model's endpoint")
    memory: str | None = Field(default=None, min_length=1, description="the memory of `ariadne play`")
    runs: str | None = Field(default=None, min_length=1, description="the folder of runs")

    def check(self) -> None:
        """Check that the memory and the model exist, as far as possible without loading them.

        Raises:
            UserError: there is no such memory, or the address is invalid.
        """
        if self.memory:
            find_memory(self.memory)
        if self.base_url:
            check_address(self.base_url)


@dataclass(frozen=True)
class SettingValue:
    """The value of a setting and its source: a file, an environment variable, or a default."""

    value: str
    by: str


def users() -> Path:
    """Return the path of the user's file: in `XDG_CONFIG_HOME`, by default in `~/.config`."""
    folder = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (folder if folder.is_absolute() else Path.home() / ".config") / "ariadne" / FILE


def folders() -> Path:
    """Return the path of the current folder's file."""
    return Path(FILE)


def known() -> dict[str, SettingValue]:
    """Return the settings from files and the environment, by name.

    Raises:
        UserError: a file cannot be read, has an unknown setting, or names something forbidden.
    """
    found = {name: SettingValue(value, str(users())) for name, value in _read(users()).items()}
    here = _read(folders())
    _check_reach(Settings(**here), found)
    return found | {name: SettingValue(value, str(folders())) for name, value in here.items()}


def in_effect() -> dict[str, SettingValue]:
    """Return the settings as commands use them, including the endpoint's default.

    Raises:
        UserError: see `known`; or the environment's endpoint is invalid.
    """
    endpoint = own_address()
    if endpoint:
        check_address(endpoint)
    by_default = {"base_url": SettingValue(OPENAI, "default")}
    return by_default | known() | ({"base_url": SettingValue(endpoint, VARIABLE)} if endpoint else {})


def runs() -> Path:
    """Return the folder of runs without `--runs`.

    Raises:
        UserError: see `known`.
    """
    chosen = None if os.environ.get("ARIADNE_HOME") else known().get("runs")
    return Path(chosen.value).expanduser() if chosen else files.runs()


def answering(choices: Mapping[str, Any], name: str = "model") -> dict[str, Any]:
    """Fill in the settings for the model and its endpoint among the options.

    Args:
        name: the option that names one or several models.

    Raises:
        UserError: see `known`.
    """
    settings = {} if name in choices and "base_url" in choices else known()
    full = dict(choices)
    if name not in full and "model" in settings:
        full[name] = settings["model"].value
    names = str(full.get(name, RULES)).split(",")
    is_told = "base_url" in full or own_address()
    if "base_url" in settings and not is_told and all(map(is_served, names)):
        full["base_url"] = settings["base_url"].value
    return full


def playing(choices: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the settings for the memory, the model and its endpoint among the options of a play.

    Raises:
        UserError: see `known`.
    """
    memory = None if "memory" in choices else known().get("memory")
    return answering({**choices, "memory": memory.value} if memory else choices)


def change(path: Path, name: str, value: str | None) -> None:
    """Set or remove a setting in a file, and keep its other lines unchanged.

    Args:
        value: None removes the setting.

    Raises:
        UserError: there is no such setting, the value is invalid, or the file cannot be read or written.
    """
    check_name(name)
    before = _read(path)
    after = {each: old for each, old in before.items() if each != name} | ({} if value is None else {name: value})
    settings = read_model(Settings, after, name)
    settings.check()
    if path == folders():
        _check_reach(settings, {each: SettingValue(own, str(users())) for each, own in _read(users()).items()})
    text = files.read_at_most(path, _LARGEST).decode() if path.is_file() else ""
    line = "" if value is None else f"{name} = {json.dumps(value, ensure_ascii=False)}\n"
    written = re.compile(rf"^[ \t]*{name}[ \t]*=.*(?:\n|\Z)", re.MULTILINE)
    text = written.sub(lambda _: line, text, count=1) if name in before else f"{text.rstrip()}\n{line}".lstrip()
    if _parsed(text, path) != after:
        raise UserError(f"{path} has {name} in a form that this command cannot change: edit the file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make {path.parent}: {error.strerror or error}") from error
    files.replaced(path, [text], force=True)


def check_name(name: str) -> None:
    """Check that a setting exists.

    Raises:
        UserError: it does not.
    """
    if name not in Settings.model_fields:
        raise UserError(f"config: {unknown(name, Settings.model_fields)}")


def _read(path: Path) -> dict[str, str]:
    """A file's settings; empty if the file is missing or its folder inaccessible."""
    if not os.path.exists(path):
        return {}
    try:
        text = files.read_at_most(path, _LARGEST).decode()
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not UTF-8 text") from error
    settings = read_model(Settings, _parsed(text, path), str(path))
    try:
        settings.check()
    except UserError as error:
        raise UserError(f"{path}: {error}") from error
    return settings.model_dump(exclude_none=True)


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UserError(f"{path} is not readable TOML: {error}") from error


def _check_reach(settings: Settings, own: Mapping[str, SettingValue]) -> None:
    """Check that a folder's file reaches only what the user has chosen.

    Args:
        own: the user's own settings.
    """
    lines = {name: f"{name} = {value}" for name, value in settings.model_dump(exclude_none=True).items()}
    # A model named by an option would be asked at that address, too.
    addresses = reach_of(PlayConfig(game="", model="any", base_url=settings.base_url)).addresses
    others = reach_of(PlayConfig(game="", model=settings.model or RULES)).others
    is_own = own.get("base_url") is not None and own["base_url"].value == settings.base_url
    if addresses and not is_own and urlsplit(settings.base_url or "").hostname not in HERE:
        raise _refused("base_url", lines, "would send texts and the key in OPENAI_API_KEY to another address")
    if others and not ("model" in own and own["model"].value == settings.model):
        raise _refused("model", lines, f"would {' and '.join(others)}")
    if settings.runs and (Path(settings.runs).is_absolute() or {"..", "~"} & set(Path(settings.runs).parts)):
        raise _refused("runs", lines, "would keep runs outside this folder")


def _refused(name: str, lines: Mapping[str, str], why: str) -> UserError:
    return UserError(
        f"{FILE} of this folder says {lines[name]}, which {why}: remove it there, and if you want it, put it into your "
        f"own file: ariadne config {name} VALUE --user"
    )
