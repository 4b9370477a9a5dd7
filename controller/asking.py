"""A console's request in the core's words; the faces that it names become cards (design 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from controller.rules.cards import CardId, Face, Place
from controller.rules.requests import (
    REPORTS,
    Act,
    Agree,
    Ask,
    AskToSee,
    Buy,
    CallClock,
    CallFloor,
    ChangeDealer,
    ChangeDeck,
    CloseSession,
    Confirm,
    Count,
    Decline,
    DrawButton,
    Impound,
    Leave,
    MoveSeat,
    Muck,
    Name,
    NoteLooked,
    OpenSession,
    PlaceButton,
    Post,
    PutOut,
    PutStraddle,
    Redeal,
    Report,
    ReportExposed,
    Reveal,
    RoundComplete,
    Rule,
    Say,
    ShowCard,
    Sit,
    SitIn,
    SitOut,
    TableHand,
    TakeBack,
    Unnotice,
)
from controller.rules.sentence import Refused, say
from controller.views import Request

WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
CardOf: TypeAlias = Callable[[Face], CardId]

_BARE: dict[str, Ask] = {
    "next": Confirm(),
    "undo": TakeBack(),
    "redeal": Redeal(),
    "floor": CallFloor(),
    "round": RoundComplete(),
    "draw": DrawButton(),
    "open": OpenSession(),
    "close": CloseSession(),
}


def understood(request: Request, card_of: CardOf) -> Ask | Refused:
    """What the request asks of the table, or why it cannot be understood."""
    if request.ask in _BARE:
        return _BARE[request.ask]
    if request.ask in ("name", "show"):
        return _with_cards(request, card_of)
    if request.ask == "ruling":
        return _ruling(request, card_of)
    if (what := "back" if request.ask == "back-seen" else request.ask) in REPORTS and request.ask != "back":
        return _report(request, what, card_of)
    ask = _of_play(request) or _of_seats(request)
    return ask or Refused(say("refused.not_supported", ask=request.ask))


def _of_play(request: Request) -> Ask | None:
    seat = request.seat
    match request.ask:
        case word if word in WORDS:
            return Act(seat, word, request.amount)
        case "say":
            return Say(seat, request.text)
        case "chips":
            return PutOut(seat, request.chips)
        case "clock":
            return CallClock(seat)
        case "looked":
            return NoteLooked(seat)
        case "table":
            return TableHand(seat)
        case "muck":
            return Muck(seat)
        case "ask-to-see":
            return AskToSee(seat, request.to)
        case "agree":
            return Agree(request.seats)
        case "decline":
            return Decline(seat)
        case "exposed":
            return ReportExposed(seat, request.to, request.by or "dealer")
        case "unnoticed":
            return Unnotice(request.who)
        case "pending":
            return Impound(request.who)
        case "reveal":
            return Reveal(seat, request.who, request.text)
    return None


def _of_seats(request: Request) -> Ask | None:
    seat, amount = request.seat, request.amount
    match request.ask:
        case "straddle":
            return PutStraddle(seat, amount)
        case "post":
            return Post(seat, amount, request.dead)
        case "sit":
            return Sit(seat, request.text, amount)
        case "buy":
            return Buy(seat, amount)
        case "leave":
            return Leave(seat)
        case "away":
            return SitOut(seat)
        case "back":
            return SitIn(seat, posts=request.text == "post")
        case "move":
            return MoveSeat(seat, request.to)
        case "count":
            return Count(seat, amount)
        case "button":
            return PlaceButton(seat)
        case "dealer":
            return ChangeDealer(request.text)
        case "deck":
            return ChangeDeck(request.text)
    return None


def _ruling(request: Request, card_of: CardOf) -> Rule | Refused:
    try:
        cards = tuple(card_of(Face.parse(text)) for text in request.cards)
        places = tuple(Place.parse(text) for text in request.places)
    except ValueError:
        return Refused(say("refused.unknown_card"))
    return Rule(
        code=request.code,
        who=request.who,
        why=request.text,
        seat=request.seat,
        pot=request.pot,
        amount=request.amount,
        seats=request.seats,
        amounts=request.amounts,
        refund=request.refund,
        penalty=request.penalty,
        card=cards[0] if cards and not places else None,
        second=request.second,
        cards=cards if places else (),
        places=places,
        stacks=request.stacks,
        last=request.hand == "last",
    )


def _report(request: Request, what: str, card_of: CardOf) -> Report | Refused:
    try:
        cards = [card_of(Face.parse(text)) for text in request.cards]
    except ValueError:
        return Refused(say("refused.unknown_card"))
    known = cards[0] if cards else None
    return Report(what, request.seat, request.to, known, request.by or "dealer")


def _with_cards(request: Request, card_of: CardOf) -> Ask | Refused:
    try:
        cards = tuple(card_of(Face.parse(text)) for text in request.cards)
        place = Place.parse(request.place) if request.ask == "name" else None
    except ValueError:
        return Refused(say("refused.unknown_card"))
    if place is not None:
        return Name(place, cards)
    return ShowCard(request.seat, cards[0]) if len(cards) == 1 else Refused(say("refused.one_card"))
