"""The account of a session: every chip that was bought, and where it is now (design 4)."""

from __future__ import annotations

from controller.rules.state import Status, Table
from controller.views import AccountView, SettledView


def account_of(table: Table) -> AccountView:
    """The account as it stands: closed once every stack is cashed out, else with what lies on the table.

    `difference` is bought less cashed out, less what is on the table, what the house took and what counted
    stacks had less than the ledger: 0 unless chips came or went unseen.
    """
    account = table.account
    players = _players(table)
    rake, jackpot = account.rake + table.rake, account.jackpot + table.jackpot
    middle = _middle(table)
    there = sum(line.out + line.stack for line in players) + middle
    taken = rake + jackpot + account.time + account.unaccounted
    return AccountView(
        rake=rake,
        jackpot=jackpot,
        time=account.time,
        unaccounted=account.unaccounted,
        players=players,
        difference=sum(line.bought for line in players) - there - taken,
        middle=middle,
    )


def _players(table: Table) -> tuple[SettledView, ...]:
    """Who left, in that order, then who sits there, by seat."""
    gone = tuple(SettledView(s.seat, s.name, s.bought, s.out) for s in table.account.left)
    here = tuple(
        SettledView(n, seat.name, seat.bought, 0, seat.stack)
        for n, seat in sorted(table.seats.items())
        if seat.status is not Status.EMPTY
    )
    return gone + here


def _middle(table: Table) -> int:
    """Chips that are nobody's stack: of the hand under way, of undecided pots and on their way to a seat."""
    bets = sum(seat.street_in + seat.put + seat.dead for seat in table.seats.values())
    aside = sum(pot.amount for pot in table.impounded) + sum(table.coming.values())
    return bets + aside + sum(pot.amount for n, pot in enumerate(table.pots, 1) if n not in table.pushed)
