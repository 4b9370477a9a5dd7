"""Recorded hands: what the format allows, what is refused, and the packs of recorded hands."""

import io
import tarfile
from collections import Counter
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest

from controller.rules.cards import Face
from controller.rules.ranking import rank
from controller.tools.phh import (
    BetRaiseTo,
    CheckCall,
    DealBoard,
    DealHole,
    Fold,
    PhhError,
    RecordedHand,
    ShowMuck,
    read,
)

PACKS = Path(__file__).parents[4] / "shared" / "data" / "hands.tar.gz"

THREE_PLAYERS = """
# A hand with a comment, arrays over several lines and keys that no reader knows.
variant = "NT"
ante_trimming_status = true
antes = [
  0,
  0,
  1.0,  # the button antes for the table
]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 90.25, 80]
actions = [
  "d dh p1 ????", "d dh p2 AcAd", "d dh p3 KcKd",
  "p3 cbr 2.50 # a small raise",
  "# a pause",
  "p1 f",
  "p2 cc",
  "d db 2c3d4h", "p2 cc", "p3 cc",
  "d db 5s", "p2 cc", "p3 cc",
  "d db 9s", "p2 cc", "p3 cc",
  "p2 sm -", "p3 sm",
]
venue = "a cellar"
_note = {weather = "rain"}
finishing_stacks = [99.5, 94.25, 76.5]
"""

HEADS_UP = """
variant = "FT"
antes = [0, 2]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [200, 300]
actions = ["d dh p1 5d5c", "d dh p2 9hQd", "p2 cbr 20", "p1 f"]
"""


def one(folder: Path, text: str, name: str = "sample.phh") -> RecordedHand:
    (hand,) = every(folder, text, name)
    return hand


def every(folder: Path, text: str, name: str) -> list[RecordedHand]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return list(read(path))


def archive(path: Path, files: dict[str, str]) -> None:
    with tarfile.open(path, "w:gz") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))


def test_amounts_are_integers_of_the_unit_of_the_file(tmp_path: Path) -> None:
    hand = one(tmp_path, THREE_PLAYERS)
    assert hand.unit == Fraction(1, 4)
    assert (hand.file, hand.number, hand.variant, hand.button) == ("sample.phh", 1, "NT", 3)
    assert (hand.min_bet, hand.small_bet, hand.big_bet) == (4, None, None)
    assert hand.antes == (0, 0, 4)
    assert hand.blinds == (2, 4, 0)
    assert hand.starting_stacks == (400, 361, 320)
    assert hand.finishing_stacks == (398, 377, 306)


def test_actions_are_steps_and_commentary_is_none(tmp_path: Path) -> None:
    assert one(tmp_path, THREE_PLAYERS).actions == (
        DealHole(1, ("??", "??")),
        DealHole(2, ("Ac", "Ad")),
        DealHole(3, ("Kc", "Kd")),
        BetRaiseTo(3, 10),
        Fold(1),
        CheckCall(2),
        DealBoard(("2c", "3d", "4h")),
        CheckCall(2),
        CheckCall(3),
        DealBoard(("5s",)),
        CheckCall(2),
        CheckCall(3),
        DealBoard(("9s",)),
        CheckCall(2),
        CheckCall(3),
        ShowMuck(2, ("Ac", "Ad")),
        ShowMuck(3, None),
    )


def test_with_two_players_the_button_posts_the_small_blind(tmp_path: Path) -> None:
    hand = one(tmp_path, HEADS_UP)
    assert (hand.blinds, hand.antes, hand.button) == ((10, 5), (2, 0), 2)
    assert hand.starting_stacks == (200, 300)
    assert (hand.min_bet, hand.small_bet, hand.big_bet) == (None, 10, 20)
    assert hand.finishing_stacks is None


def test_many_hands_share_the_unit_of_their_file(tmp_path: Path) -> None:
    ends = "finishing_stacks = [210, 290]", "finishing_stacks = [204.5, 295.5]"
    text = "".join(f"[{number}]\n{HEADS_UP}{end}\n" for number, end in zip((1, 3), ends, strict=True))
    first, third = every(tmp_path, text, "pack.phhs")
    assert (first.number, third.number) == (1, 3)
    assert (first.unit, third.unit) == (Fraction(1, 2), Fraction(1, 2))
    assert (first.starting_stacks, first.finishing_stacks) == ((400, 600), (420, 580))
    assert third.finishing_stacks == (409, 591)


def test_a_raise_alone_can_need_the_smaller_unit(tmp_path: Path) -> None:
    hand = one(tmp_path, HEADS_UP.replace("cbr 20", "cbr 20.10"))
    assert (hand.unit, hand.actions[2]) == (Fraction(1, 10), BetRaiseTo(2, 201))


def test_an_archive_gives_its_hands_and_passes_over_other_files(tmp_path: Path) -> None:
    packed = tmp_path / "packs.tar.gz"
    archive(packed, {"LICENSE": "free", "a/one.phh": HEADS_UP, "two.phhs": f"[7]\n{THREE_PLAYERS}"})
    assert [(hand.file, hand.number) for hand in read(packed)] == [
        ("packs.tar.gz/a/one.phh", 1),
        ("packs.tar.gz/two.phhs", 7),
    ]


def test_hands_before_a_wrong_one_are_given_out(tmp_path: Path) -> None:
    path = tmp_path / "pack.phhs"
    path.write_text(f"[1]\n{HEADS_UP}\n[2]\nvariant = 'NT'\n", encoding="utf-8")
    hands = read(path)
    assert next(hands).number == 1
    with pytest.raises(PhhError, match=r"^pack\.phhs, hand 2: starting_stacks is missing"):
        next(hands)


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ('"FT"', '"PO"', "variant 'PO' is not Texas Hold'em (NT or FT)"),
        ("small_bet = 10", "", "small_bet is missing"),
        ("small_bet = 10", "small_bet = true", "small_bet holds True, which is not an amount of chips"),
        ("[5, 10]", "[-5, 10]", "blinds_or_straddles holds -5, which is not an amount of chips"),
        ("[5, 10]", "[5, inf]", "blinds_or_straddles holds Infinity, which is not an amount of chips"),
        ("[5, 10]", "[5, 10, 0]", "blinds_or_straddles has 3 amounts for 2 players"),
        ("[5, 10]", "10", "blinds_or_straddles is missing or is not a list"),
        ("[200, 300]", "[200]", "starting_stacks has 1 players, and a hand needs two"),
        ('"p1 f"', "4", "step 4 is not a text"),
        ('"p1 f"', '"p3 f"', "step 4 does not name a player from p1 to p2"),
        ('"p1 f"', '"1 f"', "step 4 does not name a player from p1 to p2"),
        ('"p1 f"', '"p1 sd 5d"', "step 4 is none of: d dh, d db, f, cc, cbr, sm"),
        ("p2 cbr 20", "p2 cbr -20", "step 3: what follows cbr is not an amount of chips"),
        ("p2 9hQd", "p2 9hQ", "step 2: a card is a rank of 23456789TJQKA"),
        ("p2 9hQd", "p2 9hQd2c", "step 2: a hand of Hold'em is two cards, not 3"),
        ("p2 9hQd", "p2 9h5d", "the same card is dealt twice"),
        ('"d dh p1 5d5c"', '"p1 sm -"', "step 1: p1 shows cards that were not dealt"),
    ],
)
def test_a_wrong_hand_is_refused_by_name(tmp_path: Path, right: str, wrong: str, reason: str) -> None:
    assert HEADS_UP.count(right) == 1
    with pytest.raises(PhhError) as refused:
        one(tmp_path, HEADS_UP.replace(right, wrong))
    sentence = str(refused.value)
    assert sentence.startswith(f"sample.phh, hand 1: {reason}")
    assert sentence.endswith(".")
    assert not any(card in sentence for card in ("9h", "5d", "5c", "Qd"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1", "pack.phhs is not TOML: "),
        ("[first]\n", "pack.phhs holds “first”, which is not a numbered hand such as [1]."),
        ("1 = 2\n", "pack.phhs holds “1”, which is not a numbered hand such as [1]."),
    ],
)
def test_a_file_that_is_no_pack_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(PhhError) as refused:
        every(tmp_path, text, "pack.phhs")
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize("name", ["none.phh", "none.tar.gz"])
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PhhError, match=r"^none\..* cannot be read"):
        list(read(tmp_path / name))


def test_a_torn_archive_is_refused(tmp_path: Path) -> None:
    packed = tmp_path / "packs.tar.gz"
    archive(packed, {"one.phh": HEADS_UP})
    packed.write_bytes(packed.read_bytes()[:-60])
    with pytest.raises(PhhError, match=r"^packs\.tar\.gz cannot be read as an archive: "):
        list(read(packed))


def test_no_card_is_in_the_repr_of_a_hand(tmp_path: Path) -> None:
    shown = repr(one(tmp_path, THREE_PLAYERS))
    assert "DealHole(seat=2)" in shown
    assert not any(card in shown for card in ("Ac", "Kd", "2c", "5s"))


@pytest.fixture(scope="module")
def recorded() -> list[RecordedHand]:
    if not PACKS.exists():
        pytest.skip(f"the recorded hands are not there: {PACKS}")
    return list(read(PACKS))


def settled(hand: RecordedHand) -> tuple[int, ...]:
    """The stacks after the hand where every live player has put in the same: one pot, split evenly."""
    stacks = [stack - ante for stack, ante in zip(hand.starting_stacks, hand.antes, strict=True)]
    street = list(hand.blinds)
    pot = sum(hand.antes)
    board: list[str] = []
    holes: dict[int, tuple[str, ...]] = {}
    for step in hand.actions:
        match step:
            case DealHole(seat, cards):
                holes[seat] = cards
            case DealBoard(cards):
                board.extend(cards)
                stacks, pot, street = gathered(stacks, street), pot + sum(street), [0] * len(stacks)
            case Fold(seat):
                del holes[seat]
            case CheckCall(seat):
                street[seat - 1] = min(max(street), stacks[seat - 1])
            case BetRaiseTo(seat, amount):
                street[seat - 1] = amount
    stacks, pot = gathered(stacks, street), pot + sum(street)
    winners = list(holes)
    if len(holes) > 1:
        ranks = {seat: rank([Face.parse(card) for card in (*hole, *board)]) for seat, hole in holes.items()}
        winners = [seat for seat in holes if ranks[seat] == max(ranks.values())]
    share, odd = divmod(pot, len(winners))
    assert odd == 0
    for seat in winners:
        stacks[seat - 1] += share
    return tuple(stacks)


def gathered(stacks: list[int], street: list[int]) -> list[int]:
    return [stack - bet for stack, bet in zip(stacks, street, strict=True)]


def test_a_hand_is_settled_by_blinds_street_totals_and_ranks(tmp_path: Path) -> None:
    assert settled(one(tmp_path, HEADS_UP)) == (188, 312)


def test_the_packs_hold_8000_hands(recorded: list[RecordedHand]) -> None:
    assert Counter((hand.file.partition("/")[2], hand.variant, hand.unit) for hand in recorded) == {
        ("acpc_2p.limit.phhs", "FT", Fraction(1)): 500,
        ("acpc_2p.nolimit.phhs", "NT", Fraction(1)): 500,
        ("acpc_3p.limit.phhs", "FT", Fraction(1, 2)): 500,
        ("acpc_3p.nolimit.phhs", "NT", Fraction(1, 2)): 500,
        ("pluribus.phhs", "NT", Fraction(1, 2)): 5000,
        ("poker_academy_fl_headsup.phhs", "FT", Fraction(1)): 1000,
    }


def test_the_seat_after_the_big_blind_acts_first(recorded: list[RecordedHand]) -> None:
    for hand in recorded:
        big_blind = hand.blinds.index(max(hand.blinds)) + 1
        first = next(step for step in hand.actions if isinstance(step, Fold | CheckCall | BetRaiseTo))
        assert first.seat == big_blind % len(hand.blinds) + 1, (hand.file, hand.number)


def test_recorded_stacks_follow_from_the_steps(recorded: list[RecordedHand]) -> None:
    different = [(hand.file, hand.number) for hand in recorded if settled(hand) != hand.finishing_stacks]
    assert different == []


def test_hands_of_a_pack_come_in_its_order(recorded: list[RecordedHand]) -> None:
    for _, hands in groupby(recorded, key=lambda hand: hand.file):
        numbers = [hand.number for hand in hands]
        assert numbers == sorted(set(numbers))
