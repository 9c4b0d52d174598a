"""Data sets of questions, read from their original files."""

from ariadne.qa.datasets.entry import UNKNOWN, Entry, Paragraph, QAItem, Said
from ariadne.qa.datasets.reading import DATASETS, LARGEST, datasets, drawn, load_items

__all__ = ["DATASETS", "LARGEST", "UNKNOWN", "Entry", "Paragraph", "QAItem", "Said", "datasets", "drawn", "load_items"]
