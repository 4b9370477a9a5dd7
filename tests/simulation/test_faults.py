"""Bad input through the whole stack: one clear sentence each, and the table as it was."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.journal import JournalBroken
from controller.publish import MAX_RUBBISH, PATIENCE
from controller.tools.rig import Rig
from controller.views import Message
from drivers.emulated.hub import HubEmulator, Spoil
from tests.simulation.night import Dealer, chips, deck_of, health, prompt, seated, table, table_of

STRANGER = "04DEADBEEF0080"


@contextmanager
def dealt(folder: Path) -> Iterator[Dealer]:
    """Three players with two cards each; seat 3 is to act."""
    with seated(folder) as dealer:
        dealer.start()
        dealer.deal()
        yield dealer


def hub_of(rig: Rig) -> HubEmulator:
    assert rig.far.hub is not None
    return rig.far.hub


def detail(dealer: Dealer) -> Message | None:
    what = dealer.view.irregularity
    return what.sentence if what else None


@pytest.fixture(autouse=True)
def no_tracebacks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that comes from outside is worth a traceback, and no tag or face is in any log line."""
    caplog.set_level(logging.DEBUG, "controller")
    caplog.set_level(logging.DEBUG, "drivers")
    yield
    assert not [record for record in caplog.records if record.exc_info]
    assert "04A1" not in caplog.text
    assert STRANGER not in caplog.text


# --- tags


def test_an_unknown_tag_at_a_seat_is_a_remark_and_the_hand_goes_on(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        before = dealer.rig.loop.table
        dealer.place(STRANGER, "seat 2")
        dealer.wait(2.0)
        assert dealer.view.health == (Message("health.unknown_tag", {"reader": "seat 2"}),)
        assert dealer.rig.loop.table == before
        dealer.rig.felt.lift(STRANGER)
        dealer.wait(1.0)
        assert health(dealer.rig) == []
        dealer.follow()


def test_an_unknown_tag_out_of_the_shoe_stops_the_hand_and_no_chip_is_lost(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        pieces = dealer.rig.loop.table.pieces
        dealer.place(STRANGER, "shoe")
        dealer.wait(0.5)
        assert dealer.word == "stop"
        assert detail(dealer) == Message("unresolved.unknown_tag", {"reader": "shoe"})
        assert dealer.rig.loop.table.pieces == pieces
        dealer.rig.felt.lift(STRANGER)
        dealer.rule("R03")
        dealer.follow()
        assert [seat.stack for seat in dealer.view.seats.values()] == [1000] * 3


def test_the_same_tag_at_two_places_is_a_remark_and_the_card_stays(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        before = dealer.rig.loop.table
        uid = dealer.hands[2][0]
        clone(dealer, uid, "seat 3")
        dealer.wait(3.0)
        assert dealer.view.health == (Message("health.two_places", {"places": ("seat 2", "seat 3")}),)
        assert dealer.rig.loop.table == before
        assert prompt(dealer.rig) == ("act", 3, "")


def clone(dealer: Dealer, uid: str, reader: str) -> None:
    """Lay a second tag with the same UID down; one that is placed again would move."""
    dealer.rig.felt._lying.setdefault(reader, {})[uid] = float("inf")
    dealer.rig.felt.press("undo")


# --- the wire of the hub


@pytest.mark.parametrize(
    "noise",
    [
        b"\xff" * 200,
        b"T 5 2 + 04A1",
        b"T 17 2 + 04AABBCCDDEE80*00\n",
        b"S 3 1 04A1\r\n\n\n\0\0",
        b"\x1b[31mhello\n" * 20,
        b"K\n" * 50,
    ],
)
def test_garbage_on_the_wire_changes_nothing(noise: bytes, tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        before = dealer.rig.loop.table
        hub_of(dealer.rig).babble(noise)
        dealer.wait(3.0)
        assert dealer.rig.loop.table == before
        assert health(dealer.rig) == []
        dealer.follow()
        assert chips(dealer.view) == 3000


@pytest.mark.parametrize("how", list(Spoil))
def test_a_spoiled_line_about_a_card_costs_time_and_no_card(how: Spoil, tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        hub = hub_of(dealer.rig)
        for _ in range(6):
            hub.spoil(how)
            dealer.draw(f"seat {dealer.view.prompt.seat}", rest=3.0)
        assert prompt(dealer.rig) == ("act", 3, "")
        assert dealer.view.irregularity is None
        assert [seat.cards_held for seat in dealer.view.seats.values()] == [2, 2, 2]


@pytest.mark.parametrize("how", list(Spoil))
def test_a_spoiled_line_about_a_fold_costs_time_and_no_fold(how: Spoil, tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        hub_of(dealer.rig).spoil(how, how, how)
        dealer.fold(rest=4.0)
        assert prompt(dealer.rig) == ("act", 1, "")
        assert dealer.view.seats[3].status == "folded"


def test_the_hub_is_unplugged_in_the_middle_of_the_deal_and_comes_back(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.draw("seat 1")
        dealer.draw("seat 2")
        dealer.rig.felt.unplug("hub")
        dealer.wait(1.0)
        lost = [m for m in dealer.view.health if m.id == "health.reader_lost"]
        assert {m.args["reader"] for m in lost} == {"seat 1", "seat 2", "seat 3", "board", "burn", "muck"}
        assert dealer.view.irregularity is None
        assert prompt(dealer.rig) == ("deal", 3, "")
        dealer.draw("seat 3")
        dealer.draw("seat 1")
        dealer.rig.felt.plug("hub")
        dealer.wait(4.0)
        assert health(dealer.rig) == []
        assert prompt(dealer.rig) == ("deal", 2, "")
        dealer.follow()
        assert chips(dealer.view) == 3000


def test_the_hub_is_unplugged_over_a_fold_and_the_fold_is_read_when_it_is_back(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        dealer.rig.felt.unplug("hub")
        dealer.wait(1.0)
        dealer.fold()
        assert prompt(dealer.rig) == ("act", 3, "")
        dealer.rig.felt.plug("hub")
        dealer.wait(5.0)
        assert prompt(dealer.rig) == ("act", 1, "")
        assert dealer.view.irregularity is None


def test_a_hub_that_hangs_is_lost_with_a_sentence_and_found_again(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        before = dealer.rig.loop.table
        hub_of(dealer.rig).mute()
        dealer.wait(5.0)
        reasons = {m.args["reason"] for m in dealer.view.health}
        assert len(reasons) == 1
        assert "hub" in str(reasons)
        hub_of(dealer.rig).mute(False)
        dealer.wait(5.0)
        assert health(dealer.rig) == []
        assert dealer.rig.loop.table == before


def test_a_hub_that_reboots_moves_no_card_and_its_lamps_come_back(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        before = dealer.rig.loop.table
        assert dealer.rig.felt.lamp("seat 3") == "act"
        hub_of(dealer.rig).reboot()
        dealer.wait(3.0)
        assert dealer.rig.loop.table == before
        assert dealer.rig.felt.lamp("seat 3") == "act"


# --- readers


def test_the_shoe_reader_dies_in_the_deal_and_comes_back(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.draw("seat 1")
        dealer.rig.felt.unplug("shoe")
        dealer.wait(1.0)
        assert [(m.id, m.args["reader"]) for m in dealer.view.health] == [("health.reader_lost", "shoe")]
        dealer.draw("seat 2")
        dealer.draw("seat 3")
        assert prompt(dealer.rig) == ("deal", 1, "")
        dealer.rig.felt.plug("shoe")
        dealer.wait(2.0)
        assert health(dealer.rig) == []
        dealer.follow()
        assert chips(dealer.view) == 3000


def test_two_cards_that_the_shoe_reader_cannot_tell_apart_are_read_where_they_land(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.rig.felt.unreadable("shoe")
        dealer.draw("seat 1", rest=0.1)
        dealer.wait(0.5)
        dealer.rig.felt.unreadable("shoe", False)
        assert prompt(dealer.rig) == ("deal", 2, "")
        dealer.follow()


def test_a_seat_reader_that_cannot_tell_its_cards_apart_does_not_hold_the_deal_up(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.rig.felt.unreadable("seat 2")
        dealer.wait(0.5)
        assert [(m.id, m.args["reader"]) for m in dealer.view.health] == [("health.reader_lost", "seat 2")]
        dealer.deal()
        assert prompt(dealer.rig) == ("act", 3, "")
        assert dealer.view.seats[2].cards_held == 2
        dealer.rig.felt.unreadable("seat 2", False)
        dealer.wait(1.0)
        assert health(dealer.rig) == []
        assert dealer.view.irregularity is None
        dealer.follow()


def test_the_muck_reader_dies_and_folds_are_entered(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        dealer.rig.felt.unplug("muck")
        dealer.wait(1.0)
        dealer.say("fold")
        for uid in dealer.hands.pop(3):
            dealer.place(uid, "muck")
        dealer.wait(2.0)
        assert prompt(dealer.rig) == ("act", 1, "")
        dealer.rig.felt.plug("muck")
        dealer.wait(2.0)
        assert dealer.view.irregularity is None


# --- the sockets


@contextmanager
def caller(rig: Rig, screen: str) -> Iterator[socket.socket]:
    """A program that has connected to the socket of a screen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:
        client.connect(str(rig.settings.sockets / f"{screen}.sock"))
        client.settimeout(2.0)
        yield client


RUBBISH = [
    b"hello",
    b"\xff\xfe\x00",
    b"[]",
    b"{}",
    b'{"id": "x", "on": 1}',
    b'{"id": "x", "on": "1", "ask": "fold"}',
    b'{"id": "x", "on": 1, "ask": "fold", "seat": 1e400}',
    b'{"id": "x", "on": 1, "ask": "fold", "cards": ["04A1DEADBEEF80"], "more": 1}',
    b"[" * 4000,
    b"x" * 5000,
]


@pytest.mark.parametrize("rubbish", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish_on_a_socket_is_answered_and_logged_with_one_sentence(
    rubbish: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with dealt(tmp_path) as dealer, caller(dealer.rig, "dealer") as client:
        before, shown = dealer.rig.loop.table, dealer.view
        caplog.clear()
        dealer.rig.pump()
        client.send(rubbish)
        dealer.rig.pump()
        assert "view" in json.loads(client.recv(1 << 16))
        answer = json.loads(client.recv(1 << 16))["answer"]
        assert answer["refused"]["id"] == "refused.request"
        assert len([r for r in caplog.records if "sent something that is no request" in r.getMessage()]) == 1
        assert dealer.rig.loop.table == before
        assert dealer.view == shown


def test_a_request_that_makes_no_sense_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with dealt(tmp_path) as dealer:
        before = dealer.rig.loop.table
        for ask, fields in (
            ("call", {"seat": 99}),
            ("raise", {"seat": 3, "amount": 2**52}),
            ("bet", {"seat": 3, "amount": 0}),
            ("buy", {"seat": 77, "amount": 5}),
            ("table", {"seat": 77}),
            ("muck", {"seat": 77}),
            ("name", {"place": "seat x", "cards": ("Ah",)}),
            ("name", {"place": "muck", "cards": ("Ah", "Ah")}),
            ("shutdown", {}),
        ):
            refused = dealer.ask(ask, **fields)
            assert refused is not None, ask
            assert refused.id.startswith("refused."), ask
        assert dealer.rig.loop.table == before


def test_the_player_socket_takes_no_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with dealt(tmp_path) as dealer, caller(dealer.rig, "player") as client:
        before = dealer.rig.loop.table
        dealer.rig.pump()
        asked = {"id": "a", "on": dealer.view.n, "ask": "fold", "seat": 3}
        client.send(json.dumps(asked).encode())
        dealer.rig.pump()
        json.loads(client.recv(1 << 16))
        assert json.loads(client.recv(1 << 16))["answer"]["refused"]["id"] == "refused.read_only"
        assert "its socket is read only" in caplog.text
        assert dealer.rig.loop.table == before


def test_a_client_that_talks_only_rubbish_is_disconnected_with_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with dealt(tmp_path) as dealer, caller(dealer.rig, "dealer") as client:
        for _ in range(MAX_RUBBISH + 1):
            dealer.rig.pump()
            client.send(b"?")
            dealer.rig.pump()
        assert "sent rubbish more than" in caplog.text
        dealer.follow()


def test_a_client_that_does_not_read_is_disconnected_and_holds_nobody_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with dealt(tmp_path) as dealer, caller(dealer.rig, "player") as client:
        dealer.rig.pump()
        dealer.say("call")
        dealer.wait(PATIENCE + 1.0)
        assert f"took nothing for {PATIENCE:g} seconds and was disconnected" in caplog.text
        client.recv(1 << 16)
        dealer.say("call", "check")
        assert dealer.rig.player.view is not None
        assert dealer.rig.player.view.n == dealer.view.n


# --- the journal


def damaged(folder: Path, spoil: str) -> Path:
    """A night that ended in mid-hand, and what then happened to its journal."""
    with seated(folder) as dealer:
        dealer.start()
        dealer.deal()
        path = dealer.rig.journal.path
    content = path.read_bytes()
    lines = content.splitlines(keepends=True)
    match spoil:
        case "bit":
            middle = len(content) // 2
            content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        case "line":
            content = b"".join(lines[:5] + lines[6:])
        case "swap":
            content = b"".join([*lines[:5], lines[6], lines[5], *lines[7:]])
        case "torn":
            content = content[:-20]
        case "zeros":
            content += bytes(512)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("spoil", ["bit", "line", "swap"])
def test_a_damaged_journal_is_refused_with_a_sentence_and_left_as_it_is(spoil: str, tmp_path: Path) -> None:
    path = damaged(tmp_path, spoil)
    content = path.read_bytes()
    with seated(tmp_path) as dealer:
        fresh = dealer.rig.journal.path
        assert fresh.name > path.name
        fresh.unlink()
        with pytest.raises(JournalBroken, match=r"line \d+: .*; leave the file as it is, settle the hand by"):
            dealer.rig.restart()
    assert path.read_bytes() == content


@pytest.mark.parametrize("spoil", ["torn", "zeros"])
def test_an_interrupted_last_write_is_moved_and_reported(spoil: str, tmp_path: Path) -> None:
    path = damaged(tmp_path, spoil)
    with table(table_of(tmp_path), deck_of(1)) as rig:
        rig.journal.path.unlink()
        rig.restart()
        assert rig.journal.path == path
        assert rig.dealer.dealer.health[0] == Message("health.journal_damaged", {"file": path.name})
        assert rig.loop.table.hand == 1
        assert path.with_name(path.name + ".damaged-1").exists()
