"""Examinations: tell plays to a memory, and ask it what the engine knows (docs/exam.md)."""
