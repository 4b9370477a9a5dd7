"""What the floor has keyed on its screen and not sent yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.views import ChangeView, FloorView, Message, SignInView
from display.deeds import Send
from display.desk import REFUSAL_SECONDS

# Chips of more digits than this are a slip of the finger.
_MOST = 9_999_999_999
_LONGEST_REASON = 80
_LONGEST_PIN = 12

# The sheets of keys beside the menu of rulings.
SIGN_IN = "sign-in"
NOTE = "note"
SEAT = "seat"
AMOUNT = "amount"
REFUND = "refund"
POT = "pot"
CHIPS = "chips"
CARD = "card"
MOVES = "moves"
SECOND = "second"
POSTS = "posts"
PENALTY = "penalty"
OTHERS = "others"
REVEAL = "reveal"

# Penalties of so many hands or rounds.
COUNTED = ("HANDS", "ROUNDS")
_PIN_SHEETS = (SIGN_IN, SECOND)
_LETTER_SHEETS = (NOTE, REVEAL)


@dataclass(frozen=True, slots=True)
class Bench:
    """The entries of the floor between two snapshots.

    `who` signs in or `second` confirms, with `pin`. `choice` is the ruling's place in the menu, `fact` the
    irregularity that is read, `page` that of a list. `seat`, `amount`, `refund`, `pot`, `chips` (by seat),
    `cards` and `moves` (card and place) are what a ruling needs, `text` is its reason. Of a post `amount` is
    the live part and `dead` the other, which is keyed while `second_part`; `penalty` is its kind, and `last`
    says that the ruling is on the hand before. `sheet` are the keys turned to. `faces` is the hand of `shown`
    that was revealed, until it is dismissed. `refusal` is shown until `until` (seconds). `names` are those
    who can sign in. `changes` are those of the ruling `previewed`.
    """

    who: str = ""
    pin: str = field(default="", repr=False)
    choice: int = 0
    fact: int = 0
    page: int = 0
    seat: int = 0
    amount: int = 0
    refund: str = ""
    pot: int = 0
    dead: int = 0
    second_part: bool = False
    penalty: str = ""
    last: bool = False
    chips: tuple[tuple[int, int], ...] = ()
    cards: tuple[str, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    second: str = ""
    text: str = ""
    sheet: str = ""
    shown: int = 0
    faces: tuple[str, ...] = ()
    refusal: Message | None = None
    until: float = 0.0
    names: tuple[str, ...] = ()
    previewed: Send | None = None
    changes: tuple[ChangeView, ...] = ()

    def typed(self, digits: str) -> Bench:
        """With digits added to the PIN, to the chips of the seat turned to, or to the amount."""
        if self.sheet in _PIN_SHEETS:
            return self if len(self.pin) >= _LONGEST_PIN else replace(self, pin=self.pin + digits)
        if self.sheet == CHIPS:
            return self._counted(int(f"{dict(self.chips).get(self.seat, 0)}{digits}"))
        return self._keyed(int(f"{self._amount}{digits}"))

    def erased(self) -> Bench:
        """Without the last digit or letter keyed."""
        if self.sheet in _PIN_SHEETS:
            return replace(self, pin=self.pin[:-1])
        if self.sheet in _LETTER_SHEETS:
            return replace(self, text=self.text[:-1])
        if self.sheet == CHIPS:
            return self._counted(dict(self.chips).get(self.seat, 0) // 10)
        return self._keyed(self._amount // 10)

    def lettered(self, letter: str) -> Bench:
        """With a letter added to the reason; only its first is a capital."""
        small = letter.lower() if self.text else letter
        return self if len(self.text) >= _LONGEST_REASON else replace(self, text=self.text + small)

    def picked(self, card: str) -> Bench:
        """With this card picked instead of another one, or taken out."""
        return replace(self, cards=() if self.cards == (card,) else (card,))

    def cleared(self) -> Bench:
        """With no card, chip, amount or PIN keyed."""
        return replace(self, cards=(), chips=(), moves=(), amount=0, dead=0, pin="")

    def turned(self, sheet: str) -> Bench:
        """With another sheet of keys; what was keyed stays."""
        return replace(self, sheet=sheet, page=0)

    def filled(self, part: str, value: int | str) -> Bench:
        """With one part filled in; another ruling begins with nothing but the reason."""
        match part, value:
            case "choice", int(choice):
                return Bench(choice=choice, text=self.text, fact=self.fact, names=self.names)
            case "who", str(name):
                return replace(self, who=name, pin="")
            case "second", str(name):
                return replace(self, second=name, pin="")
            case "place", str(place):
                moved = tuple((card, place) for card in self.cards)
                kept = tuple(move for move in self.moves if move[0] not in self.cards)
                return replace(self, moves=(*kept, *moved), cards=())
            case "seat", int(seat):
                return replace(self, seat=seat)
            case "penalty", str(penalty):
                return replace(self, penalty=penalty, amount=self.amount if penalty in COUNTED else 0)
            case "part", int(part_two):
                return replace(self, second_part=bool(part_two))
            case "last", int(last):
                return replace(self, last=bool(last), pot=0)
            case "refund", str(refund):
                return replace(self, refund=refund)
            case "pot", int(pot):
                return replace(self, pot=pot)
            case "fact", int(fact):
                return replace(self, fact=fact)
            case "page", int(page):
                return replace(self, page=page)
            case "faces", _:
                return replace(self, shown=0, faces=())
            case "cancel", _:
                return Bench(names=self.names)
        return self

    def revealed(self, seat: int, faces: tuple[str, ...]) -> Bench:
        """With a hand that was revealed, on the usual keys."""
        return replace(self, shown=seat, faces=faces, sheet="", text="")

    def told(self, ruling: Send, changes: tuple[ChangeView, ...]) -> Bench:
        """With what a ruling would change, once it was filled in."""
        return replace(self, previewed=ruling, changes=changes)

    def refused(self, reason: Message, now: float) -> Bench:
        """With a refusal to be read for some seconds from `now`; a PIN is to be keyed again."""
        return replace(self, refusal=reason, until=now + REFUSAL_SECONDS, pin="")

    def at(self, now: float) -> Bench:
        """Without a refusal that has been shown long enough."""
        return replace(self, refusal=None, until=0.0) if self.refusal and now >= self.until else self

    def follow(self, old: FloorView | SignInView | None, new: FloorView | SignInView) -> Bench:
        """With the entries dropped that belonged to another case than the new snapshot's."""
        if isinstance(new, SignInView):
            who = self.who if self.who in new.names else ""
            kept = isinstance(old, SignInView)
            return replace(
                Bench(sheet=SIGN_IN, who=who or (new.names[0] if len(new.names) == 1 else "")),
                pin=self.pin if kept else "",
                refusal=self.refusal,
                until=self.until,
                names=new.names,
            )
        if isinstance(old, FloorView) and _case(old) == _case(new):
            return self
        return replace(
            Bench(names=self.names, shown=self.shown, faces=self.faces),
            refusal=self.refusal,
            until=self.until,
        )

    @property
    def _amount(self) -> int:
        return self.dead if self._on_dead else self.amount

    @property
    def _on_dead(self) -> bool:
        return self.sheet == POSTS and self.second_part

    def _keyed(self, amount: int) -> Bench:
        if amount > _MOST:
            return self
        return replace(self, dead=amount) if self._on_dead else replace(self, amount=amount)

    def _counted(self, amount: int) -> Bench:
        if not self.seat or amount > _MOST:
            return self
        others = tuple(pair for pair in self.chips if pair[0] != self.seat)
        return replace(self, chips=(*others, (self.seat, amount)) if amount else others)


def _case(view: FloorView) -> tuple[object, ...]:
    facts = tuple((fact.kind, fact.seat) for fact in view.facts)
    return (view.hand, facts, tuple((choice.code, choice.seat) for choice in view.choices))
