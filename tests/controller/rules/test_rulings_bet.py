"""The floor's rulings on bets and turns (rules.md 9.1 R17 to R26 and R41, 9.2, 12.3; EX-89 to EX-91)."""

from __future__ import annotations

import pytest

from controller.rules import betting
from controller.rules.cards import BOARD, BURN
from controller.rules.events import Ruled
from controller.rules.house import AcceptedAction, HouseRules, OutOfTurn, Undercall
from controller.rules.requests import CallFloor, PutOut, Rule, Say, TakeBack
from controller.rules.rulings import CATALOGUE, menu
from controller.rules.rulings.bet import CODES
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.stakes import Game
from controller.rules.state import Phase, Status
from tests.controller.rules.hands import L6, Play, dealt, flop_bets, seated

RELIEF = HouseRules(bet_undercall=Undercall.RELIEF_IF_UNAWARE)
GROSS = HouseRules(bet_accepted_action=AcceptedAction.GROSS_ERROR_RELIEF)
FLOOR = HouseRules(bet_half_rule=False)


def rule(play: Play, code: str, seat: int = 0, amount: int = 0) -> str:
    return play.ask(Rule(code, "lee", seat=seat, amount=amount))


def floor(play: Play, code: str, seat: int = 0, amount: int = 0) -> Play:
    """The floor is called and rules."""
    play.must(CallFloor())
    assert rule(play, code, seat, amount) == ""
    return play


def actor(play: Play) -> int:
    return betting.actor(play.table)


def bets(play: Play) -> dict[int, int]:
    return {n: seat.street_in for n, seat in play.table.seats.items() if seat.street_in}


def told(play: Play) -> Sentence | None:
    return play.table.told


def on_the_flop(*words: str, house: HouseRules | None = None, live: int = 4) -> Play:
    start = seated(dict.fromkeys(range(1, live + 1), 1010), live, house=house)
    return dealt(start).pass_to(Phase.FLOP).do(*words)


def test_the_catalogue_has_them_all() -> None:
    assert set(CATALOGUE) >= CODES


class TestUndercall:
    """EX-90, D9."""

    def stopped(self, house: HouseRules | None = None) -> Play:
        return on_the_flop("1 bet 20", "2 raise 80", house=house).must(PutOut(3, (20,)))

    def test_call_in_full(self) -> None:
        play = self.stopped()
        assert rule(play, "R22") == ""
        assert (bets(play), actor(play)) == ({1: 20, 2: 80, 3: 80}, 4)
        assert told(play) == say("told.short_call", call=80, seat=3, more=60)
        assert play.core.events[-1] == Ruled("R22", "lee", seat=3)

    def test_forfeit_and_fold(self) -> None:
        play = self.stopped()
        assert rule(play, "R23") == ""
        assert (bets(play), play.stacks[3], actor(play)) == ({1: 20, 2: 80, 3: 20}, 980, 4)
        assert play.table.seats[3].status is Status.FOLDED
        play.do("4 fold", "1 fold")
        assert play.table.pots[0].amount == 40 + 20 + 20 + 20

    def test_part_of_it_may_be_forfeited(self) -> None:
        """T24-ADD51 example 4: of a chip of 50 the floor keeps 40."""
        play = on_the_flop("1 bet 20", "2 raise 80").must(PutOut(3, (50,)))
        assert rule(play, "R23", amount=51) == "refused.amount_high"
        assert rule(play, "R23", amount=-1) == "refused.amount_high"
        assert rule(play, "R23", amount=40) == ""
        assert (bets(play)[3], play.stacks[3]) == (40, 960)
        assert told(play) == say("told.forfeits", seat=3, back=10)

    def test_reconsider(self) -> None:
        """RR-NL-8, R41: the chips back, all options open."""
        play = self.stopped(RELIEF)
        assert menu(play.table) == ("R41", "R22")
        assert rule(play, "R41") == ""
        assert (bets(play), play.stacks[3], actor(play)) == ({1: 20, 2: 80}, 1000, 3)
        assert betting.options(play.table, 3).raise_ == (140, 1000)
        assert told(play) == say("told.takes_back", seat=3)

    def test_what_was_said_alone_leaves_no_chips(self) -> None:
        play = on_the_flop("1 bet 20", "2 raise 80").must(Say(3, "twenty"))
        assert rule(play, "R23") == ""
        assert (bets(play), play.table.seats[3].status) == ({1: 20, 2: 80}, Status.FOLDED)

    @pytest.mark.parametrize("code", ["R24", "R20", "R41", "R21", "R99"])
    def test_what_is_not_on_the_menu(self, code: str) -> None:
        play = self.stopped()
        before = play.table
        assert rule(play, code).startswith("refused.ruling")
        assert play.table is before

    def test_another_amount_cannot_be_meant(self) -> None:
        play = self.stopped()
        assert rule(play, "R22", 3, 60) == "refused.amount_call"
        assert rule(play, "R22", 3, 80) == ""

    def test_another_seat_cannot_be_meant(self) -> None:
        play = self.stopped()
        assert rule(play, "R22", 4) == "refused.not_turn"
        assert rule(play, "R22", 77) == "refused.not_turn"


class TestUnclearRaise:
    """NL4 with `bet.half_rule` OFF."""

    def stopped(self) -> Play:
        play = on_the_flop("1 bet 30", house=FLOOR).must(PutOut(2, (25, 10, 10)))
        (what,) = play.table.open
        assert (what.kind, what.seat, what.rulings) == ("NL4", 2, ("R24", "R25"))
        assert what.sentence == say("irregular.unclear", seat=2, to=45)
        assert bets(play) == {1: 30, 2: 45}
        return play

    def test_as_a_call(self) -> None:
        play = self.stopped()
        assert rule(play, "R24") == ""
        assert (bets(play), actor(play)) == ({1: 30, 2: 30}, 3)
        assert told(play) == say("told.ruled.call", back=15)

    def test_as_the_least_raise(self) -> None:
        play = self.stopped()
        assert rule(play, "R25") == ""
        assert (bets(play)[2], play.table.street.bet, play.table.street.last_raise) == (60, 60, 30)
        assert told(play) == say("told.makes_it", seat=2, to=60)

    def test_of_somebody_who_had_bet_before(self) -> None:
        """His chips are more than the bet while the table stands: he is to act all the same."""
        play = on_the_flop("1 bet 30", "2 raise 60", "3 fold", "4 fold", house=FLOOR).must(
            PutOut(1, (25, 10, 10))
        )
        assert bets(play) == {1: 75, 2: 60}
        assert rule(play, "R24") == ""
        assert (play.table.phase, play.step.do, play.table.seats[1].put) == (Phase.FLOP, "burn", 70)

    def test_nobody_else_can_be_meant(self) -> None:
        play = on_the_flop("1 bet 30", "2 raise 60", "3 fold", "4 fold", house=FLOOR).must(
            PutOut(1, (25, 10, 10))
        )
        assert rule(play, "R24", 2) == "refused.not_turn"
        assert rule(play, "R24", 3) == "refused.not_turn"

    def test_it_is_taken_back(self) -> None:
        play = self.stopped().must(TakeBack())
        assert (bets(play), actor(play)) == ({1: 30}, 2)


class TestSkippedPlayer:
    """EX-89, D12: S3 raises to 30, S5 calls and S6 folds before S4 has acted."""

    def stopped(self, house: HouseRules | None = None) -> Play:
        play = dealt(seated(L6, 6, house=house)).do("3 raise 30").must(Say(5, "call")).do("6 fold")
        assert menu(play.table) == ("R15", "R20")
        return play

    def test_passive_only(self) -> None:
        """R20: S4 may call or fold; what was done out of turn stands, whatever `bet.oot` says."""
        play = self.stopped(HouseRules(bet_oot=OutOfTurn.NEVER_BINDING))
        assert rule(play, "R20") == ""
        assert betting.options(play.table, 4) == betting.Options(call=30)
        assert told(play) == say("told.passive", seat=4)
        play.do("4 call")
        assert (bets(play)[5], actor(play)) == (30, 1)

    def test_hand_dead(self) -> None:
        play = self.stopped()
        assert rule(play, "R15", 4) == ""
        assert play.table.seats[4].status is Status.DEAD
        assert (bets(play)[5], actor(play)) == (30, 1)

    def test_it_does_not_stop_again_for_the_same_player(self) -> None:
        play = self.stopped()
        assert rule(play, "R20") == ""
        play.must(Say(1, "call"))
        assert (play.table.open, actor(play)) == ((), 4)

    def test_no_ruling_is_taken_back(self) -> None:
        play = self.stopped()
        assert rule(play, "R20") == ""
        assert play.ask(TakeBack()) == "refused.nothing_to_undo"


class TestOutOfTurn:
    """9.2, 12.3: with FLOOR the whole catalogue is open."""

    def early(self) -> Play:
        return on_the_flop("1 bet 30").must(Say(3, "raise to 90"))

    def test_bound_whatever_comes(self) -> None:
        """R18."""
        play = floor(self.early(), "R18").do("2 raise 70")
        assert (bets(play)[3], actor(play)) == (110, 4)

    def test_released_at_once(self) -> None:
        """R19."""
        play = floor(self.early(), "R19", 3)
        assert (play.table.early, told(play)) == ((), say("told.takes_back", seat=3))
        play.do("2 call")
        assert (actor(play), bets(play)) == (3, {1: 30, 2: 30})

    def test_backed_up(self) -> None:
        """R17: the turn is the actor's with all he had; what waits goes on waiting."""
        play = floor(self.early(), "R18", 3)
        play = floor(play, "R17", 2).do("2 raise 70")
        assert (actor(play), betting.options(play.table, 3).raise_) == (3, (110, 1000))
        play = on_the_flop("1 bet 30").must(Say(2, "check"))
        assert betting.options(play.table, 2).raise_ is None
        assert betting.options(floor(play, "R17").table, 2).raise_ == (60, 1000)

    def test_passive_in_turn(self) -> None:
        """R20 for the actor and for one who is yet to act."""
        play = floor(on_the_flop("1 bet 30"), "R20")
        assert betting.options(play.table, 2) == betting.Options(call=30)
        play = floor(on_the_flop("1 bet 30"), "R20", 3).do("2 raise 90")
        assert betting.options(play.table, 3) == betting.Options(call=90)

    @pytest.mark.parametrize(
        ("code", "seat", "reason"),
        [
            ("R18", 2, "refused.not_early"),
            ("R19", 0, "refused.not_early"),
            ("R17", 3, "refused.not_turn"),
            ("R20", 1, "refused.nothing_to_decide"),
            ("R20", 9, "refused.nothing_to_decide"),
            ("R24", 3, "refused.not_turn"),
            ("R23", 2, "refused.nothing_to_forfeit"),
            ("R41", 1, "refused.cannot_withdraw"),
            ("R21", 2, "refused.cannot_correct"),
        ],
    )
    def test_what_does_not_fit(self, code: str, seat: int, reason: str) -> None:
        play = on_the_flop("1 bet 30").must(CallFloor())
        before = play.table
        assert rule(play, code, seat) == reason
        assert play.table is before

    def test_with_nothing_to_decide(self) -> None:
        play = on_the_flop("1 bet 30", "2 fold", "3 fold", "4 call").must(CallFloor())
        for code in ("R17", "R22", "R24", "R25", "R26"):
            assert rule(play, code) == "refused.not_now"


class TestUnclearActor:
    """What the player in turn did is for the floor to say (D1, D3, D13, D14, D28)."""

    def test_call_raise_or_all_in(self) -> None:
        assert bets(floor(on_the_flop("1 bet 30"), "R24"))[2] == 30
        assert bets(floor(on_the_flop("1 bet 30"), "R22"))[2] == 30
        assert bets(floor(on_the_flop("1 bet 30"), "R25"))[2] == 60
        play = floor(on_the_flop("1 bet 30"), "R26")
        assert (bets(play)[2], play.table.seats[2].status) == (1000, Status.ALL_IN)

    def test_with_no_bet(self) -> None:
        play = floor(on_the_flop(), "R24")
        assert (play.table.seats[1].acted, told(play)) == ("check", None)
        assert bets(floor(on_the_flop(), "R25")) == {1: 10}
        play = on_the_flop().must(CallFloor())
        assert rule(play, "R22") == "refused.nothing_to_call"

    def test_where_no_raise_is_open(self) -> None:
        play = on_the_flop("1 bet 30").must(Say(2, "check"), CallFloor())
        assert rule(play, "R25") == "refused.cannot_raise"
        assert rule(play, "R26") == "refused.cannot_raise"


class TestActionBack:
    """R17 to a player whom the action had passed (B27, B30, T24-53B)."""

    def test_his_word_and_all_since_fall(self) -> None:
        play = on_the_flop("1 bet 30", "2 call", "3 raise 90", "4 fold")
        play = floor(play, "R17", 2)
        assert (bets(play), actor(play)) == ({1: 30}, 2)
        assert told(play) == say("told.backed_up", seat=2)
        assert play.table.seats[4].status is Status.LIVE
        assert betting.options(play.table, 2).raise_ == (60, 1000)
        assert (play.table.open, play.table.street.actions) == ((), 1)
        assert play.again() == play.table

    def test_a_card_of_the_next_street_is_early_then(self) -> None:
        """B27, B30: the bet on the turn falls, chips back; the turn came before the betting was over."""
        play = on_the_flop("1 check", "2 check", "3 check", "4 check").street().do("1 bet 50")
        play.must(CallFloor())
        assert rule(play, "R17", 3) == "refused.not_turn"
        assert play.ask(Rule("R17", "lee", "seat 3 had not acted", 3)) == ""
        assert (play.table.phase, actor(play), bets(play)) == (Phase.FLOP, 3, {})
        assert [play.stacks[n] for n in (1, 2, 3, 4)] == [1000] * 4
        assert [what.kind for what in play.table.open] == ["B2"]
        assert play.again() == play.table

    def test_not_over_two_streets(self) -> None:
        play = on_the_flop("1 check", "2 check", "3 check", "4 fold").pass_to(Phase.RIVER).must(CallFloor())
        assert play.ask(Rule("R17", "lee", "not asked", 4)) == "refused.not_turn"

    def test_not_behind_a_ruling(self) -> None:
        play = floor(on_the_flop("1 bet 30", "2 call"), "R21", 1, 40).do("3 fold").must(CallFloor())
        assert rule(play, "R17", 2) == "refused.not_turn"
        assert rule(play, "R17", 3) == "refused.not_turn"

    def test_not_once_hands_are_shown(self) -> None:
        play = on_the_flop(live=2).pass_to(Phase.RIVER).do("1 bet 30", "2 call").show_all()
        play.must(CallFloor())
        assert play.ask(Rule("R17", "lee", "too late", 1)) != ""

    def test_an_entry_after_it_is_taken_back_and_it_stays(self) -> None:
        play = floor(on_the_flop("1 bet 30", "2 call", "3 call"), "R17", 2).do("2 fold").must(TakeBack())
        assert (bets(play), actor(play)) == ({1: 30}, 2)
        play.do("2 raise 90", "3 fold")
        assert actor(play) == 4
        assert play.again() == play.table


class TestCorrectedBet:
    """R21, NL6, T24-52: on its own street, for all who met it, reopening nothing."""

    def test_callers_pay_the_rest(self) -> None:
        """EX-91: S2's raise should have been to 70; S3 has called and may only add the rest."""
        play = on_the_flop("1 bet 30", "2 raise 60", "3 call", "4 fold")
        play = floor(play, "R21", amount=70)
        assert (bets(play), actor(play)) == ({1: 30, 2: 70, 3: 70}, 1)
        assert told(play) == say("told.corrected", seat=2, to=70)
        assert betting.options(play.table, 1) == betting.Options(call=40, raise_=(110, 1000), all_in=1000)
        play.do("1 call")
        assert play.step.do == "burn"

    def test_it_reopens_nothing(self) -> None:
        """12.3: S3 who called may not raise even where the bet grew by a whole raise."""
        play = on_the_flop("1 bet 30", "2 raise 60", "3 call")
        play = floor(play, "R21", 2, 100)
        play.do("4 fold", "1 call")
        assert play.step.do == "burn"

    def test_also_when_the_betting_has_closed(self) -> None:
        play = on_the_flop("1 bet 30", "2 call", "3 call", "4 fold")
        assert play.step.do == "burn"
        play = floor(play, "R21", amount=40)
        assert (play.step.do, [play.stacks[n] for n in (1, 2, 3, 4)]) == ("burn", [960, 960, 960, 1000])
        play.draw(BURN)
        play = floor(play, "R21", amount=50)
        assert play.stacks[1] == 950
        play.draw(BOARD)
        play.must(CallFloor())
        assert rule(play, "R21", 1, 60) == "refused.cannot_correct"

    def test_on_the_river_before_the_showdown_starts(self) -> None:
        play = on_the_flop(live=2).pass_to(Phase.RIVER).do("1 bet 30", "2 call")
        assert play.table.phase is Phase.SHOWDOWN
        play = floor(play, "R21", amount=40)
        assert (play.table.phase, play.stacks[1], play.stacks[2]) == (Phase.SHOWDOWN, 960, 960)
        play.show_all().must(CallFloor())
        assert rule(play, "R21", 1, 50) == "refused.cannot_correct"

    def test_a_caller_who_has_less_is_all_in(self) -> None:
        play = flop_bets("1 bet 30", "2 raise 60", "3 call", "4 fold", live=4, stacks={3: 65})
        play = floor(play, "R21", amount=70)
        assert (bets(play), play.table.seats[3].status) == ({1: 30, 2: 70, 3: 65}, Status.ALL_IN)

    def test_downwards_an_all_in_caller_has_chips_again(self) -> None:
        play = flop_bets("1 bet 100", "2 call", live=3, stacks={2: 100})
        play = floor(play, "R21", amount=60)
        assert (bets(play), play.stacks[2], play.table.seats[2].status) == ({1: 60, 2: 60}, 40, Status.LIVE)

    def test_the_least_raise_follows(self) -> None:
        play = floor(on_the_flop("1 bet 30"), "R21", amount=40)
        assert betting.options(play.table, 2).raise_ == (80, 1000)
        assert (play.table.street.actions, play.table.street.wagers, play.table.street.raises) == (1, 1, 1)

    @pytest.mark.parametrize(
        ("amount", "reason"),
        [
            (0, "refused.amount_low"),
            (-10, "refused.amount_low"),
            (59, "refused.amount_low"),
            (1001, "refused.amount_high"),
            (10**30, "refused.amount_high"),
        ],
    )
    def test_only_to_what_it_could_have_been(self, amount: int, reason: str) -> None:
        play = on_the_flop("1 bet 30", "2 raise 90").must(CallFloor())
        assert rule(play, "R21", 2, amount) == reason

    def test_only_the_last_bet_of_the_street(self) -> None:
        play = on_the_flop("1 bet 30", "2 raise 90").must(CallFloor())
        assert rule(play, "R21", 1, 40) == "refused.cannot_correct"
        play = dealt(seated(L6, 6)).must(CallFloor())
        assert rule(play, "R21", 2, 20) == "refused.cannot_correct"

    def test_in_whole_chips(self) -> None:
        start = seated(dict.fromkeys((1, 2, 3), 1010), 3, unit=5)
        play = dealt(start).pass_to(Phase.FLOP).do("1 bet 30").must(CallFloor())
        assert rule(play, "R21", 1, 42) == "refused.amount_unit"

    def test_a_pot_that_was_counted_too_low(self) -> None:
        """EX-95, PL6: told 30, bet 30; the pot is 40 and nobody has acted behind but one fold."""
        start = seated(dict.fromkeys(range(1, 5), 1010), 4, game=Game.POT_LIMIT)
        play = dealt(start).pass_to(Phase.FLOP).do("1 bet 30", "2 fold")
        play.must(CallFloor())
        assert rule(play, "R21", 1, 50) == "refused.amount_high"
        assert rule(play, "R21", 1, 40) == ""
        assert bets(play) == {1: 40}

    def test_entries_after_it_are_taken_back_without_it(self) -> None:
        play = floor(on_the_flop("1 bet 30", "2 raise 60", "3 call"), "R21", amount=70).do("4 call")
        play.must(TakeBack())
        assert (bets(play), actor(play)) == ({1: 30, 2: 70, 3: 70}, 4)
        assert play.again() == play.table


class TestAcceptedAction:
    """D16, `bet.accepted_action`: a call on a grossly wrong count (T24-49; R41)."""

    def called(self, house: HouseRules | None) -> Play:
        return on_the_flop("1 all-in", "2 call", house=house).must(CallFloor())

    def test_strict_it_stands(self) -> None:
        play = self.called(None)
        assert rule(play, "R41", 2) == "refused.cannot_withdraw"

    def test_with_relief_it_may_be_withdrawn(self) -> None:
        play = self.called(GROSS)
        assert rule(play, "R41", 2) == ""
        assert (bets(play), actor(play), play.stacks[2]) == ({1: 1000}, 2, 1000)
        assert play.table.seats[2].status is Status.LIVE
        assert (play.table.street.actions, play.table.street.paid) == (1, 1)
        play.do("2 fold", "3 call")
        assert actor(play) == 4

    @pytest.mark.parametrize("stacks", [(1000, 1000), (1000, 600), (600, 1000)])
    def test_also_where_the_call_closed_the_betting(self, stacks: tuple[int, int]) -> None:
        """What nobody matched had gone back: it is bet again, and goes back when the caller folds."""
        start = seated({1: stacks[0] + 10, 2: stacks[1] + 10}, 2, house=GROSS)
        play = dealt(start).pass_to(Phase.FLOP).do("1 all-in", "2 call").must(CallFloor())
        assert rule(play, "R41", 2) == ""
        assert (bets(play), actor(play), play.stacks[2]) == ({1: stacks[0]}, 2, stacks[1])
        assert play.table.returned == {}
        assert play.table.seats[1].status is Status.ALL_IN
        play.do("2 fold").push()
        assert (play.stacks[1], play.stacks[2]) == (stacks[0] + 20, stacks[1])

    def test_not_once_the_next_card_lies_there(self) -> None:
        start = seated({1: 1010, 2: 1010}, 2, house=GROSS)
        play = dealt(start).pass_to(Phase.FLOP).do("1 bet 100", "2 call")
        play.draw(BURN).draw(BOARD).must(CallFloor())
        assert rule(play, "R41", 2) == "refused.cannot_withdraw"

    def test_not_once_somebody_has_acted_behind(self) -> None:
        play = on_the_flop("1 all-in", "2 call", "3 fold", house=GROSS).must(CallFloor())
        assert rule(play, "R41", 2) == "refused.cannot_withdraw"

    def test_where_the_house_showed_a_wrong_amount_the_floor_says_so(self) -> None:
        """D25: also by the strict rule, while nobody has acted behind."""
        play = self.called(None)
        assert play.ask(Rule("R41", "lee", "the screen said 100", 2)) == ""
        assert (bets(play), actor(play)) == ({1: 1000}, 2)
        play = on_the_flop("1 all-in", "2 call", "3 fold").must(CallFloor())
        assert play.ask(Rule("R41", "lee", "the screen said 100", 2)) == "refused.cannot_withdraw"


def test_a_refusal_says_why() -> None:
    play = on_the_flop("1 bet 30").must(CallFloor())
    refused = play.core.ask(Rule("R21", "lee", seat=1, amount=1001))
    assert refused == Refused(say("refused.amount_high", most=1000))
