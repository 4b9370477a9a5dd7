"""The errands as they are called: `tablectl` on the wall clock, the reader on its own thread."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import pytest

from controller.__main__ import main
from controller.deckbook import What, entries
from controller.deckmap import DeckMap
from controller.rules.cards import Face
from controller.settings import TableSettings
from controller.tools.decks import enroll
from controller.tools.decks.antenna import Antenna
from controller.tools.decks.cardnames import IN_TURN, name
from controller.tools.decks.errand import Unsuitable, chosen_reader
from controller.tools.decks.passage import DeckPass
from controller.tools.decks.terminal import Terminal
from controller.tools.farside import FarSide
from drivers.clock import WallClock
from drivers.emulated import spidev
from drivers.emulated.felt import Felt
from tests.controller.tools.decks.tableside import tablectl, tags

NEW = "04A20000000001"


@pytest.fixture
def felt(settings: TableSettings) -> Iterator[Felt]:
    far = FarSide(settings, WallClock())
    yield far.felt
    far.close()


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[TextIO]:
    ours, theirs = os.pipe()
    with os.fdopen(ours) as stdin, os.fdopen(theirs, "w") as typing:
        monkeypatch.setattr("sys.stdin", stdin)
        yield typing


def enrolled(settings: TableSettings) -> DeckMap:
    faces = {face: tags()[name(face)] for face in IN_TURN}
    decks = DeckMap.enrolled(faces, "A", back="red")
    decks.save(settings.deck_map)
    return decks


def beside(work: Callable[[], None], errand: Callable[[], int]) -> int:
    """The exit code of the errand while somebody works at the table."""
    hand = threading.Thread(target=work)
    hand.start()
    try:
        return errand()
    finally:
        hand.join()


def test_a_deck_is_checked_at_the_command_line(
    settings: TableSettings,
    config: Path,
    felt: Felt,
    keyboard: TextIO,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decks = enrolled(settings)
    card = decks.card_of("A", Face.parse("Kd"))

    came, passed = threading.Event(), DeckPass.passed

    def watched(self: DeckPass, uid: str) -> DeckPass:
        came.set()
        return passed(self, uid)

    def work() -> None:
        came.wait(10.0)
        print(file=keyboard, flush=True)

    monkeypatch.setattr(DeckPass, "passed", watched)
    felt.place(decks.uid(card), "shoe")
    assert beside(work, lambda: tablectl(config, "check", "--json")) == 1
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert (told["cards"], told["complete"], len(told["missing"])) == (1, False, 51)
    assert "Kd" not in told["missing"]
    assert "card by card" in printed.err
    (entry,) = entries(settings.journal / "decks.jsonl")
    assert (entry.what, entry.facts["missing"]) == (What.CHECKED, 51)


def test_a_card_is_replaced_at_the_command_line_under_two_names(
    settings: TableSettings,
    config: Path,
    felt: Felt,
    keyboard: TextIO,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = enrolled(settings)
    print("lee\n4321\nkim\n8765", file=keyboard, flush=True)
    felt.place(NEW, "shoe")
    assert tablectl(config, "replace", "--face", "Kd") == 0
    after = DeckMap.load(settings.deck_map)
    assert after.uid(before.card_of("A", Face.parse("Kd"))) == NEW
    assert after.version == before.version
    (entry,) = entries(settings.journal / "decks.jsonl")
    assert (entry.what, entry.who) == (What.REPLACED, ("lee", "kim"))
    printed = capsys.readouterr().out
    assert "The king of diamonds of deck A is replaced, and the tag of the old one revoked." in printed
    assert NEW not in printed
    assert "4321" not in printed


def test_without_two_signatures_no_card_is_replaced(
    settings: TableSettings, config: Path, keyboard: TextIO, capsys: pytest.CaptureFixture[str]
) -> None:
    enrolled(settings)
    before = settings.deck_map.read_bytes()
    print("lee\n4321\nlee", file=keyboard, flush=True)
    assert tablectl(config, "replace", "--face", "Kd") == 1
    assert "another floor person must sign" in capsys.readouterr().err
    assert settings.deck_map.read_bytes() == before
    assert entries(settings.journal / "decks.jsonl") == ()


@pytest.mark.usefixtures("felt", "keyboard")
def test_a_reader_that_does_not_open_is_a_sentence(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spidev.detach(0, 0)
    assert main(["enroll", "--config", str(config), "--back", "red"]) == 3
    printed = capsys.readouterr()
    assert "/dev/spidev0.0 does not exist" in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.usefixtures("felt", "keyboard")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["enroll", "--back", "red"], enroll.KEPT),
        (["deck", "check"], "interrupted: nothing was changed"),
    ],
)
def test_ctrl_c_ends_it_with_a_sentence(
    settings: TableSettings,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    sentence: str,
) -> None:
    if words[0] == "deck":
        enrolled(settings)

    def interrupt(self: Antenna) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Antenna, "listen", interrupt)
    assert main([*words, "--config", str(config)]) == 1
    assert capsys.readouterr().err == f"{sentence}\n"


def test_settings_that_are_wrong_are_told_with_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("seats: eleven\n")
    assert main(["enroll", "--config", str(path)]) == 3
    assert f"{path}:1:8: seats" in capsys.readouterr().err


def test_the_reader_is_the_shoe_or_the_first_unless_another_is_named(settings: TableSettings) -> None:
    assert chosen_reader(settings, None) == "shoe"
    assert chosen_reader(settings, "shoe") == "shoe"
    seat = settings.readers[0].model_copy(update={"role": "seat", "seat": 2})
    assert chosen_reader(settings.model_copy(update={"readers": (seat,)}), None) == "seat 2"
    with pytest.raises(Unsuitable, match="the table has no reader 'board': it has shoe"):
        chosen_reader(settings, "board")


def test_a_count_is_shown_in_place_of_the_one_before_it_on_a_screen_alone() -> None:
    shown: list[str] = []

    class Screen:
        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            shown.append(text)
            return len(text)

        def flush(self) -> None:
            pass

    terminal = Terminal(0, Screen())  # type: ignore[arg-type]
    terminal.count("1 of 52")
    terminal.count("2 of 52")
    terminal.say("The end.")
    assert "".join(shown) == "\r1 of 52\r2 of 52\nThe end.\n"
