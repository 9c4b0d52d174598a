"""Examinations: show plays to a memory, and ask questions that the game's engine can answer (docs/exam.md)."""
