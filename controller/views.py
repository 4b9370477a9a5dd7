"""What may leave the process: views for the screens, lamps, and the requests that come back.

This module imports nothing of the table and can hold no hidden card: a seat has a count and the faces
that were shown (design 5.1). `docs/protocol.md` is generated from it.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin

T = TypeVar("T")

VERSION = 1

Arg = int | str | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a screen: the id of a catalogue entry and its arguments."""

    id: str
    args: Mapping[str, Arg] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everybody may see it.

    `status` is one of live, folded, all-in, dead, away, out, empty, absent; `position` is BTN, SB, BB, UTG,
    UTG+1, UTG+2, MP, LJ, HJ, CO or empty; `acted` is the last word of this street (fold, check, call, bet,
    raise, all-in, post) or empty. `faces` holds only cards that were shown; `cards_held` counts those in
    front of the player.
    """

    name: str
    stack: int
    street_bet: int
    cards_held: int
    faces: tuple[str, ...]
    status: str
    position: str = ""
    acted: str = ""


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot without the chips that still lie in front of players; main pot first.

    `number` is 1 for the main pot; `board` is 1 or 2 for the half of a pot where it is run twice.
    """

    amount: int
    seats: tuple[int, ...]
    number: int = 1
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultView:
    """What a seat was paid from one pot, and the name of the hand if it was shown.

    `pot` 1 is the main pot; `board` is 1 or 2 for the half of a pot where it was run twice.
    """

    pot: int
    seat: int
    amount: int
    hand: str = ""
    board: int = 0


@dataclass(frozen=True, slots=True)
class BlindsView:
    """The stakes of this hand, in the table's smallest unit."""

    small: int
    big: int
    ante: int = 0
    big_blind_ante: int = 0


@dataclass(frozen=True, slots=True)
class LevelView:
    """The level of a tournament: `left` minutes or hands of it, and the blinds of the next (0 for none).

    `by` is "minutes" or "hands"; while `resting` the `left` are minutes of the break.
    """

    number: int
    by: str
    left: int
    next_small: int = 0
    next_big: int = 0
    resting: bool = False


@dataclass(frozen=True, slots=True)
class ClockView:
    """The player clock: `left` seconds when the snapshot was made; 0 when it has run out."""

    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """All that the player screen gets; one whole snapshot each time (`player.sock`, read only).

    `phase` is idle, drawing, posting, dealing, preflop, flop, turn, river, showdown, paying, void or verify.
    `pot_total` includes the bets of this street, `pots` does not. `to_call` and `min_raise_to` belong to
    `actor` and are 0 without one; `min_raise_to` is 0 when no raise is allowed. While `paused` the notice
    is all that is said of the reason. `boards` are both boards where it is run twice, else empty, and `board`
    is the first of them. `rake` and `jackpot` are what the house takes of this hand, which `pots` no longer
    hold. `betting` is full or cards-only: then no chips are followed and no amount has a meaning.
    """

    v: int
    n: int
    table: str
    game: str
    hand: int
    phase: str
    blinds: BlindsView
    button: int
    actor: int
    to_call: int
    min_raise_to: int
    board: tuple[str, ...]
    pot_total: int
    pots: tuple[PotView, ...]
    seats: Mapping[int, SeatView]
    paused: bool
    results: tuple[ResultView, ...] = ()
    notice: Message | None = None
    level: LevelView | None = None
    clock: ClockView | None = None
    boards: tuple[tuple[str, ...], ...] = ()
    rake: int = 0
    jackpot: int = 0
    betting: str = "full"


@dataclass(frozen=True, slots=True)
class PromptView:
    """The one thing that the dealer should do next.

    `do` is one of post deal burn flop turn river act move name table agree pick push collect shuffle verify
    confirm next stop wait. `sentence` is the large line, `detail` the smaller one under it, `note` what the
    house takes before the first push. `amount` is the whole pot to push, also where `seats` share it: the
    shares are in `detail`. `board` is 1 or 2 where it is run twice; each half is a pot, and `pot` counts it.
    """

    do: str
    sentence: Message
    detail: Message | None = None
    seat: int = 0
    seats: tuple[int, ...] = ()
    pot: int = 0
    amount: int = 0
    cards: int = 0
    to: str = ""
    board: int = 0
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class ActionsView:
    """What the actor may do: amounts are chips to add for `call`, totals of the street for the others.

    `bet_min`..`all_in` are 0 when that is not allowed; `all_in` is the street total of the whole stack.
    """

    fold: bool = False
    check: bool = False
    call: int = 0
    bet_min: int = 0
    bet_max: int = 0
    raise_min: int = 0
    raise_max: int = 0
    all_in: int = 0


@dataclass(frozen=True, slots=True)
class QuickBet:
    """A shortcut beside the keypad: `label` is a message id that takes `n`, `amount` a street total."""

    label: str
    amount: int
    n: int = 0


@dataclass(frozen=True, slots=True)
class IrregularityView:
    """What stopped the table, in one sentence that names no hidden card."""

    kind: str
    sentence: Message
    stops: bool = True
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DebtView:
    """Blinds to make up: `live` counts for the bet, `dead` goes to the middle."""

    live: int
    dead: int


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A seat between hands: what `SeatView` does not say; `asks` are the requests open for it now."""

    bought: int
    waiting: bool
    owes: DebtView | None
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettledView:
    """One line of the account: what a player bought and cashed out; `stack` is still on the table."""

    seat: int
    name: str
    bought: int
    out: int
    stack: int = 0


@dataclass(frozen=True, slots=True)
class AccountView:
    """What the house took in this session; `difference` is chips that no line accounts for.

    `middle` are the bets and pots of a hand under way.
    """

    rake: int
    jackpot: int
    time: int
    unaccounted: int
    players: tuple[SettledView, ...]
    difference: int
    middle: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerView(PlayerView):
    """The player view and what the dealer needs besides (`dealer.sock`).

    `misdeal_possible` is None where the table does not judge misdeals. `undo` names the entry that a two
    second hold would take back. `redeal` is true while "return all chips, redeal" is offered. `asks` are
    the values of `Request.ask` that would be taken now. `health` lists what is not well, one sentence each.
    `told` is what the rules made of the last entry. `places` is the seat map between hands, `account` the
    account of the session once it is closed, `deck` the deck in the shoe and `decks` those of the table.
    """

    prompt: PromptView
    actions: ActionsView
    quick_bets: tuple[QuickBet, ...] = ()
    irregularity: IrregularityView | None = None
    misdeal_possible: bool | None = None
    undo: Message | None = None
    redeal: bool = False
    asks: tuple[str, ...] = ()
    health: tuple[Message, ...] = ()
    told: Message | None = None
    places: Mapping[int, PlaceView] = field(default_factory=dict)
    account: AccountView | None = None
    dealer: str = ""
    deck: str = ""
    decks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lamps:
    """Wanted value of every lamp: "seat 3" is stop, deal, act, all-in or off; "button 3" is on or off;

    "key next" is on, off or flash.
    """

    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Request:
    """What a console asks: `on` is the snapshot number that the person was looking at.

    `ask` is one of: fold check call bet raise all-in say chips round clock looked (betting); next table muck
    show ask-to-see name agree decline (the hand); straddle post (before the deal); sit buy leave away back
    move count (seats between hands); button draw open close dealer deck (the table between hands); exposed
    undo redeal floor ruling.

    `amount` is a street total, for `buy`, `sit` and `count` chips, for `post` the live part and `dead` the
    dead one. `text` is what was said, a player's, dealer's or deck's name, "post" or "wait" for `back`, and
    the reason of a ruling. `chips` is one motion, chip for chip. `cards` name faces; `place` is "seat 3" or
    "board" for `name`. `to` is the seat that a player moves to or whose hand he asks to see, and the card
    (1 or 2) that was `exposed`, `by` dealer or player. A ruling has its `code`, `who` signs it with `pin`,
    and `pot`, `seats`, `amounts`, `refund` where the code has them. A repeated `id` is answered only.
    """

    id: str
    on: int
    ask: str
    seat: int = 0
    amount: int = 0
    cards: tuple[str, ...] = ()
    place: str = ""
    text: str = ""
    chips: tuple[int, ...] = ()
    dead: int = 0
    to: int = 0
    by: str = ""
    code: str = ""
    who: str = ""
    pin: str = field(default="", repr=False)
    pot: int = 0
    seats: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    refund: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one request: `refused` is the reason, as a sentence, or None when it was taken."""

    re: str
    refused: Message | None = None


class ViewError(ValueError):
    """A JSON value that is not the view or request it should be; the text names the place."""


def to_json(value: object) -> Any:
    """Plain lists, dicts, strings and numbers for `json.dumps`; mapping keys become strings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): to_json(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(v) for v in value]
    return value


def from_json(kind: type[T], value: object) -> T:
    """The view or request of type `kind` that `value` (parsed JSON) describes.

    Raises `ViewError` naming the field that is missing, unknown or of the wrong type.
    """
    return cast("T", _parse(kind, value, kind.__name__))


def _parse(kind: Any, value: object, where: str) -> object:
    if is_dataclass(kind):
        return _parse_fields(cast("type", kind), value, where)
    match get_origin(kind):
        case typing.Union | types.UnionType:
            return _parse_union(get_args(kind), value, where)
        case origin if origin is tuple:
            if not isinstance(value, list):
                raise ViewError(f"{where} must be a list, not {_shown(value)}")
            return tuple(_parse(get_args(kind)[0], v, f"{where}[{i}]") for i, v in enumerate(value))
        case origin if origin is Mapping:
            return _parse_mapping(get_args(kind), value, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _parse_enum(kind, value, where)
    if type(value) is not kind:
        raise ViewError(f"{where} must be {kind.__name__}, not {_shown(value)}")
    return value


def _parse_fields(kind: type, value: object, where: str) -> object:
    if not isinstance(value, dict):
        raise ViewError(f"{where} must be an object, not {_shown(value)}")
    hints = _hints(kind)
    if unknown := sorted(set(value) - set(hints)):
        raise ViewError(f"{where} has no field {_shown(unknown[0])}")
    given = {k: _parse(hints[k], v, f"{where}.{k}") for k, v in value.items()}
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    if missing := sorted(required - set(given)):
        raise ViewError(f"{where} lacks the field {missing[0]!r}")
    return kind(**given)


def _parse_mapping(kinds: tuple[Any, ...], value: object, where: str) -> Mapping[Any, object]:
    if not isinstance(value, dict):
        raise ViewError(f"{where} must be an object, not {_shown(value)}")
    try:
        return {kinds[0](k): _parse(kinds[1], v, f"{where}.{k}") for k, v in value.items()}
    except ValueError as error:
        if isinstance(error, ViewError):
            raise
        raise ViewError(f"{where} has a key that is no {kinds[0].__name__}") from None


def _parse_enum(kind: type[Enum], value: object, where: str) -> Enum:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(member.value) for member in kind)
        raise ViewError(f"{where} must be one of {words}, not {_shown(value)}") from None


def _parse_union(kinds: tuple[Any, ...], value: object, where: str) -> object:
    for kind in kinds:
        try:
            return _parse(kind, value, where)
        except ViewError as error:
            last = error
    raise last


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)
