"""Cards-only betting: the dealer says when a round is complete; folds are all that is entered (design 1)."""

from __future__ import annotations

from controller.rules import betting
from controller.rules.events import Acted, ImpossibleEvent, RoundConfirmed
from controller.rules.requests import Act, WordAsk
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting
from controller.rules.state import Table


def open_round(table: Table) -> bool:
    """Whether a betting round waits for the dealer's word that it is complete."""
    return table.setup.betting is Betting.CARDS_ONLY and not betting.decided(table)


def decide_round(table: Table) -> tuple[RoundConfirmed] | Refused:
    """The end of the betting round, or why it cannot end."""
    return (RoundConfirmed(),) if open_round(table) else Refused(say("refused.not_now", ask="round"))


def decide_fold(table: Table, ask: WordAsk) -> tuple[Acted] | Refused:
    """A fold that no muck reader sees, of any seat while the round is open; other words are not followed."""
    word = ask.word if isinstance(ask, Act) else "say"
    if word != "fold" or not open_round(table):
        return Refused(say("refused.not_now", ask=word))
    if ask.seat not in table.seats or not betting.pending(table, ask.seat):
        return Refused(say("refused.no_hand", seat=ask.seat))
    return (Acted(ask.seat, "fold", "fold", 0, 0),)


def confirmed(table: Table) -> Table:
    """The table after the round; raises `ImpossibleEvent`."""
    if not open_round(table):
        raise ImpossibleEvent(f"no round can have ended in hand {table.hand}")
    return betting.collected(table)
