"""Several models as one: some questions go to other models, since the papers mix backbones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ariadne.models.model import Cacheable, Model, Reply
from ariadne.models.question import A, Question


class MixedModel(Model):
    """Asks `others` the questions of their names, and `model` the rest."""

    def __init__(self, model: Model, others: Mapping[str, Model]) -> None:
        routes = ", ".join(f"{question}: {other.name}" for question, other in sorted(others.items()))
        self.name = f"{model.name} ({routes})" if routes else model.name
        self._model = model
        self._others = others

    async def answer(self, question: Question[A]) -> Reply[A]:
        return await self._of(question).answer(question)

    def fingerprint(self, question: Question[Any]) -> Mapping[str, Any] | None:
        """The fingerprint of the model that answers the question; see `Cacheable`."""
        model = self._of(question)
        return model.fingerprint(question) if isinstance(model, Cacheable) else None

    def _of(self, question: Question[Any]) -> Model:
        return self._others.get(question.name, self._model)
