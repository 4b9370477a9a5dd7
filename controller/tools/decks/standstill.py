"""Whether the table stands still enough for work on its decks: stopped, between hands, session closed."""

from __future__ import annotations

from controller.journal import JournalBroken, read_header
from controller.rules.state import BETWEEN_HANDS, Opening, Table
from controller.session import SessionError, newest, replayed, started
from controller.settings import TableSettings
from controller.tools.preflight.running import is_running


class InPlay(Exception):
    """The table is in play; the sentence says what must happen first."""


def stopped(settings: TableSettings) -> None:
    """Raise `InPlay` while the table runs: it owns the readers, and it has read its deck map."""
    if is_running(settings.sockets):
        raise InPlay("the table is running and owns the readers: sudo systemctl stop table-controller")


def between_hands(settings: TableSettings) -> None:
    """Raise `InPlay` while the table runs or was stopped in the middle of a hand; `JournalFailed` as read."""
    stopped(settings)
    table = _left(settings)
    if table is not None and table.phase not in BETWEEN_HANDS:
        raise InPlay(f"hand {table.hand} is not over: start the table, play it out, and stop it again")


def closed(settings: TableSettings) -> None:
    """Raise `InPlay` while a session may be gone on with, which needs its deck; `JournalFailed` as read."""
    stopped(settings)
    table = _left(settings)
    if table is not None and table.opening is not Opening.CLOSED:
        raise InPlay(
            f"the session is not closed (hand {table.hand} was its last) and may be gone on with only by the"
            " decks it began with: start the table, close the session at the dealer's screen, and stop it"
        )


def _left(settings: TableSettings) -> Table | None:
    """The table as the last session left it; None where there is none that could be gone on with."""
    path = newest(settings.journal)
    if path is None:
        return None
    try:
        table = started(read_header(path), path)
        for _, _, after in replayed(path):
            table = after
    except (JournalBroken, SessionError):
        return None
    return table
