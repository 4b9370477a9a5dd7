"""Rulings on hands at showdown and after: killed, ordered up, paid (rules.md 6.2, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import betting, showdown
from controller.rules.events import PotPushed, Ruled
from controller.rules.house import ProtectedKill
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Phase, Status, Street, Table

CODES = frozenset({"R15", "R27", "R29", "R30", "R31", "R32"})
REFUNDS = ("NONE", "UNCALLED", "ALL_FROM_POT")


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why it does not fit what lies on the table."""
    match ask.code:
        case "R15":
            ask = replace(ask, seat=ask.seat or table.open[0].seat)
            wrong = _kill_objection(table, ask)
        case "R27" | "R29" | "R30":
            ask = replace(ask, seat=ask.seat or _asked_for(table))
            wrong = _show_objection(table, ask)
        case "R31":
            ask = replace(ask, pot=ask.pot or _only_pot(table))
            wrong = _award_objection(table, ask)
        case _:
            ask = replace(ask, pot=ask.pot or _only_pot(table))
            wrong = _reaward_objection(table, ask)
    return wrong or (signed(ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family; raises `ImpossibleEvent`."""
    match event.code:
        case "R15":
            return _killed(table, event)
        case "R27" | "R29":
            return _ordered(table, event.seat, ordered=True)
        case "R30":
            return _ordered(table, event.seat, ordered=False)
        case "R31":
            return showdown.pushed(table, PotPushed(event.pot, _shares(event)))
    return _awarded_again(table, event)


def _asked_for(table: Table) -> int:
    """The seat whose hand somebody asked to see, 0 for none."""
    return next((what.seat for what in table.open if what.kind == "SD9"), 0)


def _only_pot(table: Table) -> int:
    return len(table.pots) if len(table.pots) == 1 else 0


# Killed hands.


def _kill_objection(table: Table, ask: Rule) -> Refused | None:
    if table.phase not in (*betting.STREETS, Phase.SHOWDOWN):
        return Refused(say("refused.not_now", ask=ask.code))
    left = betting.live(table)
    if ask.seat not in left:
        return Refused(say("refused.no_hand", seat=ask.seat))
    if len(left) == 1:
        return Refused(say("refused.last_hand", seat=ask.seat))
    if ask.refund and ask.refund not in REFUNDS:
        return Refused(say("refused.refund", refund=ask.refund, refunds=REFUNDS))
    from_pot = table.setup.house.hand_protected_kill is ProtectedKill.REFUND_FROM_POT
    if ask.refund == "ALL_FROM_POT" and not from_pot:
        return Refused(say("refused.refund_house"))
    return None


def _killed(table: Table, event: Ruled) -> Table:
    """The hand is dead; what nobody called goes back, or all that he put in (H8, T24-65A, MT 23.16.1233)."""
    here = table.seats[event.seat]
    back = {"UNCALLED": _uncalled(table, event.seat), "ALL_FROM_POT": here.street_in}.get(event.refund, 0)
    earlier = here.put + here.dead if event.refund == "ALL_FROM_POT" else 0
    dead = replace(
        here,
        status=Status.DEAD,
        stack=here.stack + back + earlier,
        street_in=here.street_in - back,
        put=here.put - min(earlier, here.put),
        dead=here.dead - max(earlier - here.put, 0),
        ordered=False,
        loose=0,
    )
    returned = table.returned
    if back + earlier:
        returned = {**returned, event.seat: returned.get(event.seat, 0) + back + earlier}
    return replace(
        table,
        seats={**table.seats, event.seat: dead},
        returned=returned,
        street=_street_without(table, event.seat, back),
        early=tuple(early for early in table.early if early.seat != event.seat),
    )


def _uncalled(table: Table, seat: int) -> int:
    return max(table.seats[seat].street_in - _level_of_others(table, seat), 0)


def _level_of_others(table: Table, seat: int) -> int:
    """The bet that stands without this seat's chips: the blinds hold before the flop, be they short (NL7)."""
    posts = (table.stakes.big_blind, *table.straddles.values()) if table.phase is Phase.PREFLOP else ()
    return max((*posts, *(other.street_in for n, other in table.seats.items() if n != seat)))


def _street_without(table: Table, seat: int, back: int) -> Street:
    """The street as it was before the seat's bet or raise, where all that nobody called went back."""
    street, level = table.street, _level_of_others(table, seat)
    prior = street.prior if street.aggressor == seat else None
    if street.closed or not back or prior is None or level >= street.bet:
        return street
    return replace(
        prior,
        bet=max(prior.bet, level),
        after=street.after,
        actions=street.actions,
        paid=street.paid,
    )


# Hands that must be shown.


def _show_objection(table: Table, ask: Rule) -> Refused | None:
    here = table.seats.get(ask.seat)
    if here is None or here.status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    together = ask.seat in betting.live(table) and showdown.tabled_together(table) and not here.tabled
    if ask.code == "R30" or together or showdown.may_be_seen(table, ask.seat):
        return None
    return Refused(say("refused.no_hand_to_show", seat=ask.seat))


def _ordered(table: Table, seat: int, *, ordered: bool) -> Table:
    """The table with the hand ordered up (R27, R29), or free again of such an order (R30)."""
    return replace(table, seats={**table.seats, seat: replace(table.seats[seat], ordered=ordered)})


# Pots.


def _shares(event: Ruled) -> Mapping[int, int]:
    return dict(zip(event.seats, event.amounts, strict=True))


def _award_objection(table: Table, ask: Rule) -> Refused | None:
    """A pot is given before it is pushed: the whole of it, to players of this hand."""
    if table.phase is not Phase.PAYING:
        return Refused(say("refused.not_now", ask=ask.code))
    if not 1 <= ask.pot <= len(table.pots) or ask.pot in table.pushed:
        return Refused(say("refused.no_pot", pot=ask.pot))
    return _division_objection(table, ask, table.pots[ask.pot - 1].amount)


def _reaward_objection(table: Table, ask: Rule) -> Refused | None:
    """A pot that was pushed goes to others, until the next hand starts (SD15, SD19, T24-22)."""
    if table.phase not in BETWEEN_HANDS:
        return Refused(say("refused.reaward_late"))
    before = _paid_before(table, ask.pot)
    if not before:
        return Refused(say("refused.no_pot", pot=ask.pot))
    for seat, amount in before.items():
        if _is_gone(table, seat):
            return Refused(say("refused.player_gone", seat=seat))
        if table.seats[seat].stack < amount:
            return Refused(say("refused.reaward_short", seat=seat, amount=amount))
    return _division_objection(table, ask, sum(before.values()))


def _paid_before(table: Table, pot: int) -> Mapping[int, int]:
    return {award.seat: award.amount for award in table.awards if award.pot == pot}


def _is_gone(table: Table, seat: int) -> bool:
    """Whether the player who had the seat in this hand sits there no more."""
    then = table.started.seats.get(seat) if table.started else None
    now = table.seats.get(seat)
    return then is None or now is None or now.status is Status.EMPTY or now.name != then.name


def _division_objection(table: Table, ask: Rule, pot: int) -> Refused | None:
    if not ask.seats or len(set(ask.seats)) != len(ask.seats) or len(ask.amounts) != len(ask.seats):
        return Refused(say("refused.division"))
    for seat in ask.seats:
        if seat not in table.dealt or _is_gone(table, seat):
            return Refused(say("refused.not_dealt_in", seat=seat))
    if any(amount < 0 or (amount == 0 and pot) for amount in ask.amounts):
        return Refused(say("refused.division"))
    if sum(ask.amounts) != pot:
        return Refused(say("refused.division_sum", amount=pot, total=sum(ask.amounts)))
    return None


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
