"""The floor's menu as it stands on his screen: each ruling with its parameters and what it would change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from controller.preview import preview
from controller.rules.decisions import decide
from controller.rules.events import Ruled
from controller.rules.house import ProtectedKill
from controller.rules.requests import Rule
from controller.rules.rulings import menu
from controller.rules.sentence import Refused
from controller.rules.state import Irregularity, Table
from controller.views import ChoiceView, Message

# What the floor still has to fill in, with the refusals that its lack gives.
_NEEDS: dict[str, tuple[str, ...]] = {
    "R21": ("amount",),
    "R31": ("pot", "seats", "amounts"),
    "R32": ("pot", "seats", "amounts"),
    "R36": ("seat", "amounts"),
    "R40": ("cards", "places", "stacks", "second", "second_pin"),
}
_LACKING = frozenset(
    f"refused.{reason}"
    for reason in (
        *("amount_low", "amount_unit", "division", "division_sum", "no_pot", "no_player", "no_hand"),
        *("live_and_dead", "second_missing"),
    )
)
# The kinds in which the dealer killed a hand: what nobody called goes back (9.2, 12.2; T24-65A).
_KILLED_BY_DEALER = ("H8", "H9")
_SOURCES: dict[str, str] = {
    "R02": "T24-35 RR-MD-1",
    "R03": "T24-35E",
    "R04": "S0-65",
    "R05": "RR-IRR-7",
    "R15": "T24-65",
    "R16": "T24-65B",
    "R17": "T24-53",
    "R18": "T24-53B",
    "R19": "T24-53A",
    "R20": "RR-BET-10",
    "R21": "T24-52",
    "R22": "T24-51",
    "R27": "T24-16",
    "R29": "T24-18",
    "R32": "T24-22",
    "R33": "T24-29",
    "R34": "T24-71",
    "R35": "T24-34 RR-IRR-1",
    "R41": "RR-NL-8",
}


def choices(table: Table) -> tuple[ChoiceView, ...]:
    """The menu for what stops the table first, the house's default first, without what cannot be applied."""
    return tuple(choice for code in menu(table) for choice in _of_code(table, code))


def filled(table: Table, ruling: Rule) -> ChoiceView | Refused:
    """The choice that a ruling with its parameters is, or why it is not open."""
    outcome = decide(table, ruling)
    if isinstance(outcome, Refused):
        return outcome
    found = preview(table, ruling)
    if isinstance(found, Refused):
        return found
    ruled = next((event for event in outcome if isinstance(event, Ruled)), None)
    seat = ruled.seat if ruled else ruling.seat
    return replace(_bare(table, ruling.code, seat, ruling.refund), changes=found)


def _of_code(table: Table, code: str) -> Iterator[ChoiceView]:
    refunds = _refunds(table) if code == "R15" else ("",)
    found = [choice for refund in refunds if (choice := _fitting(table, code, refund))]
    if found:
        yield from found
    elif any(_is_open(table, Rule(code, "", seat=seat)) for seat in table.seats):
        for refund in refunds:
            yield replace(_bare(table, code, 0, refund), needs=("seat",))
    elif code in _NEEDS and _lacks(table, code):
        seat = _about(table, code)
        yield replace(_bare(table, code, seat, ""), needs=_needed(table, code, seat))


def _fitting(table: Table, code: str, refund: str) -> ChoiceView | None:
    """The choice as the case itself fills it in, None where something is missing."""
    for seat in dict.fromkeys((0, _about(table, code))):
        choice = filled(table, Rule(code, "", seat=seat, refund=refund))
        if isinstance(choice, ChoiceView):
            return choice
    return None


def _is_open(table: Table, ruling: Rule) -> bool:
    return not isinstance(decide(table, ruling), Refused)


def _lacks(table: Table, code: str) -> bool:
    """Whether the ruling is refused only because something is missing from it."""
    outcome = decide(table, Rule(code, "", seat=_about(table, code)))
    return isinstance(outcome, Refused) and outcome.reason.id in _LACKING


def _needed(table: Table, code: str, seat: int) -> tuple[str, ...]:
    """What of it the case leaves open: its seat and a single pot are known."""
    known = {"seat"} if seat else set()
    if len(table.pots) == 1 and not table.impounded:
        known.add("pot")
    return tuple(field for field in _NEEDS[code] if field not in known)


def _refunds(table: Table) -> tuple[str, ...]:
    """What the player of a killed hand may get back, the house's first choice first (9.2, 12.2)."""
    what = _case(table, "R15")
    if what is None or what.kind not in (*_KILLED_BY_DEALER, "floor"):
        return ("NONE",)
    from_pot = table.setup.house.hand_protected_kill is ProtectedKill.REFUND_FROM_POT
    whole = ("ALL_FROM_POT",) if from_pot and what.kind != "H8" else ()
    return ("UNCALLED", *whole) if what.kind in _KILLED_BY_DEALER else ("NONE", "UNCALLED", *whole)


def _bare(table: Table, code: str, seat: int, refund: str) -> ChoiceView:
    what = _case(table, code)
    key = f"{code}.{refund}" if refund and code == "R15" else code
    sentence = Message(f"ruling.{key}", {"seat": seat or ""})
    row = what.kind if what and what.kind[:1].isupper() else ""
    return ChoiceView(code, sentence, seat, refund, source=" ".join(filter(None, (row, _SOURCES.get(code)))))


def _case(table: Table, code: str) -> Irregularity | None:
    """What the ruling answers: what stops the table first, else what is mended and has it on its menu."""
    mended = (mend for mend in table.mends if code in mend.rulings)
    return next(iter((*table.open, *mended)), None)


def _about(table: Table, code: str) -> int:
    what = _case(table, code)
    return what.seat if what else 0
