"""Rulings that give cards back, reshuffle, pick by chance and restore the order (rules.md 5; R07 to R14).

What such a ruling asks of single cards stands in its `moves`; `ruled` makes of them what is to be done, one
thing after another: the pending betting comes first (`board.reshuffle_when`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import todo
from controller.rules.cards import ASIDE, BOARD, BURN, MUCK, SHOE, Place, Where
from controller.rules.dealing import FLOP_CARDS, at, burns_lying, slots
from controller.rules.events import Ruled
from controller.rules.house import PrematureFlop, ReshuffleWhen, StubMixed
from controller.rules.incidents import burns, premature
from controller.rules.ledger import piece
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.state import Do, Irregularity, Phase, Piece, Table, Task
from controller.rules.streets import CARDS_OF, betting_open, burns_before, early_cards, taken_back

CODES = frozenset({"R07", "R08", "R09", "R10", "R11", "R12", "R13", "R14"})
_EARLY = ("B1", "B2", "B3", "B29")
_SWEPT = "irregular.board_swept"


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling with the moves that it asks for, or why it does not fit what lies on the table."""
    over = table.phase is Phase.SHOWDOWN and ask.code != "R07"
    if table.phase not in CARDS_OF or over or not table.open:
        return Refused(say("refused.not_now", ask=ask.code))
    what = table.open[0]
    ruling = signed(table, ask, n=what.n)
    moves = _moves(table, ruling, what)
    if moves is None:
        return Refused(say("refused.ruling_unfit", code=ask.code))
    return (replace(ruling, moves=moves),)


def _moves(table: Table, ruling: Ruled, what: Irregularity) -> Mapping[int, Place] | None:
    """Where the ruling wants which cards, None where there is nothing that it could be about."""
    match ruling.code:
        case "R07":
            return _back_on_top(table, ruling, what)
        case "R08":
            return _into_the_stub(table, ruling, what)
        case "R09":
            return dict.fromkeys(_mixed(table, what), SHOE)
        case "R10":
            return _one_to_the_burns(table, ruling, what)
        case "R11" | "R12":
            early = [p.n for p in early_cards(table)]
            return {early[0]: SHOE} if table.phase is Phase.FLOP and len(early) == 1 else None
    return {} if len(at(table, BOARD)) < len(slots(table)) else None


def _back_on_top(table: Table, ruling: Ruled, what: Irregularity) -> Mapping[int, Place] | None:
    """The order restored: what was a burn, what is the board, what goes back (R07, RR-HE-5, RR-HE-6)."""
    if what.kind in burns.ACTED_ON:
        return dict.fromkeys(burns.too_many(table, what.n), SHOE)
    if what.kind in burns.KINDS | premature.KINDS:
        return burns.in_order(table, what.n)
    n = ruling.n or burns.first_error(table)
    return burns.in_order(table, n) if n and piece(table, n) else None


def _into_the_stub(table: Table, ruling: Ruled, what: Irregularity) -> Mapping[int, Place] | None:
    """The cards that are shuffled into the stub, the exposed ones alone (R08, RR-HE-4, RR-HE-8)."""
    if what.kind in burns.ACTED_ON:
        return None
    cards = _wrong(table, what) or ([ruling.n] if piece(table, ruling.n) else [])
    if what.kind == "B1" and table.setup.house.board_premature_flop is PrematureFlop.RETURN_BURN:
        cards += [p.n for p in at(table, BURN)]
    return dict.fromkeys(sorted(cards, reverse=True), SHOE)


def _wrong(table: Table, what: Irregularity) -> list[int]:
    if what.kind in premature.FLOP_TOO_LONG:
        return [p.n for p in at(table, BOARD)]
    if what.kind in burns.KINDS:
        return [p.n for p in burns.since(table, what.n)]
    return [p.n for p in early_cards(table)]


def _mixed(table: Table, what: Irregularity) -> list[int]:
    """What fell among the stub and cannot be told apart (T24-RP4, 12.5; `stub.mixed`).

    Muck cards that readers named are proven and taken out first; burns too where the house shuffles the stub
    alone whenever it can be separated.
    """
    if what.kind not in ("B23", "B24", "M22"):
        return []
    stray = [p.n for p in at(table, MUCK) if not _is_proven(p)]
    if what.rulings != ("R09",) or what.n:
        return stray
    whole = table.setup.house.stub_mixed is StubMixed.SHUFFLE_ALL
    apart = all(p.card is not None for p in (*at(table, MUCK), *at(table, BURN)))
    return stray + [p.n for p in at(table, BURN) if whole or not apart]


def _is_proven(p: Piece) -> bool:
    """Whether a card in the muck is known to be a player's and not of the stub."""
    was_hole_card = p.bound is not None and p.bound.where is Where.SEAT
    return p.card is not None and was_hole_card


def _one_to_the_burns(table: Table, ruling: Ruled, what: Irregularity) -> Mapping[int, Place] | None:
    """The cards that are scrambled face down, of which one becomes the burn (R10; T24-39A, T24-39B).

    The floor may have named the one already.
    """
    match what.kind:
        case "B5" | "B6":
            among = [p.n for p in at(table, BOARD)]
        case "B17":
            among = [p.n for p in at(table, BOARD)[-2:]]
        case "B8":
            among = [p.n for p in burns.since(table, what.n) if p.place == BOARD]
        case _:
            return None
    if len(among) > premature.MOST_TO_PICK:
        return None
    named = ruling.n in among and ruling.n != what.n and len(among) < premature.MOST_TO_PICK
    return dict.fromkeys([ruling.n] if named else among, BURN)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family, with what it leaves to be done by hand."""
    match event.code:
        case "R07":
            return _reordered(table, event)
        case "R08" | "R09":
            return _reshuffled(table, event)
        case "R10":
            return _picking(table, event)
        case "R11":
            return _river_as_turn(table, event)
        case "R12":
            return _river_held(table, event)
        case "R13":
            return burns_before(table, 0)
    return burns_before(table, 2)


def continued(before: Table, after: Table) -> Table:
    """The table after R01: a burn error that was acted on stands with one burn a street (T24-38, 39-B).

    A board that was swept too early is put back (users.md 74).
    """
    what = next(iter(before.open), None)
    if what is None:
        return after
    if what.kind in burns.ACTED_ON:
        return burns_before(after, 1)
    if what.sentence.id != _SWEPT:
        return after
    swept = [
        p for p in after.pieces if p.bound == BOARD and p.place.where in (Where.MUCK, Where.SEAT, Where.FLOOR)
    ]
    return todo.queued(after, *(Task(Do.MOVE, "R01", n=p.n, to=BOARD) for p in swept))


def _reordered(table: Table, event: Ruled) -> Table:
    """Cards that lie wrongly are moved, then what is too many goes back, the last one first."""
    here = [Task(Do.MOVE, event.code, n=n, to=to) for n, to in event.moves.items() if to != SHOE]
    back = [
        Task(Do.MOVE, event.code, n=n, to=SHOE)
        for n in sorted(event.moves, reverse=True)
        if event.moves[n] == SHOE
    ]
    return todo.queued(taken_back(table, _left_on_board(table, event.moves)), *here, *back)


def _left_on_board(table: Table, moves: Mapping[int, Place]) -> int:
    """How many cards the board has once they are moved."""
    return sum(moves.get(p.n, p.place) == BOARD for p in table.pieces)


def _waiting_for(table: Table) -> Phase | None:
    """The street whose betting comes before a reshuffle, None for none (RR-HE-7, `board.reshuffle_when`)."""
    at_once = table.setup.house.board_reshuffle_when is ReshuffleWhen.IMMEDIATE
    if at_once or not betting_open(table):
        return None
    return Phase.PREFLOP if table.phase is Phase.DEALING else table.phase


def _reshuffled(table: Table, event: Ruled) -> Table:
    """The cards go back, early ones after they lay aside face up; the stub is verified, shuffled and cut."""
    cards = [n for n in sorted(event.moves, reverse=True) if piece(table, n)]
    left = _left_on_board(table, event.moves)
    fouled = left < CARDS_OF[table.phase]
    table = taken_back(table, left)
    dealing = table.phase is Phase.DEALING
    after = None if fouled or (dealing and event.code == "R09") else _waiting_for(table)
    aside = [n for n in sorted(cards) if after and _lies(table, n, BOARD)]
    table, owed = _owed_again(table, cards, event.code)
    tasks = [Task(Do.MOVE, event.code, n=n, to=ASIDE) for n in aside] + owed
    tasks += [Task(Do.MOVE, event.code, n=n, to=SHOE, after=after) for n in cards]
    return todo.queued(
        table, *tasks, *todo.reshuffle(table, event.code, after, _burns_less(table, event, cards))
    )


def _burns_less(table: Table, event: Ruled, cards: list[int]) -> int:
    """What the rest of the hand needs of burns, less what lies there no more: one a street (T24-38).

    A burn that fell into the stub was made (R09). A whole flop redealt without a burn has one unless the
    house says otherwise (B8, `board.reburn_after_full_reshuffle`).
    """
    if event.code == "R09":
        return -sum(_lies(table, n, BURN) for n in cards)
    unburned = not burns_lying(table) and not betting_open(table)
    flop = len([n for n in cards if _lies(table, n, BOARD)]) == len(at(table, BOARD)) > 0
    return -1 if unburned and flop and not table.setup.house.board_reburn_after_full_reshuffle else 0


def _owed_again(table: Table, cards: list[int], code: str) -> tuple[Table, list[Task]]:
    """In the deal: the seats whose cards these were get the next ones of the stub at once."""
    owed = [p for p in table.pieces if p.n in cards and p.bound is not None and p.bound.where is Where.SEAT]
    numbers = {p.n for p in owed}
    pieces = tuple(replace(p, bound=None) if p.n in numbers else p for p in table.pieces)
    return replace(table, pieces=pieces), [Task(Do.DRAW, code, to=p.bound) for p in owed]


def _lies(table: Table, n: int, place: Place) -> bool:
    found = piece(table, n)
    return found is not None and found.place == place


def _picking(table: Table, event: Ruled) -> Table:
    """One of the cards becomes the burn; of a flop of five another goes back into the stub (B6)."""
    among = tuple(event.moves)
    if len(among) <= 1:
        return todo.queued(table, *(Task(Do.MOVE, event.code, n=n, to=BURN) for n in among))
    tasks = [Task(Do.PICK, event.code, to=BURN, among=among)]
    if len(among) == premature.MOST_TO_PICK:
        tasks.append(Task(Do.PICK, event.code, to=SHOE, among=among))
        tasks += todo.reshuffle(table, event.code, None, 0)
    return todo.queued(table, *tasks)


def _river_as_turn(table: Table, event: Ruled) -> Table:
    """The early turn lies aside until the river; the natural river comes as the turn (RR-HE-8, EX-46)."""
    (n,) = event.moves
    burn = burns_lying(table) + 1 - slots(table)[FLOP_CARDS].burns
    return todo.queued(
        replace(table, extra_burns=burn),
        Task(Do.MOVE, event.code, n=n, to=ASIDE),
        Task(Do.MOVE, event.code, n=n, to=SHOE, after=Phase.TURN),
        *todo.reshuffle(table, event.code, Phase.TURN, -1),
    )


def _river_held(table: Table, event: Ruled) -> Table:
    """Burn and natural river are laid face down, the early turn goes back: a new turn, no burn (EX-47)."""
    (n,) = event.moves
    after = _waiting_for(table)
    return todo.queued(
        table,
        Task(Do.MOVE, event.code, n=n, to=ASIDE),
        Task(Do.DRAW, event.code, to=BURN, after=after),
        Task(Do.DRAW, event.code, to=ASIDE, after=after),
        Task(Do.MOVE, event.code, n=n, to=SHOE, after=after),
        *todo.reshuffle(table, event.code, after, 0),
    )
