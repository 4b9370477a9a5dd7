"""`tablectl check`: whether a table can be played: its settings, its computer, devices and readers.

With `--house` it prints the house book that the settings make instead.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.book import HouseError, book, shown, values
from controller.buses import drivers_of
from controller.marks import YamlError
from controller.options import ENTRIES
from controller.rules.house import HouseRules
from controller.settings import TableSettings, load_table
from controller.terms import check_terms, house_of
from controller.tools.preflight.computer import computer
from controller.tools.preflight.decks import decks
from controller.tools.preflight.devices import devices
from controller.tools.preflight.finding import Finding, Level, ok, warn
from controller.tools.preflight.machine import Machine
from controller.tools.preflight.readers import Watch, readers, scores
from controller.tools.preflight.running import is_running
from drivers.clock import WallClock

CANNOT_RUN = 3
MARK = "*"


@dataclass(frozen=True, slots=True)
class Row:
    """One option in force: its value, that of the profile, where it is written, and what it decides."""

    key: str
    value: str
    profile: str
    source: str
    decides: str

    @property
    def differs(self) -> bool:
        """Whether this table has it otherwise than its profile."""
        return self.value != self.profile


@dataclass(frozen=True, slots=True)
class Order:
    """What `tablectl check` is asked for: the file alone, its house book, or all; with a card in hand?"""

    config: Path
    house: bool = False
    file_only: bool = False
    guided: bool = False
    as_json: bool = False


def check_command(order: Order, machine: Machine | None = None) -> int:
    """Judge what the order asks for and print it; the exit code."""
    config, as_json = order.config, order.as_json
    try:
        config.read_bytes()
    except OSError as error:
        print(f"{config}: cannot be read: {error.strerror}", file=sys.stderr)
        return CANNOT_RUN
    try:
        table = load_table(config, check_terms)
        effective = house_of(table)
    except (YamlError, HouseError) as error:
        _print_wrong(str(error).splitlines(), as_json)
        return 1
    if order.house:
        _print_book(table.house.profile, effective, as_json)
        return 0
    if order.file_only:
        print(json.dumps({"ok": True, "wrong": []}) if as_json else "ok")
        return 0
    return _look(order, table, machine or Machine())


def _look(order: Order, table: TableSettings, machine: Machine) -> int:
    """Look at everything that the settings name, one line each as soon as it is known."""
    found: list[Finding] = []
    for finding in _findings(order, table, machine):
        found.append(finding)
        if not order.as_json:
            print(finding.line(), flush=True)
    failed = sum(finding.level is Level.FAIL for finding in found)
    if order.as_json:
        print(json.dumps({"ok": not failed, "found": [_told(finding) for finding in found]}, indent=1))
    elif failed:
        print(f"\n{failed} of {len(found)} must be mended before play")
    else:
        print("\nthe table can be played")
    return 1 if failed else 0


def _findings(order: Order, table: TableSettings, machine: Machine) -> Iterator[Finding]:
    yield ok("settings", f"{order.config} is right")
    yield from computer(table, machine, datetime.now(UTC))
    yield decks(table.deck_map)
    yield from devices(table, machine)
    if is_running(table.sockets):
        yield warn(
            "readers",
            "the table is running and owns them",
            "stop it to have them looked at: sudo systemctl stop table-controller",
        )
        return
    clock = WallClock()
    drivers = drivers_of(table, clock)
    watch = Watch(drivers, clock)
    try:
        yield from readers(watch)
        if order.guided:
            yield from scores(watch, _ask, print)
    finally:
        for driver in drivers:
            driver.close()


def _ask(sentence: str) -> str:
    try:
        return input(f"{sentence} ")
    except EOFError:
        return "s"


def _told(finding: Finding) -> dict[str, str]:
    return {
        "level": finding.level.value,
        "what": finding.what,
        "says": finding.says,
        "remedy": finding.remedy,
    }


def profile_command(profile: str, *, as_json: bool) -> int:
    """Print the house book of a profile as it is shipped; the exit code."""
    try:
        rules = book(profile, {})
    except HouseError as error:
        print(error, file=sys.stderr)
        return CANNOT_RUN
    _print_book(profile, rules, as_json)
    return 0


def rows_of(profile: str, rules: HouseRules) -> tuple[Row, ...]:
    """The rows of a house book, in its order; raises `HouseError` where the profile cannot be read."""
    shipped, effective = values(book(profile, {})), values(rules)
    return tuple(
        Row(key, shown(key, effective[key]), shown(key, shipped[key]), entry.source, entry.decides)
        for key, entry in ENTRIES.items()
    )


def _print_wrong(sentences: Sequence[str], as_json: bool) -> None:
    if as_json:
        print(json.dumps({"ok": False, "wrong": sentences}))
    else:
        print("\n".join(sentences))


def _print_book(profile: str, rules: HouseRules, as_json: bool) -> None:
    rows = rows_of(profile, rules)
    if as_json:
        told = [{**asdict(row), "differs": row.differs} for row in rows]
        print(json.dumps({"profile": profile, "options": told}, indent=1))
        return
    count = sum(row.differs for row in rows)
    said = (
        f"{count} {'option' if count == 1 else 'options'} set otherwise, marked {MARK}"
        if count
        else "as shipped"
    )
    print(f"house book: profile {profile}, {said}\n")
    print("\n".join(_columns([_cells(profile, row) for row in rows])))


def _cells(profile: str, row: Row) -> tuple[str, ...]:
    value = f"{row.value} ({profile}: {row.profile})" if row.differs else row.value
    return MARK if row.differs else "", row.key, value, row.source, row.decides


def _columns(lines: Sequence[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
