"""Read untrusted YAML, with limits, and with one clear line about an error."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from ariadne.errors import UserError
from ariadne.files import read_at_most
from ariadne.registry import unknown

M = TypeVar("M", bound=BaseModel)

# Limits of bytes, nesting, and nodes, far above what files here need. An alias counts as all nodes that it stands for,
# and a long text as several nodes.
LARGEST = 4 * 2**20
DEEPEST = 50
MOST_NODES = 100_000
LONG = 100

# Types computed from digits, which is slower than reading.
_COMPUTED = frozenset(f"tag:yaml.org,2002:{kind}" for kind in ("int", "float", "timestamp"))

_KINDS = {type(None): "nothing", str: "a text", list: "a list"}


def read_yaml(path: Path, name: str = "") -> Any:
    """Read a YAML file.

    Args:
        name: the file's name in messages; by default its path.

    Raises:
        UserError: the file cannot be read, is not YAML, is too large or too deep, or its aliases expand too far.
    """
    name = name or str(path)
    try:
        text = read_at_most(path, LARGEST, name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{name} is not readable YAML: {error}") from error
    return parse_yaml(text, name)


def parse_yaml(text: str, name: str) -> Any:
    """Parse YAML from a file; messages call the file `name`.

    Raises:
        UserError: see `read_yaml`.
    """
    if len(text) > LARGEST:
        raise UserError(f"{name} is too large: it has more than {LARGEST // 2**20} MB")
    try:
        return yaml.load(text, _Loader)
    # A value that does not fit its tag, e.g. `!!int x` or `2001-99-99`, can raise any exception.
    except (yaml.YAMLError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise UserError(f"{name} is not readable YAML: {_phrase(error)}") from error


def read_model(model: type[M], values: Any, where: str) -> M:
    """Validate `values` as `model`; `where` begins the error message.

    Raises:
        UserError: the first invalid value, with suggestions for an unknown name.
    """
    if not isinstance(values, dict):
        raise UserError(f"{where}: expected names with values, found {_KINDS.get(type(values), 'a value')}")
    try:
        made = model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "extra_forbidden":
            name = ".".join(map(str, first["loc"]))
            raise UserError(f"{where}: {unknown(name, model.model_fields)}") from error
        raise UserError(f"{where}: {problem(error)}") from error
    for name, value in values.items():
        if isinstance(value, bool) and isinstance(number := getattr(made, name), int | float) and number is not value:
            raise UserError(f"{where}: {name}: a number is expected, found {str(value).lower()}")
    return made


def _phrase(error: Exception) -> str:
    """A phrase with the YAML error and its position."""
    mark, what = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    return (
        f"line {mark.line + 1}, column {mark.column + 1}: {what}"
        if mark and what
        else (str(error).splitlines() or [type(error).__name__])[0]
    )


def problem(error: ValidationError) -> str:
    """Return a phrase about the first error, with its place."""
    first = error.errors()[0]
    place, message = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


class _Loader(yaml.SafeLoader):
    """Counts nodes during composition, to stop deep nesting and expanding aliases early.

    Plain values follow YAML 1.2. In 1.1, `yes` would become 1 where a number is expected, `010` 8, and `1:30` 90.
    """

    yaml_implicit_resolvers = {}  # noqa: RUF012

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._depth = 0
        self._nodes = 0
        # The counts of complete nodes.
        self._sizes: dict[yaml.Node | None, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """See `yaml.composer.Composer`."""
        line = self.peek_event().start_mark.line + 1  # type: ignore[no-untyped-call]
        before = self._nodes
        is_alias = self.check_event(yaml.AliasEvent)
        self._depth += 1
        if self._depth > DEEPEST:
            raise yaml.YAMLError(f"line {line} nests deeper than {DEEPEST}")
        node = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(node, yaml.ScalarNode) and len(node.value) > LONG and node.tag in _COMPUTED:
            raise yaml.YAMLError(f"line {line}: a number or a date of more than {LONG} characters")
        if not is_alias:
            self._nodes += 1 + (len(node.value) // LONG if isinstance(node, yaml.ScalarNode) else 0)
            self._sizes[node] = self._nodes - before
        elif (size := self._sizes.get(node)) is None:
            raise yaml.YAMLError(f"line {line} refers to a value that contains it")
        else:
            self._nodes += size
        if self._nodes > MOST_NODES:
            raise yaml.YAMLError(f"line {line}: with its aliases expanded, it has more than {MOST_NODES:,} values")
        return node

    def compose_mapping_node(self, anchor: dict[Any, yaml.Node]) -> yaml.MappingNode:
        """See `yaml.composer.Composer`. A repeated key is an error, since only its last value would count."""
        node = super().compose_mapping_node(anchor)
        found = set[str]()
        for key, _ in node.value:
            if key.value in found:
                raise yaml.YAMLError(f"line {key.start_mark.line + 1}: '{key.value}' is repeated")
            found |= {key.value} if isinstance(key, yaml.ScalarNode) else set()
        return node


for _kind, _written in {
    "null": "~|null|Null|NULL|",
    "bool": "true|True|TRUE|false|False|FALSE",
    "int": "[-+]?(0|[1-9][0-9]*)",
    "float": r"[-+]?(?=.*[.eE])(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
    "merge": "<<",
}.items():
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", re.compile(rf"({_written})\Z"), None)
