from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from controller.views import Answer, DealerView, Message, PlayerView, Request, to_json
from display.client import Client
from tests.display.faketable import FakeTable
from tests.display.samples import DEALER, PLAYER

_ACT = DEALER["act"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "dealer.sock"


@pytest.fixture
def table(path: Path) -> Iterator[FakeTable]:
    table = FakeTable(path)
    yield table
    table.close()


@pytest.fixture
def client(path: Path) -> Iterator[Client[DealerView]]:
    client = Client(path, DealerView)
    yield client
    client.close()


@pytest.fixture
def shown(table: FakeTable, client: Client[DealerView]) -> Client[DealerView]:
    """A client that has its first snapshot."""
    client.poll(0.0)
    table.accept()
    table.show(_ACT)
    client.poll(0.1)
    return client


def test_a_snapshot_arrives_whole(shown: Client[DealerView]) -> None:
    assert shown.view == _ACT
    assert not shown.stale


def test_the_newest_snapshot_wins(table: FakeTable, shown: Client[DealerView]) -> None:
    for n in (42, 43, 44):
        table.show(replace(_ACT, n=n))
    shown.poll(0.2)
    assert shown.view is not None
    assert shown.view.n == 44


def test_requests_go_out_and_answers_come_in(table: FakeTable, shown: Client[DealerView]) -> None:
    request = Request("a-1", 41, "raise", 7, 45000)
    assert shown.send(request)
    assert table.request() == request
    refused = Answer("a-1", Message("refused.amount_low", {"least": 60}))
    table.answer(refused)
    assert shown.poll(0.2) == (refused,)


@pytest.mark.parametrize(
    "packet",
    [
        b"{",
        b"\xff\xfe",
        b"[]",
        b"3",
        b'{"view": 3}',
        b'{"view": {}}',
        b'{"hello": {}}',
        b'{"view": {"v": 2}}',
        b'{"answer": {"re": 1}}',
        b"[" * 20000,
    ],
)
def test_rubbish_keeps_the_last_picture_and_marks_it_stale(
    packet: bytes, table: FakeTable, shown: Client[DealerView]
) -> None:
    table.send_bytes(packet)
    shown.poll(0.2)
    assert (shown.view, shown.connected, shown.stale) == (_ACT, True, True)
    assert "cannot read" in shown.trouble
    table.show(replace(_ACT, n=42))
    shown.poll(0.3)
    assert not shown.stale


def test_the_complaint_names_the_field_and_not_its_content(
    table: FakeTable, shown: Client[DealerView], caplog: pytest.LogCaptureFixture
) -> None:
    frame: Any = {"view": to_json(_ACT) | {"board": ["Qs", ["Kd"]]}}
    table.send(frame)
    shown.poll(0.2)
    assert shown.trouble.endswith("DealerView.board[1] must be str")
    assert "Kd" not in caplog.text


def test_a_player_screen_refuses_a_dealer_snapshot(table: FakeTable, path: Path) -> None:
    client = Client(path, PlayerView)
    client.poll(0.0)
    table.accept()
    table.show(PLAYER["act"])
    table.show(_ACT)
    client.poll(0.1)
    client.close()
    assert client.view == PLAYER["act"]
    assert client.stale


def test_a_lost_table_leaves_the_last_picture(table: FakeTable, shown: Client[DealerView]) -> None:
    table.hang_up()
    shown.poll(0.2)
    assert (shown.view, shown.connected, shown.stale) == (_ACT, False, True)
    assert "closed the connection" in shown.trouble
    assert not shown.send(Request("a-1", 41, "fold", 7))


def test_a_table_that_comes_back_is_found_again(
    table: FakeTable, path: Path, shown: Client[DealerView]
) -> None:
    table.close()
    shown.poll(0.2)
    shown.poll(1.0)
    assert not shown.connected
    again = FakeTable(path)
    shown.poll(10.0)
    again.accept()
    again.show(replace(_ACT, n=1))
    shown.poll(10.1)
    again.close()
    assert shown.view is not None
    assert (shown.view.n, shown.stale) == (1, False)


def test_attempts_become_rarer(
    path: Path, monkeypatch: pytest.MonkeyPatch, client: Client[DealerView]
) -> None:
    attempts: list[float] = []
    connect = Client._connect

    def counted(self: Client[DealerView], now: float) -> None:
        attempts.append(now)
        connect(self, now)

    monkeypatch.setattr(Client, "_connect", counted)
    for tenth in range(301):
        client.poll(tenth / 10)
    waits = [round(late - early, 1) for early, late in pairwise(attempts)]
    assert waits == [0.3, 0.5, 1.0, 2.0] + [4.0] * (len(waits) - 4)
    assert client.trouble == f"no connection to {path}: No such file or directory"


def test_one_lasting_fault_is_logged_once(
    client: Client[DealerView], caplog: pytest.LogCaptureFixture
) -> None:
    for second in range(60):
        client.poll(float(second))
    assert len(caplog.records) == 1
