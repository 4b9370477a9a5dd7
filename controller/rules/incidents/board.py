"""Board and burn cards that went wrong (rules.md 5, 12.5; B1 to B30, E18 to E20, M22)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import ASIDE, BOARD, BURN, FLIGHT, MUCK, OFF_TABLE, How
from controller.rules.dealing import at, current, slots
from controller.rules.events import CardExposed, Event, Reported
from controller.rules.incidents import burns, premature, stub
from controller.rules.incidents.stops import UNRESOLVED, stopped
from controller.rules.ledger import piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, say
from controller.rules.state import Do, Irregularity, Phase, Piece, Table
from controller.rules.streets import CARDS_OF, acted_on, betting_open, early_cards

KINDS = premature.KINDS | burns.KINDS | stub.KINDS | {"B19"}
REPORTS = stub.REPORTS
_LOST = (MUCK, ASIDE, OFF_TABLE)


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:
    """`after`, or with what is wrong about this card."""
    if now is None or after.phase not in CARDS_OF:
        return after
    if was is None or was.place == FLIGHT or _never_burned(before, was):
        return after if now.place == now.bound else _drawn(after, now)
    if was.place == BURN and now.place in _LOST:
        return burns.mucked(after, 1)
    if now.place == BURN and (was.place == MUCK or now.bound == BURN):
        return burns.mucked(after, -1)
    if now.place == BOARD:
        return stopped(after, _judged_used(after, Irregularity("B19", say("irregular.used_card"), n=now.n)))
    if was.place == BOARD and not _is_tabled_away(before):
        return stopped(after, Irregularity(UNRESOLVED, say("irregular.board_swept"), 0, ("R01",), now.n))
    return after


def _never_burned(table: Table, was: Piece) -> bool:
    """Whether no reader saw the card at the burns, and nothing that came after it is public yet."""
    public = [p.n for p in at(table, BOARD)[: table.shown]]
    return was.place == BURN and was.how is How.INFERRED and was.n > max(public, default=0)


def _is_tabled_away(before: Table) -> bool:
    return len(betting.live(before)) <= 1


def _drawn(table: Table, now: Piece) -> Table:
    """The table after a card left the shoe for the board, the burns or the muck, and was not wanted there."""
    full = len(at(table, BOARD)) - (now.place == BOARD) >= len(slots(table))
    match now.place:
        case _ if now.place in (BOARD, BURN) and full:
            return premature.surplus(table, now)
        case _ if now.place == BURN:
            return burns.burned(table, now)
        case _ if now.place == BOARD and (betting_open(table) or current(table) is not None):
            return premature.came(table, now)
        case _ if now.place == BOARD:
            return burns.unburned(table, now)
        case _ if now.place == MUCK and now.bound == BURN:
            return burns.mucked(table, 1)
        case _ if now.place == MUCK:
            return stub.mucked(table, now)
    return table


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The irregularity as it stands now."""
    if piece(table, what.n) is None:
        return what
    if what.kind in premature.KINDS:
        return premature.judged(table, what)
    if what.kind in (*burns.FORGOTTEN, *burns.DOUBLE):
        return burns.judged(table, what)
    return _judged_used(table, what) if what.kind == "B19" else what


def _judged_used(table: Table, what: Irregularity) -> Irregularity:
    """A board card that was out already: put right before action, and it stands after it (B19, RR-HE-6)."""
    acted = acted_on(table, table.phase) and table.phase is not Phase.PREFLOP
    return replace(what, rulings=("R01",) if acted else ("R40",))


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """The report as events."""
    return (
        stub.decide(table, ask)
        if isinstance(ask, Report)
        else Refused(say("refused.request", what="exposed"))
    )


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table after the report; whether cards lie face down may change a menu (EX-53)."""
    if isinstance(event, CardExposed):
        return table
    after = stub.reported(table, event)
    return replace(after, open=tuple(rejudged(after, w) if w.kind in KINDS else w for w in after.open))


def settled(table: Table) -> Table:
    """The table without what the street has gone on over, stopped over an early card that nobody judged."""
    stale = tuple(mend for mend in table.mends if not burns.out_of_date(table, mend))
    if len(stale) != len(table.mends):
        return replace(table, mends=stale)
    if current(table) is not None or any(word.seat == betting.actor(table) for word in table.early):
        # Cards of the board are still to be moved, or the actor's word is out already and may close the
        # betting: then none is early (B30).
        return table
    unjudged = [p for p in early_cards(table) if not _is_in_hand(table, p.n)]
    return premature.came(table, unjudged[0]) if unjudged else table


def _is_in_hand(table: Table, n: int) -> bool:
    """Whether a ruling or a mend says what becomes of the card."""
    if any(mend.n == n for mend in table.mends):
        return True
    return any(task.n == n if task.do is Do.MOVE else n in task.among for task in table.todo)
