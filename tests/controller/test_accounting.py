"""The account of a session: at every moment each chip that was bought is on exactly one of its lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.__main__ import main
from controller.accounting import account_of
from controller.rules.cards import SHOE, How
from controller.rules.events import CardMoved
from controller.rules.house import HouseRules, RakeMode
from controller.rules.requests import Buy, CloseSession, Confirm, Count, Impound, Leave, Rule, Sit
from controller.rules.state import Phase, Table
from controller.tools.account import account_command, account_lines
from controller.views import AccountView, SettledView
from tests.controller.rules.hands import Play, dealt, seated
from tests.simulation.night import Dealer
from tests.simulation.night import seated as at_a_table

RAKED = HouseRules(rake_mode=RakeMode.POT, rake_percent=500, rake_cap=20, rake_jackpot=2)


def bought(house: HouseRules | None = None) -> Table:
    """Three players who have bought what they have."""
    start = seated({1: 500, 2: 400, 3: 300}, 3, house=house)
    return replace(start, seats={n: replace(s, bought=s.stack) for n, s in start.seats.items()})


def collect(play: Play) -> Play:
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, piece.card, SHOE, How.READ))
    return play


def players(account: AccountView) -> dict[int, tuple[int, int, int]]:
    return {line.seat: (line.bought, line.out, line.stack) for line in account.players}


def test_a_session_that_runs_has_its_chips_on_the_table() -> None:
    account = account_of(bought())
    assert players(account) == {1: (500, 0, 500), 2: (400, 0, 400), 3: (300, 0, 300)}
    assert (account.difference, account.middle) == (0, 0)


def test_bets_of_a_hand_under_way_are_in_the_middle() -> None:
    play = dealt(bought()).do("3 raise 40", "1 call")
    account = account_of(play.table)
    assert (account.middle, account.difference) == (90, 0)
    play.do("2 fold").street()
    assert (account_of(play.table).middle, account_of(play.table).difference) == (90, 0)


def test_a_closed_session_has_everything_cashed_out() -> None:
    play = dealt(bought(RAKED)).do("3 raise 40", "1 call", "2 fold").check_down().show_all().push()
    collect(play).must(Buy(2, 100), Leave(3), Sit(5, "late", 250), Count(1, 500), CloseSession())
    account = account_of(play.table)
    assert [(line.seat, line.name, line.bought) for line in account.players] == [
        (3, "p3", 300),
        (1, "p1", 500),
        (2, "p2", 500),
        (5, "late", 250),
    ]
    assert not any(line.stack for line in account.players)
    assert (account.rake, account.jackpot) == (4, 2)
    out = sum(line.out for line in account.players)
    assert sum(line.bought for line in account.players) == out + 6 + account.unaccounted
    assert (account.difference, account.middle) == (0, 0)
    assert account.unaccounted


def test_chips_that_came_unseen_are_a_difference() -> None:
    start = bought()
    seats = {**start.seats, 1: replace(start.seats[1], stack=510)}
    assert account_of(replace(start, seats=seats)).difference == -10


@given(st.lists(st.integers(0, 2**16), min_size=1, max_size=30))
def test_no_line_is_missing_at_any_moment_of_a_hand(picks: list[int]) -> None:
    play = dealt(bought(RAKED))
    for pick in picks:
        assert account_of(play.table).difference == 0
        match play.step.do:
            case "act":
                words = ("check", "call", "fold", "all-in")
                play.say(f"{play.step.seat} {words[pick % 4]}")
            case "burn":
                play.street()
            case "table" | "push":
                play.must(Confirm())
            case _:
                break
    while play.table.phase is Phase.PAYING:
        play.must(Confirm())
        assert account_of(play.table).difference == 0


# --- told on the command line


ACCOUNT = AccountView(
    rake=15,
    jackpot=0,
    time=12,
    unaccounted=-3,
    players=(
        SettledView(3, "Cho", 300, 0),
        SettledView(1, "Anastasia", 1500, 1776),
        SettledView(2, "Ben", 500, 0, 500),
    ),
    difference=0,
    middle=0,
)


def test_the_account_is_plain_text_with_its_numbers_under_each_other() -> None:
    assert list(account_lines(ACCOUNT)) == [
        "seat  player     bought  cashed out  on the table  result",
        "   3  Cho           300           0             0    -300",
        "   1  Anastasia    1500        1776             0    +276",
        "   2  Ben           500           0           500      +0",
        "      total        2300        1776           500",
        "",
        "in the middle   0",
        "rake           15",
        "jackpot         0",
        "time charge    12",
        "unaccounted    -3",
        "difference      0",
    ]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Dealer, Path]]:
    """A table on which one hand was played."""
    with at_a_table(tmp_path) as dealer:
        dealer.start()
        dealer.follow()
        yield dealer, dealer.rig.journal.path


def test_a_session_that_still_runs_is_told_with_what_lies_on_the_table(
    evening: tuple[Dealer, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, path = evening
    assert main(["replay", str(path), "--account"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{path}: running, hands: 1"
    assert "on the table" in told[1]
    assert told[-1].split() == ["difference", "0"]


def test_a_closed_session_is_told_as_json(
    evening: tuple[Dealer, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    dealer, path = evening
    assert dealer.ask("close") is None
    assert main(["replay", str(path), "--account", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["journal"], told["closed"], told["hands"], told["fault"]) == (str(path), True, 1, "")
    assert sum(line["out"] for line in told["players"]) == 3000
    assert told["difference"] == 0


def test_a_damaged_journal_is_told_up_to_the_damage(
    evening: tuple[Dealer, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    dealer, path = evening
    dealer.start()
    text = path.read_bytes()
    at = text.rindex(b'"HandStarted"')
    path.write_bytes(text[:at] + b"X" + text[at + 1 :])
    assert account_command(path, as_json=False) == 3
    out, err = capsys.readouterr()
    assert f"{path}: running, hands: 1" in out
    assert "is damaged in line" in err


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.jsonl"
    assert account_command(path, as_json=False) == 3
    path.write_text("hello\n")
    assert account_command(path, as_json=True) == 3
    assert capsys.readouterr().out == ""


def test_chips_without_a_line_are_told_by_the_exit_code(
    evening: tuple[Dealer, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path = evening
    monkeypatch.setattr("controller.tools.account.account_of", lambda _: replace(ACCOUNT, difference=5))
    assert account_command(path, as_json=False) == 1


def test_pots_that_are_not_decided_are_in_the_middle() -> None:
    play = dealt(bought()).check_down().show_all().must(Impound("lee"))
    assert (account_of(play.table).middle, account_of(play.table).difference) == (30, 0)
    collect(play).must(Confirm(), Rule("R31", "lee", seats=(1,), amounts=(30,), last=True))
    account = account_of(play.table)
    assert (account.middle, account.difference) == (30 + 15, 0)
