"""What to do: a plan, and an action."""
