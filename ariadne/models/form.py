"""The form of an answer, from its pydantic type: a strict JSON schema, and a sketch for repairs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from ariadne.caches import cached

Schema = dict[str, Any]

NAMED = ("properties", "$defs")
# Keywords that OpenAI's strict mode rejects; validation still checks them.
NOT_STRICT = ("title", "default", "discriminator", "minLength", "maxLength", "uniqueItems", "examples")

MOST_CHOICES = 250
MOST_CHARACTERS = 10_000
"""Limits for a field's choices, and for the characters of all of them; larger sets stay out of the schema, because the
server compiles a grammar from it for every question."""


def strict_schema(
    answer: type[BaseModel],
    choices: Mapping[str, Sequence[str]] | None = None,
    most: Mapping[str, int] | None = None,
) -> Schema:
    """The JSON schema of a type in the dialect of strict structured outputs.

    Objects allow no additional properties and require all of theirs; `oneOf` becomes `anyOf`; a `$ref` stands alone.
    Docstrings of types are left out: they are for readers of the code.

    Args:
        choices: the allowed values of a field, or of each of its items; see `Question.choices`.
        most: the largest number of items or characters of a field, up to the type's own limit; see `Question.most`.
    """
    schema = answer.model_json_schema()
    if "$ref" in schema:  # a recursive type; the root must be an object
        schema = {**schema["$defs"][_name(schema)], "$defs": schema["$defs"]}
    strict: Schema = _strict(schema)
    fields: dict[str, Schema] = strict["properties"]
    for name, values in (choices or {}).items():
        if name in fields and 0 < len(values) <= MOST_CHOICES and sum(map(len, values)) <= MOST_CHARACTERS:
            fields[name] = _chosen(fields[name], list(dict.fromkeys(values)))
    for name, limit in (most or {}).items():
        if fields.get(name, {}).get("type") == "array":
            fields[name] = _limited(fields[name], limit)
        elif fields.get(name, {}).get("type") == "string":
            fields[name] = {**fields[name], "maxLength": limit}
    return strict


def schema_name(answer: type[BaseModel]) -> str:
    """A name for a type's schema, with the characters and the length that servers accept."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", answer.__name__)[:64]


@cached(None)
def sketch(answer: type[BaseModel], chosen: frozenset[str] = frozenset()) -> str:
    """The form in one line, with descriptions as values: `{"reason": "why", "places": ["a room", ...]}`.

    Args:
        chosen: the fields with choices, which are too many to be listed.
    """
    schema = answer.model_json_schema()
    for name in chosen & schema.get("properties", {}).keys():
        schema["properties"][name].setdefault("description", f"one of the valid {name}s")
    return _sketch(schema, schema.get("$defs", {}), frozenset())


def _chosen(node: Schema, values: list[str]) -> Schema:
    """A schema of a string or of strings, restricted to some values."""
    if "anyOf" in node:
        return {**node, "anyOf": [_chosen(kind, values) for kind in node["anyOf"]]}
    if node.get("type") == "array":
        return {**node, "items": _chosen(node["items"], values)}
    return {**node, "enum": values} if node.get("type") == "string" else node


def _limited(node: Schema, limit: int) -> Schema:
    """A schema of a list with a smaller limit of items, if its minimum allows that."""
    allowed = min(limit, node.get("maxItems", limit))
    return {**node, "maxItems": max(allowed, node.get("minItems", 0))}


def _strict(node: Any, names: bool = False) -> Any:
    """`names`: the keys of `node` are names of properties or definitions, not keywords."""
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    if names:
        return {name: _strict(value) for name, value in node.items()}
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    strict = {
        "anyOf" if key == "oneOf" else key: value if key in ("enum", "const") else _strict(value, key in NAMED)
        for key, value in node.items()
        if key not in NOT_STRICT
    }
    if "properties" in strict:
        strict["additionalProperties"] = False
        strict["required"] = list(strict["properties"])
        strict.pop("description", None)
    return strict


def _name(reference: Schema) -> str:
    """The name of the definition that a `$ref` points to."""
    return str(reference["$ref"]).rpartition("/")[2]


def _sketch(node: Schema, definitions: dict[str, Schema], within: frozenset[str], said: str = "") -> str:
    """`within`: definitions being sketched, to detect recursive types; `said`: describes the value."""
    if "$ref" in node:
        name = _name(node)
        return "..." if name in within else _sketch(definitions[name], definitions, within | {name}, said)
    if choices := node.get("enum") or ([node["const"]] if "const" in node else None):
        return " or ".join(json.dumps(choice, ensure_ascii=False) for choice in choices)
    if kinds := node.get("anyOf") or node.get("oneOf"):
        return " or ".join(_sketch(kind, definitions, within, said) for kind in kinds)
    if "properties" in node:
        return _sketch_object(node["properties"], definitions, within)
    if node.get("type") == "array":
        item = _sketch(node.get("items", {}), definitions, within, node.get("description", said))
        return f"[{item}, ...]"
    return _sketch_plain(node.get("type", ""), node.get("description", said))


def _sketch_object(properties: dict[str, Schema], definitions: dict[str, Schema], within: frozenset[str]) -> str:
    parts = (
        f"{json.dumps(name)}: {_sketch(node, definitions, within, node.get('description', ''))}"
        for name, node in properties.items()
    )
    return "{" + ", ".join(parts) + "}"


def _sketch_plain(kind: str, said: str) -> str:
    if kind == "boolean":
        return "true or false"
    if kind in ("null", "integer", "number"):
        return kind
    return json.dumps(said or "...", ensure_ascii=False)
