"""Export and import: `exchange` is our own format, JSON Lines; `foreign` reads the exports of mem0 and graphiti."""
