"""The stub that came apart, and cards of it that were seen (rules.md 4.2, 5; B23, B24, M22, E18 to E20)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import BOARD, BURN
from controller.rules.dealing import at, slots
from controller.rules.events import Event, Reported
from controller.rules.house import BurnExposed
from controller.rules.incidents.stops import stopped
from controller.rules.requests import Report
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.substantial import misdeal_possible

KINDS = frozenset({"B22", "B23", "B24", "B25", "M22", "E18", "E19", "E20"})
REPORTS = frozenset(
    {"burn-exposed", "stub-exposed", "bottom-exposed", "dropped", "mixed", "face-down", "face-up"}
)


def decide(table: Table, ask: Report) -> tuple[Event, ...] | Refused:
    """The report as an event, or why nothing of the kind can have been seen."""
    if table.phase is Phase.DRAWING:
        return Refused(say("refused.not_now", ask=ask.what))
    burns = at(table, BURN)
    if ask.what == "burn-exposed" and not burns:
        return Refused(say("refused.no_burn"))
    faces = [p for p in at(table, BOARD)[table.shown :] if p.down == (ask.what == "face-up")]
    if ask.what in ("face-down", "face-up") and not faces:
        return Refused(say("refused.no_board_card"))
    return (Reported(ask.what, burns[-1].n if ask.what == "burn-exposed" else 0, by=ask.by),)


def reported(table: Table, event: Reported) -> Table:
    """The table after the report; what has no effect leaves it as it is (E18 under LEAVE, E20, B22)."""
    match event.what:
        case "burn-exposed" if _goes_back(table, event.n):
            # The house's other value has the entries the other way round (12.10).
            return stopped(
                table, Irregularity("E18", say("irregular.burn_exposed"), 0, ("R08", "R01"), event.n)
            )
        case "stub-exposed":
            return stopped(table, Irregularity("E19", say("irregular.stub_exposed"), 0, ("R01", "R08")))
        case "dropped":
            return stopped(table, _apart(table, say("irregular.stub_dropped"), ("R01", "R09")))
        case "mixed":
            return stopped(table, _apart(table, say("irregular.stub_mixed"), ("R09",)))
        case "face-down" | "face-up":
            return _turned(table, down=event.what == "face-down")
    return table


def _goes_back(table: Table, n: int) -> bool:
    """Whether the house sends an exposed burn back, and nothing has come after it (EX-62)."""
    replaced = table.setup.house.expose_burn is BurnExposed.REPLACE_RESHUFFLE
    return replaced and table.pieces[-1].n == n


def _apart(table: Table, sentence: Sentence, rulings: tuple[str, ...]) -> Irregularity:
    """The stub came apart: M22 while a misdeal is possible, though this makes none, else B23 (12.10)."""
    kind = "M22" if misdeal_possible(table) is True else "B23"
    return Irregularity(kind, sentence, rulings=rulings)


def mucked(table: Table, now: Piece) -> Table:
    """The table after a card of the stub was read in the muck: the hand was taken for over (B24, T24-RP4).

    Once the board is full the stub is needed no more.
    """
    if len(at(table, BOARD)) >= len(slots(table)):
        return replace(table)
    kind = "M22" if misdeal_possible(table) is True else "B24"
    return stopped(table, Irregularity(kind, say("irregular.stub_mucked"), 0, ("R09",), now.n))


def _turned(table: Table, *, down: bool) -> Table:
    """The board cards that nobody has seen yet lie face down, or were turned (T24-39, RR-HE-5)."""
    unseen = {p.n for p in at(table, BOARD)[table.shown :]}
    return replace(table, pieces=tuple(replace(p, down=down) if p.n in unseen else p for p in table.pieces))
