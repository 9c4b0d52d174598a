"""The report of `ariadne models check`, as text and as data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ariadne.models.check import Demand, Report, by_name
from ariadne.text import counted

HEAD = ("--calls", "questions", "prompt tokens", "cached", "reply tokens", "seconds", "dollars")
FORMS = {"schema": "JSON schema", "tools": "calls of tools", "json": "JSON", "text": "plain text"}
DIGITS = 4
WISE = "this may still play badly: the small models tried so far won only with --calls act (docs/local-models.md)"


def as_data(report: Report) -> dict[str, Any]:
    """Return a report for JSON. Tokens and seconds of `demands` are per step."""
    return {**_rounded(asdict(report)), "reachable": True, "asked": len(report.tries), "valid": report.valid}


def sheet(report: Report, play: str) -> str:
    """Return a report as text.

    Args:
        play: the command that plays with the model.
    """
    parts = [
        f"{name} {sum(not each.error for each in own)} of {len(own)}" for name, own in by_name(report.tries).items()
    ]
    broken = sum(each.broken for each in report.tries)
    rows = (
        ("model", report.model),
        ("reachable", f"yes; the first reply took {report.tries[0].seconds:.1f} s"),
        ("answer form", FORMS.get(report.form, report.form) or "its own"),
        ("prompts", _speed(report.prompt_speed)),
        ("replies", _speed(report.reply_speed)),
        ("cached", f"{report.cached:.0%} of a repeated prompt" if report.cached else "nothing reported"),
        ("valid", f"{report.valid} of {counted(len(report.tries), 'answer')}: {', '.join(parts)}"),
        ("broken", f"{counted(broken, 'reply', 'replies')} cut off or repetitive"),
    )
    lines = [f"{name:<13}{said}" for name, said in rows]
    return "\n".join([*lines, "", "a step:", *_table(report), "", *_advice(report), "", f"try: {play}"])


def _advice(report: Report) -> list[str]:
    calls = report.advice.calls
    head = f"--calls {calls} suits it:" if report.advice.suits else f"no --calls suits it; {calls} asks the least:"
    return [head, *(f"  {reason}" for reason in report.advice.reasons), *[f"  {WISE}"] * (calls != "act")]


def _table(report: Report) -> list[str]:
    rows = [HEAD, *(_row(demand) for demand in report.demands)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*(part.ljust(width) for part, width in zip(row[:2], widths, strict=False)),
                       *(part.rjust(width) for part, width in zip(row[2:], widths[2:], strict=True))])
            for row in rows]  # fmt: skip


def _row(demand: Demand) -> tuple[str, ...]:
    usage = demand.usage
    return (
        demand.calls,
        ", ".join(demand.questions),
        f"{usage.prompt_tokens:,}",
        f"{usage.cached_tokens:,}",
        f"{usage.completion_tokens:,}",
        f"{demand.seconds:.1f}",
        _dollars(usage.cost_usd),
    )


def _dollars(cost: float | None) -> str:
    if cost is None:
        return "not known"
    return f"{cost:.4f}" if cost else "free"


def _speed(tokens: float | None) -> str:
    return "too fast to measure" if tokens is None else f"{tokens:,.0f} tokens a second"


def _rounded(value: Any) -> Any:
    """A value with all numbers in it rounded."""
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(value, DIGITS) if isinstance(value, float) else value
