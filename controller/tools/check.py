"""`tablectl check`: whether the settings of a table can be played by, and the house book that they make."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.book import HouseError, book, shown, values
from controller.marks import YamlError
from controller.options import ENTRIES
from controller.rules.house import HouseRules
from controller.settings import load_table
from controller.terms import check_terms, house_of

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


def check_command(config: Path, *, house: bool, as_json: bool) -> int:
    """Judge the settings in a file, or print their house book; the exit code."""
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
    if house:
        _print_book(table.house.profile, effective, as_json)
    else:
        print(json.dumps({"ok": True, "wrong": []}) if as_json else "ok")
    return 0


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
