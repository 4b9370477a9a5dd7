"""Where the deal wants the next card (rules.md 2.2, 7.8), and where cards lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.rules.betting import IN_HAND, STREETS, live
from controller.rules.cards import ASIDE, BOARD, BURN, FLIGHT, Place, Where, seat_place
from controller.rules.house import Replacement, RunBurn, RunOrder
from controller.rules.state import Do, Phase, Piece, Table, Task

HOLE_CARDS = 2
FLOP_CARDS = 3
BOARD_CARDS = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """What a board card is: of board 1 or 2, or 0 of both; of which street; after how many burns."""

    board: int
    street: Phase
    burns: int


ONE_BOARD = (
    *(Slot(0, Phase.FLOP, 1) for _ in range(FLOP_CARDS)),
    Slot(0, Phase.TURN, 2),
    Slot(0, Phase.RIVER, 3),
)


def at(table: Table, place: Place) -> tuple[Piece, ...]:
    """The cards lying at a place, in the order in which they left the shoe."""
    where, seat = place.where, place.seat
    return tuple(p for p in table.pieces if p.place.where is where and p.place.seat == seat)


def in_flight(table: Table) -> tuple[Piece, ...]:
    """The cards that left the shoe and have come to rest nowhere yet."""
    return at(table, FLIGHT)


def deck_in_use(table: Table) -> str:
    """The name of the deck that is in the shoe."""
    return table.deck or table.setup.deck


def stub(table: Table) -> int:
    """How many cards of the deck the shoe still holds; jokers and cards of another deck are none of it."""
    out = sum(_of_the_deck(table, piece) for piece in table.pieces)
    return table.setup.deck_size - out - len(table.missing)


def _of_the_deck(table: Table, piece: Piece) -> bool:
    if piece.card is None:
        return piece.n not in table.jokers
    return piece.card.deck == deck_in_use(table) and piece.card.number <= table.setup.deck_size


def due(table: Table) -> Place | None:
    """Where the next card out of the shoe belongs, counting those in flight as arrived; None for nowhere.

    What a ruling left to do comes first, and a card that lies face up in the deck is a scrap (RR-IRR-7).
    """
    if task := current(table):
        return _drawing(table) if task.do is Do.DRAW else None
    if next_number(table) in (*table.boxed, *table.jokers):
        return ASIDE
    if table.phase is Phase.DEALING or (table.phase is Phase.PREFLOP and owes_cards(table)):
        return next_hole(table)[0]
    if next_burn(table):
        # The exposed card is the burn: none comes out of the stub before it lies there (S0-65).
        return None
    if table.phase is Phase.DRAWING:
        return _draw_due(table)
    betting_done = table.phase in STREETS and table.street.closed and len(live(table)) > 1
    if betting_done and not _board_flying(table):
        return _street_due(table)
    return None


def next_number(table: Table) -> int:
    """The number that the next card to leave the shoe will have."""
    return max((piece.n for piece in table.pieces), default=0) + 1


def current(table: Table) -> Task | None:
    """What a ruling left to be done now, None while it waits for the betting of its street."""
    return next((task for task in table.todo if not waits(table, task)), None)


def _is_over(table: Table, street: Phase) -> bool:
    if street is Phase.PAYING:
        return table.phase is street
    if table.phase in (Phase.DEALING, *STREETS[: STREETS.index(street)]):
        return False
    return table.phase is not street or table.street.closed


def _drawing(table: Table) -> Place | None:
    """Where a ruling wants the next card out of the stub, counting those in flight as arrived."""
    wanted = [task.to for task in table.todo if task.do is Do.DRAW and not waits(table, task)]
    flying = sum(piece.bound in wanted for piece in in_flight(table))
    return next(iter(wanted[flying:]), None)


def waits(table: Table, task: Task) -> bool:
    """Whether the task waits until the betting of its street is over."""
    return task.after is not None and not _is_over(table, task.after)


def burns_lying(table: Table) -> int:
    """How many burns lie there, those in flight counted as arrived."""
    return sum(_goal(piece) == BURN for piece in table.pieces)


def next_hole(table: Table) -> tuple[Place | None, int]:
    """Where the next hole card goes, and the number of the card that it replaces, 0 for none.

    Two rounds. Cards that were seen to be boxed or jokers are replaced at once where no card has followed,
    else after the round (RR-IRR-7, E11, E12); those that the dealer exposed after both rounds, or at once
    where the house says so (S0-65, RR-HE-1; `deal.replacement`).
    """
    seats, passed = len(table.dealt), holes_passed(table)
    scraps, shown = _owed(table, (*table.boxed, *table.jokers)), _owed(table, table.exposed)
    if shown and table.setup.house.deal_replacement is Replacement.IMMEDIATE:
        return shown[0].bound, shown[0].n
    if scraps and scraps[-1].n == next_number(table) - 1:
        return scraps[-1].bound, scraps[-1].n
    if scraps and passed % seats == 0:
        return scraps[0].bound, scraps[0].n
    if passed < seats * HOLE_CARDS and (table.phase is Phase.DEALING or _owes_button(table)):
        return seat_place(table.dealt[passed % seats]), 0
    owed = (*scraps, *shown)
    return (owed[0].bound, owed[0].n) if owed else (None, 0)


def holes_passed(table: Table) -> int:
    """How many cards were passed in the two rounds of the deal, wherever they came to lie."""
    return sum(is_hole(piece) and not piece.replaces for piece in table.pieces)


def is_hole(piece: Piece) -> bool:
    """Whether the deal wanted the card at a seat."""
    return piece.bound is not None and piece.bound.where is Where.SEAT


def _owed(table: Table, spoilt: tuple[int, ...]) -> list[Piece]:
    """The hole cards among these that nothing has replaced yet; a hand that is out needs none.

    Nor is a card replaced while the table is stopped for it: the deal that goes on all the same passes it.
    """
    settled = {*(piece.replaces for piece in table.pieces), *(what.n for what in table.open)}
    return [p for p in table.pieces if p.n in spoilt and p.n not in settled and _is_held(table, p)]


def _is_held(table: Table, piece: Piece) -> bool:
    """Whether it was dealt to a seat whose hand is still in."""
    return is_hole(piece) and table.seats[owner(piece)].status in IN_HAND


def owner(piece: Piece) -> int:
    """The seat that the card lies at or was dealt to, 0 for none."""
    return piece.place.seat or (piece.bound.seat if piece.bound else 0)


def owed_replacements(table: Table) -> list[Piece]:
    """The hole cards that were spoilt, boxed or exposed, and that nothing has replaced yet."""
    return _owed(table, (*table.boxed, *table.jokers, *table.exposed))


def owes_cards(table: Table) -> bool:
    """Whether the deal is over and a hole card is owed: a replacement (EX-22), or the button's last (M9)."""
    complete = table.phase is not Phase.DEALING or holes_passed(table) >= len(table.dealt) * HOLE_CARDS
    return complete and (bool(owed_replacements(table)) or _owes_button(table))


def _owes_button(table: Table) -> bool:
    """Whether the dealer gives the button the card that it lacks: before substantial action (12.7)."""
    short = holes_passed(table) < len(table.dealt) * HOLE_CARDS
    return short and any(mend.kind == "M9" and mend.possible for mend in table.mends)


def owed_first(table: Table) -> bool:
    """Whether the betting before the flop is on and a card comes before the next action (rules.md 4.4)."""
    flying = any(piece.replaces for piece in in_flight(table))
    return table.phase is Phase.PREFLOP and (flying or owes_cards(table))


def newest_hole_card(table: Table) -> tuple[int, int]:
    """The seat of the newest card and which of its cards that is, counted from 1; (0, 0) for no hole card."""
    return hole_card(table, table.pieces[-1].n) if table.pieces else (0, 0)


def hole_card(table: Table, n: int) -> tuple[int, int]:
    """The seat where the card of number `n` lies and which of its cards that is; (0, 0) for none."""
    lies = next((p for p in table.pieces if p.n == n and p.place.where is Where.SEAT), None)
    return (lies.place.seat, at(table, lies.place).index(lies) + 1) if lies else (0, 0)


def next_burn(table: Table) -> Piece | None:
    """The exposed card that is to be the burn, once it is replaced (S0-65, S3-55); None for none."""
    kept = swapped(table)
    if not kept or current(table) or in_flight(table) or owes_cards(table):
        return None
    if table.phase is Phase.DEALING and next_hole(table)[0] is not None:
        return None
    return next((piece for piece in table.pieces if piece.n in kept), None)


def swapped(table: Table) -> tuple[int, ...]:
    """The exposed cards that lie by until they are the burn, by order of leaving the shoe (S0-65)."""
    return tuple(mend.n for mend in table.mends if mend.to == BURN and mend.n in table.exposed)


def _draw_due(table: Table) -> Place | None:
    """The first seat that has no card yet; in which order they are drawn is of no matter (S2-06)."""
    drawn = {_goal(piece).seat for piece in table.pieces}
    return next((seat_place(seat) for seat in table.drawing if seat not in drawn), None)


def _street_due(table: Table) -> Place | None:
    goals, plan = [_goal(piece) for piece in table.pieces], slots(table)
    board, burns = goals.count(BOARD), goals.count(BURN)
    if board >= len(plan):
        return None
    return BOARD if burns >= plan[board].burns + table.extra_burns else BURN


def _board_flying(table: Table) -> bool:
    """Whether a street is out of the shoe and does not lie whole yet: the next one waits for it."""
    board = sum(_goal(piece) == BOARD for piece in table.pieces)
    return board != len(at(table, BOARD)) and _whole_street(slots(table), board)


def twice(table: Table) -> bool:
    """Whether the players agreed to run it twice (S0-71)."""
    return table.runs is not None and table.runs.on


def slots(table: Table) -> tuple[Slot, ...]:
    """What each card of the board is, in the order of the deal (rules.md 7.8; RIT-A).

    Under ONCE_PER_STREET the two boards share their burns, so both get a street before either gets the next,
    whatever `rit.order` says (EX-117).
    """
    if table.runs is None or not table.runs.on:
        return ONE_BOARD
    both, house = ONE_BOARD[: table.runs.shared], table.setup.house
    own = dict.fromkeys(slot.street for slot in ONE_BOARD[len(both) :])
    once = house.rit_burn is RunBurn.ONCE_PER_STREET
    if once or house.rit_order is RunOrder.STREET_BY_STREET:
        order = [(board, street) for street in own for board in (1, 2)]
    else:
        order = [(board, street) for board in (1, 2) for street in own]
    plan, burns = list(both), len({slot.street for slot in both})
    for board, street in order:
        burns += board == 1 or not once
        plan += [Slot(board, street, burns)] * (FLOP_CARDS if street is Phase.FLOP else 1)
    return tuple(plan)


def _whole_street(plan: Sequence[Slot], cards: int) -> bool:
    return cards > 0 and (cards >= len(plan) or plan[cards] != plan[cards - 1])


def next_slot(table: Table) -> Slot:
    """What the next card to come to rest on the board is; the last one where the board is full."""
    plan = slots(table)
    return plan[min(len(at(table, BOARD)), len(plan) - 1)]


def missing(table: Table) -> int:
    """How many cards the street that is due lacks on the board, 0 where the board is full."""
    rest = slots(table)[len(at(table, BOARD)) :]
    return rest.count(rest[0]) if rest else 0


def street_lying(table: Table) -> Phase | None:
    """The street that the last board card made whole, None while a street is incomplete or none lies."""
    plan, lying = slots(table), len(at(table, BOARD))
    return plan[lying - 1].street if lying <= len(plan) and _whole_street(plan, lying) else None


def second_board_due(table: Table) -> bool:
    """Whether it is run twice and cards of either board are still to come."""
    return twice(table) and len(at(table, BOARD)) < len(slots(table))


def board(table: Table, number: int = 1) -> tuple[Piece, ...]:
    """The cards of the board, or of board `number` where it is run twice, in the order of the deal."""
    lying = at(table, BOARD)
    if not twice(table):
        return lying
    return tuple(p for p, slot in zip(lying, slots(table), strict=False) if slot.board in (0, number))


def _goal(piece: Piece) -> Place:
    return piece.bound or piece.place if piece.place == FLIGHT else piece.place


def hole_cards_complete(table: Table) -> bool:
    """Whether every seat that is dealt in has its two cards, and no spoilt card is left to be put right."""
    spoilt = (*table.exposed, *table.boxed, *table.jokers)
    lying = [p for p in table.pieces if p.n in spoilt and _is_held(table, p)]
    if swapped(table) or _owed(table, spoilt) or any(p.place.where is Where.SEAT for p in lying):
        return False
    return all(_has_hand(table, seat) for seat in table.dealt)


def _has_hand(table: Table, seat: int) -> bool:
    """Whether the seat has its cards; those of a hand killed in the deal may lie in the muck (R15)."""
    place = seat_place(seat)
    passed = sum(piece.bound == place and not piece.replaces for piece in table.pieces)
    dead = table.seats[seat].status not in IN_HAND
    return len(at(table, place)) >= HOLE_CARDS or (dead and passed >= HOLE_CARDS)
