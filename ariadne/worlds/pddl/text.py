"""The text of a PDDL world: facts as sentences, actions as commands, and the instructions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ariadne.worlds.pddl.schema import ActionSchema, Atom, Domain
from ariadne.worlds.pddl.strips import GroundAction
from ariadne.worlds.pddl.text_file import IT, VARIABLE, TextFile

CHECK = "check valid actions"
LOOK = "look around"

_RULES = f"""\
- {CHECK}: lists the actions that are valid now. It costs a step.
- {LOOK}: tells everything that is true now. It costs a step.
Give one action a step. An action that is not possible now, or that would change nothing, has no effect; the answer \
says so, and the step is lost. What an action names has to be different things."""


@dataclass(frozen=True)
class DomainText:
    """The words of a domain."""

    domain: Domain
    file: TextFile

    @property
    def instructions(self) -> str:
        """Return the actions with their preconditions and effects, and the rules for all of them."""
        actions = (f"- {self.signature(name)}: {self._does(self.domain.schemas[name])}" for name in self.actions)
        setting = [self.file.setting.strip()] if self.file.setting else []
        return "\n".join([*setting, "Actions:", *actions, _RULES])

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, in the order of the instructions."""
        return tuple(dict.fromkeys([*self.file.actions, *self.domain.schemas]))

    def fact(self, atom: Atom) -> str:
        """An atom as part of a sentence."""
        variables = self.domain.predicates[atom.predicate]
        names = (self.file.names.get(arg, arg) for arg in atom.args)
        return _filled(self._template(atom.predicate), dict(zip(variables, names, strict=True)))

    def kinds(self, objects: Mapping[str, str]) -> list[str]:
        """The sentence parts about objects' types."""
        below = {wanted: self.domain.below(frozenset({wanted})) for wanted in self.file.types}
        return [
            _filled(template, {IT: self.file.names.get(name, name)})
            for wanted, template in self.file.types.items()
            for name, kind in objects.items()
            if kind in below[wanted]
        ]

    def command(self, action: GroundAction) -> str:
        """The command for an action."""
        variables = self.domain.schemas[action.name].parameters
        return _filled(self.wording(action.name), dict(zip(variables, action.args, strict=True)))

    def wording(self, name: str) -> str:
        """The command of an action with its variables."""
        text = self.file.actions.get(name)
        return text.command if text and text.command else " ".join([name, *self.domain.schemas[name].parameters])

    def signature(self, name: str) -> str:
        """The command of an action with placeholders: stack <top> on <bottom>."""
        return VARIABLE.sub(lambda found: f"<{found[0][1:]}>", self.wording(name))

    def _template(self, predicate: str) -> str:
        """The predicate's template from the text file, or `on: ?x, ?y`, made from its name."""
        words = re.sub(r"[-_]+", " ", predicate)
        variables = ", ".join(self.domain.predicates[predicate])
        return self.file.predicates.get(predicate) or (f"{words}: {variables}" if variables else words)

    def _does(self, schema: ActionSchema) -> str:
        text = self.file.actions.get(schema.name)
        if text and text.does:
            return text.does
        yes, no = self._listed(schema.need), self._listed(schema.forbid)
        needs = "; ".join(filter(None, [yes, no and f"not so: {no}"]))
        true, false = self._listed(schema.add), self._listed(schema.delete)
        effect = "; ".join(filter(None, [true, false and f"not so any more: {false}"]))
        return " ".join(filter(None, [needs and f"needs ({needs}).", f"makes ({effect})."]))

    def _listed(self, atoms: Iterable[Atom]) -> str:
        facts = (self.fact(atom) for atom in atoms)
        return "; ".join(VARIABLE.sub(lambda found: f"<{found[0][1:]}>", fact) for fact in facts)


def sentences(parts: Iterable[str]) -> str:
    """Turn parts of sentences into sentences, in natural order: ball2 before ball10."""
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in sorted(set(parts), key=_natural))


def _natural(text: str) -> list[tuple[int, int, str]]:
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.findall(r"\d+|\D+", text)]


def _filled(template: str, values: Mapping[str, str]) -> str:
    return VARIABLE.sub(lambda found: values.get(found[0], found[0]), template)
