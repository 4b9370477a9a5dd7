"""Blinds that pass a player who is not dealt in, and what they cost him to come back (rules.md 2.4, 12.4)."""

from __future__ import annotations

from controller.rules.account import Debt
from controller.rules.house import HouseRules, MissedPolicy, MissedSmall
from controller.rules.positions import Positions, between
from controller.rules.stakes import Stakes


def passed(last: Positions, now: Positions, seat: int) -> tuple[bool, bool]:
    """Whether the small and the big blind went past a seat that is not dealt in now.

    The small blind has passed a seat at which it stands dead. Before a first hand (`last.big` 0) both pass
    whom the first blinds skip.
    """
    if not last.big:
        big = between(now.button, seat, now.big)
        return between(now.button, seat, now.small), big
    small = seat == now.small or between(last.small, seat, now.small)
    return small and last.small != now.small, between(last.big, seat, now.big)


def grown(owed: Debt, *, small: bool, big: bool, stakes: Stakes, house: HouseRules) -> Debt:
    """What is owed after a hand sat out: at most one big blind, one small blind and one ante (12.4).

    The big blind is live, the small blind dead, alone as `blinds.missed_sb_only` says; an ante is dead.
    """
    if house.blinds_missed_policy is MissedPolicy.POST_BB_ONLY:
        return Debt(stakes.big_blind if big else owed.live, 0)
    big = big or owed.live >= stakes.big_blind
    small = small or owed.dead > stakes.ante or 0 < owed.live < stakes.big_blind
    live, dead = stakes.big_blind * big, stakes.small_blind * small
    if small and not big and house.blinds_missed_sb_only is MissedSmall.LIVE:
        live, dead = dead, 0
    return Debt(live, dead + stakes.ante)


def new_player(stakes: Stakes) -> Debt:
    """What a new player posts who does not wait for the big blind: one of it, live (RR-BL)."""
    return Debt(stakes.big_blind, 0)
