"""Power lost at every step of the disk, and disks that refuse: what was shown is kept, nothing made up."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from controller.journal import read, verify
from controller.rules.events import Event
from controller.rules.prompts import next_step
from controller.rules.state import Table
from controller.rules.table import chips as chips_of
from controller.views import Message
from tests.powerless import PowerCut, PowerlessDisk
from tests.simulation.night import STACK, Dealer, chips, prompt, seated

VERIFIED_WITHIN = 5.0

Script = Callable[[Dealer], None]


def short_hand(dealer: Dealer) -> None:
    """Three players: one throws his cards away, one bets the flop, one says fold."""
    dealer.start()
    dealer.deal()
    dealer.fold()
    dealer.say("call", "check")
    dealer.street()
    dealer.say("check", "bet 20", "fold")
    dealer.pay()


def long_hand(dealer: Dealer) -> None:
    """Five players: raises, an all-in, side pots, a showdown, and the next hand begins."""
    dealer.start()
    dealer.deal()
    dealer.say("call", "raise 40", "call", "call")
    dealer.fold()
    dealer.say("call")
    dealer.street()
    dealer.say("check", "bet 50", "all-in", "call", "fold", "call")
    dealer.follow()
    dealer.start()
    dealer.deal()


@dataclass(slots=True)
class Watched:
    """The turns that are on the disk: their events and the table after each."""

    turns: list[list[Event]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def watch(self, events: Sequence[Event], before: Table, after: Table) -> None:
        self.turns.append(list(events))
        self.tables.append(after)


@contextmanager
def cut(
    folder: Path, script: Script, seats: int, operation: int
) -> Iterator[tuple[Dealer, PowerlessDisk, Watched]]:
    """A hand until the power goes in its `operation`-th step of the disk (0: never); the dealer has put down

    the card that he held.
    """
    disk, watched = PowerlessDisk(), Watched()
    with seated(folder, seats, disk=disk, watch=watched.watch) as dealer:
        # The folder is asked for the name of the last session, the disk for what is in it.
        dealer.rig.journal.path.touch()
        disk.cut_at = len(disk.log) + operation if operation else 0
        try:
            script(dealer)
        except PowerCut:
            dealer.put_down()
        else:
            assert not operation, f"the hand has no step {operation}"
        yield dealer, disk, watched


def steps_of(folder: Path, script: Script, seats: int) -> tuple[int, list[Any], Watched]:
    """How many steps of the disk a hand has, its journal, and its tables."""
    with cut(folder, script, seats, 0) as (dealer, disk, watched):
        created = 5
        path = dealer.rig.journal.path
        return len(disk.log) - created, [list(line.events) for line in read(path, disk=disk)], watched


def remains(disk: PowerlessDisk) -> Iterator[PowerlessDisk]:
    """What a power cut leaves: nothing of the interrupted write, half of it, or all of it."""
    tried: list[dict[Path, bytes]] = []
    for pick in (lambda n: 0, lambda n: n // 2, lambda n: n - 1):
        left = disk.survivor(pick)
        if left.files not in tried:
            tried.append(left.files)
            yield left


def come_back(dealer: Dealer, disk: PowerlessDisk) -> None:
    """Start the controller on what a disk holds."""
    dealer.rig.options = replace(dealer.rig.options, disk=disk)
    dealer.rig.restart()


def verified(dealer: Dealer) -> None:
    """Wait until the table has verified by itself, or confirm what differs."""
    end = dealer.rig.clock.now() + VERIFIED_WITHIN
    while dealer.word == "verify" and dealer.rig.clock.now() < end:
        dealer.wait(0.1)
    if dealer.word == "verify":
        assert dealer.view.prompt.detail is not None
        assert dealer.view.prompt.detail.id == "detail.differs"
        assert dealer.ask("next") is None


def check_cut(folder: Path, script: Script, seats: int, operation: int, reference: list[Any]) -> None:
    with cut(folder, script, seats, operation) as (dealer, disk, watched):
        shown = len(watched.turns)
        before = watched.tables[-1] if watched.tables else dealer.rig.loop.table
        for left in remains(disk):
            path = dealer.rig.journal.path
            kept = [list(line.events) for line in read(path, disk=left)]
            assert kept == reference[: len(kept)], "something was invented"
            assert shown <= len(kept) <= shown + 1, "what was shown is lost"
            come_back(dealer, left)
            assert verify(path, disk=left).sound
            table = dealer.rig.loop.table
            assert chips_of(table) == seats * STACK
            if len(kept) == shown:
                assert table == before
                assert next_step(table) == next_step(before)
            verified(dealer)
        dealer.wait(2.0)
        dealer.follow()
        assert chips(dealer.view) == seats * STACK
        assert verify(path, disk=left).sound


def test_power_loss_at_every_step_of_a_short_hand(tmp_path: Path) -> None:
    steps, reference, _ = steps_of(fresh(tmp_path, 0), short_hand, 3)
    assert steps == 2 * len(reference) > 60
    for operation in range(1, steps + 1):
        check_cut(fresh(tmp_path, operation), short_hand, 3, operation, reference)


@pytest.mark.parametrize("part", range(8))
def test_power_loss_at_some_steps_of_a_long_hand(part: int, tmp_path: Path) -> None:
    steps, reference, _ = steps_of(fresh(tmp_path, 0), long_hand, 5)
    check_cut(fresh(tmp_path, 1), long_hand, 5, 1 + part * steps // 8, reference)


@pytest.mark.soak
def test_power_loss_at_every_step_of_a_long_hand(tmp_path: Path) -> None:
    steps, reference, _ = steps_of(fresh(tmp_path, 0), long_hand, 5)
    for operation in range(1, steps + 1):
        check_cut(fresh(tmp_path, operation), long_hand, 5, operation, reference)


def fresh(folder: Path, number: int) -> Path:
    """A folder of its own for one run."""
    path = folder / str(number)
    path.mkdir()
    return path


def test_every_published_frame_follows_from_the_journal_at_that_time(tmp_path: Path) -> None:
    """The journal is written before the screens are: cut anywhere, the last frame shown can be derived."""
    with cut(tmp_path, short_hand, 3, 41) as (dealer, disk, watched):
        shown = dealer.view
        left = disk.survivor(lambda n: 0)
        come_back(dealer, left)
        verified(dealer)
        again = dealer.view
        same = ("hand", "button", "actor", "board", "pot_total", "pots", "prompt", "actions", "undo")
        assert {name: getattr(again, name) for name in same} == {name: getattr(shown, name) for name in same}
        assert again.seats == shown.seats
        assert watched.tables


# --- disks that refuse


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("operation", [1, 2, 20, 27, 44, 61])
def test_a_disk_that_refuses_stops_the_table_with_a_sentence(
    operation: int, number: int, tmp_path: Path
) -> None:
    watched = Watched()
    disk = PowerlessDisk()
    with seated(tmp_path, 3, disk=disk, watch=watched.watch) as dealer:
        dealer.rig.journal.path.touch()
        disk.errors = {len(disk.log) + operation: OSError(number, "the disk is ill")}
        with suppress(AssertionError):
            short_hand(dealer)
        kept = watched.tables[-1] if watched.tables else dealer.rig.loop.table
        dealer.put_down()
        dealer.wait(3.0)
        sentence = (
            f"journal {dealer.rig.journal.path} cannot be written: the disk is ill;"
            f" entry {len(watched.turns) + 1} and later ones are not kept"
        )
        assert prompt(dealer.rig) == ("stop", 0, "journal")
        assert dealer.view.prompt.detail == Message("health.journal_failed", {"why": sentence})
        assert dealer.rig.player.view is not None
        assert dealer.rig.player.view.notice == Message("notice.journal")
        assert dealer.rig.player.view.paused
        assert dealer.view.asks == ()
        steps = len(disk.log)
        for ask in ("next", "floor", "call", "fold", "redeal", "undo"):
            refused = dealer.ask(ask)
            assert refused is not None
            assert refused.id in ("health.journal_failed", "refused.stale")
        dealer.draw("seat 1")
        dealer.wait(3.0)
        assert len(disk.log) == steps
        assert dealer.rig.loop.table == kept
        come_back(dealer, disk.survivor(lambda n: 0))
        assert dealer.rig.loop.table == kept


def test_a_full_disk_keeps_every_turn_before_and_reports_the_half_one(tmp_path: Path) -> None:
    with seated(tmp_path, 3, disk=(disk := PowerlessDisk(space=9_000))) as dealer:
        dealer.rig.journal.path.touch()
        with suppress(AssertionError):
            short_hand(dealer)
        table = dealer.rig.loop.table
        assert dealer.word == "stop"
        come_back(dealer, PowerlessDisk(disk.files))
        assert [m.id for m in dealer.view.health] == ["health.journal_damaged"]
        assert dealer.rig.loop.table == table
        kept = [path.name for path in dealer.rig.options.disk.files]  # type: ignore[union-attr]
        assert len([name for name in kept if ".damaged-" in name]) == 1


def test_the_journal_line_of_a_turn_is_json_with_the_fields_of_the_design(tmp_path: Path) -> None:
    with cut(tmp_path, short_hand, 3, 0) as (dealer, disk, watched):
        lines = [json.loads(line) for line in disk.files[dealer.rig.journal.path].splitlines()]
        assert {"format", "software", "setup", "start", "deck_map"} == set(lines[0]["header"])
        fields = {"n", "boot", "mono", "wall", "salt", "events", "prev", "hash"}
        assert all(set(line) == fields for line in lines[1:])
        assert len(lines) == 1 + len(watched.turns)
