"""A reader as an owner's tool hears it: one tag alone, at rest, told once; two are never taken for one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.tools.decks.antenna import (
    PATIENCE,
    REST,
    TOGETHER,
    Antenna,
    Crowd,
    Heard,
    Passed,
    ReaderGone,
    Rests,
    Trouble,
)
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen

UIDS = ("04A1B2C3D40001", "04A1B2C3D40002", "04A1B2C3D40003")
MOMENT = 0.1


class Told:
    """A feed that tells in each moment what it was told."""

    def __init__(self) -> None:
        self.at = 0.0
        self.next: list[Report] = [ReaderUp(0.0, "shoe")]

    def now(self) -> float:
        return self.at

    def listen(self) -> Sequence[Report]:
        self.at += MOMENT
        told, self.next = self.next, []
        return told


def heard(antenna: Antenna, moments: int = 1) -> list[Heard]:
    return [heard for _ in range(moments) for heard in antenna.listen()]


@given(st.lists(st.sampled_from(["", *UIDS]), max_size=120))
def test_only_a_tag_that_lies_alone_for_a_while_rests_and_it_is_told_once(moves: list[str]) -> None:
    feed = Told()
    antenna = Antenna("shoe", feed)
    since: dict[str, float] = {}
    rested: set[str] = set()
    for uid in moves:
        if uid in since:
            feed.next.append(TagGone(feed.at, "shoe", uid))
            del since[uid]
            rested.discard(uid)
        elif uid:
            feed.next.append(TagSeen(feed.at, "shoe", uid))
            since[uid] = feed.at
        for what in antenna.listen():
            if isinstance(what, Rests):
                assert list(since) == [what.uid]
                assert feed.at - since[what.uid] >= REST
                assert what.uid not in rested
                rested.add(what.uid)
            if isinstance(what, Crowd):
                assert len(since) > 1
                assert feed.at - max(since.values()) >= TOGETHER
    assert UIDS[0] not in repr(Rests(UIDS[0]))


def test_a_card_that_follows_another_at_once_is_no_crowd_and_two_that_stay_are_told_once() -> None:
    feed = Told()
    antenna = Antenna("shoe", feed)
    feed.next += [TagSeen(0.0, "shoe", UIDS[0]), TagSeen(0.0, "shoe", UIDS[1])]
    assert heard(antenna, 10) == [Passed(UIDS[0]), Passed(UIDS[1])]
    assert heard(antenna, 30) == [Crowd()]
    feed.next.append(TagGone(feed.at, "shoe", UIDS[0]))
    assert heard(antenna, 10) == [Rests(UIDS[1])]


def test_what_other_readers_of_the_bus_see_is_not_heard() -> None:
    feed = Told()
    antenna = Antenna("shoe", feed)
    feed.next += [TagSeen(0.0, "seat 1", UIDS[0]), ReaderLost(0.0, "seat 1", "unplugged")]
    assert heard(antenna, 200) == []


def test_a_loss_is_told_and_ends_it_only_when_it_lasts() -> None:
    feed = Told()
    antenna = Antenna("shoe", feed)
    heard(antenna)
    feed.next.append(ReaderLost(feed.at, "shoe", "unplugged"))
    assert heard(antenna, int(PATIENCE / MOMENT) - 1) == [Trouble("unplugged")]
    feed.next.append(ReaderUp(feed.at, "shoe"))
    assert heard(antenna, 200) == []
    feed.next.append(ReaderLost(feed.at, "shoe", "unplugged again"))
    with pytest.raises(ReaderGone, match="unplugged again"):
        heard(antenna, int(PATIENCE / MOMENT) + 2)


def test_a_reader_that_is_lost_before_it_answered_ends_it_at_once() -> None:
    feed = Told()
    feed.next = [ReaderLost(0.0, "shoe", "no such device")]
    with pytest.raises(ReaderGone, match="no such device"):
        heard(Antenna("shoe", feed))
