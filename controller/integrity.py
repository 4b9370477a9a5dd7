"""The alarms that need hidden faces (design 5.3): a card twice, and a deck that nobody shuffled.

They are the only releases: what leaves here is a kind, never a card, a seat or a reader.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from controller.deckmap import DeckMap
from controller.rules.cards import CardId, Face
from controller.rules.events import Stopped
from controller.rules.incidents.stops import DECK_FAULT, UNRESOLVED
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.state import BETWEEN_HANDS, Phase, Table

# So many cards one after another by chance: less than once in 10 ** 10 deals.
RUN = 9
RANKS = 13
ENDS = (2, 13, 14)


def alarms(deck: DeckMap, table: Table) -> tuple[Stopped, ...]:
    """What the faces of the cards that are out say against the deck, each told once a hand.

    Two cards of one face are F1 at any time until the hand is over (T24-35E, RR-IRR-4; F6); a deal that
    follows the order of a factory is that of a deck that was not shuffled (M14; Golden Nugget, 2012).
    """
    if table.phase in AFTER_THE_HAND:
        return ()
    told = [event.kind for _, event in table.history if isinstance(event, Stopped) and _is_alarm(event)]
    drawing = table.phase is Phase.DRAWING
    twice = _repeated(deck, [piece.card for piece in table.pieces if piece.card])
    if twice > told.count(UNRESOLVED if drawing else "F1"):
        return (Stopped(DECK_FAULT, UNRESOLVED if drawing else "F1"),)
    if not drawing and "M14" not in told and in_factory_order(_faces(deck, dealt(table))):
        return (Stopped(DECK_FAULT, "M14"),)
    return ()


def _is_alarm(event: Stopped) -> bool:
    return event.reason == DECK_FAULT


def _repeated(deck: DeckMap, cards: Collection[CardId]) -> int:
    """How many of the cards have a face that another card of their deck among them has."""
    faces = [(card.deck, deck.face(card)) for card in cards if not card.is_joker]
    return len(faces) - len(set(faces))


def dealt(table: Table) -> tuple[CardId | None, ...]:
    """The cards that are out in the order in which they left the shoe, None for one that nobody knows."""
    return tuple(piece.card for piece in sorted(table.pieces, key=lambda piece: piece.n))


def _faces(deck: DeckMap, cards: Sequence[CardId | None]) -> list[Face | None]:
    return [deck.face(card) if card and not card.is_joker else None for card in cards]


def in_factory_order(faces: Sequence[Face | None]) -> bool:
    """Whether `RUN` cards in a row come as they lie in a new deck: suit by suit, ranks up or down."""
    steps = [_step(before, after) if before and after else 0 for before, after in pairwise(faces)]
    return any(_in_order(steps[at : at + RUN - 1]) for at in range(len(steps) - RUN + 2))


def _in_order(steps: Sequence[int]) -> bool:
    """Whether the steps lead through one suit, or from the end of one into the next."""
    if 0 in steps or steps.count(RANKS) > 1:
        return False
    turn = steps.index(RANKS) if RANKS in steps else len(steps)
    return len(set(steps[:turn])) <= 1 and len(set(steps[turn + 1 :])) <= 1


def _step(before: Face, after: Face) -> int:
    """1 or -1 to the next rank of a suit, ace beside king and two; `RANKS` into the next suit, else 0."""
    if before.suit != after.suit:
        return RANKS if before.rank in ENDS and after.rank in ENDS else 0
    up = (after.rank - before.rank) % RANKS
    return 1 if up == 1 else -1 if up == RANKS - 1 else 0


@dataclass(frozen=True, slots=True)
class Orders:
    """The order of the deal under way, and of the deal before it.

    A deal that repeats it is told to the dealer; it needs no face and decides nothing (users.md 86).
    """

    now: tuple[CardId | None, ...] = field(default=(), repr=False)
    last: tuple[CardId | None, ...] = field(default=(), repr=False)

    def followed(self, table: Table) -> Orders:
        """The orders after a turn; cards that are being collected tell nothing of an order."""
        order = dealt(table)
        if order:
            return self if table.phase in BETWEEN_HANDS else Orders(order, self.last)
        return Orders((), self.now) if self.now else self

    @property
    def repeats(self) -> bool:
        """Whether `RUN` cards in a row are those of the deal before."""
        runs = set(_runs(self.last))
        return any(run in runs for run in _runs(self.now))


def _runs(order: tuple[CardId | None, ...]) -> Iterator[tuple[CardId | None, ...]]:
    for at in range(len(order) - RUN + 1):
        run = order[at : at + RUN]
        if None not in run:
            yield run
