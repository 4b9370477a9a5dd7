"""What may leave the process: views for the screens, lamps, and the requests that come back.

This package imports nothing of the table and can hold no hidden card: a seat has a count and the faces
that were shown (design 5.1); the one exception is the answer to a reveal. `docs/protocol.md` is generated
from it.
"""

from controller.views.dealer import (
    AccountView,
    ActionsView,
    DealerView,
    DebtView,
    IrregularityView,
    PlaceView,
    PromptView,
    QuickBet,
    SettledView,
)
from controller.views.floor import (
    ChangeView,
    ChoiceView,
    FactView,
    FloorView,
    PreviewView,
    RevealView,
    SignInView,
)
from controller.views.message import VERSION, Arg, Message
from controller.views.plain import ViewError, from_json, to_json
from controller.views.requests import Answer, Request
from controller.views.table import (
    BlindsView,
    ClockView,
    Lamps,
    LevelView,
    PlayerView,
    PotView,
    ResultView,
    SeatView,
)

__all__ = [
    "VERSION",
    "AccountView",
    "ActionsView",
    "Answer",
    "Arg",
    "BlindsView",
    "ChangeView",
    "ChoiceView",
    "ClockView",
    "DealerView",
    "DebtView",
    "FactView",
    "FloorView",
    "IrregularityView",
    "Lamps",
    "LevelView",
    "Message",
    "PlaceView",
    "PlayerView",
    "PotView",
    "PreviewView",
    "PromptView",
    "QuickBet",
    "Request",
    "ResultView",
    "RevealView",
    "SeatView",
    "SettledView",
    "SignInView",
    "ViewError",
    "from_json",
    "to_json",
]
