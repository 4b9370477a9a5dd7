"""Colours and sizes of the screens, and the looks that pair them.

A look is a surface with the texts that may lie on it: a test holds every pair at a contrast of 4.5 or more
(WCAG 2.1, 1.4.3). A state is never told by colour alone: a word or a shape goes with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

PLAYER_SIZE = (1920, 1080)
DEALER_SIZE = (1280, 800)

# Twelve millimetres on a 10.1 inch panel: a thumb hits it without looking (display.md 4.3).
SMALLEST_TOUCH = 72

BACKGROUND: Colour = (9, 12, 17)
STRIP: Colour = (15, 20, 27)
RULE: Colour = (40, 50, 63)
WHITE: Colour = (255, 255, 255)
INK: Colour = (16, 18, 22)
AMBER: Colour = (255, 196, 37)
GREEN: Colour = (58, 201, 124)
RED: Colour = (255, 107, 97)
GOLD: Colour = (205, 170, 96)
FELT: Colour = (16, 92, 70)
FELT_EDGE: Colour = (8, 52, 41)
FELT_LINE: Colour = (46, 138, 110)
RAIL: Colour = (30, 26, 25)
RAIL_EDGE: Colour = (70, 60, 54)
CARD: Colour = (252, 252, 250)
CARD_BACK: Colour = (38, 92, 170)
CHIP: Colour = (196, 30, 58)

# Four colours that stay apart for protan, deutan and tritan eyes (display.md 4.7).
SUIT_COLOURS: dict[str, Colour] = {
    "s": (18, 19, 23),
    "h": (187, 31, 0),
    "d": (36, 49, 178),
    "c": (0, 127, 114),
}


@dataclass(frozen=True, slots=True)
class Look:
    """A surface: its fill, its edge, the main text on it and the quieter one."""

    fill: Colour
    edge: Colour
    text: Colour
    quiet: Colour


PAGE = Look(BACKGROUND, RULE, (246, 248, 251), (182, 194, 208))
BAR = Look(STRIP, RULE, (246, 248, 251), (182, 194, 208))
BAR_BLINDS = Look(STRIP, RULE, AMBER, AMBER)

POD = Look((32, 41, 53), (84, 100, 120), (246, 248, 251), (182, 194, 208))
POD_ACTING = Look((52, 44, 18), AMBER, (246, 248, 251), (182, 194, 208))
POD_WINNER = Look((16, 58, 40), GREEN, (246, 248, 251), (190, 226, 212))
POD_FOLDED = Look((18, 24, 31), (44, 54, 67), (126, 140, 156), (126, 140, 156))
POD_EMPTY = Look((14, 19, 26), (52, 64, 80), (126, 140, 156), (126, 140, 156))
POD_ALL_IN = Look((32, 41, 53), (84, 100, 120), RED, (182, 194, 208))
DISC = Look((66, 80, 99), (66, 80, 99), (246, 248, 251), (246, 248, 251))
DISC_ACTING = Look(AMBER, AMBER, INK, INK)
DISC_FOLDED = Look((30, 38, 49), (30, 38, 49), (136, 149, 164), (136, 149, 164))
DISC_WINNER = Look(GREEN, GREEN, INK, INK)
POSITION = Look((70, 85, 105), (70, 85, 105), (246, 248, 251), (246, 248, 251))
POSITION_FOLDED = Look((50, 62, 78), (50, 62, 78), (182, 194, 208), (182, 194, 208))

TAG_FOLDED = Look((34, 43, 54), BACKGROUND, (182, 194, 208), (182, 194, 208))
TAG_RAISE = Look(AMBER, BACKGROUND, INK, INK)
TAG_BET = Look((94, 205, 245), BACKGROUND, INK, INK)
TAG_CALL = Look(GREEN, BACKGROUND, INK, INK)
TAG_ALL_IN = Look(RED, BACKGROUND, INK, INK)

POT = Look((6, 34, 27), (64, 160, 128), WHITE, (190, 226, 212))
SIDE_POT = Look((7, 44, 35), (44, 128, 101), WHITE, (190, 226, 212))
BET = Look((4, 26, 21), (4, 26, 21), WHITE, WHITE)
SLOT = Look((10, 66, 51), (30, 118, 92), WHITE, WHITE)
PILL = Look((20, 26, 34), (70, 84, 102), (182, 194, 208), (182, 194, 208))
PILL_NOTICE = Look((52, 44, 18), AMBER, (255, 226, 150), (255, 226, 150))

BANNER_ACT = Look(AMBER, (168, 126, 0), INK, (52, 40, 0))
BANNER_QUIET = Look((22, 29, 38), RULE, (246, 248, 251), (182, 194, 208))
BANNER_WAIT = Look((70, 44, 104), (196, 150, 255), WHITE, (220, 205, 240))
BANNER_RESULT = Look((14, 70, 46), GREEN, WHITE, (190, 226, 212))
BANNER_LOST = Look((110, 22, 24), RED, WHITE, (255, 214, 210))

PROMPT = Look((52, 44, 18), AMBER, (246, 248, 251), (255, 226, 150))
PROMPT_CALM = Look((22, 29, 38), (84, 100, 120), (246, 248, 251), (182, 194, 208))
PROMPT_STOP = Look((110, 22, 24), RED, WHITE, (255, 214, 210))
REFUSAL = Look((110, 22, 24), RED, WHITE, WHITE)
HEALTH = Look((52, 44, 18), AMBER, (255, 226, 150), (255, 226, 150))
STREET_NOW = Look(AMBER, AMBER, INK, INK)
STREET_PAST = Look((24, 31, 41), (56, 68, 84), (182, 194, 208), (182, 194, 208))
STREET_AHEAD = Look((24, 31, 41), (40, 50, 63), (132, 146, 162), (132, 146, 162))

KEY = Look((32, 41, 53), (84, 100, 120), (246, 248, 251), (182, 194, 208))
KEY_QUIET = Look((22, 29, 38), (70, 84, 102), (246, 248, 251), (182, 194, 208))
KEY_GREY = Look((60, 66, 76), (84, 100, 120), (246, 248, 251), (214, 221, 230))
KEY_CALL = Look((20, 108, 64), (74, 205, 136), WHITE, WHITE)
KEY_RAISE = Look(AMBER, (255, 224, 130), INK, INK)
KEY_ALL_IN = Look((142, 28, 30), (255, 120, 112), WHITE, WHITE)
KEY_FLOOR = Look((70, 44, 104), (196, 150, 255), WHITE, WHITE)
KEY_OFF = Look((16, 21, 28), (40, 50, 63), (126, 140, 156), (126, 140, 156))
KEY_CHOSEN = Look((36, 58, 92), (120, 170, 255), WHITE, (214, 226, 245))

FLOOR_BAR = Look((44, 30, 66), (204, 170, 255), (246, 248, 251), (220, 205, 240))
PAUSED = Look(AMBER, AMBER, INK, INK)
GOING_ON = Look((34, 46, 60), (84, 100, 120), (246, 248, 251), (182, 194, 208))
PANEL = Look((16, 21, 29), (56, 68, 84), (246, 248, 251), (182, 194, 208))
CHOICE = Look((22, 29, 38), (70, 84, 102), (246, 248, 251), (182, 194, 208))
CHOICE_CHOSEN = Look((62, 44, 94), (204, 170, 255), (246, 248, 251), (214, 200, 236))
CHANGE = Look((24, 31, 41), (24, 31, 41), AMBER, (182, 194, 208))
FIELD = Look((6, 9, 13), (84, 100, 120), WHITE, (182, 194, 208))
FIELD_WRONG = Look((6, 9, 13), RED, WHITE, RED)
