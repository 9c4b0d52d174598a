from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.retry import LONGEST, parse_retry_after, wait_before

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        (format_datetime(NOW + timedelta(seconds=90), usegmt=True), 90.0),
        (format_datetime(NOW - timedelta(seconds=90), usegmt=True), 0.0),
        ("Sun, 01 Mar 2026 12:00:30 -0000", 30.0),
        ("soon", None),
        ("1 Jan 99999999999999999999 00:00:00 GMT", None),
        ("1 Jan 2026 00:00:00 +99999999999999", None),
        ("9" * 5000, None),
        ("nan", None),
        ("inf", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header, NOW) == seconds


@given(st.text(max_size=40))
def test_no_header_raises_an_error(header: str) -> None:
    assert (parse_retry_after(header, NOW) or 0) >= 0


@given(st.integers(min_value=1, max_value=200))
def test_waits_grow_up_to_a_limit(tried: int) -> None:
    most = min(2.0 ** (tried - 1), LONGEST)
    assert most / 2 <= wait_before(tried, None) <= most


@given(st.floats(min_value=0, max_value=1000))
def test_a_wait_is_never_shorter_than_the_server_asks(seconds: float) -> None:
    assert seconds <= wait_before(1, seconds) <= seconds + 1


def test_waits_have_jitter() -> None:
    assert len({wait_before(3, None) for _ in range(20)}) > 1
    assert len({wait_before(3, 5.0) for _ in range(20)}) > 1
