"""The sockets of the screens: newest snapshot only, no answer lost, nobody holds the table up."""

from __future__ import annotations

import grp
import json
import os
import selectors
import socket
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import publish
from controller.access import Desk
from controller.packets import MAX_REQUEST, MAX_TEXT
from controller.publish import MAX_ANSWERS, MAX_CLIENTS, MAX_RUBBISH, Publisher, PublishError
from controller.views import (
    ActionsView,
    Answer,
    BlindsView,
    ChoiceView,
    DealerView,
    FloorView,
    Message,
    PlayerView,
    PreviewView,
    PromptView,
    Request,
    RevealView,
    SignInView,
    from_json,
    to_json,
)

ME = frozenset({os.getuid()})
FOLD = Request("r1", 1, "fold", seat=3)


def player(n: int, name: str = "Table 1") -> PlayerView:
    return PlayerView(
        v=1,
        n=n,
        table=name,
        game="no-limit",
        hand=1,
        phase="idle",
        blinds=BlindsView(1, 2),
        button=1,
        actor=0,
        to_call=0,
        min_raise_to=0,
        board=(),
        pot_total=0,
        pots=(),
        seats={},
        paused=False,
    )


def dealer(n: int) -> DealerView:
    common = {f.name: getattr(player(n), f.name) for f in fields(PlayerView)}
    return DealerView(**common, prompt=PromptView("next", Message("prompt.next")), actions=ActionsView())


def floor(n: int) -> FloorView:
    common = {f.name: getattr(dealer(n), f.name) for f in fields(DealerView)}
    return FloorView(**common, who="")


def sign_in(n: int) -> SignInView:
    return SignInView(1, n, "Table 1", called=False, names=("lee",))


def unsigned() -> FloorView:
    raise AssertionError("nobody has signed in, and yet a floor view was made")


class Console:
    """A screen's end of the socket."""

    def __init__(self, folder: Path, screen: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(str(folder / f"{screen}.sock"))
        self.socket.setblocking(False)

    def send(self, what: Request | bytes) -> None:
        self.socket.send(what if isinstance(what, bytes) else json.dumps(to_json(what)).encode())

    def frames(self) -> list[dict[str, Any]]:
        """What has arrived; a last frame `{}` says that the controller closed the connection."""
        found: list[dict[str, Any]] = []
        while True:
            try:
                frame = self.socket.recv(publish.MAX_FRAME)
            except BlockingIOError:
                return found
            except ConnectionError:
                frame = b""
            found.append(json.loads(frame or b"{}"))
            if not frame:
                return found

    def answers(self) -> list[Answer]:
        return [from_json(Answer, frame["answer"]) for frame in self.frames() if "answer" in frame]

    def numbers(self) -> list[int]:
        return [frame["view"]["n"] for frame in self.frames() if "view" in frame]


class Room:
    """A publisher, and screens that come and go."""

    def __init__(self, folder: Path, allowed: frozenset[int] = ME) -> None:
        self.folder = folder
        self.publisher = Publisher(folder, allowed)
        self.consoles: list[Console] = []

    def console(self, screen: str) -> Console:
        console = Console(self.folder, screen)
        self.consoles.append(console)
        self.publisher.receive()
        return console

    def close(self) -> None:
        for console in self.consoles:
            console.socket.close()
        self.publisher.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    opened = Room(tmp_path)
    yield opened
    opened.close()


def test_the_sockets_have_mode_0660_and_are_removed_at_the_end(tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, ME)
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == ["dealer.sock", "floor.sock", "player.sock"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o660}
    publisher.close()
    assert list(tmp_path.iterdir()) == []


def test_a_screen_that_the_settings_do_not_name_has_no_socket(tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, ME, ("player", "dealer"))
    publisher.publish_floor(sign_in(1), unsigned)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dealer.sock", "player.sock"]
    publisher.close()


def test_the_socket_of_a_dead_process_is_replaced(tmp_path: Path) -> None:
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    dead.bind(str(tmp_path / "dealer.sock"))
    dead.listen()
    dead.close()
    room = Room(tmp_path)
    room.console("dealer")
    assert room.publisher.connected("dealer") == 1
    room.close()


def test_a_socket_in_use_is_refused_and_its_owner_goes_on(room: Room) -> None:
    with pytest.raises(PublishError, match=r"another process listens at .*player\.sock"):
        Publisher(room.folder, ME)
    room.publisher.publish(player(1), dealer(1))
    assert room.console("player").numbers() == [1]


def test_a_socket_of_another_kind_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.bind(str(tmp_path / "dealer.sock"))
        other.listen()
        with pytest.raises(PublishError, match=r"another process listens at .*dealer\.sock"):
            Publisher(tmp_path, ME)
    assert not (tmp_path / "player.sock").exists()


def test_a_file_in_the_way_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "player.sock").write_text("notes")
    with pytest.raises(PublishError, match=r"player\.sock is not a socket"):
        Publisher(tmp_path, ME)
    assert (tmp_path / "player.sock").read_text() == "notes"


@pytest.mark.parametrize(("folder", "why"), [("missing", "No such file"), ("x" * 120, "too long")])
def test_a_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path, folder: str, why: str) -> None:
    with pytest.raises(PublishError, match=f"could not be opened for the screens: .*{why}"):
        Publisher(tmp_path / folder, ME)


def test_each_kind_of_screen_gets_its_own_view(room: Room) -> None:
    consoles = [room.console("player"), room.console("dealer")]
    room.publisher.publish(player(7), dealer(7))
    first, second = (console.frames() for console in consoles)
    assert [from_json(PlayerView, frame["view"]) for frame in first] == [player(7)]
    assert [from_json(DealerView, frame["view"]) for frame in second] == [dealer(7)]


def test_a_dealer_view_never_goes_to_the_player_screen(room: Room) -> None:
    with pytest.raises(AssertionError, match="the player screen gets a PlayerView"):
        room.publisher.publish(dealer(1), dealer(1))


def test_a_new_screen_gets_the_newest_snapshot_at_once(room: Room) -> None:
    for n in (1, 2, 3):
        room.publisher.publish(player(n), dealer(n))
    assert room.console("player").numbers() == [3]
    assert room.console("dealer").numbers() == [3]


def test_a_slow_screen_gets_the_newest_snapshot_and_none_between(room: Room) -> None:
    slow, quick = room.console("player"), room.console("player")
    seen = []
    for n in range(1, 51):
        room.publisher.publish(player(n), dealer(n))
        seen += quick.numbers()
    assert seen == list(range(1, 51))
    assert slow.numbers() == [1]
    room.publisher.tick(0.0)
    assert slow.numbers() == [50]
    room.publisher.tick(0.1)
    assert slow.numbers() == []


def test_a_view_is_written_once_however_many_screens_there_are(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    consoles = [room.console("player") for _ in range(5)]
    written: list[object] = []

    def counted(value: object) -> Any:
        written.append(value)
        return to_json(value)

    monkeypatch.setattr(publish, "to_json", counted)
    room.publisher.publish(player(1), dealer(1))
    assert [console.numbers() for console in consoles] == [[1]] * 5
    assert written == [player(1), dealer(1)]


def test_a_request_arrives_and_its_answer_goes_to_who_asked(room: Room) -> None:
    asking, other = room.console("dealer"), room.console("dealer")
    asking.send(FOLD)
    [(client, request)] = room.publisher.receive()
    assert request == FOLD
    room.publisher.answer(client, Answer("r1"))
    assert asking.answers() == [Answer("r1")]
    assert other.answers() == []


def test_one_descriptor_wakes_the_caller_for_connections_and_requests(room: Room) -> None:
    with selectors.DefaultSelector() as caller:
        caller.register(room.publisher, selectors.EVENT_READ)
        assert caller.select(0) == []
        console = Console(room.folder, "dealer")
        room.consoles.append(console)
        assert len(caller.select(0)) == 1
        room.publisher.receive()
        assert caller.select(0) == []
        console.send(FOLD)
        assert len(caller.select(0)) == 1


def test_answers_are_not_lost_behind_snapshots(room: Room) -> None:
    console = room.console("dealer")
    asked = [f"r{at}" for at in range(60)]
    for at, name in enumerate(asked):
        room.publisher.publish(player(at), dealer(at))
        console.send(replace(FOLD, id=name))
        [(client, _)] = room.publisher.receive()
        room.publisher.answer(client, Answer(name))
    frames = console.frames()
    assert [frame["answer"]["re"] for frame in frames if "answer" in frame] == asked
    assert [frame["view"]["n"] for frame in frames if "view" in frame] == [0]
    room.publisher.tick(0.0)
    assert console.numbers() == [59]


def test_answers_that_the_kernel_does_not_take_wait_in_order_until_there_are_too_many(room: Room) -> None:
    console = room.console("dealer")
    console.send(FOLD)
    [(client, _)] = room.publisher.receive()
    sent = 0
    while len(client._answers) < MAX_ANSWERS:
        room.publisher.answer(client, Answer(str(sent)))
        sent += 1
    got = [answer.re for answer in console.answers()]
    room.publisher.tick(0.0)
    got += [answer.re for answer in console.answers()]
    assert got == [str(at) for at in range(sent)]
    while room.publisher.connected("dealer"):
        room.publisher.answer(client, Answer(str(sent)))
    assert room.publisher.receive() == [
        (client, "dealer screen 1 does not take its answers and was disconnected")
    ]


def test_an_answer_to_a_screen_that_left_goes_nowhere(room: Room) -> None:
    console = room.console("dealer")
    console.send(FOLD)
    [(client, _)] = room.publisher.receive()
    console.socket.close()
    assert room.publisher.receive() == []
    room.publisher.answer(client, Answer("r1"))
    room.publisher.publish(player(1), dealer(1))
    assert room.publisher.connected("dealer") == 0


def test_a_request_sent_before_leaving_still_counts(room: Room) -> None:
    console = room.console("dealer")
    console.send(FOLD)
    console.socket.close()
    assert [request for _, request in room.publisher.receive()] == [FOLD]
    room.publisher.receive()
    assert room.publisher.connected("dealer") == 0


def test_a_screen_that_takes_nothing_for_five_seconds_is_dropped(room: Room) -> None:
    dead, alive = room.console("player"), room.console("player")
    for tenth in range(50):
        room.publisher.publish(player(tenth), dealer(tenth))
        room.publisher.tick(100 + tenth / 10)
        alive.frames()
    assert room.publisher.connected("player") == 2
    room.publisher.tick(105.0)
    [(client, sentence)] = room.publisher.receive()
    assert sentence == f"{client} took nothing for 5 seconds and was disconnected"
    assert client.number == 1
    assert room.publisher.connected("player") == 1
    assert dead.frames()[-1] == {}


def test_a_screen_that_takes_a_little_stays(room: Room) -> None:
    console = room.console("dealer")
    room.publisher.publish(player(1), dealer(1))
    console.send(FOLD)
    [(client, _)] = room.publisher.receive()
    for at in range(20):
        room.publisher.answer(client, Answer(str(at)))
    for second in range(0, 60, 4):
        room.publisher.tick(second)
        console.socket.recv(publish.MAX_FRAME)
    assert room.publisher.connected("dealer") == 1


def test_a_screen_with_nothing_to_take_may_be_silent_for_ever(room: Room) -> None:
    console = room.console("player")
    room.publisher.publish(player(1), dealer(1))
    console.frames()
    for now in (0.0, 1_000.0, 100_000.0):
        room.publisher.tick(now)
    assert room.publisher.connected("player") == 1


RUBBISH = [
    (b"zebra", "", "json"),
    (b"\xff\xfe", "", "json"),
    (b"[" * 4000, "", "json"),
    (b"[]", "", "fields"),
    (b"{}", "", "id"),
    (b'{"id": 5, "on": 1, "ask": "fold"}', "", "id"),
    (b'{"id": "", "on": 1, "ask": "fold"}', "", "id"),
    (b'{"id": "a\\n", "on": 1, "ask": "fold"}', "", "id"),
    (b'{"id": "' + b"z" * 65 + b'", "on": 1, "ask": "fold"}', "", "id"),
    (b'{"id": "a", "on": 1}', "a", "fields"),
    (b'{"id": "a", "on": 1, "ask": "fold", "zebra": 1}', "a", "fields"),
    (b'{"id": "a", "on": 1.0, "ask": "fold"}', "a", "fields"),
    (b'{"id": "a", "on": true, "ask": "fold"}', "a", "fields"),
    (b'{"id": "a", "on": NaN, "ask": "fold"}', "a", "fields"),
    (b'{"id": "a", "on": -1, "ask": "fold"}', "a", "numbers"),
    (b'{"id": "a", "on": 1, "ask": "bet", "amount": ' + b"9" * 400 + b"}", "a", "numbers"),
    (b'{"id": "a", "on": 1, "ask": "zebra\\u0000"}', "a", "text"),
    (b'{"id": "a", "on": 1, "ask": "fold", "place": "\\ud800"}', "a", "text"),
    (b'{"id": "a", "on": 1, "ask": "name", "cards": ["\\u202e"]}', "a", "text"),
    (b'{"id": "a", "on": 1, "ask": "sign-in", "who": "lee", "pin": "\\ud800"}', "a", "text"),
    (b'{"id": "a", "on": 1, "ask": "sit", "text": "' + b"z" * (MAX_TEXT + 1) + b'"}', "a", "text"),
    (b'{"id": "a", "on": 1, "ask": "ruling", "code": "\\u0661"}', "a", "text"),
    (b'{"id": "a", "on": 1, "ask": "ruling", "amounts": [-1]}', "a", "numbers"),
    (b'{"id": "a", "on": 1, "ask": "ruling", "stacks": {"1": -5}}', "a", "numbers"),
    (b'{"id": "a"' + b" " * MAX_REQUEST + b"}", "", "length"),
]


@pytest.mark.parametrize(("payload", "re", "what"), RUBBISH)
def test_rubbish_is_answered_and_its_content_is_in_no_sentence(
    room: Room, payload: bytes, re: str, what: str
) -> None:
    console = room.console("dealer")
    console.send(payload)
    [(client, sentence)] = room.publisher.receive()
    assert sentence == f"dealer screen {client.number} sent something that is no request ({what})"
    assert console.answers() == [Answer(re, Message("refused.request", {"what": what}))]


def test_a_request_of_the_greatest_length_is_taken(room: Room) -> None:
    text = json.dumps(to_json(FOLD)).encode()
    room.console("dealer").send(text + b" " * (MAX_REQUEST - len(text)))
    assert [request for _, request in room.publisher.receive()] == [FOLD]


@pytest.mark.parametrize("screen", ["dealer", "floor"])
@settings(max_examples=60, deadline=None)
@given(payloads=st.lists(st.binary(min_size=1, max_size=80), min_size=1, max_size=MAX_RUBBISH))
def test_no_bytes_raise_and_each_packet_gets_one_answer(screen: str, payloads: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder))
        console = room.console(screen)
        for payload in payloads:
            console.send(payload)
        received = room.publisher.receive()
        assert len(received) == len(console.answers()) == len(payloads)
        room.close()


def test_a_client_that_goes_on_with_rubbish_is_dropped(room: Room) -> None:
    console = room.console("dealer")
    for _ in range(MAX_RUBBISH):
        console.send(b"?")
    room.publisher.receive()
    assert room.publisher.connected("dealer") == 1
    console.send(b"?")
    sentences = [sentence for _, sentence in room.publisher.receive()]
    assert sentences[-1] == "dealer screen 1 sent rubbish more than 20 times and was disconnected"
    assert room.publisher.connected("dealer") == 0
    assert len(console.frames()) == MAX_RUBBISH + 2


@pytest.mark.parametrize(("payload", "re"), [(json.dumps(to_json(FOLD)).encode(), "r1"), (b"zebra", "")])
def test_the_player_socket_takes_no_request(room: Room, payload: bytes, re: str) -> None:
    console = room.console("player")
    console.send(payload)
    [(client, sentence)] = room.publisher.receive()
    assert sentence == f"player screen {client.number} sent something; its socket is read only"
    assert console.answers() == [Answer(re, Message("refused.read_only"))]


def test_a_process_of_another_user_is_refused(tmp_path: Path) -> None:
    room = Room(tmp_path, frozenset({os.getuid() + 1}))
    room.publisher.publish(player(1), dealer(1))
    console = Console(tmp_path, "dealer")
    room.consoles.append(console)
    [(_, sentence)] = room.publisher.receive()
    assert sentence == f"user {os.getuid()} may not use dealer.sock and was disconnected"
    assert console.frames() == [{}]
    assert room.publisher.connected("dealer") == 0
    room.close()


def test_no_more_than_sixteen_screens_connect(room: Room) -> None:
    consoles = [room.console("player") for _ in range(MAX_CLIENTS)]
    late = Console(room.folder, "player")
    [(client, sentence)] = room.publisher.receive()
    assert sentence == f"{client} was disconnected: 16 are connected already"
    assert late.frames() == [{}]
    late.socket.close()
    consoles[0].socket.close()
    room.publisher.receive()
    room.console("player")
    assert room.publisher.connected("player") == MAX_CLIENTS


def test_a_talker_does_not_hold_up_the_others(room: Room) -> None:
    talker, other = room.console("dealer"), room.console("dealer")
    for at in range(100):
        talker.send(replace(FOLD, id=f"t{at}"))
    other.send(FOLD)
    asked = [request.id for _, request in room.publisher.receive() if isinstance(request, Request)]
    assert "r1" in asked
    assert len(asked) < 100
    for _ in range(5):
        asked += [request.id for _, request in room.publisher.receive() if isinstance(request, Request)]
    assert sorted(asked) == sorted(["r1", *(f"t{at}" for at in range(100))])


def test_a_snapshot_that_no_screen_could_take_is_refused_whole(room: Room) -> None:
    console = room.console("player")
    with pytest.raises(PublishError, match=r"the view for a screen has \d+ bytes; a screen takes 65536"):
        room.publisher.publish(player(1, "x" * publish.MAX_FRAME), dealer(1))
    assert console.frames() == []
    room.publisher.publish(player(2), dealer(2))
    assert console.numbers() == [2]


def test_the_largest_snapshot_goes_through(room: Room) -> None:
    console = room.console("player")
    room_left = publish.MAX_FRAME - len(json.dumps({"view": to_json(player(1, ""))}, separators=(",", ":")))
    room.publisher.publish(player(1, "x" * room_left), dealer(1))
    assert console.numbers() == [1]


# --- the floor's socket


def desk_of(room: Room) -> Desk:
    """The desk of the one floor screen that is connected."""
    (desk,) = room.publisher.floor_desks()
    return desk


def kinds(console: Console) -> list[str]:
    return [kind for frame in console.frames() for kind in frame]


def test_the_floor_gets_a_view_only_where_somebody_has_signed_in(room: Room) -> None:
    lee, nobody = room.console("floor"), room.console("floor")
    room.publisher.publish_floor(sign_in(1), unsigned)
    assert (kinds(lee), kinds(nobody)) == (["sign_in"], ["sign_in"])
    lee.send(Request("r1", 1, "sign-in", who="lee", pin="4321"))
    [(client, _)] = room.publisher.receive()
    client.desk.who = "lee"
    room.publisher.publish_floor(sign_in(2), lambda: floor(2))
    [frame] = lee.frames()
    assert from_json(FloorView, frame["view"]) == replace(floor(2), who="lee")
    assert kinds(nobody) == ["sign_in"]
    client.desk.who = ""
    room.publisher.publish_floor(sign_in(3), unsigned)
    assert kinds(lee) == ["sign_in"]


def test_a_new_connection_of_the_floor_never_gets_the_view_of_another(room: Room) -> None:
    room.console("floor")
    desk_of(room).who = "lee"
    room.publisher.publish_floor(sign_in(1), lambda: floor(1))
    assert kinds(room.console("floor")) == ["sign_in"]


def test_a_view_that_waited_is_not_sent_after_signing_out(room: Room) -> None:
    console = room.console("floor")
    room.publisher.publish_floor(sign_in(1), unsigned)
    desk_of(room).who = "lee"
    room.publisher.publish_floor(sign_in(2), lambda: floor(2))
    desk_of(room).who = ""
    room.publisher.publish_floor(sign_in(3), unsigned)
    assert kinds(console) == ["sign_in"]
    room.publisher.tick(0.0)
    assert kinds(console) == ["sign_in"]


def test_the_desks_of_the_floor_are_those_of_its_screens_and_no_other(room: Room) -> None:
    assert room.publisher.floor_desks() == ()
    consoles = [room.console("floor"), room.console("floor")]
    other = room.console("dealer")
    for desk in room.publisher.floor_desks():
        desk.who = "lee"
    room.publisher.publish_floor(sign_in(1), lambda: floor(1))
    assert [kinds(console) for console in consoles] == [["view"], ["view"]]
    assert kinds(other) == []


def test_what_is_enclosed_goes_after_the_answer_to_who_asked_alone(room: Room) -> None:
    asking, other = room.console("floor"), room.console("floor")
    asking.send(Request("r1", 1, "reveal", seat=2, text="seat 1 asks"))
    [(client, _)] = room.publisher.receive()
    shown = PreviewView("r1", ChoiceView("R02", Message("ruling.R02")))
    client.desk.enclosed += [RevealView("r1", 2, ("Ah", "Kd")), shown]
    room.publisher.answer(client, Answer("r1"))
    room.publisher.answer(client, Answer("r2"))
    frames = asking.frames()
    assert [*map(list, frames)] == [["answer"], ["reveal"], ["preview"], ["answer"]]
    assert from_json(RevealView, frames[1]["reveal"]) == RevealView("r1", 2, ("Ah", "Kd"))
    assert from_json(PreviewView, frames[2]["preview"]) == shown
    assert other.frames() == []


def test_the_socket_of_the_floor_has_a_group_of_its_own_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, int]] = []
    monkeypatch.setattr(
        "controller.publish.grp.getgrnam", lambda name: grp.struct_group((name, "x", 4321, []))
    )
    monkeypatch.setattr("controller.publish.os.chown", lambda path, _uid, gid: given.append((path.name, gid)))
    Publisher(tmp_path, ME).close()
    assert given == [("floor.sock", 4321)]
