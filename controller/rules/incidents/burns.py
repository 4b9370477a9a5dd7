"""Burns forgotten, made twice, too early or into the muck (rules.md 5; T24-38, T24-39B, RR-HE-5, RR-HE-6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import BOARD, BURN, SHOE, Place, Where
from controller.rules.dealing import at, burns_lying, slots
from controller.rules.house import AfterActionOrder, NoBurnFlop
from controller.rules.incidents.stops import closed, mending, stopped
from controller.rules.ledger import piece
from controller.rules.sentence import say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.streets import CARDS_OF, acted_on, betting_open

FORGOTTEN = ("B8", "B9", "B13", "B14")
DOUBLE = ("B10", "B11", "B12", "B15", "B16")
ACTED_ON = ("B9", "B12", "B14", "B16")
KINDS = frozenset({*FORGOTTEN, *DOUBLE, "B4", "B7", "B21"})


def burned(table: Table, now: Piece) -> Table:
    """The table after this card came to the burns unasked: early (B4), too many (B10 to B16), in the deal."""
    if table.phase is Phase.DEALING:
        seat = now.bound.seat if now.bound else 0
        what = Irregularity("B4", say("irregular.early_burn.deal", seat=seat), seat, n=now.n, to=now.bound)
        return mending(table, what)
    lying, plan = _cards_before(table, now.n), slots(table)
    if CARDS_OF[table.phase] < lying < len(plan) and plan[lying] == plan[lying - 1]:
        return mending(table, Irregularity("B7", say("irregular.flop_short"), n=now.n))
    if burns_lying(table) <= _wanted(table, lying):
        return mending(table, Irregularity("B4", say("irregular.early_burn"), n=now.n))
    return stopped(closed(table, "B4"), judged(table, Irregularity("B10", say("prompt.stop"), n=now.n)))


def unburned(table: Table, now: Piece) -> Table:
    """The table after this card came to the board where the burn was due (39-B, RR-HE-5, RR-HE-6).

    None was due where a card before it turned out to be a second burn.
    """
    if burns_lying(table) >= _wanted(table, _cards_before(table, now.n)):
        return table
    return stopped(table, judged(table, Irregularity("B8", say("prompt.stop"), n=now.n)))


def mucked(table: Table, burns: int) -> Table:
    """The table after so many burns left for the muck, or came back: they stay burns (B21, T24-38)."""
    return replace(table, extra_burns=table.extra_burns - burns)


def _wanted(table: Table, lying: int) -> int:
    plan = slots(table)
    return plan[min(lying, len(plan) - 1)].burns + table.extra_burns


def judged(table: Table, what: Irregularity) -> Irregularity:
    """A burn error as it stands now: on the flop or later, before or after action."""
    street = _street(table, what.n)
    if what.kind in FORGOTTEN:
        kind = ("B8", "B9") if street is Phase.FLOP else ("B13", "B14")
        sentence = say(f"irregular.no_burn.{street}")
    else:
        up = any(not p.down for p in at(table, BOARD)[_cards_before(table, what.n) :])
        kind = ("B11" if up else "B10", "B12") if street is Phase.FLOP else ("B15", "B16")
        sentence = say(f"irregular.two_burns.{street}")
    acted = acted_on(table, street)
    return replace(what, kind=kind[acted], sentence=sentence, rulings=_menu(table, kind[acted], what.n))


def _street(table: Table, n: int) -> Phase:
    """The street that the error is on."""
    plan = slots(table)
    return plan[min(_cards_before(table, n), len(plan) - 1)].street


def _cards_before(table: Table, n: int) -> int:
    """How many board cards lay there before the card by whose place the error was seen."""
    numbers = [p.n for p in table.pieces]
    error = numbers.index(n) if n in numbers else len(numbers)
    return sum(p.place == BOARD for p in table.pieces[:error])


def _menu(table: Table, kind: str, n: int) -> tuple[str, ...]:
    house = table.setup.house
    restore = house.board_after_action_order is AfterActionOrder.RESTORE_ORDER
    match kind:
        case "B8":
            return _no_burn_on_flop(table, n)
        case "B9" | "B14":
            return ("R14", "R01") if restore else ("R01", "R14")
        case "B12" | "B16":
            return ("R07", "R01") if restore else ("R01", "R07")
        case "B10":
            return ("R07",)
        case "B11":
            return ("R08",)
    return ("R07", "R08")


def _no_burn_on_flop(table: Table, n: int) -> tuple[str, ...]:
    """A flop without a burn and without action: scrambled, or mended by order while face down (B8, 12.10)."""
    if table.setup.house.board_no_burn_flop is NoBurnFlop.SCRAMBLE_THIS_BURN:
        return ("R10", "R08")
    down = all(p.down for p in at(table, BOARD)[_cards_before(table, n) :])
    return ("R07", "R10", "R08") if down else ("R08", "R10")


def since(table: Table, n: int) -> tuple[Piece, ...]:
    """The burns and board cards from this one on, in the order in which they left the shoe."""
    numbers = [p.n for p in table.pieces]
    error = numbers.index(n) if n in numbers else len(numbers)
    return tuple(p for p in table.pieces[error:] if p.place.where in (Where.BOARD, Where.BURN))


def in_order(table: Table, n: int) -> Mapping[int, Place]:
    """Where the cards from this one on belong by the order of the stub, those that lie there left out.

    What the street does not need goes back on top (RR-HE-5, RR-HE-6); with no betting to come the order is
    restored through all streets (EX-61).
    """
    wrong, plan = since(table, n), slots(table)
    board = len(at(table, BOARD)) - sum(p.place == BOARD for p in wrong)
    burns = len(at(table, BURN)) - sum(p.place == BURN for p in wrong)
    end = _last_wanted(table, board)
    moves: dict[int, Place] = {}
    for p in wrong:
        to = SHOE
        if board < end:
            to = BURN if burns < plan[board].burns + table.extra_burns else BOARD
        board, burns = board + (to == BOARD), burns + (to == BURN)
        if to != p.place:
            moves[p.n] = to
    return moves


def _last_wanted(table: Table, board: int) -> int:
    """How many cards the board may have now: none beyond it, this street's, or all in a run-out."""
    plan = slots(table)
    if betting_open(table):
        return board
    if len(betting.can_bet(table)) <= 1:
        return len(plan)
    return next((k for k in range(board + 1, len(plan)) if plan[k] != plan[k - 1]), len(plan))


def first_error(table: Table) -> int:
    """The first card of the board or the burns that does not lie where the order wants it, 0 for none."""
    board = burns = 0
    plan = slots(table)
    for p in table.pieces:
        if p.place not in (BOARD, BURN):
            continue
        if board >= len(plan):
            return p.n
        wanted = BURN if burns < plan[board].burns + table.extra_burns else BOARD
        if p.place != wanted:
            return p.n
        board, burns = board + (wanted == BOARD), burns + (wanted == BURN)
    return 0


def too_many(table: Table, n: int) -> tuple[int, ...]:
    """The burns beyond what the street that lies there wanted, from this one on (B12, B16)."""
    lying = len(at(table, BOARD))
    extra = burns_lying(table) - (_wanted(table, lying - 1) if lying else 0)
    burns = [p.n for p in since(table, n) if p.place == BURN]
    return tuple(burns[: max(extra, 0)])


def out_of_date(table: Table, mend: Irregularity) -> bool:
    """Whether the street has gone on over a burn that waited, or a flop that was short."""
    card = piece(table, mend.n)
    if mend.kind == "B7":
        return len(at(table, BOARD)) in CARDS_OF.values()
    if mend.kind != "B4" or mend.to is not None:
        return mend.kind == "B18" and card is None
    return card is None or card.place != BURN or not betting_open(table)
