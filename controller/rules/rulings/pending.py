"""Pots of earlier hands: decision pending, and the hand before paid again (rules.md 9.2, 12.10; R31, R32).

Chips that a ruling gives while another hand is on come to their seat once that hand is over (S0-58).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import betting
from controller.rules.account import LastHand, Pending, Share
from controller.rules.events import ImpossibleEvent, Impounded, Ruled
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting
from controller.rules.state import BETWEEN_HANDS, Award, Phase, Seat, Status, Table
from controller.rules.substantial import misdeal_possible

GIVE, GIVE_AGAIN = "R31", "R32"


def decide_impound(table: Table, who: str) -> tuple[Impounded] | Refused:
    """The pots kept aside in place of the push, or why there are none to keep (12.10)."""
    if table.setup.betting is Betting.CARDS_ONLY:
        return Refused(say("refused.no_chips_kept"))
    if table.phase not in (Phase.SHOWDOWN, Phase.PAYING):
        return Refused(say("refused.not_now", ask="pending"))
    return (Impounded(who),)


def impounded(table: Table) -> Table:
    """The table with every pot that was not pushed kept aside; the hand is over.

    Raises `ImpossibleEvent`.
    """
    if table.phase is not Phase.PAYING:
        raise ImpossibleEvent(f"hand {table.hand} has no pots to keep aside")
    left = [n for n in range(1, len(table.pots) + 1) if n not in table.pushed]
    beyond = max((pot.pot for pot in table.impounded), default=0)
    first = max(beyond, len(table.pots)) if beyond else 0
    players = players_of(table)
    kept = tuple(
        Pending(table.hand, first + n, table.pots[n - 1].amount, table.pots[n - 1].seats, players)
        for n in left
    )
    return replace(
        table,
        impounded=(*table.impounded, *kept),
        pushed=(*table.pushed, *left),
        unpaid=None,
        open=(),
        mends=(),
        todo=(),
        notes=(),
    )


def players_of(table: Table) -> Mapping[int, str]:
    """Who has or had cards in this hand, by seat."""
    there = table.started.seats if table.started else table.seats
    return {n: there[n].name for n in table.dealt}


def arrived(table: Table) -> Table:
    """The table between hands with the chips that came meanwhile in their stacks, or the same table."""
    if not table.coming or table.phase not in BETWEEN_HANDS:
        return table
    return replace(table, seats={**table.seats, **_paid(table, table.coming)}, coming={})


def concerns(table: Table, ask: Rule) -> bool:
    """Whether the ruling is about an earlier hand: a pending pot, or the hand before one that is on."""
    if ask.code not in (GIVE, GIVE_AGAIN):
        return False
    between = table.phase in BETWEEN_HANDS
    if ask.last and not between:
        return True
    return (ask.last or between) and _pending(table, ask.code, ask.pot) is not None


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The pot given, or given again, or why it cannot be."""
    if pot := _pending(table, ask.code, ask.pot):
        ask = replace(ask, pot=pot.pot, last=True)
        return division_objection(table, ask, pot.amount, pot.players) or (signed(table, ask),)
    numbers = {share.pot for share in table.last.shares}
    ask = replace(ask, pot=ask.pot or (min(numbers) if len(numbers) == 1 else 0))
    return _again_objection(table, ask) or (signed(table, ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after such a ruling; raises `ImpossibleEvent`."""
    shares = dict(zip(event.seats, event.amounts, strict=True))
    if pot := _pending(table, event.code, event.pot):
        rest = tuple(other for other in table.impounded if other is not pot)
        return _given(replace(table, impounded=rest), pot, shares)
    if table.phase in BETWEEN_HANDS:
        raise ImpossibleEvent(f"pot {event.pot} is not pending")
    return _given_again(table, event.pot, shares)


def _pending(table: Table, code: str, number: int) -> Pending | None:
    """The pot that is meant; R32 means one that was pushed where the hand before had one of that number."""
    pots = table.impounded
    if not number:
        number = pots[0].pot if len(pots) == 1 else 0
    if code == GIVE_AGAIN and number in _pushed(table):
        return None
    return next((pot for pot in pots if pot.pot == number), None)


def _pushed(table: Table) -> set[int]:
    if table.phase in BETWEEN_HANDS:
        return {award.pot for award in table.awards}
    return {share.pot for share in table.last.shares}


def division_objection(table: Table, ask: Rule, pot: int, players: Mapping[int, str]) -> Refused | None:
    """Why a pot of so many chips cannot go so: all of it, to players of its hand who are still there."""
    if not ask.seats or len(set(ask.seats)) != len(ask.seats) or len(ask.amounts) != len(ask.seats):
        return Refused(say("refused.division"))
    for seat in ask.seats:
        if seat not in players or is_gone(table, seat, players[seat]):
            return Refused(say("refused.not_dealt_in", seat=seat))
    if any(amount < 0 or (amount == 0 and pot) for amount in ask.amounts):
        return Refused(say("refused.division"))
    if sum(ask.amounts) != pot:
        return Refused(say("refused.division_sum", amount=pot, total=sum(ask.amounts)))
    return None


def is_gone(table: Table, seat: int, name: str) -> bool:
    """Whether the player of that name sits at the seat no more."""
    now = table.seats.get(seat)
    return now is None or now.status is Status.EMPTY or now.name != name


def _again_objection(table: Table, ask: Rule) -> Refused | None:
    """An error in paying is claimed until substantial action on the next hand (SD15, T24-22)."""
    last = table.last
    before = _before(last, ask.pot)
    if ask.code != GIVE_AGAIN or not before:
        return Refused(say("refused.no_pot", pot=ask.pot))
    if not misdeal_possible(table):
        return Refused(say("refused.reaward_late"))
    if wrong := division_objection(table, ask, sum(before.values()), last.players):
        return wrong
    for seat, change in _changes(before, dict(zip(ask.seats, ask.amounts, strict=True))).items():
        if is_gone(table, seat, last.players.get(seat, "")):
            return Refused(say("refused.player_gone", seat=seat))
        if change < 0 and table.seats[seat].stack < _needed(table.seats[seat], -change):
            return Refused(say("refused.reaward_short", seat=seat, amount=-change))
    return None


def _needed(here: Seat, taken: int) -> int:
    """What a stack must have for so much to be taken: who has a hand keeps a chip to play it with."""
    return taken + (here.status in betting.IN_HAND)


def _before(last: LastHand, pot: int) -> Mapping[int, int]:
    return {share.seat: share.amount for share in last.shares if share.pot == pot}


def _changes(before: Mapping[int, int], after: Mapping[int, int]) -> Mapping[int, int]:
    return {n: after.get(n, 0) - before.get(n, 0) for n in sorted({*before, *after})}


def _given(table: Table, pot: Pending, shares: Mapping[int, int]) -> Table:
    if table.phase not in BETWEEN_HANDS:
        return _coming(table, shares)
    awards = tuple(Award(pot.pot, n, amount, "") for n, amount in shares.items())
    return replace(
        table,
        seats={**table.seats, **_paid(table, shares)},
        awards=(*table.awards, *awards) if pot.hand == table.hand else table.awards,
    )


def _given_again(table: Table, number: int, shares: Mapping[int, int]) -> Table:
    changes = _changes(_before(table.last, number), shares)
    seats = dict(table.seats)
    for n, change in changes.items():
        if change < 0:
            seats[n] = replace(seats[n], stack=seats[n].stack + change)
    kept = tuple(share for share in table.last.shares if share.pot != number)
    new = tuple(Share(number, n, amount) for n, amount in shares.items())
    paid = replace(table, seats=seats, last=replace(table.last, shares=(*kept, *new)))
    return _coming(paid, {n: change for n, change in changes.items() if change > 0})


def _coming(table: Table, shares: Mapping[int, int]) -> Table:
    coming = {**table.coming, **{n: table.coming.get(n, 0) + won for n, won in shares.items()}}
    return replace(table, coming=coming)


def _paid(table: Table, shares: Mapping[int, int]) -> Mapping[int, Seat]:
    """The seats of `shares` with their chips; who had none left and sat out for it plays again."""
    seats: dict[int, Seat] = {}
    for n, won in shares.items():
        here = table.seats[n]
        back = here.status is Status.AWAY and not here.stack and won
        seats[n] = replace(here, stack=here.stack + won, status=Status.OUT if back else here.status)
    return seats
