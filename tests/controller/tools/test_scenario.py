"""The shipped scenarios on both stages, what the command prints, and that nothing unsupported passes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.__main__ import main
from controller.marks import YamlError
from controller.tools.coverage import proofs
from controller.tools.scenario import Verdict, play_script
from controller.tools.script import read_script
from controller.tools.steps import BETTING_WORDS

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FILES = sorted(SCENARIOS.glob("*.yaml"))
EXAMPLES = range(1, 121)
TABLE = "table: {stacks: {1: 500, 2: 500, 3: 500}, button: 3, stakes: {small_blind: 5, big_blind: 10}}"
DECK = "deck: Jc Qd Ad 5c Td Ah 5d 2s 8d Kc 9s Kd 9h 5h"
TAKEN = "to be refused and change nothing, it was taken"
FLOP = ("draw: burn", "draw: board", "draw: board", "draw: board", "wait: 2")
ONE_MORE = ("draw: burn", "draw: board", "wait: 2")
KEYS = (
    *("name", "passed", "failure", "prompt", "irregularity", "irregularities", "rulings", "phase", "actor"),
    *(
        "actions",
        "board",
        "burns",
        "aside",
        "stub",
        "hands",
        "status",
        "stacks",
        "street_bets",
        "pots",
        "paid",
    ),
    *("returned", "rake", "button", "substantial_action", "winners", "boards", "impounded", "owed"),
    *("penalties", "level", "clock", "last_refused", "lamps", "player_view", "dealer_view", "journal"),
)


def written(folder: Path, *steps: str, name: str = "a hand", table: str = TABLE) -> Path:
    path = folder / "scenario.yaml"
    lines = [f"name: {name}", table, DECK, "steps:", *(f"  - {step}" for step in steps)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def played(folder: Path, *steps: str, core: bool = True, table: str = TABLE) -> Verdict:
    return play_script(read_script(written(folder, *steps, table=table)), core=core)


def failure(folder: Path, *steps: str, core: bool = True) -> str:
    return played(folder, *steps, core=core).failure


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_scenario_passes_on_the_whole_stack_and_on_the_core(path: Path) -> None:
    script = read_script(path)
    wire, core = play_script(script, core=False), play_script(script, core=True)
    assert (wire.failure, core.failure) == ("", "")
    apart = wire.plain().keys() - {"journal"}
    assert {key: wire.plain()[key] for key in apart} == {key: core.plain()[key] for key in apart}
    assert wire.state["journal"]["events"] == core.state["journal"]["events"] > 0


def test_every_example_has_its_scenario() -> None:
    proved = {int(found[1]) for key in proofs(FILES) if (found := re.match("EX-([0-9]+)", key))}
    assert proved == set(EXAMPLES)


@pytest.mark.parametrize("mode", [[], ["--core"]], ids=["wire", "core"])
def test_the_same_file_gives_the_same_json_twice(mode: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SCENARIOS / "restart-in-mid-hand.yaml")
    said = []
    for _ in range(2):
        assert main(["scenario", "--json", *mode, path]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert json.loads(said[0])["journal"]["head"]


@pytest.mark.parametrize("mode", [[], ["--core"]], ids=["wire", "core"])
def test_json_has_every_key_of_the_snapshot(
    mode: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "deal", "all-in: 3", "fold: 1", "call: 2", "street", "street", "street", "push")
    assert main(["scenario", "--json", *mode, str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == set(KEYS)
    assert tuple(told)[:3] == KEYS[:3]
    assert (told["name"], told["passed"], told["failure"]) == ("a hand", True, None)
    assert told["hands"] == {"1": "Jc 5c", "2": "Qd Td", "3": "Ad Ah"}
    assert (told["board"], told["burns"]) == ("2s 8d Kc Kd 5h", "5d 9s 9h")
    assert told["stacks"] == {"1": 495, "2": 0, "3": 1005}
    assert told["paid"] == {"3": 1005}
    assert told["winners"] == [[3, "two pair"]]


def test_what_is_printed_and_the_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path, "deal", "expect: {actor: 3}", name="good").rename(tmp_path / "good.yaml")
    assert main(["scenario", "--core", str(good)]) == 0
    assert capsys.readouterr().out == "PASS good\n1 passed, 0 failed\n"
    written(tmp_path, "deal", "expect: {actor: 2}", name="bad")
    assert main(["scenario", "--core", str(tmp_path)]) == 1
    assert capsys.readouterr().out == (
        "PASS good\nFAIL bad: step 2: expected actor 2, got 3\n1 passed, 1 failed\n"
    )
    assert main(["scenario", "--core", "--json", str(tmp_path)]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["passed"], one["failure"]) for one in told] == [
        (True, None),
        (False, "step 2: expected actor 2, got 3"),
    ]


def test_a_file_that_is_no_scenario_is_told_with_its_place_and_the_others_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, "deal").rename(tmp_path / "good.yaml")
    (tmp_path / "wrong.yaml").write_text("name: x\ntable: {stacks: {1: 5, 2: 5}}\nsteps:\n  - dael\n")
    assert main(["scenario", "--core", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == "PASS a hand\n1 passed, 0 failed\n"
    assert "wrong.yaml:4:5: steps[0]: there is no step 'dael', did you mean 'deal'?" in printed.err


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_no_scenario_at_all_is_an_error(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", str(tmp_path / name)]) == 2
    printed = capsys.readouterr()
    assert "passed, 0 failed" not in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["deal", "deal"], "step 2: expected the prompt deal, got act seat 3"),
        (["deal: 7"], "step 1: expected the prompt deal, got act seat 3"),
        (["deal", "street"], "step 2: expected the prompt burn, flop, turn or river, got act seat 3"),
        (["deal", "push"], "step 2: expected the prompt push, got act seat 3"),
        (["deal", "next-hand"], "step 2: expected the prompt next, got act seat 3"),
        (["deal", "check: 3"], "step 2: expected check 3 to be taken, got refused.cannot_check (call 10)"),
        (["deal", "raise: {3: 15}"], "step 2: expected raise 3: 15 to be taken, got refused.amount_low"
                                     " (least 20)"),
        (["deal", "refused: {fold: 2}"], f"step 2: expected fold {TAKEN}"),
        (["floor: {name: lee, pin: 1234}"], "step 1: expected lee to be signed in, the PIN is wrong"),
        (["floor: {name: max, pin: 4321}"], "step 1: expected max to be signed in, the PIN is wrong"),
        (["deal", "street", "exposed"],
         "step 2: expected the prompt burn, flop, turn or river, got act seat 3"),
        (["deal", "refused: {call: 3}"], f"step 2: expected call {TAKEN}"),
        (["deal", "refused: {muck: 3}"], f"step 2: expected muck {TAKEN}"),
        (["deal", "move: {card: 5h, to: board}"], "step 2: expected 5h to be out, it is in the shoe"),
        (["muck: 3"], "step 1: expected cards at seat 3 to muck, there are none"),
        (["shoe: 60"], "step 1: expected a card in the shoe, it is empty"),
        (["deal", "expect: {aside: 4h}"], "step 2: expected aside 4h, got "),
    ],
)  # fmt: skip
def test_what_does_not_go_is_a_sentence(steps: list[str], said: str, tmp_path: Path) -> None:
    assert failure(tmp_path, *steps) == said


def test_the_button_is_drawn_for(tmp_path: Path) -> None:
    steps = ["draw-button: {1: Kd, 2: Ah, 3: As}", "deal", "expect: {button: 3, actor: 3}"]
    assert failure(tmp_path, *steps) == ""
    short = failure(tmp_path, "draw-button: {1: Kd, 2: Ah}")
    assert short == "step 1: expected a card for seat 3 in the draw for the button"


def test_a_button_in_the_wrong_place_is_dealt_from(tmp_path: Path) -> None:
    here = TABLE.replace("button: 3", "button: 2, previous: {sb: 3, bb: 1}")
    wrong = played(tmp_path, "deal", table=here)
    assert (wrong.failure, wrong.state["button"]) == ("", 2)
    due = played(tmp_path, "deal", table=here.replace("button: 2, ", ""))
    assert (due.failure, due.state["button"]) == ("", 3)


def test_who_rules_is_on_record(tmp_path: Path) -> None:
    steps = ["deal", "press: floor", 'floor: {name: kim, pin: "8765"}', "ruling: R01"]
    verdict = played(tmp_path, *steps, core=False)
    assert (verdict.failure, verdict.state["irregularity"]) == ("", None)


def test_chips_come_and_go_between_hands(tmp_path: Path) -> None:
    steps = ["buy: {2: 100}", "sit: {7: 300}", "leave: 1", "count: {3: 490}"]
    verdict = played(tmp_path, *steps)
    assert verdict.failure == ""
    assert verdict.state["stacks"] == {2: 600, 3: 490, 7: 300}
    assert played(tmp_path, *steps, "press: undo", "press: undo").failure == ""


def test_a_reader_that_the_table_lacks_cannot_be_lost(tmp_path: Path) -> None:
    shoe_alone = TABLE.replace("button: 3", "button: 3, readers: [shoe]")
    verdict = played(tmp_path, "reader-lost: burn", table=shoe_alone)
    assert verdict.failure == "step 1: expected a reader at burn, the table has none"


@pytest.mark.parametrize("core", [False, True], ids=["wire", "core"])
def test_a_key_that_does_nothing_is_refused(core: bool, tmp_path: Path) -> None:
    assert failure(tmp_path, "deal", "refused: {press: next}", "refused: {press: undo}", core=core) == ""
    assert (
        failure(tmp_path, "deal", "refused: {press: floor}", core=core) == f"step 2: expected press {TAKEN}"
    )


@pytest.mark.parametrize("core", [False, True], ids=["wire", "core"])
@pytest.mark.parametrize(
    "ending",
    [
        ["show: 2", "show: 3", "street", "street", "street", "push"],
        ["street", "street", "street", "push"],
        ["street", "street", "street", "show: 2", "show: 3", "push"],
        ["press: next", "street", "street", "street", "press: next"],
        ["show: 3", "show: 2", *FLOP, *ONE_MORE, *ONE_MORE, "push"],
    ],
)
def test_an_all_in_may_be_told_in_several_ways(core: bool, ending: list[str], tmp_path: Path) -> None:
    verdict = played(tmp_path, "deal", "all-in: 3", "fold: 1", "call: 2", *ending, core=core)
    assert verdict.failure == ""
    assert verdict.state["paid"] == {3: 1005}


def test_a_card_that_lies_nowhere_stops_the_table_once(tmp_path: Path) -> None:
    short, long = (played(tmp_path, "deal", "shoe: 1", f"wait: {seconds}").state for seconds in (5, 60))
    assert short["irregularity"]["kind"] == "unresolved"
    assert short["journal"] == long["journal"]


class NoAliases(yaml.SafeDumper):
    """Writes a value that comes twice out twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def dumped(value: object) -> str:
    return yaml.dump(value, Dumper=NoAliases)


SEATS = st.integers(1, 4)
CARDS = st.sampled_from(["2c", "7d", "Jc", "Qd", "Ad", "Ah"])
PLACES = st.sampled_from(["seat 1", "seat 2", "burn", "board", "muck"])
READERS = st.sampled_from(["shoe", "board", "burn", "muck", "seat 1", "seat 2"])
SPOKEN = st.sampled_from(["call", "check", "raise", "raise 60", "bet 40", "850", "all in", "pot", "ok"])
CHIPS = st.sampled_from([1, 5, 25, 100, 500])
STEPS: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["deal", "street", "push", "next-hand", "restart", "round-complete", "exposed"]),
    st.builds(lambda word, seat: {word: seat}, st.sampled_from(["fold", "check", "call", "all-in"]), SEATS),
    st.builds(
        lambda word, seat, chips: {word: {seat: chips}},
        st.sampled_from(["bet", "raise", "buy"]),
        SEATS,
        st.integers(0, 600),
    ),
    st.builds(lambda word, seat: {word: seat}, st.sampled_from(["muck", "show", "conceal"]), SEATS),
    st.builds(
        lambda word, seat: {word: seat},
        st.sampled_from(["leave", "sit-out", "clock", "decline"]),
        SEATS,
    ),
    st.builds(
        lambda word, seat, chips: {word: {seat: chips}},
        st.sampled_from(["sit", "count", "straddle"]),
        st.integers(1, 6),
        st.integers(0, 600),
    ),
    st.builds(lambda seat, words: {"says": {seat: words}}, SEATS, SPOKEN),
    st.builds(lambda seat, chips: {"chips": {seat: chips}}, SEATS, st.lists(CHIPS, min_size=1, max_size=4)),
    st.builds(lambda seat, how: {"sit-in": {seat: how}}, SEATS, st.sampled_from(["post", "wait"])),
    st.builds(lambda seat, to: {"move-seat": {seat: to}}, SEATS, st.integers(1, 10)),
    st.builds(lambda seat, live, dead: {"post": {seat: {"live": live, "dead": dead}}}, SEATS, CHIPS, CHIPS),
    st.builds(lambda by, of: {"ask-to-see": {"by": by, "of": of}}, SEATS, SEATS),
    st.builds(lambda seats: {"agree": seats}, st.lists(SEATS, min_size=1, max_size=3)),
    st.builds(lambda n, seat: {"ruling": {"code": f"R{n:02}", "seat": seat}}, st.integers(1, 41), SEATS),
    st.builds(lambda place: {"draw": place}, PLACES),
    st.builds(lambda card, place: {"move": {"card": card, "to": place}}, CARDS, PLACES),
    st.builds(lambda seat, cards: {"name": {seat: " ".join(cards)}}, SEATS, st.lists(CARDS, max_size=3)),
    st.builds(lambda key: {"press": key}, st.sampled_from(["next", "undo", "floor", "exposed", "clock"])),
    st.builds(
        lambda word, reader: {word: reader},
        st.sampled_from(["reader-lost", "reader-back", "unreadable"]),
        READERS,
    ),
    st.builds(lambda word, cards: {word: cards}, st.sampled_from(["deal", "shoe"]), st.integers(1, 9)),
    st.just({"wait": 2.5}),
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from(["seat 3", "Ah", "board", "x"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(SEATS, inner, max_size=2),
    max_leaves=4,
)
WORDS = (*BETTING_WORDS, "deal", "draw", "move", "shoe", "show", "name", "press", "wait", "expect", "refused")


@given(steps=st.lists(STEPS | st.builds(lambda step: {"refused": step}, STEPS), max_size=20))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_people_do_the_answer_is_a_verdict(steps: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "any.yaml"
    table = {"stacks": {1: 500, 2: 300, 3: 15, 4: 120}, "button": 4}
    path.write_text(dumped({"name": "any", "table": table, "steps": ["deal", *steps]}))
    verdict = play_script(read_script(path), core=True)
    assert verdict.passed or verdict.failure.startswith("step ")
    assert "a step that the dealer can take" not in verdict.failure
    assert "chips on the table" not in verdict.failure


@given(word=st.sampled_from(WORDS), what=JUNK)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_step_says_it_is_told_by_place_or_played(word: str, what: Any, tmp_path: Path) -> None:
    path = tmp_path / "junk.yaml"
    table = {"stacks": {1: 500, 2: 300}, "button": 1}
    path.write_text(dumped({"name": "junk", "table": table, "steps": ["deal", {word: what}]}))
    try:
        script = read_script(path)
    except YamlError as error:
        assert "junk.yaml:" in str(error)
    else:
        assert play_script(script, core=True).line().startswith(("PASS junk", "FAIL junk: step "))
