"""Reading scenario files: what is wrong has a line and a column, what is for later is noted."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.marks import YamlError
from controller.tools.script import Script, read_script
from controller.tools.steps import LATER_WORDS

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
        "source: S0-19\n"
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
    assert script.later == ()
    assert (script.stacks, script.button, script.away) == ({1: 500, 2: 300, 4: 200}, 1, (4,))
    assert script.stakes == {"small_blind": 1, "big_blind": 3, "unit": 1}
    assert script.house == {"profile": "robert", "nl.short_allin": "SINGLE_FULL_ONLY"}
    assert script.readers == ("shoe", "board")
    assert [[face.text for face in deck] for deck in script.decks] == [["Jc", "Qd", "Ad"]]
    assert [[face.text for face in order] for order in script.reshuffles] == [["3s", "9c"]]
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
        ("rules: {nl.short_allin: MAYBE}", "nl.short_allin is one of"),
        ("rules: {fold.late: ON}", "there is no such option"),
        ("readers: [board]", "needs the shoe reader"),
        ("readers: [shoe, ceiling]", "readers are"),
        ("away: [7]", "nobody sits at seat 7"),
        ("away: 3", "must be a list"),
        ("stakes: {small_blind: 0}", "must be a whole number from 1 on"),
        ("stakes: {small_blind: 20}", "must not be more than the big blind"),
        ("previous: {sb: 1}", "previous.bb"),
    ],
)
def test_a_table_that_cannot_be(tmp_path: Path, more: str, wrong: str) -> None:
    with pytest.raises(YamlError, match=r"a\.yaml:2:") as raised:
        table(tmp_path, more)
    assert wrong in str(raised.value)


@pytest.mark.parametrize(
    ("more", "later"),
    [
        ("format: tournament", "format tournament"),
        ("game: pot-limit", "game pot-limit"),
        ("game: fixed-limit", "game fixed-limit"),
        ("betting: cards-only", "betting cards-only"),
        ("absent: [1]", "absent"),
        ("straddles: {1: 20}", "straddles"),
        ("levels: [{small_blind: 5}]", "levels"),
        ("rake: {percent: 5}", "rake"),
        ("stakes: {ante: 1}", "ante"),
        ("stakes: {big_blind_ante: 10}", "big_blind_ante"),
        ("rules: {misdeal.sa: RROP2}", "the option misdeal.sa"),
        ("rules: {nl.short_allin: HALF}", "nl.short_allin HALF"),
        ("button: 2, previous: {sb: 3, bb: 1}", "a button at seat 2 that belongs to seat 3"),
    ],
)
def test_what_is_for_later_is_noted(tmp_path: Path, more: str, later: str) -> None:
    assert table(tmp_path, more).later == (later,)


@pytest.mark.parametrize("more", ["absent: []", "straddles: {}", "rake:", "stakes: {ante: 0}"])
def test_what_is_empty_asks_for_nothing(tmp_path: Path, more: str) -> None:
    assert table(tmp_path, more).later == ()


@pytest.mark.parametrize(
    ("deck", "later"),
    [("Jc JK Ad", "jokers"), ("Jc JK?", "jokers"), ("Jc Ad Jc", "a card twice in the deck")],
)
def test_a_deck_that_is_not_52_cards_is_for_later(tmp_path: Path, deck: str, later: str) -> None:
    assert read(tmp_path, f"{HEAD}deck: {deck}\nsteps: [deal]").later == (later,)


@pytest.mark.parametrize("word", LATER_WORDS)
def test_a_step_of_a_later_issue_is_noted(tmp_path: Path, word: str) -> None:
    plain, refused = steps(tmp_path, f"  - {word}: 3\n  - refused: {{{word}: 3}}").steps
    assert (plain.later, refused.later) == (word, word)


@pytest.mark.parametrize(
    "step",
    [
        "draw: floor",
        "draw: aside",
        "draw: {to: board, face: down}",
        "draw: {to: seat 2, face: up}",
        "move: {card: 7c, to: stub}",
        "move: {card: JK, to: board}",
        "show: {3: Ah}",
        "press: exposed",
        "press: clock",
        "refused: {press: clock}",
    ],
)
def test_a_form_of_a_later_issue_is_noted(tmp_path: Path, step: str) -> None:
    assert steps(tmp_path, f"  - {step}").steps[0].later


def test_the_button_follows_from_the_blinds_of_the_hand_before(tmp_path: Path) -> None:
    script = table(tmp_path, "previous: {sb: 3, bb: 1}")
    assert (script.button, script.later) == (3, ())


def test_a_name_may_be_a_number(tmp_path: Path) -> None:
    assert read(tmp_path, "name: 103\ntable: {stacks: {1: 5, 2: 5}}\nsteps: [deal]").name == "103"
