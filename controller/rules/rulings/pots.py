"""Rulings on pots: given before the push, and given again after it (rules.md 8: SD15, SD19; T24-22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import showdown
from controller.rules.events import PotPushed, Ruled
from controller.rules.requests import Rule
from controller.rules.rulings import pending
from controller.rules.rulings.pending import division_objection, is_gone, players_of
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Phase, Table

CODES = frozenset({"R31", "R32"})


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why it does not fit the pots."""
    if pending.concerns(table, ask):
        return pending.decide(table, ask)
    ask = replace(ask, last=False, pot=ask.pot or _only_pot(table))
    wrong = _award_objection(table, ask) if ask.code == "R31" else _reaward_objection(table, ask)
    return wrong or (signed(table, ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family; raises `ImpossibleEvent`."""
    if event.last:
        return pending.ruled(table, event)
    if event.code == "R31":
        return showdown.pushed(table, PotPushed(event.pot, _shares(event)))
    return _awarded_again(table, event)


def _only_pot(table: Table) -> int:
    return len(table.pots) if len(table.pots) == 1 else 0


def _shares(event: Ruled) -> Mapping[int, int]:
    return dict(zip(event.seats, event.amounts, strict=True))


def _award_objection(table: Table, ask: Rule) -> Refused | None:
    """A pot is given before it is pushed: the whole of it, to players of this hand."""
    if table.phase is not Phase.PAYING:
        return Refused(say("refused.not_now", ask=ask.code))
    if not 1 <= ask.pot <= len(table.pots) or ask.pot in table.pushed:
        return Refused(say("refused.no_pot", pot=ask.pot))
    return division_objection(table, ask, table.pots[ask.pot - 1].amount, players_of(table))


def _reaward_objection(table: Table, ask: Rule) -> Refused | None:
    """A pot that was pushed goes to others, until the next hand starts (SD15, SD19, T24-22)."""
    if table.phase not in BETWEEN_HANDS:
        return Refused(say("refused.reaward_late"))
    before = _paid_before(table, ask.pot)
    if not before:
        return Refused(say("refused.no_pot", pot=ask.pot))
    players = players_of(table)
    for seat, amount in before.items():
        if seat not in players or is_gone(table, seat, players[seat]):
            return Refused(say("refused.player_gone", seat=seat))
        if table.seats[seat].stack < amount:
            return Refused(say("refused.reaward_short", seat=seat, amount=amount))
    return division_objection(table, ask, sum(before.values()), players)


def _paid_before(table: Table, pot: int) -> Mapping[int, int]:
    return {award.seat: award.amount for award in table.awards if award.pot == pot}


def _awarded_again(table: Table, event: Ruled) -> Table:
    before, shares = _paid_before(table, event.pot), _shares(event)
    taken = replace(
        table,
        seats={**table.seats, **showdown.paid(table, {n: -amount for n, amount in before.items()})},
        awards=tuple(award for award in table.awards if award.pot != event.pot),
    )
    return replace(
        taken,
        seats={**taken.seats, **showdown.paid(taken, shares)},
        awards=(*taken.awards, *showdown.awarded(table, event.pot, shares)),
    )
