"""Snapshots as a controller would send them, for pictures and tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.views import (
    AccountView,
    ActionsView,
    BlindsView,
    ClockView,
    DealerView,
    DebtView,
    IrregularityView,
    LevelView,
    Message,
    PlaceView,
    PlayerView,
    PotView,
    PromptView,
    QuickBet,
    ResultView,
    SeatView,
    SettledView,
)
from display.desk import CARD, FOUND, KEYBOARD, MOVE, REPORT, TABLE, WORDS, Desk

_NAMES = (
    "Aino V.",
    "R. Santos",
    "Nguyễn T.",
    "Dewi P.",
    "M. Korhonen",
    "अ. शर्मा",
    "J. dela Cruz",
    "L. Mäkinen",
    "",
    "Budi H.",
)


def seat(
    number: int, stack: int, bet: int = 0, status: str = "live", acted: str = "", position: str = ""
) -> SeatView:
    """A seat with a name by its number and two cards while it plays."""
    held = 2 if status in ("live", "all-in") else 0
    name = _NAMES[number - 1] if status != "empty" else ""
    return SeatView(name, stack, bet, held, (), status, position, acted)


def full_table() -> dict[int, SeatView]:
    """Ten seats on the turn: a bet, a raise, an all-in, folded hands and an open seat."""
    return {
        1: seat(1, 84500, status="folded", position="SB"),
        2: seat(2, 61200, 6000, acted="bet", position="BB"),
        3: seat(3, 152000, status="folded"),
        4: seat(4, 0, status="all-in"),
        5: seat(5, 97300, status="folded"),
        6: seat(6, 125000, 18000, acted="raise"),
        7: seat(7, 210400),
        8: seat(8, 45600),
        9: seat(9, 0, status="empty"),
        10: seat(10, 72000, status="folded", position="BTN"),
    }


def six_seats() -> dict[int, SeatView]:
    """Six seats with a thousand each, before the deal."""
    positions = {1: "BTN", 2: "SB", 3: "BB"}
    return {n: replace(seat(n, 1000, position=positions.get(n, "")), cards_held=0) for n in range(1, 7)}


_COMMON: dict[str, Any] = {
    "v": 1,
    "n": 41,
    "table": "Table 12",
    "game": "no-limit",
    "hand": 127,
    "blinds": BlindsView(500, 1000, 1000),
    "button": 10,
    "to_call": 0,
    "min_raise_to": 0,
    "board": (),
    "pot_total": 0,
    "pots": (),
    "paused": False,
}
_TURN: dict[str, Any] = {
    "phase": "turn",
    "actor": 7,
    "to_call": 18000,
    "min_raise_to": 30000,
    "board": ("Qs", "Th", "7d", "2c"),
    "pot_total": 142750,
    "pots": (PotView(96250, (2, 4, 6, 7, 8)), PotView(22500, (2, 6, 7, 8), 2)),
    "seats": full_table(),
}
_SIX: dict[str, Any] = {"seats": six_seats(), "blinds": BlindsView(5, 10), "button": 1}


def _player(**changes: Any) -> PlayerView:
    return PlayerView(**{**_COMMON, "phase": "idle", "actor": 0, **changes})


def _showdown_seats() -> dict[int, SeatView]:
    seats = full_table()
    seats[2] = replace(seats[2], street_bet=0, faces=("As", "Kd"), acted="")
    seats[4] = replace(seats[4], faces=("Td", "Tc"))
    seats[6] = replace(seats[6], street_bet=0, faces=("9h", "8h"), acted="")
    return seats


def _all_in_seats() -> dict[int, SeatView]:
    seats = six_seats()
    seats[1] = replace(seats[1], stack=0, status="all-in", faces=("Ah", "Ad"), cards_held=2)
    seats[2] = replace(seats[2], status="folded", stack=995)
    seats[3] = replace(seats[3], stack=0, status="all-in", faces=("Kh", "Qh"), cards_held=2)
    return {n: replace(s, status="folded") if n > 3 else s for n, s in seats.items()}


def _dealing() -> dict[int, SeatView]:
    seats = six_seats()
    seats[2] = replace(seats[2], street_bet=5, stack=995, acted="post", cards_held=1)
    seats[3] = replace(seats[3], street_bet=10, stack=990, acted="post", cards_held=1)
    seats[4] = replace(seats[4], cards_held=1)
    return seats


PLAYER = {
    "idle": _player(**_SIX | {"hand": 0}),
    "deal": _player(**_SIX | {"phase": "dealing", "hand": 1, "pot_total": 15, "seats": _dealing()}),
    "act": _player(**_TURN),
    "all-in": _player(
        **_SIX
        | {
            "phase": "flop",
            "board": ("Qs", "Th", "7h"),
            "pot_total": 2005,
            "pots": (PotView(2005, (1, 3)),),
            "seats": _all_in_seats(),
        }
    ),
    "showdown": _player(
        **_TURN
        | {
            "phase": "paying",
            "actor": 0,
            "board": ("Qs", "Th", "7d", "2c", "Js"),
            "seats": _showdown_seats(),
            "results": (ResultView(1, 4, 96250, "three of a kind"), ResultView(2, 6, 46500, "straight")),
        }
    ),
    "back": _player(
        **_TURN
        | {
            "phase": "verify",
            "actor": 0,
            "to_call": 0,
            "min_raise_to": 0,
            "notice": Message("notice.back"),
        }
    ),
    "notice": _player(**_TURN | {"notice": Message("notice.replaced")}),
    "paused": _player(**_TURN | {"paused": True, "notice": Message("notice.wait")}),
    "clock": _player(
        **_TURN
        | {
            "clock": ClockView(7, 25),
            "level": LevelView(4, "minutes", 12, 600, 1200),
            "blinds": BlindsView(500, 1000, 0, 1000),
        }
    ),
    "twice": _player(
        **_SIX
        | {
            "phase": "turn",
            "board": ("Qs", "Th", "7h", "2c", "3d"),
            "boards": (("Qs", "Th", "7h", "2c", "3d"), ("Qs", "Th", "7h", "As")),
            "pot_total": 2005,
            "pots": (PotView(2005, (1, 3)),),
            "seats": _all_in_seats(),
        }
    ),
}

_ACT_PROMPT = PromptView(
    "act",
    Message("prompt.act", {"seat": 7, "name": "J. dela Cruz"}),
    Message("detail.facing", {"to": 18000, "call": 18000}),
    seat=7,
)
_ACTIONS = ActionsView(fold=True, call=18000, raise_min=30000, raise_max=210400, all_in=210400)
_QUICK = (
    QuickBet("quick.min", 30000),
    QuickBet("quick.times", 36000, 2),
    QuickBet("quick.times", 54000, 3),
    QuickBet("quick.percent", 178750, 100),
)
_ASKS = ("fold", "call", "raise", "all-in", "floor", "undo")


def _dealer(**changes: Any) -> DealerView:
    base = {"phase": "idle", "actor": 0, "actions": ActionsView(), "asks": ("next", "floor"), **_COMMON}
    return DealerView(**{**base, **changes})


_WRONG_PLACE = Message("unresolved.wrong_place", {"place": "seat 4", "expected": "seat 5"})


def _stop() -> DealerView:
    return _dealer(
        **_SIX
        | {
            "phase": "dealing",
            "seats": _dealing(),
            "pot_total": 15,
            "paused": True,
            "prompt": PromptView("stop", Message("prompt.stop"), _WRONG_PLACE, to="unresolved"),
            "irregularity": IrregularityView("unresolved", _WRONG_PLACE),
            "misdeal_possible": True,
            "redeal": True,
            "asks": ("redeal",),
            "health": (Message("health.reader_lost", {"reader": "seat 4", "reason": "no answer"}),),
        }
    )


_TURN_EARLY = Message("irregular.turn_early")
_EXPOSED = IrregularityView("E2", Message("irregular.exposed", {"seat": 3}), stops=False, seat=3)
_SLIDE = {"place": "seat 4", "to": "seat 5"}
_REPORTS = (
    *("exposed", "boxed", "joker", "off-table", "burn-exposed", "stub-exposed", "bottom-exposed", "dropped"),
    *("mixed", "uncut", "back-seen", "missing", "guard", "left", "looked", "face-down"),
)


def _task(prompt: PromptView) -> DealerView:
    """The flop while something is to be done by hand after a ruling."""
    return _dealer(
        **_TURN
        | {
            "phase": "flop",
            "actor": 0,
            "board": ("Qs", "Th", "7d"),
            "prompt": prompt,
            "asks": ("next", "floor", *_REPORTS[1:]),
        }
    )


def _place(asks: tuple[str, ...], owes: DebtView | None = None, *, waiting: bool = False) -> PlaceView:
    return PlaceView(1000, waiting, owes, asks)


_SEATED = ("buy", "count", "away", "leave", "move", "button")
_MAP: dict[str, Any] = {
    **_SIX,
    "seats": {
        **six_seats(),
        4: replace(seat(4, 1000, status="away"), cards_held=0),
        7: replace(seat(7, 500, status="out"), cards_held=0),
        9: seat(9, 0, status="empty"),
    },
    "places": {
        **{n: _place(_SEATED) for n in (1, 2, 3, 5, 6)},
        4: _place(("buy", "count", "back", "leave", "move"), DebtView(10, 5)),
        7: _place(("buy", "back", "leave", "move"), waiting=True),
        9: PlaceView(0, False, None, ("sit",)),
    },
    "prompt": PromptView("next", Message("prompt.next")),
    "asks": ("next", "floor", "open", "draw", "close", "dealer", "deck"),
    "dealer": "Mia",
    "deck": "A",
    "decks": ("A", "B"),
}

DEALER = {
    "act": _dealer(
        **_TURN
        | {
            "prompt": _ACT_PROMPT,
            "actions": _ACTIONS,
            "quick_bets": _QUICK,
            "asks": _ASKS,
            "undo": Message("undo.act", {"seat": 6, "acted": "raise"}),
        }
    ),
    "deal": _dealer(
        **_SIX
        | {
            "phase": "dealing",
            "seats": _dealing(),
            "pot_total": 15,
            "prompt": PromptView("deal", Message("prompt.deal", {"seat": 5}), seat=5, cards=1),
            "asks": ("floor",),
        }
    ),
    "push": _dealer(
        **_TURN
        | {
            "phase": "paying",
            "actor": 0,
            "board": ("Qs", "Th", "7d", "2c", "Js"),
            "seats": _showdown_seats(),
            "results": (ResultView(1, 4, 96250, "three of a kind"), ResultView(2, 6, 46500, "straight")),
            "prompt": PromptView(
                "push",
                Message("prompt.push", {"pot": 1, "seat": 4, "amount": 96250}),
                Message("detail.hand", {"hand": "three of a kind"}),
                seat=4,
                pot=1,
                amount=96250,
            ),
            "asks": ("next", "floor"),
        }
    ),
    "split": _dealer(
        **_TURN
        | {
            "phase": "paying",
            "actor": 0,
            "board": ("Qs", "Th", "7d", "2c", "Js"),
            "seats": _showdown_seats(),
            "prompt": PromptView(
                "push",
                Message("prompt.push.split", {"pot": 1, "seats": (6, 2), "amount": 96250}),
                Message("detail.shares", {"hand": "straight", "shares": ("6: 48500", "2: 47750")}),
                seat=6,
                seats=(6, 2),
                pot=1,
                amount=48500,
            ),
            "asks": ("floor", "next"),
        }
    ),
    "move": _dealer(
        **_SIX
        | {
            "phase": "dealing",
            "seats": _dealing(),
            "pot_total": 15,
            "prompt": PromptView(
                "move", Message("prompt.move.unread", {"place": "seat 5"}), seat=5, to="seat 5"
            ),
            "asks": ("floor", "next"),
        }
    ),
    "verify": _dealer(
        **_TURN
        | {
            "phase": "verify",
            "actor": 0,
            "to_call": 0,
            "min_raise_to": 0,
            "notice": Message("notice.back"),
            "prompt": PromptView(
                "verify",
                Message("prompt.verify.felt"),
                Message("detail.differs", {"what": "seat 4", "cards": 2}),
                cards=14,
            ),
            "asks": ("next",),
            "health": (
                Message("health.reader_lost", {"reader": "burn", "reason": "the hub does not answer"}),
                Message("health.muck_question", {"seat": 7}),
            ),
        }
    ),
    "stop": _stop(),
    "floor": _dealer(
        **_TURN
        | {
            "actor": 0,
            "paused": True,
            "prompt": PromptView("stop", Message("prompt.stop"), Message("unresolved.floor"), to="floor"),
            "irregularity": IrregularityView("floor", Message("unresolved.floor")),
            "asks": ("undo",),
            "undo": Message("undo.floor"),
        }
    ),
    "name": _dealer(
        **_TURN
        | {
            "phase": "showdown",
            "actor": 0,
            "prompt": PromptView(
                "name", Message("prompt.name.seat", {"seat": 8}), seat=8, cards=2, to="seat 8"
            ),
            "asks": ("name", "muck", "floor"),
        }
    ),
    "map": _dealer(**_MAP),
    "account": _dealer(
        **_MAP
        | {
            "account": AccountView(
                rake=42,
                jackpot=6,
                time=0,
                unaccounted=0,
                players=tuple(
                    SettledView(n, _NAMES[n - 1], 1000, 1000 + net)
                    for n, net in enumerate((250, -1000, 702, 0, 0, 0), 1)
                ),
                difference=0,
            ),
            "asks": (),
        }
    ),
    "agree": _dealer(
        **_SIX
        | {
            "phase": "flop",
            "board": ("Qs", "Th", "7h"),
            "pot_total": 2005,
            "seats": _all_in_seats(),
            "prompt": PromptView("agree", Message("prompt.agree", {"seats": (1, 3)}), seats=(1, 3)),
            "asks": ("agree", "decline", "next", "floor"),
        }
    ),
    "several": _dealer(
        **_TURN
        | {
            "phase": "flop",
            "board": ("Qs", "Th", "7d"),
            "actor": 0,
            "paused": True,
            "prompt": PromptView("stop", Message("prompt.stop"), _TURN_EARLY, to="B2"),
            "irregularity": IrregularityView("B2", _TURN_EARLY, rulings=("R08", "R11")),
            "irregularities": (
                IrregularityView("B2", _TURN_EARLY, rulings=("R08", "R11")),
                IrregularityView("H8", Message("unresolved.muck", {"seat": 6}), seat=6),
                IrregularityView("E2", Message("irregular.exposed", {"seat": 3}), stops=False, seat=3),
            ),
            "misdeal_possible": False,
            "misdeal_because": Message("detail.misdeal.street"),
            "told": Message("told.after_stop", {"seat": 7}),
            "asks": ("floor", "undo", "fold", "call", "raise", "all-in", "boxed"),
            "undo": Message("undo.note", {"seat": 7}),
        }
    ),
    "exposed": _dealer(
        **_SIX
        | {
            "phase": "dealing",
            "seats": _dealing(),
            "pot_total": 15,
            "prompt": PromptView("deal", Message("prompt.deal", {"seat": 5}), seat=5, cards=1),
            "irregularity": _EXPOSED,
            "irregularities": (_EXPOSED,),
            "misdeal_possible": True,
            "misdeal_because": Message("detail.misdeal.dealing"),
            "asks": ("floor", "undo", *_REPORTS),
            "undo": Message("undo.exposed"),
        }
    ),
    "to-seat": _task(PromptView("move", Message("prompt.move.card", _SLIDE), seat=5, cards=1, to="seat 5")),
    "to-stub": _task(PromptView("move", Message("prompt.move.back", {"cards": 3}), cards=3, to="stub")),
    "pick": _task(PromptView("pick", Message("prompt.pick", {"cards": 4, "to": "burn"}), cards=4, to="burn")),
    "verify-stub": _task(PromptView("verify", Message("prompt.verify.stub", {"cards": 40}), cards=40)),
    "shuffle": _task(PromptView("shuffle", Message("prompt.shuffle", {"cards": 40}), cards=40)),
    "posting": _dealer(
        **_SIX
        | {
            "phase": "dealing",
            "seats": _dealing(),
            "pot_total": 15,
            "prompt": PromptView("deal", Message("prompt.deal", {"seat": 2}), seat=2, cards=1),
            "asks": ("floor", "straddle", "post"),
        }
    ),
}

# A picture with something keyed: the snapshot and the dealer's entries.
KEYED: dict[str, tuple[DealerView, Desk]] = {
    "words": (DEALER["act"], Desk(sheet=WORDS, amount=100, chips=(500, 100))),
    "early": (DEALER["act"], Desk(seat=8)),
    "seat": (DEALER["map"], Desk(seat=2, amount=500)),
    "open-seat": (DEALER["map"], Desk(seat=9, amount=1000, text="Ana")),
    "move-seat": (DEALER["map"], Desk(seat=2, sheet=MOVE)),
    "menu": (DEALER["map"], Desk(sheet=TABLE)),
    "letters": (DEALER["map"], Desk(seat=9, sheet=KEYBOARD, text="An")),
    "straddle": (DEALER["posting"], Desk(seat=4)),
    "reports": (DEALER["exposed"], Desk(sheet=REPORT)),
    "seat-reports": (DEALER["exposed"], Desk(seat=2)),
    "found": (DEALER["to-stub"], Desk(sheet=FOUND)),
    "noted": (DEALER["several"], Desk(seat=8, amount=36000)),
    "one-card": (DEALER["name"], Desk(seat=8, sheet=CARD, cards=("Ah",))),
}
