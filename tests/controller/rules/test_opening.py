"""Opening and closing the table, the button draw, dealers, decks and table time (rules.md 2.1, 2.3, 7.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules import opening
from controller.rules.account import Settled
from controller.rules.cards import BOARD, BURN, MUCK, How, Place, seat_place
from controller.rules.clock import expired
from controller.rules.dealing import due
from controller.rules.events import (
    ButtonPlaced,
    CardMoved,
    DealerChanged,
    DeckVerified,
    FaceShown,
    FloorCalled,
    HandStarted,
    ImpossibleEvent,
    MinutePassed,
    SessionClosed,
    TimeCharged,
)
from controller.rules.house import DeckVerify, HouseRules, RakeMode
from controller.rules.requests import (
    Ask,
    Buy,
    CallClock,
    CallFloor,
    ChangeDealer,
    ChangeDeck,
    CloseSession,
    Confirm,
    DrawButton,
    Name,
    OpenSession,
    PlaceButton,
    Redeal,
    TakeBack,
)
from controller.rules.sentence import say
from controller.rules.stakes import Level, Stakes
from controller.rules.state import Opening, Phase, Status, Table
from controller.rules.table import apply, chips, replay
from tests.controller.rules.hands import DECK_A, L6, SEATS, Play, card, dealt, seated

FOUR = dict.fromkeys((1, 2, 3, 4), 500)


def verified(start: Table) -> Play:
    play = Play(start).must(OpenSession())
    play.core.record(DeckVerified("A", 52))
    return play


def how_far(play: Play) -> Opening:
    return play.table.opening


def settle(play: Play) -> Play:
    """Let the button go where the drawn cards say, as the loop does."""
    play.core.record(*opening.drawn(play.table))
    return play


def draw(start: Table, cards: Mapping[int, str]) -> Play:
    """The seats in the order in which their cards are dealt."""
    play = Play(start, " ".join(cards.values())).must(DrawButton())
    for seat in cards:
        play.draw(seat_place(seat))
    return play


def collect(play: Play) -> Play:
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, piece.card, Place.parse("shoe"), How.READ))
    return play


# --- opening


def test_a_table_that_never_opens_formally_plays_at_once() -> None:
    play = Play(seated(L6, 6))
    assert how_far(play) is Opening.NONE
    assert play.start().table.phase is Phase.DEALING


def test_opening_asks_for_the_whole_deck_and_then_for_the_button() -> None:
    play = Play(seated(L6, 6)).must(OpenSession())
    assert how_far(play) is Opening.VERIFYING
    assert (play.step.do, play.step.cards) == ("verify", 52)
    assert play.ask(DrawButton()) == "refused.unverified"
    play.core.record(DeckVerified("A", 52))
    assert how_far(play) is Opening.OPEN
    assert play.step.sentence == say("prompt.draw")
    assert play.must(Confirm()).table.drawing == (1, 2, 3, 4, 5, 6)


def test_where_no_reader_can_count_the_dealer_does_and_says_so() -> None:
    play = Play(seated(L6, 6)).must(OpenSession(), Confirm())
    assert play.core.events[-1] == DeckVerified("A", 0)
    assert how_far(play) is Opening.OPEN


def test_where_every_drawn_card_is_checked_the_table_opens_at_once() -> None:
    play = Play(seated(L6, 6, house=HouseRules(deck_verify=DeckVerify.ON_DRAW))).must(OpenSession())
    assert how_far(play) is Opening.OPEN


def test_a_table_opens_once() -> None:
    play = verified(seated(L6, 6))
    assert play.ask(OpenSession()) == "refused.opened"
    assert Play(seated(L6, 6)).must(OpenSession()).ask(OpenSession()) == "refused.opened"


def test_opening_can_be_taken_back_until_the_deck_is_verified() -> None:
    play = Play(seated(L6, 6)).must(OpenSession(), TakeBack())
    assert how_far(play) is Opening.NONE
    assert verified(seated(L6, 6)).ask(TakeBack()) == "refused.nothing_to_undo"


def test_a_button_that_was_placed_is_not_drawn_for() -> None:
    play = verified(seated(L6, 6)).must(PlaceButton(2))
    assert play.step.sentence == say("prompt.next")
    table = play.start().table
    assert (table.button, table.small, table.big) == (2, 3, 4)


def test_an_opened_table_stays_open_from_hand_to_hand() -> None:
    play = verified(seated(FOUR, 4)).must(PlaceButton(4)).start()
    assert how_far(play) is Opening.OPEN
    started = next(event for event in play.core.events if isinstance(event, HandStarted))
    assert started.opened
    play.deal().do("3 fold", "4 fold", "1 fold").push()
    assert collect(play).step.sentence == say("prompt.next")


# --- the button draw


@pytest.mark.parametrize(
    ("cards", "button"),
    [
        ({1: "Kd", 2: "Ah", 3: "As", 4: "9c"}, 3),
        ({1: "2c", 2: "2d", 3: "2h", 4: "2s"}, 4),
        ({1: "Ac", 2: "Ks", 3: "Kh", 4: "Qs"}, 1),
        ({1: "9c", 2: "Td", 3: "Tc", 4: "9s"}, 2),
    ],
)
def test_the_highest_card_gets_the_button_by_rank_then_suit(cards: dict[int, str], button: int) -> None:
    play = draw(seated(FOUR, 1), cards)
    assert play.step.do == "table"
    settle(play.must(Confirm()))
    assert play.core.events[-1] == ButtonPlaced(button, drawn=True)
    assert (play.table.phase, play.table.button) == (Phase.IDLE, button)
    shown = [event for event in play.core.events if isinstance(event, FaceShown)]
    assert [event.because for event in shown] == ["button draw"] * 4


def test_the_drawn_button_is_that_of_the_first_hand_whatever_was_before() -> None:
    play = settle(draw(seated(FOUR, 1), {1: "Kd", 2: "Ah", 3: "As", 4: "9c"}).must(Confirm()))
    assert play.step.do == "collect"
    table = collect(play).start().table
    assert (table.button, table.small, table.big) == (3, 4, 1)
    assert not table.placed
    assert not table.drawing
    assert not table.faces


def test_one_card_each_seat_by_seat_and_nobody_acts() -> None:
    play = Play(seated({2: 500, 5: 500, 7: 500}, 2, away=(5,)), "Kd Ah").must(DrawButton())
    assert (play.step.do, play.step.seat) == ("deal", 2)
    play.draw(seat_place(2))
    assert (play.step.do, play.step.seat) == ("deal", 7)
    play.draw(seat_place(7))
    assert due(play.table) is None
    assert play.step.sentence == say("prompt.draw.faces")


def test_no_face_is_known_before_the_cards_are_turned_up() -> None:
    play = draw(seated(FOUR, 1), {1: "Kd", 2: "Ah", 3: "As", 4: "9c"})
    assert not play.table.faces
    assert opening.drawn(play.table) == ()


def test_the_draw_remembers_no_face_of_the_hand_before() -> None:
    play = dealt(seated(FOUR, 4)).check_down().show_all().push()
    assert collect(play).table.faces
    table = play.must(DrawButton()).table
    assert not table.faces
    assert {seat.status for seat in table.seats.values()} == {Status.OUT, Status.EMPTY}


def test_a_card_that_came_to_another_seat_first_does_no_harm() -> None:
    play = draw(seated(FOUR, 1), {2: "Ah"})
    assert not play.table.open
    assert play.step.seat == 1
    play.move("Ah", seat_place(1))
    assert (play.table.open, play.step.seat) == ((), 2)


@pytest.mark.parametrize("place", [BOARD, BURN, MUCK, seat_place(9), seat_place(2)])
def test_a_card_where_none_belongs_stops_the_draw_and_it_is_drawn_again(place: Place) -> None:
    start = seated(FOUR, 1)
    play = Play(start, "2c Kd Ah").must(DrawButton()).draw(seat_place(1)).draw(seat_place(2)).draw(place)
    assert play.step.do == "stop"
    play.must(Redeal())
    assert (play.table.phase, play.table.again, play.table.button) == (Phase.IDLE, False, 1)
    assert collect(play).must(DrawButton()).table.drawing == (1, 2, 3, 4)


def test_cards_that_no_reader_knew_are_named_first() -> None:
    play = Play(seated({1: 500, 2: 500}, 1), "Kd Ah").must(DrawButton())
    play.draw(seat_place(1), known=False).draw(seat_place(2)).must(Confirm())
    settle(play)
    assert (play.step.do, play.step.seat) == ("name", 1)
    settle(play.must(Name(seat_place(1), (card("Kd"),))))
    assert play.table.button == 2


def test_the_draw_can_be_taken_back_until_the_button_is_found() -> None:
    play = draw(seated(FOUR, 1), {1: "Kd", 2: "Ah"}).must(TakeBack())
    assert (play.table.phase, play.step.do) == (Phase.IDLE, "collect")
    play = settle(draw(seated(FOUR, 1), {1: "Kd", 2: "Ah", 3: "As", 4: "9c"}).must(Confirm()))
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"


def test_a_stop_in_the_draw_holds_the_button_back() -> None:
    play = Play(seated({1: 500, 2: 500}, 1), "Kd Ah").must(DrawButton())
    play.draw(seat_place(1)).draw(seat_place(2)).must(Confirm())
    before = [event for event in play.core.events if not isinstance(event, ButtonPlaced)]
    shown = replay(play.core.start, before)
    assert opening.drawn(shown) == (ButtonPlaced(2, drawn=True),)
    assert opening.drawn(apply(shown, FloorCalled())) == ()


def test_fewer_than_two_players_do_not_draw() -> None:
    assert Play(seated({1: 500}, 1)).ask(DrawButton()) == "refused.players"


@given(st.permutations(DECK_A.split()), st.sets(st.integers(1, SEATS), min_size=2))
def test_the_winner_has_the_highest_card_whoever_sits_where(deck: list[str], seats: set[int]) -> None:
    cards = dict(zip(sorted(seats), deck, strict=False))
    play = settle(draw(seated(dict.fromkeys(seats, 100), min(seats)), cards).must(Confirm()))
    value = {seat: ("23456789TJQKA".index(text[0]), "cdhs".index(text[1])) for seat, text in cards.items()}
    assert play.table.button == max(value, key=lambda seat: value[seat])
    assert play.table.seats == {n: replace(s, tabled=n in seats) for n, s in play.core.start.seats.items()}


# --- the button by hand, refusals


def test_the_button_belongs_to_a_player() -> None:
    play = Play(seated(FOUR, 4))
    assert play.ask(PlaceButton(7)) == "refused.no_player"
    assert play.ask(PlaceButton(0)) == "refused.no_player"
    assert play.ask(PlaceButton(99)) == "refused.no_player"
    assert play.table.button == 4
    assert play.must(PlaceButton(2), TakeBack()).table.button == 4


BETWEEN: tuple[Ask, ...] = (
    PlaceButton(1),
    DrawButton(),
    OpenSession(),
    CloseSession(),
    ChangeDeck("A"),
)


@pytest.mark.parametrize("ask", BETWEEN, ids=lambda ask: type(ask).__name__)
def test_in_a_hand_the_table_itself_is_left_alone(ask: Ask) -> None:
    for play in (dealt(seated(FOUR, 4)), Play(seated(FOUR, 4)).must(DrawButton())):
        assert play.ask(ask) == "refused.hand_runs"


@pytest.mark.parametrize("ask", BETWEEN[1:], ids=lambda ask: type(ask).__name__)
def test_while_cards_are_out_the_table_itself_is_left_alone(ask: Ask) -> None:
    play = dealt(seated(FOUR, 4)).do("3 fold", "4 fold", "1 fold").push()
    assert play.ask(ask) == "refused.cards_out"


# --- closing


def test_closing_cashes_out_every_stack_and_loses_no_chip() -> None:
    start = seated({1: 500, 2: 300, 3: 200}, 3)
    seats = {n: replace(seat, bought=seat.stack) for n, seat in start.seats.items()}
    play = dealt(replace(start, seats=seats)).do("3 fold", "1 raise 30", "2 fold").push()
    play = collect(play).must(Buy(3, 100))
    before = chips(play.table)
    play.must(CloseSession())
    assert play.table.account.left == (
        Settled(1, "p1", 500, 510),
        Settled(2, "p2", 300, 290),
        Settled(3, "p3", 300, 300),
    )
    assert before == sum(line.out for line in play.table.account.left)
    assert chips(play.table) == 0
    assert all(seat.status is Status.EMPTY for seat in play.table.seats.values())
    assert (play.step.do, play.step.sentence) == ("wait", say("prompt.closed"))


@pytest.mark.parametrize("ask", [*BETWEEN, Confirm(), Buy(1, 5), ChangeDealer("x"), Name(BOARD, ())])
def test_a_closed_table_takes_nothing_more(ask: Ask) -> None:
    play = Play(seated(FOUR, 4)).must(CloseSession())
    assert play.ask(ask) == "refused.closed"
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"


# --- dealers


RELIEF = HouseRules(burn_dealer_relief=True)


def test_a_new_dealer_burns_once_more_before_his_first_street() -> None:
    play = dealt(seated(FOUR, 4, house=RELIEF)).must(ChangeDealer("kim")).pass_to(Phase.PREFLOP)
    assert (play.table.dealer, play.table.told) == ("kim", say("told.relief"))
    play.do("3 call", "4 call", "1 call", "2 check").draw(BURN)
    assert play.step.do == "burn"
    play.draw(BURN)
    for _ in range(3):
        play.draw(BOARD)
    play.do("1 check", "2 check", "3 check", "4 check")
    play.draw(BURN)
    assert play.step.do == "turn"


def test_a_relief_between_burn_and_turn_burns_again() -> None:
    play = dealt(seated(FOUR, 4, house=RELIEF)).pass_to(Phase.FLOP)
    play.do("1 check", "2 check", "3 check", "4 check").draw(BURN).must(ChangeDealer(""))
    assert play.step.do == "burn"
    assert play.draw(BURN).step.do == "turn"


def test_a_relief_is_taken_back_with_the_entry() -> None:
    play = dealt(seated(FOUR, 4, house=RELIEF)).must(ChangeDealer("kim"), TakeBack())
    assert (play.table.extra_burns, play.table.dealer) == (0, "")


def test_no_relief_burn_where_the_house_has_none_or_no_card_is_to_come() -> None:
    assert dealt(seated(FOUR, 4)).must(ChangeDealer("kim")).table.extra_burns == 0
    assert Play(seated(FOUR, 4, house=RELIEF)).must(ChangeDealer("kim")).table.extra_burns == 0
    river = dealt(seated(FOUR, 4, house=RELIEF)).pass_to(Phase.RIVER)
    assert river.must(ChangeDealer("kim")).table.extra_burns == 0


def test_dealers_do_not_change_in_the_middle_of_a_flop() -> None:
    play = dealt(seated(FOUR, 4, house=RELIEF)).do("3 call", "4 call", "1 call", "2 check")
    play.draw(BURN).draw(BOARD)
    assert play.ask(ChangeDealer("kim")) == "refused.street_begun"


def test_relief_burns_are_of_one_hand() -> None:
    play = dealt(seated(FOUR, 4, house=RELIEF)).must(ChangeDealer("kim"))
    play.do("3 fold", "4 fold", "1 fold").push()
    assert collect(play).start().table.extra_burns == 0


# --- decks


def two_decks() -> Table:
    start = seated(FOUR, 4)
    return replace(start, setup=replace(start.setup, decks=("A", "B")))


def test_another_deck_of_the_table_goes_into_the_shoe() -> None:
    play = Play(two_decks())
    assert play.ask(ChangeDeck("C")) == "refused.deck"
    table = play.must(ChangeDeck("B")).table
    assert (table.deck, table.opening) == ("B", Opening.NONE)
    assert play.must(TakeBack()).table.deck == ""


def test_a_table_with_one_deck_knows_no_other() -> None:
    assert Play(seated(FOUR, 4)).ask(ChangeDeck("B")) == "refused.deck"


def test_at_an_opened_table_the_new_deck_is_verified() -> None:
    play = verified(two_decks()).must(PlaceButton(4), ChangeDeck("B"))
    assert play.step.sentence == say("prompt.verify.deck", cards=52, deck="B")
    play.core.record(DeckVerified("B", 52))
    assert play.start().table.phase is Phase.DEALING


# --- table time


TIMED = HouseRules(rake_mode=RakeMode.TIME, rake_time_charge=6, rake_time_minutes=30)


def minutes(play: Play, count: int) -> Play:
    play.core.record(*[MinutePassed()] * count)
    return play


def hand(play: Play) -> Play:
    """One more hand, won by the big blind."""
    play.start()
    play.shoe = [card(text) for text in DECK_A.split()]
    play.deal()
    while play.table.phase is Phase.PREFLOP:
        play.do(f"{play.step.seat} fold")
    return collect(play.push())


def test_the_time_charge_is_taken_before_the_next_hand() -> None:
    play = hand(Play(seated({1: 500, 2: 500, 3: 4}, 3, house=TIMED)))
    assert minutes(play, 29).step.detail is None
    minutes(play, 1)
    assert play.step.detail == say("detail.time_charge", amount=6)
    before = play.stacks
    play.start()
    charged, started = play.core.events[-2:]
    assert charged == TimeCharged({1: 6, 2: 6, 3: 4})
    assert isinstance(started, HandStarted)
    assert started.stacks[1] == before[1] - 6
    assert play.table.account.time == 16
    assert play.table.time.charged == 1


def test_a_charge_is_taken_once_a_period_and_not_for_periods_without_a_hand() -> None:
    play = hand(minutes(hand(Play(seated(FOUR, 4, house=TIMED))), 95))
    assert play.table.account.time == 4 * 6
    assert minutes(play, 24).step.detail is None
    assert minutes(play, 1).step.detail == say("detail.time_charge", amount=6)


def test_who_sits_out_pays_no_time() -> None:
    play = hand(Play(seated(FOUR, 3, house=TIMED, away=(4,))))
    charge = opening.time_charge(minutes(play, 30).table)
    assert charge == TimeCharged({1: 6, 2: 6, 3: 6})


def test_a_start_that_is_refused_charges_nothing() -> None:
    play = minutes(hand(Play(seated({1: 500, 2: 11}, 2, house=TIMED))), 30)
    assert opening.time_charge(play.table) == TimeCharged({1: 6, 2: 6})
    before = play.table
    assert play.ask(Confirm()) == "refused.players"
    assert play.table == before


def test_no_more_than_a_stack_can_have_been_charged() -> None:
    with pytest.raises(ImpossibleEvent):
        apply(seated(FOUR, 4, house=TIMED), TimeCharged({1: 501}))


def test_nothing_is_charged_where_the_house_takes_no_time() -> None:
    play = minutes(hand(Play(seated(FOUR, 4))), 500)
    assert play.step.detail is None
    assert not opening.counts_minutes(play.table)


LEVELS = (
    Level(Stakes(5, 10), minutes=20, rest=5),
    Level(Stakes(10, 20), minutes=20),
)


def tournament() -> Table:
    start = seated(FOUR, 4)
    return replace(start, setup=replace(start.setup, levels=LEVELS))


def test_time_counts_from_the_first_hand_until_the_table_closes() -> None:
    play = Play(tournament())
    assert not opening.counts_minutes(play.table)
    hand(play)
    assert opening.counts_minutes(play.table)
    assert not opening.counts_minutes(play.must(CloseSession()).table)


def test_no_hand_starts_in_a_break() -> None:
    play = minutes(hand(Play(tournament())), 20)
    assert play.step.sentence == say("prompt.break", minutes=5)
    assert play.ask(Confirm()) == "refused.break"
    assert minutes(play, 3).step.sentence == say("prompt.break", minutes=2)
    assert minutes(play, 2).step.do == "next"
    assert play.start().table.stakes.big_blind == 20


# --- what always holds


def test_what_no_table_can_have_seen_is_refused() -> None:
    running = dealt(seated(FOUR, 4)).table
    for event in (SessionClosed(), ButtonPlaced(1), DeckVerified("A", 52)):
        with pytest.raises(ImpossibleEvent):
            apply(running, event)
    with pytest.raises(ImpossibleEvent):
        apply(seated(FOUR, 4), ButtonPlaced(9))


def test_a_dealer_may_change_at_any_other_time() -> None:
    for play in (Play(seated(FOUR, 4)), Play(seated(FOUR, 4)).start(), dealt(seated(FOUR, 4))):
        assert play.must(ChangeDealer("kim")).core.events[-1] == DealerChanged("kim")


def test_the_events_of_a_whole_session_replay_to_the_same_table() -> None:
    play = verified(seated(FOUR, 1, house=TIMED))
    play.shoe = [card(text) for text in ("Kd", "Ah", "As", "9c")]
    play.must(Confirm())
    for seat in FOUR:
        play.draw(seat_place(seat))
    collect(settle(play.must(Confirm())))
    minutes(hand(play), 31)
    hand(play).must(CloseSession())
    assert play.again() == play.table


ANY = HouseRules(
    burn_dealer_relief=True,
    rake_mode=RakeMode.TIME,
    rake_time_charge=7,
    rake_time_minutes=2,
    clock_kills=True,
)


def follow(play: Play) -> None:
    """What the prompt asks for."""
    if not play.table.pieces:
        play.shoe = [card(text) for text in DECK_A.split()]
    match play.step.do:
        case "deal" | "burn" | "flop" | "turn" | "river":
            to = due(play.table)
            assert to is not None
            play.draw(to)
        case "act":
            play.pass_by()
        case "collect":
            collect(play)
        case "stop":
            play.must(TakeBack())
        case "table" | "push" | "next" | "verify":
            settle(play.must(Confirm()))
        case "wait":
            # A board that lies whole is shown by itself; else the session is closed.
            assert play.table.opening is Opening.CLOSED


def meddle(play: Play, pick: int) -> None:
    """A request about the table itself, or time that passes, whether or not this is the moment for it."""
    asks: tuple[Ask, ...] = (
        PlaceButton(1 + pick % SEATS),
        DrawButton(),
        OpenSession(),
        ChangeDealer("kim"),
        ChangeDeck("AB"[pick % 2]),
        CallClock(play.step.seat),
        TakeBack(),
        CallFloor(),
    )
    match pick % 11:
        case 8:
            play.core.record(MinutePassed())
        case 9:
            play.core.record(*expired(play.table))
        case 10 if not pick % 7:
            play.ask(CloseSession())
        case n if n < len(asks):
            play.ask(asks[n])
    settle(play)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 2**16)), max_size=150))
def test_whatever_is_asked_of_the_table_its_chips_stay_and_it_replays(picks: list[tuple[bool, int]]) -> None:
    start = two_decks()
    seats = {n: replace(seat, bought=seat.stack) for n, seat in start.seats.items()}
    play = Play(replace(start, seats=seats, setup=replace(start.setup, house=ANY)))
    for meddles, pick in picks:
        meddle(play, pick) if meddles else follow(play)
        left = sum(line.out for line in play.table.account.left)
        assert chips(play.table) + left == 2000
    assert play.again() == play.table
