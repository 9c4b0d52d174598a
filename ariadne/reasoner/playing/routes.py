"""Routes to rooms: `go to` for visited ones, else exit by exit as far as connections are known."""

from __future__ import annotations

from ariadne.reasoner.playing.situation import GO_TO, Situation


def towards(room: str, now: Situation) -> str:
    """The valid action that leads to a room or nearer to it; else empty."""
    if not room or room == now.here:
        return ""
    if GO_TO + room in now.actions:
        return GO_TO + room
    start, way = _last_known(room, now)
    if start != now.here:
        return GO_TO + start if start else ""
    door = now.doors.get((start, way), "")
    return now.move(way) or (f"open {door}" if f"open {door}" in now.actions else "")


def _last_known(room: str, now: Situation) -> tuple[str, str]:
    """The origin and first exit of a shortest way to a room, from here or from a visited room."""
    visited = [action.removeprefix(GO_TO) for action in now.actions if action.startswith(GO_TO)]
    starts: dict[str, tuple[str, str]] = {place: (place, "") for place in (now.here, *visited)}
    queue = list(starts)
    for place in queue:
        for (origin, way), destination in now.ways.items():
            if origin == place and destination not in starts:
                start, first = starts[place]
                starts[destination] = (start, first or way)
                queue.append(destination)
    return starts.get(room, ("", ""))
