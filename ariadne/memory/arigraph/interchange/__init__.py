"""What comes from elsewhere and goes there: `exchange` is our own format, a JSON object a line; `foreign` reads the
exports of mem0 and graphiti."""
