"""The wait before a failed call is retried: as long as the server asks, or exponential backoff with jitter."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

FIRST = 1.0
LONGEST = 60.0


def wait_before(tried: int, retry_after: float | None) -> float:
    """Seconds to wait after `tried` failed tries (at least one).

    If the server named a time, that plus up to a second, so clients do not all return at once; otherwise between half
    and all of min(2^(tried-1), 60).
    """
    if retry_after is not None:
        return retry_after + random.uniform(0, FIRST)
    return min(FIRST * 2.0 ** (tried - 1), LONGEST) * random.uniform(0.5, 1)


def parse_retry_after(header: str | None, now: datetime | None = None) -> float | None:
    """The seconds in a Retry-After header, given as seconds or as an HTTP date (RFC 9110, 10.2.3).

    None if the header is missing or unreadable; `now` defaults to the present.
    """
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        return _until(header, now or datetime.now(UTC))
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _until(header: str, now: datetime) -> float | None:
    try:
        date = parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max((date - now).total_seconds(), 0.0)
