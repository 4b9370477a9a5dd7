"""Recorded hands through the core: every no-limit hand of the packs ends with the recorded stacks."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from controller.tools.phh import RecordedHand, read
from controller.tools.recorded import Outcome, Unplayable, play, recorded_deck, replay_files

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


def test_half_an_odd_chip_is_counted_apart(tmp_path: Path) -> None:
    record = replace(hand(tmp_path), unit=Fraction(1, 2), finishing_stacks=(301, 99, 300))
    assert Outcome(record, (300, 100, 300)).half_chip
    assert not Outcome(record, (299, 101, 300)).half_chip
    assert not Outcome(record, (301, 99, 300)).half_chip


def test_a_limit_hand_is_never_called_agreed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.phh"
    limit = HAND.replace("'NT'", "'FT'").replace("min_bet = 10", "small_bet = 10\nbig_bet = 20")
    path.write_text(limit, encoding="utf-8")
    assert replay_files([path], as_json=True) == 1
    tally = json.loads(capsys.readouterr().out)
    assert tally == {"hands": 1, "agree": 0, "differ": 0, "half_chip": 0, "unplayed": 1}


@pytest.mark.skipif(not PACKS.exists(), reason="the recorded hands are not on this machine")
@pytest.mark.parametrize("pack", ["acpc_2p.nolimit", "acpc_3p.nolimit", "pluribus"])
def test_every_recorded_no_limit_hand_agrees(pack: str) -> None:
    deck = recorded_deck()
    played = 0
    for record in read(PACKS):
        if record.file.endswith(f"{pack}.phhs"):
            outcome = play(record, deck)
            assert outcome.agrees or outcome.half_chip, f"hand {record.number}"
            played += 1
    assert played == {"acpc_2p.nolimit": 500, "acpc_3p.nolimit": 500, "pluribus": 5000}[pack]
