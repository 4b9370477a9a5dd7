"""The ruling that the floor is about to give: what it still needs, and the request it becomes."""

from __future__ import annotations

from controller.views import ChangeView, ChoiceView, FloorView
from display.bench import (
    AMOUNT,
    CARD,
    CHIPS,
    COUNTED,
    MOVES,
    NOTE,
    PENALTY,
    POSTS,
    POT,
    REFUND,
    SEAT,
    SECOND,
    Bench,
)
from display.deeds import Send

# The sheet on which each field of a request is filled in.
_SHEETS = {
    "seat": SEAT,
    "amount": AMOUNT,
    "refund": REFUND,
    "pot": POT,
    "seats": CHIPS,
    "amounts": CHIPS,
    "stacks": CHIPS,
    "cards": CARD,
    "places": MOVES,
    "second": SECOND,
    "second_pin": SECOND,
    "text": NOTE,
}


def choice_of(view: FloorView, bench: Bench) -> ChoiceView | None:
    """The ruling that is chosen, the house's own where nothing else was; None without a menu."""
    return view.choices[bench.choice] if bench.choice < len(view.choices) else next(iter(view.choices), None)


def sheets_of(choice: ChoiceView) -> tuple[str, ...]:
    """The sheets on which this ruling is filled in, each once."""
    sheets = [_SHEETS[need] for need in choice.needs if need in _SHEETS]
    if MOVES in sheets:
        sheets = [sheet for sheet in sheets if sheet != CARD]
    if "amounts" in choice.needs and "seats" not in choice.needs:
        # Two amounts of one seat: the live part of a post and the dead one.
        sheets = [POSTS if sheet == CHIPS else sheet for sheet in sheets]
    return tuple(dict.fromkeys(sheets))


def further_sheets(choice: ChoiceView) -> tuple[str, ...]:
    """The sheets on which this ruling can be filled in further, and need not."""
    return (PENALTY,) if choice.code == "R34" else ()


def is_of_either_hand(view: FloorView, choice: ChoiceView) -> bool:
    """Whether the ruling may be on the hand before the one that is on (SD15, T24-22)."""
    return choice.code in ("R31", "R32") and view.phase not in ("idle", "void")


def is_filled(sheet: str, choice: ChoiceView, bench: Bench) -> bool:
    """Whether what is keyed on a sheet is enough; cards and chips set right are one (R40)."""
    match sheet:
        case "seat":
            return bool(bench.seat)
        case "amount":
            return bool(bench.amount)
        case "posts":
            return bool(bench.amount or bench.dead)
        case "penalty":
            return bool(bench.amount) or bench.penalty not in COUNTED
        case "refund":
            return bool(bench.refund)
        case "pot":
            return bool(bench.pot)
        case "card":
            return bool(bench.cards)
        case "second":
            return bool(bench.second and bench.pin)
        case "note":
            return bool(bench.text)
    both = {MOVES, CHIPS} <= set(sheets_of(choice))
    return bool(bench.moves or bench.chips) if both else bool(bench.moves if sheet == MOVES else bench.chips)


def missing(choice: ChoiceView, bench: Bench) -> tuple[str, ...]:
    """The sheets that have still to be filled in."""
    sheets = (*sheets_of(choice), *further_sheets(choice))
    return tuple(sheet for sheet in sheets if not is_filled(sheet, choice, bench))


def changes_of(choice: ChoiceView, bench: Bench) -> tuple[ChangeView, ...] | None:
    """All that the ruling would change; None until it is filled in and the table has said so."""
    if sent(choice, bench) == sent(choice, Bench(text=bench.text)) and not choice.needs:
        return choice.changes
    return bench.changes if bench.previewed == sent(choice, bench) else None


def sent(choice: ChoiceView, bench: Bench) -> Send:
    """The request for a ruling, with what was keyed for it."""
    needs = choice.needs
    chips = dict(bench.chips)
    state = "stacks" in needs
    moves = bench.moves if "places" in needs else ()
    return Send(
        "ruling",
        seat=choice.seat or (bench.seat if SEAT in sheets_of(choice) else 0),
        amount=0 if POSTS in sheets_of(choice) else bench.amount,
        cards=tuple(card for card, _ in moves) or bench.cards,
        places=tuple(place for _, place in moves),
        text=bench.text.strip(),
        seats=() if state else tuple(chips),
        amounts=_amounts(choice, bench),
        stacks=chips if state else {},
        code=choice.code,
        pot=bench.pot,
        refund=choice.refund or bench.refund,
        penalty=bench.penalty,
        hand="last" if bench.last else "",
        second=bench.second,
        second_pin=bench.pin if bench.second else "",
    )


def _amounts(choice: ChoiceView, bench: Bench) -> tuple[int, ...]:
    if POSTS in sheets_of(choice):
        return (bench.amount, bench.dead)
    return () if "stacks" in choice.needs else tuple(dict(bench.chips).values())
