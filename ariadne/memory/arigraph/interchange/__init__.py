"""Export and import of a memory as JSON Lines."""
