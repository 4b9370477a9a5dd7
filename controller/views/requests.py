"""What a console asks, and what it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.views.message import Message


@dataclass(frozen=True, slots=True)
class Request:
    """What a console asks: `on` is the snapshot number that the person was looking at.

    `ask` is one of: fold check call bet raise all-in say chips round clock looked (betting); next table muck
    show ask-to-see name agree decline (the hand); straddle post (before the deal); sit buy leave away back
    move count (seats between hands); button draw open close dealer deck (the table between hands); exposed
    undo redeal floor; by report boxed joker off-table back-seen missing burn-exposed stub-exposed
    bottom-exposed dropped mixed uncut guard left face-down face-up; and of the floor, signed with `who` and
    `pin` or on a connection that signed in: sign-in sign-out ruling preview unnoticed pending reveal.

    `amount` is a street total, for `buy`, `sit` and `count` chips, for `post` the live part and `dead` the
    dead one. `text` is what was said, a player's, dealer's or deck's name, "post" or "wait" for `back`, and
    the reason of a ruling. `chips` is one motion, chip for chip. `cards` name faces; `place` is "seat 3" or
    "board" for `name`. `to` is the seat that a player moves to or whose hand he asks to see, and the card
    (1 or 2) that was `exposed`, `by` dealer or player. A ruling has its `code`, `who` signs it with `pin`,
    and `pot`, `seats`, `amounts`, `refund`, `penalty` where the code has them; `cards` names a card that all
    can see, or with `places` the moves of R40, whose `stacks` are chips behind by seat and which `second`
    confirms with `second_pin`. `hand` is "last" for a ruling on the hand before. A `preview` has the fields
    of a ruling. A repeated `id` is answered only.
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
    penalty: str = ""
    places: tuple[str, ...] = ()
    stacks: Mapping[int, int] = field(default_factory=dict)
    second: str = ""
    second_pin: str = field(default="", repr=False)
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one request: `refused` is the reason, as a sentence, or None when it was taken."""

    re: str
    refused: Message | None = None
