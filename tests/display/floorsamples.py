"""Snapshots of the floor's screen, for pictures and tests."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from controller.views import (
    ChangeView,
    ChoiceView,
    DealerView,
    FactView,
    FloorView,
    IrregularityView,
    Message,
    PotView,
    PromptView,
    SignInView,
)
from display.bench import CHIPS, MOVES, NOTE, OTHERS, PENALTY, POSTS, REVEAL, SECOND, SIGN_IN, Bench
from tests.display.samples import DEALER

CODES = tuple(f"R{n:02}" for n in range(1, 42))


def floor(view: DealerView, **changes: Any) -> FloorView:
    """The floor's view of a dealer's snapshot."""
    common = {f.name: getattr(view, f.name) for f in fields(DealerView)}
    return FloorView(**{**common, "who": "M. Lee", **changes})


def _stopped(view: DealerView, *what: IrregularityView) -> DealerView:
    return replace(
        view,
        paused=True,
        prompt=PromptView("stop", Message("prompt.stop"), what[0].sentence, to=what[0].kind),
        irregularity=what[0],
        irregularities=what,
        actor=0,
        asks=("ruling", "floor", "exposed", "boxed", "unnoticed", "reveal"),
    )


_EXPOSED = Message("irregular.exposed", {"seat": 5})
_LATE = Message("detail.misdeal.late", {"actions": 3, "paid": 2})
_LOG = (
    Message("log.note", {"seat": 8, "acted": "call", "amount": 18000}),
    Message("log.floor"),
    Message("log.acted", {"seat": 6, "acted": "raise", "amount": 18000}),
    Message("log.acted", {"seat": 2, "acted": "bet", "amount": 6000}),
)
_REPLACED = ChoiceView(
    "R04",
    Message("ruling.R04"),
    5,
    changes=(
        ChangeView("card", 5, "seat 5", "burn"),
        ChangeView("card", 5, "shoe", "seat 5"),
    ),
    source="E2 S0-65",
)
_E2 = floor(
    _stopped(DEALER["act"], IrregularityView("E2", _EXPOSED, seat=5)),
    misdeal_possible=False,
    misdeal_because=_LATE,
    facts=(FactView("E2", _EXPOSED, True, 5, "seat 5", 2, "Td", 42, (_LOG[0],), False),),
    choices=(_REPLACED, ChoiceView("R01", Message("ruling.R01"), source="E2")),
    last_board=("Ah", "7d", "7c", "2s", "Kh"),
    log=_LOG,
)

_TURN_EARLY = Message("irregular.turn_early")
_B2 = floor(
    _stopped(
        replace(DEALER["act"], phase="flop", board=("Qs", "Th", "7d")),
        IrregularityView("B2", _TURN_EARLY),
        IrregularityView("M9", Message("irregular.exposed", {"seat": 3}), stops=False),
    ),
    misdeal_possible=False,
    misdeal_because=Message("detail.misdeal.street"),
    facts=(
        FactView("B2", _TURN_EARLY, True, 0, "board", 4, "2c", 75, (), False),
        FactView("M9", Message("irregular.exposed", {"seat": 3}), False, 3, "seat 3", 1),
    ),
    choices=(
        ChoiceView(
            "R08",
            Message("ruling.R08"),
            changes=(
                ChangeView("card", 0, "board", "aside"),
                ChangeView("card", 0, "aside", "shoe"),
                ChangeView("stub", 0, "", "verify"),
                ChangeView("stub", 0, "", "shuffle"),
            ),
            source="B2 T24-RP5",
        ),
        ChoiceView("R11", Message("ruling.R11"), source="B2 RR-HE-8"),
        ChoiceView("R12", Message("ruling.R12"), source="B2"),
    ),
    last_board=("Ah", "7d", "7c"),
    log=_LOG[1:],
)

_STATE = ("cards", "places", "stacks", "second", "second_pin")
_CALLED = replace(DEALER["floor"], irregularity=IrregularityView("floor", Message("unresolved.floor")))
_CATALOGUE = floor(
    _stopped(_CALLED, IrregularityView("floor", Message("unresolved.floor"))),
    facts=(FactView("floor", Message("unresolved.floor"), True, since=9),),
    choices=(
        ChoiceView("R40", Message("ruling.R40"), needs=_STATE, source="rules.md 9.1"),
        *(
            ChoiceView(
                code, Message(f"ruling.{code}.NONE" if code == "R15" else f"ruling.{code}", {"seat": ""})
            )
            for code in CODES
            if code != "R40"
        ),
    ),
    impounded=(PotView(900, (1, 3)),),
    log=_LOG[2:],
)

_MISDEAL = replace(
    _E2,
    misdeal_possible=True,
    misdeal_because=Message("detail.misdeal.untouched"),
    facts=(
        FactView(
            "M2",
            Message("irregular.second_exposed", {"seat": 7}),
            True,
            7,
            "seat 7",
            1,
            since=5,
            possible=True,
        ),
    ),
    choices=(
        ChoiceView(
            "R02",
            Message("ruling.R02"),
            changes=(
                ChangeView("actor", 0, "7", "0"),
                ChangeView("pot", 0, "142750", "0"),
                *(ChangeView("bet", n, "18000", "0") for n in (2, 6, 7, 8)),
                *(ChangeView("stack", n, "125000", "143000") for n in (2, 6, 7, 8)),
                ChangeView("status", 1, "folded", "out"),
            ),
            source="M2 T24-35 RR-MD-1",
        ),
    ),
)

_WHO = "Maria-Magdalena van der Berg-Õunapuu"
_NAMES = {n: replace(s, name="Maria-Magdalena van der Berg" if s.name else "") for n, s in _E2.seats.items()}
_LONG = replace(
    _E2,
    who=_WHO,
    table="Grand Ballroom East Table 112",
    seats=_NAMES,
    facts=(
        replace(
            _E2.facts[0],
            sentence=Message("unresolved.wrong_place", {"place": "seat 10", "expected": "seat 9"}),
            acted=(_LOG[0], _LOG[2], _LOG[3]),
            since=4000,
        ),
    ),
    choices=(
        replace(_REPLACED, sentence=Message("ruling.R15.ALL_FROM_POT", {"seat": 10}), code="R15"),
        ChoiceView("R21", Message("ruling.R21", {"seat": 10}), 10, needs=("amount",), source="T24-52"),
        *(_E2.choices[1:] * 3),
    ),
    log=(Message("log.ruled", {"name": _WHO, "code": "R15", "seat": 10}), *_LOG),
)

SIGN_INS = {
    "sign-in": SignInView(
        1, 41, "Table 12", True, ("M. Lee", "A. Korhonen", "J. dela Cruz"), {"A. Korhonen": 272}
    ),
    "crowd": SignInView(1, 41, "Table 12", False, tuple(f"{_WHO} {n}" for n in range(1, 14))),
}
_PLAY = floor(DEALER["act"], log=_LOG[2:], misdeal_possible=False, last_board=("Ah", "7d", "7c"))
FLOOR = {"e2": _E2, "b2": _B2, "misdeal": _MISDEAL, "long": _LONG, "called": _CATALOGUE, "play": _PLAY}

_ENTERED = Bench(
    moves=(("Ah", "seat 4"), ("Td", "muck")),
    chips=((2, 61200), (10, 72000)),
    text="Camera 3",
    second="A. Korhonen",
)
_CREW = ("M. Lee", "A. Korhonen", "J. dela Cruz")
BENCHED: dict[str, tuple[FloorView | SignInView, Bench]] = {
    "pin": (SIGN_INS["sign-in"], Bench(who="M. Lee", pin="12345", sheet=SIGN_IN)),
    "wrong-pin": (
        SIGN_INS["sign-in"],
        Bench(who="M. Lee", sheet=SIGN_IN, refusal=Message("refused.not_signed", {"name": "M. Lee"})),
    ),
    "r40": (_CATALOGUE, _ENTERED),
    "r40-moves": (_CATALOGUE, replace(_ENTERED, sheet=MOVES, cards=("Kd",))),
    "r40-chips": (_CATALOGUE, replace(_ENTERED, sheet=CHIPS, seat=10)),
    "r40-second": (_CATALOGUE, replace(_ENTERED, sheet=SECOND, pin="4711", names=_CREW)),
    "others": (_CATALOGUE, Bench(sheet=OTHERS)),
    "seat": (
        replace(
            _CATALOGUE,
            choices=(ChoiceView("R34", Message("ruling.R34", {"seat": ""}), needs=("seat", "amount")),),
        ),
        Bench(sheet="seat"),
    ),
    "amount": (_LONG, Bench(choice=1, amount=18000, sheet="amount")),
    "refund": (
        replace(
            _LONG,
            choices=(ChoiceView("R15", Message("ruling.R15.NONE", {"seat": 10}), 10, needs=("refund",)),),
        ),
        Bench(sheet="refund", refund="UNCALLED"),
    ),
    "posts": (
        replace(
            _CATALOGUE,
            choices=(ChoiceView("R36", Message("ruling.R36", {"seat": ""}), needs=("seat", "amounts")),),
        ),
        Bench(sheet=POSTS, seat=4, amount=10, dead=5, second_part=True),
    ),
    "penalty": (
        replace(_CATALOGUE, choices=(ChoiceView("R34", Message("ruling.R34", {"seat": 3}), 3),)),
        Bench(sheet=PENALTY, penalty="ROUNDS", amount=2),
    ),
    "note": (_E2, Bench(sheet=NOTE, text="Seat 5 saw it, the dealer turned it over")),
    "reveal": (_E2, Bench(sheet=REVEAL, seat=6, text="Seat 6 says the hand was fouled")),
    "revealed": (_E2, Bench(shown=6, faces=("9h", "8h"))),
    "refused": (_E2, Bench(refusal=Message("refused.misdeal_late"))),
}
