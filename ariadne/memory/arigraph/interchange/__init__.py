"""Interchange: `exchange` writes and reads a memory as JSON Lines, without loss."""
