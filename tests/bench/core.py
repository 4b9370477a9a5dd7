"""Hands per second through the core, beside pokerkit on the same hands.

Both get steps that were parsed before, both rank the hands that are shown, and both must come to the same
stacks: a hand in which they do not is left out of both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pokerkit import Automation, Card, NoLimitTexasHoldem

from controller.rules.stakes import Game
from controller.tools.phh import (
    BetRaiseTo,
    CheckCall,
    DealBoard,
    DealHole,
    Fold,
    RecordedHand,
    ShowMuck,
    read,
)
from controller.tools.recorded import GAMES, play, recorded_deck
from tests.bench.figures import Figure, text
from tests.bench.generated import generated

PACKS = Path(__file__).parents[3] / "shared" / "data" / "hands.tar.gz"
HANDS = 1200
ROUNDS = 2
BATCH = 50
SEED = 1
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

Call = tuple[str, tuple[object, ...]]
Stacks = tuple[int, ...]


class Pair:
    """One hand, ready to be played by the core and by pokerkit."""

    def __init__(self, hand: RecordedHand) -> None:
        self._hand = hand
        self._calls = tuple(_calls(hand))
        # pokerkit takes the blinds of two players in the order of the format, not of who posts them.
        self._blinds = hand.blinds[::-1] if len(hand.blinds) == 2 else hand.blinds

    def ours(self) -> Stacks:
        """The stacks after the core has played it."""
        return play(self._hand, _DECK).ours

    def theirs(self) -> Stacks:
        """The stacks after pokerkit has played it."""
        hand = self._hand
        state = NoLimitTexasHoldem.create_state(
            AUTOMATIONS,
            True,
            hand.antes,
            self._blinds,
            hand.min_bet or 0,
            hand.starting_stacks,
            len(hand.starting_stacks),
        )
        for name, args in self._calls:
            getattr(state, name)(*args)
        return tuple(state.stacks)


_DECK = recorded_deck()


def _calls(hand: RecordedHand) -> Iterator[Call]:
    for step in hand.actions:
        match step:
            case DealHole(seat=seat, cards=cards):
                yield "deal_hole", (_cards(cards), seat - 1)
            case DealBoard(cards=cards):
                # Records name no burns, and a card of chance could be one that comes later.
                yield "burn_card", (_cards(["??"]),)
                yield "deal_board", (_cards(cards),)
            case Fold():
                yield "fold", ()
            case CheckCall():
                yield "check_or_call", ()
            case BetRaiseTo(amount=amount):
                yield "complete_bet_or_raise_to", (amount,)
            case ShowMuck(seat=seat, cards=cards):
                yield "show_or_muck_hole_cards", (_cards(cards) if cards else False, seat - 1)


def _cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card.parse("".join(texts)))


def hands() -> tuple[str, list[RecordedHand]]:
    """What the hands are, and some of them taken evenly from all; generated ones where no pack is."""
    if not PACKS.exists():
        return f"{PACKS.name} is not there: {HANDS} generated hands", list(generated(HANDS, SEED))
    found = [hand for hand in read(PACKS) if GAMES.get(hand.variant) is Game.NO_LIMIT]
    step = max(1, len(found) // HANDS)
    return f"recorded no-limit hands, every {step}th of {len(found)}", found[::step]


def measure() -> str:
    """Both play all hands in turns of some hands each, so that what disturbs one disturbs the other."""
    what, recorded = hands()
    pairs = [pair for pair in map(Pair, recorded) if pair.ours() == pair.theirs()]
    spent = {"ours": 0.0, "theirs": 0.0}
    for start in list(range(0, len(pairs), BATCH)) * ROUNDS:
        batch = pairs[start : start + BATCH]
        spent["ours"] += _seconds([pair.ours for pair in batch])
        spent["theirs"] += _seconds([pair.theirs for pair in batch])
    played = len(pairs) * ROUNDS
    apart = len(recorded) - len(pairs)
    note = f"{what}; {len(pairs)} played {ROUNDS} times by both, {apart} left out where the stacks differ"
    speed = Figure(
        "through the core", played / spent["ours"], "hands/s", "pokerkit", played / spent["theirs"]
    )
    return text("Hands per second, hand ranking included, parsing not", note, [speed])


def _seconds(plays: Sequence[Callable[[], Stacks]]) -> float:
    began = time.perf_counter()
    for one in plays:
        one()
    return time.perf_counter() - began
