from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from controller.access import hashed
from controller.marks import Document, YamlError, parse_yaml
from controller.settings import Landing, TableSettings, load_table

CONFIG = Path(__file__).parents[2] / "config"
SMALL = """\
name: Two
seats: 2
stakes: {small_blind: 5, big_blind: 10, unit: 5}
players:
  1: {name: Ana, stack: 500}
  2: {name: Ben, stack: 500}
house:
  profile: tda
readers:
  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}
  - {role: seat, seat: 1, driver: hub, antenna: 1}
  - {role: seat, seat: 2, driver: hub, antenna: 2}
hub:
  port: /dev/table-hub
  keys: {1: next, 2: floor}
  lamps: {1: seat 1, 2: button 1, 3: key next}
  uid: E6614C311B
journal: journal
sockets: sockets
deck_map: deck.json
"""


def problems(folder: Path, text: str) -> list[str]:
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(YamlError) as error:
        load_table(path)
    return [sentence.removeprefix(str(path)) for sentence in error.value.sentences]


def changed(old: str, new: str) -> str:
    assert SMALL.count(old) == 1
    return SMALL.replace(old, new)


def test_the_shipped_example_is_sound() -> None:
    table = load_table(CONFIG / "table.yaml")
    assert {reader.role for reader in table.readers} == {"shoe", "seat", "board", "burn", "muck"}
    assert table.landing == Landing()


def test_settings_that_are_left_out_have_their_defaults(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(SMALL, encoding="utf-8")
    table = load_table(path)
    assert (table.game, table.format, table.betting) == ("no-limit", "cash", "full")
    assert (table.levels, table.button, table.floor) == ((), None, {})
    assert (table.landing.shoe.appear, table.landing.seat.of) == (1, 3)
    assert (table.landing.board.publish_after, table.landing.muck.rest) == (1.0, 0.7)
    assert table.journal == Path("journal")
    with pytest.raises(ValidationError, match="frozen"):
        table.__setattr__("seats", 3)


def test_house_options_are_kept_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(
        changed(
            "  profile: tda\n",
            "  profile: robert\n  misdeal.sa: TDA36\n  misdeal.boxed_threshold: 1\n  x: OFF\n"
            "  rake.percent: 2.5\n  straddle.types: [UTG]\n",
        ),
        encoding="utf-8",
    )
    house = load_table(path).house
    assert house.profile == "robert"
    assert house.overrides == {
        "misdeal.sa": "TDA36",
        "misdeal.boxed_threshold": 1,
        "x": "OFF",
        "rake.percent": 2.5,
        "straddle.types": ("UTG",),
    }


def test_a_pin_is_kept_as_its_hash_and_never_printed(tmp_path: Path) -> None:
    kept = hashed("4321", bytes(16))
    path = tmp_path / "table.yaml"
    path.write_text(f'{SMALL}floor: {{lee: {{pin: "{kept}"}}}}\n', encoding="utf-8")
    table = load_table(path)
    assert table.floor["lee"].pin == kept
    assert kept not in repr(table)


def people(lee: str, kim: str = "") -> str:
    """The settings with floor people who have these badges, as they are written in the file."""
    pin = hashed("4321", bytes(16))
    lines = [
        f'  {name}: {{pin: "{pin}", badge: {badge}}}' for name, badge in (("lee", lee), ("kim", kim)) if badge
    ]
    return "\n".join([f"{SMALL}floor:", *lines, ""])


def test_a_badge_is_kept_in_one_form_and_never_printed(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(people('"04:a1:b2:c3:d4:e5:f6"'), encoding="utf-8")
    table = load_table(path)
    assert table.floor["lee"].badge == "04A1B2C3D4E5F6"
    assert "04A1" not in repr(table)


@pytest.mark.parametrize("badge", ["04A1", "12345678", "[04A1]", '"sha256$12"'])
def test_a_badge_that_is_none_is_refused_and_not_repeated(tmp_path: Path, badge: str) -> None:
    (sentence,) = problems(tmp_path, people(badge))
    assert "floor.lee.badge: must be the UID of the badge" in sentence
    assert badge.strip('"[]') not in sentence


def test_two_people_cannot_have_one_badge(tmp_path: Path) -> None:
    (sentence,) = problems(tmp_path, people('"04A1B2C3D4E5F6"', '"04a1b2c3d4e5f6"'))
    assert sentence.endswith("floor.kim.badge: is the badge of lee already")


@pytest.mark.parametrize("pin", ["4321", '"4321"', "[4321]", "scrypt$1$2", "{n: 4321}"])
def test_a_pin_that_is_no_hash_is_refused_and_not_repeated(tmp_path: Path, pin: str) -> None:
    (sentence,) = problems(tmp_path, f"{SMALL}floor:\n  lee: {{pin: {pin}}}\n")
    assert sentence == ":22:14: floor.lee.pin: must be what `tablectl pin` prints: scrypt$n$r$p$salt$hash"


def test_a_further_check_names_its_place(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(changed("  profile: tda\n", "  profile: tda\n  misdeal.ss: TDA36\n"), encoding="utf-8")

    def options(table: TableSettings, document: Document) -> Iterator[str]:
        for key in table.house.overrides:
            yield document.sentence(("house", key), "there is no such option")

    with pytest.raises(YamlError) as error:
        load_table(path, options)
    assert str(error.value) == f"{path}:9:15: house.misdeal.ss: there is no such option"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("unit: 5", "units: 5", ":3:41: stakes.units: there is no such setting, did you mean 'unit'?"),
        (
            "role: shoe, driver: mfrc522, bus",
            "role: shoe, driver: mfrc522, reset: 3, bus",
            ":10:35: readers[0].reset: there is no such setting, did you mean 'reset_pin'?",
        ),
        ("seats: 2", "seats: 1", ":2:8: seats: must be at least 2 (got 1)"),
        ("seats: 2", "seats: 11", ":2:8: seats: must be at most 10 (got 11)"),
        ("seats: 2", "seats: two", ":2:8: seats: must be a whole number (got 'two')"),
        ("seats: 2", "seats: 2.0", ":2:8: seats: must be a whole number (got 2.0)"),
        ("seats: 2", "seats: true", ":2:8: seats: must be a whole number (got true)"),
        ("seats: 2", "seats:", ":2:7: seats: must be a whole number (got nothing)"),
        (
            "name: Two",
            "name: 2",
            ":1:7: name: must be text; put quotes around what looks like a number (got 2)",
        ),
        ("name: Two", "name: ''", ":1:7: name: must not be empty"),
        ("big_blind: 10", "big_blind: -10", ":3:37: stakes.big_blind: must be more than 0 (got -10)"),
        ("  2: {name: Ben", "  3: {name: Ben", ":6:6: players[3]: the table has 2 seats (got 3)"),
        (
            "profile: tda",
            "profile: tdo",
            ":8:12: house.profile: must be 'tda' or 'robert' (got 'tdo'), did you mean 'tda'?",
        ),
        (
            "role: shoe",
            "role: sho",
            ":10:12: readers[0].role: must be 'shoe', 'seat', 'board', 'burn', 'muck' or 'badge' (got 'sho'),"
            " did you mean 'shoe'?",
        ),
        (
            "driver: mfrc522",
            "driver: mfrc552",
            ":10:5: readers[0]: 'driver' must be one of 'mfrc522', 'hub', 'pn532', 'pepper' (got 'mfrc552'),"
            " did you mean 'mfrc522'?",
        ),
        ("driver: mfrc522, ", "", ":10:5: readers[0]: 'driver' is missing"),
        (", reset_pin: 25", "", ":10:5: readers[0].reset_pin: is missing"),
        ("seat: 2, ", "", ":12:5: readers[2]: a seat reader needs its seat"),
        ("seat: 2, driver", "seat: 7, driver", ":12:24: readers[2].seat: the table has 2 seats (got 7)"),
        ("role: shoe,", "role: shoe, seat: 1,", ":10:24: readers[0].seat: a shoe reader has no seat"),
        ("seat: 2, driver", "seat: 1, driver", ":12:5: readers[2]: seat 1 has a reader already, in line 11"),
        ("antenna: 2", "antenna: 1", ":12:5: readers[2]: antenna 1 has a reader already, in line 11"),
        ("  port: /dev/table-hub\n", "", ":14:3: hub.port: is missing"),
        (
            "2: floor",
            "2: flor",
            ":15:22: hub.keys[2]: the table has no such key (got 'flor'), did you mean 'floor'?",
        ),
        ("2: floor", "2: next", ":15:22: hub.keys[2]: 'next' is there already, in line 15"),
        ("2: floor", "two: floor", ":15:19: hub.keys.two: must be a whole number (got 'two')"),
        (
            "2: button 1",
            "2: buton 1",
            ":16:25: hub.lamps[2]: the table has no such lamp (got 'buton 1'), did you mean 'button 1'?",
        ),
        (
            "deck_map: deck.json",
            "deck_map: 7",
            ":20:11: deck_map: must be the path of a file or folder, as text",
        ),
        ("deck_map: deck.json", "game: no-limit", ":1:1: deck_map: is missing"),
        (
            "journal: journal",
            "journal: journal\ngame: no-limits",
            ":19:7: game: must be 'no-limit', 'pot-limit' or 'fixed-limit' (got 'no-limits'),"
            " did you mean 'no-limit'?",
        ),
        (
            "journal: journal",
            "journal: journal\nbetting: cards",
            ":19:10: betting: must be 'full' or 'cards-only' (got 'cards'), did you mean 'cards-only'?",
        ),
        (
            "journal: journal",
            "journal: journal\nformat: money",
            ":19:9: format: must be 'cash' or 'tournament' (got 'money')",
        ),
        (
            "big_blind: 10",
            f"big_blind: {10**30}",
            f":3:37: stakes.big_blind: must be at most 1000000000 (got {10**30})",
        ),
        (
            "big_blind: 10",
            "big_blind: 10, ante: 2.5",
            ":3:47: stakes.ante: must be a whole number (got 2.5)",
        ),
        (
            "journal: journal",
            "journal: journal\nlevels: [{small_blind: 5, big_blind: 10, minutes: 0}]",
            ":19:51: levels[0].minutes: must be at least 1 (got 0)",
        ),
        (
            "journal: journal",
            "journal: journal\nbutton: 11",
            ":19:9: button: must be at most 10 (got 11)",
        ),
        (
            "journal: journal",
            "journal: journal\nscreens: [player, player]",
            ":19:10: screens: player is named twice",
        ),
        (
            "journal: journal",
            "journal: journal\nlanding: {muck: {rest: 0}}",
            ":19:24: landing.muck.rest: must be more than 0.0 (got 0)",
        ),
        (
            "journal: journal",
            "journal: journal\nlanding: {seat: {appear: 4}}",
            ":19:17: landing.seat: appear (4) must not be more than of (3)",
        ),
        (
            "journal: journal",
            "journal: journal\nlanding: {seat: {rest: 1.0}}",
            ":19:18: landing.seat.rest: there is no such setting",
        ),
        (
            "  profile: tda\n",
            "  profile: tda\n  x: [1]\n",
            ":9:6: house.x: an option is a word, a number, true or false, or a list of words",
        ),
    ],
)
def test_one_mistake_is_one_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert problems(tmp_path, changed(old, new)) == [sentence]


def test_a_misspelt_setting_is_named_and_the_right_one_is_missing(tmp_path: Path) -> None:
    assert problems(tmp_path, changed("name: Ben, stack", "name: Ben, stake")) == [
        ":6:6: players[2].stack: is missing",
        ":6:18: players[2].stake: there is no such setting, did you mean 'stack'?",
    ]


def test_all_mistakes_are_said_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = (
        changed("seats: 2", "seats: 99").replace("bus: 0", "buss: 0").replace("profile: tda", "profile: tad")
    )
    assert [sentence.split(": ")[:2] for sentence in problems(tmp_path, text)] == [
        [":2:8", "seats"],
        [":8:12", "house.profile"],
        [":10:5", "readers[0].bus"],
        [":10:35", "readers[0].buss"],
    ]


def test_without_a_shoe_reader_every_seat_needs_one(tmp_path: Path) -> None:
    shoeless = changed("  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}\n", "")
    path = tmp_path / "table.yaml"
    path.write_text(shoeless, encoding="utf-8")
    assert len(load_table(path).readers) == 2
    seatless = shoeless.replace("  - {role: seat, seat: 2, driver: hub, antenna: 2}\n", "")
    assert problems(tmp_path, seatless) == [
        ":10:3: readers: without a shoe reader every seat needs one; none for seat 2"
    ]


def test_hub_readers_need_the_hub(tmp_path: Path) -> None:
    start, end = SMALL.index("hub:\n"), SMALL.index("journal:")
    assert problems(tmp_path, SMALL[:start] + SMALL[end:]) == [
        ":11:35: readers[1].driver: the table has no hub: add the section hub",
        ":12:35: readers[2].driver: the table has no hub: add the section hub",
    ]


@given(st.binary(max_size=8), st.integers(0, len(SMALL) - 1), st.integers(0, 12))
@settings(max_examples=200, deadline=None)
def test_a_damaged_file_is_read_or_refused_in_sentences(piece: bytes, at: int, lost: int) -> None:
    text = SMALL[:at] + piece.decode("latin-1") + SMALL[at + lost :]
    try:
        document = parse_yaml(text, "f")
    except YamlError as error:
        assert all(sentence.startswith("f:") for sentence in error.sentences)
    else:
        assert document.mark(()).line >= 1
