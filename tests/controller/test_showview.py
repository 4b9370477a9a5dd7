"""What the consoles are offered at showdown and of the floor's rulings."""

from __future__ import annotations

from dataclasses import replace

from controller.projection import Service, project
from controller.rules.cards import seat_place
from controller.rules.events import Stopped
from controller.rules.house import AskToSee as Asking
from controller.rules.house import ButtonMove, HouseRules
from controller.rules.incidents.stops import DECK_FAULT, unresolved
from controller.rules.requests import AskToSee, CallFloor, Muck, ReportExposed, Rule, ShowCard, TableHand
from controller.rules.rulings import CATALOGUE
from controller.rules.sentence import say
from controller.rules.state import Phase
from controller.sensing import Sensing
from controller.showview import floor_asks, notice_of_new_deal, show_asks
from controller.views import DealerView
from tests.controller.rules.hands import L6, Play, card, dealt, seated


def shown(play: Play) -> DealerView:
    return project(play.table, Sensing(frozenset()), Service(), 1).dealer


def showdown(house: HouseRules | None = None) -> Play:
    return dealt(seated({1: 500, 2: 500, 3: 500}, 3, house=house)).check_down()


def test_nothing_of_the_showdown_is_offered_before_it() -> None:
    play = dealt(seated({1: 500, 2: 500, 3: 500}, 3))
    assert show_asks(play.table) == []
    assert {"reveal", "exposed", "boxed"} <= set(floor_asks(play.table))
    assert not {"ruling", "unnoticed", "pending", "burn-exposed"} & set(floor_asks(play.table))


def test_reports_are_offered_while_cards_can_be_meant() -> None:
    idle = Play(seated(L6, 6))
    assert not {"exposed", "boxed", "joker", "off-table"} & set(floor_asks(idle.table))
    started = idle.start()
    assert "exposed" not in floor_asks(started.table)
    assert {"boxed", "joker", "off-table"} <= set(floor_asks(started.table))
    assert "exposed" in floor_asks(started.draw(seat_place(1)).table)


def test_at_showdown_hands_are_tabled_mucked_shown_and_asked_for() -> None:
    assert show_asks(showdown().table) == ["table", "muck", "show", "ask-to-see"]
    off = HouseRules(showdown_ask_to_see=Asking.OFF)
    assert show_asks(showdown(off).table) == ["table", "muck", "show"]


def test_a_hand_thrown_in_is_still_offered_to_be_tabled_until_the_push() -> None:
    play = showdown().must(Muck(1), Muck(2))
    assert play.table.phase is Phase.PAYING
    assert "table" in shown(play).asks
    play.push()
    assert not {"table", "show", "ask-to-see"} & set(shown(play).asks)


def test_only_the_cards_that_lie_face_up_are_on_the_screens() -> None:
    play = showdown().must(ShowCard(1, card("Jc")))
    assert shown(play).seats[1].faces == ("Jc",)
    assert shown(play).seats[1].cards_held == 2
    play.must(TableHand(1))
    assert shown(play).seats[1].faces == ("Jc", "5c")


def test_the_menu_of_a_stop_is_on_the_dealers_screen() -> None:
    play = Play(seated(L6, 6)).start().draw(seat_place(1)).must(ReportExposed(1, 1))
    view = shown(play)
    assert view.irregularity is not None
    assert (view.irregularity.kind, view.irregularity.rulings) == ("M1", ("R02",))
    assert "ruling" in view.asks
    assert view.paused


def test_a_call_of_the_floor_shows_the_whole_catalogue() -> None:
    view = shown(showdown().must(CallFloor()))
    assert view.irregularity is not None
    assert view.irregularity.rulings == CATALOGUE


def test_a_stop_without_a_ruling_offers_none() -> None:
    play = dealt(seated(L6, 6))
    table = replace(play.table, open=(unresolved(say("unresolved.left_shoe")),))
    view = project(table, Sensing(frozenset()), Service(), 1).dealer
    assert view.irregularity is not None
    assert view.irregularity.rulings == ()
    assert "ruling" not in view.asks


def test_a_fouled_deck_can_be_voided_by_the_floor() -> None:
    play = dealt(seated(L6, 6))
    play.core.record(Stopped(DECK_FAULT))
    assert {"ruling", "redeal"} <= set(shown(play).asks)


def test_players_read_why_the_hand_is_dealt_again() -> None:
    """Rules.md 12.9; the seat and the card are the dealer's business."""
    for button, notice, detail in (
        (ButtonMove.STAY, "notice.misdeal", "detail.misdeal"),
        (ButtonMove.ADVANCE, "notice.misdeal.button", "detail.misdeal.button"),
    ):
        house = HouseRules(misdeal_button=button)
        play = Play(seated(L6, 6, house=house)).start().draw(seat_place(1))
        play.must(ReportExposed(1, 1), Rule("R02", "lee"))
        view = shown(play)
        assert view.notice == notice_of_new_deal(play.table)
        assert view.notice.id == notice
        assert view.prompt.detail is not None
        assert view.prompt.detail.id == detail


def test_a_void_hand_says_that_chips_are_returned() -> None:
    play = dealt(seated(L6, 6)).must(CallFloor(), Rule("R03", "lee"))
    assert notice_of_new_deal(play.table).id == "notice.redeal"
    assert play.step.detail is not None
    assert play.step.detail.id == "detail.void"


def test_a_request_to_see_names_both_seats_and_no_card() -> None:
    play = showdown().must(TableHand(1), AskToSee(1, 2))
    view = shown(play)
    assert view.irregularity is not None
    assert view.irregularity.sentence.args == {"by": 1, "of": 2}
