"""What the dealer has keyed on the screen and not sent yet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.views import DealerView, Message

# Chips of more digits than this are a slip of the finger.
_MOST = 9_999_999_999
REFUSAL_SECONDS = 6.0
_LONGEST_NAME = 24

# The sheets of keys beside the usual one.
WORDS = "words"
KEYBOARD = "keyboard"
CARD = "card"
MOVE = "move"
ASK_TO_SEE = "ask-to-see"
TABLE = "table"
REPORT = "report"
GUARD = "guard"
LEFT_TABLE = "left"
LOOKED = "looked"
FOUND = "missing"


@dataclass(frozen=True, slots=True)
class Desk:
    """The entries of the dealer between two snapshots.

    `amount` is the amount keyed, None while the proposed one stands; `seat` the seat turned to, 0 for none;
    `cards` the cards picked; `chips` the chips of one motion; `text` a name; `sheet` the keys turned to, ""
    for the usual ones; `refusal` the reason of the last refusal, shown until `until` (seconds).
    """

    amount: int | None = None
    seat: int = 0
    cards: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()
    text: str = ""
    sheet: str = ""
    refusal: Message | None = None
    until: float = 0.0

    def typed(self, digits: str) -> Desk:
        """With digits added to the amount; a first digit replaces the proposed amount."""
        amount = int(f"{self.amount or 0}{digits}")
        return self if amount > _MOST else replace(self, amount=amount)

    def erased(self) -> Desk:
        """Without the last digit or letter keyed; a proposed amount goes as a whole."""
        if self.sheet == KEYBOARD:
            return replace(self, text=self.text[:-1])
        return replace(self, amount=(self.amount or 0) // 10)

    def proposed(self, amount: int) -> Desk:
        """With an amount taken from a quick bet."""
        return replace(self, amount=amount)

    def turned_to(self, seat: int, sheet: str = "") -> Desk:
        """With another seat chosen, and the usual keys for it or those of a sheet."""
        return replace(self, seat=seat, sheet=sheet, amount=None, text="", chips=())

    def turned(self, sheet: str) -> Desk:
        """With another sheet of keys; what was keyed for the last one stays."""
        return replace(self, sheet=sheet, cards=())

    def lettered(self, letter: str) -> Desk:
        """With a letter added to the name; only the first of a word is a capital."""
        small = letter if not self.text or self.text.endswith(" ") else letter.lower()
        return self if len(self.text) >= _LONGEST_NAME else replace(self, text=self.text + small)

    def chipped(self) -> Desk:
        """With the amount keyed put down as one more chip."""
        return replace(self, chips=(*self.chips, self.amount), amount=None) if self.amount else self

    def picked(self, card: str, wanted: int) -> Desk:
        """With a card added or taken out; the oldest goes when more than `wanted` are picked."""
        if card in self.cards:
            return replace(self, cards=tuple(other for other in self.cards if other != card))
        return replace(self, cards=(*self.cards, card)[-wanted:])

    def cleared(self) -> Desk:
        """With no card, chip or amount keyed."""
        return replace(self, cards=(), chips=(), amount=None)

    def refused(self, reason: Message, now: float) -> Desk:
        """With a refusal to be read for some seconds from `now`."""
        return replace(self, refusal=reason, until=now + REFUSAL_SECONDS)

    def at(self, now: float) -> Desk:
        """Without a refusal that has been shown long enough."""
        return replace(self, refusal=None, until=0.0) if self.refusal and now >= self.until else self

    def follow(self, old: DealerView | None, new: DealerView) -> Desk:
        """With the entries dropped that belonged to another step than the new snapshot's."""
        if old is not None and _step(old) == _step(new):
            return self
        return Desk(refusal=self.refusal, until=self.until)


def _step(view: DealerView) -> tuple[object, ...]:
    prompt = view.prompt
    return (view.hand, view.phase, view.actor, prompt.do, prompt.seat, prompt.seats, prompt.to, prompt.pot)
