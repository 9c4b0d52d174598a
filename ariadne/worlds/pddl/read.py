"""Read PDDL files from untrusted sources. Every mistake in them is reported in one line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import shorten
from typing import Any

from ariadne.caches import cached
from ariadne.errors import UserError, line_of
from ariadne.files import read_at_most
from ariadne.forks import Lock
from ariadne.worlds.pddl.schema import OBJECT, ActionSchema, Atom, Domain, Problem

_MAX_BYTES = 1_000_000
# Larger files are not meant for play, and would block the parser.
_MAX_WORDS, _MAX_DEPTH, _MAX_NAME, _MAX_TYPES, _MAX_PARAMETERS = 50_000, 100, 200, 500, 30
_TYPES = re.compile(r":types\s([^()]*)")
_WORD = re.compile(r"[()]|[^\s()]+")
_PARSING = Lock()
_COMMENT = re.compile(r";[^\n]*")
# PDDL allows an action to omit these parts; the parser does not.
_NO_PARAMETERS = re.compile(r"(:action\s+[^\s()]+)(?=\s+:(?:precondition|effect))")
_NO_PRECONDITION = re.compile(r"(:parameters\s*\((?:[^()]|\([^()]*\))*\))(?=\s*:effect)")
_BEYOND = {
    r"\(\s*when\b": "conditional effects (when)",
    r"\(\s*(forall|exists)\b": "quantifiers (forall, exists)",
    r"\(\s*(or|imply)\b": "disjunctions (or, imply)",
    r"\(\s*oneof\b": "effects by chance (oneof)",
    r"\(\s*(increase|decrease|assign|scale-up|scale-down)\b|:functions\b|\(\s*(<|>|<=|>=)\s": "numbers (functions)",
    r":durative-action\b": "durative actions",
    r":derived\b": "derived predicates",
    r":(constraints|preferences)\b": "constraints and preferences",
}
_DOMAIN_NAME = re.compile(r"\(\s*define\s*\(\s*domain\s+([^\s()]+)", re.IGNORECASE)
_FOR_DOMAIN = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)

Signed = tuple[bool, Atom]


class _Mistake(UserError):
    """The mistake in a file, without the file's name."""


def read_domain(path: Path) -> Domain:
    """Read a domain file.

    Raises:
        UserError: it cannot be read, is not PDDL, or uses an unsupported feature.
    """
    parsed = _parse(path, "domain")
    with _located(path):
        return _domain(parsed)


def read_problem(path: Path, domain: Domain) -> Problem:
    """Read a problem file of a domain.

    Raises:
        UserError: it cannot be read, is not PDDL, belongs to another domain, or does not fit it.
    """
    parsed = _parse(path, "problem")
    with _located(path):
        return _problem(parsed, domain)


@contextmanager
def _located(path: Path) -> Iterator[None]:
    """Report a mistake in a file as a UserError with its path."""
    try:
        yield
    except _Mistake as error:
        raise UserError(f"{path}: {error}") from error
    except RecursionError as error:
        raise UserError(f"{path}: it is nested too deep") from error


def domain_named(path: Path) -> str | None:
    """Return the name of the domain that a file defines; None if it defines none."""
    try:
        found = _DOMAIN_NAME.search(_text(path))
    except UserError:
        return None
    return found[1] if found else None


def domain_of(path: Path) -> str:
    """Return the name of a problem's domain.

    Raises:
        UserError: the file cannot be read, or names no domain.
    """
    found = _FOR_DOMAIN.search(_text(path))
    if not found:
        raise UserError(f"{path} is not a PDDL problem: it does not say (:domain …)")
    return found[1]


def _text(path: Path) -> str:
    """A file's text without comments, in lower case: PDDL ignores case."""
    try:
        return _COMMENT.sub("", read_at_most(path, _MAX_BYTES).decode("utf-8")).lower()
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not text") from error


def _parse(path: Path, kind: str) -> Any:
    from lark.exceptions import UnexpectedInput, VisitError

    text = _text(path)
    _check_size(path, text)
    for pattern, what in _BEYOND.items():
        if re.search(pattern, text):
            raise UserError(f"{path}: {what} are not supported: only :strips :typing :negative-preconditions :equality")
    try:
        return _parsed_domain(text) if kind == "domain" else _parsed_problem(text)
    except UnexpectedInput as error:
        line, column = getattr(error, "line", -1), getattr(error, "column", -1)
        where = f"line {line}, column {column}" if isinstance(line, int) and line > 0 else "the end"
        raise UserError(f"{path} is not a PDDL {kind}: {where} is not understood") from error
    except Exception as error:
        # The parser raises many types of errors for a bad file: its own, ValueError, AssertionError and more.
        cause = error.orig_exc if isinstance(error, VisitError) else error
        reason = shorten(line_of(cause), _MAX_NAME, placeholder=" …")
        raise UserError(f"{path} is not a PDDL {kind}: {reason}") from error


def _check_size(path: Path, text: str) -> None:
    """Check the size before parsing."""
    depth = 0
    for number, word in enumerate(_WORD.finditer(text), 1):
        depth += (word[0] == "(") - (word[0] == ")")
        if number > _MAX_WORDS:
            raise UserError(f"{path} is too large: it has more than {_MAX_WORDS:,} words and brackets")
        if depth > _MAX_DEPTH:
            raise UserError(f"{path}: it is nested too deep, more than {_MAX_DEPTH} brackets")
        if word.end() - word.start() > _MAX_NAME:
            raise UserError(f"{path}: a name is longer than {_MAX_NAME} characters")
    if sum(len(set(each[1].split())) for each in _TYPES.finditer(text)) > _MAX_TYPES:
        raise UserError(f"{path}: there are more than {_MAX_TYPES} types")


@cached(16)
def _parsed_domain(text: str) -> Any:
    """The parsed domain, cached by its text, since many problems share it."""
    from pddl.parser.domain import DomainParser

    whole = _NO_PRECONDITION.sub(r"\1 :precondition ()", _NO_PARAMETERS.sub(r"\1 :parameters ()", text))
    with _tracebacks_kept():
        return DomainParser()(whole)


def _parsed_problem(text: str) -> Any:
    from pddl.parser.problem import ProblemParser

    with _tracebacks_kept():
        return ProblemParser()(text)


@contextmanager
def _tracebacks_kept() -> Iterator[None]:
    """Restore the process's traceback limit, which the parser changes and does not restore if it fails."""
    with _PARSING:
        limit = getattr(sys, "tracebacklimit", None)
        try:
            yield
        finally:
            if limit is not None:
                sys.tracebacklimit = limit
            elif hasattr(sys, "tracebacklimit"):
                del sys.tracebacklimit


def _domain(parsed: Any) -> Domain:
    parents = {str(kind): str(parent or OBJECT) for kind, parent in parsed.types.items()}
    predicates = {str(each.name): tuple(f"?{term.name}" for term in each.terms) for each in _by_name(parsed.predicates)}
    domain = Domain(str(parsed.name), parents, {}, predicates, {})
    domain = replace(domain, constants=_objects(parsed.constants, domain))
    schemas = {str(each.name): _schema(each, domain) for each in _by_name(parsed.actions)}
    if not schemas:
        raise _Mistake("there is no action")
    return replace(domain, schemas=schemas)


def _schema(parsed: Any, domain: Domain) -> ActionSchema:
    where = f"action {parsed.name}"
    parameters = {f"?{each.name}": frozenset(map(str, each.type_tags)) for each in parsed.parameters}
    if len(parameters) > _MAX_PARAMETERS:
        raise _Mistake(f"{where} has more than {_MAX_PARAMETERS} parameters")
    known = parameters.keys() | domain.constants.keys()
    same: list[tuple[str, str]] = []
    different: list[tuple[str, str]] = []
    condition: list[Signed] = []
    for positive, part in _parts(parsed.precondition, where):
        if type(part).__name__ == "EqualTo":
            pair = (_term(part.left), _term(part.right))
            _check_terms(pair, known, where)
            (same if positive else different).append(pair)
        else:
            condition.append((positive, _atom(part, domain, known, where)))
    effect = [
        (positive, _atom(part, domain, known, f"{where}: effect")) for positive, part in _parts(parsed.effect, where)
    ]
    return ActionSchema(
        str(parsed.name),
        parameters,
        need=_of(condition, True),
        forbid=_of(condition, False),
        same=tuple(same),
        different=tuple(different),
        add=_of(effect, True),
        delete=_of(effect, False),
    )


def _problem(parsed: Any, domain: Domain) -> Problem:
    if str(parsed.domain_name) != domain.name:
        raise _Mistake(f"the problem is of the domain {parsed.domain_name}, not of {domain.name}")
    objects = dict(domain.constants) | _objects(parsed.objects, domain)
    init = [(True, _atom(each, domain, objects, "init")) for each in parsed.init if type(each).__name__ != "Not"]
    goal = [(sign, _atom(part, domain, objects, "goal")) for sign, part in _parts(parsed.goal, "goal")]
    if not goal:
        raise _Mistake("goal: there is nothing to achieve")
    return Problem(str(parsed.name), objects, frozenset(_of(init, True)), _of(goal, True), _of(goal, False))


def _objects(parsed: Iterable[Any], domain: Domain) -> dict[str, str]:
    objects = {str(each.name): str(each.type_tag or OBJECT) for each in _by_name(parsed)}
    kinds = domain.kinds
    for name, kind in objects.items():
        if kind not in kinds:
            raise _Mistake(f"{name} is of a type {kind} that the domain does not have")
    return objects


def _by_name(parsed: Iterable[Any]) -> list[Any]:
    """The parser returns sets; sort them by name for a stable order."""
    return sorted(parsed, key=lambda each: str(each.name))


def _parts(formula: Any, where: str, positive: bool = True) -> Iterator[tuple[bool, Any]]:
    """The literals of a conjunction, each with its sign (True: positive)."""
    kind = type(formula).__name__
    if formula is None or (kind == "Or" and not formula.operands):
        return
    if kind == "And" and positive:
        for part in formula.operands:
            yield from _parts(part, where)
    elif kind == "Not":
        yield from _parts(formula.argument, where, not positive)
    elif kind in ("Predicate", "EqualTo"):
        yield positive, formula
    else:
        raise _Mistake(f"{where}: only conjunctions of atoms and of negated atoms are supported")


def _atom(parsed: Any, domain: Domain, known: Iterable[str], where: str) -> Atom:
    if type(parsed).__name__ != "Predicate":
        raise _Mistake(f"{where}: only predicates may stand here")
    atom = Atom(str(parsed.name), tuple(map(_term, parsed.terms)))
    if atom.predicate not in domain.predicates:
        raise _Mistake(f"{where}: there is no predicate {atom.predicate}")
    wanted = len(domain.predicates[atom.predicate])
    if len(atom.args) != wanted:
        raise _Mistake(f"{where}: {atom.predicate} has {wanted} arguments, not {len(atom.args)}")
    _check_terms(atom.args, known, where)
    return atom


def _check_terms(terms: Iterable[str], known: Iterable[str], where: str) -> None:
    for term in terms:
        if term not in known:
            raise _Mistake(f"{where}: there is no {'variable' if term.startswith('?') else 'object'} {term}")


def _term(parsed: Any) -> str:
    return f"?{parsed.name}" if type(parsed).__name__ == "Variable" else str(parsed.name)


def _of(signed: Iterable[Signed], sign: bool) -> tuple[Atom, ...]:
    return tuple(sorted({atom for positive, atom in signed if positive is sign}))
