"""The bus between its antennas: who is looked at when, what a loss costs the others, what is reported."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import pairwise

import pytest

from drivers.base import BadWiring, TransportLost
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.iso14443a import Inventory
from drivers.presence import SHOE
from drivers.reports import CrossTalk, ReaderLost, ReaderUp, Report, TagGone, TagSeen
from drivers.spibus import SHOE_EVERY, Antenna, SpiBusDriver

EMPTY = Inventory()
A, B = "04A1B2C3D4E5F6", "0411223344556F"


class Scripted:
    """A reader that takes `stretches` (s) between the places where it gives way, and finds what it is told.

    `looks` are begin and end of each look.
    """

    def __init__(
        self,
        clock: SimulatedClock,
        find: Callable[[], Inventory] = lambda: EMPTY,
        *,
        stretches: tuple[float, ...] = (0.0005,),
        node: str = "",
        sliced: bool = False,
    ) -> None:
        self.clock = clock
        self.find = find
        self.stretches = stretches
        self.node = node or f"/dev/spidev0.{id(self)}"
        self.sliced = sliced
        self.device = "MFRC522 version 0x92"
        self.round_trip: float | None = 0.0006
        self.errors = 0
        self.looks: list[tuple[float, float]] = []
        self.under_way = 0
        self.closed = False

    def look(self) -> Generator[None, None, Inventory]:
        began = self.clock.now()
        self.under_way += 1
        try:
            for n, stretch in enumerate(self.stretches):
                if n:
                    yield
                self.clock.sleep(stretch)
            return self.find()
        finally:
            self.under_way -= 1
            self.looks.append((began, self.clock.now()))

    def close(self) -> None:
        self.closed = True

    @property
    def begins(self) -> list[float]:
        return [began for began, _ in self.looks]


def finds(*uids: str) -> Callable[[], Inventory]:
    return lambda: Inventory(frozenset(uids))


def lost() -> Inventory:
    raise TransportLost("the chip at /dev/spidev0.1 reads version 0x00")


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock()


def run(driver: SpiBusDriver, clock: SimulatedClock, seconds: float) -> list[Report]:
    """Poll as the worker does: pause for the driver's interval between polls."""
    reports: list[Report] = []
    end = clock.now() + seconds
    while clock.now() < end:
        reports += driver.poll(clock.now())
        clock.sleep(driver.interval)
    return reports


def gaps(times: list[float]) -> Iterator[float]:
    return (after - before for before, after in pairwise(times))


# --- scheduling


def test_the_shoe_is_looked_at_in_the_middle_of_long_looks(clock: SimulatedClock) -> None:
    shoe = Scripted(clock)
    seats = [Scripted(clock, stretches=(0.005,) * 20, sliced=True) for _ in range(3)]
    driver = SpiBusDriver(
        [
            Antenna("shoe", shoe, SHOE, SHOE_EVERY),
            *[Antenna(f"seat {n}", seat) for n, seat in enumerate(seats, 1)],
        ],
        clock,
    )
    run(driver, clock, 2.0)
    assert max(gaps(shoe.begins)) <= SHOE_EVERY
    assert all(len(seat.looks) >= 4 for seat in seats)
    began, ended = seats[0].looks[0]
    assert sum(began < time < ended for time in shoe.begins) >= 4


def test_no_two_sliced_fields_are_on_at_once(clock: SimulatedClock) -> None:
    readers = [Scripted(clock, stretches=(0.004,) * 6, sliced=True) for _ in range(4)]
    together: list[int] = []

    def watched() -> Inventory:
        together.append(sum(reader.under_way for reader in readers))
        return EMPTY

    shoe = Scripted(clock, watched)
    driver = SpiBusDriver(
        [Antenna("shoe", shoe, SHOE, SHOE_EVERY), *[Antenna(f"seat {n}", r) for n, r in enumerate(readers)]],
        clock,
    )
    run(driver, clock, 1.0)
    assert max(together) == 1


def test_all_antennas_are_looked_at_in_turn(clock: SimulatedClock) -> None:
    readers = [Scripted(clock, stretches=(0.01, 0.005 * n)) for n in range(6)]
    driver = SpiBusDriver([Antenna(f"seat {n}", reader) for n, reader in enumerate(readers)], clock)
    run(driver, clock, 2.0)
    counts = [len(reader.looks) for reader in readers]
    assert min(counts) > 10
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("stretches", [(0.0005,), (0.004,) * 40])
def test_a_poll_ends_soon_and_a_long_look_goes_on_in_the_next(
    clock: SimulatedClock, stretches: tuple[float, ...]
) -> None:
    seats = [Scripted(clock, finds(A), stretches=stretches) for _ in range(10)]
    driver = SpiBusDriver([Antenna(f"seat {n}", seat) for n, seat in enumerate(seats)], clock)
    for _ in range(100):
        began = clock.now()
        driver.poll(began)
        assert clock.now() - began <= 0.025
        clock.sleep(driver.interval)
    assert seats[0].looks


def test_an_idle_bus_is_left_alone(clock: SimulatedClock) -> None:
    seat, shoe = Scripted(clock), Scripted(clock)
    driver = SpiBusDriver([Antenna("seat 1", seat), Antenna("shoe", shoe, SHOE, SHOE_EVERY)], clock)
    run(driver, clock, 10.0)
    assert len(seat.looks) <= 10.0 / 0.05 + 1
    assert len(shoe.looks) <= 10.0 / (SHOE_EVERY / 2)


def test_a_free_bus_does_not_hold_a_poll(clock: SimulatedClock) -> None:
    """On a clock that stands still in a look, as with a transfer that costs nothing."""
    readers = [Scripted(clock, stretches=(0.0,)) for _ in range(2)]
    driver = SpiBusDriver(
        [Antenna("shoe", readers[0], SHOE, SHOE_EVERY), Antenna("seat 1", readers[1])], clock
    )
    assert driver.poll(0.0) == (ReaderUp(0.0, "shoe"), ReaderUp(0.0, "seat 1"))
    assert [len(reader.looks) for reader in readers] == [1, 1]


@pytest.mark.parametrize("stretch", [0.003, 0.004, 0.0045, 0.005])
def test_on_ticks_of_20_ms_the_shoe_is_looked_at_in_time(clock: SimulatedClock, stretch: float) -> None:
    shoe = Scripted(clock)
    seats = [Scripted(clock, finds(f"0411223344{n:04X}"), stretches=(0.005, stretch)) for n in range(3)]
    driver = SpiBusDriver(
        [Antenna("shoe", shoe, SHOE, SHOE_EVERY), *[Antenna(f"seat {n}", r) for n, r in enumerate(seats)]],
        clock,
    )
    reports: list[Report] = []
    Stepper(clock, (), (driver,), reports.append).advance(1.0)
    assert max(gaps(shoe.begins)) <= SHOE_EVERY
    assert sum(isinstance(report, TagSeen) for report in reports) == 3


def test_cards_that_stay_in_the_shoe_do_not_starve_the_others(clock: SimulatedClock) -> None:
    shoe = Scripted(clock, finds(A), stretches=(0.005,) * 5)
    seat = Scripted(clock, finds(B), stretches=(0.005, 0.005))
    driver = SpiBusDriver([Antenna("shoe", shoe, SHOE, SHOE_EVERY), Antenna("seat 1", seat)], clock)
    run(driver, clock, 3.0)
    assert len(seat.looks) > 20
    assert max(gaps(shoe.begins)) <= 0.025 + 0.01


# --- losses


def test_a_dead_reader_is_lost_once_and_slows_nobody(clock: SimulatedClock) -> None:
    shoe = Scripted(clock)
    dead = Scripted(clock, lost, stretches=(0.005,) * 10)
    well = Scripted(clock, finds(A), stretches=(0.005, 0.004))
    alone = Scripted(SimulatedClock(), finds(A), stretches=(0.005, 0.004))
    driver = SpiBusDriver(
        [Antenna("shoe", shoe, SHOE, SHOE_EVERY), Antenna("seat 1", dead), Antenna("seat 2", well)], clock
    )
    reports = run(driver, clock, 20.0)
    run(SpiBusDriver([Antenna("seat 2", alone)], alone.clock), alone.clock, 20.0)
    assert [report for report in reports if isinstance(report, ReaderLost)] == [
        ReaderLost(
            dead.looks[0][1],
            "seat 1",
            "seat 1 reader does not answer: the chip at /dev/spidev0.1 reads version 0x00",
        )
    ]
    assert len(dead.looks) < 20
    assert max(gaps(dead.begins)) < 2.2
    assert max(gaps(shoe.begins)) <= SHOE_EVERY
    assert len(well.looks) > 0.9 * len(alone.looks)


def test_a_dead_shoe_slows_nobody_either(clock: SimulatedClock) -> None:
    shoe, seat = Scripted(clock, lost), Scripted(clock, finds(A))
    driver = SpiBusDriver([Antenna("shoe", shoe, SHOE, SHOE_EVERY), Antenna("seat 2", seat)], clock)
    run(driver, clock, 20.0)
    assert len(shoe.looks) < 20
    shoe.find = finds(B)
    reports = run(driver, clock, 3.0)
    assert [type(report) for report in reports] == [ReaderUp, TagSeen]
    begun = len(shoe.looks)
    run(driver, clock, 1.0)
    assert len(shoe.looks) - begun >= 1.0 / SHOE_EVERY


def test_a_reader_that_came_back_is_tried_again_soon_after_the_next_loss(clock: SimulatedClock) -> None:
    seat = Scripted(clock)
    driver = SpiBusDriver([Antenna("seat 1", seat)], clock)
    for find, seconds in ((lost, 20.0), (finds(), 3.0), (lost, 0.5)):
        seat.find = find
        seat.looks.clear()
        run(driver, clock, seconds)
    assert len(seat.looks) == 2


def test_what_rested_on_a_lost_reader_stays_until_it_answers_again(clock: SimulatedClock) -> None:
    seat = Scripted(clock, finds(A))
    driver = SpiBusDriver([Antenna("seat 1", seat)], clock)
    assert [type(report) for report in run(driver, clock, 1.0)] == [ReaderUp, TagSeen]
    seat.find = lost
    assert [type(report) for report in run(driver, clock, 10.0)] == [ReaderLost]
    seat.find = finds()
    assert [type(report) for report in run(driver, clock, 5.0)] == [ReaderUp, TagGone]


def test_one_unclear_look_is_no_loss_and_no_departure(clock: SimulatedClock) -> None:
    looks = iter([finds(A)()] * 2 + [Inventory(unresolved=True)] * 2 + [finds(A)()] * 100)
    driver = SpiBusDriver([Antenna("seat 1", Scripted(clock, lambda: next(looks)))], clock)
    assert [type(report) for report in run(driver, clock, 3.0)] == [ReaderUp, TagSeen]


def test_unclear_looks_between_clear_ones_are_no_loss(clock: SimulatedClock) -> None:
    looks = iter([finds(A)(), Inventory(unresolved=True)] * 50)
    driver = SpiBusDriver([Antenna("seat 1", Scripted(clock, lambda: next(looks)))], clock)
    assert [type(report) for report in run(driver, clock, 4.0)] == [ReaderUp, TagSeen]


def test_cards_that_stay_unreadable_lose_the_reader_and_none_of_them_leaves(clock: SimulatedClock) -> None:
    seat = Scripted(clock, finds(A))
    driver = SpiBusDriver([Antenna("seat 1", seat)], clock)
    run(driver, clock, 1.0)
    seat.find = lambda: Inventory(unresolved=True)
    (unreadable,) = run(driver, clock, 5.0)
    assert isinstance(unreadable, ReaderLost)
    assert unreadable.reason == "two or more cards, unreadable"
    seat.find = finds(A)
    assert [type(report) for report in run(driver, clock, 5.0)] == [ReaderUp]


def test_a_weak_card_is_said_to_be_weak(clock: SimulatedClock) -> None:
    seat = Scripted(clock, lambda: Inventory(fault="a card answers, but its number ..."))
    driver = SpiBusDriver([Antenna("seat 1", seat)], clock)
    (weak,) = run(driver, clock, 1.0)
    assert isinstance(weak, ReaderLost)
    assert weak.reason == "a card answers, but its number ..."


def test_a_failure_of_the_program_leaves_a_bus_that_goes_on(clock: SimulatedClock) -> None:
    seat = Scripted(clock, finds(A), stretches=(0.005, 0.005))
    driver = SpiBusDriver([Antenna("seat 1", seat)], clock)

    def broken() -> Inventory:
        raise KeyError("something")

    seat.find = broken
    with pytest.raises(KeyError):
        run(driver, clock, 1.0)
    seat.find = finds(A)
    assert [type(report) for report in run(driver, clock, 1.0)] == [ReaderUp, TagSeen]


# --- what is told beside


def test_one_card_on_two_antennas_of_the_bus_is_cross_talk(clock: SimulatedClock) -> None:
    seats = [Scripted(clock, finds(A), sliced=True) for _ in range(2)]
    driver = SpiBusDriver([Antenna(f"seat {n}", seat) for n, seat in enumerate(seats, 1)], clock)
    reports = [report for report in run(driver, clock, 5.0) if not isinstance(report, ReaderUp)]
    assert [type(report) for report in reports] == [TagSeen, CrossTalk]
    talk = reports[1]
    assert isinstance(talk, CrossTalk)
    assert {talk.reader, talk.other} == {"seat 1", "seat 2"}


def test_health_tells_of_each_reader_what_it_is_and_what_it_misses(clock: SimulatedClock) -> None:
    found = iter([finds(A)(), finds(A)(), EMPTY, *[finds(A)()] * 200])
    weak, well = Scripted(clock, lambda: next(found)), Scripted(clock, finds(B))
    weak.errors = 7
    driver = SpiBusDriver([Antenna("seat 1", weak), Antenna("seat 2", well)], clock)
    run(driver, clock, 5.0)
    one, two = driver.health()
    assert (one.reader, one.device, one.round_trip, one.errors) == ("seat 1", weak.device, 0.0006, 7)
    assert one.missed == 1
    assert one.seen == len(weak.looks) - 3
    assert two.miss_rate == 0.0


def test_closing_breaks_off_the_look_and_closes_every_reader(clock: SimulatedClock) -> None:
    readers = [Scripted(clock, stretches=(0.01,) * 10) for _ in range(3)]
    driver = SpiBusDriver([Antenna(f"seat {n}", reader) for n, reader in enumerate(readers)], clock)
    driver.poll(0.0)
    assert readers[0].under_way == 1
    driver.close()
    assert readers[0].under_way == 0
    assert all(reader.closed for reader in readers)


# --- wiring


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (("seat 2", "/dev/spidev0.0", False, None), "seat 1 and seat 2 are both at /dev/spidev0.0"),
        (("seat 1", "/dev/spidev0.1", False, None), "two antennas are called seat 1"),
        (("shoe", "/dev/spidev0.1", True, 0.025), "shoe must be looked at every 0.025 s"),
        (("shoe", "/dev/spidev0.1", False, 0.0), "shoe cannot be looked at every 0.0 s"),
    ],
)
def test_a_bus_that_cannot_be_is_refused(
    clock: SimulatedClock, second: tuple[str, str, bool, float | None], words: str
) -> None:
    name, node, sliced, every = second
    one = Antenna("seat 1", Scripted(clock, node="/dev/spidev0.0", sliced=True))
    two = Antenna(name, Scripted(clock, node=node, sliced=sliced), every=every)
    with pytest.raises(BadWiring, match=words):
        SpiBusDriver([one, two], clock)


def test_no_uid_in_a_repr(clock: SimulatedClock) -> None:
    antenna = Antenna("seat 1", Scripted(clock, finds(A)))
    driver = SpiBusDriver([antenna], clock)
    text = repr(run(driver, clock, 1.0)) + repr(driver.health()) + repr(antenna)
    assert "TagSeen" in text
    assert A not in text
