"""What of it all is kept, and how it is told again."""
