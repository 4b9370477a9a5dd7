"""What a table can be played for: the stakes, levels, stacks and house book of its settings, together."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.book import book
from controller.marks import YamlError
from controller.rules.house import AllInTabling, LevelsBy
from controller.rules.stakes import Level, Stakes
from controller.settings import TableSettings, load_table
from controller.terms import check_terms, house_of, levels_of, stakes_of

CONFIG = Path(__file__).parents[2] / "config"
TABLE = """\
name: Table 1
seats: 3
stakes: {small_blind: 5, big_blind: 10, unit: 5}
players:
  1: {name: Ana, stack: 500}
  2: {name: Ben, stack: 400}
readers:
  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}
journal: journal
sockets: sockets
deck_map: deck.json
"""
LEVEL = "{small_blind: 5, big_blind: 10, minutes: 20}"


def settings(folder: Path, text: str) -> TableSettings:
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return load_table(path, check_terms)


def wrong(folder: Path, text: str) -> list[str]:
    with pytest.raises(YamlError) as error:
        settings(folder, text)
    return [sentence.removeprefix(f"{folder / 'table.yaml'}") for sentence in error.value.sentences]


def test_the_shipped_example_can_be_played() -> None:
    assert house_of(load_table(CONFIG / "table.yaml", check_terms)) == book("tda", {})


def test_every_line_of_the_shipped_example_that_waits_behind_a_hash_is_right(tmp_path: Path) -> None:
    """A commented setting is one that an owner uncovers, so it must be sound as it stands."""
    text = (CONFIG / "table.yaml").read_text(encoding="utf-8")
    for old, new in (
        ("# players:\n#   1:", "players:\n  1:"),
        ("#   4: {name", "  4: {name"),
        ("# button:", "button:"),
        ("# misdeal.sa", "  misdeal.sa"),
        ("# buyin.min", "  buyin.min"),
        ("# buyin.max", "  buyin.max"),
        ("# rake.mode", "  rake.mode"),
        ("# rake.percent", "  rake.percent"),
        ("# rake.cap", "  rake.cap"),
        ("# ante: 5", "  ante: 5"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    assert stakes_of(settings(tmp_path, text)).ante == 5
    levels = "".join(
        f"{line[2:]}\n" for line in text.splitlines() if line.startswith(("# levels:", "#   - {"))
    )
    tournament = (
        (CONFIG / "table.yaml").read_text(encoding="utf-8").replace("format: cash     ", "format: tournament")
    )
    assert len(levels_of(settings(tmp_path, f"{tournament}{levels}"))) == 3


def test_the_stakes_of_a_no_limit_table_have_no_bets(tmp_path: Path) -> None:
    table = settings(tmp_path, TABLE.replace("unit: 5", "unit: 5, big_blind_ante: 10"))
    assert stakes_of(table) == Stakes(5, 10, 5, big_blind_ante=10)
    assert levels_of(table) == ()


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ("", (10, 20)),
        (", small_bet: 20", (20, 40)),
        (", small_bet: 10, big_bet: 30", (10, 30)),
        (", big_bet: 15", (10, 15)),
    ],
)
def test_the_bets_of_fixed_limit(tmp_path: Path, bets: str, expected: tuple[int, int]) -> None:
    text = TABLE.replace("unit: 5", f"unit: 5{bets}") + "game: fixed-limit\n"
    stakes = stakes_of(settings(tmp_path, text))
    assert (stakes.small_bet, stakes.big_bet) == expected


def test_the_levels_of_a_tournament(tmp_path: Path) -> None:
    text = (
        f"{TABLE}game: fixed-limit\nformat: tournament\nlevels:\n  - {LEVEL}\n"
        "  - {small_blind: 10, big_blind: 20, ante: 5, hands: 8, rest: 10}\n"
    )
    assert levels_of(settings(tmp_path, text)) == (
        Level(Stakes(5, 10, 5, small_bet=10, big_bet=20), minutes=20),
        Level(Stakes(10, 20, 5, ante=5, small_bet=20, big_bet=40), hands=8, rest=10),
    )


def test_a_tournament_runs_nothing_twice_and_counts_as_its_levels_say(tmp_path: Path) -> None:
    robert = "house: {profile: robert}\n"
    assert house_of(settings(tmp_path, TABLE + robert)).rit_enabled
    house = house_of(
        settings(
            tmp_path, f"{TABLE}{robert}format: tournament\nlevels: [{LEVEL.replace('minutes', 'hands')}]\n"
        )
    )
    assert not house.rit_enabled
    assert house.levels_by is LevelsBy.HANDS


def test_an_override_is_in_the_house_book(tmp_path: Path) -> None:
    house = house_of(settings(tmp_path, TABLE + "house: {showdown.allin_tabling: AT_SHOWDOWN}\n"))
    assert house == book("tda", {"showdown.allin_tabling": "AT_SHOWDOWN"})
    assert house.showdown_allin_tabling is AllInTabling.AT_SHOWDOWN


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "big_blind: 10",
            "big_blind: 12",
            ":3:37: stakes.big_blind: must be a multiple of the unit 5 (got 12)",
        ),
        (
            "small_blind: 5",
            "small_blind: 15",
            ":3:23: stakes.small_blind: must not be more than the big blind (got 15 and 10)",
        ),
        ("unit: 5", "unit: 5, ante: 3", ":3:56: stakes.ante: must be a multiple of the unit 5 (got 3)"),
        (
            "unit: 5",
            "unit: 5, ante: 5, big_blind_ante: 10",
            ":3:75: stakes.big_blind_ante: everybody pays an ante already: give one of the two",
        ),
        (
            "unit: 5",
            "unit: 5, big_bet: 20",
            ":3:59: stakes.big_bet: only fixed-limit has bets of one size; this game is no-limit",
        ),
        ("stack: 400", "stack: 401", ":6:25: players[2].stack: must be a multiple of the unit 5 (got 401)"),
    ],
)
def test_amounts_that_nobody_could_pay(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert TABLE.count(old) == 1
    assert wrong(tmp_path, TABLE.replace(old, new)) == [sentence]


@pytest.mark.parametrize(
    ("bets", "sentence"),
    [
        ("small_bet: 5", ":3:61: stakes.small_bet: must not be less than the big blind (got 5 and 10)"),
        ("big_bet: 5", ":3:59: stakes.big_bet: must not be less than the small bet (got 5 and 10)"),
        ("big_bet: 12", ":3:59: stakes.big_bet: must be a multiple of the unit 5 (got 12)"),
    ],
)
def test_bets_that_fixed_limit_cannot_have(tmp_path: Path, bets: str, sentence: str) -> None:
    text = TABLE.replace("unit: 5", f"unit: 5, {bets}") + "game: fixed-limit\n"
    assert wrong(tmp_path, text) == [sentence]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("button: 3", ":12:9: button: nobody sits at seat 3"),
        ("button: 9", ":12:9: button: nobody sits at seat 9"),
        (f"levels: [{LEVEL}]", ":12:9: levels: only a tournament has levels; the format is cash"),
        ("house: {table.max_seats: 2}", ":2:8: seats: the house has at most 2 (table.max_seats) (got 3)"),
        (
            "house: {buyin.min: 500, buyin.max: 200}",
            ":12:20: house.buyin.min: must not be more than buyin.max (got 500 and 200)",
        ),
        ("house: {buyin.min: 450}", ":6:25: players[2].stack: the least buy-in is 450 (got 400)"),
        ("house: {buyin.max: 450}", ":5:25: players[1].stack: the largest buy-in is 450 (got 500)"),
        ("house: {buyin.max: 502}", ":12:20: house.buyin.max: must be a multiple of the unit 5 (got 502)"),
        (
            "house: {levels.by: HANDS}",
            ":12:20: house.levels.by: the table has no levels",
        ),
        (
            "house: {rake.percent: 5}",
            ":12:23: house.rake.percent: nothing is taken while rake.mode is NONE",
        ),
        (
            "house: {rake.mode: POT}",
            ":12:20: house.rake.mode: POT takes nothing without rake.percent or rake.jackpot",
        ),
        ("house: {rake.mode: TIME}", ":12:20: house.rake.mode: TIME takes nothing without rake.time_charge"),
        (
            "house: {rake.mode: POT, rake.percent: 5, rake.step: 3}",
            ":12:53: house.rake.step: must be a multiple of the unit 5 (got 3)",
        ),
        (
            "house: {rake.mode: POT, rake.percent: 101}",
            ":12:39: house.rake.percent: must be a percentage from 0 to 100"
            " with at most two decimals (got 101)",
        ),
        (
            "house: {showdown.allin_tablin: AT_SHOWDOWN}",
            ":12:32: house.showdown.allin_tablin: the house book has no option 'showdown.allin_tablin',"
            " did you mean 'showdown.allin_tabling'?",
        ),
    ],
)
def test_a_cash_table_that_cannot_be(tmp_path: Path, lines: str, sentence: str) -> None:
    assert wrong(tmp_path, f"{TABLE}{lines}\n") == [sentence]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("levels: []", ":13:9: levels: there is no level: name one, or leave levels out"),
        (
            "levels: [{small_blind: 5, big_blind: 10}]",
            ":13:10: levels[0]: a level lasts minutes or hands: give one of the two",
        ),
        (
            "levels: [{small_blind: 5, big_blind: 10, minutes: 5, hands: 5}]",
            ":13:10: levels[0]: a level lasts minutes or hands: give one of the two",
        ),
        (
            f"levels: [{LEVEL}, {{small_blind: 30, big_blind: 20, hands: 5}}]",
            ":13:70: levels[1].small_blind: must not be more than the big blind (got 30 and 20)",
        ),
        (
            f"levels: [{LEVEL}, {{small_blind: 10, big_blind: 20, ante: 2, hands: 5}}]",
            ":13:95: levels[1].ante: must be a multiple of the unit 5 (got 2)",
        ),
        (
            f"levels: [{LEVEL}, {{small_blind: 5, big_blind: 5, hands: 5}}]",
            ":13:84: levels[1].big_blind: must not be less than before (got 5 after 10)",
        ),
        (
            "levels: [{small_blind: 5, big_blind: 20, hands: 5}]",
            ":13:38: levels[0].big_blind: must be that of the stakes, which are the first level's",
        ),
        (
            f"house: {{levels.by: HANDS}}\nlevels: [{LEVEL}]",
            ":14:10: levels[0]: levels.by is HANDS: give hands",
        ),
        (
            "house: {levels.by: TIME}\nlevels: [{small_blind: 5, big_blind: 10, hands: 5}]",
            ":14:10: levels[0]: levels.by is TIME: give minutes",
        ),
        ("house: {rit.enabled: ON}", ":13:22: house.rit.enabled: no hand of a tournament is run twice"),
        (
            "house: {rake.mode: POT, rake.percent: 5}",
            ":13:20: house.rake.mode: a tournament has no rake: its chips are no money",
        ),
    ],
)
def test_a_tournament_that_cannot_be(tmp_path: Path, lines: str, sentence: str) -> None:
    assert wrong(tmp_path, f"{TABLE}format: tournament\n{lines}\n") == [sentence]


def test_a_tournament_starts_with_any_stack(tmp_path: Path) -> None:
    text = f"{TABLE}format: tournament\nhouse: {{buyin.min: 450, buyin.max: 450}}\n"
    assert settings(tmp_path, text).players[2].stack == 400


@pytest.mark.parametrize("percent", ["0", "off"])
def test_a_rake_that_is_set_and_switched_off_is_no_mistake(tmp_path: Path, percent: str) -> None:
    lines = "rake.percent: 0" if percent == "0" else "rake.mode: NONE, rake.percent: 5"
    assert house_of(settings(tmp_path, f"{TABLE}house: {{{lines}}}\n")).rake_mode.value == "NONE"


def test_cards_only_keeps_no_chips_to_rake(tmp_path: Path) -> None:
    text = f"{TABLE}betting: cards-only\nhouse: {{rake.mode: TIME, rake.time_charge: 5}}\n"
    assert wrong(tmp_path, text) == [
        ":13:20: house.rake.mode: betting is cards-only: the table keeps no chips to rake"
    ]


def test_fixed_limit_has_no_straddle_on_the_button(tmp_path: Path) -> None:
    text = f"{TABLE}game: fixed-limit\nhouse: {{straddle.types: [UTG, BUTTON]}}\n"
    assert wrong(tmp_path, text) == [
        ":13:25: house.straddle.types: fixed-limit has no straddle on the button"
    ]


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    text = TABLE.replace("big_blind: 10", "big_blind: 4").replace("stack: 400", "stack: 100") + (
        "button: 3\nhouse: {buyin.min: 200, misdeal.sa: NEVER, rake.mode: POT}\n"
    )
    assert [sentence.split(": ")[1] for sentence in wrong(tmp_path, text)] == [
        "stakes.small_blind",
        "stakes.big_blind",
        "button",
        "house.misdeal.sa",
        "players[2].stack",
        "house.rake.mode",
    ]
