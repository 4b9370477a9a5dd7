"""The least and the most that may be wagered, by betting structure (rules.md 7.1 to 7.4)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.house import CapHeadsUp, MinRaise, PostflopMin, ShortAllIn
from controller.rules.stakes import Form, Game
from controller.rules.state import Phase, Status, Street, Table

SMALL_BET_STREETS = (Phase.DEALING, Phase.PREFLOP, Phase.FLOP)


def span(table: Table, seat: int) -> tuple[int, int] | None:
    """The least and the most street total of a bet or raise, None where the chips do not reach over the bet.

    Fixed limit has one size (FL5, S1-08); a stack that ends below the least may be put in whole (S2-15).
    """
    here, street = table.seats[seat], table.street
    stack = here.street_in + here.stack
    if stack <= street.bet:
        return None
    least = most = stack
    match table.setup.game:
        case Game.NO_LIMIT:
            least = _least(table)
        case Game.POT_LIMIT:
            least, most = _least(table), _most_of_the_pot(table, seat)
        case Game.FIXED_LIMIT:
            least = most = _whole_chips(table, street.base + fixed_size(table))
    most = min(most, stack)
    return min(least, most), most


def least_bet(table: Table) -> int:
    """The least opening bet after the flop in no-limit and pot-limit (NL1, S0-37, S2-13, S3-33)."""
    blind = table.stakes.big_blind
    if table.setup.house.straddle_postflop_min is PostflopMin.STRADDLE:
        return max((blind, *table.straddles.values()))
    return blind


def fixed_size(table: Table) -> int:
    """The size of a wager in fixed limit: the small bet, on turn and river the big bet (FL1, S1-19)."""
    stakes = table.stakes
    return stakes.small_bet if table.phase in SMALL_BET_STREETS else stakes.big_bet


def counts_the_pot(table: Table) -> bool:
    """Whether a player may have the pot counted: in pot-limit alone (PL5, T24-54A)."""
    return table.setup.game is Game.POT_LIMIT


def pot_after_call(table: Table, seat: int) -> int:
    """Every chip in the middle once the seat has called: a pot-sized raise is by so much (PL1, S0-56, S3-48).

    Pot-limit counts before the flop as PL2, PL3 and PL8 say, after it what is there (PL4).
    """
    bets = {n: here.street_in for n, here in table.seats.items()}
    earlier = sum(here.put + here.dead for here in table.seats.values())
    if counts_the_pot(table) and table.phase is Phase.PREFLOP:
        for n, blind in _full_blinds(table).items():
            bets[n] = max(bets.get(n, 0), blind)
        earlier = earlier if table.setup.house.pl_ante_in_preflop_pot else 0
    bets[seat] = table.street.bet
    return _rounded_up(table, sum(bets.values()) + earlier)


def reopened(table: Table, seat: int) -> bool:
    """Whether what a seat faces, having acted, opens the betting to it again (rules.md 7.2, FL4; T24-47)."""
    here, street = table.seats[seat], table.street
    faced = street.bet - here.street_in
    if table.setup.game is Game.FIXED_LIMIT:
        return 2 * faced >= fixed_size(table)
    match table.setup.house.nl_short_allin:
        case ShortAllIn.CUMULATIVE_FULL:
            return faced >= street.last_raise
        case ShortAllIn.SINGLE_FULL_ONLY:
            return street.raises > here.raises_seen
        case ShortAllIn.HALF:
            return 2 * faced >= street.last_raise


def raised(table: Table, seat: int, to: int) -> Street:
    """The street after the seat bet or raised to `to`, be it less than a full raise."""
    street = table.street
    after = replace(street, bet=to, aggressor=seat)
    if table.setup.game is Game.FIXED_LIMIT:
        # Half a bet or more is a whole one; less than that may be completed (FL4, RR-BET-6).
        whole = 2 * (to - street.base) >= fixed_size(table)
        return counted(table, replace(after, base=to)) if whole else after
    by = to - street.bet
    if by < street.last_raise:
        return after
    opens = table.setup.house.bet_min_raise is MinRaise.LAST_FULL_INCREMENT or not street.bet
    least = by if opens else street.last_raise
    return replace(after, base=to, raises=street.raises + 1, last_raise=least)


def counted(table: Table, street: Street) -> Street:
    """The street with one more bet or raise of fixed limit, capped by the last (FL2, FL6, S1-20, S1-21).

    `table` is as it was before that raise: the raiser counts as one who could still bet. A cap stays (FL3).
    """
    cap, bets = table.setup.house.fl_raise_cap, street.raises + 1
    reached = cap is not None and bets > cap and not _uncapped(table)
    return replace(street, raises=bets, capped=street.capped or reached)


def _least(table: Table) -> int:
    """The least bet or raise (NL1, NL2), in whole chips."""
    street = table.street
    return _whole_chips(table, street.bet + street.last_raise) if street.bet else least_bet(table)


def _most_of_the_pot(table: Table, seat: int) -> int:
    unit = table.stakes.unit
    return (table.street.bet + pot_after_call(table, seat)) // unit * unit


def _full_blinds(table: Table) -> dict[int, int]:
    """Blinds as pot-limit counts them, also where they are dead or short (PL2, PL3; T24-54B, RR-PL-4)."""
    stakes = table.stakes
    waits = table.seats[table.big].acted == ""
    as_big = table.setup.house.pl_sb_counts_as_bb and waits
    return {table.small: stakes.big_blind if as_big else stakes.small_blind, table.big: stakes.big_blind}


def _rounded_up(table: Table, pot: int) -> int:
    """The pot in whole chips of `pl.round_up_unit` (PL3, RR-PL-5)."""
    unit = table.setup.house.pl_round_up_unit
    return -(-pot // unit) * unit if unit and counts_the_pot(table) else pot


def _whole_chips(table: Table, amount: int) -> int:
    # A short all-in may have left the amount to match between two chips: a raise over it is a whole chip.
    unit = table.stakes.unit
    return -(-amount // unit) * unit


def _uncapped(table: Table) -> bool:
    """Whether two players alone raise without a cap (FL3; T24-48: an event that is down to two)."""
    if table.setup.house.fl_cap_headsup is CapHeadsUp.UNLIMITED_IF_HU_BEFORE_CAP:
        return sum(seat.status is Status.LIVE for seat in table.seats.values()) <= 2
    return table.setup.form is Form.TOURNAMENT and len(table.dealt) == 2
