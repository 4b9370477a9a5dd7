"""The sheets on which the floor fills in what a ruling needs: a seat, chips, cards, a person, a reason."""

from __future__ import annotations

from controller.views import FloorView
from display.bench import COUNTED, MOVES, REVEAL, Bench
from display.canvas import Box
from display.codes import RANKS, SUITS
from display.deeds import Clear, Digit, Erase, Fill, Key, Letter, Pick, gridded, make, placed
from display.picker import letters
from display.sentences import Sentences
from display.signin import name_keys, pin_pad
from display.theme import CHOICE_CHOSEN, KEY, KEY_CHOSEN, KEY_GREY, KEY_QUIET

WIDE = Box(16, 88, 884, 561)
TITLE = 112
AMOUNT_FIELD = Box(362, 140, 516, 76)
CHIPS_FIELD = Box(460, 140, 418, 76)
SECOND_FIELD = Box(460, 140, 418, 76)
TEXT_FIELD = Box(38, 176, 840, 64)
MOVES_FIELD = Box(24, 92, 1040, 64)
_LIST = Box(362, 144, 516, 484)
_REFUNDS = ("NONE", "UNCALLED", "ALL_FROM_POT")
_PENALTIES = {"": "warning", "HANDS": "hands", "ROUNDS": "rounds", "OUT": "out", "LIFTED": "lifted"}
_PLACES = ("board", "burn", "muck", "aside", "shoe", "floor")


def editor_keys(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    """The keys of the sheet that is turned to."""
    match bench.sheet:
        case "seat":
            return gridded(_seats(view, bench), Box(362, 144, 516, 180), 5, 2)
        case "amount":
            return _amount_pad(Box(362, 228, 516, 404))
        case "refund":
            keys = [_part(f"label.refund.{word}", "refund", word, bench.refund, say) for word in _REFUNDS]
            return gridded(keys, _LIST, 1, 5)
        case "pot":
            return gridded(_pots(view, bench, say), _LIST, 1, 5)
        case "chips":
            seats = gridded(_seats(view, bench, say), Box(38, 140, 400, 492), 2, 5)
            return (*seats, *_amount_pad(Box(460, 228, 418, 404)))
        case "posts":
            return (*_parts(bench, say), *_amount_pad(Box(460, 228, 418, 404)))
        case "penalty":
            keys = [
                _part(f"label.penalty.{p}", "penalty", w, bench.penalty, say) for w, p in _PENALTIES.items()
            ]
            pad = _amount_pad(Box(460, 228, 418, 404)) if bench.penalty in COUNTED else ()
            return (*gridded(keys, Box(38, 140, 400, 492), 1, 5), *pad)
        case "card" | "moves":
            return (*_cards(bench), *(_places(view, bench, say) if bench.sheet == MOVES else ()))
        case "second":
            names = tuple(name for name in bench.names if name != view.who)
            people = name_keys(names, {}, bench, say, "second", Box(38, 140, 400, 492))
            return (*people, *pin_pad(say, Box(460, 228, 418, 404)))
        case "note" | "reveal":
            return _keyboard(view, bench, say)
    return ()


def sheet_value(sheet: str, bench: Bench, say: Sentences) -> str:
    """What was keyed on a sheet, for the key that turns to it."""
    match sheet:
        case "seat":
            return say.label("label.seat", seat=bench.seat)
        case "amount":
            return say.number(bench.amount)
        case "posts":
            return say.label("label.posts", live=bench.amount, dead=bench.dead)
        case "penalty":
            kind = say.label(f"label.penalty.{_PENALTIES.get(bench.penalty, bench.penalty)}")
            return f"{kind}: {say.number(bench.amount)}" if bench.penalty in COUNTED else kind
        case "refund":
            return say.label(f"label.refund.{bench.refund}")
        case "pot":
            return pot_name(bench.pot, say)
        case "chips":
            return " · ".join(f"{seat}: {say.number(amount)}" for seat, amount in bench.chips)
        case "moves":
            return " · ".join(f"{card} {place_name(place, say)}" for card, place in bench.moves)
        case "card":
            return " ".join(bench.cards)
    return bench.second


def pot_name(number: int, say: Sentences) -> str:
    """Main pot or a side pot."""
    return say.label("label.pot.main") if number == 1 else say.label("label.pot.side", number=number - 1)


def place_name(place: str, say: Sentences) -> str:
    """A place as it is read on a key."""
    word, _, number = place.partition(" ")
    return say.label("label.seat", seat=int(number)) if number else say.known(f"label.to.{word}", word)


def _seats(view: FloorView, bench: Bench, say: Sentences | None = None) -> tuple[Key, ...]:
    """One key a seat, those without a player switched off; with the chips keyed where words are given."""
    chips = dict(bench.chips)
    return tuple(
        make(
            f"seat {n}",
            str(n),
            Fill("seat", n),
            KEY_CHOSEN if n == bench.seat else KEY,
            say.number(chips[n]) if say and n in chips else "",
            on=seat.status != "empty",
        )
        for n, seat in sorted(view.seats.items())[:10]
    )


def _amount_pad(room: Box) -> tuple[Key, ...]:
    digits = [make(f"digit {text}", text, Digit(text), KEY) for text in (*"789456123", "00", "0")]
    return gridded((*digits, make("erase", "", Erase(), KEY_GREY)), room, 3, 4, 10)


def _part(label: str, part: str, value: str, now: str, say: Sentences) -> Key:
    look = CHOICE_CHOSEN if value == now else KEY_QUIET
    return make(f"{part} {value}", say.label(label), Fill(part, value), look)


def _parts(bench: Bench, say: Sentences) -> tuple[Key, ...]:
    """The live and the dead part of a post; the chosen one is keyed."""
    parts = [
        make(
            f"part {word}",
            say.label(f"label.part.{word}"),
            Fill("part", second),
            CHOICE_CHOSEN if bench.second_part == bool(second) else KEY_QUIET,
            say.number(amount),
        )
        for second, (word, amount) in enumerate((("live", bench.amount), ("dead", bench.dead)))
    ]
    return gridded(parts, Box(38, 140, 400, 492), 1, 5)


def _pots(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    numbers = dict.fromkeys(pot.number for pot in (*view.pots, *view.impounded))
    numbers |= dict.fromkeys(result.pot for result in view.results)
    if bench.last or not numbers:
        # The pots of the hand before are not in the snapshot; there are rarely more than three.
        numbers |= dict.fromkeys((1, 2, 3))
    return tuple(
        make(
            f"pot {number}",
            pot_name(number, say),
            Fill("pot", number),
            CHOICE_CHOSEN if number == bench.pot else KEY_QUIET,
        )
        for number in sorted(numbers)[:5]
    )


def _cards(bench: Bench) -> tuple[Key, ...]:
    moved = {card for card, _ in bench.moves}
    keys = [
        make(
            f"card {rank}{suit}",
            rank + suit,
            Pick(rank + suit, 1),
            KEY_CHOSEN if rank + suit in (*bench.cards, *moved) else KEY,
        )
        for suit in SUITS
        for rank in RANKS
    ]
    return gridded(keys, Box(19, 170, 1242, 306), 13, 4, 6)


def _places(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    places = (*(f"seat {n}" for n in sorted(view.seats)[:10]), *_PLACES)
    keys = [
        make(f"place {place}", place_name(place, say), Fill("place", place), KEY_QUIET, on=bool(bench.cards))
        for place in places
    ]
    clear = make("clear", say.label("label.name_clear"), Clear(), KEY_GREY)
    return (
        *gridded(keys, Box(19, 486, 1242, 152), 8, 2),
        placed(clear, 1089, 88, 172, 72),
    )


def _keyboard(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    seats = gridded(_seats(view, bench), Box(38, 96, 840, 74), 10, 1) if bench.sheet == REVEAL else ()
    ends = (
        make("space", say.label("label.space"), Letter(" "), KEY),
        make("erase", "", Erase(), KEY_GREY),
    )
    return (*seats, *letters(38, 248, 82), *gridded(ends, Box(38, 570, 840, 74), 2, 1))
