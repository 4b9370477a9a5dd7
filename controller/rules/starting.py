"""The start of a hand: what crosses from the hand before, and what everybody puts out (rules.md 2.4, 7.6)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.rules import levels
from controller.rules.account import Debt, LastHand, Share, TableTime
from controller.rules.events import HandStarted, Straddled
from controller.rules.house import AnteOrder, ButtonMode, HouseRules
from controller.rules.incidents import button
from controller.rules.lineup import (
    MIN_PLAYERS,
    Lineup,
    last_positions,
    misses,
    new_game,
    next_lineup,
    penalty_left,
    regulars,
    repeats,
)
from controller.rules.missed import grown, passed
from controller.rules.positions import Positions, between
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting, Form, Stakes
from controller.rules.state import DeckCare, Opening, Phase, Seat, Status, Table


@dataclass(frozen=True, slots=True)
class Due:
    """What one player is to put out before the deal, and `made`, what of it makes up missed blinds."""

    ante: int = 0
    live: int = 0
    dead: int = 0
    made: Debt = field(default_factory=Debt)


def decide_start(table: Table) -> tuple[HandStarted | Straddled, ...] | Refused:
    """The start of the next hand, or why it cannot start; straddles of a hand dealt again stay (T24-35C)."""
    if table.pieces:
        place = table.pieces[0].place
        return Refused(say("refused.cards_out", cards=len(table.pieces), place=str(place)))
    lineup = next_lineup(table)
    if len(lineup.dealt) < MIN_PLAYERS:
        return Refused(say("refused.players"))
    if rest := levels.rest_left(table.setup, table.time):
        return Refused(say("refused.break", minutes=rest))
    start = _start(table, lineup)
    return (start, *_straddled_again(table, start))


def _straddled_again(table: Table, start: HandStarted) -> tuple[Straddled, ...]:
    if not repeats(table) or last_positions(table) != Positions(start.button, start.small, start.big):
        return ()
    kept = {n: amount for n, amount in table.straddles.items() if n in start.stacks and n not in start.away}
    return tuple(Straddled(n, amount) for n, amount in kept.items() if start.stacks[n] >= amount)


def _start(table: Table, lineup: Lineup) -> HandStarted:
    where = lineup.where
    players = {n: seat for n, seat in sorted(table.seats.items()) if seat.status is not Status.EMPTY}
    idle = {n: seat for n, seat in players.items() if n not in lineup.dealt}
    time = _time(table)
    stakes = table.stakes if table.phase is Phase.VOID else levels.stakes_at(table.setup, time)
    dues = {n: _due(table, where, stakes, n) for n in lineup.dealt}
    left = {n: _idle(table, where, stakes, n) for n in idle}
    return HandStarted(
        number=table.hand + 1,
        button=where.button,
        small=where.small,
        big=where.big,
        stacks={n: seat.stack for n, seat in players.items()},
        names={n: seat.name for n, seat in players.items()},
        away=tuple(idle),
        posts={n: due.live for n, due in dues.items() if due.live},
        antes={n: due.ante for n, due in dues.items() if due.ante},
        dead={n: due.dead for n, due in dues.items() if due.dead},
        waiting=tuple(n for n, seat in left.items() if seat.waiting),
        absent=tuple(n for n, seat in players.items() if _absent(seat, n in dues)),
        owes={n: seat.owes for n, seat in left.items() if seat.owes != Debt()},
        bought={n: seat.bought for n, seat in players.items()},
        stakes=stakes,
        time=time,
        account=table.account,
        dealer=table.dealer,
        deck=table.deck,
        opened=table.opening is Opening.OPEN,
        promised=tuple(n for n, seat in left.items() if seat.promised),
        fresh=tuple(n for n, seat in left.items() if seat.fresh),
        gained={n: seat.gained for n, seat in left.items() if seat.gained},
        made={n: due.made for n, due in dues.items() if due.made != Debt()},
        orbit=_orbit(table, where),
        belongs=button.belongs(table, where.button),
        penalties={n: hands for n, seat in players.items() if (hands := penalty_left(table, seat))},
        serving=tuple(n for n, seat in players.items() if misses(table, seat)),
        impounded=table.impounded,
        last=_last(table),
        uncounted=table.care is DeckCare.COUNT,
    )


def _last(table: Table) -> LastHand:
    """How the hand before was paid; a hand dealt again was not paid (T24-22)."""
    if table.phase is Phase.VOID or not table.hand:
        return table.last
    there = table.started.seats if table.started else table.seats
    players = {n: there[n].name for n in table.dealt}
    return LastHand(players, tuple(Share(award.pot, award.seat, award.amount) for award in table.awards))


def _time(table: Table) -> TableTime:
    """A hand counts for its level; dealt again it is the same hand (T24-35C)."""
    if table.phase is Phase.VOID or not table.setup.levels:
        return table.time
    return levels.hand_counted(levels.begun(table.setup, table.time))


def _absent(here: Seat, is_dealt_in: bool) -> bool:
    return here.absent or (is_dealt_in and here.status is Status.AWAY)


def _orbit(table: Table, where: Positions) -> int:
    """The seat of the first button until the button comes to it or past it again (RR-BL)."""
    if new_game(table):
        return where.button
    round_ = where.button == table.orbit or between(table.button, table.orbit, where.button)
    return 0 if round_ and table.button != where.button else table.orbit


def _due(table: Table, where: Positions, stakes: Stakes, seat: int) -> Due:
    """Ante first, then the blind, then what is made up; all of it short where the stack is (P1, P2, RR-BL-1).

    Whoever enters by the big blind owes nothing else (S0-16).
    """
    if table.setup.betting is Betting.CARDS_ONLY:
        return Due()
    here, old = table.seats[seat], seat in regulars(table)
    made = here.owes if here.promised and (old or seat != where.big) else Debt()
    blind = _blind(table, where, stakes, seat)
    if seat == where.small and made != Debt():
        # The button is bought: the big blind live, the small blind dead (`blinds.buy_button`).
        blind, made = 0, grown(made, small=True, big=True, stakes=stakes, house=table.setup.house)
    ante = min(stakes.ante, here.stack)
    bba = stakes.big_blind_ante if seat == where.big else 0
    live, bba = _in_order(table.setup.house, here.stack - ante, max(blind, made.live), bba)
    dead = min(made.dead, here.stack - ante - live - bba)
    return Due(ante, live, bba + dead, Debt(min(live, made.live), dead))


def _blind(table: Table, where: Positions, stakes: Stakes, seat: int) -> int:
    if seat == where.big or (seat == where.small and _second_big(table, where, stakes)):
        return stakes.big_blind
    return stakes.small_blind if seat == where.small else 0


def _second_big(table: Table, where: Positions, stakes: Stakes) -> bool:
    """Whether the seat of the small blind posts a big one: a moving button skipped its turn (RR-BL-2a)."""
    moving = table.setup.house.button_mode is ButtonMode.MOVING
    if not moving or table.placed or new_game(table) or where.small == where.button:
        return False
    if repeats(table):
        return table.started is not None and table.started.seats[where.small].street_in > stakes.small_blind
    return where.small != table.big


def _in_order(house: HouseRules, stack: int, live: int, bba: int) -> tuple[int, int]:
    """Live chips and big blind ante of a stack that may be short of both (`bba.order`, T24-RP11)."""
    if house.bba_order is AnteOrder.ANTE_FIRST:
        bba = min(bba, stack)
        return min(live, stack - bba), bba
    live = min(live, stack)
    return live, min(bba, stack - live)


def _idle(table: Table, where: Positions, stakes: Stakes, seat: int) -> Seat:
    """A player who is not dealt in, after the hand that he misses."""
    here = table.seats[seat]
    out = here.status is Status.AWAY or not (here.stack or table.setup.betting is Betting.CARDS_ONLY)
    if here.gained and here.waiting:
        waits = here.gained > 1
        owes = here.owes if waits else Debt()
        return replace(here, gained=here.gained - 1, waiting=waits, promised=not waits, owes=owes)
    if not out and not here.waiting:
        here = replace(here, promised=True)
    return here if here.fresh else replace(here, owes=_owes(table, where, stakes, seat))


def _owes(table: Table, where: Positions, stakes: Stakes, seat: int) -> Debt:
    """What a player who missed this hand owes; nothing more in a tournament and for a hand dealt again."""
    owed, house = table.seats[seat].owes, table.setup.house
    tracked = table.setup.form is Form.CASH and table.setup.betting is Betting.FULL
    if not tracked or table.phase is Phase.VOID or (table.placed and not new_game(table)):
        return owed
    last = Positions(0, 0, 0) if new_game(table) else last_positions(table)
    small, big = passed(last, where, seat)
    return grown(owed, small=small, big=big, stakes=stakes, house=house)
