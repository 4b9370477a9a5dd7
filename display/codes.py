"""How a card is written: rank and suit in two characters, "Ah", "Td"."""

from __future__ import annotations

RANKS = "AKQJT98765432"
SUITS = "shdc"


def is_card(code: str) -> bool:
    """Whether a text names a card."""
    return len(code) == 2 and code[0] in RANKS and code[1] in SUITS
