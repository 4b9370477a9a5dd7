"""Every reader, looked at for real: what it is, how fast it answers, and how well it reads a card at rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from controller.tools.preflight.finding import Finding, fail, ok, warn
from drivers.base import Clock, Driver, DriverError
from drivers.health import Health
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen

# A hub may start anew when its port is opened, and sweeps all antennas before it speaks.
PATIENCE = 6.0
SCORED = 3.0
# An FTDI adapter that was not told to be quick keeps each answer back for 16 ms.
SLOW = 0.015
GOOD, POOR = 0.95, 0.80


@dataclass(slots=True)
class Watch:
    """What the drivers have said so far: why each reader is lost (empty: it answers), and what lies on it."""

    drivers: Sequence[Driver]
    clock: Clock
    lost: dict[str, str] = field(default_factory=dict)
    lying: dict[str, int] = field(default_factory=dict)

    def poll(self) -> None:
        """Poll each driver once."""
        for driver in self.drivers:
            now = self.clock.now()
            try:
                for report in driver.poll(now):
                    self._take(report)
            except DriverError as error:
                self.lost.update(dict.fromkeys(driver.names, str(error)))

    def run(self, seconds: float, done: Callable[[], bool] = lambda: False) -> None:
        """Poll for so long, or until `done`."""
        end = self.clock.now() + seconds
        while self.clock.now() < end and not done():
            self.poll()
            self.clock.sleep(min(driver.interval for driver in self.drivers))

    def health(self) -> Mapping[str, Health]:
        """What the drivers tell of each reader."""
        return {health.reader: health for driver in self.drivers for health in driver.health()}

    @property
    def names(self) -> tuple[str, ...]:
        """All readers."""
        return tuple(name for driver in self.drivers for name in driver.names)

    def _take(self, report: Report) -> None:
        match report:
            case ReaderUp(reader=name):
                self.lost[name] = ""
            case ReaderLost(reader=name, reason=why):
                self.lost[name] = why
            case TagSeen(reader=name):
                self.lying[name] = self.lying.get(name, 0) + 1
            case TagGone(reader=name):
                self.lying[name] = self.lying.get(name, 0) - 1
            case _:
                pass


def readers(watch: Watch) -> Iterator[Finding]:
    """How each reader answers; waits until all have said something."""
    if not watch.drivers:
        return
    names = watch.names
    watch.run(PATIENCE, lambda: all(watch.lost.get(name) == "" for name in names))
    told = watch.health()
    for name in names:
        yield _reader(name, watch.lost.get(name), told.get(name, Health(name)))


def _reader(name: str, lost: str | None, health: Health) -> Finding:
    what = f"{name} reader"
    if lost is None:
        return fail(what, "has not answered", "check its power and cable")
    if lost:
        return fail(what, lost, "docs/install.md, section 13")
    speed = "" if health.round_trip is None else f", answers in {1000 * health.round_trip:.1f} ms"
    says = f"{health.device or 'answers'}{speed}"
    if health.round_trip is not None and health.round_trip > SLOW:
        return warn(what, says, f"more than {1000 * SLOW:.0f} ms: another adapter, or a port of its own")
    if health.errors:
        return warn(what, f"{says}, {health.errors} damaged answers", "check cable, plug and power")
    return ok(what, says)


def scores(watch: Watch, ask: Callable[[str], str], tell: Callable[[str], None]) -> Iterator[Finding]:
    """The read score of each antenna that answers, with a card laid there by hand.

    `ask` shows a sentence and waits for Enter; the word `s` skips an antenna.
    """
    for name in [name for name in watch.names if watch.lost.get(name) == ""]:
        if ask(f"Lay one card on the {name} reader, and press Enter (s: skip it)").strip().lower() == "s":
            continue
        before = watch.health()
        watch.run(SCORED)
        yield _score(name, watch, before)
        tell("Take the card away.")
        watch.run(SCORED, lambda: not any(watch.lying.values()))


def _score(name: str, watch: Watch, before: Mapping[str, Health]) -> Finding:
    what = f"{name} antenna"
    others = [other for other, count in watch.lying.items() if count > 0 and other != name]
    if watch.lying.get(name, 0) <= 0:
        if others:
            return fail(
                what,
                f"the card is read by the {others[0]} reader instead",
                "two leads are swapped, or table.yaml names them the wrong way round",
            )
        return fail(what, "reads nothing", "nearer to the felt, no metal near it, and check its lead")
    if others:
        return warn(
            what, f"the {others[0]} reader reads the card too", "move them apart, or put ferrite between"
        )
    now, then = watch.health().get(name, Health(name)), before.get(name, Health(name))
    seen, missed = now.seen - then.seen, now.missed - then.missed
    if not seen + missed:
        return ok(what, "reads the card")
    part = seen / (seen + missed)
    says = f"reads the card in {100 * part:.0f} % of {seen + missed} sweeps"
    if part < POOR:
        return fail(what, says, "thinner felt, a better tag, or the antenna nearer")
    return ok(what, says) if part >= GOOD else warn(what, says, "thinner felt, or the antenna nearer")
