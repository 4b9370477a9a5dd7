"""The keys between hands: the map of the seats, what can be done at each, and the table's own matters."""

from __future__ import annotations

from controller.views import DealerView
from display.deeds import BOARD, HOLD, Choose, Deed, Key, Send, Turn, make, placed
from display.desk import KEYBOARD, MOVE, TABLE, Desk
from display.sentences import Sentences
from display.theme import KEY, KEY_ALL_IN, KEY_CALL, KEY_CHOSEN, KEY_GREY, KEY_QUIET, KEY_RAISE, Look

_TABLE_ASKS = ("open", "draw", "close")


def seating(view: DealerView) -> bool:
    """Whether the table is between hands, so that seats can change."""
    return bool(view.places)


def map_keys(view: DealerView, desk: Desk) -> tuple[Key, ...]:
    """One tile for each seat, in the place of the board."""
    wide, tall = (BOARD.w - 4 * 8) // 5, (BOARD.h - 8) // 2
    found: list[Key] = []
    for i, number in enumerate(sorted(view.places)[:10]):
        deed = _tapped(desk, number)
        key = make(f"place {number}", str(number), deed, KEY_CHOSEN if desk.seat == number else KEY)
        found.append(placed(key, BOARD.x + i % 5 * (wide + 8), BOARD.y + i // 5 * (tall + 8), wide, tall))
    return tuple(found)


def _tapped(desk: Desk, number: int) -> Send | Choose:
    if desk.sheet == MOVE and desk.seat and number != desk.seat:
        return Send("move", desk.seat, to=number)
    return Choose(0 if desk.seat == number else number)


def seat_keys(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """What can be done at the chosen seat, with the amount keyed."""
    seat, amount = desk.seat, desk.amount or 0
    place, shown = view.places[seat], say.number(desk.amount or 0)
    held = {"leave": HOLD}
    wanted: dict[str, tuple[Deed, Look, str]] = {
        "sit": (Send("sit", seat, amount, text=desk.text), KEY_RAISE, shown),
        "buy": (Send("buy", seat, amount), KEY_RAISE, shown),
        "count": (Send("count", seat, amount), KEY_QUIET, shown),
        "away": (Send("away", seat), KEY_GREY, ""),
        "leave": (Send("leave", seat), KEY_ALL_IN, ""),
        "move": (Turn(MOVE), KEY_QUIET, ""),
        "button": (Send("button", seat), KEY_QUIET, ""),
    }
    found = [
        make(ask, say.label(f"label.place.{ask}"), deed, look, under, hold=held.get(ask, 0.0))
        for ask, (deed, look, under) in wanted.items()
        if ask in place.asks
    ]
    if "sit" in place.asks:
        found.insert(1, make("name", say.label("label.place.name"), Turn(KEYBOARD), KEY_QUIET, desk.text))
    if "back" in place.asks:
        found += [
            make(f"back {how}", say.label(f"label.place.back.{how}"), Send("back", seat, text=how), KEY_CALL)
            for how in ("post", "wait")
        ]
    return (*found, make("back", say.label("label.back"), Choose(0), KEY_QUIET))


def table_keys(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    """Opening, button draw, closing, dealer and deck."""
    found = [
        make(ask, say.label(f"label.table.{ask}"), Send(ask), KEY_QUIET, hold=HOLD if ask == "close" else 0.0)
        for ask in _TABLE_ASKS
        if ask in view.asks
    ]
    if "deck" in view.asks and len(view.decks) > 1:
        now = view.decks.index(view.deck) if view.deck in view.decks else -1
        deck = view.decks[(now + 1) % len(view.decks)]
        found.append(make("deck", say.label("label.table.deck"), Send("deck", text=deck), KEY_QUIET, deck))
    if "dealer" in view.asks:
        found.append(make("dealer", say.label("label.table.dealer"), Turn(KEYBOARD), KEY_QUIET, view.dealer))
    return (*found, make("back", say.label("label.back"), Turn(""), KEY_QUIET))


def table_key(say: Sentences) -> Key:
    """The key that turns to the table's own matters."""
    return make("table menu", say.label("label.table"), Turn(TABLE), KEY_QUIET)
