"""Hands released, killed, thrown and restored (rules.md 6.2, 6.3, 12.2, 12.10; H1 to H20, R15, R16, R28)."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.rules import betting
from controller.rules.cards import BOARD, MUCK, How, Place, seat_place
from controller.rules.dealing import at, due
from controller.rules.events import CardMoved
from controller.rules.house import FaceDown, HouseRules, ProtectedKill, Recovered, Retrieval
from controller.rules.incidents.recovery import board_since, hand, known, thrown
from controller.rules.requests import (
    Act,
    AskToSee,
    CallFloor,
    Confirm,
    Muck,
    Report,
    Rule,
    ShowCard,
    TableHand,
    TakeBack,
    Unnotice,
)
from controller.rules.rulings import menu
from controller.rules.stakes import Form
from controller.rules.state import BETWEEN_HANDS, Do, Phase, Piece, Status
from controller.rules.table import chips
from tests.controller.rules.hands import DECK_A, L6, MAP, Play, card, dealt, seated

KILLING = HouseRules(hand_recovered=Recovered.KILL_FIRST)
TOUCHING = HouseRules(muck_retrieval=Retrieval.TOUCH_KILLS)
RETRIEVABLE = HouseRules(hand_facedown_release_with_action_pending=FaceDown.RETRIEVABLE)
REFUNDING = HouseRules(hand_protected_kill=ProtectedKill.REFUND_FROM_POT)


def rule(code: str, seat: int = 0, why: str = "", **more: object) -> Rule:
    return Rule(code, "lee", why, seat, **more)  # type: ignore[arg-type]


def sweep(play: Play, seat: int) -> Play:
    """Both cards of the seat come to the muck."""
    for text in play.hole(seat):
        play.move(text, MUCK)
    return play


def bettor(house: HouseRules | None = None) -> Play:
    """Three players with 20 each in the pot; on the flop seat 2 has bet 40 and seat 3 is next."""
    start = seated(dict.fromkeys((1, 2, 3), 500), 3, blinds=(10, 20), house=house)
    return dealt(start).do("3 call", "1 call", "2 check").street().do("1 check", "2 bet 40")


def texts(pieces: tuple[Piece, ...]) -> list[str]:
    """The faces of cards that the test knows."""
    return [MAP.face(piece.card).text for piece in pieces if piece.card]


def kind(play: Play) -> str:
    return play.table.open[0].kind if play.table.open else ""


# --- a hand of a player with nothing to decide (H8, H9)


@pytest.mark.parametrize(
    ("house", "guarded", "found", "rulings"),
    [
        (HouseRules(), False, "H8", ("R16", "R15")),
        (KILLING, False, "H8", ("R15", "R16")),
        (HouseRules(), True, "H9", ("R16", "R15")),
        (KILLING, True, "H9", ("R16", "R15")),
        (TOUCHING, False, "H8", ("R15",)),
        (TOUCHING, True, "H9", ("R15",)),
    ],
)
def test_a_swept_in_hand_has_the_menu_of_the_house(
    house: HouseRules, guarded: bool, found: str, rulings: tuple[str, ...]
) -> None:
    play = bettor(house)
    if guarded:
        play.must(Report("guard", 2))
    sweep(play, 2)
    assert (kind(play), menu(play.table), play.table.open[0].seat) == (found, rulings, 2)
    assert play.table.seats[2].status is Status.LIVE


def test_a_card_guard_that_is_told_after_the_sweep_changes_the_case() -> None:
    play = sweep(bettor(KILLING), 2).must(Report("guard", 2))
    assert (kind(play), menu(play.table)) == ("H9", ("R16", "R15"))
    assert play.ask(Report("guard", 2)) == "refused.guarded"


def test_a_hand_that_no_reader_knew_cannot_be_restored() -> None:
    """6.3."""
    start = seated(dict.fromkeys((1, 2, 3), 500), 3, blinds=(10, 20))
    play = Play(start).start().deal(known=False).do("3 raise 60")
    for piece in at(play.table, seat_place(3)):
        play.core.record(CardMoved(piece.n, None, MUCK, How.READ))
    assert (kind(play), menu(play.table)) == ("H8", ("R15",))
    assert play.table.open[0].sentence.id == "irregular.swept.lost"
    assert play.ask(rule("R16", 3, "they say so")) == "refused.not_identified"


def test_a_board_card_while_the_table_stands_ends_the_way_back() -> None:
    """12.2: if no board card was dealt since."""
    play = sweep(bettor(), 2).draw(BOARD)
    assert "R16" not in menu(play.table)
    assert board_since(play.table, 2)
    assert play.ask(rule("R16", 2, "please")) == "refused.restore_late"


def test_a_restored_hand_goes_on_as_if_nothing_had_happened() -> None:
    play = bettor()
    before = (play.stacks, play.table.street)
    sweep(play, 2).must(rule("R16", 2))
    assert [(task.do, task.to) for task in play.table.todo] == [(Do.MOVE, seat_place(2))] * 2
    play.moves()
    assert (play.stacks, play.table.street) == before
    assert (play.step.do, play.step.seat, known(play.table, 2)) == ("act", 3, True)


@pytest.mark.parametrize(
    ("house", "guarded", "back"), [(None, False, 40), (None, True, 40), (REFUNDING, True, 60)]
)
def test_what_goes_back_by_itself(house: HouseRules | None, guarded: bool, back: int) -> None:
    """H8 UNCALLED, H9 with `hand.protected_kill` all of it (EX-71, EX-72)."""
    play = bettor(house)
    if guarded:
        play.must(Report("guard", 2))
    sweep(play, 2).must(rule("R15"))
    assert dict(play.table.returned) == {2: back}
    assert play.stacks[2] == 440 + back


def test_an_unguarded_hand_is_paid_nothing_out_of_the_pot() -> None:
    play = sweep(bettor(REFUNDING), 2)
    assert play.ask(rule("R15", 2, refund="ALL_FROM_POT")) == "refused.not_guarded"
    play.must(rule("R15", 2, "the guard had slipped", refund="ALL_FROM_POT"))
    assert play.stacks[2] == 500


def test_a_hand_killed_in_the_deal_leaves_the_deal_whole() -> None:
    play = Play(seated(L6, 6)).start()
    for _ in range(8):
        play.draw(due(play.table) or BOARD)
    sweep(play, 2)
    assert kind(play) == "H8"
    play.must(rule("R15", 2)).moves().deal()
    assert (play.step.do, play.step.seat) == ("act", 3)
    assert play.table.seats[2].status is Status.DEAD


# --- hands released by their owners (H1, H2, H6)


def test_a_release_with_no_bet_is_the_floors_where_the_house_has_it() -> None:
    for house, rulings in ((RETRIEVABLE, ("R16", "R15")), (HouseRules(), ("R15", "R16"))):
        start = seated(dict.fromkeys((1, 2, 3), 500), 3, blinds=(10, 20), house=house)
        play = dealt(start).do("3 call", "1 call", "2 check").street()
        sweep(play, 1)
        assert (kind(play), menu(play.table)) == ("H2", rulings)


def test_a_release_facing_a_bet_is_dead() -> None:
    play = sweep(bettor(RETRIEVABLE), 3)
    assert (kind(play), menu(play.table)) == ("H6", ("R15",))


def test_false_information_gives_a_folded_hand_its_turn_back() -> None:
    play = bettor().do("3 fold").must(CallFloor())
    play.must(rule("R16", 3, "he was told that he was all in"))
    assert (play.step.do, play.step.seat) == ("act", 3)
    assert play.table.street.actions == 2


def test_a_hand_that_folded_before_others_acted_has_the_last_turn() -> None:
    play = bettor().do("3 fold", "1 call")
    play.must(CallFloor(), rule("R16", 3, "told wrongly")).moves()
    assert (play.step.do, play.step.seat) == ("act", 3)
    play.do("3 call")
    assert play.step.do == "burn"
    assert play.table.seats[3].stack == 440


def test_heads_up_a_swept_fold_comes_back_before_the_push() -> None:
    """12.10: a release that was really the dealer's sweep is told by FLOOR."""
    play = bettor().do("3 fold", "1 fold")
    assert (play.step.do, dict(play.table.returned)) == ("push", {2: 40})
    play.must(CallFloor(), rule("R16", 1, "the dealer took them"))
    assert (play.step.seat, dict(play.table.returned), play.stacks[2]) == (1, {}, 440)
    play.do("1 call").street()
    assert play.step.seat == 1


@pytest.mark.parametrize(
    ("seat", "why"),
    [(0, "refused.no_hand"), (9, "refused.no_hand"), (2, "refused.has_hand"), (11, "refused.no_hand")],
)
def test_nothing_is_restored_that_is_no_hand(seat: int, why: str) -> None:
    play = bettor().must(CallFloor())
    before = play.table
    assert play.ask(rule("R16", seat, "why not")) == why
    assert play.table is before


def test_touching_the_muck_kills_at_showdown_without_the_floor() -> None:
    """H6, S0-66; 12.10."""
    play = dealt(seated(dict.fromkeys((1, 2, 3), 500), 3, house=TOUCHING)).check_down()
    sweep(play, 1)
    assert (kind(play), play.table.seats[1].status) == ("", Status.MUCKED)
    assert play.must(CallFloor()).ask(rule("R16", 1, "please")) == "refused.touch_kills"


@pytest.mark.parametrize(("house", "first"), [(HouseRules(), "R16"), (KILLING, "R15")])
def test_half_a_hand_in_the_muck_at_showdown_is_the_floors(house: HouseRules, first: str) -> None:
    play = dealt(seated(dict.fromkeys((1, 2, 3), 500), 3, house=house)).check_down()
    play.move(play.hole(1)[0], MUCK)
    assert (kind(play), menu(play.table)[0], set(menu(play.table))) == ("H6", first, {"R15", "R16"})


def test_a_mucked_hand_is_restored_at_showdown_before_the_push() -> None:
    play = dealt(seated(dict.fromkeys((1, 2, 3), 500), 3)).check_down().must(Muck(1), Muck(2))
    assert play.step.do == "push"
    play.must(CallFloor(), rule("R16", 2, "in the interest of the game"))
    assert (play.table.phase, play.table.seats[2].status) == (Phase.SHOWDOWN, Status.LIVE)
    play.show_all().push()
    assert sum(play.stacks.values()) == 1500


# --- hands that are thrown together (H7, H10, H19)


def test_what_belongs_to_whom_is_known_from_the_deal() -> None:
    """6.3, users.md 77."""
    play = bettor().do("3 fold")
    mine, dead = play.hole(2), play.hole(3)
    for text in dead:
        play.move(text, seat_place(2))
    assert texts(thrown(play.table, 2)) == dead
    assert texts(hand(play.table, 2)) == mine
    assert (kind(play), menu(play.table)) == ("H19", ("R01", "R15"))
    play.must(rule("R01"))
    assert [(t.n, t.to) for t in play.table.todo] == [(p.n, MUCK) for p in thrown(play.table, 2)]
    play.moves()
    assert (play.hole(2), play.at(MUCK)) == (mine, dead)


def test_a_third_hand_in_the_pile_makes_it_untold() -> None:
    """A card of each hand before one player: what is told is only the muck; nothing is guessed."""
    play = bettor().do("3 fold")
    own, other = play.hole(2)[0], play.hole(3)[0]
    play.move(other, seat_place(2)).move(own, seat_place(1))
    assert (kind(play), thrown(play.table, 2)) == ("H19", ())
    assert known(play.table, 1)


def test_a_hand_thrown_into_another_is_dead_and_the_other_plays_on() -> None:
    play = bettor()
    play.move(play.hole(3)[0], seat_place(1))
    assert (kind(play), menu(play.table), play.table.open[0].seat) == ("H7", ("R15",), 3)
    play.must(rule("R15")).moves()
    assert (len(play.hole(1)), len(play.hole(3)), len(play.at(MUCK))) == (2, 0, 2)
    assert play.step.seat == 1


def test_a_card_that_comes_home_by_itself_stops_nothing() -> None:
    play = bettor().do("3 fold")
    text = play.hole(3)[0]
    play.move(text, seat_place(7)).move(text, seat_place(3)).move(text, MUCK)
    assert kind(play) == ""


# --- players who left (H14, H20)


def test_who_left_is_passed_when_his_turn_comes_until_he_is_back() -> None:
    play = bettor().must(Report("left", 3))
    assert (play.table.seats[3].status, play.step.seat) == (Status.FOLDED, 1)
    play = bettor().do("3 call").must(Report("left", 1))
    assert play.table.seats[1].status is Status.FOLDED
    play = dealt(seated(dict.fromkeys((1, 2, 3), 500), 3)).must(Report("left", 1), Report("left", 1))
    assert not play.table.seats[1].gone


def test_in_a_tournament_the_floor_is_called() -> None:
    play = dealt(seated(dict.fromkeys((1, 2, 3), 500), 3, form=Form.TOURNAMENT)).must(Report("left", 1))
    assert (kind(play), menu(play.table)) == ("H14", ("R01", "R15"))
    play.must(Report("left", 1))
    assert kind(play) == ""


@pytest.mark.parametrize(("what", "seat"), [("left", 9), ("guard", 9), ("guard", 0)])
def test_a_report_of_nobody_is_refused(what: str, seat: int) -> None:
    assert bettor().ask(Report(what, seat)) == "refused.no_hand"


# --- show one, show all (R28)


def test_the_time_of_show_one_show_all() -> None:
    """E23: now, at the end of the street, at the end of the hand."""
    for viewers, after in (((), None), ((3,), None), ((1,), None), ((9,), Phase.PAYING)):
        play = bettor().must(CallFloor(), rule("R28", 2, "he showed", seats=viewers))
        assert {task.after for task in play.table.todo} == {after}
    play = bettor().do("3 call", "1 call").must(CallFloor())
    assert play.ask(rule("R28", 9, "nobody")) == "refused.no_hand_to_show"
    play = bettor().do("3 call").must(CallFloor(), rule("R28", 2, "he showed", seats=(3,)))
    assert {task.after for task in play.table.todo} == {Phase.FLOP}


# --- any history of these


def answer(play: Play) -> None:
    """The floor ends the stop: by its menu, else with any ruling that is legal; there is always one."""
    for code in (*menu(play.table), "R01", "R15", "R16", "R03"):
        if play.ask(rule(code)) == "" or play.ask(rule(code, why="it must go on")) == "":
            return
    raise AssertionError(f"no ruling ends {play.table.open}")


def go_on(play: Play, dice: random.Random) -> None:
    """What the prompt asks for; it must be taken."""
    match play.step.do:
        case "stop":
            answer(play)
        case "act":
            may = betting.options(play.table, play.step.seat)
            play.do(f"{play.step.seat} {'check' if may.check else dice.choice(('call', 'fold', 'call'))}")
        case "name":
            place = Place.parse(play.step.to)
            raise AssertionError(f"every card is known at {place}")
        case "burn" | "flop" | "turn" | "river" | "deal" if due(play.table) is not None:
            play.draw(due(play.table) or BOARD)
        case _:
            play.must(Confirm())


def meddle(play: Play, dice: random.Random) -> None:
    """A card of a hand goes to the muck or to a seat, somebody reports, or the floor rules."""
    seat = dice.randint(1, 6)
    pieces = [p for p in play.table.pieces if p.place == MUCK or p.place.seat]
    code = dice.choice(("R15", "R16", "R27", "R28", "R29", "R30", "R01"))
    refund = dice.choice(("", "NONE", "UNCALLED", "ALL_FROM_POT"))
    match dice.randint(0, 8):
        case 0 | 1 if pieces:
            piece = dice.choice(pieces)
            to = dice.choice((MUCK, seat_place(seat), seat_place(piece.place.seat or seat)))
            play.core.record(CardMoved(piece.n, None, to, How.READ))
        case 2:
            sweep(play, seat)
        case 3:
            play.ask(Report(dice.choice(("guard", "left")), seat))
        case 4:
            play.ask(dice.choice((CallFloor(), TakeBack(), Unnotice("lee"))))
        case 5 | 6:
            play.ask(rule(code, seat, "because", refund=refund, seats=(dice.randint(1, 6),)))
        case 7:
            play.ask(dice.choice((Muck(seat), TableHand(seat), AskToSee(seat, dice.randint(1, 6)))))
        case _:
            play.ask(dice.choice((Act(seat, "fold"), ShowCard(seat, card(dice.choice(DECK_A.split()))))))


HOUSES = st.builds(
    HouseRules,
    muck_retrieval=st.sampled_from(Retrieval),
    hand_protected_kill=st.sampled_from(ProtectedKill),
    hand_recovered=st.sampled_from(Recovered),
    hand_facedown_release_with_action_pending=st.sampled_from(FaceDown),
    showdown_show_one_show_all=st.booleans(),
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(HOUSES, st.sampled_from(Form), st.randoms(use_true_random=False), st.integers(2, 6))
def test_whatever_becomes_of_the_hands_there_is_a_next_step(
    house: HouseRules, form: Form, dice: random.Random, players: int
) -> None:
    stacks = {n: dice.choice((15, 60, 500)) for n in range(1, players + 1)}
    order = DECK_A.split()
    dice.shuffle(order)
    play = Play(seated(stacks, 1, house=house, form=form), " ".join(order)).start()
    total = chips(play.table)
    for _ in range(dice.randint(0, 40)):
        (meddle if dice.randint(0, 1) else go_on)(play, dice)
        assert chips(play.table) == total
        if play.table.phase in BETWEEN_HANDS:
            break
    for _ in range(150):
        if play.table.phase in BETWEEN_HANDS and not play.table.open:
            break
        go_on(play, dice)
        assert chips(play.table) == total
    assert play.table.phase in BETWEEN_HANDS
    assert play.again() == play.table
