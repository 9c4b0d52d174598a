"""Print the presets that ship with Ariadne, one line of Markdown each: python tools/preset_table.py"""

from __future__ import annotations

from ariadne.games.presets import load_preset, preset_names


def table() -> str:
    """Their names, tasks, and step limits."""
    presets = [(name, load_preset(name)) for name in preset_names()]
    lines = (f"| `{name}` | {preset.description} | {preset.max_steps:,} |" for name, preset in presets)
    return "\n".join(("| preset | what is asked | steps |", "| --- | --- | --: |", *lines))


if __name__ == "__main__":
    print(table())
