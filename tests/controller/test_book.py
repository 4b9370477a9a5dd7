"""The house book: it has every option of the rules and their values, and refuses what no option can be."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from pathlib import Path
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import book as module
from controller.book import (
    PROFILES,
    HouseError,
    book,
    keys,
    option,
    profile_path,
    shown,
    taken,
    values,
)
from controller.options import CHAPTERS, ENTRIES
from controller.rules.house import HouseRules, Straddle, SubstantialAction

ROOT = Path(__file__).parents[2]
RULES = ROOT.parent / "shared" / "rules.md"
rules_present = pytest.mark.skipif(not RULES.exists(), reason="shared/rules.md is not here")

# Options that the rules have no key for.
ADDED = {
    "burn.dealer_relief",
    "clock.kills",
    "deck.verify",
    "hand.recovered",
    "rake.chop_exempt",
    "rake.jackpot",
    "rake.time_charge",
    "rake.time_minutes",
}

# Rows of 9.3 whose cell is open or answered otherwise by sections 11 and 12: (tda, robert).
SETTLED: Mapping[str, tuple[str, str]] = {
    "misdeal.first_cards": ("FIRST_TWO", "FIRST_TWO"),
    "button.mode": ("DEAD", "DEAD"),
    "deck.missing_card": ("MISDEAL_PRE_SA", "STANDS"),
    "muck.retrieval": ("IDENTIFIABLE", "IDENTIFIABLE"),
    "bet.raise_motions": ("ONE", "MULTI_AFTER_DECLARATION"),
    "bet.half_rule": ("ON", "ON"),
    "bet.oot": ("TDA53", "RROP"),
    "fl.raise_cap": ("3", "3"),
    "pl.sb_counts_as_bb": ("OFF", "ON"),
    "pl.round_up_unit": ("0", "0"),
    "bba.order": ("BB_FIRST", "BB_FIRST"),
    "straddle.order": ("LEFT_OF_STRADDLER", "LEFT_OF_STRADDLER"),
    "straddle.min_raise": ("TWICE_STRADDLE", "TWICE_STRADDLE"),
    "showdown.allin_tabling": ("IMMEDIATE", "AT_SHOWDOWN"),
    "showdown.show_one_show_all": ("ON", "ON"),
    "rit.enabled": ("OFF", "ON"),
    "rake.mode": ("NONE", "NONE"),
    "clock.seconds": ("30", "60"),
    "rabbit": ("OFF", "OFF"),
    "hand.start_event": ("RIFFLE_OR_SHUFFLER", "RIFFLE_OR_SHUFFLER"),
}

# Keys that 9.3 has no row for, as sections 7.8, 11 and 12 settle them.
NAMED_LATER: Mapping[str, tuple[str, str]] = {
    "dealer.may_declare_misdeal": ("OFF", "ON"),
    "misdeal.no_cut": ("MISDEAL_BEFORE_LOOKING", "MISDEAL_BEFORE_LOOKING"),
    "hand.facedown_release_with_action_pending": ("DEAD", "DEAD"),
    "bet.skipped": ("SA_TO_LEFT", "THREE_BEHIND"),
    "bet.undercall": ("TDA51", "RELIEF_IF_UNAWARE"),
    "bet.accepted_action": ("STRICT", "GROSS_ERROR_RELIEF"),
    "bet.commit": ("RELEASE", "RELEASE"),
    "board.reburn_after_full_reshuffle": ("ON", "ON"),
    "stub.mixed": ("SHUFFLE_ALL", "SHUFFLE_ALL"),
    "pl.ante_in_preflop_pot": ("OFF", "OFF"),
    "straddle.max_count": ("1", "1"),
    "straddle.postflop_min": ("BB", "BB"),
    "showdown.no_river_bet": ("FIRST_LEFT", "FIRST_LEFT"),
    "rit.players": ("ANY", "ANY"),
    "rit.burn": ("EACH_BOARD", "EACH_BOARD"),
    "rit.order": ("BOARD1_COMPLETE_THEN_BOARD2", "BOARD1_COMPLETE_THEN_BOARD2"),
    "blinds.missed_policy": ("POST_ALL", "POST_ALL"),
    "blinds.missed_sb_only": ("DEAD", "DEAD"),
    "blinds.buy_button": ("OFF", "OFF"),
    "newplayer.post_required": ("ON", "ON"),
    "newgame.button": ("HIGH_CARD_SUITS", "HIGH_CARD_SUITS"),
    "table.max_seats": ("10", "10"),
    "buyin.min": ("NONE", "NONE"),
    "buyin.max": ("NONE", "NONE"),
    "deck.verify": ("PASSAGE", "PASSAGE"),
}


def rules_text() -> str:
    return RULES.read_text(encoding="utf-8")


def rows_of_9_3() -> Iterator[tuple[str, str, str]]:
    """Key, and the cells of both profiles; a row of two keys is two rows."""
    section = rules_text().partition("### 9.3 ")[2].partition("### 9.4 ")[0]
    for names, only, *cells in re.findall(
        r"^\| (`[^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", section, re.M
    ):
        found = re.findall(r"`([^`]+)`", names)
        for i, key in enumerate(found):
            tda, robert = (cell.split(" / ")[i] if len(found) > 1 else cell for cell in cells)
            yield key, only if tda == "same" else tda, only if robert == "same" else robert


def written(profile: str) -> Mapping[str, str]:
    return {key: shown(key, value) for key, value in values(book(profile, {})).items()}


# --- the options and the profiles


@rules_present
def test_the_options_are_those_of_the_rules() -> None:
    named = set(re.findall(r"`([a-z]+(?:\.[a-z0-9_]+)?)\b", rules_text()))
    assert {name for name in named if "." in name} | (named & {"rabbit"}) == set(keys()) - ADDED


@rules_present
@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_is_that_of_the_rules(profile: str) -> None:
    column = PROFILES.index(profile)
    rows = {key: cells[column] for key, *cells in rows_of_9_3() if "*" not in key}
    assert len(rows) > 50
    settled = {key: cells[column] for key, cells in {**SETTLED, **NAMED_LATER}.items()}
    expected = {**rows, **settled}
    profiles = written(profile)
    assert {key: profiles[key] for key in expected} == expected


@rules_present
def test_what_is_settled_elsewhere_has_no_plain_row() -> None:
    """A row stands in `SETTLED` only where 9.3 leaves a cell open, says more, or was corrected."""
    rows = {key: (tda, robert) for key, tda, robert in rows_of_9_3()}
    assert {key for key, cells in SETTLED.items() if rows.get(key) == cells} == set()
    assert not rows.keys() & NAMED_LATER.keys()


@rules_present
def test_every_source_is_named_in_the_rules() -> None:
    text = rules_text()
    sections = set(re.findall(r"^#+ ([0-9]+(?:\.[0-9]+)?)", text, re.M))
    for key, entry in ENTRIES.items():
        for source in set(entry.source.split(", ")) - {"house"}:
            place = source.removeprefix("rules.md ")
            id_in_text = rf"(?<![A-Za-z0-9]){re.escape(source)}(?![0-9])"
            assert place in sections if place != source else re.search(id_in_text, text), (key, source)


def test_the_defaults_are_the_tda_profile() -> None:
    assert book("tda", {}) == HouseRules()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_names_the_source_of_each_value(profile: str) -> None:
    lines = profile_path(profile).read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    found = {line.partition(":")[0]: line.partition("  # ")[2] for line in rows}
    assert tuple(found) == keys()
    for key, comment in found.items():
        assert comment
        assert set(comment.split(", ")) <= set(ENTRIES[key].source.split(", ")), key


def test_every_option_has_an_entry_in_one_chapter() -> None:
    assert tuple(ENTRIES) == keys()
    families = [family for chapter in CHAPTERS.values() for family in chapter]
    assert len(families) == len(set(families))
    assert {key.partition(".")[0] for key in keys()} == set(families)


def test_an_installation_has_the_profiles_beside_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for source, target in carried.items():
        installed = tmp_path / target
        installed.parent.mkdir(parents=True, exist_ok=True)
        installed.write_bytes((ROOT / source).read_bytes())
    monkeypatch.setattr(module, "__file__", str(tmp_path / "controller" / "book.py"))
    for profile in PROFILES:
        assert profile_path(profile) == tmp_path / "controller" / "config" / f"rules-{profile}.yaml"
        assert profile_path(profile).is_file()


# --- values


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("misdeal.sa", "RROP2", SubstantialAction.RROP2),
        ("rabbit", "ON", True),
        ("rabbit", False, False),
        ("fl.raise_cap", "none", None),
        ("fl.raise_cap", "NONE", None),
        ("fl.raise_cap", None, None),
        ("fl.raise_cap", 4, 4),
        ("buyin.max", 10**9, 10**9),
        ("table.max_seats", 2, 2),
        ("straddle.types", "NONE", ()),
        ("straddle.types", (), ()),
        ("straddle.types", "UTG, BUTTON", (Straddle.UTG, Straddle.BUTTON)),
        ("straddle.types", ["MISSISSIPPI"], (Straddle.MISSISSIPPI,)),
        ("rake.percent", 5, 500),
        ("rake.percent", 2.5, 250),
        ("rake.percent", "2.5", 250),
        ("rake.percent", "0.05", 5),
        ("rake.percent", 100, 10000),
        ("ui.quick_bets", "x2, 75%", ("x2", "75%")),
        ("ui.quick_bets", ("x9", "1%", "999%"), ("x9", "1%", "999%")),
        ("misdeal.first_cards", "OFF", "OFF"),
    ],
)
def test_a_value_is_taken_as_people_write_it(key: str, value: object, expected: object) -> None:
    result = option(key, value)
    assert result == expected
    assert type(result) is type(expected) or isinstance(result, str)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("misdeal.sa", "TDA", "misdeal.sa must be TDA36, RROP2 or ANY_VOLUNTARY (got 'TDA')"),
        ("misdeal.sa", "tda36", "misdeal.sa must be TDA36, RROP2 or ANY_VOLUNTARY (got 'tda36')"),
        ("misdeal.first_cards", False, "misdeal.first_cards must be FIRST_TWO, FIRST_ONE or OFF (got false)"),
        ("rabbit", "yes", "rabbit must be ON or OFF (got 'yes')"),
        ("rabbit", 1, "rabbit must be ON or OFF (got 1)"),
        ("fl.raise_cap", 5, "fl.raise_cap must be 3, 4 or NONE (got 5)"),
        ("fl.raise_cap", True, "fl.raise_cap must be 3, 4 or NONE (got true)"),
        ("fl.raise_cap", "3", "fl.raise_cap must be 3, 4 or NONE (got '3')"),
        ("misdeal.boxed_threshold", 3, "misdeal.boxed_threshold must be 1, 2 or 5 (got 3)"),
        ("misdeal.exposed_threshold", 1, "misdeal.exposed_threshold must be 2 (got 1)"),
        ("table.max_seats", 11, "table.max_seats must be a whole number from 2 to 10 (got 11)"),
        ("table.max_seats", 2.0, "table.max_seats must be a whole number from 2 to 10 (got 2.0)"),
        ("table.max_seats", "NONE", "table.max_seats must be a whole number from 2 to 10 (got 'NONE')"),
        ("buyin.min", 0, "buyin.min must be a whole number from 1 to 1000000000 or NONE (got 0)"),
        ("buyin.min", -5, "buyin.min must be a whole number from 1 to 1000000000 or NONE (got -5)"),
        (
            "rake.cap",
            10**60,
            f"rake.cap must be a whole number from 0 to 1000000000 or NONE (got 1{'0' * 36}...)",
        ),
        (
            "straddle.types",
            "UTG, CUTOFF",
            "straddle.types must be a list of UTG, BUTTON or MISSISSIPPI, or NONE",
        ),
        (
            "straddle.types",
            "UTG, UTG",
            "straddle.types must be a list of UTG, BUTTON or MISSISSIPPI, or NONE",
        ),
        ("straddle.types", 3, "straddle.types must be a list of UTG, BUTTON or MISSISSIPPI, or NONE (got 3)"),
        ("straddle.types", [3], "straddle.types must be a list of UTG, BUTTON or MISSISSIPPI, or NONE"),
        (
            "ui.quick_bets",
            "x1",
            "ui.quick_bets must be a list of up to 8 of x2 to x9 and 1% to 999%, or NONE",
        ),
        ("ui.quick_bets", "0%", "ui.quick_bets must be a list of up to 8"),
        ("ui.quick_bets", [f"{n}%" for n in range(1, 10)], "ui.quick_bets must be a list of up to 8"),
        ("rake.percent", 100.01, "rake.percent must be a percentage from 0 to 100 with at most two decimals"),
        ("rake.percent", 2.555, "rake.percent must be a percentage from 0 to 100 with at most two decimals"),
        ("rake.percent", -1, "rake.percent must be a percentage from 0 to 100 with at most two decimals"),
        ("rake.percent", True, "rake.percent must be a percentage from 0 to 100 with at most two decimals"),
        ("rake.percent", "5 %", "rake.percent must be a percentage from 0 to 100 with at most two decimals"),
        ("misdeal.saa", "TDA36", "the house book has no option 'misdeal.saa', did you mean 'misdeal.sa'?"),
        ("misdeal_sa", "TDA36", "the house book has no option 'misdeal_sa', did you mean 'misdeal.sa'?"),
        ("x", 1, "the house book has no option 'x'"),
    ],
)
def test_a_value_that_an_option_cannot_take_is_refused(key: str, value: object, sentence: str) -> None:
    with pytest.raises(HouseError) as error:
        option(key, value)
    assert str(error.value).startswith(sentence)
    with pytest.raises(HouseError):
        book("tda", {key: value})


@pytest.mark.parametrize("profile", PROFILES)
def test_every_value_is_read_back_as_it_is_shown(profile: str) -> None:
    rules = book(profile, {})
    assert book("tda", {key: _typed(shown(key, value)) for key, value in values(rules).items()}) == rules


def _typed(text: str) -> object:
    return int(text) if text.isdecimal() else text


@given(st.integers(0, 10000))
def test_every_percentage_is_read_back_as_it_is_shown(hundredths: int) -> None:
    text = shown("rake.percent", hundredths)
    assert option("rake.percent", text) == option("rake.percent", float(text)) == hundredths


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
)


@given(st.sampled_from(keys()), junk)
def test_whatever_is_given_is_taken_or_refused_with_what_would_be_taken(key: str, value: object) -> None:
    try:
        result = option(key, value)
    except HouseError as error:
        assert str(error).startswith(f"{key} must be {taken(key)} (got ")
    else:
        assert option(key, _typed(shown(key, result))) == result


def test_an_override_changes_its_option_alone() -> None:
    changed = values(book("robert", {"misdeal.sa": "TDA36"}))
    assert {key for key, value in values(book("robert", {})).items() if changed[key] != value} == {
        "misdeal.sa"
    }


def test_there_are_two_profiles() -> None:
    with pytest.raises(HouseError, match="there is no profile 'tdo': it is tda or robert"):
        book("tdo", {})


# --- profile files that are damaged


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("rabbit: OFF", "", "rabbit is missing"),
        ("rabbit: OFF", "rabbit: maybe", "rabbit must be ON or OFF"),
        ("rabbit: OFF", "rabbit: OFF\nrabbits: OFF", "no option 'rabbits'"),
        ("rabbit: OFF", "rabbit: [", "profile.yaml:"),
        (None, "- 1", "a profile is a mapping"),
        (None, "", "the file is empty"),
    ],
)
def test_a_damaged_profile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str | None, new: str, sentence: str
) -> None:
    text = profile_path("tda").read_text(encoding="utf-8")
    path = tmp_path / "profile.yaml"
    path.write_text(text.replace(old, new) if old else new, encoding="utf-8")
    monkeypatch.setattr(module, "profile_path", lambda profile: path)
    module._profile.cache_clear()
    try:
        with pytest.raises(HouseError, match=sentence):
            book("tda", {})
    finally:
        module._profile.cache_clear()


def test_every_option_with_a_choice_is_read() -> None:
    """An option that nothing reads would be believed by the house; two are for people alone."""
    choices = {
        name
        for name, kind in get_type_hints(HouseRules).items()
        if not (isinstance(kind, EnumMeta) and len(kind) == 1)
    }
    modules = [path for path in (ROOT / "controller").rglob("*.py") if path.parent.name != "house"]
    text = "".join(path.read_text(encoding="utf-8") for path in modules)
    unread = {name for name in choices if not re.search(rf"\.{name}\b", text)}
    assert unread == {"bet_commit", "rabbit"}
