"""What words or chips amount to, as if it were the seat's turn (rules.md 7.5; T24-40 to T24-46, T24-51)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from controller.rules import betting, limits
from controller.rules.betting import Options
from controller.rules.events import Acted, Bound, Declared, LeftToFloor
from controller.rules.house import RaiseMotions, Undercall
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.spoken import Spoken, understood
from controller.rules.stakes import Game
from controller.rules.state import Phase, Seat, Table

Meaning: TypeAlias = Acted | Declared | LeftToFloor
CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class _Motion:
    """One word or motion on its table: `out` are the chips of it, None for words."""

    table: Table
    seat: int
    said: str
    out: int | None = None

    @property
    def here(self) -> Seat:
        return self.table.seats[self.seat]

    @property
    def may(self) -> Options:
        return betting.options(self.table, self.seat)

    @property
    def bet(self) -> int:
        return self.table.street.bet

    @property
    def owed(self) -> int:
        return max(self.bet - self.here.street_in, 0)

    @property
    def whole(self) -> int:
        return self.here.street_in + self.here.stack

    @property
    def span(self) -> tuple[int, int] | None:
        return self.may.bet or self.may.raise_


def of_words(table: Table, seat: int, words: str) -> Meaning | Refused:
    """What was said, word for word (D2, D10, D15, NL4, NL5, NL9)."""
    spoken = understood(words)
    if spoken is None:
        return Refused(say("refused.words", seat=seat))
    motion = _Motion(table, seat, " ".join(words.split()))
    if not motion.may.fold and spoken.verb in ("fold", "check", "call"):
        return Refused(say("refused.must_raise"))
    match spoken.verb:
        case "fold":
            return betting.judge(table, seat, "fold", 0)
        case "check":
            return _check(motion)
        case "call":
            return _call(motion, say("told.first_word") if spoken.then else None)
        case "all-in":
            return _all_in(motion)
        case "pot" if limits.counts_the_pot(table) and motion.span:
            return _wager(motion, motion.span[1])
    return _declared(motion) if spoken.amount is None else _amount(motion, spoken)


def of_chips(table: Table, seat: int, chips: tuple[int, ...]) -> Meaning | Refused:
    """What one silent motion of chips comes to (D3, D5, D6, D7, D9, D17; T24-44, T24-45, T24-46, T24-61).

    Chips of this street that lie in front already stay there: new ones are judged by what is still owed.
    """
    if (wrong := unfit(table, seat, chips)) is not None:
        return Refused(wrong)
    motion = _Motion(table, seat, " ".join((CHIPS, *map(str, chips))), sum(chips))
    out, owed, to = sum(chips), motion.owed, motion.here.street_in + sum(chips)
    if not motion.may.fold:
        return _raise_put_out(motion, to)
    if not motion.bet:
        return _wager(motion, to)
    if out < min(owed, motion.here.stack):
        return _undercall(motion, to)
    if out <= owed or (owed and (len(chips) == 1 or out - min(chips) < owed)):
        return _call(motion)
    return _weighed(motion, to)


def unfit(table: Table, seat: int, chips: tuple[int, ...]) -> Sentence | None:
    """Why the seat cannot have put these chips out, None where it can."""
    unit, stack = table.stakes.unit, table.seats[seat].stack
    if not chips or any(type(chip) is not int or chip <= 0 for chip in chips):
        return say("refused.no_chips")
    if sum(chips) > stack:
        return say("refused.amount_high", most=stack)
    if any(chip % unit for chip in chips) and sum(chips) != stack:
        return say("refused.amount_unit", unit=unit)
    return None


def opening_bet(table: Table) -> bool:
    """Whether the bet faced is the first of its street; before the flop that is the big blind (T24-51B)."""
    return table.street.wagers == (0 if table.phase is Phase.PREFLOP else 1)


def pot_before(table: Table) -> int:
    """Every chip in the middle, those in front of players too (T24-57)."""
    return sum(here.put + here.dead + here.street_in for here in table.seats.values())


def _check(motion: _Motion) -> Meaning | Refused:
    """A check, or facing a bet a promise not to raise (D10, T24-55)."""
    if motion.may.check or motion.here.bound is Bound.PASSIVE:
        return betting.judge(motion.table, motion.seat, "check", 0)
    return Declared(motion.seat, motion.said, Bound.PASSIVE)


def _call(motion: _Motion, because: Sentence | None = None) -> Acted:
    """A call of all that is owed; with nothing to call a check (D10). Chips over it go back."""
    may, owed = motion.may, min(motion.owed, motion.here.stack)
    back = max((motion.out or 0) - owed, 0)
    act = "check" if may.check else "call"
    if because is None and back:
        because = say(f"told.{act}.back", back=back)
    elif because is None and may.check:
        because = say("told.no_bet")
    return Acted(motion.seat, motion.said, act, owed, motion.here.street_in + owed, because)


def _all_in(motion: _Motion) -> Acted | Refused:
    """All the chips, as far as the game lets them be raised; where no raise is open, a call."""
    if motion.may.all_in:
        acted = betting.judge(motion.table, motion.seat, "all-in", 0)
        return acted if isinstance(acted, Refused) else replace(acted, said=motion.said)
    return _wager(motion, motion.whole)


def _declared(motion: _Motion) -> Meaning | Refused:
    """A raise or bet without an amount, and "pot" where that is none: the minimum or more (D10, NL9).

    Where only one amount is left it is that.
    """
    if motion.span is None:
        return _closed(motion)
    if motion.span[0] == motion.span[1]:
        return _wager(motion, motion.span[0])
    if not motion.may.fold:
        return Refused(say("refused.must_raise"))
    return Declared(motion.seat, motion.said, Bound.RAISE)


def _amount(motion: _Motion, spoken: Spoken) -> Meaning | Refused:
    """A spoken amount: the total of the street (NL5, T24-43B) unless it was said to be more than the bet."""
    unit, amount = motion.table.stakes.unit, spoken.amount or 0
    if amount <= 0:
        return Refused(say("refused.amount_low", least=unit))
    if spoken.broken:
        return Refused(say("refused.amount_unit", unit=unit))
    to = motion.bet + amount if spoken.more else _reading(motion, amount) if spoken.short else amount
    if to > motion.whole and to > motion.bet:
        return Refused(say("refused.amount_high", most=motion.whole))
    if to % unit and to not in (motion.whole, motion.bet, motion.owed):
        return Refused(say("refused.amount_unit", unit=unit))
    declared = spoken.verb == "raise" or not motion.may.fold
    if declared or not motion.bet:
        return _wager(motion, to)
    if to in (motion.bet, motion.owed) or (to < motion.bet and not motion.owed):
        return _call(motion)
    return _undercall(motion, to) if to < motion.bet else _weighed(motion, to)


def _reading(motion: _Motion, amount: int) -> int:
    """What a number may mean that was said without its hundreds or thousands ("five", D15, T24-57).

    A number that is a bet by itself is that number; else the most it can mean that is no more than the pot
    before the bet and the player's chips.
    """
    least, most = motion.table.stakes.big_blind, min(pot_before(motion.table), motion.whole)
    if amount >= least:
        return amount
    meant = amount
    while meant * 10 <= most:
        meant *= 10
    return meant if meant >= least else amount


def _raise_put_out(motion: _Motion, to: int) -> Meaning | Refused:
    """Chips after "raise" without an amount: all of them (D5), at least the minimum.

    Where the house lets a declared raise be put out in several motions the rest may follow (D4, RR-NL-6).
    """
    several = motion.table.setup.house.bet_raise_motions is RaiseMotions.MULTI_AFTER_DECLARATION
    span = motion.span
    if several and span and to < span[0]:
        return Declared(motion.seat, motion.said, Bound.RAISE, motion.out or 0)
    return _wager(motion, to)


def _weighed(motion: _Motion, to: int) -> Meaning | Refused:
    """More than a call without "raise": half a raise or more must be a whole one, less is a call (NL4).

    T24-43A; fixed limit has its half bet always (RR-BET-6). Without the half rule the floor decides.
    """
    table = motion.table
    if motion.span is None:
        return _closed(motion)
    least = motion.span[0]
    if to >= least:
        return _wager(motion, to)
    if not table.setup.house.bet_half_rule and table.setup.game is not Game.FIXED_LIMIT:
        return LeftToFloor(motion.seat, motion.said, "NL4", motion.out or 0, to)
    if 2 * (to - motion.bet) >= least - motion.bet:
        return _wager(motion, to)
    return _call(motion, None if motion.out else say("told.call" if motion.owed else "told.check"))


def _wager(motion: _Motion, to: int) -> Acted | Refused:
    """A bet or raise to `to`, made legal at once: at least the minimum, at most the pot (NL6, PL6, FL5)."""
    if motion.span is None:
        return _closed(motion)
    unit, (least, most) = motion.table.stakes.unit, motion.span
    legal = min(max(to, least), most)
    if legal % unit and legal != motion.whole:
        return Refused(say("refused.amount_unit", unit=unit))
    put = legal - motion.here.street_in
    act = "raise" if motion.may.raise_ else "bet"
    because = _corrected(motion, act, to, legal)
    return Acted(motion.seat, motion.said, act, put, legal, because)


def _corrected(motion: _Motion, act: str, to: int, legal: int) -> Sentence | None:
    """What the dealer must be told of a bet or raise that was another amount than the rules make of it."""
    if to == legal:
        return None
    if motion.table.setup.game is Game.FIXED_LIMIT:
        return say("told.fixed", seat=motion.seat, to=legal)
    if to < legal:
        return say(f"told.{act}.small", seat=motion.seat, to=legal)
    if motion.out is None:
        return say("told.pot", seat=motion.seat, to=legal)
    return say("told.pot.back", seat=motion.seat, to=legal, back=to - legal)


def _closed(motion: _Motion) -> Acted:
    """A word for a raise where none is open: the most that he may do, which is a call (FL6, T24-47)."""
    back = (motion.out or 0) - motion.may.call
    told = say("told.closed.back", back=back) if back > 0 else say("told.closed")
    return _call(motion, told if motion.owed else None)


def _undercall(motion: _Motion, to: int) -> Meaning:
    """Less than the call without "call" (D9; T24-51, RR-NL-8).

    Heads-up and at the opening bet it is the whole call at once, elsewhere the floor decides; so it does for
    every short call in a house that gives relief to whoever did not know of the raise.
    """
    table = motion.table
    strict = table.setup.house.bet_undercall is Undercall.TDA51
    if strict and (opening_bet(table) or len(betting.live(table)) == 2):
        more = min(motion.owed, motion.here.stack) - (motion.out or 0)
        because = say("told.short_call", call=min(motion.bet, motion.whole), seat=motion.seat, more=more)
        return _call(motion, because)
    return LeftToFloor(motion.seat, motion.said, "D9", motion.out or 0, to)
