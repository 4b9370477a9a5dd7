"""`tablectl replay FILE --account`: what players bought and took, and what the house took, from a journal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from controller.accounting import account_of
from controller.journal import JournalBroken, JournalFailed, read_header
from controller.rules.state import Opening, Table
from controller.session import SessionError, started
from controller.tools.story import turns
from controller.views import AccountView, to_json

SOUND, NOT_SOUND, UNREADABLE = 0, 1, 3
HEAD = ("seat", "player", "bought", "cashed out", "on the table", "result")


def account_command(path: Path, *, as_json: bool) -> int:
    """Print the account of a session, closed or still running.

    Returns 0, 1 where chips are unaccounted for by any line, 3 for a file that cannot be read; of a damaged
    journal the account is that before the damage.
    """
    try:
        table, damage = _last(path)
    except (JournalBroken, JournalFailed, SessionError) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    account, closed = account_of(table), table.opening is Opening.CLOSED
    if as_json:
        told = {"journal": str(path), "closed": closed, "hands": table.hand, "fault": damage}
        print(json.dumps({**told, **to_json(account)}))
    else:
        state = "closed" if closed else "running"
        print(f"{path}: {state}, hands: {table.hand}")
        print("\n".join(account_lines(account)))
    if damage:
        print(damage, file=sys.stderr)
        return UNREADABLE
    return NOT_SOUND if account.difference else SOUND


def _last(path: Path) -> tuple[Table, str]:
    """The table after the last turn that can be read, and a sentence on what cannot."""
    table = started(read_header(path), path)
    try:
        for _, _, after in turns(path):
            table = after
    except JournalBroken as error:
        return table, f"journal {path} is damaged in line {error.line}: the account ends before that"
    return table, ""


def account_lines(account: AccountView) -> Iterator[str]:
    """The account as plain text, numbers under each other."""
    players = account.players
    rows = [
        (f"{p.seat}", p.name, f"{p.bought}", f"{p.out}", f"{p.stack}", f"{p.out + p.stack - p.bought:+}")
        for p in players
    ]
    bought, out, stack = (sum(getattr(p, what) for p in players) for what in ("bought", "out", "stack"))
    yield from _aligned([HEAD, *rows, ("", "total", f"{bought}", f"{out}", f"{stack}", "")])
    house = [
        ("in the middle", account.middle),
        ("rake", account.rake),
        ("jackpot", account.jackpot),
        ("time charge", account.time),
        ("unaccounted", account.unaccounted),
        ("difference", account.difference),
    ]
    yield ""
    yield from _aligned([(what, f"{amount}") for what, amount in house])


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Names to the left, everything else to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    names = 1 if len(widths) > 2 else 0
    for row in rows:
        cells = [
            cell.ljust(width) if i == names else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
