"""What the house takes of the pots before they are pushed: rake and jackpot drop (rules.md 7.9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from controller.rules.house import HouseRules, RakeMode
from controller.rules.stakes import Betting, Form
from controller.rules.state import Pot, Setup, Table

WHOLE = 100 * 100


@dataclass(frozen=True, slots=True)
class Drop:
    """What the house takes of one hand, and the pots that are left to push."""

    pots: tuple[Pot, ...]
    rake: int = 0
    jackpot: int = 0


def dropped(setup: Setup, pots: Sequence[Pot], chopped: Collection[int], *, flop: bool) -> Drop:
    """The drop of a hand that is over: `flop` says that the flop was dealt.

    What nobody matched is in no pot, so it is not raked (EX-116). All pots of a hand are raked together and
    pay from the main pot on; the numbers in `chopped` pay nothing where the house has it so (QLD 28(4)(c)).
    The jackpot is taken after the rake, of a hand that saw the flop and whose pots hold more than that
    (NJ 14.19(c)).
    """
    house = setup.house
    if (
        house.rake_mode is not RakeMode.POT
        or setup.form is not Form.CASH
        or setup.betting is not Betting.FULL
    ):
        return Drop(tuple(pots))
    exempt = chopped if house.rake_chop_exempt else ()
    total = sum(pot.amount for n, pot in enumerate(pots, 1) if n not in exempt)
    rake = percentage(house, total) if flop or not house.rake_no_flop_no_drop else 0
    jackpot = house.rake_jackpot if flop and house.rake_jackpot < total - rake else 0
    return Drop(_less(pots, exempt, rake + jackpot), rake, jackpot)


def percentage(house: HouseRules, amount: int) -> int:
    """The rake of so many chips: the percentage, rounded down to the step, at most the cap (QLD s28)."""
    rake = amount * house.rake_percent // (WHOLE * house.rake_step) * house.rake_step
    return rake if house.rake_cap is None else min(rake, house.rake_cap)


def _less(pots: Sequence[Pot], exempt: Collection[int], chips: int) -> tuple[Pot, ...]:
    left: list[Pot] = []
    for n, pot in enumerate(pots, 1):
        taken = 0 if n in exempt else min(chips, pot.amount)
        chips -= taken
        left.append(replace(pot, amount=pot.amount - taken))
    return tuple(left)


def of_hand(table: Table) -> tuple[int, int]:
    """Rake and jackpot of this hand, or of the last one until the next begins."""
    before = table.started.account if table.started else table.account
    rake = table.rake + table.account.rake - before.rake
    return rake, table.jackpot + table.account.jackpot - before.jackpot
