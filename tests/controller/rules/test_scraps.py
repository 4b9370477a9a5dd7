"""Scraps, jokers and cards off the table (rules.md 4.2; M3, M11, M13, E8, E9, E11 to E17, F4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.cards import ASIDE, BOARD, BURN, FLIGHT, OFF_TABLE, How, Place, seat_place
from controller.rules.dealing import at, due, next_number
from controller.rules.events import CardMoved, Reported
from controller.rules.house import HouseRules, JokerOnBoard, NonstandardCard, OffTable
from controller.rules.prompts import next_step
from controller.rules.requests import Confirm, NoteLooked, Report, Rule, TakeBack
from controller.rules.state import Phase
from controller.rules.table import replay
from tests.controller.rules.hands import L6, Play, seated

REPLACE = HouseRules(misdeal_nonstandard_pre_sa=NonstandardCard.REPLACE)
UK = HouseRules(deal_off_table=OffTable.MISDEAL)


def started(cards: int, house: HouseRules | None = None) -> Play:
    play = Play(seated(L6, 6, house=house)).start()
    for _ in range(cards):
        pitched(play)
    return play


def pitched(play: Play) -> None:
    to = due(play.table)
    assert to is not None
    play.draw(to)


def rest(play: Play) -> Play:
    """All cards and moves that are asked for until somebody acts."""
    while play.step.do in ("deal", "move"):
        pitched(play) if play.step.do == "deal" else play.must(Confirm())
    return play


def whole(play: Play) -> Play:
    """A hand of six that is dealt, whoever got what."""
    assert play.step.do == "act", play.step
    assert [len(at(play.table, seat_place(seat))) for seat in range(1, 7)] == [2] * 6
    return play


def boxed(seat: int = 0, card: int = 0) -> Report:
    return Report("boxed", seat, card)


def kinds(play: Play) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(what.kind, what.seat, what.rulings) for what in (*play.table.open, *play.table.mends)]


def laid_by(play: Play) -> list[int]:
    return [piece.n for piece in at(play.table, ASIDE)]


# Boxed cards.


@given(cards=st.integers(0, 11))
def test_a_boxed_card_that_comes_off_is_a_scrap_and_everything_shifts_by_one(cards: int) -> None:
    play = started(cards)
    seat = due(play.table)
    assert play.ask(boxed()) == ""
    assert [kind for kind, _, _ in kinds(play)] == ["E11"]
    assert (due(play.table), play.step.do, play.step.to) == (ASIDE, "move", "aside")
    pitched(play)
    assert (kinds(play), due(play.table), laid_by(play)) == ([], seat, [cards + 1])
    assert whole(rest(play)).number() == 14


@given(cards=st.integers(1, 12), back=st.integers(0, 5))
def test_a_boxed_card_that_lies_there_is_replaced_by_the_first_card_after_its_round(
    cards: int, back: int
) -> None:
    play = started(cards)
    card = play.table.pieces[max(0, cards - 1 - back)]
    late, last = card.n < cards, 6 if cards <= 6 else 12
    assert play.ask(boxed(card.place.seat, 1 if card.n <= 6 else 2)) == ""
    assert [kind for kind, _, _ in kinds(play)] == ["E12" if late else "E11"]
    play.must(Confirm())
    whole(rest(play))
    replacement = next(piece for piece in play.table.pieces if piece.replaces == card.n)
    assert (replacement.n, laid_by(play)) == (last + 1 if late else cards + 1, [card.n])


@pytest.mark.parametrize("threshold", [1, 2, 5])
def test_how_many_boxed_cards_make_a_misdeal_is_the_houses(threshold: int) -> None:
    play = started(2, HouseRules(misdeal_boxed_threshold=threshold))
    for _ in range(threshold - 1):
        play.must(boxed(), Confirm())
    play.must(boxed())
    assert kinds(play) == [("M3", 3, ("R02", "R05"))]
    assert play.step.do == "stop"
    play.must(Rule("R05", "lee"))
    assert whole(rest(play)).number() == 13 + threshold


def test_five_boxed_cards_after_the_deal_are_for_the_floor() -> None:
    play = (
        rest(started(12))
        .pass_to(Phase.PREFLOP)
        .do("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check")
    )
    for _ in range(4):
        play.must(boxed(), Confirm())
    assert kinds(play) == []
    play.must(boxed())
    assert kinds(play) == [("F8", 0, ("R05", "R37"))]
    play.must(Rule("R05", "lee"), Confirm())
    assert (due(play.table), laid_by(play)) == (BURN, [13, 14, 15, 16, 17])


def test_a_boxed_burn_and_board_card_are_passed_over() -> None:
    play = rest(started(12)).do("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check").must(boxed())
    assert kinds(play) == [("E14", 0, ("R05",))]
    play.must(Confirm()).draw(BURN).draw(BOARD).must(boxed())
    assert kinds(play) == [("E15", 0, ("R05",))]
    play.must(Confirm())
    assert due(play.table) == BOARD
    play.draw(BOARD).draw(BOARD)
    assert (play.table.phase, laid_by(play)) == (Phase.FLOP, [13, 16])


def test_a_boxed_card_on_its_way_is_the_one_that_is_meant() -> None:
    play = started(2)
    play.core.record(CardMoved(3, None, FLIGHT, How.READ))
    play.must(boxed(), Confirm())
    assert (laid_by(play), due(play.table)) == ([3], seat_place(3))
    whole(rest(play))


def test_who_has_acted_or_looked_keeps_a_boxed_card() -> None:
    play = rest(started(12)).do("3 call").must(NoteLooked(5), boxed(3, 1), boxed(5, 1), boxed(4, 1))
    assert kinds(play) == [("E12", 3, ("R01",)), ("E12", 5, ("R01",)), ("E12", 4, ("R05",))]
    play.must(Rule("R01", "lee"), Rule("R01", "lee"))
    assert (play.step.do, play.step.to) == ("move", "aside")
    assert rest(play).step.seat == 4
    assert laid_by(play) == [4]


def test_a_boxed_card_is_reported_once_and_taken_back() -> None:
    play = started(5).must(boxed(3, 1))
    assert play.ask(boxed(3, 1)) == "refused.scrap_before"
    assert play.ask(boxed(3, 2)) == "refused.no_such_card"
    play.must(TakeBack())
    assert (play.table.boxed, kinds(play)) == ((), [])
    assert rest(started(12)).ask(boxed()) == "refused.not_now"


# Jokers.


def joker(play: Play, n: int = 0) -> Play:
    """A reader knows the joker: the newest card, or the one of that number."""
    play.core.record(Reported("joker", n or play.number() - 1))
    return play


@given(cards=st.integers(1, 12))
def test_a_joker_in_the_deal_is_a_misdeal_or_a_scrap(cards: int) -> None:
    tda, robert = joker(started(cards)), joker(started(cards, REPLACE))
    seat = tda.table.pieces[-1].place.seat
    assert kinds(tda) == [("M11", seat, ("R02", "R05"))]
    assert kinds(robert) == [("E16", seat, ("R05", "R02"))]
    robert.must(Rule("R05", "lee"))
    assert next_step(robert.table).to == "aside"
    robert.must(Confirm())
    assert due(robert.table) == seat_place(seat)
    assert whole(rest(robert)).table.pieces[cards].replaces == cards
    assert laid_by(robert) == [cards]


def test_a_joker_found_after_the_deal_is_replaced_by_the_top_card() -> None:
    play = joker(rest(started(12, REPLACE)), 9)
    assert kinds(play) == [("E16", 3, ("R05", "R02"))]
    play.must(Rule("R05", "lee"), Confirm())
    assert due(play.table) == seat_place(3)
    assert whole(rest(play)).table.pieces[-1].replaces == 9


def test_a_joker_that_was_known_before_it_left_the_shoe_is_no_card_of_the_deal() -> None:
    play = joker(started(8, REPLACE), 9)
    play.draw(seat_place(3)).must(Rule("R05", "lee"), Confirm())
    assert (due(play.table), laid_by(play)) == (seat_place(3), [9])
    whole(rest(play))


@pytest.mark.parametrize(
    ("house", "words", "expected"),
    [
        (None, (), ("M11", 3, ("R02", "R05"))),
        (None, ("3 raise 30",), ("M11", 3, ("R02", "R05", "R03"))),
        (None, ("3 call", "4 call"), ("F4", 3, ("R15", "R03"))),
        (REPLACE, (), ("E16", 3, ("R05", "R02"))),
        (REPLACE, ("3 raise 30",), ("E16", 3, ("R15", "R02", "R03"))),
        (REPLACE, ("3 call", "4 call"), ("F4", 3, ("R15", "R03"))),
    ],
)
def test_what_a_joker_in_a_hand_is_follows_from_what_its_owner_did(
    house: HouseRules | None, words: tuple[str, ...], expected: tuple[str, int, tuple[str, ...]]
) -> None:
    assert kinds(joker(rest(started(12, house)).do(*words), 9)) == [expected]


def test_a_joker_of_a_hand_that_has_not_acted_is_replaced_after_substantial_action() -> None:
    play = joker(rest(started(12)).do("3 call", "4 call"), 11)
    assert kinds(play) == [("F4", 5, ("R05", "R03"))]
    play.must(Rule("R05", "lee"), Confirm())
    assert (play.step.do, play.step.seat) == ("deal", 5)
    assert rest(play).step.seat == 5


def test_a_dead_hand_with_a_joker_is_replaced_nothing() -> None:
    play = joker(rest(started(12)).do("3 call", "4 call"), 9).must(Rule("R15", "lee"))
    while play.step.do == "move":
        play.must(Confirm())
    assert (play.step.do, play.step.seat) == ("act", 5)
    assert due(play.do("5 fold", "6 fold", "1 fold", "2 check").table) == BURN


@pytest.mark.parametrize(
    ("value", "menu"), [(JokerOnBoard.SCRAP, ("R05", "R03")), (JokerOnBoard.VOID, ("R03", "R05"))]
)
def test_a_joker_on_the_board_or_the_burns(value: JokerOnBoard, menu: tuple[str, ...]) -> None:
    house = HouseRules(deck_joker_on_board=value)
    play = rest(started(12, house)).do("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check").draw(BURN)
    assert kinds(joker(play)) == [("E17", 0, menu)]
    play.must(Rule("R05", "lee"), Confirm())
    assert due(play.table) == BURN
    play.draw(BURN).draw(BOARD).draw(BOARD).draw(BOARD)
    assert play.table.phase is Phase.FLOP
    assert kinds(joker(play)) == [("E17", 0, menu)]
    play.must(Rule("R05", "lee"), Confirm())
    assert (due(play.table), play.table.phase) == (BOARD, Phase.PREFLOP)
    play.draw(BOARD)
    assert (play.step.do, play.step.seat, play.table.phase) == ("act", 1, Phase.FLOP)


def test_a_joker_without_a_tag_is_told_by_the_dealer() -> None:
    play = started(8).must(Report("joker", 3, 2))
    assert kinds(play) == [("M11", 3, ("R02", "R05"))]
    play.must(Rule("R05", "lee"))
    assert whole(rest(play)).number() == 13


# Cards off the table.


def fallen(play: Play) -> Play:
    play.core.record(CardMoved(play.number(), None, FLIGHT, How.READ))
    return play.must(Report("off-table"))


@given(cards=st.integers(2, 11), back=st.booleans())
def test_a_card_off_the_table_is_an_exposed_card(cards: int, back: bool) -> None:
    play = started(cards)
    seat, n = due(play.table), play.number()
    assert seat is not None
    fallen(play)
    assert kinds(play) == [("E8", seat.seat, ("R04",))]
    assert [piece.n for piece in at(play.table, OFF_TABLE)] == [n]
    if back:
        play.core.record(CardMoved(n, None, seat, How.READ))
        assert play.table.open == ()
    whole(rest(play))
    assert [piece.n for piece in at(play.table, BURN)] == [n]
    assert play.table.pieces[-1].replaces == n


def test_without_a_shoe_reader_the_card_that_fell_is_the_next_one() -> None:
    play = started(7).must(Report("off-table"))
    assert [(p.n, p.bound) for p in at(play.table, OFF_TABLE)] == [(8, seat_place(2))]


def test_a_card_that_was_taken_for_dealt_fell_where_no_reader_saw_it() -> None:
    play = started(6)
    play.core.record(CardMoved(7, None, seat_place(1), How.INFERRED))
    play.must(Report("off-table"))
    assert [p.n for p in at(play.table, OFF_TABLE)] == [7]


def test_where_the_house_has_it_a_card_off_the_table_is_a_misdeal() -> None:
    play = fallen(started(7, UK))
    assert kinds(play) == [("M13", 2, ("R02", "R04"))]
    play.must(Rule("R04", "lee"))
    assert [kind for kind, _, _ in kinds(play)] == ["E8"]
    whole(rest(play))
    late = rest(started(12, UK)).do("3 call", "4 call").must(Report("off-table", 5, 1))
    assert kinds(late) == [("E8", 5, ("R04",))]


def test_first_and_second_cards_off_the_table_count_like_any_exposed_card() -> None:
    assert kinds(fallen(started(0))) == [("M1", 1, ("R02",))]
    assert [kind for kind, _, _ in kinds(fallen(fallen(started(3))))] == ["M2", "E8"]


def test_a_burn_or_board_card_off_the_table_comes_back_to_its_place() -> None:
    play = rest(started(12)).do("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check")
    fallen(play)
    assert (play.step.do, play.step.to) == ("move", "burn")
    play.must(Confirm())
    fallen(play)
    assert (play.step.do, play.step.to) == ("move", "board")
    play.must(Confirm())
    assert due(play.draw(BOARD).draw(BOARD).table) is None
    assert play.table.phase is Phase.FLOP


def test_a_card_that_nobody_was_to_get_is_for_the_floor() -> None:
    assert kinds(fallen(rest(started(12)))) == [("E8", 0, ("R07", "R08"))]


@pytest.mark.parametrize("told", [True, False])
def test_a_player_plays_what_he_dropped(told: bool) -> None:
    play = rest(started(12))
    if told:
        play.must(Report("off-table", 4, 2, by="player"))
    else:
        play.move("Kc", OFF_TABLE)
    assert kinds(play) == [("E9", 4, ("R01", "R15"))]
    play.must(Rule("R01", "lee"))
    if not told:
        play.move("Kc", seat_place(4))
    whole(play)


def test_what_fell_is_reported_once() -> None:
    play = fallen(started(7))
    assert play.ask(Report("off-table")) == "refused.off_table_before"
    assert play.ask(Report("off-table", 9, 1)) == "refused.no_such_card"
    assert Play(seated(L6, 6)).ask(Report("off-table")) == "refused.not_now"


@pytest.mark.parametrize(
    "told",
    [
        lambda: rest(started(5).must(boxed(3, 1))),
        lambda: rest(joker(started(9, REPLACE)).must(Rule("R05", "lee"))),
        lambda: rest(fallen(started(7))),
    ],
)
def test_the_journal_gives_the_same_table(told: Callable[[], Play]) -> None:
    play = told()
    assert replay(play.core.start, play.core.events) == play.table


def test_a_place_is_free_of_a_scrap_once_it_lies_aside() -> None:
    play = started(5).must(boxed(3, 1)).move("Ad", ASIDE)
    assert (kinds(play), play.hole(3)) == ([], [])
    assert play.table.pieces[2].place == Place.parse("aside")
    assert next_number(play.table) == 6
