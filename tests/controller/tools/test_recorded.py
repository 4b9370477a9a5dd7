"""Recorded hands through the core: every hand of the packs ends with the recorded stacks."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from controller.tools.phh import RecordedHand, read
from controller.tools.recorded import Unplayable, play, recorded_deck, replay_files

PACKS = Path(__file__).parents[4] / "shared" / "data" / "hands.tar.gz"

HAND = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 100, 300]
actions = [
  'd dh p1 AhAd', 'd dh p2 KhKd', 'd dh p3 7c2d',
  'p3 f', 'p1 cbr 200', 'p2 cc',
  'p1 sm AhAd', 'p2 sm KhKd', 'd db 2c3c4d', 'd db 8s', 'd db 9s',
]
finishing_stacks = [300, 0, 300]
"""


def hand(tmp_path: Path, text: str = HAND) -> RecordedHand:
    path = tmp_path / "hand.phh"
    path.write_text(text, encoding="utf-8")
    return next(read(path))


def test_a_hand_is_played_from_its_blinds_to_the_last_pot(tmp_path: Path) -> None:
    outcome = play(hand(tmp_path), recorded_deck())
    assert outcome.ours == (300, 0, 300)
    assert outcome.agrees


def test_unknown_cards_are_named_when_they_are_shown(tmp_path: Path) -> None:
    unknown = HAND.replace("d dh p1 AhAd", "d dh p1 ????").replace("d dh p3 7c2d", "d dh p3 ????")
    assert play(hand(tmp_path, unknown), recorded_deck()).ours == (300, 0, 300)


def test_an_action_that_the_rules_forbid_is_named(tmp_path: Path) -> None:
    wrong = HAND.replace("'p3 f', 'p1 cbr 200'", "'p3 f', 'p1 cbr 12'")
    with pytest.raises(Unplayable, match=r"step 5: act is refused \(refused.amount_low\)"):
        play(hand(tmp_path, wrong), recorded_deck())


def test_what_differs_is_printed_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(HAND.replace("[300, 0, 300]", "[299, 1, 300]"), encoding="utf-8")
    assert replay_files([path], as_json=False) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("hand 1: recorded [299, 1, 300], ours [300, 0, 300]")
    assert told[1] == "1 hands, 0 agree, 1 differ"


LIMIT = """
variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [200, 100, 300]
actions = [
  'd dh p1 AhAd', 'd dh p2 KhKd', 'd dh p3 AcAs',
  'p3 cbr 20', 'p1 cbr 30', 'p2 f', 'p3 cbr 40', 'p1 cc',
  'd db 2c3d4h', 'p1 cc', 'p3 cc', 'd db 8s', 'p1 cbr 20', 'p3 cc', 'd db 9s', 'p1 cc', 'p3 cc',
  'p1 sm AhAd', 'p3 sm AcAs',
]
finishing_stacks = [205, 90, 305]
"""


def test_a_limit_hand_is_played_in_its_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(hand(tmp_path, LIMIT), recorded_deck()).agrees
    assert replay_files([tmp_path / "hand.phh"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"hands": 1, "agree": 1, "differ": 0}


@pytest.mark.parametrize(
    ("right", "wrong", "step"),
    [
        ("'p3 cbr 20', 'p1 cbr 30'", "'p3 cbr 25', 'p1 cbr 30'", 4),
        ("'p1 cc',\n  'd db 2c3d4h'", "'p1 cbr 50', 'p3 cc',\n  'd db 2c3d4h'", 8),
        ("'p1 cbr 20', 'p3 cc'", "'p1 cbr 10', 'p3 cc'", 13),
    ],
    ids=["no size of the street", "a fourth raise", "the small bet on the turn"],
)
def test_a_limit_record_of_another_size_is_named(tmp_path: Path, right: str, wrong: str, step: int) -> None:
    assert LIMIT.count(right) == 1
    refused = r"\(refused.(amount_fixed|capped)\)"
    with pytest.raises(Unplayable, match=rf"step {step}: act is refused {refused}"):
        play(hand(tmp_path, LIMIT.replace(right, wrong)), recorded_deck())


def test_an_odd_chip_that_was_cut_in_two_is_two_chips(tmp_path: Path) -> None:
    """A record in halves is counted in halves: 165 split in two are 82.5 each."""
    halves = LIMIT.replace("[5, 10, 0]", "[5, 15, 0]").replace("small_bet = 10", "small_bet = 15")
    halves = halves.replace("big_bet = 20", "big_bet = 30").replace("[205, 90, 305]", "[207.5, 85, 307.5]")
    for raised, to in ((20, 30), (30, 45), (40, 60)):
        halves = halves.replace(f"cbr {raised}'", f"CBR {to}'")
    outcome = play(hand(tmp_path, halves.replace("CBR", "cbr")), recorded_deck())
    assert outcome.hand.unit == Fraction(1, 2)
    assert outcome.ours == (415, 170, 615)
    assert outcome.agrees


HANDS = {
    "acpc_2p.limit": 500,
    "acpc_2p.nolimit": 500,
    "acpc_3p.limit": 500,
    "acpc_3p.nolimit": 500,
    "pluribus": 5000,
    "poker_academy_fl_headsup": 1000,
}


@pytest.mark.skipif(not PACKS.exists(), reason="the recorded hands are not on this machine")
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_recorded_hands_agree(every: int) -> None:
    deck = recorded_deck()
    played: Counter[str] = Counter()
    for record in islice(read(PACKS), 0, None, every):
        assert play(record, deck).agrees, f"{record.file}, hand {record.number}"
        played[Path(record.file).name.removesuffix(".phhs")] += 1
    assert played == {pack: hands // every for pack, hands in HANDS.items()}
