"""Reading scenario files: what is wrong has a line and a column."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.marks import YamlError
from controller.tools.layout import STRADDLES
from controller.tools.script import Script, read_script

HEAD = "name: a hand\ntable: {stacks: {1: 500, 2: 500, 3: 500}, button: 3}\n"


def read(tmp_path: Path, text: str) -> Script:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    return read_script(path)


def table(tmp_path: Path, more: str) -> Script:
    return read(tmp_path, f"name: a\ntable: {{stacks: {{1: 500, 2: 500, 3: 500}}, {more}}}\nsteps: [deal]\n")


def steps(tmp_path: Path, text: str) -> Script:
    return read(tmp_path, f"{HEAD}steps:\n{text}\n")


def test_a_whole_file(tmp_path: Path) -> None:
    script = read(
        tmp_path,
        "name: a hand\n"
        "source: S0-19, T24-34B;  2.3  heads-up\n"
        "table:\n"
        "  stacks: {1: 500, 2: 300, 4: 200}\n"
        "  button: 1\n"
        "  away: [4]\n"
        "  format: cash\n"
        "  game: no-limit\n"
        "  betting: full\n"
        "  stakes: {small_blind: 1, big_blind: 3, ante: 0, big_blind_ante: 0, small_bet: 3, big_bet: 6}\n"
        "  rules: {profile: robert, nl.short_allin: SINGLE_FULL_ONLY}\n"
        "  readers: [shoe, board]\n"
        "deck: Jc Qd … Ad\n"
        "reshuffles:\n"
        "  - 3s 9c …\n"
        "steps:\n"
        "  - deal\n"
        "  - raise: {1: 60}\n",
    )
    here = script.table
    assert script.sources == ("S0-19", "T24-34B", "2.3 heads-up")
    assert (here.stacks, here.button, here.away) == ({1: 500, 2: 300, 4: 200}, 1, (4,))
    assert here.stakes == {
        "small_blind": 1,
        "big_blind": 3,
        "ante": 0,
        "big_blind_ante": 0,
        "small_bet": 3,
        "big_bet": 6,
        "unit": 1,
    }
    assert here.house == {"profile": "robert", "nl.short_allin": "SINGLE_FULL_ONLY"}
    assert (here.form, here.game, here.betting) == ("cash", "no-limit", "full")
    assert here.readers == ("shoe", "board")
    assert script.decks == (("Jc", "Qd", "Ad"),)
    assert script.reshuffles == (("3s", "9c"),)
    assert [(step.number, step.word, step.what) for step in script.steps] == [
        (1, "deal", 0),
        (2, "raise", {1: 60}),
    ]


@pytest.mark.parametrize(
    ("text", "where", "wrong"),
    [
        ("name: a\ntable: [", "2:9", "expected the node content"),
        ("", "1:1", "the file is empty"),
        ("- deal", "1:1", "must be a mapping"),
        (HEAD, "1:1", "a scenario needs steps"),
        ("name: a\nsteps: [deal]", "1:1", "a scenario needs table"),
        ("table: {stacks: {1: 5, 2: 5}}\nsteps: [deal]", "1:1", "no name"),
        (f"{HEAD}stepz: [deal]", "3:8", "did you mean 'steps'?"),
        (f"{HEAD}steps: [dael]", "3:9", "there is no step 'dael', did you mean 'deal'?"),
        (f"{HEAD}steps: [deal: 0]", "3:9", "deal takes a number of cards (got 0)"),
        (f"{HEAD}steps: [deal: x]", "3:9", "deal takes a number of cards (got 'x')"),
        (f"{HEAD}steps:\n  - fold: 11", "4:5", "fold takes a seat from 1 to 10 (got 11)"),
        (f"{HEAD}steps:\n  - {{fold: 1, call: 2}}", "4:5", "a step is one word"),
        (f"{HEAD}steps:\n  - bet: {{3: 20, 4: 30}}", "4:5", "of one seat"),
        (f"{HEAD}steps:\n  - bet: 3", "4:5", "bet takes {seat: chips}"),
        (f"{HEAD}steps:\n  - draw: seat 12", "4:5", "draw takes a place"),
        (f"{HEAD}steps:\n  - draw: {{face: down}}", "4:5", "draw takes {to: PLACE"),
        (f"{HEAD}steps:\n  - move: {{card: 1x, to: board}}", "4:5", "move takes cards named as 7c or Ah"),
        (f"{HEAD}steps:\n  - press: red", "4:5", "press takes a key"),
        (f"{HEAD}steps:\n  - reader-lost: seats", "4:5", "reader-lost takes a reader"),
        (f"{HEAD}steps:\n  - wait: -1", "4:5", "wait takes seconds"),
        (f"{HEAD}steps:\n  - expect: 7", "4:5", "expect takes what must be seen"),
        (f"{HEAD}steps:\n  - street: 1", "4:5", "street takes nothing (got 1)"),
        (f"{HEAD}steps:\n  - refused: {{expect: {{stub: 1}}}}", "4:5", "refused takes a step"),
        (f"{HEAD}deck: Jc 1x\nsteps: [deal]", "3:7", "got '1x'"),
        (f"{HEAD}deck: Jc\ndecks: [Jc]\nsteps: [deal]", "4:8", "not both"),
        (f"{HEAD}deck: Jc\nsteps: deal", "4:8", "must be a list"),
    ],
)
def test_what_is_wrong_has_its_place(tmp_path: Path, text: str, where: str, wrong: str) -> None:
    with pytest.raises(YamlError) as raised:
        read(tmp_path, text)
    sentence = str(raised.value)
    assert f"a.yaml:{where}:" in sentence
    assert wrong in sentence


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ("seats: 3", "there is no such key"),
        ("button: 11", "seats are 1 to 10 (got 11)"),
        ("format: party", "is one of cash, tournament"),
        ("rules: house", "there is no profile 'house'"),
        ("rules: {nl.short_allin: MAYBE}", "nl.short_allin must be"),
        ("rules: {fold.late: ON}", "there is no such option"),
        ("readers: [board]", "needs the shoe reader"),
        ("readers: [shoe, ceiling]", "readers are"),
        ("away: [7]", "nobody sits at seat 7"),
        ("away: 3", "must be a list"),
        ("stakes: {small_blind: 0}", "must be a whole number from 1 on"),
        ("stakes: {small_blind: 20}", "must not be more than the big blind"),
        ("stakes: {small_blind: 2.5, big_blind: 5}", "must be a whole number from 1 on (got 2.5)"),
        ("stakes: {ante: -1}", "must be a whole number from 0 on (got -1)"),
        ("stakes: {unit: 2.5}", "must be a whole number from 1 on (got 2.5)"),
        ("absent: [4]", "nobody sits at seat 4"),
        ("straddles: {11: 20}", "seats are 1 to 10 (got 11)"),
        ("levels: [{small_blind: 5, big_blind: 10}]", "a level lasts minutes or hands"),
        ("levels: [{small_blind: 5, hands: 1}]", "a level needs big_blind"),
        ("levels: [{small_blind: 5, big_blind: 10, hands: 1, minutes: 2}]", "give one of the two"),
        ("rake: {percent: 101}", "rake.percent must be"),
        ("rake: {share: 5}", "there is no such key"),
        ("previous: {sb: 1}", "previous.bb"),
    ],
)
def test_a_table_that_cannot_be(tmp_path: Path, more: str, wrong: str) -> None:
    with pytest.raises(YamlError, match=r"a\.yaml:2:") as raised:
        table(tmp_path, more)
    assert wrong in str(raised.value)


def test_what_is_played_for_and_how(tmp_path: Path) -> None:
    more = (
        "format: tournament, game: fixed-limit, betting: full, absent: [1], straddles: {1: 20},"
        " levels: [{small_blind: 5, big_blind: 10, hands: 2}, {small_blind: 10, big_blind: 20, ante: 2,"
        " minutes: 20, rest: 5}]"
    )
    here = table(tmp_path, more).table
    assert (here.form, here.game, here.absent, here.straddles) == ("tournament", "fixed-limit", (1,), {1: 20})
    assert here.levels == (
        {"small_blind": 5, "big_blind": 10, "hands": 2},
        {"small_blind": 10, "big_blind": 20, "ante": 2, "minutes": 20, "rest": 5},
    )
    assert here.stakes == {"small_blind": 5, "big_blind": 10, "unit": 1}


def test_a_rake_is_options_of_the_house(tmp_path: Path) -> None:
    here = table(tmp_path, "rake: {percent: 5, cap: 5, step: 1}, rules: robert").table
    rake = {"rake.mode": "POT", "rake.percent": 5, "rake.cap": 5, "rake.step": 1}
    assert here.house == {"profile": "robert", **rake}


def test_a_straddle_on_the_table_is_one_that_the_house_takes(tmp_path: Path) -> None:
    chosen = "rules: {profile: tda, straddle.types: [BUTTON]}"
    assert table(tmp_path, "straddles: {3: 20}").table.house["straddle.types"] == STRADDLES
    assert table(tmp_path, f"straddles: {{3: 20}}, {chosen}").table.house["straddle.types"] == ("BUTTON",)
    assert "straddle.types" not in table(tmp_path, "straddles: {}").table.house


def test_a_unit_that_is_worth_a_fraction_is_counted_in(tmp_path: Path) -> None:
    here = table(tmp_path, "stakes: {small_blind: 5, big_blind: 10, unit: 0.5}").table
    assert here.stakes == {"small_blind": 5, "big_blind": 10, "unit": 1}


@pytest.mark.parametrize("more", ["absent: []", "straddles: {}", "rake:", "levels: []", "previous:"])
def test_what_is_empty_asks_for_nothing(tmp_path: Path, more: str) -> None:
    assert table(tmp_path, more).table == table(tmp_path, "away: []").table


@pytest.mark.parametrize("deck", ["Jc JK Ad", "Jc JK?", "Jc Ad Jc"])
def test_a_deck_may_have_jokers_and_a_card_twice(tmp_path: Path, deck: str) -> None:
    assert read(tmp_path, f"{HEAD}deck: {deck}\nsteps: [deal]").decks == (tuple(deck.split()),)


@pytest.mark.parametrize(
    "step",
    [
        "draw: floor",
        "draw: aside",
        "draw: {to: board, face: down}",
        "draw: {to: seat 2, face: up}",
        "move: {card: 7c, to: stub}",
        "move: {card: JK, to: board}",
        "note: {seat: 4, left: true}",
        "exposed: burn",
        "exposed: {place: stub}",
        "refused: {exposed: stub}",
    ],
)
def test_a_form_of_a_step_is_read(tmp_path: Path, step: str) -> None:
    assert steps(tmp_path, f"  - {step}").steps[0].what is not None


@pytest.mark.parametrize(
    ("step", "what"),
    [
        ("says: {4: raise 850}", (4, "raise 850")),
        ("says: {4: 850}", (4, "850")),
        ("chips: {4: [500, 100]}", (4, (500, 100))),
        ("chips: {4: 500}", (4, (500,))),
        ("post: {4: {live: 10, dead: 5}, 2: {dead: 5}}", {4: (10, 5), 2: (0, 5)}),
        ("note: {seat: 4, looked: true}", (4, "looked")),
        ("sit-in: {4: wait}", (4, "wait")),
        ("move-seat: {3: 8}", (3, 8)),
        ("ask-to-see: {by: 4, of: 3}", (4, 3)),
        ("agree: [2, 5]", (2, 5)),
        ("show: {3: Ah}", (3, "Ah")),
        ("show: 3", (3, "")),
        ("exposed", {}),
        ("exposed: burn", {"place": "burn"}),
        ("exposed: {seat: 5, card: 1, by: player}", {"seat": 5, "card": 1, "by": "player"}),
        ("ruling: R04", {"code": "R04"}),
        ("ruling: {code: R31, pot: 2, seats: [1, 2], amounts: [30, 20], why: a count}",
         {"code": "R31", "pot": 2, "seats": (1, 2), "amounts": (30, 20), "why": "a count"}),
        ("floor: {name: kim, pin: 8765}", ("kim", "8765")),
    ],
)  # fmt: skip
def test_what_a_step_takes(tmp_path: Path, step: str, what: object) -> None:
    assert steps(tmp_path, f"  - {step}").steps[0].what == what


@pytest.mark.parametrize(
    "step",
    [
        "says: 4",
        "says: {4: true}",
        "chips: {4: []}",
        "chips: {4: [0]}",
        "post: {4: 10}",
        "post: {4: {alive: 10}}",
        "note: {seat: 4}",
        "note: {seat: 4, looked: false}",
        "note: {seat: 4, looked: true, absent: true}",
        "sit-in: {4: now}",
        "move-seat: {3: 11}",
        "ask-to-see: {by: 4}",
        "agree: 2",
        "agree: [11]",
        "draw-button: 3",
        "draw-button: {3: 1x}",
        "exposed: {seat: 5}",
        "exposed: board",
        "exposed: {by: floor}",
        "ruling: 4",
        "ruling: X04",
        "ruling: {seat: 4}",
        "ruling: {code: R04, seat: four}",
        "ruling: {code: R32, hand: next}",
        "floor: lee",
        "show: {3: Ah, 4: Kd}",
        "round-complete: 3",
    ],
)
def test_what_a_step_does_not_take_is_told(tmp_path: Path, step: str) -> None:
    with pytest.raises(YamlError, match=r"a\.yaml:4:5: steps\[0\]: [a-z-]+ takes "):
        steps(tmp_path, f"  - {step}")


def test_a_name_may_be_a_number(tmp_path: Path) -> None:
    assert read(tmp_path, "name: 103\ntable: {stacks: {1: 5, 2: 5}}\nsteps: [deal]").name == "103"
