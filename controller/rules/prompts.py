"""The next thing that the dealer should do: derived from the table, never stored (design 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.rules import betting, levels, limits, runs, showdown
from controller.rules.cards import BOARD, SHOE, Place, Where, seat_place
from controller.rules.dealing import (
    at,
    current,
    deck_in_use,
    due,
    in_flight,
    next_slot,
    owed_first,
    stub,
    swapped,
    twice,
)
from controller.rules.lineup import MIN_PLAYERS, next_lineup, repeats
from controller.rules.opening import draw_is_due, time_charge, verifying
from controller.rules.pots import pot_number
from controller.rules.procedures import going_back, sentence
from controller.rules.rounds import open_round
from controller.rules.sentence import Sentence, say
from controller.rules.stakes import Betting
from controller.rules.state import (
    BETWEEN_HANDS,
    DeckCare,
    Do,
    Irregularity,
    Opening,
    Phase,
    Status,
    Table,
    Task,
)
from controller.rules.todo import owner, ready


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `do` is a word of design 4 (deal, burn, flop, act, table, push, ...).

    `seat`, `seats`, `pot`, `amount`, `cards` and `to` are filled where the word has them. `pot` is the place
    in `Table.pots` and `amount` the whole of it; `board` is 1 or 2 where it is run twice. `note` says what
    the house takes before the first push.
    """

    do: str
    sentence: Sentence
    detail: Sentence | None = field(default=None)
    seat: int = 0
    seats: tuple[int, ...] = ()
    pot: int = 0
    amount: int = 0
    cards: int = 0
    to: str = ""
    board: int = 0
    note: Sentence | None = None


def next_step(table: Table) -> Step:
    """Exactly one step; it tells nothing of a card that was not shown, and no winner before the hands are."""
    if table.open:
        what = table.open[0]
        return Step("stop", say("prompt.stop"), what.sentence, to=what.kind)
    if table.phase in BETWEEN_HANDS:
        return _between_hands(table)
    if task := current(table):
        return _task(table, task)
    if table.phase is Phase.PAYING:
        return _table(table, seats) if (seats := showdown.to_table(table)) else _push(table)
    if mend := next((what for what in table.mends if ready(table, what)), None):
        return _mend(table, mend)
    if overdue := next((p for p in in_flight(table) if p.overdue and p.bound is not None), None):
        return _set_down_again(overdue.bound)
    if owed_first(table):
        return _deal(table)
    if turn := betting.actor(table):
        return _act(table, turn)
    if showdown.board_down(table):
        return Step("confirm", say("prompt.turn_up"), to=str(table.phase))
    if open_round(table):
        street = str(table.phase)
        return Step("confirm", say("prompt.confirm", street=street), to=street)
    if seats := runs.asked(table):
        return Step("agree", say("prompt.agree", seats=seats), seats=seats)
    if showdown.unnamed_board(table):
        return Step("name", say("prompt.name", place="board"), cards=_blank(table, BOARD), to="board")
    if seat := showdown.unnamed_seat(table):
        place = seat_place(seat)
        cards = _blank(table, place)
        return Step("name", say("prompt.name.seat", seat=seat), seat=seat, cards=cards, to=str(place))
    if seats := showdown.to_table(table):
        return _table(table, seats)
    return _deal(table)


def _mend(table: Table, mend: Irregularity) -> Step:
    """A card that the dealer lays where it belongs by himself; an exposed one becomes the burn (S0-65)."""
    sentence = say("prompt.move.burn", seat=mend.seat) if mend.n in swapped(table) else mend.sentence
    return Step("move", sentence, seat=mend.seat, cards=1, to=str(mend.to))


def _task(table: Table, task: Task) -> Step:
    """What a ruling left to be done (12.10)."""
    told, to = sentence(table, task), str(task.to) if task.to else ""
    seat = task.to.seat if task.to else 0
    match task.do:
        case Do.MOVE if task.to == SHOE:
            return Step("move", told, cards=going_back(table, task), to="stub")
        case Do.MOVE:
            return Step("move", told, seat=seat, cards=1, to=to)
        case Do.PICK:
            return Step("pick", told, cards=len(task.among), to=to)
        case Do.DRAW:
            return Step("deal", told, seat=seat, to=to)
        case Do.SHOW:
            shown = owner(table, task.n)
            return Step("table", told, seat=shown, seats=(shown,))
        case Do.VERIFY | Do.SHUFFLE:
            return Step(str(task.do), told, cards=stub(table))


def _between_hands(table: Table) -> Step:
    if table.opening is Opening.CLOSED:
        return Step("wait", say("prompt.closed"))
    if verifying(table):
        return _verify(table)
    if table.pieces:
        sentence = say("prompt.collect", cards=len(table.pieces))
        return Step("collect", sentence, _dealt_again(table), cards=len(table.pieces))
    if len(next_lineup(table).dealt) < MIN_PLAYERS:
        return Step("wait", say("prompt.idle"))
    if rest := levels.rest_left(table.setup, table.time):
        return Step("wait", say("prompt.break", minutes=rest))
    if draw_is_due(table):
        return Step("next", say("prompt.draw"))
    charge = time_charge(table)
    most = max(charge.amounts.values()) if charge else 0
    detail = say("detail.time_charge", amount=most) if charge else _dealt_again(table)
    return Step("next", say("prompt.next"), detail)


def _verify(table: Table) -> Step:
    """The whole deck passes the shoe reader, or is counted by hand (rules.md 2.1, 3.2; R37)."""
    cards, deck = table.setup.deck_size, deck_in_use(table)
    which = "prompt.verify.fresh" if table.care is DeckCare.FRESH else "prompt.verify.deck"
    return Step("verify", say(which, cards=cards, deck=deck), cards=cards)


def _dealt_again(table: Table) -> Sentence | None:
    """Why the hand is dealt again, and whether others post (rules.md 3.2, 12.9)."""
    if not table.redeal:
        return None
    return say(f"detail.{table.redeal}" if repeats(table) else f"detail.{table.redeal}.button")


def _table(table: Table, seats: tuple[int, ...]) -> Step:
    """Who shows now; one card face up is not enough, and who was asked may not muck (T24-13A, T24-18)."""
    seat, here = seats[0], table.seats[seats[0]]
    sentence = say("prompt.table", seats=seats)
    if table.phase is Phase.DRAWING:
        sentence = say("prompt.draw.faces")
    elif here.status is Status.MUCKED:
        sentence = say("prompt.table.dead", seat=seat)
    elif len(seats) == 1 and here.shown:
        sentence = say("prompt.table.all", seat=seat)
    elif len(seats) == 1 and not showdown.may_muck(table, seat):
        sentence = say("prompt.table.must", seat=seat)
    return Step("table", sentence, seat=seat, seats=seats)


def _push(table: Table) -> Step:
    number = showdown.next_pot(table)
    pot = table.pots[number - 1]
    shares = showdown.shares(table, pot)
    seats = tuple(shares)
    several = pot_number(table.pots, len(table.pots)) > 1
    called = pot_number(table.pots, number) if several else 0
    half = ".board" if pot.board else ""
    board = {"board": pot.board} if pot.board else {}
    if table.setup.betting is Betting.CARDS_ONLY:
        sentence = say("prompt.award", seats=seats)
    elif len(seats) > 1:
        sentence = say(f"prompt.push.split{half}", pot=called, seats=seats, amount=pot.amount, **board)
    else:
        sentence = say(f"prompt.push{half}", pot=called, seat=seats[0], amount=pot.amount, **board)
    return Step(
        "push",
        sentence,
        _paid_for(table, shares, pot.board or 1),
        seat=seats[0],
        seats=seats,
        pot=number,
        amount=pot.amount,
        board=pot.board,
        note=_taken(table),
    )


def _paid_for(table: Table, shares: Mapping[int, int], board: int) -> Sentence:
    """Why a pot goes where it goes; of a split pot also each share, for one of them may hold an odd chip."""
    seat = next(iter(shares))
    hand = showdown.hand_of(table, seat, board)
    if len(shares) > 1 and any(shares.values()):
        parts = tuple(f"{winner}: {amount}" for winner, amount in shares.items())
        return say("detail.shares", hand=hand.name if hand else "", shares=parts)
    return say("detail.hand", hand=hand.name) if hand else say("detail.uncontested", seat=seat)


def _taken(table: Table) -> Sentence | None:
    """What the house takes out of the pots, before the first of them is pushed (NJ 14.19(c))."""
    if table.awards or not (table.rake or table.jackpot):
        return None
    if not table.jackpot:
        return say("detail.rake", rake=table.rake)
    return say("detail.rake.jackpot", rake=table.rake, jackpot=table.jackpot)


def _act(table: Table, seat: int) -> Step:
    here, may = table.seats[seat], betting.options(table, seat)
    span = may.bet or may.raise_
    if table.told:
        detail = table.told
    elif span and limits.counts_the_pot(table):
        detail = say("detail.pot_count", to=table.street.bet, call=may.call, most=span[1])
    elif may.call:
        detail = say("detail.facing", to=table.street.bet, call=may.call)
    elif table.street.bet:
        detail = say("detail.option")
    else:
        detail = say("detail.check")
    return Step("act", say("prompt.act", seat=seat, name=here.name), detail, seat=seat)


def _set_down_again(bound: Place | None) -> Step:
    return Step(
        "move",
        say("prompt.move.unread", place=str(bound)),
        seat=bound.seat if bound else 0,
        to=str(bound),
    )


def _blank(table: Table, place: Place) -> int:
    return sum(piece.card is None for piece in at(table, place))


def _deal(table: Table) -> Step:
    flying = in_flight(table)
    to = flying[0].bound if flying else due(table)
    if to is None:
        return Step("wait", say("prompt.wait"))
    match to.where:
        case Where.SEAT:
            return Step("deal", say("prompt.deal", seat=to.seat), _made_up(table), seat=to.seat)
        case Where.BOARD:
            return _street(table)
        case Where.ASIDE:
            return Step("move", say("prompt.scrap"), cards=1, to=str(to))
    river_comes = any(task.code == "R11" for task in table.todo) and table.phase is Phase.FLOP
    return Step("burn", say("prompt.burn.river" if river_comes else "prompt.burn"))


def _street(table: Table) -> Step:
    slot = next_slot(table)
    street = str(slot.street)
    if not twice(table):
        return Step(street, say(f"prompt.{street}"))
    return Step(street, say(f"prompt.{street}.board", board=slot.board), board=slot.board)


def _made_up(table: Table) -> Sentence | None:
    """Who makes up missed blinds, to be collected before the first card (rules.md 2.1, 2.4)."""
    made = {n: seat.made.live + seat.made.dead for n, seat in sorted(table.seats.items())}
    posts = tuple(f"{n}: {chips}" for n, chips in made.items() if chips)
    return say("detail.made_up", posts=posts) if posts and not table.pieces else None
