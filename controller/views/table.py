"""What everybody may see of the table: the view of the player screen, and the lamps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.views.message import Message


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
class Lamps:
    """Wanted value of every lamp: "seat 3" is stop, deal, act, all-in or off; "button 3" is on or off;

    "key next" is on, off or flash.
    """

    values: Mapping[str, str]
