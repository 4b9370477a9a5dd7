"""One card shown, hands asked for, hands that come back (rules.md 8; EX-73, EX-111, EX-112, EX-114)."""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.projection import Service, project
from controller.rules import betting
from controller.rules.cards import BOARD, MUCK, How, seat_place
from controller.rules.dealing import due
from controller.rules.decisions import may_redeal
from controller.rules.events import CardMoved, Conceded, FaceShown
from controller.rules.house import AllInTabling, CalledHands, HouseRules, Retrieval
from controller.rules.house import AskToSee as Asking
from controller.rules.requests import (
    Ask,
    AskToSee,
    CallFloor,
    Confirm,
    Muck,
    Redeal,
    Rule,
    ShowCard,
    TableHand,
    TakeBack,
)
from controller.rules.rulings import menu
from controller.rules.showdown import may_muck, seen_faces
from controller.rules.state import Phase, Status, Table
from controller.rules.table import chips
from controller.sensing import Sensing
from tests.controller.rules.hands import DECK_A, L6, MAP, Play, card, dealt, seated

TDA = HouseRules()
ROBERT = HouseRules(showdown_ask_to_see=Asking.RROP, showdown_allin_tabling=AllInTabling.AT_SHOWDOWN)
# With DECK_A seat 3 has Ad 8d (a straight), 4 has 5c Kc, 5 has Td 9s and 6 Ah Kd (a flush).


def to_the_river(*words: str, house: HouseRules = TDA) -> Play:
    """Seats 3, 4, 5 and 6 see the river unraised; then these words."""
    play = dealt(seated(L6, 6, house=house)).do("3 call", "4 call", "5 call", "6 call", "1 fold", "2 fold")
    return play.pass_to(Phase.RIVER).do(*words)


def bet_and_called(house: HouseRules = TDA) -> Play:
    """EX-111: S3 bets the river, S4 and S5 call, S6 folds."""
    return to_the_river("3 bet 20", "4 call", "5 call", "6 fold", house=house)


def throw_into_the_muck(play: Play, seat: int) -> None:
    """The muck reader sees a hand that was thrown in at showdown."""
    pieces = [piece for piece in play.table.pieces if piece.place == seat_place(seat)]
    moves = [CardMoved(piece.n, piece.card, MUCK, How.READ) for piece in pieces]
    play.core.record(Conceded(seat, "muck"), *moves)


# --- one card (SD2, H13)


def test_one_card_is_no_tabled_hand() -> None:
    """EX-114, T24-13A: the prompt asks for both, and no pot is awarded before."""
    play = to_the_river("3 check", "4 check", "5 check", "6 check")
    play.must(Muck(3), Muck(4), TableHand(5), ShowCard(6, card("Ah")))
    assert (play.step.do, play.step.seats, play.step.sentence.id) == ("table", (6,), "prompt.table.all")
    assert play.table.phase is Phase.SHOWDOWN
    assert [face.text for face in seen_faces(play.table, 6)] == ["Ah"]
    assert card("Kd") not in play.table.faces


def test_the_second_card_makes_it_a_tabled_hand() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(Muck(3), Muck(4), Muck(5))
    assert play.table.phase is Phase.PAYING
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(Muck(3), Muck(4), TableHand(5))
    play.must(ShowCard(6, card("Ah")), ShowCard(6, card("Kd")))
    assert play.table.seats[6].tabled
    assert (play.step.do, play.step.seat) == ("push", 6)


def test_who_has_shown_one_card_is_asked_before_the_others() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(ShowCard(5, card("Td")))
    assert play.step.seats == (5,)


def test_one_card_of_an_all_in_hand_is_not_enough_either() -> None:
    """T24-16: the other one is asked for at once."""
    play = dealt(seated({1: 100, 2: 100}, 1)).do("1 all-in", "2 call").must(ShowCard(1, card("Qd")))
    both = play.step.seats
    assert both == (1, 2)
    play.must(TableHand(2))
    assert play.step.seats == (1,)
    assert play.step.sentence.id == "prompt.table.all"


def test_a_player_who_showed_one_card_may_still_give_up() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(ShowCard(3, card("Ad")), Muck(3))
    assert play.step.seats == (4,)
    assert [face.text for face in seen_faces(play.table, 3)] == ["Ad"]


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (3, "Kd", ""),
        (6, "5h", "refused.card_taken"),
        (4, "5c", "refused.no_hand"),
        (9, "Ah", "refused.no_hand"),
    ],
)
def test_a_card_that_is_not_there_is_a_slip_or_a_fouled_deck(seat: int, text: str, why: str) -> None:
    """A hidden card elsewhere and one in the stub make the same stop: the answer tells nothing."""
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(TableHand(4))
    assert play.ask(ShowCard(seat, card(text))) == why
    assert play.step.do == ("table" if why else "stop")
    if not why:
        play.must(TakeBack())
        assert play.step.seats == (3,)


def test_a_card_in_the_stub_makes_the_same_stop() -> None:
    hidden, undealt = (to_the_river("3 check", "4 check", "5 check", "6 check") for _ in range(2))
    hidden.must(ShowCard(3, card("Kd")))
    undealt.must(ShowCard(3, card("3s")))
    assert hidden.step == undealt.step


def test_a_card_that_no_reader_knew_is_named_by_being_shown() -> None:
    play = Play(seated({1: 500, 2: 500}, 1)).start().deal(known=False)
    play.do("1 call", "2 check")
    for word in ("2 check", "1 check") * 3:
        play = play.street() if play.step.do == "burn" else play
        play.do(word)
    play.must(ShowCard(2, card("Jc")))
    assert [face.text for face in seen_faces(play.table, 2)] == ["Jc"]
    play.must(TableHand(2))
    assert (play.step.do, play.step.cards) == ("name", 1)


def test_no_card_is_shown_before_its_time() -> None:
    play = to_the_river("3 check")
    assert play.ask(ShowCard(3, card("Ad"))) == "refused.not_now"


def test_the_same_card_is_shown_once() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(ShowCard(6, card("Ah")))
    assert play.ask(ShowCard(6, card("Ah"))) == "refused.card_taken"


def test_a_shown_card_can_be_taken_back_its_face_stays_known() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(ShowCard(6, card("Ah")), TakeBack())
    assert (play.step.seats, play.step.sentence.id) == ((3,), "prompt.table")
    assert seen_faces(play.table, 6) == ()
    play.must(ShowCard(6, card("Ah")))


def test_a_hand_with_one_card_shown_does_not_share_the_board() -> None:
    """EX-112, T24-19: playing the board needs both cards."""
    order = "2c 3c 2d 3d 4c Ah Kh Qh 4d Jh 4h Th"
    play = dealt(seated({1: 500, 2: 500}, 1), order).check_down()
    play.must(TableHand(2), ShowCard(1, card("3c")))
    assert play.step.sentence.id == "prompt.table.all"
    play.must(Muck(1)).push()
    assert play.stacks == {1: 490, 2: 510}


def test_who_wins_unseen_may_show_what_he_likes_to_all() -> None:
    """SD11, S3-62: what he shows everybody sees; the push is still the next step."""
    play = to_the_river("3 bet 20", "4 fold", "5 fold", "6 fold")
    play.must(ShowCard(3, card("Ad")))
    assert [face.text for face in seen_faces(play.table, 3)] == ["Ad"]
    assert play.step.do == "push"
    assert play.ask(Muck(3)) == "refused.not_now"
    play.must(TableHand(3)).push()
    assert play.table.awards[0].hand == "straight"
    assert play.ask(ShowCard(3, card("8d"))) == "refused.not_now"


# --- asking to see (SD9, SD10)


def test_a_river_caller_has_a_right_to_the_aggressors_hand() -> None:
    """EX-111, T24-18: it must be shown, and is shown first."""
    play = bet_and_called().must(TableHand(4), Muck(5), AskToSee(4, 3))
    assert (play.step.seats, play.step.sentence.id) == ((3,), "prompt.table.must")
    assert play.ask(Muck(3)) == "refused.must_table"
    assert not may_muck(play.table, 3)
    play.must(Confirm())
    assert play.table.seats[3].tabled


def test_a_player_without_cards_has_no_right() -> None:
    """EX-111: S5 called and mucked; S6 folded."""
    play = bet_and_called().must(TableHand(4), Muck(5))
    assert play.ask(AskToSee(5, 3)) == "refused.no_cards"
    assert play.ask(AskToSee(6, 3)) == "refused.no_cards"


@pytest.mark.parametrize(("code", "muck"), [("R29", "refused.must_table"), ("R30", "")])
def test_another_request_is_the_floors(code: str, muck: str) -> None:
    """EX-111: S4 asks for the other caller's hand; R29 allows it, R30 does not."""
    play = bet_and_called().must(TableHand(3), AskToSee(4, 5))
    assert play.step.to == "SD9"
    (what,) = play.table.open
    assert (what.seat, what.rulings) == (5, ("R29", "R30"))
    assert play.ask(TableHand(5)) == "refused.stopped"
    play.must(Rule(code, "lee"))
    assert play.ask(Muck(5)) == muck


def test_who_checked_the_river_down_asks_the_floor() -> None:
    """T24-18: without a bet on the river nobody has the right."""
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(TableHand(3), AskToSee(3, 4))
    assert play.step.to == "SD9"
    play.must(TakeBack())
    assert play.step.do == "table"


def test_an_all_in_of_an_earlier_street_is_no_call_of_the_river() -> None:
    stacks = {**L6, 3: 10}
    start = seated(stacks, 6, house=dataclasses.replace(TDA, showdown_allin_tabling=AllInTabling.AT_SHOWDOWN))
    play = dealt(start).do("3 all-in", "4 call", "5 call", "6 fold", "1 fold", "2 fold").pass_to(Phase.RIVER)
    play.do("4 bet 20", "5 call").must(AskToSee(3, 4))
    assert play.step.to == "SD9"
    play.must(Rule("R30", "lee"), AskToSee(5, 4))
    assert play.step.sentence.id == "prompt.table.must"


def test_the_aggressors_hand_comes_back_from_the_muck_when_it_is_asked_for() -> None:
    """EX-111: S3 has thrown his hand in, the pot is not pushed: the caller still sees it, and it is live."""
    play = bet_and_called().must(Muck(5), Muck(3))
    assert (play.step.do, play.step.seat) == ("push", 4)
    play.must(AskToSee(4, 3))
    assert (play.table.phase, play.step.seats) == (Phase.SHOWDOWN, (3,))
    play.must(Confirm(), TableHand(4)).push()
    assert play.table.awards[0].seat == 3


def test_any_player_dealt_in_may_ask_where_the_house_has_it() -> None:
    """SD10, RR-SD-5: S6 folded and asks all the same; the hand of a caller must be shown."""
    play = bet_and_called(ROBERT).must(AskToSee(6, 5))
    assert (play.step.seats, play.step.sentence.id) == ((5,), "prompt.table.must")
    assert play.ask(Muck(5)) == "refused.must_table"


def test_a_hand_asked_for_by_the_winner_is_live_again() -> None:
    """RR-SD-5: S4 is the last one, S3 has mucked the better hand."""
    play = bet_and_called(ROBERT).must(Muck(3), Muck(5), AskToSee(4, 3))
    play.must(Confirm(), TableHand(4)).push()
    assert play.table.awards[0].seat == 3


def test_a_hand_asked_for_by_another_stays_dead() -> None:
    """RR-SD-5: S6 is out of the hand; S3's better hand is turned up and does not play."""
    play = bet_and_called(ROBERT).must(Muck(3), Muck(5), AskToSee(6, 3))
    assert (play.step.do, play.step.sentence.id) == ("table", "prompt.table.dead")
    play.must(Confirm())
    assert [face.text for face in seen_faces(play.table, 3)] == ["Ad", "8d"]
    assert play.table.seats[3].status is Status.MUCKED
    play.push()
    assert [(award.seat, award.hand) for award in play.table.awards] == [(4, "")]


def test_a_dead_hand_is_shown_while_others_still_show() -> None:
    play = bet_and_called(ROBERT).must(Muck(3), AskToSee(6, 3))
    assert play.step.sentence.id == "prompt.table.dead"
    play.must(TableHand(3))
    assert play.step.seats == (4,)
    assert play.table.seats[3].status is Status.MUCKED


def test_the_last_hand_is_shown_too_where_it_was_asked_for() -> None:
    """RR-SD-5: also the winner's, who need not show otherwise."""
    play = bet_and_called(ROBERT).must(Muck(3), Muck(5), AskToSee(3, 4))
    assert (play.step.do, play.step.seats) == ("table", (4,))
    play.must(TableHand(4)).push()
    assert play.table.awards[0].hand


def test_the_best_tabled_hand_is_the_winner_who_asks() -> None:
    play = bet_and_called(ROBERT).must(TableHand(4), Muck(3), AskToSee(4, 3))
    assert play.table.seats[3].status is Status.LIVE
    play = bet_and_called(ROBERT).must(TableHand(4), Muck(3), AskToSee(5, 3))
    assert play.table.seats[3].status is Status.MUCKED


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (AskToSee(4, 4), "refused.no_hand_to_show"),
        (AskToSee(4, 6), "refused.no_hand_to_show"),
        (AskToSee(4, 9), "refused.no_hand_to_show"),
        (AskToSee(4, 3), "refused.no_hand_to_show"),
        (AskToSee(9, 5), "refused.no_cards"),
    ],
)
def test_requests_that_make_no_sense(ask: AskToSee, why: str) -> None:
    assert bet_and_called().must(TableHand(3)).ask(ask) == why


def test_requests_before_the_showdown_after_the_push_and_where_the_house_has_none() -> None:
    """`showdown.ask_to_see` OFF."""
    play = to_the_river("3 bet 20", "4 call", "5 call")
    assert play.ask(AskToSee(4, 3)) == "refused.not_now"
    play = bet_and_called().must(TableHand(3), Muck(4), Muck(5)).push()
    assert play.ask(AskToSee(5, 4)) == "refused.not_now"
    play = bet_and_called(HouseRules(showdown_ask_to_see=Asking.OFF))
    assert play.ask(AskToSee(4, 3)) == "refused.asking_off"


def test_who_must_show_anyway_is_not_asked_for() -> None:
    play = dealt(seated({1: 100, 2: 100, 3: 500}, 3)).do("3 raise 100", "1 call", "2 call")
    play.street().street().street()
    assert play.ask(AskToSee(3, 1)) in ("refused.must_table", "refused.no_hand_to_show")
    play = bet_and_called().must(AskToSee(4, 3))
    assert play.ask(AskToSee(5, 3)) == "refused.must_table"


def test_nobody_asks_for_a_hand_that_won_without_a_call() -> None:
    play = to_the_river("3 bet 20", "4 fold", "5 fold", "6 fold")
    assert play.step.do == "push"
    assert play.ask(AskToSee(4, 3)) == "refused.not_now"


# --- hands that come back (SD13)


def test_a_hand_thrown_in_may_be_tabled_until_the_pot_is_pushed() -> None:
    """EX-73, T24-14: the pot was about to go to S6; S2's hand comes back, and S6 must show now."""
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(Muck(3), Muck(4), Muck(5))
    assert play.step.do == "push"
    play.must(TableHand(4))
    assert (play.table.phase, play.step.seats) == (Phase.SHOWDOWN, (6,))
    play.must(TableHand(6)).push()
    assert play.table.awards[0].seat == 6
    assert play.ask(TableHand(3)) == "refused.pushed"


def test_a_hand_in_the_muck_comes_back_before_its_owner() -> None:
    """EX-73: both tags are known."""
    play = to_the_river("3 check", "4 check", "5 check", "6 check")
    throw_into_the_muck(play, 3)
    assert play.at(MUCK) != []
    play.must(TableHand(3))
    assert play.hole(3) == ["Ad", "8d"]
    assert play.table.seats[3].tabled


def test_the_dealer_may_lay_the_cards_back_first() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check")
    throw_into_the_muck(play, 3)
    play.move("Ad", seat_place(3)).move("8d", seat_place(3))
    assert play.step.do == "table"
    play.must(TableHand(3))
    assert play.table.seats[3].tabled


def test_somebody_elses_cards_do_not_come_back() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check")
    throw_into_the_muck(play, 3)
    play.move("Ad", seat_place(4))
    assert play.step.do == "stop"


def test_a_touch_of_the_muck_kills_where_the_house_has_it() -> None:
    """EX-73, `muck.retrieval` TOUCH_KILLS; a hand that lies before its owner is not touched."""
    house = HouseRules(muck_retrieval=Retrieval.TOUCH_KILLS)
    play = to_the_river("3 check", "4 check", "5 check", "6 check", house=house).must(Muck(4))
    throw_into_the_muck(play, 3)
    assert play.ask(TableHand(3)) == "refused.not_identified"
    play.must(TableHand(4))


def test_cards_that_nobody_knows_do_not_come_back() -> None:
    play = Play(seated({1: 500, 2: 500, 3: 500}, 3)).start().deal(known=False).check_down().must(Muck(1))
    assert play.ask(TableHand(1)) == "refused.not_identified"


def test_a_side_pot_is_made_again_after_a_hand_came_back() -> None:
    house = HouseRules(showdown_allin_tabling=AllInTabling.AT_SHOWDOWN)
    play = dealt(seated({1: 500, 2: 500, 3: 40}, 3, house=house))
    play.do("3 all-in", "1 raise 120", "2 call").check_down()
    before = {n: seat.stack for n, seat in play.table.seats.items()}
    play.must(Muck(1), TableHand(3), TableHand(2))
    assert play.step.do == "push"
    assert len(play.table.pots) == 2
    play.must(TableHand(1))
    assert {n: seat.stack for n, seat in play.table.seats.items()} == before
    assert [(pot.amount, pot.seats) for pot in play.table.pots] == [(120, (1, 2, 3)), (160, (1, 2))]


def test_a_hand_that_came_back_can_be_thrown_in_again_by_undo() -> None:
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(Muck(3), Muck(4), Muck(5))
    at_push = play.table
    play.must(TableHand(5), TakeBack(), TakeBack())
    assert play.step.do == "push"
    assert play.table.pots == at_push.pots
    assert play.again() == play.table


def test_a_tabled_hand_is_not_given_up() -> None:
    """SD14, T24-13C: what is tabled plays."""
    play = to_the_river("3 check", "4 check", "5 check", "6 check").must(TableHand(3))
    assert play.ask(Muck(3)) == "refused.tabled"


# --- what always holds


HOUSES = st.builds(
    HouseRules,
    showdown_called_hands=st.sampled_from(CalledHands),
    showdown_allin_tabling=st.sampled_from(AllInTabling),
    showdown_ask_to_see=st.sampled_from(Asking),
    muck_retrieval=st.sampled_from(Retrieval),
)
CODES = ("R15", "R27", "R29", "R30", "R31", "R03")


def any_ask(play: Play, dice: random.Random) -> Ask:
    seat, other = (dice.choice((*play.table.dealt, 9)) for _ in range(2))
    shown = card(dice.choice(DECK_A.split()))
    held = [p.card for p in play.table.pieces if p.place == seat_place(seat) and p.card]
    pots = play.table.pots
    total = pots[0].amount if pots else dice.randint(0, 50)
    asks: tuple[Ask, ...] = (
        Confirm(),
        TableHand(seat),
        Muck(seat),
        ShowCard(seat, dice.choice(held) if held else shown),
        ShowCard(seat, shown),
        AskToSee(seat, other),
        CallFloor(),
        TakeBack(),
        Rule(dice.choice(CODES), "lee", seat=seat, pot=1, seats=(other,), amounts=(total,)),
    )
    (ask,) = dice.choices(asks, weights=(3, 4, 12, 2, 1, 6, 1, 2, 3))
    return ask


def go_on(play: Play) -> None:
    """What the prompt asks for; it must be taken."""
    match play.step.do:
        case "stop":
            if play.ask(Redeal() if may_redeal(play.table) else TakeBack()):
                play.must(Rule(menu(play.table)[0], "lee", "play on"))
        case "table" | "push" | "next" | "move" | "verify" | "shuffle":
            play.must(Confirm())
        case "act":
            play.pass_by()
        case _:
            play.draw(due(play.table) or BOARD)


def check_shown(play: Play) -> None:
    """No hand is named that was not tabled, and no face is seen that was not shown."""
    shown = {event.card for event in play.core.events if isinstance(event, FaceShown)}
    views = project(play.table, Sensing(frozenset()), Service(), 1)
    for seat, view in views.player.seats.items():
        held = {
            MAP.face(p.card).text
            for p in play.table.pieces
            if p.card in shown and p.bound == seat_place(seat)
        }
        assert set(view.faces) <= held
    for award in play.table.awards:
        assert play.table.seats[award.seat].tabled or award.hand == ""


def begun(house: HouseRules, order: list[str], stacks: list[int]) -> Play:
    """A hand at its showdown or with all betting done: everybody is in, some all-in."""
    play = dealt(seated(dict(enumerate(stacks, 1)), 1, house=house), " ".join(order))
    while play.step.do == "act":
        seat = play.step.seat
        may = betting.options(play.table, seat)
        short = may.all_in and play.table.seats[seat].stack <= 60
        play.do(f"{seat} all-in" if short else f"{seat} check" if may.check else f"{seat} call")
    return play


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    HOUSES,
    st.lists(st.sampled_from([15, 60, 500, 500, 500]), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_no_showdown_ends_in_a_dead_end(house: HouseRules, stacks: list[int], dice: random.Random) -> None:
    order = DECK_A.split()
    dice.shuffle(order)
    play = begun(house, order, stacks)
    total = chips(play.table)
    while play.table.phase not in (Phase.SHOWDOWN, Phase.PAYING, Phase.IDLE, Phase.VOID):
        go_on(play)
    for _ in range(20):
        if play.table.phase in (Phase.IDLE, Phase.VOID):
            break
        play.ask(any_ask(play, dice))
        assert chips(play.table) == total
        check_shown(play)
    for _ in itertools.takewhile(lambda _: not over(play.table), range(150)):
        go_on(play)
        check_shown(play)
    assert over(play.table)
    assert play.again() == play.table


def over(table: Table) -> bool:
    return table.phase in (Phase.IDLE, Phase.VOID) and not table.open
