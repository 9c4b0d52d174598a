"""2WikiMultihopQA (Ho et al. 2020): HotpotQA's format, plus the triplets that lead to the answer."""

from typing import Any, Literal

from pydantic import Field

from ariadne.qa.datasets import Entry, Paragraph, QAItem


class TwoWiki(Entry):
    """One question of its files. An entry with other fields belongs to another data set."""

    id: str = Field(alias="_id")
    type: Literal["comparison", "inference", "compositional", "bridge_comparison"]
    question: str
    answer: str
    supporting_facts: list[tuple[str, int]]
    context: list[tuple[str, list[str]]]
    evidences: tuple[Any, ...]
    evidences_id: tuple[Any, ...] = ()
    entity_ids: str = ""
    answer_id: str | None = None

    def item(self, dataset: str) -> QAItem:
        """Return the question to ask; None would leave it out."""
        needed = {title for title, _ in self.supporting_facts}
        paragraphs = [Paragraph(title, " ".join(sentences), title in needed) for title, sentences in self.context]
        return QAItem(self.id, self.question, (self.answer,), tuple(paragraphs), dataset, verdicts=True)
