"""The command line: `tablectl` for people, `table-controller` for the service manager.

Exit codes: 0 ok, 1 the answer is no, 2 usage, 3 cannot run, 130 interrupted.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from controller.book import PROFILES, HouseError
from controller.deckmap import DeckMapError
from controller.journal import JournalBroken, JournalFailed
from controller.marks import YamlError
from controller.publish import PublishError
from controller.service import run_table
from controller.session import SessionError
from controller.settings import load_table
from controller.terms import check_terms
from drivers.base import DriverError

INSTALLED = Path("/etc/live-dealer-table/table.yaml")
USAGE = 2
CANNOT_RUN = 3
INTERRUPTED = 130
SPEEDS = ("real", "max")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command of `tablectl`; the exit code."""
    args = _parser().parse_args(argv)
    try:
        code = _command(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough; what Python still holds back for him goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _command(args: argparse.Namespace) -> int:
    match args.command:
        case "run":
            return _run(args)
        case "display":
            from display.__main__ import main as display

            return display(args.rest)
        case "demo":
            return _demo(args)
        case "scenario":
            from controller.tools.scenario import scenario_command

            return scenario_command(args.files, core=args.core, as_json=args.json)
        case "replay":
            return _replay(args)
        case "check":
            return _check(args)
        case "pin":
            from controller.tools.pin import pin_command

            return pin_command(args.name)
        case "enroll":
            from controller.tools.decks.enroll import Order, enroll_command

            return enroll_command(Order(args.config, args.reader, args.deck, args.back, args.replace_deck))
        case "deck":
            return _deck(args)
    from controller.tools.replay import verify_command

    return verify_command(args.file, as_json=args.json)


def run(argv: Sequence[str] | None = None) -> int:
    """`table-controller`: the service; the exit code."""
    return main(["run", *(sys.argv[1:] if argv is None else argv)])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tablectl", description="The live-dealer table controller.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run the table")
    run.add_argument("--config", type=Path, default=INSTALLED, help="the table's settings")
    run.add_argument("--new-session", action="store_true", help="begin a new journal")
    display = commands.add_parser("display", help="show one screen", add_help=False)
    display.add_argument("rest", nargs=argparse.REMAINDER)
    _add_demo(commands.add_parser("demo", help="watch the table play by itself on emulated hardware"))
    scenario = commands.add_parser("scenario", help="play scenario files")
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE_OR_DIR")
    scenario.add_argument("--core", action="store_true", help="the core alone, without wire and sockets")
    scenario.add_argument("--json", action="store_true", help="print the final snapshots")
    _add_replay(commands.add_parser("replay", help="the story of a session, or recorded hands"))
    _add_check(
        commands.add_parser("check", help="whether the table can be played: settings, devices, readers")
    )
    pin = commands.add_parser("pin", help="the line of table.yaml that lets somebody sign in as the floor")
    pin.add_argument("name", metavar="NAME")
    _add_enroll(commands.add_parser("enroll", help="make a deck known to the table, card by card"))
    _add_deck(commands.add_parser("deck", help="check, mend, list and retire enrolled decks"))
    verify = commands.add_parser("verify", help="check a journal or a record")
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument("--json", action="store_true")
    return parser


def _add_demo(demo: argparse.ArgumentParser) -> None:
    demo.add_argument("--hands", type=_count, default=5, metavar="N")
    demo.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same hands")
    demo.add_argument("--seats", type=_seats, default=6, metavar="N", help="2 to 10")
    demo.add_argument("--speed", choices=SPEEDS, help="real time, or as fast as it goes")
    demo.add_argument("--headless", action="store_true", help="no windows: the story and pictures")
    demo.add_argument("--json", action="store_true", help="one object per hand, no pictures")
    demo.add_argument("--pictures", type=Path, default=Path("demo"), metavar="FOLDER")


def _add_replay(replay: argparse.ArgumentParser) -> None:
    replay.add_argument("files", type=Path, nargs="+", metavar="FILE")
    replay.add_argument("--phh", action="store_true", help="recorded hands (.phh, .phhs, .tar.gz)")
    replay.add_argument("--at", metavar="HH:MM", help="only the hands running then")
    replay.add_argument("--hand", type=int, metavar="N", help="only this hand")
    replay.add_argument("--account", action="store_true", help="who bought and took how much, and the house")
    replay.add_argument("--json", action="store_true")
    replay.add_argument("--reveal", type=Path, metavar="DECK_MAP", help="tell hidden cards; goes on record")
    replay.add_argument("--reason", default="", help="why they are told")
    replay.add_argument("--reveals", type=Path, metavar="FILE", help="the record of reveals")


def _add_check(check: argparse.ArgumentParser) -> None:
    which = check.add_mutually_exclusive_group()
    which.add_argument("--config", type=Path, default=INSTALLED, help="the table's settings")
    which.add_argument("--profile", choices=PROFILES, help="with --house: this profile as it is shipped")
    what = check.add_mutually_exclusive_group()
    what.add_argument("--house", action="store_true", help="print the house book in force")
    what.add_argument("--file-only", action="store_true", help="the settings alone, no devices")
    what.add_argument(
        "--guided", action="store_true", help="also the read score of each antenna, with a card"
    )
    check.add_argument("--json", action="store_true")


def _add_enroll(enroll: argparse.ArgumentParser) -> None:
    enroll.add_argument("--config", type=Path, default=INSTALLED, help="the table's settings")
    enroll.add_argument("--reader", metavar="NAME", help="where the cards are laid down (default: shoe)")
    enroll.add_argument("--deck", metavar="ID", help="1 to 8 letters or digits (default: the next letter)")
    enroll.add_argument("--back", metavar="COLOUR", help="of the back of the cards")
    enroll.add_argument("--replace-deck", action="store_true", help="in place of the enrolled deck ID")


def _add_deck(deck: argparse.ArgumentParser) -> None:
    errands = deck.add_subparsers(dest="errand", required=True)
    check = errands.add_parser("check", help="pass a deck over the shoe reader: is it complete?")
    replace = errands.add_parser("replace", help="give one card a new tag, under two names")
    replace.add_argument("--face", required=True, metavar="CARD", help="the card, for example Kd")
    for errand in (check, replace):
        errand.add_argument("--deck", metavar="ID", help="which deck, where there are several")
        errand.add_argument("--reader", metavar="NAME", help="where cards are laid down (default: shoe)")
    listed = errands.add_parser("list", help="the enrolled decks")
    retire = errands.add_parser("retire", help="take a deck out of use")
    retire.add_argument("--deck", required=True, metavar="ID")
    history = errands.add_parser("history", help="what happened to the decks, and where they were played")
    for errand in (check, replace, listed, retire, history):
        errand.add_argument("--config", type=Path, default=INSTALLED, help="the table's settings")
    for errand in (check, listed, history):
        errand.add_argument("--json", action="store_true")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"needs a whole number from 1 on, not {text!r}")
    return int(text)


def _seats(text: str) -> int:
    seats = _count(text)
    if not 2 <= seats <= 10:
        raise argparse.ArgumentTypeError(f"a table has 2 to 10 seats, not {text}")
    return seats


def _run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    try:
        run_table(load_table(args.config, check_terms), fresh=args.new_session)
    except (
        YamlError,
        HouseError,
        DeckMapError,
        PublishError,
        SessionError,
        JournalBroken,
        JournalFailed,
        DriverError,
    ) as error:
        print(error, file=sys.stderr)
        return CANNOT_RUN
    return 0


def _demo(args: argparse.Namespace) -> int:
    from controller.tools.demo import Order, demo_command, has_display

    headless = args.headless or args.json or not has_display()
    speed = args.speed or ("max" if headless else "real")
    pictures = args.pictures if headless and not args.json else None
    return demo_command(Order(args.hands, args.seed, args.seats, speed, headless, args.json, pictures))


def _check(args: argparse.Namespace) -> int:
    from controller.tools.check import Order, check_command, profile_command

    if not args.profile:
        return check_command(Order(args.config, args.house, args.file_only, args.guided, args.json))
    if not args.house:
        print("--profile goes with --house", file=sys.stderr)
        return USAGE
    return profile_command(args.profile, as_json=args.json)


def _deck(args: argparse.Namespace) -> int:
    from controller.tools.decks import deck
    from controller.tools.decks.history import history_command

    match args.errand:
        case "check":
            return deck.check_command(args.config, reader=args.reader, deck=args.deck, as_json=args.json)
        case "replace":
            return deck.replace_command(args.config, reader=args.reader, deck=args.deck, face=args.face)
        case "list":
            return deck.list_command(args.config, as_json=args.json)
        case "retire":
            return deck.retire_command(args.config, deck=args.deck)
    return history_command(args.config, as_json=args.json)


def _replay(args: argparse.Namespace) -> int:
    if args.phh:
        from controller.tools.recorded import replay_files

        return replay_files(args.files, as_json=args.json)
    if args.account:
        from controller.tools.account import account_command

        return max(account_command(file, as_json=args.json) for file in args.files)
    from controller.tools.replay import replay_command
    from controller.tools.reveals import RevealOrder

    reveal = None
    if args.reveal:
        record = args.reveals or args.files[0].with_name("reveals.jsonl")
        reveal = RevealOrder(args.reveal, args.reason, record)
    return max(
        replay_command(file, at=args.at, hand=args.hand, as_json=args.json, reveal=reveal)
        for file in args.files
    )


if __name__ == "__main__":
    sys.exit(main())
