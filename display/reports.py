"""What only eyes can know, entered with one key and at most one choice: a card was seen, boxed, dropped, ...

EXPOSED alone means the newest hole card; any other card is named by its seat first (issue 4).
"""

from __future__ import annotations

from controller.views import DealerView
from display.deeds import WHOLE, Choose, Deed, Key, Send, Turn, gridded, make
from display.desk import FOUND, GUARD, LEFT_TABLE, LOOKED, REPORT, Desk
from display.picker import naming
from display.sentences import Sentences
from display.theme import KEY, KEY_GREY, KEY_QUIET, KEY_RAISE

# Reports that are about no seat, in the order of the sheet.
_PLAIN = (
    "boxed",
    "joker",
    "off-table",
    "burn-exposed",
    "stub-exposed",
    "bottom-exposed",
    "dropped",
    "mixed",
    "uncut",
    "back-seen",
    "face-down",
    "face-up",
)
# Reports that need a seat, or a card to be named, with the sheet on which that is chosen.
_CHOSEN = {"guard": GUARD, "left": LEFT_TABLE, "looked": LOOKED, "missing": FOUND}
_OF_A_CARD = ("boxed", "joker", "back-seen")
_SHEETS = {GUARD: "guard", LEFT_TABLE: "left", LOOKED: "looked"}
# The sheets on which a seat means something to a report.
REPORT_SHEETS = (REPORT, *_SHEETS)


def open_reports(view: DealerView) -> tuple[str, ...]:
    """The reports that would be taken now."""
    return tuple(word for word in ("exposed", *_PLAIN, *_CHOSEN) if word in view.asks)


def exposed_key(view: DealerView, desk: Desk, say: Sentences) -> Key:
    """EXPOSED: the newest hole card, or one of the seat turned to."""
    deed: Deed = Send("exposed")
    if desk.seat and desk.seat in view.seats:
        one = view.seats[desk.seat].cards_held == 1
        deed = Send("exposed", desk.seat, to=1) if one else Choose(desk.seat, REPORT)
    return make("exposed", say.label("label.exposed"), deed, KEY_GREY, on="exposed" in view.asks)


def report_key(view: DealerView, say: Sentences) -> Key:
    """The key that turns to the reports."""
    return make("report", say.label("label.report"), Turn(REPORT), KEY_QUIET, on=bool(open_reports(view)))


def report_keys(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """The sheet of reports: for the table, or for the cards of the seat turned to."""
    found = _of_seat(view, desk.seat, say) if desk.seat else _of_table(view, say)
    back = make("back", say.label("label.back"), Choose(0), KEY_QUIET)
    return gridded((*found, back), WHOLE, 4, 4, 12)


def tapped(desk: Desk, number: int) -> Send | Choose | None:
    """What a seat means on a sheet of reports; None on any other one."""
    if desk.sheet in _SHEETS:
        return Send(_SHEETS[desk.sheet], number)
    if desk.sheet == REPORT:
        return Choose(0 if desk.seat == number else number, REPORT)
    return None


def seat_counts(view: DealerView, desk: Desk, number: int) -> bool:
    """Whether a seat can be turned to for a report."""
    held = view.seats[number].cards_held > 0
    if desk.sheet in _SHEETS:
        return held
    return held and not naming(view) and bool(open_reports(view))


def _of_table(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    asks = open_reports(view)
    plain = [
        make(f"report {word}", say.label(f"label.report.{word}"), Send(word), KEY)
        for word in _PLAIN
        if word in asks
    ]
    chosen = [
        make(f"report {word}", say.label(f"label.report.{word}"), Turn(sheet), KEY)
        for word, sheet in _CHOSEN.items()
        if word in asks
    ]
    return (*plain, *chosen)


def _of_seat(view: DealerView, seat: int, say: Sentences) -> tuple[Key, ...]:
    asks = open_reports(view)
    found: list[Key] = []
    held = min(view.seats[seat].cards_held, 4) if seat in view.seats else 0
    for by, look in (("dealer", KEY_RAISE), ("player", KEY)) if "exposed" in asks else ():
        for card in range(1, held + 1):
            words = say.label(f"label.exposed.{by}", card=card)
            found.append(make(f"exposed {by} {card}", words, Send("exposed", seat, to=card, by=by), look))
    found += [
        make(f"report {word}", say.label(f"label.report.{word}.seat", seat=seat), Send(word, seat), KEY)
        for word in (*_OF_A_CARD, "off-table", "guard", "left", "looked")
        if word in asks
    ]
    return tuple(found)
